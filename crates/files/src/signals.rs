//! Named files in the making, and what a signal does with them.

use crate::target::directory_of;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, TempPath};

/// The names of all files in the making. Who creates, publishes or removes one holds the lock, so that a signal finds each of these
/// done or not begun.
static NAMES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn names() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a file in the making, which is removed unless it is published.
pub(crate) struct Partial(Option<TempPath>);

impl Partial {
    /// A name beside the target, for which `make` makes the file.
    pub(crate) fn make<R>(target: &Path, make: impl FnMut(&Path) -> io::Result<R>) -> io::Result<(R, Self)> {
        let mut builder = Builder::new();
        builder.prefix(".kdelta-").suffix(".partial");
        let mut names = names();
        let (made, path) = builder.make_in(directory_of(target), make)?.into_parts();
        names.insert(path.to_path_buf());
        Ok((made, Self(Some(path))))
    }

    /// Moves the file to the target; on failure it is removed.
    pub(crate) fn publish(mut self, target: &Path) -> io::Result<()> {
        let mut names = names();
        let Some(path) = self.0.take() else { return Ok(()) };
        names.remove(&*path);
        path.persist(target).map_err(|why| match why.error.kind() {
            io::ErrorKind::ResourceBusy => {
                let text =
                    "it is mounted by itself, so that it cannot be replaced; mount its directory instead";
                io::Error::new(io::ErrorKind::ResourceBusy, text)
            }
            _ => why.error,
        })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            let mut names = names();
            names.remove(&*path);
            drop(path);
        }
    }
}

/// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT first remove all files in the making that have a name, then end the process as they
/// do by default: a shell sees 128 plus the number of the signal. A signal that is ignored when the process starts (`nohup`) stays
/// ignored.
///
/// For programs, once, at their start; a library does not decide about signals. If no thread can be had for it, signals do what they do
/// by default.
#[cfg(unix)]
pub fn end_cleanly_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::mpsc::channel;

    let ignored = ignored_signals();
    let wanted: Vec<_> = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        .into_iter()
        .filter(|number| !is_ignored(ignored, *number))
        .collect();
    let (ready, is_ready) = channel();
    // The handlers are set by the thread: without it they would swallow the signals.
    let thread = std::thread::Builder::new().name("signals".into()).spawn(move || {
        let signals = Signals::new(wanted);
        let _ = ready.send(());
        if let Some(number) = signals.ok().and_then(|mut signals| signals.forever().next()) {
            // Locked until the end: nothing is published any more.
            let names = names();
            for name in names.iter() {
                let _ = std::fs::remove_file(name);
            }
            // The first process of a container cannot be ended by its own signals.
            if std::process::id() != 1 {
                let _ = signal_hook::low_level::emulate_default_handler(number);
            }
            std::process::exit(128 + number);
        }
    });
    if thread.is_ok() {
        let _ = is_ready.recv();
    }
}

/// The same where there are no such signals: nothing.
#[cfg(not(unix))]
pub fn end_cleanly_on_signals() {}

#[cfg(unix)]
const fn is_ignored(ignored: u64, number: i32) -> bool {
    ignored & (1 << (number - 1)) != 0
}

/// The set of ignored signals, number n as bit n − 1. Empty where the system does not tell.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use crate::draft::Draft;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::os::unix::process::ExitStatusExt;
    use std::path::Path;
    use std::process::{Command, Stdio};

    const DIRECTORY: &str = "KDELTA_FILES_TEST_DIRECTORY";

    /// Writes to a named file in the making and waits.
    fn write_and_wait(directory: &Path) {
        super::end_cleanly_on_signals();
        let mut draft = Draft::named(&directory.join("target")).unwrap();
        draft.file().write_all(b"part").unwrap();
        println!("ready");
        let _ = std::io::stdin().read(&mut [0]);
    }

    /// The test runs itself in another process, which is ended by the signal.
    #[test]
    fn a_named_file_in_the_making_is_removed_by_a_signal() {
        if let Some(directory) = std::env::var_os(DIRECTORY) {
            return write_and_wait(Path::new(&directory));
        }
        let place = tempfile::tempdir().unwrap();
        let count = || std::fs::read_dir(place.path()).unwrap().count();
        for (name, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
            if super::is_ignored(super::ignored_signals(), number) {
                println!("skipped: {name} is ignored here, and so it is in the process that this one starts");
                continue;
            }
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args([
                    "--exact",
                    "--nocapture",
                    "signals::tests::a_named_file_in_the_making_is_removed_by_a_signal",
                ])
                .env(DIRECTORY, place.path())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            assert!(lines.any(|line| line.unwrap().ends_with("ready")), "{name}");
            assert_eq!(count(), 1, "{name}: the file has a name");
            let kill = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
            assert!(kill.unwrap().success());
            // Held open, as it would end the process otherwise.
            let stdin = child.stdin.take();
            assert_eq!(child.wait().unwrap().signal(), Some(number), "{name}");
            drop(stdin);
            assert_eq!(count(), 0, "{name}: nothing is left");
        }
    }
}
