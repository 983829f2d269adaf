//! Gaussian noise (§1.10): from hypotheses to (ε′, δ), and everything that is refused on the way.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use kdelta_oracle::bound::{Dimension, Form, Setting};
use kdelta_oracle::derivation::{Axis, Generator, Hypotheses, LogarithmError, Noise, NoiseError, Sampler};
use kdelta_oracle::noise::{Gaussian, RelativeUniform};
use kdelta_oracle::transfer::Closeness;
use kdelta_testkit::q;

/// σ = 8, Δ = 1, answers and window like those of a table of counts, binary64 noise.
fn hypotheses() -> Hypotheses {
    let generator = RelativeUniform { precision: 52, cut_off: 1 << 30, midpoint: true };
    Hypotheses {
        scale: q("8"),
        sensitivity: q("1"),
        changed: 1,
        axes: vec![Axis {
            answers: (q("0"), q("1000")),
            window: (q("-500.5"), q("1500.5")),
            edge_shift: q("2^-43"),
        }],
        cell: q("1"),
        noise: Noise::Gaussian { delta: q("1e-6") },
        sampler: Sampler::Logarithm(Generator::Relative(generator)),
        error: NoiseError { absolute: q("2^-52"), relative: q("2^-51"), rounding: q("0") },
    }
}

#[test]
fn the_statement_is_the_ideal_curve_and_kappa() {
    let derived = hypotheses().derive().unwrap();
    // The analytic curve for μ = 1/8 at δ = 10^-6.
    assert_eq!(format!("{:.8}", derived.verdict), "0.50385562");
    let names: Vec<_> = derived.bounds.iter().map(|(form, _)| *form).collect();
    assert_eq!(names, [Form::ZeroConcentrated, Form::Analytic]);
    assert!(derived.setting().unwrap_err().to_string().contains("no"));
    // κ is that of Theorem T for the slope at ρ_M + δ, the farthest value that matters.
    let slope = Gaussian::new(q("8")).unwrap().slope(derived.reach.plus(&derived.shift).value()).unwrap();
    let (line, one) = (Dimension::Line, q("1"));
    let setting =
        Setting::new(line, slope.value().clone(), one, derived.cell.clone(), &derived.shift).unwrap();
    let forms = Form::all(line).iter().filter_map(|&form| setting.closeness(form).ok());
    assert_eq!(forms.reduce(Closeness::least), Some(derived.closeness));
}

#[test]
fn what_gaussian_noise_does_not_admit_is_refused() {
    let refused = |change: &dyn Fn(&mut Hypotheses), word: &str| {
        let mut bad = hypotheses();
        change(&mut bad);
        let message = bad.derive().unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    };
    refused(&|h| h.sampler = Sampler::InverseCdf { bias: q("2^-54") }, "exponent and mantissa");
    let absolute = Generator::Absolute { bias: q("2^-54") };
    refused(&|h| h.sampler = Sampler::Logarithm(absolute.clone()), "exponent and mantissa");
    for delta in ["0", "-1", "1", "2"] {
        refused(&|h| h.noise = Noise::Gaussian { delta: q(delta) }, delta);
    }
    let short = RelativeUniform { precision: 52, cut_off: 76, midpoint: true };
    refused(&|h| h.sampler = Sampler::Logarithm(Generator::Relative(short)), "e_max");
    refused(&|h| h.scale = q("0"), "scale of the noise > 0");
    refused(&|h| h.cell = q("4"), "remainder");
    refused(&|h| h.error.rounding = q("1/2"), "L > 2δ");
    refused(&|h| h.error.rounding = q("9"), "T ≤ ρ_M + σ");
}

/// A and R of the composition at their worst, for a concave g that is as steep as it may be: g(ℓ) = min(√(π/2)·ℓ, …) is covered by
/// the slope, and the relative parts multiply.
#[test]
fn errors_of_logarithm_and_kernel_add_up() {
    let logarithm = LogarithmError { absolute: q("2^-60"), relative: q("2^-53") };
    let kernel = LogarithmError { absolute: q("2^-70"), relative: q("2^-52") };
    let both = logarithm.of_inverse_tail(&kernel).unwrap();
    assert_eq!(both.relative, q("2^-53") + q("2^-52") + q("2^-105"));
    assert!(both.absolute > q("1.2533141373155002") * q("2^-60") + q("2^-70"));
    assert!(both.absolute < q("1.2533141373155003") * q("2^-60") * (q("1") + q("2^-51")) + q("2^-70"));
    let absurd = LogarithmError { absolute: q("0"), relative: q("3/2") };
    assert!(absurd.of_inverse_tail(&kernel).unwrap_err().to_string().contains("relative error"));
}
