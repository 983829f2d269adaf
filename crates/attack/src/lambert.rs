//! The radius of planar Laplace noise as everybody computes it: C⁻¹(u) = −(W₋₁((u−1)/e) + 1)/ε, W₋₁ by Newton's iteration.

/// W₋₁(x) for −1/e ≤ x < 0: the root w ≤ −1 of w·e^w = x.
fn lambert(x: f64) -> f64 {
    let mut w = libm::log(-x);
    // Newton: from ln(−x) the steps go down to the root; 1e-10 is reached in a few, 100 are never needed.
    for _ in 0..100 {
        if w >= -1.0 {
            return -1.0; // x = −1/e up to rounding
        }
        let step = (w - x * libm::exp(-w)) / (w + 1.0);
        w -= step;
        if step.abs() <= 1e-10 {
            break;
        }
    }
    w
}

/// W₋₁ at (u−1)/e for 0 ≤ u < 1.
pub(crate) fn lambert_of_uniform(u: f64) -> f64 {
    lambert((u - 1.0) / std::f64::consts::E)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 − (1 + r)e^−r = u for r = −(W + 1).
    #[test]
    fn radius_inverts_the_distribution_function() {
        for i in 1..1000 {
            let u = f64::from(i) / 1000.0;
            let r = -(lambert_of_uniform(u) + 1.0);
            assert!((1.0 - (1.0 + r) * libm::exp(-r) - u).abs() < 1e-9, "{u}: {r}");
        }
        assert_eq!(lambert_of_uniform(0.0), -1.0);
        assert!(lambert_of_uniform(1.0 - f64::EPSILON / 2.0) < -39.0);
    }
}
