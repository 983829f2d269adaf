//! The logarithms, and cos with sin, beside those of std, libm and CORE-MATH, over an array.

use crate::race::{Contender, Race};
use crate::table::{Limit, Table, duration, figure};
use kdelta_finite::cos_sin::cos_sin;
use kdelta_finite::ln::shift_add::{aligned, minus_ln_16, minus_ln_32, minus_ln_64, minus_ln_scaled_each};
use kdelta_finite::ln::table::{Unit32, Unit64, minus_ln_f32, minus_ln_f64, minus_ln_f64_each};
use std::f64::consts::TAU;
use std::hint::black_box;
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};

const LENGTH: usize = 10_000;
const ROUNDS: usize = 201;

const DOUBLE: &str = "std `f64::ln`";
const SHIFT_ADD: &str = "kdelta shift-add, 64 bits, side by side";

/// Words that no branch predictor learns.
fn words() -> Vec<u64> {
    let next = |word: &u64| Some(word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1));
    std::iter::successors(Some(0x9e37_79b9_7f4a_7c15), next).take(LENGTH).collect()
}

/// A function of N inputs side by side, as slices are released; what is left over at the end is not computed.
fn side_by_side<'a, const N: usize, A: Copy + 'a, B: Clone + Default + 'a>(
    name: &'a str,
    inputs: &'a [A],
    function: impl Fn(&[A; N]) -> [B; N] + 'a,
) -> Contender<'a> {
    let whole = inputs.len() / N * N;
    let mut places = vec![B::default(); whole];
    Contender::new(name, whole, move || {
        for (places, inputs) in places.chunks_exact_mut(N).zip(black_box(inputs).chunks_exact(N)) {
            if let Some(inputs) = inputs.first_chunk() {
                places.clone_from_slice(&function(inputs));
            }
        }
        black_box(&mut places);
    })
}

/// A table of contenders, the first of which is the base; marks by name.
fn table(title: &str, how: &str, contenders: Vec<Contender<'_>>, marks: &[(&str, Limit)]) -> Table {
    let race = Race::run(contenders, ROUNDS);
    let base = race.names().next().unwrap_or_default().to_owned();
    let mut table = Table::new(title, how, &["kernel", "time of one", &format!("times {base}"), "mark"]);
    for name in race.names() {
        let ratio = race.ratio(name, &base);
        let mark = marks.iter().find(|(marked, _)| *marked == name);
        let mark = mark.map_or(String::new(), |(_, limit)| {
            table.mark(&format!("{name} against {base}"), ratio, *limit, "")
        });
        table.row(&[name.to_owned(), duration(race.time(name)), figure(ratio), mark]);
    }
    table
}

/// −ln of tails with 53, 64 and fewer bits.
pub fn logarithms() -> Table {
    let words = words();
    let tails: Vec<f64> = words.iter().map(|word| ((word >> 11) as f64 + 0.5) * 2f64.powi(-53)).collect();
    let units: Vec<Unit64> = tails.iter().filter_map(|&v| Unit64::new(v)).collect();
    let longs: Vec<NonZeroU64> = words.iter().filter_map(|&word| NonZeroU64::new(word)).collect();
    let middles: Vec<NonZeroU32> =
        words.iter().filter_map(|&word| NonZeroU32::new((word >> 32) as u32)).collect();
    let shorts: Vec<NonZeroU16> =
        words.iter().filter_map(|&word| NonZeroU16::new((word >> 48) as u16)).collect();
    table(
        "Logarithms in f64 and fixed point",
        "−ln of 10,000 uniform tails in each of 201 rounds, all in turn, from one array into another, so that what the compiler makes of a loop counts. Side by side is how slices are released: the same function of several words at once. The mark is on that; one word at a time waits for each of its 21 steps.",
        vec![
            Contender::over(DOUBLE, &tails, 0.0, |v: f64| -v.ln()),
            Contender::over("libm `log`", &tails, 0.0, |v| -libm::log(v)),
            Contender::over("CORE-MATH `log`, correctly rounded", &tails, 0.0, |v| -core_math::log(v)),
            Contender::over("kdelta table, f64", &units, 0.0, minus_ln_f64),
            side_by_side("kdelta table, f64, side by side", &units, |v: &[Unit64; 16]| {
                minus_ln_f64_each(v, |v| v)
            }),
            Contender::over("kdelta shift-add, 64 bits, one by one", &longs, 0, minus_ln_64),
            side_by_side(SHIFT_ADD, &longs, |x: &[NonZeroU64; 8]| {
                let (mut n, mut e) = ([0; 8], [0; 8]);
                for ((n, e), x) in n.iter_mut().zip(&mut e).zip(x) {
                    (*n, *e) = aligned(x.get());
                }
                minus_ln_scaled_each(&n, &e)
            }),
            Contender::over("kdelta shift-add, 32 bits", &middles, 0, minus_ln_32),
            Contender::over("kdelta shift-add, 16 bits", &shorts, 0, minus_ln_16),
        ],
        &[(SHIFT_ADD, Limit::AtMost(3.0))],
    )
}

pub fn logarithms_f32() -> Table {
    let tails: Vec<f32> = words()
        .iter()
        .map(|word| ((word >> 41) as f32 + 0.5) * 2f32.powi(-23))
        .filter(|&v| v < 1.0)
        .collect();
    let units: Vec<Unit32> = tails.iter().filter_map(|&v| Unit32::new(v)).collect();
    table(
        "Logarithms in f32",
        "Measured the same way.",
        vec![
            Contender::over("std `f32::ln`", &tails, 0.0, |v: f32| -v.ln()),
            Contender::over("libm `logf`", &tails, 0.0, |v| -libm::logf(v)),
            Contender::over("CORE-MATH `logf`, correctly rounded", &tails, 0.0, |v| -core_math::logf(v)),
            Contender::over("kdelta table, f32", &units, 0.0, minus_ln_f32),
        ],
        &[],
    )
}

pub fn turns() -> Table {
    let words = words();
    let angles: Vec<f64> = words.iter().map(|word| (word >> 11) as f64 * 2f64.powi(-53) * TAU).collect();
    table(
        "cos and sin together",
        "Of 10,000 uniform angles, measured the same way; ours take a fraction of a turn in 64 bits, the others radians.",
        vec![
            Contender::over("std `f64::sin_cos`", &angles, (0.0, 0.0), |v: f64| v.sin_cos()),
            Contender::over("libm `sincos`", &angles, (0.0, 0.0), libm::sincos),
            Contender::over("CORE-MATH `sincos`, correctly rounded", &angles, (0.0, 0.0), core_math::sincos),
            Contender::over("kdelta `cos_sin::cos_sin`", &words, cos_sin(0), cos_sin),
        ],
        &[],
    )
}
