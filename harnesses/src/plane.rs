//! Planar noise, regions and whole releases on the plane (paper 6; THEORY F5, F6, F19, 1.2, 1.3).
//!
//! The exact noise is (r·cos 2πv, r·sin 2πv) with r = −ln v₁ − ln v₂. Dyadics of the oracle enclose it:
//! [`crate::logarithms`] for the radius, [`crate::directions`] for the angle; so b = 1, and draws have few
//! bits. The computed noise is the one that ships: two shift-and-add logarithms, the polynomials of the
//! octant, integer products. Distances are Euclidean and compared as squares. Every enclosure is rounded
//! against the statement, so that slightly more is asserted than is stated.
//!
//! The last statements are about one small mechanism: b = 1, words with 5 fraction bits, 8 bits for each of
//! the three draws, answers in [−¼, ¼]², ε = Δ = ⅛, L = ½, nine outputs. The oracle derives a finite ε′ for
//! it (`tests/plane.rs`). Its law is counted over all 2^24 draws, so the loss is exact; the test counts, Kani
//! does not. Nor does Kani take part in statements about logarithm and direction together: it proves each by
//! itself ([`crate::shift_add`], [`crate::cos_sin`]), and their product here.

use crate::closeness::magnitude;
use crate::cos_sin::exact_direction;
use crate::shift_add::bound;
use kdelta_finite::cos_sin::LEDGER_COS_SIN;
use kdelta_finite::ledger::Unit;
use kdelta_finite::planar::{
    Angle, Disc, Gamma, Mask, PlanarLaplace, PlanarMechanism, PlanarNoise, Polar, Radius, Rectangle, Region,
};
use kdelta_finite::{
    Entropy, EntropyError, Error, Fixed, Format, Grid, Midpoint, Range, Release, Scale, Uniform, Window,
};

/// b = 1.
const ONE: Result<Scale, Error> = Scale::at_least(1, 1);

/// The noise under the statements: BITS bits for each uniform of the radius, ANGLE bits for the angle, FRAC
/// fraction bits.
type Planar<const BITS: u32, const ANGLE: u32, const FRAC: u32> =
    PlanarLaplace<Fixed<32, FRAC>, Gamma<Midpoint<BITS>>, ANGLE>;

/// One draw: the numbers of the cells of the two uniforms and of the angle.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    first: u64,
    second: u64,
    angle: u64,
}

/// An enclosure of the exact radius in units of 2^-48.
fn radius<const BITS: u32>(first: u64, second: u64) -> Option<(i128, i128)> {
    let one = |z| magnitude::<BITS>(Midpoint::<BITS>::from_bits(z).tail());
    let ((a, b), (c, d)) = (one(first)?, one(second)?);
    Some(((a + c) >> 32, (b + d) >> 32)) // multiples of 2^-48
}

/// Enclosures of the coordinates of the exact noise in units of 2^-40. A radius is below 2^5, a direction at
/// most 1: no product leaves 128 bits.
fn exact<const BITS: u32, const ANGLE: u32>(draw: Draw) -> Option<[(i128, i128); 2]> {
    let (near, far) = radius::<BITS>(draw.first, draw.second)?;
    let turn = (2 * draw.angle + 1) << 9u32.checked_sub(ANGLE)?;
    let coordinate = |(low, high): (i128, i128)| {
        let (low, high) = (low >> 16, (high >> 16) + 1); // in units of 2^-64
        let low = if low < 0 { far * low } else { near * low };
        let high = if high < 0 { near * high } else { far * high };
        (low >> 72, (high >> 72) + 1)
    };
    Some(exact_direction(turn)?.map(coordinate))
}

/// n′ in units of 2^-40.
fn computed<const BITS: u32, const ANGLE: u32, const FRAC: u32>(draw: Draw) -> Option<[i128; 2]> {
    let noise = Planar::<BITS, ANGLE, FRAC>::new(ONE.ok()?).ok()?;
    let radius = Gamma::new(Midpoint::from_bits(draw.first), Midpoint::from_bits(draw.second));
    Some(noise.of(radius, Angle::from_bits(draw.angle)).map(|x| x << (40 - FRAC)))
}

/// δ_n at radius r for b = 1, in units of 2^-40 and rounded down, for r in units of 2^-48. With A and R of the
/// logarithm, τ of the direction and o of a rounding it is 2A + (R + √2τ)·r + (1 + √2)·o: what the oracle derives
/// in `NoiseError::in_the_plane`, less the products of two errors, so that slightly more is asserted.
fn error<const BITS: u32, const FRAC: u32>(r: i128) -> i128 {
    let times_root_two = |x: i128| (x * 1448) >> 10; // 1448/1024 < √2
    let logarithm = <Gamma<Midpoint<BITS>> as Radius<Fixed<32, FRAC>>>::LOGARITHM;
    let half = bound(&<Fixed<32, FRAC> as Format>::PRODUCT, Unit::One);
    let relative = bound(&logarithm, Unit::Magnitude) + times_root_two(bound(&LEDGER_COS_SIN, Unit::One));
    let fixed = 2 * bound(&logarithm, Unit::Scale) + half + times_root_two(half);
    (fixed + ((relative * r) >> 48)) >> 40
}

/// ‖n′ − n‖ ≤ share·δ_n/2, by squares.
fn within<const BITS: u32, const ANGLE: u32, const FRAC: u32>(draw: Draw, share: i128) -> bool {
    let (Some([x, y]), Some([exact_x, exact_y]), Some((near, _))) = (
        computed::<BITS, ANGLE, FRAC>(draw),
        exact::<BITS, ANGLE>(draw),
        radius::<BITS>(draw.first, draw.second),
    ) else {
        return false;
    };
    let far = |x: i128, (low, high): (i128, i128)| (x - low).max(high - x);
    let (dx, dy) = (far(x, exact_x), far(y, exact_y));
    let allowed = error::<BITS, FRAC>(near) * share / 2;
    assert!(dx * dx + dy * dy <= allowed * allowed);
    true
}

/// n′ is within A·b + R·r + O of n, in Euclidean distance.
//= THEORY 1.3 (iii), F6
pub fn noise_is_close<const BITS: u32, const ANGLE: u32, const FRAC: u32>(draw: Draw) -> bool {
    within::<BITS, ANGLE, FRAC>(draw, 2)
}

/// Control: within half of that bound.
pub fn noise_is_closer<const BITS: u32, const ANGLE: u32, const FRAC: u32>(draw: Draw) -> bool {
    within::<BITS, ANGLE, FRAC>(draw, 1)
}

/// A draw with r > T has ‖n′‖ ≥ T − slack, for T the radius of any other draw, rounded up.
fn stays_above<const BITS: u32, const ANGLE: u32, const FRAC: u32>(
    draw: Draw,
    (first, second): (u64, u64),
    slack: fn(i128) -> i128,
) -> bool {
    let (Some([x, y]), Some((near, _)), Some((_, t))) = (
        computed::<BITS, ANGLE, FRAC>(draw),
        radius::<BITS>(draw.first, draw.second),
        radius::<BITS>(first, second),
    ) else {
        return false;
    };
    let least = (t >> 8) + 1 - slack(t);
    if near <= t || least <= 0 {
        return false;
    }
    assert!(x * x + y * y >= least * least);
    true
}

/// Beyond T, ‖n′‖ stays at or above T − δ_n(T).
//= THEORY 1.3 (iv), F19
pub fn never_comes_back<const BITS: u32, const ANGLE: u32, const FRAC: u32>(
    draw: Draw,
    threshold: (u64, u64),
) -> bool {
    stays_above::<BITS, ANGLE, FRAC>(draw, threshold, error::<BITS, FRAC>)
}

/// Control: at or above T itself.
pub fn never_comes_back_below<const BITS: u32, const ANGLE: u32, const FRAC: u32>(
    draw: Draw,
    threshold: (u64, u64),
) -> bool {
    stays_above::<BITS, ANGLE, FRAC>(draw, threshold, |_| 0)
}

/// The fixed-point product of a length and a direction is the exact one, rounded once, halves upward.
pub fn coordinate_is_rounded_once(m: i128, position: u32, k: i64) -> bool {
    if position > 80 {
        return false;
    }
    let found = <Fixed<32, 24> as Polar>::coordinate(m << position, k << 54);
    // m·2^p·k·2^54/2^62 = m·k·2^(p−8)
    let product = m * i128::from(k);
    let exact = match position.checked_sub(8) {
        Some(up) => product << up,
        None => ((product << 1 << position >> 8) + 1) >> 1,
    };
    assert!(found == exact);
    true
}

/// A rectangle holds exactly the cells between its ends, and its nearest cell is one of them.
pub fn rectangle_is_its_set(ends: [i64; 4], index: [i64; 2]) -> bool {
    let [a, b, c, d] = ends;
    let (Ok(x), Ok(y)) = (Window::new(Grid::UNIT, a, b), Window::new(Grid::UNIT, c, d)) else { return false };
    let Ok(rectangle) = Rectangle::new(x, y) else { return false };
    let [i, j] = index;
    let inside = (a..=b).contains(&i) && (c..=d).contains(&j);
    assert!(rectangle.contains(index) == inside);
    let [k, l] = rectangle.nearest(index);
    assert!((a..=b).contains(&k) && (c..=d).contains(&l));
    true
}

/// Whether all four corners of the cell at (i, j) from the centre are in the disc; in half steps.
fn corners_fit(i: i64, j: i64, radius: i64) -> bool {
    let fits = |s: i64, t: i64| {
        let (x, y) = (2 * i + s, 2 * j + t);
        x * x + y * y <= 4 * radius * radius
    };
    fits(1, 1) && fits(1, -1) && fits(-1, 1) && fits(-1, -1)
}

/// A disc holds exactly the cells of which every corner is in it; its bounds hold them.
pub fn disc_is_inscribed(radius: i64, index: [i64; 2]) -> bool {
    let Ok(disc) = Disc::new(Grid::UNIT, [3, -2], radius.unsigned_abs()) else { return false };
    let [i, j] = index;
    let inside = corners_fit(i - 3, j + 2, radius);
    assert!(disc.contains(index) == inside);
    assert!(!inside || disc.bounds().contains(index));
    inside
}

/// Control: the cells of which the centre is in it.
pub fn disc_of_centres(radius: i64, index: [i64; 2]) -> bool {
    let Ok(disc) = Disc::new(Grid::UNIT, [3, -2], radius.unsigned_abs()) else { return false };
    let [i, j] = [index[0] - 3, index[1] + 2];
    assert!(disc.contains(index) == (i * i + j * j <= radius * radius));
    true
}

/// The numbers of cells inside a disc and of cells that meet it are those that counting gives.
pub fn disc_counts_its_cells(radius: i64) -> bool {
    let Ok(disc) = Disc::new(Grid::UNIT, [0, 0], radius.unsigned_abs()) else { return false };
    let (mut inside, mut meeting) = (0u64, 0u64);
    for i in -radius - 1..=radius + 1 {
        for j in -radius - 1..=radius + 1 {
            inside += u64::from(disc.contains([i, j]));
            // The nearest point of the cell, in half steps.
            let near = |d: i64| (2 * d.abs() - 1).max(0);
            meeting += u64::from(near(i) * near(i) + near(j) * near(j) <= 4 * radius * radius);
        }
    }
    assert!(disc.inscribed() == inside && disc.circumscribed() == meeting);
    true
}

/// A mask over 5 × 3 cells holds exactly the cells whose bits are set, row by row.
pub fn mask_is_its_bits(bits: u64, index: [i64; 2]) -> bool {
    let (Ok(x), Ok(y)) = (Window::new(Grid::UNIT, -1, 3), Window::new(Grid::UNIT, 2, 4)) else {
        return false;
    };
    let Ok(bounds) = Rectangle::new(x, y) else { return false };
    let words = [bits];
    let mask = Mask::new(bounds, &words);
    assert!(mask.is_ok() == (bits != 0 && bits < 1 << 15));
    let Ok(mask) = mask else { return false };
    let [i, j] = index;
    let set = (-1..=3).contains(&i) && (2..=4).contains(&j) && bits >> (5 * (j - 2) + i + 1) & 1 == 1;
    assert!(mask.contains(index) == set);
    true
}

/// Fraction bits of the small mechanism.
pub const FRACTION: u32 = 5;
/// The largest coordinate of an answer, ¼, in units of 2^-FRACTION.
pub const ANSWER: i64 = 8;
/// The largest output coordinate in steps of L.
pub const HIGH: i64 = 1;
/// log₂ L.
pub const LOG2_L: i32 = -1;
/// Δ in units of 2^-FRACTION, in Euclidean distance.
pub const SENSITIVITY: i64 = 4;
/// Bits of each of the three draws.
pub const BITS: u32 = 8;
/// ⌊e^ε′·2^16⌋ for the oracle's ε′ of the small mechanism.
pub const E_TO_EPSILON_PRIME: u64 = 224_391;
/// ⌊e^ε·2^16⌋ = ⌊e^(1/8)·2^16⌋.
pub const E_TO_EPSILON: u64 = 74_262;

type Word = Fixed<8, FRACTION>;
/// The noise of the small mechanism.
pub type SmallNoise = PlanarLaplace<Word, Gamma<Midpoint<BITS>>, BITS>;

fn mechanism_of<N: PlanarNoise<Word>>(noise: N) -> Result<PlanarMechanism<Word, N, Rectangle>, Error> {
    let end = |raw| Word::from_raw(raw).ok_or(Error::Reversed);
    let range = Range::new(end(-ANSWER)?, end(ANSWER)?)?;
    let side = Window::new(Grid::new(LOG2_L)?, -HIGH, HIGH)?;
    PlanarMechanism::new([range, range], noise, Rectangle::new(side, side)?)
}

/// The small mechanism.
///
/// # Errors
/// None, as the statements assert.
pub fn mechanism() -> Result<PlanarMechanism<Word, SmallNoise, Rectangle>, Error> {
    mechanism_of(SmallNoise::new(ONE?)?)
}

fn answer(raw: [i64; 2]) -> Option<[Word; 2]> {
    let [x, y] = raw;
    Some([Word::from_raw(x)?, Word::from_raw(y)?])
}

/// Delivers these three bytes, one for each request, and then fails.
struct Bytes([u8; 3], usize);

impl Entropy for Bytes {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        let [byte] = bytes else { return Err(EntropyError) };
        *byte = *self.0.get(self.1).ok_or(EntropyError)?;
        self.1 += 1;
        Ok(())
    }
}

/// The output is one that the exact semantics allows within δ_n: a point whose cell, grown by δ_n, holds r +
/// n(u); or ∞, and r + n(u) is not in the window shrunk by δ_n.
//= THEORY 1.2 (A), (B)
pub fn output_is_allowed(raw: [i64; 2], draw: Draw) -> bool {
    let (Ok(mechanism), Some(answer)) = (mechanism(), answer(raw)) else { return false };
    let byte = |z: u64| u8::try_from(z).unwrap_or(0);
    let mut entropy = Bytes([byte(draw.first), byte(draw.second), byte(draw.angle)], 0);
    let released = mechanism.release(answer, &mut entropy);
    assert!(released.is_ok() && entropy.1 == 3);
    let (Ok(released), Some([x, y]), Some((_, far))) =
        (released, exact::<BITS, BITS>(draw), radius::<BITS>(draw.first, draw.second))
    else {
        return false;
    };
    // In units of 2^-40; the Euclidean error bounds that of each coordinate.
    let delta = error::<BITS, FRACTION>(far) + 1;
    let sum = |raw: i64, (low, high): (i128, i128)| {
        let raw = i128::from(raw.clamp(-ANSWER, ANSWER)) << (40 - FRACTION);
        (raw + low, raw + high)
    };
    let ([(a, b), (c, d)], half_cell) = ([sum(raw[0], x), sum(raw[1], y)], 1i128 << 38);
    match released {
        Release::Value([value_x, value_y]) => {
            for (value, low, high) in [(value_x, a, b), (value_y, c, d)] {
                let value = i128::from(value.raw()) << (40 - FRACTION);
                assert!(value - half_cell - delta <= high && low <= value + half_cell + delta);
            }
            true
        }
        Release::Outside => {
            let edge = i128::from(2 * HIGH + 1) * half_cell - delta;
            assert!(!(-edge <= a && b < edge && -edge <= c && d < edge));
            false
        }
    }
}

/// A noise that is given, not drawn.
#[derive(Clone, Copy, Debug)]
struct Drawn([i128; 2]);

impl PlanarNoise<Word> for Drawn {
    const ENTROPY_BYTES: usize = 1;

    fn of_bytes(&self, _: &[u8]) -> [i128; 2] {
        self.0
    }

    fn draw<E: Entropy>(&self, _: &mut E) -> Result<[i128; 2], Error> {
        Ok(self.0)
    }
}

/// The cell of a sum on one axis, by the definition: ⌊s/L + ½⌋ for s in units of 2^-FRACTION, L = 2^4 of
/// them.
fn cell(raw: i64, noise: i128) -> i128 {
    (i128::from(raw.clamp(-ANSWER, ANSWER)) + noise + 8) >> 4
}

/// The release is the cell of the exact sum in each coordinate, if both are in the window; whatever the noise
/// is.
//= THEORY 1.1 Rounding, F17, F26
pub fn release_is_the_cell_of_the_sum(raw: [i64; 2], noise: [i128; 2]) -> bool {
    let (Ok(mechanism), Some(answer)) = (mechanism_of(Drawn(noise)), answer(raw)) else { return false };
    let Ok(released) = mechanism.release(answer, &mut crate::exact::Unused) else { return false };
    let (i, j) = (cell(raw[0], noise[0]), cell(raw[1], noise[1]));
    let high = i128::from(HIGH);
    let inside = (-high..=high).contains(&i) && (-high..=high).contains(&j);
    match released {
        Release::Value([x, y]) => {
            assert!(inside && i128::from(x.raw()) == i << 4 && i128::from(y.raw()) == j << 4);
        }
        Release::Outside => assert!(!inside),
    }
    inside
}

/// A uniform and its mirror image give the same radius, as the sign is not used. So 2^7 · 2^7 · 2^8 draws of
/// weight 4 are all draws.
pub fn sign_is_not_used(z: u64) -> bool {
    let (draw, mirrored) = (Midpoint::<BITS>::from_bits(z), Midpoint::<BITS>::from_bits(255 - z));
    assert!(draw.tail() == mirrored.tail() && draw.negative() != mirrored.negative());
    true
}

/// The exact law of the small mechanism, counted when a test asks for it.
#[cfg(not(kani))]
pub mod law {
    use super::{ANSWER, BITS, HIGH, SENSITIVITY, SmallNoise, cell};
    use kdelta_finite::planar::{Angle, Gamma};
    use kdelta_finite::{Midpoint, Scale};
    use std::sync::LazyLock;

    /// How many outputs a coordinate has.
    const SIDE: usize = 3;
    /// If a coordinate of the noise is beyond this, the sum is outside the window for every answer.
    const REACH: i64 = 32;
    /// The number of all draws.
    pub const DRAWS: u64 = 1 << (3 * BITS);

    /// Every noise that can stay in the window, with its weight.
    pub static NOISE: LazyLock<Vec<([i64; 2], u64)>> = LazyLock::new(|| {
        let noise = Scale::at_least(1, 1).and_then(SmallNoise::new);
        let mut counts = std::collections::BTreeMap::new();
        for (first, second) in (0..1 << (BITS - 1)).flat_map(|a| (0..1 << (BITS - 1)).map(move |b| (a, b))) {
            for angle in 0..1 << BITS {
                let radius = Gamma::new(Midpoint::from_bits(first), Midpoint::from_bits(second));
                let Ok([x, y]) = noise.map(|noise| noise.of(radius, Angle::from_bits(angle))) else {
                    continue;
                };
                if let (Ok(x), Ok(y)) = (i64::try_from(x), i64::try_from(y)) {
                    if x.abs() <= REACH && y.abs() <= REACH {
                        *counts.entry([x, y]).or_insert(0) += 4;
                    }
                }
            }
        }
        counts.into_iter().collect()
    });

    fn number(raw: i64) -> Option<usize> {
        usize::try_from(raw + ANSWER).ok().filter(|_| raw <= ANSWER)
    }

    /// The weight of each of the nine outputs and of ∞, for each answer.
    static WEIGHTS: LazyLock<Vec<[u64; SIDE * SIDE + 1]>> = LazyLock::new(|| {
        let answers = (-ANSWER..=ANSWER).flat_map(|x| (-ANSWER..=ANSWER).map(move |y| (x, y)));
        let of = |(a, b): (i64, i64)| {
            let mut weights = [0; SIDE * SIDE + 1];
            for &([x, y], weight) in NOISE.iter() {
                let index = |raw, noise: i64| usize::try_from(cell(raw, noise.into()) + i128::from(HIGH));
                if let (Ok(i @ 0..SIDE), Ok(j @ 0..SIDE)) = (index(a, x), index(b, y)) {
                    if let Some(place) = weights.get_mut(i * SIDE + j) {
                        *place += weight;
                    }
                }
            }
            let inside: u64 = weights.iter().sum();
            let [.., outside] = &mut weights;
            *outside = DRAWS - inside;
            weights
        };
        answers.map(of).collect()
    });

    /// How many of the 2^24 draws give an output: 3i + j for the cell (i − 1, j − 1), 9 for ∞.
    #[must_use]
    pub fn weight(raw: [i64; 2], output: usize) -> Option<u64> {
        let row = number(ANSWER)? + 1;
        let at = number(raw[0])? * row + number(raw[1])?;
        WEIGHTS.get(at)?.get(output).copied()
    }

    /// P₁(o) ≤ e^ε′·P₂(o) for two answers within Δ.
    //= THEORY 1.2 Theorem A, F13
    pub fn loss_is_within(raw: [i64; 2], [dx, dy]: [i64; 2], output: usize, factor: u64) -> bool {
        if dx * dx + dy * dy > SENSITIVITY * SENSITIVITY {
            return false;
        }
        let other = [raw[0] + dx, raw[1] + dy];
        let (Some(first), Some(second)) = (weight(raw, output), weight(other, output)) else { return false };
        assert!(first << 16 <= factor * second);
        first > 0
    }
}

/// A draw of the given widths. Only statements without Kani take one.
#[cfg(not(kani))]
fn draw(given: &mut impl crate::Given, uniform: u32, angle: u32) -> Draw {
    Draw { first: given.bits(uniform), second: given.bits(uniform), angle: given.bits(angle) }
}

fn index(given: &mut impl crate::Given, low: i64, high: i64) -> [i64; 2] {
    [given.between(low, high), given.between(low, high)]
}

fn position(given: &mut impl crate::Given) -> u32 {
    u32::try_from(given.between(0, 80)).unwrap_or(0)
}

/// Ends of windows: a window's lie within ±2^52.
fn ends(given: &mut impl crate::Given) -> [i64; 4] {
    core::array::from_fn(|_| given.between(-(1 << 52), 1 << 52))
}

/// Any i64.
fn words<const N: usize>(given: &mut impl crate::Given) -> [i64; N] {
    core::array::from_fn(|_| given.word())
}

fn few<const N: usize>(given: &mut impl crate::Given) -> [i64; N] {
    core::array::from_fn(|_| given.between(-2, 2))
}

statements! { "plane":
    /// n′ is within its ledger of n in Euclidean distance, at every draw.
    holds_without_kani noise_is_close
        cites "THEORY 1.3 (iii), F5, F6; paper 6"
        every "every draw of 6 bits for each uniform and 6 for the angle" of 1 << 18,
            |given| noise_is_close::<6, 6, 12>(draw(given, 6, 6));

    /// Control: half of the ledger.
    refuted_without_kani noise_is_closer
        cites "THEORY 1.3 (iii)"
        every "every draw of 6 bits for each uniform and 6 for the angle" of 1 << 18,
            |given| noise_is_closer::<6, 6, 12>(draw(given, 6, 6));

    /// Beyond T, ‖n′‖ stays at or above T − δ_n, for every T that a draw has.
    holds_without_kani planar_never_comes_back
        cites "THEORY 1.3 (iv), F19; paper 4.2, Condition 2"
        every "every draw of 4 bits for each uniform and 5 for the angle, every T of such a draw" of 1 << 21,
            |given| never_comes_back::<5, 5, 6>(draw(given, 4, 5), (given.bits(4), given.bits(4)));

    /// Control: at or above T itself.
    refuted_without_kani planar_never_comes_back_below
        cites "THEORY 1.3 (iv), F19"
        every "every draw of 4 bits for each uniform and 5 for the angle, every T of such a draw" of 1 << 21,
            |given| never_comes_back_below::<5, 5, 2>(draw(given, 4, 5), (given.bits(4), given.bits(4)));

    /// Length times direction is the exact product, rounded once.
    holds coordinate_is_rounded_once
        cites "THEORY F6; paper 6"
        unwind 2
        wide "lengths of 4 bits at every position, directions of 5 bits",
            |given| coordinate_is_rounded_once(given.bits(4).into(), position(given), 16 * given.between(-16, 16));
        every "lengths of 8 bits at every position, directions of 9 bits" of 256 * 81 * 513,
            |given| coordinate_is_rounded_once(given.bits(8).into(), position(given), given.between(-256, 256));

    /// A rectangle holds exactly the cells between its ends.
    holds rectangle_is_its_set
        cites "THEORY 1.1 Rounding, F17; paper 4.4"
        unwind 20
        wide "every rectangle, every index", |given| rectangle_is_its_set(ends(given), words(given));
        every "ends and indices within ±2" of 15625, |given| rectangle_is_its_set(few(given), few(given));

    /// A disc holds exactly the cells that lie wholly inside it.
    holds_without_kani disc_is_inscribed
        cites "THEORY 1.1; paper 6"
        every "radii up to 30, indices within ±40" of 31 * 81 * 81,
            |given| disc_is_inscribed(given.between(0, 30), index(given, -40, 40));

    /// Control: the cells whose centres lie inside it.
    refuted disc_of_centres
        cites "THEORY 1.1"
        unwind 20
        wide "radii up to 15, indices within ±20", |given| disc_of_centres(given.between(0, 15), index(given, -20, 20));
        every "radii up to 30, indices within ±40" of 31 * 81 * 81,
            |given| disc_of_centres(given.between(0, 30), index(given, -40, 40));

    /// The numbers of cells inside a disc and of those that meet it are those of counting.
    holds_without_kani disc_counts_its_cells
        cites "THEORY 1.1; paper 6"
        every "radii up to 100" of 101, |given| disc_counts_its_cells(given.between(0, 100));

    /// A mask holds exactly the cells whose bits are set.
    holds mask_is_its_bits
        cites "THEORY 1.1; paper 6"
        unwind 20
        wide "every mask of 5 × 3 cells and more, every index", |given| mask_is_its_bits(given.bits(16), words(given));
        every "every mask of 5 × 3 cells and more, indices within −3 to 6" of 65536 * 100,
            |given| mask_is_its_bits(given.bits(16), index(given, -3, 6));

    /// The release is the cell of the exact sum in each coordinate, or ∞.
    holds release_is_the_cell_of_the_sum
        cites "THEORY 1.1 Rounding, F17, F26; paper 4.4, Mechanism 3"
        unwind 20
        wide "every pair of 8-bit answers, every noise of 64 bits",
            |given| {
                let raw = index(given, -128, 127);
                release_is_the_cell_of_the_sum(raw, words::<2>(given).map(i128::from))
            };
        every "answers within ±9, every noise within ±40" of 19 * 19 * 81 * 81,
            |given| {
                let raw = index(given, -9, 9);
                release_is_the_cell_of_the_sum(raw, index(given, -40, 40).map(i128::from))
            };

    /// The output of the small mechanism is one that the exact semantics allows.
    holds_without_kani planar_output_is_allowed
        cites "THEORY 1.2 (A), (B); paper 4.4, Mechanism 3, 6"
        every "every radius, every angle, the answer in a corner" of 1 << 22,
            |given| output_is_allowed([ANSWER, -ANSWER], draw(given, 7, 8));

    /// A uniform and its mirror image give the same radius.
    holds sign_is_not_used
        cites "THEORY F5"
        unwind 2
        every "every word of 8 bits" of 256, |given| sign_is_not_used(given.bits(8));

    /// The exact loss of the small mechanism over all pairs of answers and all outputs is within the ε′ of
    /// Theorem A.
    holds_without_kani planar_loss_is_within_epsilon_prime
        cites "THEORY 1.2 Theorem A, 1.3, F5, F6, F13; paper 4.4, main theorem, 6"
        every "every answer, every other within Δ, every output and ∞" of 17 * 17 * 9 * 9 * 10,
            |given| {
                let raw = index(given, -ANSWER, ANSWER);
                let offset = index(given, -SENSITIVITY, SENSITIVITY);
                let output = usize::try_from(given.between(0, 9)).unwrap_or(9);
                law::loss_is_within(raw, offset, output, E_TO_EPSILON_PRIME)
            };

    /// Control: the exact loss is within ε itself.
    refuted_without_kani planar_loss_is_within_epsilon
        cites "THEORY F13; paper 4.4, 6"
        every "every answer, every other within Δ, every output and ∞" of 17 * 17 * 9 * 9 * 10,
            |given| {
                let raw = index(given, -ANSWER, ANSWER);
                let offset = index(given, -SENSITIVITY, SENSITIVITY);
                let output = usize::try_from(given.between(0, 9)).unwrap_or(9);
                law::loss_is_within(raw, offset, output, E_TO_EPSILON)
            };
}
