//! Where a path leads to: a regular file, which is replaced, or something special, which is written through.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What is to be written.
pub(crate) enum Target {
    /// A regular file, or none yet, and no link.
    Regular {
        path: PathBuf,
        /// The permissions of the file that is there.
        replaced: Option<Permissions>,
    },
    /// A pipe, a device, or a descriptor that the process already has.
    Special(File),
}

/// As many links as Linux follows.
const MAX_LINKS: u32 = 40;

impl Target {
    /// # Errors
    /// What the system says, `IsADirectory` for a directory, `InvalidInput` for a path that does not name a file.
    pub(crate) fn find(path: &Path) -> io::Result<Self> {
        // The system follows all links, and refuses those that it distrusts (`fs.protected_symlinks`).
        let replaced = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(directory()),
            Ok(found) if !found.is_file() => return special(path).map(Self::Special),
            Ok(found) => Some(found.permissions()),
            Err(why) if why.kind() == ErrorKind::NotFound => None,
            Err(why) => return Err(why),
        };
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
                return Err(directory());
            }
            // Not a link, or nothing: this is the name to use.
            let Ok(next) = fs::read_link(&path) else {
                if path.file_name().is_none() {
                    return Err(io::Error::new(ErrorKind::InvalidInput, "it names no file"));
                }
                if replaced.is_some() {
                    // Who may not write a file may not replace it either, although a rename asks for the directory only.
                    OpenOptions::new().write(true).open(&path)?;
                }
                return Ok(Self::Regular { path, replaced });
            };
            if stands_for_a_descriptor(&path) {
                return special(&path).map(Self::Special);
            }
            path = directory_of(&path).join(next);
        }
        Err(io::Error::new(ErrorKind::InvalidInput, "it leads through too many links"))
    }
}

fn directory() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "it is a directory; name a file in it")
}

/// The directory that a file is in.
pub(crate) fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The links in /proc/PID/fd stand for open files, whatever the path in them says.
fn stands_for_a_descriptor(link: &Path) -> bool {
    #[cfg(target_os = "linux")]
    {
        let found = rustix::fs::statfs(directory_of(link));
        found.is_ok_and(|found| found.f_type == rustix::fs::PROC_SUPER_MAGIC)
    }
    #[cfg(not(target_os = "linux"))]
    {
        directory_of(link) == Path::new("/dev/fd")
    }
}

/// Opens what is there for writing, and neither creates nor empties it. If it is what this process has as standard output or standard
/// error, that descriptor is used: it knows how much was already written, and a socket cannot be opened a second time.
fn special(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        use std::os::unix::fs::MetadataExt;
        let found = fs::metadata(path)?;
        for own in [io::stdout().as_fd().try_clone_to_owned(), io::stderr().as_fd().try_clone_to_owned()] {
            let own = File::from(own?);
            let same = own.metadata().is_ok_and(|own| (own.dev(), own.ino()) == (found.dev(), found.ino()));
            if same && is_writable(&own) {
                return Ok(own);
            }
        }
        // Behind what others wrote to the open file.
        OpenOptions::new().append(found.is_file()).write(true).open(path)
    }
    #[cfg(not(unix))]
    OpenOptions::new().write(true).open(path)
}

/// A terminal may be open for reading only.
#[cfg(unix)]
fn is_writable(file: &File) -> bool {
    use rustix::fs::OFlags;
    let flags = rustix::fs::fcntl_getfl(file);
    flags.is_ok_and(|flags| flags.intersects(OFlags::WRONLY | OFlags::RDWR))
}
