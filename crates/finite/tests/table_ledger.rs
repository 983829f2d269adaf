//! The ledgers of the table kernels, derived again: cell by cell, operation by operation, in exact rationals.
//!
//! Two halves. `bound` follows the kernel's operations with a magnitude and an error for each intermediate value, and so
//! bounds the error for **every** input of a cell. `replay` executes the same operations on one input with correctly
//! rounded rationals; it must agree with the kernel bit for bit, so that the operations bounded are the operations run.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta_finite::ledger::{Ledger, Unit};
use kdelta_finite::ln::table::{
    COEFFICIENTS_32, COEFFICIENTS_64, LARGEST_K_64, LEDGER_F32, LEDGER_F64, Unit32, Unit64, minus_ln_f32,
    minus_ln_f64,
};
use kdelta_finite::ln::table_data::{
    CELLS_32, CELLS_64, LN_2_HIGH_32, LN_2_HIGH_64, LN_2_LOW_32, LN_2_LOW_64,
};
use kdelta_oracle::enclosure::{Enclosure, ln, ln_two};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::{Seeded, binade, exact, q, round, sum};

const BITS: u32 = 256;

struct Cell {
    first: Rational,
    last: Rational,
    inverse: Rational,
    high: Rational,
    low: Rational,
}

/// A kernel as data: everything that the two halves need.
struct Kernel {
    precision: i32,
    /// Significant bits of m₁ and of c.
    head_bits: i32,
    inverse_bits: i32,
    high_bits: i32,
    largest_k: i64,
    cells: Vec<Cell>,
    ln_two: [Rational; 2],
    coefficients: Vec<Rational>,
    ledger: Ledger,
}

fn kernel(
    parts: [i32; 4],
    largest_k: i64,
    cells: Vec<[Rational; 3]>,
    ln_two: [Rational; 2],
    coefficients: Vec<Rational>,
    ledger: Ledger,
) -> Kernel {
    let [precision, head_bits, inverse_bits, high_bits] = parts;
    let count = cells.len();
    let cells = cells.into_iter().enumerate().map(|(i, [inverse, high, low])| {
        let position = 11 * count / 8 + i;
        let (above, below) =
            if position < 2 * count { (position, 2 * count) } else { (position - count, count) };
        let at = |n: usize| Rational::new(n.into(), below.into());
        Cell { first: at(above), last: at(above + 1), inverse, high, low }
    });
    let cells = cells.collect();
    Kernel { precision, head_bits, inverse_bits, high_bits, largest_k, cells, ln_two, coefficients, ledger }
}

fn f64_kernel() -> Kernel {
    kernel(
        [53, 27, 11, 42],
        LARGEST_K_64.into(),
        CELLS_64.iter().map(|c| [c.inverse, c.high, c.low].map(exact)).collect(),
        [LN_2_HIGH_64, LN_2_LOW_64].map(exact),
        COEFFICIENTS_64.map(exact).to_vec(),
        LEDGER_F64,
    )
}

fn f32_kernel() -> Kernel {
    kernel(
        [24, 12, 9, 16],
        64,
        CELLS_32.iter().map(|c| [c.inverse, c.high, c.low].map(|x| exact(x.into()))).collect(),
        [LN_2_HIGH_32, LN_2_LOW_32].map(|x| exact(x.into())),
        COEFFICIENTS_32.map(|x| exact(x.into())).to_vec(),
        LEDGER_F32,
    )
}

fn magnitude(x: &Rational) -> Rational {
    if x < &q("0") { -x } else { x.clone() }
}

/// The largest distance between a number and what an enclosure encloses.
fn distance(x: &Rational, of: &Enclosure) -> Rational {
    magnitude(&(of.lo() - x)).max(magnitude(&(of.hi() - x)))
}

/// A computed value: at most `size` in magnitude, at most `error` away from what it stands for.
#[derive(Clone)]
struct Tracked {
    size: Rational,
    error: Rational,
}

impl Kernel {
    /// Rounding a number of magnitude at most x: half a unit in the last place of its binade.
    fn half_unit(&self, x: &Rational) -> Rational {
        if x == &q("0") { q("0") } else { dyadic(1, binade(x) - self.precision) }
    }

    fn rounded(&self, size: Rational, error: Rational) -> Tracked {
        let rounding = self.half_unit(&size);
        Tracked { size: size + &rounding, error: error + rounding }
    }

    /// a ± b, rounded.
    fn add(&self, a: &Tracked, b: &Tracked) -> Tracked {
        self.rounded(&a.size + &b.size, &a.error + &b.error)
    }

    /// a·b, rounded: |ab − a*b*| ≤ |a − a*||b| + |a*||b − b*|.
    fn times(&self, a: &Tracked, b: &Tracked) -> Tracked {
        let error = &a.error * &b.size + (&a.size + &a.error) * &b.error;
        self.rounded(&a.size * &b.size, error)
    }

    /// Bounds |s + ((p + low) + t) − (−ln v)| before the last rounding, for every v whose m lies in the cell.
    fn bound(&self, cell: &Cell) -> Rational {
        let one = q("1");
        let at = |m: &Rational| magnitude(&(m * &cell.inverse - &one));
        let ideal_r = at(&cell.first).max(at(&cell.last)); // m·c − 1 is linear in m
        // m₁·c, m₁·c − 1 and (m − m₁)·c are exact: their bits fit.
        assert!(self.head_bits + self.inverse_bits <= self.precision);
        assert!(self.precision - self.head_bits + self.inverse_bits <= self.precision);
        assert!(ideal_r < dyadic(1, -2), "Sterbenz, with room");
        // Where c = 1 the sum is m − 1, a multiple of the last place of m and shorter than m: exact.
        let rounding = if cell.inverse == one { q("0") } else { self.half_unit(&ideal_r) };
        let r = Tracked { size: &ideal_r + &rounding, error: q("0") }; // the rest is a function of the r computed
        let moved = &rounding / (&one - &r.size); // |ln(1+R) − ln(1+r)|

        // w = k·ln2_high + high is exact, and Fast2Sum applies: w = 0 or |w| ≥ |r|. k = 0 needs v < 1.
        let [ln_two_high, ln_two_low] = &self.ln_two;
        let k = Rational::from_integer(self.largest_k.into());
        let largest_w = &k * ln_two_high + magnitude(&cell.high);
        assert!(largest_w < dyadic(1, self.precision - self.high_bits));
        for part in [ln_two_high, &cell.high] {
            assert!((part * dyadic(1, self.high_bits)).is_integer());
        }
        if cell.last <= one {
            assert!(cell.high >= r.size || cell.high == q("0") && cell.inverse == one, "k = 0");
        }
        assert!(ln_two_high + &cell.high >= r.size, "k ≥ 1");
        let t = Tracked { size: self.half_unit(&(largest_w + &r.size)), error: q("0") };

        // k·ln2_low + low.
        let of_ln_two = distance(&(ln_two_high + ln_two_low), &ln_two(BITS).unwrap());
        let of_cell = distance(&(&cell.high + &cell.low), &ln(&cell.inverse, BITS).unwrap());
        let product = self.times(
            &Tracked { size: k, error: q("0") },
            &Tracked { size: magnitude(ln_two_low), error: of_ln_two },
        );
        let low = self.add(&product, &Tracked { size: magnitude(&cell.low), error: of_cell });

        // The polynomial, in pairs from the highest.
        let z = self.times(&r, &r);
        let coefficient = |i: usize| {
            let c = &self.coefficients[i];
            let ideal = Rational::new(1.into(), (i + 2).into());
            Tracked { size: c.clone(), error: magnitude(&(c - ideal)) }
        };
        let pair = |i: usize| self.add(&coefficient(i), &self.times(&r, &coefficient(i + 1)));
        let count = self.coefficients.len();
        let mut sum = pair(count - 2);
        for i in (0..count - 2).step_by(2).rev() {
            sum = self.add(&pair(i), &self.times(&z, &sum));
        }
        let p = self.times(&z, &sum);
        // Σ_{i>n} r^i/i ≤ r^(n+1)/((n+1)(1−r)), n = count + 1 the last power of the series.
        let next = i32::try_from(count + 2).unwrap();
        let cut = r.size.pow(next) / (Rational::from_integer(next.into()) * (&one - &r.size));

        let correction = self.add(&self.add(&p, &low), &t);
        moved + cut + correction.error
    }

    /// Whether the ledger covers the bound of every cell, and the largest bound.
    ///
    /// With E the error before the last rounding and h = 2^-p: E + h(ℓ+E)/(1+h) ≤ E(1+h) + hℓ; one more factor 1+h is
    /// kept for the product with b.
    fn covered(&self) -> (bool, Rational) {
        let worst = self.cells.iter().map(|cell| self.bound(cell)).max().unwrap();
        let h = dyadic(1, -self.precision);
        let factor = (q("1") + &h) * (q("1") + &h);
        assert_eq!(sum(&[self.ledger], Unit::Magnitude), h, "the last rounding");
        (&worst * factor <= sum(&[self.ledger], Unit::Scale), worst)
    }

    /// The kernel's operations on one input, each correctly rounded.
    fn replay(&self, v: &Rational) -> Rational {
        let rn = |x: Rational| round(&x, self.precision);
        let one = q("1");
        let (mut k, mut m) = (q("0"), v.clone());
        while m < q("11/16") {
            m *= q("2");
            k += &one;
        }
        let cell = self.cells.iter().find(|cell| cell.first <= m && m < cell.last).unwrap();
        let unit = dyadic(1, binade(&m) + 1 - self.head_bits);
        let head = (&m / &unit).floor() * unit;
        let r = rn(rn(rn(&head * &cell.inverse) - &one) + rn(rn(&m - &head) * &cell.inverse));
        let w = rn(rn(&k * &self.ln_two[0]) + &cell.high);
        let s = rn(&w - &r);
        let t = rn(rn(&w - &s) - &r);
        let low = rn(rn(&k * &self.ln_two[1]) + &cell.low);
        let z = rn(&r * &r);
        let pair = |i: usize| rn(&self.coefficients[i] - rn(&r * &self.coefficients[i + 1]));
        let count = self.coefficients.len();
        let mut sum = pair(count - 2);
        for i in (0..count - 2).step_by(2).rev() {
            sum = rn(pair(i) + rn(&z * sum));
        }
        let p = rn(z * sum);
        rn(s + rn(rn(p + low) + t))
    }
}

/// The ledger is at least the derived bound, and at most twice it.
#[test]
fn ledgers_cover_every_cell_and_are_not_loose() {
    for kernel in [f64_kernel(), f32_kernel()] {
        let (covered, worst) = kernel.covered();
        assert!(covered, "p = {}", kernel.precision);
        assert!(worst >= sum(&[kernel.ledger], Unit::Scale) / q("2"), "p = {}: loose", kernel.precision);
    }
}

/// Controls: a wrong coefficient, a table entry off by one last place of its high part, a ledger without one term.
#[test]
fn mutations_are_noticed() {
    let mut seventh = f64_kernel();
    seventh.coefficients[5] = q("1/8");
    assert!(!seventh.covered().0, "1/8 for 1/7");
    let mut fifth = f32_kernel();
    fifth.coefficients[3] = q("1/6");
    assert!(!fifth.covered().0, "1/6 for 1/5");
    for mut table in [f64_kernel(), f32_kernel()] {
        table.cells[7].high += dyadic(1, -table.high_bits);
        assert!(!table.covered().0, "a table entry");
        let mut constant = f64_kernel();
        constant.ln_two[1] = -constant.ln_two[1].clone();
        assert!(!constant.covered().0, "ln 2");
    }
    for mut kernel in [f64_kernel(), f32_kernel()] {
        let [last, _, rest @ ..] = kernel.ledger.terms else { panic!("terms") };
        let terms: Vec<_> = std::iter::once(*last).chain(rest.iter().copied()).collect();
        kernel.ledger = Ledger { terms: Box::leak(terms.into_boxed_slice()) };
        assert!(!kernel.covered().0, "without the term of r");
    }
}

#[test]
fn f64_kernel_runs_the_operations_that_are_bounded() {
    let (kernel, mut bits) = (f64_kernel(), Seeded(64));
    let near_one =
        |bits: &mut Seeded| 1.0 - f64::from_bits((971 + bits.next() % 51) << 52 | bits.next() >> 12);
    for i in 0..6000 {
        let v = match i % 3 {
            0 => near_one(&mut bits),
            1 => f64::from_bits((1022 - bits.next() % 1000) << 52 | bits.next() >> 12),
            _ => f64::from_bits(1022 << 52 | bits.next() >> 12),
        };
        let Some(unit) = Unit64::new(v) else { continue };
        assert_eq!(exact(minus_ln_f64(unit)), kernel.replay(&exact(v)), "{v:e}");
    }
}

#[test]
fn f32_kernel_runs_the_operations_that_are_bounded() {
    let (kernel, mut bits) = (f32_kernel(), Seeded(32));
    for _ in 0..6000 {
        let pattern = 0x1f80_0000 + u32::try_from(bits.next() % 0x2000_0000).unwrap();
        let v = f32::from_bits(pattern);
        let computed = minus_ln_f32(Unit32::new(v).unwrap());
        assert_eq!(exact(computed.into()), kernel.replay(&exact(v.into())), "{v:e}");
    }
}

/// The kernel against the oracle's ln itself, where the ledger is used up most: results of one binade, and near 1.
#[test]
fn f64_kernel_stays_within_the_ledger_against_enclosures() {
    let (absolute, relative) = (sum(&[LEDGER_F64], Unit::Scale), sum(&[LEDGER_F64], Unit::Magnitude));
    let (mut bits, mut tightest) = (Seeded(9), q("0"));
    for i in 0..6000 {
        let v =
            f64::from_bits((1022 - if i % 2 == 0 { bits.next() % 76 } else { 0 }) << 52 | bits.next() >> 12);
        let ideal = ln(&exact(v), 96).unwrap().negated();
        let error = distance(&exact(minus_ln_f64(Unit64::new(v).unwrap())), &ideal);
        let bound = &absolute + &relative * ideal.lo();
        assert!(error <= bound, "{v:e}");
        tightest = tightest.max(error / bound);
    }
    assert!(tightest > q("3/4"), "the ledger is loose");
}
