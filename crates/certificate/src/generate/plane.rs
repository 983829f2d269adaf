//! The theorem of a certificate of planar Laplace noise with the sampler Gamma, in f64 and in fixed point, over a rectangle or a disc, for
//! places in metres or on the globe. The argument is in `proofs/coq/PlanarCounts.v`, `PlanarRelease.v`, `PlanarFixedRelease.v` and
//! `PlanarGlobe.v`.

use super::source;
use super::theorem::{
    Grid, corners, grid_step, head, inexact, integer, log2, none_yet, of_power, power, real,
};
use crate::model::{
    Area, Entry, Format, GeneratorName, MechanismCertificate, Number, Outcome, Outputs, Places, Plane,
    PlaneTerms, Projection, Range, Sampler,
};
use crate::refusal::Refusal;
use kdelta_oracle::bound::Form;
use kdelta_oracle::number::Rational;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// The greatest exponent of a draw for which the logarithm in integers is proved (`gamma_fixed_ledger`).
const LAST_FIXED_EXPONENT: i64 = 90;

/// The theorem of a certificate.
///
/// # Errors
/// Refused for what has no such theorem yet.
pub(super) fn planar_theorem(
    name: &str,
    certificate: &MechanismCertificate,
    plane: &Plane,
) -> Result<String, Refusal> {
    let Some(terms) = &certificate.plane else { return Err(inexact("a plane without its terms")) };
    let draw = match (plane.sampler, certificate.generator.name, &certificate.generator.cut_off) {
        (
            Sampler::Gamma,
            GeneratorName::Relative(precision) | GeneratorName::Deep { bits: precision, .. },
            Some(cut_off),
        ) => Draw::Two { cut_off: integer(&cut_off.0)?, precision },
        (Sampler::Inverse, GeneratorName::Midpoint(bits), _) => Draw::One { bits },
        _ => {
            let what = "planar noise whose radius is from two draws of another generator than relative-BITS or deep-BITS-WORDS";
            return Err(none_yet(what));
        }
    };
    let step = &certificate.setting.grid.0;
    let axis = |low: &Rational, high: &Rational| {
        Ok(Grid { log2: log2(step)?, low: integer(&(low / step))?, high: integer(&(high / step))? })
    };
    let (x, y, chosen) = match &plane.outputs {
        Outputs::Rectangle(Area { x, y }) => {
            (axis(&x.low.0, &x.high.0)?, axis(&y.low.0, &y.high.0)?, "rectangle".to_owned())
        }
        Outputs::Disc { radius } => {
            let last = &radius.0 - step;
            let side = || axis(&-&last, &last);
            (side()?, side()?, format!("(disc {})", integer(&(&radius.0 / step))?))
        }
    };
    let (metres, globe) = match &plane.places {
        Places::Plane { .. } => (format!("{name}_certified"), None),
        Places::Globe { answers, .. } => (format!("{name}_metres"), Some(answers)),
    };
    let theorem = PlanarTheorem {
        name,
        metres: &metres,
        certificate,
        terms,
        draw,
        angle: integer(&terms.angle.bits.0)?,
        x,
        y,
        chosen,
        loss: theorem_a(certificate)?,
    };
    match (certificate.subject.format, draw) {
        (Format::Binary64, _) => {
            let mut text = theorem.float()?;
            if let Some(places) = globe {
                text += &theorem.globe(places)?;
            }
            Ok(text)
        }
        (Format::Fixed { fraction, .. }, Draw::Two { cut_off, precision })
            if cut_off <= LAST_FIXED_EXPONENT =>
        {
            theorem.fixed(fraction, cut_off, precision)
        }
        (Format::Fixed { .. }, Draw::Two { .. }) => {
            Err(none_yet("planar noise in fixed point with so many words of exponent"))
        }
        (Format::Fixed { .. }, Draw::One { .. }) => {
            Err(none_yet("planar noise in fixed point whose radius is by the inverse distribution function"))
        }
        (Format::Binary32, _) => Err(none_yet("planar noise in f32")),
    }
}

/// Which of the two forms of Theorem A that are proved in the plane the verdict is: as Coq chooses it, and unfolds it.
fn theorem_a(certificate: &MechanismCertificate) -> Result<[&'static str; 2], Refusal> {
    let is_verdict = |wanted: Form| {
        certificate.bounds.iter().any(|Entry { form, epsilon_prime }| {
            *form == wanted
                && matches!(epsilon_prime, Outcome::AtMost(value) if *value == certificate.verdict)
        })
    };
    if is_verdict(Form::Sinh) {
        Ok(["Rmin_l", "Gamma, sinh"])
    } else if is_verdict(Form::Scaling) {
        Ok(["Rmin_r", "Scaling.rho"])
    } else {
        Err(none_yet("planar noise whose least bound is neither by sinh nor by scaling"))
    }
}

/// What the radius is drawn from.
#[derive(Clone, Copy)]
enum Draw {
    /// Two numbers, each so many bits of exponent and of mantissa: the sampler Gamma.
    Two { cut_off: i64, precision: u32 },
    /// The middle of one of 2^bits cells: the sampler Inverse.
    One { bits: u32 },
}

impl Draw {
    /// The bits of the radius, for Coq, and how they are used.
    fn entropy(self) -> (String, String) {
        match self {
            Self::Two { cut_off, precision } => {
                let bits = format!("{cut_off} + {precision}");
                (bits.clone(), format!("Two numbers of {bits} bits give the radius"))
            }
            Self::One { bits } => (bits.to_string(), format!("A number of {bits} bits gives the radius")),
        }
    }

    /// All bits of a release.
    fn bits(self, angle: i64) -> String {
        let (radius, _) = self.entropy();
        match self {
            Self::Two { .. } => format!("({radius}) + (({radius}) + {angle})"),
            Self::One { .. } => format!("{radius} + {angle}"),
        }
    }

    /// The arguments that say how many bits there are.
    fn arguments(self, angle: i64) -> String {
        match self {
            Self::Two { cut_off, precision } => format!("{cut_off} {precision} {angle}"),
            Self::One { bits } => format!("{bits} {angle}"),
        }
    }
}

struct PlanarTheorem<'a> {
    name: &'a str,
    /// The name of the theorem about points in metres.
    metres: &'a str,
    certificate: &'a MechanismCertificate,
    terms: &'a PlaneTerms,
    draw: Draw,
    /// Bits of the angle.
    angle: i64,
    x: Grid,
    y: Grid,
    /// Which cells of the rectangle belong to the region, for Coq.
    chosen: String,
    /// As [`theorem_a`] says.
    loss: [&'static str; 2],
}

impl PlanarTheorem<'_> {
    /// The numbers of the chain, the grid and the corners of the window.
    fn head(&self, modules: &str) -> String {
        let chain = &self.certificate.chain;
        let mut text = head(
            self.name,
            &self.certificate.claim,
            &format!(
                "Sinh Scaling Words Window Binary GridRounding PureInterval CosSinConstants PlanarScaling PlanarTheoremA PlanarLaplace \
                 PlanarSamplers\n  PlanarLedger PlanarFloat UnitCube PlanarCounts {modules}"
            ),
        );
        text += &format!(
            "Definition radius : R := {radius}.\nDefinition error : R := {error}.\nDefinition verdict : R := {verdict}.\n",
            radius = real(&chain.radius.0),
            error = real(&chain.error.0),
            verdict = real(&self.certificate.verdict.0),
        );
        for (axis, Grid { low, high, .. }) in [("x", &self.x), ("y", &self.y)] {
            text += &format!("Definition cells_{axis} : nat := Z.to_nat {}.\n", high - low + 1);
        }
        text += "\n";
        text += &grid_step(self.x.log2);
        for (axis, grid) in [("x", &self.x), ("y", &self.y)] {
            text +=
                &corners(grid, [&format!("first_{axis}"), &format!("last_{axis}"), &format!("cells_{axis}")]);
        }
        text
    }

    /// The theorem about places on the globe, from the one about their images.
    fn globe(&self, places: &Area) -> Result<String, Refusal> {
        let Self { name, metres, terms, .. } = self;
        let Projection::Local { origin, metres_per_degree, stretch, error } = &terms.projection else {
            return Err(inexact("the projection"));
        };
        let distance = &self.certificate.setting.sensitivity.0;
        // The band that Coq looks at is that of ways as long as the distance, the certificate's that of the longest way in the box.
        let Area { x, y } = &terms.answers;
        let side = |Range { low, high }: &Range| &high.0 - &low.0;
        if side(x).max(side(y)) < distance * Rational::from_integer(2.into()) {
            return Err(none_yet("places in a box whose sides are less than twice the distance"));
        }
        let Area { x: longitudes, y: latitudes } = places;
        let (west, east) = (&longitudes.low.0, &longitudes.high.0);
        let (south, north) = (&latitudes.low.0, &latitudes.high.0);
        let farther = |a: &Rational, b: &Rational| a.abs().max(b.abs());
        let away =
            |low: &Rational, high: &Rational, from: &Number| farther(&(low - &from.0), &(high - &from.0));
        // 2 a (1 - e²) π / 180 is 221149 m and more.
        let wider = distance / Rational::from_integer(221_000.into());
        let (lowest, highest) = (south - &wider, north + &wider);
        let farthest = farther(&lowest, &highest);
        let (nearest, near) = if lowest.is_positive() {
            (lowest, "right; left; lra")
        } else if highest.is_negative() {
            (-highest, "right; right; lra")
        } else {
            (Rational::zero(), "left; reflexivity")
        };
        let [west, east, south, north] = [west, east, south, north].map(real);
        let [[x_low, x_high], [y_low, y_high]] = self.answers();
        let numbers = [&origin.x.0, &origin.y.0, &metres_per_degree.x.0, &metres_per_degree.y.0].map(real);
        let [lambda0, phi0, k_x, k_y] = &numbers;
        let size_x = real(&farther(&longitudes.low.0, &longitudes.high.0));
        let size_y = real(&farther(&latitudes.low.0, &latitudes.high.0));
        let away_x = real(&away(&longitudes.low.0, &longitudes.high.0, &origin.x));
        let away_y = real(&away(&latitudes.low.0, &latitudes.high.0, &origin.y));
        let (s, delta_f, d) = (real(&stretch.0), real(&error.0), real(distance));
        let (wider, nearest, farthest) = (real(&wider), real(&nearest), real(&farthest));
        let ellipsoid =
            "east_west, north_south, parallel, meridian_radius, eccentricity, flattening, axis, radians";
        Ok(format!(
            "\n(* Places of the box, in degrees, and their points in metres: read, projected and clamped. *)\n\
             From Kdelta Require Import Stretch PlanarGlobe.\n\n\
             Definition in_box : R * R -> Prop := place {west} {east} {south} {north}.\n\
             Definition point : R * R -> R * R := point_of {lambda0} {phi0} {k_x} {k_y} {x_low} {x_high} {y_low} {y_high}.\n\n\
             (* Of the 2^bits words of entropy, those that lead from one place into a set of outputs are at most e^verdict times as\n   \
             many as those that lead there from another place, if a way of at most {d} metres on the ellipsoid joins them. *)\n\
             Theorem {name}_certified p q S :\n  in_box p -> in_box q -> way p q {d} ->\n  \
             count (2 ^ bits) (fun z => S (release (point p) z)) <= exp verdict * count (2 ^ bits) (fun z => S (release (point q) z)).\n\
             Proof.\n  intros Hp Hq W. apply {metres}.\n\
             \x20 - apply point_of_range. lra.\n  - apply point_of_range. lra.\n\
             \x20 - apply Rle_trans with ({s} * {d} + 2 * {delta_f}); [| lra].\n    \
             apply (globe_apart {west} {east} {south} {north} {lambda0} {phi0} {k_x} {k_y} {x_low} {x_high} {y_low} {y_high} {s} {delta_f} {d}\n      \
             ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) {size_x} {away_x} {size_y} {away_y} ltac:(lra) ltac:(lra)) with (wider := {wider}) (nearest := {nearest}) (farthest := {farthest}); try assumption.\n    \
             + unfold euclid, coordinate_error, half_place. interval with (i_prec 1200).\n    \
             + unfold {ellipsoid}. interval with (i_prec 60).\n    \
             + {near}.\n    \
             + lra.\n    \
             + unfold {ellipsoid}. interval with (i_prec 100).\n    \
             + unfold {ellipsoid}. interval with (i_prec 100).\n    \
             + apply Rle_refl.\nQed.\n"
        ))
    }

    /// The answers on both axes.
    fn answers(&self) -> [[String; 2]; 2] {
        let Area { x, y } = &self.terms.answers;
        [x, y].map(|Range { low, high }| [real(&low.0), real(&high.0)])
    }

    /// The least e of each axis with all of its corners below 2^e: half-integers of the step, of which none is a power of two but one half.
    fn exponents(&self) -> [i64; 2] {
        [&self.x, &self.y].map(|Grid { log2, low, high }| {
            let twice = (2 * low - 1).unsigned_abs().max((2 * high + 1).unsigned_abs());
            log2 - 1 + i64::from(u64::BITS - twice.leading_zeros())
        })
    }

    /// How far a released point of each axis can be from an answer.
    fn reaches(&self) -> [String; 2] {
        let Area { x, y } = &self.terms.answers;
        let exact = self.certificate.chain.edge_shift.0.is_zero();
        let shifts = self.exponents().map(|e| if exact { Rational::zero() } else { power(e - 54) });
        let [shift_x, shift_y] = &shifts;
        [(x, &self.x, shift_x), (y, &self.y, shift_y)].map(|(range, grid, shift)| {
            let (Range { low: least, high: most }, Grid { log2, low, high }) = (range, grid);
            let corner = |twice: i64| Rational::from_integer(BigInt::from(twice)) * power(log2 - 1);
            let below = &most.0 - corner(2 * low - 1) + shift;
            let above = corner(2 * high + 1) - &least.0;
            real(&below.max(above))
        })
    }

    /// `release` is the release with all but the answer and the word.
    fn statement(&self, release: &str) -> String {
        let Self { metres, draw, angle, .. } = self;
        let ((_, radius), bits) = (draw.entropy(), draw.bits(*angle));
        let [[x_low, x_high], [y_low, y_high]] = self.answers();
        let distance = real(&self.certificate.chain.sensitivity.0);
        let within = |r: &str| format!("{x_low} <= fst {r} <= {x_high} /\\ {y_low} <= snd {r} <= {y_high}");
        format!(
            "(* {radius}, one of {angle} the angle; row i, column j of the window is output i * rows + j. *)\n\
             Definition bits : nat := {bits}.\n\
             Definition release : R * R -> nat -> option nat :=\n  {release}.\n\n\
             (* Of the 2^bits words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as\n   \
             many as those that lead there from another answer, no farther away in the Euclidean norm. *)\n\
             Theorem {metres} r1 r2 S :\n  {first} ->\n  {second} ->\n  \
             euclid (fst r1 - fst r2) (snd r1 - snd r2) <= {distance} ->\n  \
             count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).\n",
            first = within("r1"),
            second = within("r2"),
        )
    }

    /// The modulus of Lemma R, the greater of two: its name in Coq and its value.
    fn modulus(&self, bits: u32) -> (&'static str, String) {
        let chain = &self.certificate.chain;
        let (b, radial) = (&chain.scale.0, &chain.radial.0);
        let scale = real(b);
        let bias = format!("/ 2 ^ {}", bits + 1);
        // The square of the first is 4 b^2 times the bias; what is printed is that, rounded up, or far above it.
        let square = b * b * power(2 - i64::from(bits) - 1);
        let rounding = Rational::one() + power(-40);
        if radial * radial <= square * rounding {
            ("Rmax_left", format!("2 * sqrt ({bias}) / / {scale}"))
        } else {
            ("Rmax_right", format!("2 * exp (/ {scale} * radius) * ({bias}) / ((/ {scale}) ^ 2 * radius)"))
        }
    }

    fn float(&self) -> Result<String, Refusal> {
        let (Self { draw, angle, x, y, chosen, .. }, chain) = (self, &self.certificate.chain);
        let shift = self::log2(&chain.edge_shift.0)?;
        let exponent = shift + 54;
        let [exponent_x, exponent_y] = self.exponents();
        let (scale, distance) = (real(&chain.scale.0), real(&chain.sensitivity.0));
        let (log2, low_x, low_y) = (x.log2, x.low, y.low);
        let [[x_low, x_high], [y_low, y_high]] = self.answers();
        let [reach_x, reach_y] = self.reaches();
        let (modules, release, theorem) = match draw {
            Draw::Two { .. } => ("TableConstants PlanarRelease", "release_plane_f64", "planar_f64_mechanism"),
            Draw::One { .. } => (
                "PlanarRadius ShiftAddConstants PlanarRelease PlanarRoot PlanarInverse",
                "release_inverse_f64",
                "planar_inverse_f64_mechanism",
            ),
        };
        let mut text = self.head(modules);
        for (axis, exponent) in [("x", exponent_x), ("y", exponent_y)] {
            text += &format!(
                "Lemma farthest_{axis} : bpow radix2 ({exponent}) = {farthest}.\nProof. {of_farthest} Qed.\n\n",
                farthest = real(&power(exponent)),
                of_farthest = of_power(&exponent.to_string(), exponent),
            );
        }
        for (name, exponent) in [("moved_x", exponent_x), ("moved_y", exponent_y), ("moved_edge", exponent)] {
            let moved = format!("{exponent} - 53 - 1");
            text += &format!(
                "Lemma {name} : bpow radix2 ({moved}) = {value}.\nProof. {of_moved} Qed.\n\n",
                value = real(&power(exponent - 54)),
                of_moved = of_power(&moved, exponent - 54),
            );
        }
        let (error_terms, cell) = match draw {
            Draw::Two { .. } => ("certified_table_f64", "rewrite grid, moved_edge."),
            Draw::One { bits } => {
                let (choice, value) = self.modulus(*bits);
                text += &format!(
                    "(* The modulus of Lemma R: how far the bias of the uniform number moves the radius. *)\n\
                     Lemma modulus : modulus_R (/ {scale}) radius (/ 2 ^ S {bits}) = {value}.\n\
                     Proof. unfold modulus_R. rewrite {choice}; [reflexivity | unfold radius; interval with (i_prec 60)]. Qed.\n\n"
                );
                ("root_error, comparison_error, certified_shift_add_64", "rewrite grid, moved_edge, modulus.")
            }
        };
        let arguments = draw.arguments(*angle);
        text += &self.statement(&format!(
            "{release} {scale} {arguments} ({log2}) ({low_x}) ({low_y}) cells_x cells_y {chosen}"
        ));
        let constants = format!(
            "unfold plane_absolute, plane_relative, turned_error, direction_error, certified_cos_sin, {error_terms}, error, radius. \
             rewrite once_value."
        );
        let relative =
            "unfold plane_relative, turned_error, direction_error, certified_cos_sin. rewrite once_value.";
        text += &format!(
            "Proof.\n  unfold bits, release. intros M1 M2 D.\n  \
             apply ({theorem} {scale} radius error {reach_x} {reach_y} {x_low} {x_high} {y_low} {y_high} {distance} verdict\n    \
             {arguments} ({log2}) ({low_x}) ({low_y}) ({exponent_x}) ({exponent_y}) ({exponent}) cells_x cells_y {chosen}); try assumption; try lia.\n\
             \x20 - change (-200)%Z with (- Z.of_nat 200)%Z. rewrite bpow_inv. lra.\n\
             \x20 - unfold cells_x, cells_y. lia.\n\
             \x20 - rewrite first_x, last_x, farthest_x. split; apply Rabs_lt; lra.\n\
             \x20 - rewrite first_y, last_y, farthest_y. split; apply Rabs_lt; lra.\n\
             \x20 - unfold cells_x, cells_y. lia.\n\
             \x20 - unfold radius. lra.\n\
             \x20 - {relative} split; interval with (i_prec 200).\n\
             \x20 - unfold error. lra.\n\
             \x20 - {constants} interval with (i_prec 400).\n\
             {rest}Qed.\n",
            rest = self.rest(cell, [", moved_x", ", moved_y"]),
        );
        Ok(text)
    }

    /// The premises that both formats have: cut-off, radius, cells, answers and loss. `cell` rewrites the length of a cell, `edge` the
    /// shifts of the first edges.
    fn rest(&self, cell: &str, [edge_x, edge_y]: [&str; 2]) -> String {
        let Self { draw, loss: [choice, unfolded], .. } = self;
        let (cut_off, modulus) = match draw {
            Draw::Two { cut_off, .. } => (
                format!(
                    "  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat {cut_off})) with {cut_off}. unfold radius. interval with (i_prec 100).\n"
                ),
                "",
            ),
            Draw::One { .. } => (String::new(), "rewrite modulus. "),
        };
        format!(
            "{cut_off}\
             \x20 - {modulus}unfold planar_shift, euclid, error, radius. interval with (i_prec 400).\n\
             \x20 - {cell} unfold planar_shift, error, radius. interval with (i_prec 100).\n\
             \x20 - rewrite first_x{edge_x}. lra.\n\
             \x20 - rewrite last_x. lra.\n\
             \x20 - rewrite first_y{edge_y}. lra.\n\
             \x20 - rewrite last_y. lra.\n\
             \x20 - {cell} unfold kappa_plane. eapply Rle_trans; [apply Rplus_le_compat_l, {choice} |].\n    \
             unfold {unfolded}, planar_shift, error, radius, verdict. interval with (i_prec 400).\n"
        )
    }

    fn fixed(&self, fraction: u32, cut_off: i64, precision: u32) -> Result<String, Refusal> {
        let (Self { angle, x, y, chosen, .. }, chain) = (self, &self.certificate.chain);
        let (mantissa, exponent) = source::scale(&chain.scale.0)?;
        let distance = real(&chain.sensitivity.0);
        let (log2, low_x, low_y) = (x.log2, x.low, y.low);
        let [[x_low, x_high], [y_low, y_high]] = self.answers();
        let [reach_x, reach_y] = self.reaches();
        let place = -i64::from(fraction);
        let mut text = self.head("FixedMechanism ShiftAddConstants PlanarFixed PlanarFixedRelease");
        let scale = real(&chain.scale.0);
        text += &format!(
            "Lemma scale_power : bpow radix2 ({exponent}) = {power_value}.\nProof. {of_scale} Qed.\n\n\
             Lemma scale_value : scale {mantissa} ({exponent}) = {scale}.\n\
             Proof. unfold scale. rewrite scale_power. lra. Qed.\n\n\
             Lemma last_place : bpow radix2 (Z.opp {fraction}) = {place_value}.\nProof. {of_place} Qed.\n\n",
            power_value = real(&power(exponent)),
            of_scale = of_power(&exponent.to_string(), exponent),
            place_value = real(&power(place)),
            of_place = of_power(&format!("Z.opp {fraction}"), place),
        );
        text += &self.statement(&format!(
            "release_plane_fixed {mantissa} ({exponent}) {fraction} {cut_off} {precision} {angle} ({log2}) ({low_x}) ({low_y}) cells_x cells_y {chosen}"
        ));
        let constants = "unfold fixed_absolute, fixed_relative, plane_absolute, plane_relative, plane_rounding, turned_error, direction_error, \
                         certified_cos_sin, certified_shift_add_64, error, radius.";
        text += &format!(
            "Proof.\n  unfold bits, release. intros M1 M2 D.\n  \
             apply (planar_fixed_mechanism {mantissa} ({exponent}) {fraction} radius error {reach_x} {reach_y} {x_low} {x_high} {y_low} {y_high} {distance} verdict\n    \
             {cut_off} {precision} {angle} ({log2}) ({low_x}) ({low_y}) cells_x cells_y {chosen}); try assumption; try lia; rewrite ?scale_value.\n\
             \x20 - unfold cells_x, cells_y. lia.\n\
             \x20 - unfold radius. lra.\n\
             \x20 - {constants} split; interval with (i_prec 200).\n\
             \x20 - unfold error. lra.\n\
             \x20 - {constants} rewrite last_place. interval with (i_prec 400).\n\
             {rest}Qed.\n",
            rest = self.rest("rewrite grid.", ["", ""]),
        );
        Ok(text)
    }
}
