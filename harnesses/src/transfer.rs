//! Theorem T and what follows from it (THEORY 1.7, 1.8; paper 7): the law of the 8-bit mechanism of
//! [`crate::release`] against the ideal law, and the transfer of two notions of privacy on small laws.
//!
//! *The mechanism.* Every one of its 256 draws is released by the code that ships, for every answer; each
//! output, ∞ included, has then a probability count/256. The oracle encloses the ideal probability of the
//! same output and derives κ₊ and κ₋ from the ledger of the code, by every form of Theorem T. It needs a
//! heap, so Kani does not take part.
//!
//! *The laws.* Two or three outputs with small whole weights, e^κ₊ = e^κ₋ = 2. Only integers occur, and Kani
//! proves the same for weights of four bits.

/// The weights of the outputs under two inputs, ideal and finite, not normalised: no line of THEORY 1.8 that
/// is stated here needs it.
#[derive(Clone, Copy, Debug)]
pub struct Laws<const OUTPUTS: usize> {
    /// P₁ and P₂.
    pub ideal: [[u32; OUTPUTS]; 2],
    /// P′₁ and P′₂.
    pub finite: [[u32; OUTPUTS]; 2],
}

impl<const OUTPUTS: usize> Laws<OUTPUTS> {
    /// Whether ½·P ≤ P′ ≤ 2·P for every output of both laws.
    #[must_use]
    pub fn are_close(&self) -> bool {
        let mut close = true;
        for (ideal, finite) in self.ideal.iter().zip(&self.finite) {
            for (ideal, finite) in ideal.iter().zip(finite) {
                close &= *finite <= 2 * ideal && *ideal <= 2 * finite;
            }
        }
        close
    }
}

/// The weight of the outputs whose bit is set.
fn weight<const OUTPUTS: usize>(law: &[u32; OUTPUTS], set: u32) -> u32 {
    let mut sum = 0;
    for (output, weight) in law.iter().enumerate() {
        if set >> output & 1 == 1 {
            sum += weight;
        }
    }
    sum
}

/// (ε, δ) with e^ε = `factor` becomes (ε + κ, e^κ₊·δ): P′₁(T) ≤ `grown`·factor·P′₂(T) + `more`·δ for every set
/// T, where δ is the least for which the ideal laws satisfy it. The theorem has `grown` = 4 and `more` = 2.
//= THEORY 1.8
pub fn approximate<const OUTPUTS: usize>(laws: &Laws<OUTPUTS>, factor: u32, grown: u32, more: u32) -> bool {
    if !laws.are_close() {
        return false;
    }
    let mut delta = 0;
    for (first, second) in laws.ideal[0].iter().zip(&laws.ideal[1]) {
        delta += first.saturating_sub(factor * second);
    }
    let mut set = 1;
    while set < 1 << OUTPUTS {
        let (first, second) = (weight(&laws.finite[0], set), weight(&laws.finite[1], set));
        assert!(first <= grown * factor * second + more * delta);
        set += 1;
    }
    true
}

/// Posterior vulnerability grows by at most e^κ₊: Σ_o max_w Σ_s g(w,s)·P′(o|s) ≤ `more`·(the same with P), for
/// two secrets, whose prior is part of the gains, and two guesses. The theorem has `more` = 2.
//= THEORY 1.8
pub fn vulnerability<const OUTPUTS: usize>(laws: &Laws<OUTPUTS>, gain: [[u32; 2]; 2], more: u32) -> bool {
    if !laws.are_close() {
        return false;
    }
    let of = |law: &[[u32; OUTPUTS]; 2]| {
        let mut sum = 0;
        for (first, second) in law[0].iter().zip(&law[1]) {
            let [a, b] = gain.map(|[of_first, of_second]| of_first * first + of_second * second);
            sum += a.max(b);
        }
        sum
    };
    assert!(of(&laws.finite) <= more * of(&laws.ideal));
    true
}

/// The ideal law of the 8-bit mechanism, and how close the finite one is by Theorem T.
#[cfg(not(kani))]
pub mod mechanism {
    use crate::closeness::delta;
    use crate::release::{ANSWER, FRACTION, HIGH, LOG2_L, count};
    use kdelta_oracle::Refusal;
    use kdelta_oracle::bound::{Form, TheoremU};
    use kdelta_oracle::derivation::{Axis, Hypotheses, Noise, NoiseError, Sampler};
    use kdelta_oracle::enclosure::{Enclosure, UpperBound, exp};
    use kdelta_oracle::mechanism::{Rounding, exact_law};
    use kdelta_oracle::noise::Laplace;
    use kdelta_oracle::number::{Rational, dyadic};
    use kdelta_oracle::transfer::Closeness;
    use std::sync::LazyLock;

    /// How many elements `CLOSENESS` has.
    pub const FORMS: i64 = 6;

    /// κ₊ and κ₋ by sinh, scaling, their rational bounds and Theorem U, and the least of all, which is what a
    /// user is told.
    static CLOSENESS: LazyLock<Option<Vec<Closeness>>> = LazyLock::new(|| derived().ok());

    /// The ends of the window: half a cell beyond the largest outputs.
    fn window() -> (Rational, Rational) {
        let end = dyadic(2 * HIGH + 1, LOG2_L - 1);
        (-&end, end)
    }

    fn derived() -> Result<Vec<Closeness>, Refusal> {
        let (one, zero) = (dyadic(1, 0), dyadic(0, 0));
        // δ_n is in units of 2^-80; 2^-40 of it is enough, rounded up.
        let units = i64::try_from((delta::<8, FRACTION>() >> 40) + 1).unwrap_or(i64::MAX);
        let answer = dyadic(ANSWER, -FRACTION.cast_signed());
        let answers = (-&answer, answer);
        // 256 midpoints: δ₀ = 2^-9.
        let bias = dyadic(1, -9);
        let derivation = Hypotheses {
            scale: one.clone(),
            sensitivity: one.clone(),
            changed: 1,
            axes: vec![Axis { answers: answers.clone(), window: window(), edge_shift: zero.clone() }],
            cell: dyadic(1, LOG2_L),
            noise: Noise::Laplace,
            sampler: Sampler::InverseCdf { bias: bias.clone() },
            error: NoiseError {
                absolute: zero.clone(),
                relative: zero.clone(),
                rounding: dyadic(units, -40),
            },
        }
        .derive()?;
        let theorem_u = TheoremU {
            epsilon: one.clone(),
            sensitivity: one,
            cell: dyadic(1, LOG2_L),
            edge_shift: zero,
            error: derivation.error.clone(),
            bias,
            window: window(),
            answers,
            radius: derivation.radius.clone(),
        };
        let forms = [Form::Sinh, Form::Scaling, Form::RationalSinh, Form::RationalScaling];
        let mut all: Vec<_> =
            forms.into_iter().map(|form| derivation.setting()?.closeness(form)).collect::<Result<_, _>>()?;
        all.push(theorem_u.closeness()?);
        all.push(derivation.closeness);
        Ok(all)
    }

    /// The ideal probability of output o: a value of −HIGH to HIGH steps, or ∞ for HIGH + 1.
    fn ideal(raw: i64, output: i64) -> Option<Enclosure> {
        let (low, high) = window();
        let rounding = Rounding::filling(&low, &high, &dyadic(1, LOG2_L)).ok()?;
        let answer = dyadic(raw, -FRACTION.cast_signed());
        let law = exact_law(&Laplace::new(dyadic(1, 0)).ok()?, &rounding, &answer, 100).ok()?;
        law.into_iter().nth(usize::try_from(output + HIGH).ok()?)
    }

    /// e^{−κ₋/part}·P ≤ count/256 ≤ e^{κ₊/part}·P, by the form of that number.
    //= THEORY 1.7
    pub fn is_close(raw: i64, output: i64, form: i64, part: i64) -> bool {
        let form = usize::try_from(form).ok();
        let closeness = CLOSENESS.as_ref().zip(form).and_then(|(all, form)| all.get(form));
        let (Some(closeness), Some(count), Some(ideal)) = (closeness, count(raw, output), ideal(raw, output))
        else {
            return false;
        };
        let finite = Rational::new(count.into(), 256.into());
        let kappa = |bound: &UpperBound| bound.value() / dyadic(part, 0);
        let (Ok(above), Ok(below)) =
            (exp(&kappa(&closeness.above), 100), exp(&-kappa(&closeness.below), 100))
        else {
            return false;
        };
        assert!(finite <= above.lo() * ideal.lo());
        assert!(finite >= below.hi() * ideal.hi());
        true
    }
}

fn laws<const OUTPUTS: usize>(given: &mut impl crate::Given, largest: i64) -> Laws<OUTPUTS> {
    let mut law = || {
        let mut law = [0; OUTPUTS];
        for weight in &mut law {
            *weight = u32::try_from(given.between(0, largest)).unwrap_or(0);
        }
        law
    };
    Laws { ideal: [law(), law()], finite: [law(), law()] }
}

/// e^ε: 1 or 2.
fn factor(given: &mut impl crate::Given) -> u32 {
    1 + u32::try_from(given.bits(1)).unwrap_or(0)
}

/// Every gain of 0 or 1.
fn gains(given: &mut impl crate::Given) -> [[u32; 2]; 2] {
    let mut gain = || u32::try_from(given.bits(1)).unwrap_or(0);
    [[gain(), gain()], [gain(), gain()]]
}

statements! { "transfer":
    /// Every output of the 8-bit mechanism has the ideal probability up to e^κ₊ and e^−κ₋, by every form of
    /// Theorem T.
    holds_without_kani law_is_close
        cites "THEORY 1.7; paper 7"
        every "every answer, every output and ∞, every form; all 256 draws" of 33 * 10 * 6,
            |given| {
                let answer = given.between(-crate::release::ANSWER, crate::release::ANSWER);
                let output = given.between(-crate::release::HIGH, crate::release::HIGH + 1);
                mechanism::is_close(answer, output, given.between(0, mechanism::FORMS - 1), 1)
            };

    /// Control: the same with half of κ₊ and κ₋.
    refuted_without_kani law_is_twice_as_close
        cites "THEORY 1.7"
        every "every answer, every output and ∞, every form; all 256 draws" of 33 * 10 * 6,
            |given| {
                let answer = given.between(-crate::release::ANSWER, crate::release::ANSWER);
                let output = given.between(-crate::release::HIGH, crate::release::HIGH + 1);
                mechanism::is_close(answer, output, given.between(0, mechanism::FORMS - 1), 2)
            };

    /// (ε, δ) of the ideal laws becomes (ε + κ, e^κ₊·δ), for all pairs of laws that are close.
    holds approximate_privacy_is_transferred
        cites "THEORY 1.8; paper 7"
        unwind 9
        wide "three outputs, weights up to 15, e^ε = 1 and 2", |given| approximate(&laws::<3>(given, 15), factor(given), 4, 2);
        every "two outputs, weights up to 4, e^ε = 1 and 2" of 390_625 * 2,
            |given| approximate(&laws::<2>(given, 4), factor(given), 4, 2);

    /// Control: ε grows by κ₊ alone.
    refuted approximate_privacy_grows_by_less
        cites "THEORY 1.8"
        unwind 9
        wide "three outputs, weights up to 15, e^ε = 1 and 2", |given| approximate(&laws::<3>(given, 15), factor(given), 2, 2);
        every "two outputs, weights up to 4, e^ε = 1 and 2" of 390_625 * 2,
            |given| approximate(&laws::<2>(given, 4), factor(given), 2, 2);

    /// Control: δ stays what it is.
    refuted delta_stays
        cites "THEORY 1.8"
        unwind 9
        wide "three outputs, weights up to 15, e^ε = 1 and 2", |given| approximate(&laws::<3>(given, 15), factor(given), 4, 1);
        every "two outputs, weights up to 4, e^ε = 1 and 2" of 390_625 * 2,
            |given| approximate(&laws::<2>(given, 4), factor(given), 4, 1);

    /// Posterior vulnerability grows by at most e^κ₊, for all pairs of laws that are close and all gains.
    holds vulnerability_is_transferred
        cites "THEORY 1.8; paper 7"
        unwind 5
        wide "three outputs, weights up to 15, gains of 0 and 1",
            |given| vulnerability(&laws::<3>(given, 15), gains(given), 2);
        every "two outputs, weights up to 3, gains of 0 and 1" of 65_536 * 16,
            |given| vulnerability(&laws::<2>(given, 3), gains(given), 2);

    /// Control: vulnerability does not grow.
    refuted vulnerability_stays
        cites "THEORY 1.8"
        unwind 5
        wide "three outputs, weights up to 15, gains of 0 and 1",
            |given| vulnerability(&laws::<3>(given, 15), gains(given), 1);
        every "two outputs, weights up to 3, gains of 0 and 1" of 65_536 * 16,
            |given| vulnerability(&laws::<2>(given, 3), gains(given), 1);
}
