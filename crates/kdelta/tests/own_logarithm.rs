//! A logarithm of the user's: accepted if its ledger holds at every point, refused with the point where it
//! does not.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use kdelta::{Error, ErrorLedger, Exhausted, Laplace, Logarithm, Own, Rational, Term, Uniform, Unit};
use kdelta_oracle::enclosure::ln;
use kdelta_oracle::number::dyadic;
use kdelta_testkit::{Seeded, exact, q};

const fn ledger(terms: &'static [Term]) -> ErrorLedger {
    ErrorLedger { terms }
}

const fn term(unit: Unit, mantissa: u64, exponent: i32) -> Term {
    Term { name: "stated", unit, mantissa, exponent }
}

macro_rules! logarithm {
    ($name:ident, $ledger:expr, $minus_ln:expr) => {
        #[derive(Debug, Clone, Copy)]
        struct $name;

        impl Logarithm for $name {
            const LEDGER: ErrorLedger = ledger($ledger);

            fn minus_ln(v: f64) -> f64 {
                let minus_ln: fn(f64) -> f64 = $minus_ln;
                minus_ln(v)
            }
        }
    };
}

logarithm!(Standard, &[term(Unit::Magnitude, 1, -52), term(Unit::Scale, 1, -70)], |v| -v.ln());
logarithm!(Hopeful, &[term(Unit::Magnitude, 1, -54)], |v| -v.ln());
logarithm!(OneBad, &[term(Unit::Scale, 1, -50)], |v| if v == 0.25 + 1.0 / 65536.0 { 1.386 } else { -v.ln() });
logarithm!(Cut, &[term(Unit::Scale, 1, -1)], |v| if v > 0.6 { 0.0 } else { -v.ln() });
logarithm!(Signed, &[term(Unit::Scale, 1, 0)], |v| v.ln());
logarithm!(Absolute, &[term(Unit::One, 1, -50)], |v| -v.ln());
logarithm!(Wild, &[term(Unit::Magnitude, 1, 0)], |v| -v.ln());

/// −ln v to 200 bits, from below.
fn minus_ln(v: f64) -> Rational {
    ln(&exact(v), 200).unwrap().negated().lo().clone()
}

#[test]
fn a_ledger_that_holds_is_evidence() {
    let evidence = Exhausted::<Standard, 16>::check().unwrap();
    assert_eq!(evidence.points(), 1 << 15);
    // The largest error is that of a point, within 2^-69.
    let worst = (1..1_u32 << 16).step_by(2).map(|a| {
        let v = f64::from(a) / 65536.0;
        let error = exact(-v.ln()) - minus_ln(v);
        if error < q("0") { -error } else { error }
    });
    let worst = worst.max().unwrap();
    let found = evidence.largest_error().value();
    assert!(found >= &worst && found < &(&worst + dyadic(1, -69)));
}

#[test]
fn a_ledger_that_does_not_hold_is_refused_with_its_witness() {
    let Err(Error::Logarithm(witness)) = Exhausted::<Hopeful, 16>::check() else { panic!() };
    let error = exact(witness.output) - minus_ln(witness.input);
    let error = if error < q("0") { -error } else { error };
    assert!(error > dyadic(1, -54) * minus_ln(witness.input), "the witness breaks the ledger");
    assert!(witness.error <= error && witness.error > witness.allowed);
    assert_eq!(witness.output, -witness.input.ln());
    let message = Error::Logarithm(witness).to_string();
    assert!(message.contains("off by at least") && message.contains("; correct the logarithm"), "{message}");

    // One wrong value among 2^15, and no other.
    let Err(Error::Logarithm(witness)) = Exhausted::<OneBad, 16>::check() else { panic!() };
    assert_eq!((witness.input, witness.output), (0.25 + 1.0 / 65536.0, 1.386));
    assert!(Exhausted::<OneBad, 15>::check().is_ok(), "a coarser grid does not have that point");

    // A half at most: −ln 0.6 is 0.51.
    let Err(Error::Logarithm(witness)) = Exhausted::<Cut, 16>::check() else { panic!() };
    assert!(witness.input > 0.6 && witness.input < 0.6066);
}

#[test]
fn what_is_no_logarithm_is_refused() {
    let error = Exhausted::<Signed, 8>::check().unwrap_err();
    assert!(matches!(error, Error::NoLogarithm { .. }), "{error}");
    assert!(error.to_string().contains("; return"), "{error}");
    for error in [Exhausted::<Absolute, 8>::check().unwrap_err(), Exhausted::<Wild, 8>::check().unwrap_err()]
    {
        assert!(matches!(error, Error::Ledger { .. }) && error.to_string().contains("; state"), "{error}");
    }
}

/// A mechanism on a logarithm of the user's is certified from that ledger, and releases by it.
#[test]
fn a_mechanism_is_built_on_it() {
    let evidence = Exhausted::<Standard, 20>::check().unwrap();
    let laplace = Laplace::<f64>::builder()
        .epsilon("1/4")
        .sensitivity(1)
        .answers(0, 10)
        .window(-10, 20)
        .grid(1)
        .logarithm(&evidence)
        .build()
        .unwrap();
    let guarantee = laplace.guarantee();
    // A·b and R·(ρ_M + b), the product's rounding on top.
    let farthest = guarantee.reach.value() + &guarantee.scale;
    let stated = dyadic(1, -70) * &guarantee.scale + dyadic(1, -52) * &farthest;
    assert!(guarantee.error.value() > &stated && guarantee.error.value() < &(&stated * q("2")));
    assert_eq!(guarantee.bias.value(), &dyadic(1, -21));
    assert_eq!(Own::<Standard, 20>::ENTROPY_BYTES, 4);
    assert!((0..100).all(|seed| laplace.release(7.0, &mut Seeded(seed)).is_ok()));
}
