//! A file in the making: without a name where the system has such files, else with a name that disappears unless it is published.

use crate::signals::Partial;
use crate::sync_directory;
use crate::target::directory_of;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Seek};
use std::path::Path;

/// A file in the making, which only its owner can read.
pub(crate) struct Draft {
    file: File,
    /// Its name, if it has one.
    partial: Option<Partial>,
    /// What any new file in this directory is permitted.
    new: Permissions,
}

impl Draft {
    /// In the directory of the target, so that it can be moved there in one step.
    pub(crate) fn beside(target: &Path) -> io::Result<Self> {
        match Self::unnamed(directory_of(target)) {
            Ok(draft) => Ok(draft),
            Err(_) => Self::named(target),
        }
    }

    #[cfg(target_os = "linux")]
    fn unnamed(directory: &Path) -> io::Result<Self> {
        use std::os::unix::fs::OpenOptionsExt;
        let unnamed = rustix::fs::OFlags::TMPFILE.bits().cast_signed();
        let file = OpenOptions::new().read(true).write(true).custom_flags(unnamed).open(directory)?;
        // The system has applied the umask, or the default access list of the directory.
        let new = file.metadata()?.permissions();
        file.set_permissions(private())?;
        Ok(Self { file, partial: None, new })
    }

    #[cfg(not(target_os = "linux"))]
    fn unnamed(_: &Path) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn named(target: &Path) -> io::Result<Self> {
        // An empty file shows what a new one is permitted. That could not be the draft: who opens it now could read it later.
        let (probe, removed) = Partial::make(target, |path| create(path, 0o666))?;
        let new = probe.metadata()?.permissions();
        drop(removed);
        let (file, partial) = Partial::make(target, |path| create(path, 0o600))?;
        Ok(Self { file, partial: Some(partial), new })
    }

    pub(crate) const fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts the file in the place of the target, when its content is on the disk.
    pub(crate) fn publish(self, target: &Path, replaced: Option<Permissions>) -> io::Result<()> {
        self.put(target, replaced)?;
        // The new name goes to the disk as well. It is published by now; a directory that cannot be opened changes nothing of that.
        let _ = sync_directory(target);
        Ok(())
    }

    /// The same without waiting for the new name to be on the disk.
    pub(crate) fn put(mut self, target: &Path, replaced: Option<Permissions>) -> io::Result<()> {
        let is_new = replaced.is_none();
        self.file.set_permissions(replaced.unwrap_or_else(|| self.new.clone()))?;
        // Some file systems notice only now that they are full.
        self.file.sync_all()?;
        match self.partial.take() {
            Some(partial) => partial.publish(target)?,
            None => self.publish_unnamed(target, is_new)?,
        }
        Ok(())
    }

    fn publish_unnamed(self, target: &Path, is_new: bool) -> io::Result<()> {
        if is_new && link(&self.file, target).is_ok() {
            return Ok(());
        }
        // A link does not replace a file, but a name beside it can be moved there.
        if let Ok(((), partial)) = Partial::make(target, |path| link(&self.file, path)) {
            return partial.publish(target);
        }
        self.publish_copy(target)
    }

    /// Without /proc, and on some file systems, an unnamed file cannot get a name any more; a copy has one.
    fn publish_copy(mut self, target: &Path) -> io::Result<()> {
        let (mut copy, partial) = Partial::make(target, |path| create(path, 0o600))?;
        self.file.rewind()?;
        io::copy(&mut self.file, &mut copy)?;
        copy.set_permissions(self.file.metadata()?.permissions())?;
        copy.sync_all()?;
        partial.publish(target)
    }
}

/// A new file of this mode, less what the umask forbids.
fn create(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)
}

/// Gives an unnamed file a name.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let own = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, own, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// For the owner only.
#[cfg(target_os = "linux")]
fn private() -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(0o600)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    /// The name of every file in a directory.
    fn names(directory: &Path) -> Vec<String> {
        let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    /// What a new file would be permitted here.
    fn new_mode(directory: &Path) -> u32 {
        let path = directory.join("ordinary");
        fs::write(&path, "").unwrap();
        let found = mode(&path);
        fs::remove_file(&path).unwrap();
        found
    }

    /// Both forms of a draft, where the system has both, one after the other.
    fn drafts(target: &Path) -> impl Iterator<Item = Draft> {
        let makers = [|target: &Path| Draft::unnamed(directory_of(target)), Draft::named];
        makers.into_iter().filter_map(move |make| match make(target) {
            Ok(draft) => Some(draft),
            Err(why) => {
                println!("no unnamed files here: {why}");
                None
            }
        })
    }

    #[test]
    fn a_draft_is_private_until_published_and_then_as_permitted_as_a_new_file() {
        let place = tempfile::tempdir().unwrap();
        for (i, mut draft) in drafts(&place.path().join("x")).enumerate() {
            let target = place.path().join(format!("target-{i}"));
            draft.file().write_all(b"whole").unwrap();
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(draft.file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(
                names(place.path()).iter().any(|name| name.ends_with(".partial")),
                draft.partial.is_some()
            );
            draft.publish(&target, None).unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"whole");
            assert_eq!(mode(&target), new_mode(place.path()));
        }
        assert!(names(place.path()).iter().all(|name| name.starts_with("target-")));
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let place = tempfile::tempdir().unwrap();
        for mut draft in drafts(&place.path().join("target")) {
            draft.file().write_all(b"part").unwrap();
            drop(draft);
        }
        assert!(names(place.path()).is_empty());
    }

    #[test]
    fn a_file_that_cannot_get_a_name_is_copied() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("target");
        fs::write(&target, "old").unwrap();
        for mut draft in drafts(&target) {
            draft.file().write_all(b"whole").unwrap();
            draft.file.set_permissions(draft.new.clone()).unwrap();
            draft.publish_copy(&target).unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"whole");
            assert_eq!(mode(&target), new_mode(place.path()));
        }
        assert_eq!(names(place.path()), ["target"]);
    }

    #[test]
    fn a_name_that_appears_meanwhile_is_replaced_and_a_directory_is_not() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("target");
        for mut draft in drafts(&target) {
            draft.file().write_all(b"new").unwrap();
            fs::write(&target, "appeared").unwrap();
            draft.publish(&target, None).unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"new");
        }
        fs::remove_file(&target).unwrap();
        for mut draft in drafts(&target) {
            draft.file().write_all(b"new").unwrap();
            fs::create_dir_all(&target).unwrap();
            assert!(draft.publish(&target, None).is_err());
        }
        assert_eq!(names(place.path()), ["target"]);
    }
}
