//! Where releases go: all of them or none.
//!
//! A file is written beside its target and renamed over it at the end, so that the target is the old file or the whole
//! new one, also when it is the input. Standard output and devices cannot be taken back: what goes there is first
//! collected in an unnamed temporary file.

use crate::failure::Failure;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use tempfile::NamedTempFile;

/// The file in the making. An interrupted run must not leave releases behind that nobody counts.
static PARTIAL: Mutex<Option<PathBuf>> = Mutex::new(None);

/// From now on Ctrl-C, or a request to end, removes the file and then ends the program. Once it is renamed, there is
/// nothing left to remove.
fn remove_on_interrupt(partial: &NamedTempFile) -> io::Result<()> {
    if let Ok(mut slot) = PARTIAL.lock() {
        *slot = Some(partial.path().to_owned());
    }
    let end = || {
        if let Some(path) = PARTIAL.lock().ok().and_then(|mut slot| slot.take()) {
            let _ = fs::remove_file(path);
        }
        std::process::exit(130); // as the shell says it: 128 + SIGINT
    };
    ctrlc::set_handler(end).map_err(io::Error::other)
}

/// An output in the making.
pub(super) enum Output {
    File { partial: NamedTempFile, target: PathBuf, flushing: Flushing },
    Spool { spool: File, device: Option<(File, PathBuf)> },
}

fn failed(name: &Path, why: &io::Error) -> Failure {
    Failure::refused(format!("--output {}: {why}; nothing was released", name.display()))
}

impl Output {
    /// To the file, or to standard output.
    pub(super) fn create(path: Option<&Path>) -> Result<Self, Failure> {
        let spool = || {
            tempfile::tempfile().map_err(|why| {
                let directory = std::env::temp_dir();
                Failure::refused(format!(
                    "no temporary file in {}: {why}; nothing was released",
                    directory.display()
                ))
            })
        };
        let Some(path) = path else { return Ok(Self::Spool { spool: spool()?, device: None }) };
        let failed = |why: io::Error| failed(path, &why);
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                Err(Failure::usage(format!("--output {}: is a directory; name a file in it", path.display())))
            }
            Ok(found) if found.is_file() => {
                // A link stays a link; its target is replaced.
                let target = fs::canonicalize(path).map_err(failed)?;
                let partial = beside(&target, 0o600).map_err(failed)?;
                partial.as_file().set_permissions(found.permissions()).map_err(failed)?;
                Ok(Self::File { flushing: Flushing::of(partial.as_file()).map_err(failed)?, partial, target })
            }
            Ok(_) => {
                let device = OpenOptions::new().write(true).open(path).map_err(failed)?;
                Ok(Self::Spool { spool: spool()?, device: Some((device, path.to_owned())) })
            }
            Err(why) if why.kind() == io::ErrorKind::NotFound => {
                let partial = beside(path, 0o666).map_err(failed)?;
                let flushing = Flushing::of(partial.as_file()).map_err(failed)?;
                Ok(Self::File { partial, target: path.to_owned(), flushing })
            }
            Err(why) => Err(failed(why)),
        }
    }

    /// Makes the releases visible.
    pub(super) fn publish(self) -> Result<(), Failure> {
        match self {
            Self::File { partial, target, flushing } => {
                // Some file systems notice only now that they are full.
                let flushed = flushing.finish().and_then(|()| partial.as_file().sync_all());
                flushed.map_err(|why| failed(&target, &why))?;
                partial.persist(&target).map(drop).map_err(|why| failed(&target, &why.error))
            }
            Self::Spool { mut spool, device } => {
                let mut copy = || {
                    spool.rewind()?;
                    match &device {
                        Some((device, _)) => io::copy(&mut spool, &mut { device }).map(drop),
                        None => {
                            let mut stdout = io::stdout().lock();
                            io::copy(&mut spool, &mut stdout)?;
                            stdout.flush()
                        }
                    }
                };
                copy().map_err(|why| {
                    let name = device
                        .as_ref()
                        .map_or_else(|| "standard output".into(), |(_, path)| path.display().to_string());
                    Failure::refused(format!(
                        "{name}: {why}; a part may have been written: count it as released, in full"
                    ))
                })
            }
        }
    }
}

/// Flushes to the disk while more is being written, so that little is left to wait for at the end.
pub(super) struct Flushing {
    wake: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
    unflushed: usize,
}

/// So many bytes are worth a flush.
const FLUSHED: usize = 8 << 20;

impl Flushing {
    fn of(file: &File) -> io::Result<Self> {
        let (wake, woken) = sync_channel(1);
        let file = file.try_clone()?;
        let thread = std::thread::Builder::new()
            .spawn(move || woken.into_iter().try_for_each(|()| file.sync_data()))?;
        Ok(Self { wake, thread, unflushed: 0 })
    }

    fn count(&mut self, written: usize) {
        self.unflushed += written;
        if self.unflushed >= FLUSHED {
            self.unflushed = 0;
            // If it is still at the last one, the next will do.
            let _ = self.wake.try_send(());
        }
    }

    fn finish(self) -> io::Result<()> {
        drop(self.wake);
        self.thread.join().unwrap_or_else(|_| Err(io::Error::other("the flushing thread failed")))
    }
}

/// A new file beside the target that disappears unless it is renamed; with these permissions, less the umask, from the
/// start: who can open it while it is empty can read what is written later.
fn beside(target: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    let partial = builder.tempfile_in(directory)?;
    remove_on_interrupt(&partial)?;
    Ok(partial)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File { partial, flushing, .. } => {
                let written = partial.write(bytes)?;
                flushing.count(written);
                Ok(written)
            }
            Self::Spool { spool, .. } => spool.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File { partial, .. } => partial.flush(),
            Self::Spool { spool, .. } => spool.flush(),
        }
    }
}
