//! Work on several threads, or on as many as the system grants: a container may limit their number. One is always there, the caller's.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// As many threads as can run at once.
#[must_use]
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Runs `work` on this thread and on up to `threads` − 1 others at the same time, and returns when all have returned. What there is to do
/// has to be shared by `work` itself, so that fewer threads do the same.
///
/// A panic in `work` goes on in the caller, after the other threads.
pub fn together(threads: usize, work: impl Fn() + Sync) {
    together_by(Builder::new, threads, work);
}

fn together_by(builder: impl Fn() -> Builder, threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Where one more thread is refused, the next would be, too.
            if builder().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}

/// The results of `work` on each item, in the order of the items, on all cores.
///
/// A panic in `work` goes on in the caller, after the other threads.
pub fn map<T, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let (items, results) = (Mutex::new(items.into_iter().enumerate()), Mutex::new(Vec::new()));
    together(available(), || {
        loop {
            let Some((i, item)) = lock(&items).next() else { break };
            let result = work(item);
            lock(&results).push((i, result));
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

/// A thread that panics leaves nothing half done in these.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A stack that no machine has stands for a system that grants no thread.
    #[test]
    fn without_any_other_thread_the_caller_does_all_the_work() {
        let refused = || Builder::new().stack_size(1 << 62);
        assert!(refused().spawn(|| ()).is_err(), "the seam refuses threads");
        let caller = std::thread::current().id();
        let times = AtomicUsize::new(0);
        together_by(refused, 8, || {
            assert_eq!(std::thread::current().id(), caller);
            times.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(times.into_inner(), 1);
    }

    #[test]
    fn as_many_threads_as_asked_for_work_at_the_same_time() {
        for threads in [1, 2, 5] {
            // Each waits for all others.
            let all = std::sync::Barrier::new(threads);
            together(threads, || {
                all.wait();
            });
        }
        let times = AtomicUsize::new(0);
        together(0, || {
            times.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(times.into_inner(), 1, "one thread is always there");
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let squares = map(0..1000_u64, |i| i * i);
        assert_eq!(squares, (0..1000_u64).map(|i| i * i).collect::<Vec<_>>());
        assert!(map(0..0_u64, |i| i).is_empty());
    }

    #[test]
    fn a_panic_is_not_lost() {
        let outcome = std::panic::catch_unwind(|| map(0..100, |i| assert_ne!(i, 57)));
        assert!(outcome.is_err());
    }
}
