//! Flushes to the disk while more is being written, so that little is left to wait for at the end.

use std::fs::File;
use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

/// So many bytes are worth a flush.
const FLUSHED: usize = 8 << 20;

/// Counts what is written to one file.
#[derive(Default)]
pub(crate) struct Flushing {
    unflushed: usize,
    /// Since the first flush. None also if no thread could be had: then all is flushed at the end.
    thread: Option<(SyncSender<()>, JoinHandle<io::Result<()>>)>,
    begun: bool,
}

impl Flushing {
    /// So many bytes more were written to the file.
    pub(crate) fn count(&mut self, written: usize, file: &File) {
        self.unflushed += written;
        if self.unflushed < FLUSHED {
            return;
        }
        self.unflushed = 0;
        if !self.begun {
            self.begun = true;
            self.thread = begin(file).ok();
        }
        if let Some((wake, _)) = &self.thread {
            // If it is still at the last one, the next will do.
            let _ = wake.try_send(());
        }
    }

    /// Waits for the last flush, and tells whether all of them succeeded. What was written since then is not flushed.
    pub(crate) fn finish(self) -> io::Result<()> {
        let Some((wake, thread)) = self.thread else { return Ok(()) };
        drop(wake);
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the flushing thread failed")))
    }
}

fn begin(file: &File) -> io::Result<(SyncSender<()>, JoinHandle<io::Result<()>>)> {
    let (wake, woken) = sync_channel(1);
    let file = file.try_clone()?;
    let thread =
        std::thread::Builder::new().spawn(move || woken.into_iter().try_for_each(|()| file.sync_data()))?;
    Ok((wake, thread))
}
