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
use num_traits::{Signed, Zero};

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
    let (GeneratorName::Relative(precision) | GeneratorName::Deep { bits: precision, .. }, Some(cut_off)) =
        (certificate.generator.name, &certificate.generator.cut_off)
    else {
        return Err(none_yet("planar noise with another generator than relative-BITS or deep-BITS-WORDS"));
    };
    if plane.sampler == Sampler::Inverse {
        return Err(none_yet("planar noise whose radius is by the inverse distribution function"));
    }
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
        precision,
        cut_off: integer(&cut_off.0)?,
        angle: integer(&terms.angle.bits.0)?,
        x,
        y,
        chosen,
        loss: theorem_a(certificate)?,
    };
    match certificate.subject.format {
        Format::Binary64 => {
            let mut text = theorem.float()?;
            if let Some(places) = globe {
                text += &theorem.globe(places)?;
            }
            Ok(text)
        }
        Format::Fixed { .. } if theorem.cut_off > LAST_FIXED_EXPONENT => {
            Err(none_yet("planar noise in fixed point with so many words of exponent"))
        }
        Format::Fixed { fraction, .. } => theorem.fixed(fraction),
        Format::Binary32 => Err(none_yet("planar noise in f32")),
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

struct PlanarTheorem<'a> {
    name: &'a str,
    /// The name of the theorem about points in metres.
    metres: &'a str,
    certificate: &'a MechanismCertificate,
    terms: &'a PlaneTerms,
    /// P, K and A: bits of a mantissa, of an exponent and of the angle.
    precision: u32,
    cut_off: i64,
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

    /// How far a released point of each axis can be from an answer.
    fn reaches(&self) -> [String; 2] {
        let (Area { x, y }, chain) = (&self.terms.answers, &self.certificate.chain);
        [(x, &self.x), (y, &self.y)].map(|(Range { low: least, high: most }, Grid { log2, low, high })| {
            let corner = |twice: i64| Rational::from_integer(BigInt::from(twice)) * power(log2 - 1);
            let below = &most.0 - corner(2 * low - 1) + &chain.edge_shift.0;
            let above = corner(2 * high + 1) - &least.0;
            real(&below.max(above))
        })
    }

    /// `release` is the release with all but the answer and the word.
    fn statement(&self, release: &str) -> String {
        let Self { metres, precision, cut_off, angle, .. } = self;
        let [[x_low, x_high], [y_low, y_high]] = self.answers();
        let distance = real(&self.certificate.chain.sensitivity.0);
        let within = |r: &str| format!("{x_low} <= fst {r} <= {x_high} /\\ {y_low} <= snd {r} <= {y_high}");
        format!(
            "(* Two numbers of {cut_off} + {precision} bits give the radius, one of {angle} the angle; row i, column j of the window is output i * rows + j. *)\n\
             Definition bits : nat := ({cut_off} + {precision}) + (({cut_off} + {precision}) + {angle}).\n\
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

    fn float(&self) -> Result<String, Refusal> {
        let (Self { precision, cut_off, angle, x, y, chosen, .. }, chain) = (self, &self.certificate.chain);
        let shift = self::log2(&chain.edge_shift.0)?;
        let exponent = shift + 54;
        let moved = format!("{exponent} - 53 - 1");
        let (scale, distance) = (real(&chain.scale.0), real(&chain.sensitivity.0));
        let (log2, low_x, low_y) = (x.log2, x.low, y.low);
        let [[x_low, x_high], [y_low, y_high]] = self.answers();
        let [reach_x, reach_y] = self.reaches();
        let mut text = self.head("TableConstants PlanarRelease");
        text += &format!(
            "Lemma farthest : bpow radix2 ({exponent}) = {farthest}.\nProof. {of_farthest} Qed.\n\n\
             Lemma moved_edge : bpow radix2 ({moved}) = {moved_value}.\nProof. {of_moved} Qed.\n\n",
            farthest = real(&power(exponent)),
            of_farthest = of_power(&exponent.to_string(), exponent),
            moved_value = real(&power(shift)),
            of_moved = of_power(&moved, shift),
        );
        text += &self.statement(&format!(
            "release_plane_f64 {scale} {cut_off} {precision} {angle} ({log2}) ({low_x}) ({low_y}) cells_x cells_y {chosen}"
        ));
        let constants = "unfold plane_absolute, plane_relative, turned_error, direction_error, certified_cos_sin, certified_table_f64, error, radius. \
                         rewrite once_value.";
        text += &format!(
            "Proof.\n  unfold bits, release. intros M1 M2 D.\n  \
             apply (planar_f64_mechanism {scale} radius error {reach_x} {reach_y} {x_low} {x_high} {y_low} {y_high} {distance} verdict\n    \
             {cut_off} {precision} {angle} ({log2}) ({low_x}) ({low_y}) ({exponent}) cells_x cells_y {chosen}); try assumption; try lia.\n\
             \x20 - change (-200)%Z with (- Z.of_nat 200)%Z. rewrite bpow_inv. lra.\n\
             \x20 - unfold cells_x, cells_y. lia.\n\
             \x20 - rewrite first_x, last_x, farthest. split; apply Rabs_lt; lra.\n\
             \x20 - rewrite first_y, last_y, farthest. split; apply Rabs_lt; lra.\n\
             \x20 - unfold cells_x, cells_y. lia.\n\
             \x20 - unfold radius. lra.\n\
             \x20 - {constants} split; interval with (i_prec 200).\n\
             \x20 - unfold error. lra.\n\
             \x20 - {constants} interval with (i_prec 400).\n\
             {rest}Qed.\n",
            rest = self.rest("rewrite grid, moved_edge.", ", moved_edge"),
        );
        Ok(text)
    }

    /// The premises that both formats have: cut-off, radius, cells, answers and loss. `cell` rewrites the length of a cell, `edge` the
    /// shift of the first edge.
    fn rest(&self, cell: &str, edge: &str) -> String {
        let Self { cut_off, loss: [choice, unfolded], .. } = self;
        format!(
            "  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat {cut_off})) with {cut_off}. unfold radius. interval with (i_prec 100).\n\
             \x20 - unfold euclid, planar_shift, error, radius. interval with (i_prec 400).\n\
             \x20 - {cell} unfold planar_shift, error, radius. interval with (i_prec 100).\n\
             \x20 - rewrite first_x{edge}. lra.\n\
             \x20 - rewrite last_x. lra.\n\
             \x20 - rewrite first_y{edge}. lra.\n\
             \x20 - rewrite last_y. lra.\n\
             \x20 - {cell} unfold kappa_plane. eapply Rle_trans; [apply Rplus_le_compat_l, {choice} |].\n    \
             unfold {unfolded}, planar_shift, error, radius, verdict. interval with (i_prec 400).\n"
        )
    }

    fn fixed(&self, fraction: u32) -> Result<String, Refusal> {
        let (Self { precision, cut_off, angle, x, y, chosen, .. }, chain) = (self, &self.certificate.chain);
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
            rest = self.rest("rewrite grid.", ""),
        );
        Ok(text)
    }
}
