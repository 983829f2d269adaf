//! What the committed certificates are made from: the ledgers of `kdelta-finite` with the worst inputs found, and the
//! default mechanism in each format. A certifier of crates/reference hands over the same [`KernelResult`].

use kdelta_certificate::{
    Certificate, Directory, Format, Kernel, KernelCertificate, KernelResult, MechanismCertificate,
    MechanismDescription, Method, Range, Refusal, Setting, Sources, Subject, Unit,
};
use kdelta_finite::ledger::{self, Ledger};
use kdelta_finite::ln::{shift_add, table};
use kdelta_oracle::enclosure::ln;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::Signed;
use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32};

/// The files of a checkout, with new certificates in the place of those on the disk.
struct Overlay<'a> {
    directory: &'a Directory,
    fresh: BTreeMap<String, String>,
}

impl Sources for Overlay<'_> {
    fn read(&self, path: &str) -> Result<String, Refusal> {
        self.fresh.read(path).or_else(|_| self.directory.read(path))
    }
}

/// Every certificate, by path.
pub(crate) fn certificates(directory: &Directory) -> Result<BTreeMap<String, String>, Refusal> {
    let mut sources = Overlay { directory, fresh: BTreeMap::new() };
    for kernel in Kernel::ALL {
        let certificate = KernelCertificate::derive(&result(kernel), &sources)?;
        let text = Certificate::new(Subject::Kernel(Box::new(certificate))).text()?;
        sources.fresh.insert(kernel.certificate(), text);
    }
    for mechanism in mechanisms() {
        let certificate = MechanismCertificate::derive(&mechanism, &sources)?;
        let text = Certificate::new(Subject::Mechanism(Box::new(certificate))).text()?;
        sources.fresh.insert(mechanism.certificate(), text);
    }
    Ok(sources.fresh)
}

/// The default mechanism in each format: ε = 1, Δ = 1, answers 0 to 1, window −16 to 16, grid 2^-10.
pub(crate) fn mechanisms() -> Vec<MechanismDescription> {
    let fixed = |bits: i64, fraction: i64| Format::Fixed { bits: bits.into(), fraction: fraction.into() };
    [
        (Format::Binary64, true, 52),
        (Format::Binary64, false, 53),
        (Format::Binary32, true, 23),
        (fixed(64, 40), true, 52),
        (fixed(32, 24), true, 23),
    ]
    .map(|(format, relative, generator_bits)| MechanismDescription {
        format,
        setting: Setting {
            epsilon: 1.into(),
            sensitivity: 1.into(),
            query_error: 0.into(),
            answers: Range::of_integers(0, 1),
            grid: (&dyadic(1, -10)).into(),
            window: Range::of_integers(-16, 16),
        },
        relative,
        generator_bits,
    })
    .into()
}

/// The ledger of a kernel as it stands in its source, and the worst input found.
pub(crate) fn result(kernel: Kernel) -> KernelResult {
    let (ledger, candidates) = match kernel {
        Kernel::ShiftAdd16 => (&shift_add::LEDGER_16, every_16()),
        Kernel::ShiftAdd32 => (&shift_add::LEDGER_32, some_32()),
        Kernel::ShiftAdd64 => (&shift_add::LEDGER_64, some_64()),
        Kernel::TableF32 => (&table::LEDGER_F32, some_f32()),
        _ => (&table::LEDGER_F64, some_f64()),
    };
    let terms = terms(ledger);
    let sum = |unit| terms.iter().filter(|term| term.1 == unit).map(|term| &term.2).sum::<Rational>();
    let (absolute, relative) = (sum(Unit::One), sum(Unit::Logarithm));
    let share = |(v, computed): &(Rational, Rational)| {
        let exact = ln(v, 80).map_or_else(|_| computed.clone(), |exact| -exact.hi());
        (&exact - computed).abs() / (&absolute + &relative * exact)
    };
    let worst = candidates.into_iter().max_by_key(share);
    KernelResult {
        kernel: kernel.name().into(),
        terms,
        witness: worst.map_or_else(|| dyadic(1, -1), |(v, _)| v),
        black_box: None,
    }
}

fn terms(ledger: &Ledger) -> Vec<(String, Unit, Rational, Method)> {
    let convert = |term: &ledger::Term| {
        let unit = if term.unit == ledger::Unit::Magnitude { Unit::Logarithm } else { Unit::One };
        let value = Rational::from_integer(term.mantissa.into()) * dyadic(1, term.exponent);
        (term.name.to_owned(), unit, value, Method::ForwardAnalysis)
    };
    ledger.terms.iter().map(convert).collect()
}

/// Pairs of an input and what the kernel that ships gives for it.
type Candidates = Vec<(Rational, Rational)>;

fn integer(x: u64, fraction: u32) -> Rational {
    Rational::from_integer(x.into()) * dyadic(1, -fraction.cast_signed())
}

/// Words that spread well: multiples of the golden ratio.
fn words(count: u64) -> impl Iterator<Item = u64> {
    (1..=count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn every_16() -> Candidates {
    let pair = |x: NonZeroU16| {
        let y = shift_add::minus_ln_16(x);
        (integer(x.get().into(), 16), integer(y.into(), shift_add::FRACTION_16))
    };
    (1..=u16::MAX).filter_map(NonZeroU16::new).map(pair).collect()
}

fn some_32() -> Candidates {
    let pair = |x: NonZeroU32| {
        (integer(x.get().into(), 32), integer(shift_add::minus_ln_32(x), shift_add::FRACTION_32))
    };
    words(20_000).filter_map(|word| NonZeroU32::new(u32::try_from(word >> 32).ok()?)).map(pair).collect()
}

fn some_64() -> Candidates {
    let pair = |word: u64| {
        let n = word | 1 << 63;
        (integer(n, 64), integer(shift_add::minus_ln_scaled(n, 0), shift_add::FRACTION_64))
    };
    words(60_000).map(pair).collect()
}

/// −ln v just above a power of two, where the last rounding is worst: 2^-93 ≤ v < 1.5·2^-93 gives 64.06 to 64.46.
fn some_f64() -> Candidates {
    let pair = |word: u64| {
        let v = f64::from_bits(((1023 - 93) << 52) + (word >> 13));
        let computed = table::minus_ln_f64(table::Unit64::new(v)?);
        Some((Rational::from_float(v)?, Rational::from_float(computed)?))
    };
    words(8_000).filter_map(pair).collect()
}

/// As above: 1.5·2^-47 ≤ v < 1.75·2^-47 gives 32.02 to 32.17.
fn some_f32() -> Candidates {
    let pair = |word: u64| {
        let mantissa = u32::try_from(word >> 43).ok()?; // 21 bits: a quarter of the binade
        let v = f32::from_bits(((127 - 47) << 23) + (1 << 22) + mantissa);
        let computed = table::minus_ln_f32(table::Unit32::new(v)?);
        Some((Rational::from_float(v)?, Rational::from_float(computed)?))
    };
    words(8_000).filter_map(pair).collect()
}
