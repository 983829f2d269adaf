//! A release of kdelta as a measurement of OpenDP, behind OpenDP's own clamp and sum.

use kdelta::{Laplace, RoundUp, ToExact, entropy};
use opendp::core::{Function, Measurement, PrivacyMap};
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::error::{Error, ErrorVariant, Fallible};
use opendp::measures::MaxDivergence;
use opendp::metrics::{AbsoluteDistance, SymmetricDistance};
use opendp::transformations::{make_clamp, make_sum};
use std::backtrace::Backtrace;
use std::rc::Rc;

type Numbers = AtomDomain<f64>;
type OfRows = Measurement<VectorDomain<Numbers>, SymmetricDistance, MaxDivergence, f64>;

/// A number goes in, and a number of the window comes out.
///
/// # Guarantee
/// For answers at most `d_in` apart, the privacy loss is at most `map(d_in)`: what [`kdelta::Guarantee::loss_at`] says
/// about the arithmetic that runs, at any distance, rounded up. Equal answers have equal laws.
fn make_kdelta(
    laplace: Laplace<f64>,
) -> Fallible<Measurement<Numbers, AbsoluteDistance<f64>, MaxDivergence, f64>> {
    let laplace = Rc::new(laplace);
    let mechanism = Rc::clone(&laplace);
    // OpenDP has no "outside": that becomes the end of the window on its side, for the same ε′.
    let function = Function::new_fallible(move |answer: &f64| {
        mechanism
            .release_to_ends(*answer, &mut entropy::Os)
            .map_err(|why| failed(ErrorVariant::FailedFunction, &why))
    });
    let map = PrivacyMap::new_fallible(move |d_in: &f64| {
        let refused = |why: kdelta::Error| failed(ErrorVariant::FailedMap, &why);
        let distance = d_in.to_exact("d_in").map_err(refused)?;
        if *d_in < 0.0 {
            return Err(failed(ErrorVariant::FailedMap, &"a distance is not negative"));
        }
        if *d_in == 0.0 {
            return Ok(0.0);
        }
        Ok(laplace.guarantee().loss_at(&distance).map_err(refused)?.to_f64_up())
    });
    Measurement::new(AtomDomain::new_non_nan(), AbsoluteDistance::default(), MaxDivergence, function, map)
}

fn failed(variant: ErrorVariant, why: &dyn std::fmt::Display) -> Error {
    Error { variant, message: Some(why.to_string()), backtrace: Backtrace::capture() }
}

/// The sum of at most 2^20 numbers of [0, 24], of which one person adds or removes one.
fn hours() -> Result<OfRows, Box<dyn std::error::Error>> {
    // OpenDP says by how much its own sum in floating point can change; that is the sensitivity here.
    let anything = VectorDomain::new(AtomDomain::new_non_nan());
    let clamp = make_clamp(anything, SymmetricDistance, (0.0, 24.0))?;
    let sum = make_sum(clamp.output_domain.clone(), SymmetricDistance)?;
    let clamped_sum = (clamp >> sum)?;
    let sensitivity = clamped_sum.map(&1)?;
    let laplace = Laplace::<f64>::builder()
        .epsilon(1)
        .sensitivity(sensitivity)
        .answers(0, 1_000)
        .window(-1_000, 2_000)
        .grid("1/4")
        .build()?;
    Ok((clamped_sum >> make_kdelta(laplace)?)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hours = hours()?;
    let about = hours.invoke(&vec![7.25, 8.0, 1e300, -3.0])?;
    println!(
        "about {about} hours; for one person ε′ ≤ {:.9}, for two together {:.9}",
        hours.map(&1)?,
        hours.map(&2)?
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laplace() -> Laplace<f64> {
        Laplace::<f64>::builder()
            .epsilon(1)
            .sensitivity(1)
            .answers(0, 100)
            .window(-200, 300)
            .grid("2^-10")
            .build()
            .unwrap()
    }

    #[test]
    fn the_privacy_map_is_the_guarantee_rounded_up() {
        let bound = laplace().guarantee().epsilon_prime.clone();
        let measurement = make_kdelta(laplace()).unwrap();
        let one = measurement.map(&1.0).unwrap();
        assert!(&one.to_exact("map").unwrap() >= bound.value() && one < 1.000_000_1);
        assert_eq!(measurement.map(&0.0).unwrap(), 0.0);
        assert!(measurement.map(&0.5).unwrap() < one && one < measurement.map(&1.000_001).unwrap());
        assert!(measurement.map(&3.0).unwrap() > 3.0);
    }

    #[test]
    fn a_distance_or_an_answer_that_is_no_number_is_refused() {
        let measurement = make_kdelta(laplace()).unwrap();
        for distance in [f64::NAN, f64::INFINITY, -1.0] {
            assert!(measurement.map(&distance).is_err(), "{distance}");
        }
        assert!(measurement.invoke(&f64::NAN).is_err());
    }

    #[test]
    fn behind_opendps_sum_it_releases_points_of_the_grid() {
        let hours = hours().unwrap();
        assert!(hours.map(&1).unwrap() < 1.000_001 && hours.map(&2).unwrap() > hours.map(&1).unwrap());
        let released = hours.invoke(&vec![7.25, 8.0, 1e300, -3.0]).unwrap();
        assert!((-1_000.0..=2_000.0).contains(&released) && (released * 4.0).fract() == 0.0, "{released}");
    }
}
