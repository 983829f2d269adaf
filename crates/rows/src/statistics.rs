//! A count, a bounded sum or a mean over the rows of a file: computed exactly, certified, and released once.
//!
//! Every row becomes, alone, a whole number of steps between two bounds that are public, and whole numbers
//! are added exactly: one row more or less changes the sum by at most the larger bound ([`BoundedSum`],
//! THEORY F14). So the sensitivity follows from the bounds and from how many rows one person can have, and
//! nothing that the data says goes into the certificate.
//!
//! ```
//! use kdelta_rows::statistics::{Public, Statistic};
//! use kdelta_rows::{Columns, Table};
//!
//! // Everything that the noise depends on is stated before the file is opened.
//! let public = Public { epsilon: None, generator: None, rows_each: 1, at_most: Some(10_000) };
//! let wanted = Columns::new("column", &["age".into()], &[], None)?;
//! let rows = Table { delimiter: b',', wanted, skip_bad: false };
//! let mean = Statistic::mean(&public, rows, &"0..120".parse()?)?;
//! println!("{}", mean.described());
//!
//! let answers = mean.answers(&b"name,age\nA,41\nB,7\n"[..])?;
//! let released = mean.release(&answers, &mut kdelta::entropy::Os)?;
//! let value: f64 = released.value.parse()?;
//! assert!((0.0..=120.0).contains(&value));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::accepted;
use crate::answer::{Bad, Binary64, Reader};
use crate::batch::Policy;
use crate::point::Points;
use crate::spending::{Say, Spending};
use crate::total::Table;
use kdelta::{BoundedSum, Entropy, Grid, Hides, Neighbours, Release, ToExact};
use kdelta_certificate::{Embedded, GeneratorName, MechanismCertificate, Number, Range};
use kdelta_explore::setting::{Ends, Exact, Wanted, positive};
use kdelta_explore::spelling::{power_of_two, spell, spell_grid, spell_range};
use kdelta_explore::{Error, outputs};
use kdelta_oracle::enclosure::sqrt;
use kdelta_oracle::number::{Rational, decimal, dyadic, floor_log2};
use num_traits::{One, Signed, ToPrimitive};
use serde_json::{Value, json};
use std::io::Read;

/// What the noise depends on, stated without looking at the file.
#[derive(Debug, Clone)]
pub struct Public {
    /// ε > 0 of all that is released; 1 if it is not given.
    pub epsilon: Option<Rational>,
    /// lazy-52 if it is not given.
    pub generator: Option<GeneratorName>,
    /// How many rows one person has at most.
    pub rows_each: u64,
    /// How many rows the file has at most; 10^9 if it is not given, or as many as the noise reaches across.
    pub at_most: Option<u64>,
}

impl Public {
    /// Noise reaches across 2^30 scales, and the sums of n rows lie within 2n·ε of them. Of what another
    /// generator reaches, half is left to the window beyond the sums.
    fn people(&self) -> Result<People, Error> {
        const MOST: u64 = 1_000_000_000;
        let scales = match self.generator {
            None | Some(GeneratorName::Lazy(_)) => dyadic(1, 29),
            Some(generator) => outputs::reach(generator) / Rational::from_integer(4.into()),
        };
        // So many rows that 64 bits do not hold them are more than the most.
        let reached = (scales / self.epsilon()?).floor().to_integer().to_u64().unwrap_or(MOST);
        let at_most = self.at_most.unwrap_or_else(|| reached.clamp(1, MOST));
        Ok(People { rows_each: self.rows_each, at_most })
    }

    fn epsilon(&self) -> Result<Rational, Error> {
        let epsilon = self.epsilon.clone().unwrap_or_else(Rational::one);
        positive("epsilon", Some(&epsilon))?;
        Ok(epsilon)
    }
}

/// What is public about the rows.
#[derive(Debug, Clone, Copy)]
struct People {
    rows_each: u64,
    at_most: u64,
}

/// What is computed of the rows.
#[derive(Debug)]
enum Kind {
    /// How many; only those with this text, if there is one.
    Count(Option<String>),
    Sum(Values),
    /// Clamped into the bounds again after the division.
    Mean(Values, Ends),
}

/// Numbers of a file that are certified and wait for it.
#[derive(Debug)]
pub struct Statistic {
    people: People,
    /// Whether ε was.
    stated: bool,
    /// What is asked, in words.
    what: String,
    rows: Table,
    questions: Vec<Question>,
    kind: Kind,
}

/// What the file says, exactly and without noise: nothing may see it but the release.
pub struct Answers(Vec<i128>);

/// What may be seen.
#[derive(Debug, Clone)]
pub struct Released {
    /// The result.
    pub value: String,
    /// Each number that was released, spelled and exact.
    pub parts: Vec<(String, Rational)>,
}

impl Statistic {
    /// How many rows there are; with exactly this text in the wanted column, if one is given with the column's name.
    ///
    /// # Errors
    /// If it is not certified, or finite precision would cost more than a hundredth of ε.
    pub fn count(public: &Public, rows: Table, equal: Option<(&str, &str)>) -> Result<Self, Error> {
        let (what, text) = match equal {
            None => ("the number of rows".to_owned(), None),
            Some((column, text)) => {
                (format!("the number of rows with {column}={text}"), Some(text.to_owned()))
            }
        };
        // Whole numbers, as counts are.
        let whole = Some(Rational::one());
        let (people, noise) = (public.people()?, (&public.epsilon()?, public.generator));
        let questions = vec![Question::new("count", BoundedSum::COUNT, people, noise, whole)?];
        Ok(Self { people, stated: public.epsilon.is_some(), what, rows, questions, kind: Kind::Count(text) })
    }

    /// The sum of the wanted column, each value clamped into the bounds.
    ///
    /// # Errors
    /// If it is not certified, finite precision would cost more than a hundredth of ε, or the bounds are too close together.
    pub fn sum(public: &Public, rows: Table, bounds: &Ends) -> Result<Self, Error> {
        Self::of_column("sum", public, (rows, bounds), &Rational::one(), &["sum"], Kind::Sum)
    }

    /// Its mean: half of ε for the sum, half for the number of rows; their quotient costs nothing more.
    ///
    /// # Errors
    /// As for [`Statistic::sum`].
    pub fn mean(public: &Public, rows: Table, bounds: &Ends) -> Result<Self, Error> {
        let (half, kind) = (Rational::new(1.into(), 2.into()), |values| Kind::Mean(values, bounds.clone()));
        Self::of_column("mean", public, (rows, bounds), &half, &["sum", "count"], kind)
    }

    fn of_column(
        name: &str,
        public: &Public,
        (rows, bounds): (Table, &Ends),
        share: &Rational,
        questions: &[&'static str],
        kind: impl FnOnce(Values) -> Kind,
    ) -> Result<Self, Error> {
        let people = public.people()?;
        let values = Values::between(bounds, people)?;
        let epsilon = public.epsilon()? * share;
        let noise = (&epsilon, public.generator);
        let question = |name: &&'static str| match *name {
            "count" => Question::new("count", BoundedSum::COUNT, people, noise, Some(Rational::one())),
            name => Question::new(name, values.elements, people, noise, None),
        };
        let questions = questions.iter().map(question).collect::<Result<Vec<_>, _>>()?;
        let Ends(low, high) = bounds;
        let what = format!(
            "the {name} of column {}, each value clamped into {}..{} and rounded to multiples of {}",
            rows.wanted.name(0),
            spell(low),
            spell(high),
            spell_grid(&dyadic(1, values.elements.grid().log2()))
        );
        Ok(Self { people, stated: public.epsilon.is_some(), what, rows, questions, kind: kind(values) })
    }

    /// Reads the file, exactly.
    ///
    /// # Errors
    /// If a row is bad and bad ones are not left out, or the file cannot be read.
    pub fn answers(&self, input: impl Read) -> Result<Answers, Error> {
        Ok(Answers(match &self.kind {
            Kind::Count(text) => {
                let counted = |cell: &[u8]| text.as_ref().is_none_or(|text| cell == text.as_bytes());
                vec![self.rows.total(input, |cell| Ok(i64::from(counted(cell))))?.sum]
            }
            Kind::Sum(values) => vec![self.rows.total(input, |text| values.read(text))?.sum],
            Kind::Mean(values, _) => {
                let total = self.rows.total(input, |text| values.read(text))?;
                vec![total.sum, total.rows.into()]
            }
        }))
    }

    /// Records the cost, before anything is drawn.
    ///
    /// # Errors
    /// If the budget of the ledger does not cover it: nothing may then be released.
    pub fn record(&self, spending: &Spending, say: Say<'_>) -> Result<(), Error> {
        if !spending.is_recorded() {
            return Ok(());
        }
        let guarantee = |question: &Question| crate::line::guarantee(&question.certificate);
        let guarantees = self.questions.iter().map(guarantee).collect::<Result<Vec<_>, _>>()?;
        let releases = self.questions.iter().zip(&guarantees).map(|(question, guarantee)| {
            let what = match self.questions.as_slice() {
                [_] => self.what.clone(),
                _ => format!("{} for {}", question.name, self.what),
            };
            (what, guarantee, 1)
        });
        spending.record(&releases.collect::<Vec<_>>(), Some(Hides::Participation), say)
    }

    /// Adds the noise. Each call costs ε′ again.
    ///
    /// # Errors
    /// If the entropy source fails: nothing was then released.
    pub fn release(&self, answers: &Answers, entropy: &mut dyn Entropy) -> Result<Released, Error> {
        let drawn = self.questions.iter().zip(&answers.0);
        let parts = drawn
            .map(|(question, steps)| question.release(*steps, entropy))
            .collect::<Result<Vec<_>, Error>>()?;
        let value = match (&self.kind, parts.as_slice()) {
            (Kind::Count(_) | Kind::Sum(_), [(text, _)]) => Some(text.clone()),
            (Kind::Mean(_, Ends(low, high)), [(_, sum), (_, count)]) => {
                let mean = sum / count.clone().max(Rational::one());
                let mean = mean.clamp(low.clone(), high.clone());
                mean.to_f64().map(|mean| mean.to_string())
            }
            _ => None,
        };
        let value = value.ok_or_else(|| {
            Error::refused(
                "the result has no number, a defect of kdelta: please report it. Nothing was released",
            )
        })?;
        Ok(Released { value, parts })
    }

    /// ε′ of all numbers together.
    #[must_use]
    pub fn cost(&self) -> Rational {
        self.questions.iter().map(|question| question.certificate.verdict.0.clone()).sum()
    }

    /// What was spent, in words.
    #[must_use]
    pub fn spent(&self) -> String {
        let each: Vec<_> = self
            .questions
            .iter()
            .map(|question| {
                format!(
                    "ε′ ≤ {} for the {}",
                    decimal::epsilon_prime(&question.certificate.verdict.0),
                    question.name
                )
            })
            .collect();
        let total = decimal::epsilon_prime(&self.cost());
        if each.len() == 1 {
            format!("spent ε′ ≤ {total}")
        } else {
            format!("spent {}, {total} in total", each.join(" and "))
        }
    }

    /// What the guarantee rests on and only the caller knows.
    #[must_use]
    pub fn assumed(&self) -> [String; 3] {
        let people = self.people;
        let rows = if people.rows_each == 1 { "row" } else { "rows" };
        [
            format!("one person has at most {} {rows} (--rows-per-person)", people.rows_each),
            format!("the file has at most {} rows (--at-most); more than that are clamped", people.at_most),
            "bounds and limits were chosen without looking at the data".into(),
        ]
    }

    /// Everything about the release that is public.
    #[must_use]
    pub fn described(&self) -> String {
        let epsilon = if self.stated { "" } else { " (default)" };
        let mut text = self.what.clone();
        for question in &self.questions {
            let (setting, chain) = (&question.certificate.setting, &question.certificate.chain);
            text.push_str(&format!(
                "\n{}: ε = {}{epsilon}, Δ = {}, answers {}, released in steps of {}; certified ε′ ≤ {}; standard deviation of the noise {}",
                question.name,
                decimal::short(&question.epsilon),
                decimal::short(&setting.sensitivity.0),
                spell_range(&question.answers),
                spell_grid(&setting.grid.0),
                decimal::epsilon_prime(&question.certificate.verdict.0),
                deviation(&chain.scale.0)
            ));
        }
        format!("{text}\nassumed: {}\n", self.assumed().join("; "))
    }

    /// The same for programs, with exact numbers; with what was released, if it was.
    #[must_use]
    pub fn json(&self, released: Option<&Released>) -> Value {
        let question = |(i, question): (usize, &Question)| {
            let certificate = &question.certificate;
            json!({
                "name": question.name,
                "value": released.and_then(|released| released.parts.get(i)).map(|(text, _)| text),
                "setting": certificate.setting,
                "scale": certificate.chain.scale,
                "standard_deviation_at_most": deviation(&certificate.chain.scale.0),
                "epsilon_prime": certificate.verdict,
                "epsilon_prime_at_most": decimal::epsilon_prime(&certificate.verdict.0),
                "certify": certificate.reproduce,
            })
        };
        json!({
            "what": self.what,
            "value": released.map(|released| &released.value),
            "releases": self.questions.iter().enumerate().map(question).collect::<Vec<_>>(),
            "spent": released.map(|_| Number(self.cost())),
            "cost": Number(self.cost()),
            "cost_at_most": decimal::epsilon_prime(&self.cost()),
            "assumed": self.assumed(),
        })
    }
}

/// √2·b.
fn deviation(scale: &Rational) -> String {
    let square = scale * scale * Rational::from_integer(2.into());
    sqrt(&square, 64)
        .map_or_else(|_| format!("√2·{}", decimal::short(scale)), |root| decimal::up(root.upper().value(), 6))
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
struct Values {
    elements: BoundedSum,
    reader: Reader<Binary64>,
}

impl Values {
    /// Steps of a power of two; the bounds are moved outward to whole steps.
    fn between(Ends(low, high): &Ends, people: People) -> Result<Self, Error> {
        let usage = |why: String| Error::question(format!("--bounds {}..{}: {why}", spell(low), spell(high)));
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
    fn read(&self, text: &[u8]) -> Result<i64, Bad> {
        self.elements.quantise(self.reader.read(text)?).map_err(|_| Bad::NotFinite)
    }
}

/// One release that is certified and waits for its answer.
#[derive(Debug)]
struct Question {
    /// `count` or `sum`.
    name: &'static str,
    elements: BoundedSum,
    at_most: u64,
    /// Of this number.
    epsilon: Rational,
    /// All that the exact number can be.
    answers: Range,
    certificate: MechanismCertificate,
}

impl Question {
    /// The certificate is derived from what is public, and audited as one from a file would be. `least` is
    /// the least grid.
    fn new(
        name: &'static str,
        elements: BoundedSum,
        people: People,
        (epsilon, generator): (&Rational, Option<GeneratorName>),
        least: Option<Rational>,
    ) -> Result<Self, Error> {
        let query = elements.sum_query(Neighbours::AddOrRemove, people.at_most);
        let each = query.sensitivity().to_exact("sensitivity")?;
        let wanted = Wanted {
            epsilon: Some(Exact(epsilon.clone())),
            sensitivity: Some(Exact(each * Rational::from_integer(people.rows_each.into()))),
            answers: Some(Ends(query.low().to_exact("answers")?, query.high().to_exact("answers")?)),
            generator,
            ..Wanted::default()
        };
        let mut description = wanted.clone().describe()?;
        // Not finer than asked for, and not so fine that finite precision would cost much.
        if let Some(least) = least.filter(|least| description.setting.grid.0 < *least) {
            description = Wanted { grid: Some(Exact(least)), ..wanted }.describe()?;
        }
        let certificate = MechanismCertificate::derive(&description, &Embedded).map_err(|why| {
            Error::refused(format!(
                "the {name} is not certified: {}: {}; state fewer rows with --at-most, or another --epsilon. Nothing was released",
                why.field, why.why
            ))
        })?;
        let most = epsilon * Rational::new((100 + MOST_EXCESS).into(), 100.into());
        if certificate.verdict.0 > most {
            return Err(Error::refused(format!(
                "finite precision would cost more than {MOST_EXCESS} % of ε: the {name} would be released at ε′ ≤ {}; state fewer rows with \
                 --at-most, or a larger --epsilon. Nothing was released",
                decimal::epsilon_prime(&certificate.verdict.0)
            )));
        }
        accepted::check(&certificate).map_err(|why| {
            Error::refused(format!("the certificate is not accepted: {why}. Nothing was released"))
        })?;
        let answers = certificate.setting.line()?.answers.clone();
        Ok(Self { name, elements, at_most: people.at_most, epsilon: epsilon.clone(), answers, certificate })
    }

    /// The number of steps of a release, spelled and exact. The ends of the window stand for what is beyond
    /// them.
    fn release(&self, steps: i128, entropy: &mut dyn Entropy) -> Result<(String, Rational), Error> {
        let query = self.elements.sum_query(Neighbours::AddOrRemove, self.at_most);
        let steps = steps.clamp(query.low().count(), query.high().count());
        let exact = dyadic(steps, self.elements.grid().log2());
        let mut batch = crate::line::batch(&self.certificate, Policy { rounded: false, to_ends: true })?;
        // Exact in f64, as there are at most 2^51 steps.
        batch
            .push([exact.to_string().as_bytes()])
            .map_err(|(_, bad)| Error::refused(format!("the {} {bad}. Nothing was released", self.name)))?;
        let mut releases = Vec::new();
        batch.release(entropy, &mut releases)?;
        let grid = &self.certificate.setting.grid.0;
        let (Some(Release::Value([steps])), Some(log2)) = (releases.first(), power_of_two(grid)) else {
            return Err(Error::refused(format!(
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
            let line = setting.line().unwrap();
            assert_eq!(setting.sensitivity.0, q(sensitivity), "{bounds}");
            assert_eq!((&line.answers.low.0, &line.answers.high.0), (&q(low), &q(high)));
            assert_eq!(question.certificate.chain.scale.0, q(sensitivity) * q("2"));
            // 32 scales on both sides at least: what is released there has hardly any probability.
            assert!(line.window.low.0 <= q(low) - q(sensitivity) * q("64"));
            assert!(line.window.high.0 >= q(high) + q(sensitivity) * q("64"));
        }
        let count = Question::new("count", BoundedSum::COUNT, PEOPLE, (&q("1"), None), Some(q("1"))).unwrap();
        assert_eq!(count.certificate.setting.sensitivity.0, q("1"));
        assert_eq!(count.certificate.setting.line().unwrap().answers.high.0, q("1e9"));
    }
}
