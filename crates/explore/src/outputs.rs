//! The grid and the window of a setting that gives none: they follow from the answers, ε, Δ, the format and
//! the generator.

use crate::setting::Ends;
use kdelta_certificate::{Format, GeneratorName, Range};
use kdelta_oracle::enclosure::sqrt;
use kdelta_oracle::number::{Rational, dyadic, floor_log2};
use num_traits::{One, Signed};

/// What the outputs follow from.
pub struct Setting<'a> {
    /// The range of the answers.
    pub answers: &'a Range,
    /// Δ/ε, or σ.
    pub scale: Rational,
    /// The number format.
    pub format: &'a Format,
    /// The generator.
    pub generator: GeneratorName,
    /// Gaussian noise, not Laplace noise.
    pub gaussian: bool,
}

/// The window goes this many scales b beyond the answers, if the generator reaches as far: then a release is
/// outside with a probability of at most e^-32 < 10^-13.
const MARGIN: i64 = 32;
/// The same for Gaussian noise, in standard deviations: 2Φ̄(8) < 10^-14.
const GAUSSIAN_MARGIN: i64 = 8;
/// The grid is at most the scale divided by this, so that rounding to it adds less than a millionth to the
/// variance.
const PARTS: i64 = 1000;
/// Where a format is so coarse that the grid would be wider than a quarter of the scale, it is at most 2^4
/// times as fine, and finite precision costs as many times as much.
const DEARER: i32 = 4;
/// Scales and grids that certificates know: 2^±60 and 2^±100.
const SCALE_LOG2: i32 = 60;
const GRID_LOG2: i32 = 100;

impl Setting<'_> {
    /// L: the largest power of two that is at most b/1000, but not so fine that finite precision would cost
    /// much.
    ///
    /// A window that is given lies on it, if its ends have finitely many binary digits.
    pub fn grid(&self, window: Option<&Ends>) -> Rational {
        let scale = self.scale();
        let farthest = window.map_or_else(
            || self.width() + Rational::from_integer((self.most() + 1).into()) * &scale,
            |Ends(low, high)| {
                let (answers_low, answers_high) = (&self.answers.low.0, &self.answers.high.0);
                (high - answers_low).max(answers_high - low).max(scale.clone())
            },
        );
        let fine = floor(&(&scale / Rational::from_integer(PARTS.into())));
        // A grid that is wider than the noise says nothing: then rather a few hundredths of ε′, as far as
        // that helps.
        let cheap = self.finest(&farthest);
        let log2 = fine.max(cheap.min((floor(&scale) - 2).max(cheap - DEARER)));
        let aligned = window.and_then(|Ends(low, high)| Some(alignment(low)?.min(alignment(high)?)));
        dyadic(1, aligned.map_or(log2, |aligned| log2.min(aligned)).clamp(-GRID_LOG2, GRID_LOG2))
    }

    /// The answers, widened by 32 scales on both sides or as far as the generator reaches, outward to whole
    /// numbers of the grid, and of the power of two below the scale, so that other grids around this one
    /// divide them as well.
    pub fn window(&self, grid: &Rational) -> Ends {
        let scale = self.scale();
        let margin = &scale * self.margin(&scale);
        let step = dyadic(1, floor(&scale)).max(grid.clone());
        let (low, high) = (&self.answers.low.0 - &margin, &self.answers.high.0 + margin);
        Ends((low / &step).floor() * &step, (high / &step).ceil() * step)
    }

    /// b, moved into the range that scales have; one beyond it is refused when the certificate is derived.
    fn scale(&self) -> Rational {
        self.scale.clone().clamp(dyadic(1, -SCALE_LOG2), dyadic(1, SCALE_LOG2))
    }

    fn width(&self) -> Rational {
        &self.answers.high.0 - &self.answers.low.0
    }

    /// In scales. Where the generator does not even reach across the answers, the refusal says so better than
    /// a window would.
    fn margin(&self, scale: &Rational) -> Rational {
        let most = Rational::from_integer(self.most().into());
        // One more scale is left for the rounding of the window.
        let rest = self.reach() - self.width() / scale - Rational::one();
        if rest.is_positive() { most.min(rest) } else { most }
    }

    const fn most(&self) -> i64 {
        if self.gaussian { GAUSSIAN_MARGIN } else { MARGIN }
    }

    /// How far the noise goes, in scales: −ln of the tail of Gaussian noise is below x²/2 + 1 + x/4.
    fn reach(&self) -> Rational {
        let reach = reach(self.generator);
        if !self.gaussian {
            return reach;
        }
        let root = sqrt(&(reach * Rational::from_integer(2.into())), 8);
        root.map_or_else(|_| Rational::one(), |root| root.lo() - Rational::one())
    }

    /// log₂ of the finest grid that finite precision does not make expensive: ε′ − ε is about 4δ/L, and δ is
    /// about half a unit in the last place of the farthest noise (a unit of fixed point). So it stays below
    /// 10^-4 in f64 and 10^-2 in f32.
    fn finest(&self, farthest: &Rational) -> i32 {
        let ceiling = floor(farthest) + 1;
        match self.format {
            Format::Binary64 => ceiling - 34,
            Format::Binary32 => ceiling - 12,
            Format::Fixed { fraction, .. } => 10 - fraction.cast_signed(),
        }
    }
}

/// How far noise goes, in scales, with a bias that is small beside the grid.
pub fn reach(generator: GeneratorName) -> Rational {
    let ln_2 = Rational::new(693.into(), 1000.into());
    let bits = i64::from(generator.bits());
    let binades = match generator {
        GeneratorName::Lazy(_) => 1 << 31,
        // The exponent has the bits that the mantissa leaves.
        GeneratorName::Relative(_) => (if bits <= 23 { 64 } else { 128 }) - bits,
        GeneratorName::Deep { words, .. } => 64 * i64::from(words) - bits,
        // At r scales the bias of equal cells is about b·e^r·2^-bits: 2^-22·b at most, a 4096th of the grid.
        GeneratorName::Midpoint(_) => bits - 22,
    };
    Rational::from_integer(binades.into()) * ln_2
}

/// ⌊log₂ x⌋ of a scale, or of a sum of scales and lengths.
#[expect(clippy::expect_used, reason = "scales are at least 2^-60")]
fn floor(x: &Rational) -> i32 {
    floor_log2(x).expect("a positive number has a logarithm")
}

/// The largest k for which x is a multiple of 2^k; none for 0 and for numbers that are no multiple of any.
fn alignment(x: &Rational) -> Option<i32> {
    let zeros = |zeros: Option<u64>| zeros.and_then(|zeros| i32::try_from(zeros).ok());
    let (up, down) = (zeros(x.numer().trailing_zeros()), zeros(x.denom().trailing_zeros())?);
    let Some(up) = up else { return Some(GRID_LOG2) }; // 0 is a multiple of everything
    (*x.denom() == num_traits::One::one() || x.denom().bits() == u64::try_from(down).ok()? + 1)
        .then(|| up - down)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setting::default_generator;
    use kdelta_certificate::Embedded;
    use kdelta_certificate::MechanismCertificate;
    use kdelta_testkit::q;

    fn flags(epsilon: &str, sensitivity: &str, answers: &str, format: &str) -> crate::setting::Wanted {
        crate::setting::Wanted {
            epsilon: Some(epsilon.parse().unwrap()),
            sensitivity: Some(sensitivity.parse().unwrap()),
            answers: Some(answers.parse().unwrap()),
            format: Some(format.parse().unwrap()),
            ..crate::setting::Wanted::default()
        }
    }

    /// The grid follows the scale, the window goes 32 scales beyond the answers.
    #[test]
    fn outputs_follow_from_answers_epsilon_and_sensitivity() {
        let answers = Range::of_integers(0, 10);
        let setting = |scale: &str| Setting {
            answers: &answers,
            scale: q(scale),
            format: &Format::Binary64,
            generator: default_generator(&Format::Binary64),
            gaussian: false,
        };
        for (scale, grid, window) in
            [("1", "2^-10", "-32..42"), ("10", "2^-7", "-320..336"), ("1000", "1", "-32256..32256")]
        {
            let setting = setting(scale);
            assert_eq!(setting.grid(None), q(grid), "{scale}");
            assert_eq!(setting.window(&q(grid)), window.parse().unwrap(), "{scale}");
        }
        // A window that is given lies on the grid that follows.
        assert_eq!(setting("10").grid(Some(&"-1/1024..3".parse().unwrap())), q("2^-10"));
        assert_eq!(setting("10").grid(Some(&"-1/3..3".parse().unwrap())), q("2^-7"));
        assert_eq!(setting("10").grid(Some(&"0..1024".parse().unwrap())), q("2^-7"));
    }

    /// In a coarse format the grid is not wider than the noise, if that can be certified.
    #[test]
    fn a_coarse_format_still_has_a_grid_that_resolves_the_noise() {
        for (epsilon, answers, format, widest, most) in [
            ("1", "0..10", "fixed-32-8", "1/4", "1/16"),
            ("1", "0..10", "fixed-16-8", "1/4", "1/16"),
            ("1", "0..10", "fixed-32-16", "2^-6", "1e-2"),
            ("1", "0..10000", "f32", "1/4", "1/8"),
            ("1/10", "0..10000", "f32", "2", "1/8"),
            ("1", "0..10", "f32", "2^-6", "1e-2"),
        ] {
            let description = flags(epsilon, "1", answers, format).describe().unwrap();
            assert!(
                description.setting.grid.0 <= q(widest),
                "{answers} {format}: {}",
                description.setting.grid
            );
            let certificate = MechanismCertificate::derive(&description, &Embedded)
                .unwrap_or_else(|why| panic!("{epsilon} {answers} {format}: {why}"));
            let excess = &certificate.verdict.0 - &certificate.chain.epsilon.0;
            assert!(excess < q(most), "{epsilon} {answers} {format}: {excess}");
        }
    }

    /// In every format, with its own generator, what follows is certified and finite precision costs little.
    #[test]
    fn what_follows_is_certified_and_costs_little() {
        for (epsilon, sensitivity, answers, format, most) in [
            ("1", "1", "0..1", "f64", "1e-9"),
            ("1/10", "1", "0..100", "f64", "1e-9"),
            ("1/100", "1", "0..1000", "f64", "1e-9"),
            ("1/10", "1", "0..1000000", "f64", "1e-6"),
            ("1", "1", "0..100000000", "f64", "1e-4"),
            ("1", "100/53", "0..100", "f64", "1e-9"),
            ("1/10", "1", "0..1000", "f32", "1e-2"),
            ("1", "100", "0..100", "f64", "1e-9"),
            ("ln", "1e-6", "0..1e-6", "f64", "1e-9"),
            ("1/7", "1e9", "-1e9..1e9", "f64", "1e-9"),
            ("1", "1", "0..1", "f32", "1e-2"),
            ("1/3", "1/3", "0..1", "f32", "1e-2"),
            ("1", "1", "0..1", "fixed-64-40", "1e-2"),
            ("1/10", "100", "0..100", "fixed-64-32", "1e-2"),
        ] {
            let epsilon = if epsilon == "ln" { "1.4" } else { epsilon };
            let description = flags(epsilon, sensitivity, answers, format).describe().unwrap();
            let certificate = MechanismCertificate::derive(&description, &Embedded)
                .unwrap_or_else(|why| panic!("{epsilon} {sensitivity} {answers} {format}: {why}"));
            let excess = &certificate.verdict.0 - &certificate.chain.epsilon.0;
            assert!(excess < q(most), "{epsilon} {answers} {format}: {excess}");
        }
    }
}
