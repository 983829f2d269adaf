//! The local projection (F31): its stretch against distances on the ellipsoid, and the boxes it must refuse.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::disallowed_types, reason = "places in space as floats, to compare with")]

use kdelta_oracle::Refusal;
use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::number::Rational;
use kdelta_oracle::projection::{Ellipsoid, GeographicBox, LocalProjection};
use kdelta_testkit::q;
use num_traits::ToPrimitive;

fn region(west: &str, east: &str, south: &str, north: &str) -> Result<GeographicBox, Refusal> {
    GeographicBox::new((q(west), q(east)), (q(south), q(north)))
}

fn about_the_middle(region: &GeographicBox) -> LocalProjection {
    let [longitude, latitude] = region.middle();
    LocalProjection::about(&longitude, &latitude).unwrap()
}

fn float(x: &Rational) -> f64 {
    x.to_f64().unwrap()
}

const A: f64 = 6_378_137.0;
const F: f64 = 1.0 / 298.257_223_563;

/// The place in space, in metres: a chord is at most the distance on the ellipsoid, and short ones are close to it.
fn space([longitude, latitude]: [f64; 2]) -> [f64; 3] {
    let e2 = F * (2.0 - F);
    let (sin_lat, cos_lat) = latitude.to_radians().sin_cos();
    let (sin_lon, cos_lon) = longitude.to_radians().sin_cos();
    let n = A / (1.0 - e2 * sin_lat * sin_lat).sqrt();
    [n * cos_lat * cos_lon, n * cos_lat * sin_lon, n * (1.0 - e2) * sin_lat]
}

fn chord(p: [f64; 2], q: [f64; 2]) -> f64 {
    let (p, q) = (space(p), space(q));
    p.iter().zip(q).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

fn projected(projection: &LocalProjection, p: [f64; 2], q: [f64; 2]) -> f64 {
    let [k_x, k_y] = projection.metres_per_degree().each_ref().map(float);
    (k_x * (p[0] - q[0])).hypot(k_y * (p[1] - q[1]))
}

/// Published figures: a degree of the equator, the meridian's radii at the equator and at the pole.
#[test]
fn radii_are_those_of_wgs_84() {
    let ellipsoid = Ellipsoid::wgs84();
    let at = |latitude: &str| Enclosure::exact(q(latitude));
    let close = |enclosure: Enclosure, published: &str, tolerance: &str| {
        assert!(enclosure.width() < q("1e-30"), "{published}");
        let (low, high) = (q(published) - q(tolerance), q(published) + q(tolerance));
        assert!(&low < enclosure.lo() && enclosure.hi() < &high, "{published}: {}", float(enclosure.lo()));
    };
    close(ellipsoid.parallel(&at("0")).unwrap(), "6378137", "1e-9");
    close(ellipsoid.meridian(&at("0")).unwrap(), "6335439.3272", "1e-3");
    close(ellipsoid.meridian(&at("90")).unwrap(), "6399593.6258", "1e-3");
    let [k_x, k_y] = LocalProjection::about(&q("0"), &q("0")).unwrap().metres_per_degree().clone();
    assert!((float(&k_x) - 111_319.490_79).abs() < 1e-4 && (float(&k_y) - 110_574.275_8).abs() < 1e-3);
    // At 45 degrees north a degree of longitude has 78846.8 m, one of latitude 111131.8 m.
    let [k_x, k_y] = LocalProjection::about(&q("9"), &q("45")).unwrap().metres_per_degree().clone();
    assert!((float(&k_x) - 78_846.8).abs() < 0.1 && (float(&k_y) - 111_131.8).abs() < 0.1);
}

/// Vincenty's standard line, Flinders Peak to Buninyong: 54972.271 m.
#[test]
fn a_published_distance_is_not_exceeded_by_more_than_the_stretch() {
    let (flinders, buninyong) =
        ([144.424_867_888_9, -37.951_033_416_7], [143.926_495_527_8, -37.652_821_138_9]);
    let region = region("143.9", "144.5", "-38", "-37.6").unwrap();
    let projection = about_the_middle(&region);
    let image = projected(&projection, flinders, buninyong);
    let stretch = float(projection.stretch(&region).unwrap().value());
    assert!(image <= stretch * 54_972.271, "{image} {stretch}");
    assert!(stretch < 1.01 && image > 0.99 * 54_972.271, "{image} {stretch}");
}

/// Short pairs, all over boxes of all kinds and in all directions: no pair is stretched by more, one nearly by as much.
#[test]
fn no_short_pair_is_stretched_by_more_than_the_bound() {
    for (west, east, south, north) in [
        ("2.25", "2.42", "48.81", "48.91"),
        ("-0.05", "0.05", "-0.05", "0.05"),
        ("-70.8", "-70.5", "-33.6", "-33.3"),
        ("18", "19", "69", "70"),
        ("10", "30", "77", "80"),
        ("-60", "60", "-10", "10"),
        ("179", "180", "-17.9", "-16.1"),
    ] {
        let region = region(west, east, south, north).unwrap();
        let projection = about_the_middle(&region);
        let stretch = float(projection.stretch(&region).unwrap().value());
        let [west, east, south, north] = [west, east, south, north].map(|x| float(&q(x)));
        let mut worst = 0.0_f64;
        let fractions = (0..=8).map(|i| f64::from(i) / 8.0);
        for (u, v) in fractions.clone().flat_map(|u| fractions.clone().map(move |v| (u, v))) {
            let place = [west + u * (east - west), south + v * (north - south)];
            for direction in 0..16 {
                let (sin, cos) = (f64::from(direction) * std::f64::consts::TAU / 16.0).sin_cos();
                let step = 1e-3;
                let other =
                    [(place[0] + step * cos).clamp(west, east), (place[1] + step * sin).clamp(south, north)];
                let chord = chord(place, other);
                if chord > 1.0 {
                    // An arc of the ellipsoid exceeds its chord by about chord²/24R², here below 1e-10.
                    let ratio = projected(&projection, place, other) / chord;
                    assert!(ratio <= stretch * (1.0 + 1e-9), "{place:?} {other:?}: {ratio} > {stretch}");
                    worst = worst.max(ratio);
                }
            }
        }
        // The band is widened by half a diameter, no more; where the curvature is small over the box, so is the price.
        if (east - west).max(north - south) <= 1.0 {
            assert!((stretch - 1.0) <= 5.0 * (worst - 1.0) + 1e-6, "{west} {south}: {worst} {stretch}");
        }
    }
}

/// At 80 degrees north the shortest path between places of a thin box runs north of it, where the map stretches more: without
/// the widened band the bound would be false.
#[test]
fn shortest_paths_leave_the_box() {
    let region = region("-50", "50", "80", "80").unwrap();
    let projection = about_the_middle(&region);
    let image = projected(&projection, [-50.0, 80.0], [50.0, 80.0]);
    // A path near the great circle, by its latitudes every ten degrees: between two stops it is at most as long as the chord in
    // space of the larger parallel and the meridian allow.
    let stops: [f64; 11] = [80.0, 81.58, 82.54, 83.12, 83.43, 83.53, 83.43, 83.12, 82.54, 81.58, 80.0];
    let length: f64 = stops
        .windows(2)
        .map(|pair| {
            let lower = pair[0].min(pair[1]);
            let radius = space([0.0, lower])[0];
            let north = 6_399_600.0 * (pair[1] - pair[0]).to_radians();
            (radius * 10.0_f64.to_radians()).hypot(north)
        })
        .sum();
    // The reference point is at 80 degrees: there the map does not stretch at all.
    assert!(image > 1.05 * length, "{image} {length}");
    let stretch = float(projection.stretch(&region).unwrap().value());
    assert!(image <= stretch * chord([-50.0, 80.0], [50.0, 80.0]), "{stretch}");
}

/// The other way round the globe is no way out: a box of half the turn, where the map would be torn, is bounded or refused.
#[test]
fn boxes_that_the_argument_does_not_cover_are_refused_and_say_why() {
    let teaches = |result: Result<GeographicBox, Refusal>, names: &str| {
        let message = result.expect_err(names).to_string();
        assert!(message.contains("; ") && message.contains(names), "{message}");
    };
    teaches(region("170", "190", "0", "1"), "antimeridian");
    teaches(region("-181", "-179", "0", "1"), "-181");
    teaches(region("-91", "90", "0", "1"), "180 degrees");
    teaches(region("0", "1", "80", "91"), "longitude comes first");
    teaches(region("1", "0", "0", "1"), "longitudes");
    teaches(region("0", "1", "1", "0"), "latitudes");
    let refused = |west, east, south, north| {
        let region = region(west, east, south, north).unwrap();
        let projection = LocalProjection::about(&q("0"), &q("80")).unwrap();
        let why = projection.stretch(&region).expect_err("near a pole").to_string();
        assert!(why.contains("±89 degrees") && why.contains("pole"), "{why}");
    };
    refused("0", "1", "89.5", "89.6");
    refused("0", "1", "-89", "-88");
    // Shortest paths go over the pole.
    refused("-90", "90", "0", "0");
    refused("-60", "60", "80", "80");
    assert!(LocalProjection::about(&q("0"), &q("89.1")).is_err());
    assert!(LocalProjection::about(&q("180.1"), &q("0")).is_err());
    // Half the turn itself, and the antimeridian as an end, are fine where the poles are far.
    let wide = region("80", "180", "-5", "5").unwrap();
    assert!(float(about_the_middle(&wide).stretch(&wide).unwrap().value()) > 1.5);
}

/// A larger box is never stretched less, and the sensitivity adds both ends' rounding.
#[test]
fn the_bound_grows_with_the_box() {
    let projection = LocalProjection::about(&q("2.35"), &q("48.85")).unwrap();
    let mut last = (q("0"), q("0"));
    for size in ["0", "0.01", "0.1", "1", "10"] {
        let (longitude, latitude, size) = (q("2.35"), q("48.85"), q(size));
        let region = GeographicBox::new(
            (&longitude - &size, &longitude + &size),
            (&latitude - &size, &latitude + &size),
        )
        .unwrap();
        let found = (
            projection.stretch(&region).unwrap().value().clone(),
            projection.error(&region).unwrap().value().clone(),
        );
        assert!(found.0 > last.0 && found.1 > last.1);
        let sensitivity = projection.sensitivity(&region, &q("200")).unwrap();
        assert_eq!(sensitivity.value(), &(&found.0 * q("200") + q("2") * &found.1));
        last = found;
    }
    assert!(last.1 < q("1e-8"));
}
