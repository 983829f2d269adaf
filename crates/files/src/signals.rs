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
        path.persist(target).map_err(|why| why.error)
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
        .filter(|number| ignored & 1_u64.checked_shl(number.unsigned_abs() - 1).unwrap_or(0) == 0)
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

/// The set of ignored signals, number n as bit n − 1. Empty where the system does not tell.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
