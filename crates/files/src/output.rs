//! A stream of any length that becomes visible all at once.

use crate::draft::Draft;
use crate::flushing::Flushing;
use crate::target::Target;
use std::fs::{File, Permissions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::{SpooledData, SpooledTempFile, spooled_tempfile};

/// So much is collected in memory before a temporary file is needed.
const SPOOLED: usize = 1 << 20;

/// An output in the making. Unless it is published, nothing of it is ever seen.
///
/// ```
/// use std::io::Write;
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("numbers");
/// let mut output = kdelta_files::Output::create(&path)?;
/// output.write_all(b"1\n2\n")?;
/// assert!(!path.exists());
/// output.publish()?;
/// assert_eq!(std::fs::read(&path)?, b"1\n2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Output(Destination);

enum Destination {
    Regular {
        draft: Draft,
        path: PathBuf,
        replaced: Option<Permissions>,
        flushing: Flushing,
    },
    /// What cannot be taken back is collected first: in memory, then in an unnamed temporary file.
    Special {
        file: File,
        spool: SpooledTempFile,
    },
}

impl Output {
    /// To a file, or to the special file that is there.
    ///
    /// # Errors
    /// What the system says, with the kind `IsADirectory` for a directory.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self(match Target::find(path)? {
            Target::Regular { path, replaced } => {
                let draft = Draft::beside(&path)?;
                Destination::Regular { draft, path, replaced, flushing: Flushing::default() }
            }
            Target::Special(file) => Destination::Special { file, spool: spooled_tempfile(SPOOLED) },
        }))
    }

    /// To standard output.
    ///
    /// # Errors
    /// What the system says, or that standard output was closed when the program began.
    pub fn standard() -> io::Result<Self> {
        #[cfg(unix)]
        let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
        #[cfg(target_os = "linux")]
        if was_closed(&own)? {
            let why = "it is closed, or it is /dev/null open for reading as well, as Rust replaces a closed one; name a file";
            return Err(io::Error::new(io::ErrorKind::NotConnected, why));
        }
        #[cfg(windows)]
        let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
        Ok(Self(Destination::Special { file: own.into(), spool: spooled_tempfile(SPOOLED) }))
    }

    /// True if a failure to publish leaves nothing visible; false if a part may have gone out that cannot be taken back.
    #[must_use]
    pub const fn is_all_or_nothing(&self) -> bool {
        matches!(self.0, Destination::Regular { .. })
    }

    /// Makes all of it visible.
    ///
    /// # Errors
    /// What the system says.
    pub fn publish(self) -> io::Result<()> {
        match self.0 {
            Destination::Regular { draft, path, replaced, flushing } => {
                flushing.finish()?;
                draft.publish(&path, replaced)
            }
            Destination::Special { mut file, mut spool } => {
                spool.rewind()?;
                match spool.into_inner() {
                    SpooledData::InMemory(bytes) => file.write_all(bytes.get_ref()),
                    SpooledData::OnDisk(mut spool) => io::copy(&mut spool, &mut file).map(drop),
                }
            }
        }
    }
}

/// Before `main` Rust opens `/dev/null` for reading and writing where standard output is closed: everything written would be lost
/// without an error. Somebody who wants that redirects to `/dev/null`, which opens it for writing alone.
#[cfg(target_os = "linux")]
fn was_closed(file: &std::os::fd::OwnedFd) -> io::Result<bool> {
    use rustix::fs::{OFlags, fcntl_getfl, fstat, major, minor};
    let device = fstat(file)?.st_rdev;
    let is_null = (major(device), minor(device)) == (1, 3);
    Ok(is_null && fcntl_getfl(file)? & OFlags::RWMODE == OFlags::RDWR)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Destination::Regular { draft, flushing, .. } => {
                let written = draft.file().write(bytes)?;
                flushing.count(written, draft.file());
                Ok(written)
            }
            Destination::Special { spool, .. } => spool.write(bytes).map_err(|why| {
                let directory = std::env::temp_dir();
                let text = format!(
                    "it is collected in {} first: {why}; name another directory by TMPDIR",
                    directory.display()
                );
                io::Error::new(why.kind(), text)
            }),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Destination::Regular { draft, .. } => draft.file().flush(),
            Destination::Special { spool, .. } => spool.flush(),
        }
    }
}
