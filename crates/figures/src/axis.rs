//! An axis: from numbers to places between 0 and 1, and the ticks that a person reads.
//!
//! A picture needs floats only; the bounds it shows were computed exactly, and rounding here moves a point by
//! less than its own width. Logarithms come from the crate `libm`, so that a figure has the same bytes on
//! every machine.

/// How numbers are spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// Equal differences.
    Linear,
    /// Equal factors, with ticks at powers of two.
    Binary,
    /// Equal factors, with ticks at powers of ten.
    Decimal,
}

/// An axis.
#[derive(Debug, Clone)]
pub struct Axis {
    /// What it shows.
    pub quantity: String,
    /// In which unit; empty if it has none.
    pub unit: &'static str,
    /// How its numbers are spread.
    pub spread: Spread,
    /// The lowest number.
    pub low: f64,
    /// The highest number.
    pub high: f64,
    /// Ticks with words instead of numbers.
    pub words: Vec<(f64, String)>,
    /// Numbers beyond have no tick.
    pub last_number: Option<f64>,
}

/// About so many ticks.
const TICKS: f64 = 7.0;

impl Axis {
    /// An axis between two numbers.
    pub fn new(quantity: &str, unit: &'static str, spread: Spread, ends: (f64, f64)) -> Self {
        Self {
            quantity: quantity.to_owned(),
            unit,
            spread,
            low: ends.0,
            high: ends.1,
            words: Vec::new(),
            last_number: None,
        }
    }

    fn stretched(&self, x: f64) -> f64 {
        match self.spread {
            Spread::Linear => x,
            Spread::Binary => libm::log2(x),
            Spread::Decimal => libm::log10(x),
        }
    }

    /// Where a number is, 0 at the low end and 1 at the high end; none for what the axis does not reach.
    pub fn place(&self, x: f64) -> Option<f64> {
        let (low, high) = (self.stretched(self.low), self.stretched(self.high));
        let place = (self.stretched(x) - low) / (high - low);
        // A hair beyond the end is the end, for a float's sake.
        (-1e-9..=1.0 + 1e-9).contains(&place).then(|| place.clamp(0.0, 1.0))
    }

    /// The place of a number, or the end that it lies beyond.
    pub fn place_or_end(&self, x: f64) -> f64 {
        self.place(x).unwrap_or(if x > self.low { 1.0 } else { 0.0 })
    }

    /// The common power of ten of a linear axis with numbers far from one.
    fn factor(&self) -> i32 {
        let largest = self.low.abs().max(self.high.abs());
        let exponent = floor(libm::log10(largest));
        if self.spread == Spread::Linear && !(-3..5).contains(&exponent) { exponent } else { 0 }
    }

    /// `quantity (unit)`, with the common power of ten.
    pub fn title(&self) -> String {
        let Self { quantity, unit, .. } = self;
        match (self.factor(), unit.is_empty()) {
            (0, true) => quantity.clone(),
            (0, false) => format!("{quantity} ({unit})"),
            (factor, true) => format!("{quantity} (×{})", power(10, factor)),
            (factor, false) => format!("{quantity} ({} {unit})", power(10, factor)),
        }
    }

    /// Places and texts of the ticks.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let numbers = match self.spread {
            Spread::Linear => self.linear_ticks(),
            Spread::Binary => self.power_ticks(2),
            Spread::Decimal => self.power_ticks(10),
        };
        let numbers = numbers.into_iter().filter(|(x, _)| self.last_number.is_none_or(|last| *x <= last));
        let all = numbers.chain(self.words.iter().cloned());
        all.filter_map(|(x, text)| self.place(x).map(|place| (place, text))).collect()
    }

    /// Multiples of 1, 2 or 5 times a power of ten.
    fn linear_ticks(&self) -> Vec<(f64, String)> {
        let rough = (self.high - self.low) / TICKS;
        let decade = libm::pow(10.0, f64::from(floor(libm::log10(rough))));
        let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * decade).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let unit = libm::pow(10.0, f64::from(self.factor()));
        let decimals = usize::try_from((-floor(libm::log10(step / unit) + 1e-9)).max(0)).unwrap_or(0);
        let (first, last) = (libm::ceil(self.low / step), libm::floor(self.high / step));
        (0..64_u8)
            .map(|i| first + f64::from(i))
            .take_while(|i| *i <= last)
            .map(|i| {
                let text = format!("{:.decimals$}", i * step / unit);
                let text =
                    if text.trim_start_matches('-').parse() == Ok(0.0) { "0".to_owned() } else { text };
                (i * step, text.replace('-', "−"))
            })
            .collect()
    }

    /// Powers of the base, as many as have room.
    fn power_ticks(&self, base: i32) -> Vec<(f64, String)> {
        let first = libm::ceil(self.stretched(self.low) - 1e-9);
        let last = libm::floor(self.stretched(self.high) + 1e-9);
        let step = libm::ceil((last - first + 1.0) / (TICKS + 3.0)).max(1.0);
        (0..64_u8)
            .map(|i| floor(libm::ceil(first / step) * step + f64::from(i) * step))
            .take_while(|exponent| f64::from(*exponent) <= last)
            .map(|exponent| (libm::pow(f64::from(base), f64::from(exponent)), power(base, exponent)))
            .collect()
    }
}

/// An axis of factors with round ends around all values > 0.
pub(crate) fn decades(quantity: &str, unit: &'static str, values: impl Iterator<Item = f64>) -> Axis {
    let logs = values.filter(|value| *value > 0.0 && value.is_finite()).map(libm::log10);
    let (low, high) =
        logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), log| (low.min(log), high.max(log)));
    let (low, high) = if low.is_finite() { (libm::floor(low), libm::ceil(high)) } else { (0.0, 0.0) };
    let high = if low < high { high } else { low + 1.0 };
    Axis::new(quantity, unit, Spread::Decimal, (libm::pow(10.0, low), libm::pow(10.0, high)))
}

/// ⌊x⌋ of a number of a few digits; 0 for what is none.
fn floor(x: f64) -> i32 {
    num_traits::ToPrimitive::to_i32(&libm::floor(x)).unwrap_or(0)
}

/// `10⁻¹⁵`; `1` and `10` themselves.
pub(crate) fn power(base: i32, exponent: i32) -> String {
    match exponent {
        0 => "1".to_owned(),
        1 => base.to_string(),
        _ => format!("{base}{}", raised(exponent)),
    }
}

fn raised(exponent: i32) -> String {
    let digit = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        // ⁰ and ⁴ to ⁹ stand in a row.
        _ => c.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(c),
    };
    exponent.to_string().chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        let axis = |spread, low, high| Axis::new("x", "m", spread, (low, high));
        assert_eq!(texts(&axis(Spread::Linear, -6.0, 5.0)), ["−6", "−4", "−2", "0", "2", "4"]);
        assert_eq!(texts(&axis(Spread::Linear, 0.0, 1.0)), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        let tiny = axis(Spread::Linear, -4e-15, 4e-15);
        assert_eq!(texts(&tiny), ["−4", "−2", "0", "2", "4"]);
        assert_eq!(tiny.title(), "x (10⁻¹⁵ m)");
        assert_eq!(texts(&axis(Spread::Binary, 0.25, 4.0)), ["2⁻²", "2⁻¹", "1", "2", "2²"]);
        assert_eq!(texts(&axis(Spread::Decimal, 1e-12, 10.0)).first().unwrap(), "10⁻¹²");
        assert!(texts(&axis(Spread::Decimal, 1e-300, 1e300)).len() < 12);
    }

    #[test]
    fn places_run_from_0_to_1() {
        let axis = Axis::new("x", "", Spread::Decimal, (1e-3, 1e3));
        assert_eq!(axis.place(1.0), Some(0.5));
        assert_eq!([axis.place(0.0), axis.place(-1.0), axis.place(1e4), axis.place(f64::NAN)], [None; 4]);
        assert_eq!([axis.place_or_end(0.0), axis.place_or_end(1e9)], [0.0, 1.0]);
    }
}
