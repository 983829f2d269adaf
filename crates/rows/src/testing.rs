//! Settings that several tests release under.

use kdelta_certificate::{
    Certificate, Embedded, Format, GeneratorName, Law, Line, MechanismCertificate, MechanismDescription,
    Number, Range, Setting, Subject, Vector,
};
use kdelta_testkit::q;

/// The certificate for answers from 0 to `high` whose sensitivity is `high` as well, in f64.
pub(crate) fn certificate(
    epsilon: &str,
    high: i64,
    window: (i64, i64),
    grid: &str,
    reading: bool,
) -> MechanismCertificate {
    let (format, answers) = (Format::Binary64, Range::of_integers(0, high));
    let reading_error = if reading { format.reading_error(&answers).unwrap() } else { q("0") };
    let number = |x: &str| Number::from(&q(x));
    let line = Line { answers, window: Range::of_integers(window.0, window.1), vector: Vector::SINGLE };
    let setting = Setting {
        epsilon: Some(number(epsilon)),
        sensitivity: high.into(),
        query_error: 0.into(),
        reading_error: (&reading_error).into(),
        grid: number(grid),
        law: Law::Laplace(line),
    };
    let description = MechanismDescription { format, setting, generator: GeneratorName::Lazy(52) };
    MechanismCertificate::derive(&description, &Embedded).unwrap()
}

/// ε = Δ = 1, answers from 0 to 1.
pub(crate) fn example() -> MechanismCertificate {
    certificate("1", 1, (-16, 16), "2^-10", false)
}

/// Places of a city.
pub(crate) fn city() -> MechanismCertificate {
    let text = include_str!("../../../certificates/planar-binary64-globe.json");
    match Certificate::read(text).unwrap().certifies {
        Subject::Mechanism(certificate) => *certificate,
        Subject::Kernel(_) => panic!("the certificate of a mechanism"),
    }
}
