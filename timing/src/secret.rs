//! What is secret, as memcheck is told: memory that counts as never initialised. A branch or an address that depends on such memory
//! is reported. Outside memcheck nothing here has an effect.

use crabgrind::memcheck::{MemState, mark_mem, vbits};
use std::hint::black_box;

/// From here on this value is secret.
pub fn hide<T: ?Sized>(value: &mut T) {
    mark(value, MemState::Undefined);
}

/// From here on this value is public.
pub fn reveal<T: ?Sized>(value: &mut T) {
    mark(value, MemState::Defined);
}

fn mark<T: ?Sized>(value: &mut T, state: MemState) {
    // Only memcheck answers; where another tool runs, or none, everything stays public.
    let _ = mark_mem((&raw mut *value).cast(), size_of_val(value), state);
}

/// Whether every bit is secret; `None` where no memcheck is running.
pub fn is_hidden<T: ?Sized>(value: &mut T) -> Option<bool> {
    let mut bits = vec![0_u8; size_of_val(value)];
    vbits((&raw mut *value).cast(), black_box(&mut bits).as_mut_ptr(), bits.len()).ok()?;
    Some(black_box(bits).iter().all(|&byte| byte == 0xff))
}
