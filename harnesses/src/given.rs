//! Where the inputs of a statement come from: symbolic under Kani, one point of a domain after the other
//! under `cargo test`.

/// A source of inputs. A statement asks it for one input after the other; all answers that it can get are its
/// domain.
pub trait Given {
    /// Any word of `n` bits, 1 ≤ n ≤ 64.
    fn bits(&mut self, n: u32) -> u64;

    /// Any integer from low to high, both included.
    fn between(&mut self, low: i64, high: i64) -> i64;

    /// Any i64.
    fn word(&mut self) -> i64 {
        self.bits(64).cast_signed()
    }

    /// Any f64, by bit pattern: infinities and NaN too.
    fn float(&mut self) -> f64 {
        f64::from_bits(self.bits(64))
    }

    /// An f64 of few bits: each sign, every exponent from `low` to `high`, the `top` leading and the `last`
    /// trailing bits of the fraction, zeros between. Ties, neighbours of ties and changes of binade are all
    /// of this form.
    fn sparse(&mut self, low: i64, high: i64, top: u32, last: u32) -> f64 {
        let exponent = (self.between(low, high) + 1023).cast_unsigned();
        let sign = self.bits(1);
        let fraction = if top == 0 { 0 } else { self.bits(top) << (52 - top) };
        let fraction = if last == 0 { fraction } else { fraction | self.bits(last) };
        f64::from_bits(sign << 63 | exponent << 52 | fraction)
    }
}

/// Runs the body at `value` if that is below n, and returns false otherwise. Each value is a case of its own,
/// so that a model checker computes with constants where it would have to multiply symbols.
pub fn case_by_case(n: u64, value: u64, mut body: impl FnMut(u64) -> bool) -> bool {
    let mut each = 0;
    while each < n {
        if each == value {
            return body(each);
        }
        each += 1;
    }
    false
}

/// Symbolic inputs: every value at once.
#[cfg(kani)]
pub struct Symbolic;

#[cfg(kani)]
impl Given for Symbolic {
    fn bits(&mut self, n: u32) -> u64 {
        let word: u64 = kani::any();
        word & (u64::MAX >> (64 - n))
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        let x: i64 = kani::any();
        kani::assume(low <= x && x <= high);
        x
    }
}
