//! Theorem T in the plane: three samplers, all draws, many answers.
//!
//! The mass of a square has no closed form. But ψ = −ln p = ‖x‖ + ln 2π is convex with slope at most 1 (b = 1), and pairs of opposite points
//! c ± y of a square with centre c and half-diagonal d bound it: p(c+y) + p(c−y) is at most 2p(c)·cosh ‖y‖ ≤ 2p(c)·cosh d, as ψ(c±y) ≥
//! ψ(c) ± ∇ψ·y; and at least 2p(c)·e^{−s}, s = (‖c+y‖ + ‖c−y‖)/2 − ‖c‖ ≤ min(d, d²/(2‖c‖)), by the inequality of the means and √(‖c‖² + ‖y‖²) ≤
//! ‖c‖ + ‖y‖²/(2‖c‖). So small squares are enclosed to a part in 4000, but for those next to the origin, and cells are made of them.

use super::Figures;
use super::common::plane::{Points, gamma, hypotheses, inverse_cdf, relative_gamma};
use kdelta_oracle::bound::Form;
use kdelta_oracle::enclosure::{Enclosure, exp, pi, sqrt};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::q;
use std::collections::HashMap;

/// The side of a small square is 2^-5.
const SIDE: i32 = -5;
/// Bits after the point of masses, which are whole numbers of 2^-BITS.
const BITS: u32 = 60;

/// The mass of small squares [i, i+1)×[j, j+1), in units of their side.
#[derive(Default)]
struct Squares(HashMap<[i64; 2], [i128; 2]>);

impl Squares {
    fn mass(&mut self, square: [i64; 2]) -> [i128; 2] {
        // Reflections in the axes and in the diagonal keep the law.
        let mut square = square.map(|i| if i < 0 { -1 - i } else { i });
        square.sort_unstable();
        *self.0.entry(square).or_insert_with(|| enclosed(square))
    }

    /// The mass of the cells of so many small squares a side, seen from the answer, then that of ∞.
    fn law(&mut self, cells: i64, side: i64, [x, y]: [i64; 2]) -> Vec<[i128; 2]> {
        let mut law = Vec::new();
        for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
            let mut sum = [0, 0];
            for (a, b) in (0..side).flat_map(|a| (0..side).map(move |b| (a, b))) {
                let [least, most] = self.mass([side * i + a - x, side * j + b - y]);
                sum = [sum[0] + least, sum[1] + most];
            }
            law.push(sum);
        }
        let inside = law.iter().fold([0, 0], |sum, cell| [sum[0] + cell[0], sum[1] + cell[1]]);
        law.push([(1 << BITS) - inside[1], (1 << BITS) - inside[0]]);
        law
    }
}

fn enclosed(square: [i64; 2]) -> [i128; 2] {
    let half = dyadic(1, -1);
    let [x, y] = square.map(|i| (dyadic(i, 0) + &half) * dyadic(1, SIDE));
    let distance = sqrt(&(&x * &x + &y * &y), BITS + 8).unwrap();
    let diagonal = sqrt(&dyadic(1, 2 * SIDE - 1), BITS + 8).unwrap();
    let middle = distance.negated().exp(BITS + 8).unwrap();
    let area = Enclosure::exact(dyadic(1, 2 * SIDE - 1)).over(&pi(BITS + 8).unwrap()).unwrap();
    let (grown, shrunk) = (diagonal.exp(80).unwrap(), diagonal.negated().exp(80).unwrap());
    let cosh = grown.plus(&shrunk).scaled(&half);
    let spread = diagonal.hi().min(&(diagonal.hi() * diagonal.hi() / (q("2") * distance.lo()))).clone();
    let least = middle.lo() * area.lo() * exp(&-spread, 80).unwrap().lo();
    let most = middle.hi() * area.hi() * cosh.hi();
    let units = |x: Rational| x * dyadic(1, BITS.cast_signed());
    [units(least).floor(), units(most).ceil()].map(|x| i128::try_from(x.to_integer()).unwrap())
}

/// How many draws give each cell, then ∞; everything in units of 2^-40.
fn counts(points: &Points, cells: i64, cell: i64, answer: [i64; 2]) -> Vec<u64> {
    let size = usize::try_from(cells * cells).unwrap();
    let mut law = vec![0; size + 1];
    for ([x, y], weight) in points {
        let [i, j] = [(x + answer[0]).div_euclid(cell), (y + answer[1]).div_euclid(cell)];
        let inside = (0..cells).contains(&i) && (0..cells).contains(&j);
        let output = if inside { usize::try_from(i * cells + j).unwrap() } else { size };
        law[output] += weight;
    }
    law
}

/// Every point that is within a sixteenth of a cell of a cell whose number is even, along each axis, is pushed into it: from the answer
/// (0, 0), such cells gain at the expense of their neighbours.
fn pushed(points: &Points, cell: i64) -> Points {
    let reach = cell / 16;
    let along = |x: i64| match (x.div_euclid(cell) % 2 == 0, x.rem_euclid(cell)) {
        (false, offset) if offset < reach => x - reach,
        (false, offset) if offset >= cell - reach => x + reach,
        _ => x,
    };
    points.iter().map(|(point, weight)| (point.map(along), *weight)).collect()
}

/// The largest P′/P and P/P′ over some answers and all outputs, rounded down and up.
fn compare(points: &Points, squares: &mut Squares, cell_bits: u32, cells: i64) -> [[Rational; 2]; 2] {
    let total: u64 = points.iter().map(|(_, weight)| weight).sum();
    let side = dyadic(1, -SIDE - cell_bits.cast_signed()).to_integer();
    let side = i64::try_from(&side).unwrap();
    let width = side * cells;
    let mut seen = [[q("0"), q("0")], [q("0"), q("0")]];
    for answer in [[0, 0], [width / 2, width / 2], [side / 2, 1], [width, 0], [width - 1, width / 3]] {
        let at = answer.map(|x| x << (40 + SIDE));
        let finite = counts(points, cells, 1 << (40 - cell_bits), at);
        for (count, [least, most]) in finite.into_iter().zip(squares.law(cells, side, answer)) {
            assert!(count > 0 && least > 0, "a possible output has become impossible");
            let p = Rational::new(count.into(), total.into());
            let [least, most] = [least, most].map(|x| Rational::new(x.into(), (1_i64 << BITS).into()));
            let found = [[&p / &most, &p / &least], [&least / &p, &most / &p]];
            for (seen, found) in seen.iter_mut().flatten().zip(found.into_iter().flatten()) {
                if &found > seen {
                    *seen = found;
                }
            }
        }
    }
    seen
}

#[test]
fn planar_noise_is_as_close_as_theorem_t_says() {
    let samplers = [
        ("inverse CDF", 1024, inverse_cdf()),
        ("Gamma(2)", 256, gamma()),
        ("relative Gamma(2)", 64, relative_gamma()),
    ];
    let configurations: [&[(u32, i64)]; 3] = [
        &[(3, 2), (3, 4), (3, 8), (2, 2), (2, 4), (1, 1), (1, 2)],
        &[(3, 4), (3, 6), (2, 2), (2, 3), (1, 1), (1, 2)],
        &[(2, 4), (1, 2), (1, 3), (1, 4), (0, 1), (0, 2), (0, 3)],
    ];
    let (mut figures, mut squares) = (Figures::default(), Squares::default());
    for ((name, angles, (sampler, points)), configurations) in samplers.into_iter().zip(configurations) {
        for &(cell_bits, cells) in configurations {
            for greedy in [false, true] {
                let mut hypotheses = hypotheses(&sampler, angles, "1", cell_bits, cells);
                if greedy {
                    // Both coordinates move by a sixteenth of a cell: √2 < 3/2.
                    hypotheses.error.rounding += dyadic(3, -5 - cell_bits.cast_signed());
                }
                let Ok(derived) = hypotheses.derive() else { continue };
                let moved = if greedy { pushed(&points, 1 << (40 - cell_bits)) } else { points.clone() };
                let seen = compare(&moved, &mut squares, cell_bits, cells);
                let context = format!("{name}, L = 2^-{cell_bits}, {cells}², greedy: {greedy}");
                for form in [Form::Sinh, Form::Scaling, Form::RationalScaling] {
                    figures.check(
                        form.name(),
                        &derived.setting().unwrap().closeness(form).unwrap(),
                        &seen,
                        &context,
                    );
                }
                figures.check("least", &derived.closeness, &seen, &context);
            }
        }
    }
    // δ counts the worst direction and the worst radius at once, so that less of κ is used than on the line; but a fifth of it is refuted.
    let (mechanisms, tightest) = figures.report("plane");
    assert!(mechanisms >= 30 && tightest > q("1/5"), "{mechanisms} {tightest}");
}

/// A square has more mass than the disc inside it and less than the one around it, and a quarter of it in each quadrant.
#[test]
fn small_squares_add_up() {
    let mut squares = Squares::default();
    let [least, most] = squares.law(1, 2 * 64, [64, 64])[0];
    // Between P[‖x‖ ≤ 2] = 1 − 3e^{−2} = 0.5939… and P[‖x‖ ≤ 2√2] = 0.7737…
    let one = 1_i128 << BITS;
    assert!(least < one * 774 / 1000 && most > one * 593 / 1000 && most - least < one / 1000);
    let quadrant = squares.law(1, 64, [0, 0])[0];
    assert!((4 * quadrant[0] - least).abs() <= 4 && (4 * quadrant[1] - most).abs() <= 4);
}
