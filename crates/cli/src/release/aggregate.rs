//! A count or a bounded sum over the rows of a file: computed exactly, certified, and released once.
//!
//! Every row becomes, alone, a whole number of steps between two bounds that are public, and whole numbers
//! are added exactly: one row more or less changes the sum by at most the larger bound ([`BoundedSum`],
//! THEORY F14). So the sensitivity follows from the bounds and from how many rows one person can have, and
//! nothing that the data says goes into the certificate.

use super::accepted;
use crate::failure::Failure;
use crate::setting::{Ends, Exact, Flags};
use crate::sources::Embedded;
use crate::spelling::{power_of_two, spell};
use kdelta::{BoundedSum, Entropy, Grid, Neighbours, Release, ToExact};
use kdelta_certificate::{GeneratorName, MechanismCertificate};
use kdelta_oracle::number::{Rational, decimal, dyadic, floor_log2};
use kdelta_rows::{Bad, Binary64, Points, Policy, Reader};
use num_traits::{Signed, ToPrimitive};

/// What is public about the rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct People {
    /// How many rows one person has at most.
    pub(super) rows_each: u64,
    /// How many rows there are at most.
    pub(super) at_most: u64,
}

/// An f64 holds all sums of so many steps, and the mechanisms take no more.
const MOST_STEPS_LOG2: i32 = 51;
/// The steps of a value divide the width of its bounds into at least so many parts, if sums stay small
/// enough: then rounding a value is not seen beside the noise.
const PARTS_LOG2: i32 = 20;
/// What finite precision may cost, in hundredths of ε: whoever asks for ε gets it but for so little.
const MOST_EXCESS: i64 = 1;
/// Fewer parts would not tell values apart.
const FEWEST_PARTS_LOG2: i32 = 4;

/// Values between two bounds, in steps.
#[derive(Debug, Clone)]
pub(super) struct Values {
    pub(super) elements: BoundedSum,
    reader: Reader<Binary64>,
}

impl Values {
    /// Steps of a power of two; the bounds are moved outward to whole steps.
    pub(super) fn between(Ends(low, high): &Ends, people: People) -> Result<Self, Failure> {
        let usage = |why: String| Failure::usage(format!("--bounds {}..{}: {why}", spell(low), spell(high)));
        let width = high - low;
        let rows = Rational::from_integer(people.at_most.into());
        let farthest = low.abs().max(high.abs()) * rows;
        let (Some(width), Some(farthest)) = (floor_log2(&width), floor_log2(&farthest)) else {
            return Err(usage(
                "is a single number, which the sum would not tell anything new about; give a range".into(),
            ));
        };
        // 2^(farthest + 1) is beyond every sum; one more for the bounds that move outward.
        let log2 = (width - PARTS_LOG2).max(farthest + 2 - MOST_STEPS_LOG2);
        if log2 > width - FEWEST_PARTS_LOG2 {
            return Err(usage(
                "are too close together for sums of so many rows; state fewer rows with --at-most, or subtract what all values have in \
                 common"
                    .into(),
            ));
        }
        let step = dyadic(1, log2);
        let grid = Grid::new(log2).map_err(|why| usage(why.to_string()))?;
        let steps = |x: Rational| x.to_integer().to_i64();
        let ends = steps((low / &step).floor()).zip(steps((high / &step).ceil()));
        let (first, last) = ends.ok_or_else(|| usage("are beyond every format".into()))?;
        let elements = BoundedSum::new(grid, first, last).map_err(|why| usage(why.to_string()))?;
        let reader = Reader::new(Binary64, (low, high), false);
        Ok(Self { elements, reader: reader.ok_or_else(|| usage("are beyond every format".into()))? })
    }

    /// The value that a cell writes, in steps.
    pub(super) fn read(&self, text: &[u8]) -> Result<i64, Bad> {
        self.elements.quantise(self.reader.read(text)?).map_err(|_| Bad::NotFinite)
    }
}

/// One release that is certified and waits for its answer.
pub(super) struct Question {
    /// `count` or `sum`.
    pub(super) name: &'static str,
    elements: BoundedSum,
    at_most: u64,
    pub(super) certificate: MechanismCertificate,
}

impl Question {
    /// The certificate is derived from what is public, and audited as one from a file would be. `least` is
    /// the least grid.
    pub(super) fn new(
        name: &'static str,
        elements: BoundedSum,
        people: People,
        (epsilon, generator): (&Rational, Option<GeneratorName>),
        least: Option<Rational>,
    ) -> Result<Self, Failure> {
        let query = elements.sum_query(Neighbours::AddOrRemove, people.at_most);
        let each = query.sensitivity().to_exact("sensitivity")?;
        let flags = Flags {
            epsilon: Some(Exact(epsilon.clone())),
            sensitivity: Some(Exact(each * Rational::from_integer(people.rows_each.into()))),
            answers: Some(Ends(query.low().to_exact("answers")?, query.high().to_exact("answers")?)),
            generator,
            ..Flags::default()
        };
        let mut description = flags.clone().describe()?;
        // Not finer than asked for, and not so fine that finite precision would cost much.
        if let Some(least) = least.filter(|least| description.setting.grid.0 < *least) {
            description = Flags { grid: Some(Exact(least)), ..flags }.describe()?;
        }
        let certificate = MechanismCertificate::derive(&description, &Embedded).map_err(|why| {
            Failure::refused(format!(
                "the {name} is not certified: {}: {}; state fewer rows with --at-most, or another --epsilon. Nothing was released",
                why.field, why.why
            ))
        })?;
        let most = epsilon * Rational::new((100 + MOST_EXCESS).into(), 100.into());
        if certificate.verdict.0 > most {
            return Err(Failure::refused(format!(
                "finite precision would cost more than {MOST_EXCESS} % of ε: the {name} would be released at ε′ ≤ {}; state fewer rows with \
                 --at-most, or a larger --epsilon. Nothing was released",
                decimal::epsilon_prime(&certificate.verdict.0)
            )));
        }
        accepted::check(&certificate)?;
        Ok(Self { name, elements, at_most: people.at_most, certificate })
    }

    /// The number of steps of a release, spelled and exact. The ends of the window stand for what is beyond
    /// them.
    pub(super) fn release(
        &self,
        steps: i128,
        entropy: &mut dyn Entropy,
    ) -> Result<(String, Rational), Failure> {
        let query = self.elements.sum_query(Neighbours::AddOrRemove, self.at_most);
        let steps = steps.clamp(query.low().count(), query.high().count());
        let exact = dyadic(steps, self.elements.grid().log2());
        let mut batch =
            kdelta_rows::line::batch(&self.certificate, Policy { rounded: false, to_ends: true })?;
        // Exact in f64, as there are at most 2^51 steps.
        batch
            .push([exact.to_string().as_bytes()])
            .map_err(|(_, bad)| Failure::refused(format!("the {} {bad}. Nothing was released", self.name)))?;
        let mut releases = Vec::new();
        batch.release(entropy, &mut releases)?;
        let grid = &self.certificate.setting.grid.0;
        let (Some(Release::Value([steps])), Some(log2)) = (releases.first(), power_of_two(grid)) else {
            return Err(Failure::refused(format!(
                "the {} was drawn outside its window. Nothing was released",
                self.name
            )));
        };
        let mut text = Vec::new();
        Points::of(log2).push(&mut text, *steps);
        Ok((String::from_utf8_lossy(&text).into_owned(), Rational::from_integer((*steps).into()) * grid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    const PEOPLE: People = People { rows_each: 1, at_most: 1_000_000_000 };

    fn values(bounds: &str) -> Values {
        Values::between(&bounds.parse().unwrap(), PEOPLE).unwrap()
    }

    /// Clamped and rounded row by row: whatever a cell says, it lies between the bounds, moved outward by
    /// less than a step.
    #[test]
    fn a_value_is_a_whole_number_of_steps_between_the_bounds() {
        for bounds in ["0..120", "-3..1/3", "1000000..1000100", "1e-9..2e-9", "-5..-1"] {
            let values = values(bounds);
            let Ends(low, high) = bounds.parse().unwrap();
            let step = dyadic(1, values.elements.grid().log2());
            assert!(&step * q("16") <= &high - &low, "{bounds}");
            for text in ["0", "7", "119.999", "1e300", "-1e300", "1/3", "1000050.5", "1.5e-9"] {
                let value = Rational::from_integer(values.read(text.as_bytes()).unwrap().into()) * &step;
                assert!(&low - &step < value && value < &high + &step, "{text} in {bounds}");
            }
            for bad in ["", "x", "NaN", "inf"] {
                values.read(bad.as_bytes()).unwrap_err();
            }
        }
        for bounds in ["5..5", "0..0", "1e15..1e15+1", "1000000000000000..1000000000000001"] {
            let Ok(bounds) = bounds.parse() else { continue };
            Values::between(&bounds, PEOPLE).unwrap_err();
        }
    }

    /// The certificate is for the larger bound times the rows of one person, over the range of all sums.
    #[test]
    fn the_sensitivity_is_what_one_person_can_change() {
        for (bounds, rows_each, sensitivity, low, high) in [
            ("0..120", 1, "120", "0", "120000"),
            ("0..120", 3, "360", "0", "120000"),
            ("-3..2", 1, "3", "-3000", "2000"),
            ("10..20", 1, "20", "0", "20000"),
        ] {
            let people = People { rows_each, at_most: 1000 };
            let values = Values::between(&bounds.parse().unwrap(), people).unwrap();
            let question = Question::new("sum", values.elements, people, (&q("1/2"), None), None).unwrap();
            let setting = &question.certificate.setting;
            let line = crate::setting::line(setting);
            assert_eq!(setting.sensitivity.0, q(sensitivity), "{bounds}");
            assert_eq!((&line.answers.low.0, &line.answers.high.0), (&q(low), &q(high)));
            assert_eq!(question.certificate.chain.scale.0, q(sensitivity) * q("2"));
            // 32 scales on both sides at least: what is released there has hardly any probability.
            assert!(line.window.low.0 <= q(low) - q(sensitivity) * q("64"));
            assert!(line.window.high.0 >= q(high) + q(sensitivity) * q("64"));
        }
        let count = Question::new("count", BoundedSum::COUNT, PEOPLE, (&q("1"), None), Some(q("1"))).unwrap();
        assert_eq!(count.certificate.setting.sensitivity.0, q("1"));
        assert_eq!(crate::setting::line(&count.certificate.setting).answers.high.0, q("1e9"));
    }
}
