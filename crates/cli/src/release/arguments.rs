//! Answers that are given as arguments.

use super::VISIBLE;
use super::output::Output;
use crate::failure::Failure;
use crate::output::tell;
use kdelta::{Release, entropy};
use kdelta_certificate::MechanismCertificate;
use kdelta_rows::accepted::is_whole;
use kdelta_rows::spending::PerRow;
use kdelta_rows::{Bad, Batch, Budget, Spell, Spelling, Tally};
use serde_json::json;
use std::path::Path;

/// Refuses what goes with rows only.
pub(super) fn check(values: &[String], skip_bad: bool) -> Result<(), Failure> {
    if values.iter().any(|value| value == "-") {
        return Err(Failure::usage("- stands for all of standard input; give it alone"));
    }
    if skip_bad {
        return Err(Failure::usage("--skip-bad is for rows of a file or a stream; mend the arguments"));
    }
    Ok(())
}

/// The arguments, and what their releases need.
pub(super) struct Arguments<'a, S> {
    /// What each of them is called.
    pub(super) what: &'static str,
    pub(super) values: &'a [String],
    pub(super) spelling: &'a Spelling<S>,
    /// What to do about a number that the format does not hold.
    pub(super) inexact: &'a str,
    pub(super) certificate: &'a MechanismCertificate,
    pub(super) per_row: PerRow<'a>,
}

impl<S> Arguments<'_, S> {
    /// Releases all of them, or none. `coordinates` cuts an argument into its coordinates, or says what is
    /// wrong with it; `part` is how messages call one of them, or the whole; `done` hears what was done if
    /// the output is not JSON.
    pub(super) fn release<const D: usize>(
        &self,
        mut batch: Box<dyn Batch<D>>,
        coordinates: impl Fn(&str) -> Result<[&str; D], &'static str>,
        part: impl Fn(Option<usize>) -> &'static str,
        out: Option<&Path>,
        as_json: bool,
        done: impl FnOnce(Tally),
    ) -> Result<(), Failure>
    where
        S: Spell<D>,
    {
        tell(&VISIBLE);
        let count = self.values.len();
        is_whole(self.per_row.vector, self.values.iter().map(|_| 1).sum())?;
        for (i, value) in self.values.iter().enumerate() {
            let place = format!("{} {} of {count}", self.what, i + 1);
            let texts = coordinates(value)
                .map_err(|why| Failure::usage(format!("{place} {why}. Nothing was released")))?;
            batch.push(texts.map(str::as_bytes)).map_err(|(axis, bad)| {
                let place = format!("{place}{}", part(axis));
                match bad {
                    Bad::Inexact => {
                        Failure::refused(format!("{place} {bad}; {}. Nothing was released", self.inexact))
                    }
                    _ => Failure::usage(format!("{place} {bad}. Nothing was released")),
                }
            })?;
        }
        let mut output = Output::create(out)?;
        self.per_row.record(batch.guarantee(), self.values.iter().map(|_| 1).sum())?;
        let mut releases = Vec::new();
        batch.release(&mut entropy::Os, &mut releases)?;
        let spelled: Vec<_> = releases.into_iter().map(|release| self.spelled(release)).collect();
        if spelled.len() != count {
            return Err(Failure::refused("a release is missing; nothing was released"));
        }
        let tally = Tally { released: spelled.iter().map(|_| 1).sum(), skipped: 0 };
        let text = if as_json {
            let budget = Budget { certificate: self.certificate, tally };
            format!("{:#}\n", json!({ "releases": spelled, "budget": budget.json() }))
        } else {
            spelled.into_iter().map(|text| text + "\n").collect()
        };
        output.write_text(&text)?;
        output.publish()?;
        if !as_json {
            done(tally);
        }
        Ok(())
    }

    /// The coordinates with commas between them, or the text for outside.
    fn spelled<const D: usize>(&self, release: Release<[i64; D]>) -> String
    where
        S: Spell<D>,
    {
        let mut text = Vec::new();
        match release {
            Release::Value(_) => {
                for axis in 0..D {
                    text.extend_from_slice(if axis > 0 { b"," } else { b"" });
                    self.spelling.push(&mut text, release, axis);
                }
            }
            Release::Outside => text.extend_from_slice(&self.spelling.outside),
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}
