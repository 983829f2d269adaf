//! The uniform generators and the entropy they use.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "tests; casts are exact by the stated sizes"
)]

use kdelta_finite::{Bias, Deep, EntropyError, Lazy, Midpoint, Relative, Uniform};
use kdelta_testkit::{Counting, Failing, Repeated, Scripted, Seeded};

/// Every cell of a small grid: the integer tail is 1 − 2|u − ½| exactly, and the sign is the side of ½.
fn tail_is_exact<const BITS: u32>() {
    for z in 0..1u64 << BITS {
        let draw = Midpoint::<BITS>::from_bits(z);
        let u = (z as f64 + 0.5) / 2f64.powi(BITS.try_into().unwrap());
        assert_eq!(draw.tail() as f64 / 2f64.powi(BITS.try_into().unwrap()), 1.0 - 2.0 * (u - 0.5).abs());
        assert_eq!(draw.negative(), u < 0.5);
        assert_eq!(draw.tail() % 2, 1);
    }
}

#[test]
fn midpoints_of_whole_small_grids() {
    tail_is_exact::<8>();
    tail_is_exact::<12>();
    tail_is_exact::<16>();
}

#[test]
fn midpoints_at_the_ends_of_the_widest_grid() {
    assert_eq!(Midpoint::<64>::from_bits(0).tail(), 1);
    assert_eq!(Midpoint::<64>::from_bits(u64::MAX).tail(), 1);
    assert_eq!(Midpoint::<64>::from_bits(1 << 63).tail(), u64::MAX);
    assert_eq!(Midpoint::<64>::from_bits((1 << 63) - 1).tail(), u64::MAX);
    assert_eq!(Midpoint::<12>::from_bits(0xf001), Midpoint::<12>::from_bits(1));
}

/// Each value of E < CUT_OFF is drawn by exactly 2^(CUT_OFF−1−E) patterns; all zeros give E = CUT_OFF.
#[test]
fn exponent_is_geometric_with_a_total_cut_off() {
    fn check<const P: u32>(width: u32) {
        assert_eq!(Relative::<P>::CUT_OFF, width - P);
        for e in 0..Relative::<P>::CUT_OFF {
            let first = 1u128 << e;
            let above = !(first | (first - 1)); // whatever follows the first one does not change E
            assert_eq!(Relative::<P>::from_bits(first).exponent(), e);
            assert_eq!(Relative::<P>::from_bits(first | above).exponent(), e);
        }
        let cut = Relative::<P>::from_bits(u128::MAX << (width - P));
        assert_eq!((cut.exponent(), cut.mantissa()), (width - P, (1 << P) - 1));
        assert!(cut.negative() && !Relative::<P>::from_bits(1 << (width - P + 1)).negative());
        assert_eq!(Relative::<P>::from_bits(1 << (width - P + 1)).mantissa(), 3);
        let zero = Relative::<P>::from_bits(0);
        assert_eq!((zero.exponent(), zero.mantissa(), zero.negative()), (width - P, 1, false));
    }
    check::<52>(128);
    check::<24>(128);
    check::<23>(64);
    check::<2>(64);
}

#[test]
fn each_draw_takes_the_stated_number_of_bytes() {
    fn used<U: Uniform>() -> (usize, usize) {
        let mut source = Counting(Seeded(1), 0);
        for _ in 0..100 {
            U::draw(&mut source).unwrap();
        }
        (source.1, 100 * U::ENTROPY_BYTES)
    }
    for (found, stated) in [
        used::<Midpoint<8>>(),
        used::<Midpoint<12>>(),
        used::<Midpoint<53>>(),
        used::<Midpoint<64>>(),
        used::<Relative<23>>(),
        used::<Relative<52>>(),
    ] {
        assert_eq!(found, stated);
    }
    assert_eq!((Relative::<52>::ENTROPY_BYTES, Midpoint::<53>::ENTROPY_BYTES), (16, 8));
}

#[test]
fn bytes_reach_the_draw_in_order() {
    assert_eq!(Midpoint::<12>::draw(&mut Repeated(0xabc)).unwrap(), Midpoint::from_bits(0xabc));
    let bits = u128::MAX / 7;
    assert_eq!(Relative::<52>::draw(&mut Repeated(bits)).unwrap(), Relative::from_bits(bits));
}

#[test]
fn failing_source_is_an_error_and_never_zeros() {
    assert_eq!(Midpoint::<64>::draw(&mut Failing { left: 0 }), Err(EntropyError));
    assert_eq!(Relative::<52>::draw(&mut Failing { left: 0 }), Err(EntropyError));
}

#[test]
fn bias_and_metric_are_stated() {
    assert_eq!(Midpoint::<53>::BIAS, Bias::Absolute { log2: -54 });
    assert_eq!(Relative::<52>::BIAS, Bias::Relative { precision: 52, cut_off: 76 });
    assert_eq!(Relative::<23>::BIAS, Bias::Relative { precision: 23, cut_off: 41 });
}

/// The deep generator of two words is the relative one, bit for bit; of more words, its exponent goes on counting.
#[test]
fn deep_generator_extends_the_relative_one() {
    let mut bits = Seeded(21);
    for shift in 0..128 {
        let word = ((u128::from(bits.next()) << 64) | u128::from(bits.next())) << shift;
        let words = [word as u64, (word >> 64) as u64];
        let (deep, relative) = (Deep::<52, 2>::from_words(words), Relative::<52>::from_bits(word));
        assert_eq!((deep.exponent(), deep.mantissa()), (relative.exponent(), relative.mantissa()));
        assert_eq!(deep.negative(), relative.negative());
        assert_eq!(deep, Deep::from_bytes(&word.to_le_bytes()));
    }
    assert_eq!(Deep::<52, 16>::BIAS, Bias::Relative { precision: 52, cut_off: 972 });
    for e in 0..972usize {
        let mut words = [0; 16];
        words[e / 64] = 1 << (e % 64);
        assert_eq!(Deep::<52, 16>::from_words(words).exponent() as usize, e);
        for above in words.iter_mut().skip(e / 64 + 1) {
            *above = u64::MAX; // what follows the first one does not change E
        }
        assert_eq!(Deep::<52, 16>::from_words(words).exponent() as usize, e);
    }
    let zero = Deep::<52, 16>::from_words([0; 16]);
    assert_eq!((zero.exponent(), zero.mantissa(), zero.negative()), (972, 1, false));
    let mut last = [0; 16];
    last[15] = u64::MAX << 12; // sign and mantissa only
    let cut = Deep::<52, 16>::from_words(last);
    assert_eq!((cut.exponent(), cut.mantissa(), cut.negative()), (972, (1 << 52) - 1, true));
    let mut source = Counting(Seeded(5), 0);
    Deep::<52, 16>::draw(&mut source).unwrap();
    assert_eq!(source.1, 128);
    assert_eq!(Deep::<52, 16>::draw(&mut Failing { left: 0 }), Err(EntropyError));
}

/// Where the first words decide, the lazy generator is the relative one and reads no more.
#[test]
fn lazy_generator_is_the_relative_one_unless_all_exponent_bits_are_zero() {
    fn check<const P: u32>(low: u64, high: u64) {
        let bits = (u128::from(high) << 64) | u128::from(low);
        let (lazy, relative) = (Lazy::<P>::from_bits(bits), Relative::<P>::from_bits(bits));
        assert_eq!((lazy.exponent(), lazy.mantissa()), (relative.exponent(), relative.mantissa()));
        assert_eq!(lazy.negative(), relative.negative());
        assert_eq!(lazy.is_open(), relative.exponent() == Relative::<P>::CUT_OFF);
        if !lazy.is_open() {
            let mut source = Counting(Scripted(&[low, high]), 0);
            assert_eq!(Lazy::<P>::draw(&mut source), Ok(lazy));
            assert_eq!(source.1, Lazy::<P>::ENTROPY_BYTES);
            assert_eq!(lazy.complete(&mut Failing { left: 0 }), Ok(lazy), "a decided draw asks for nothing");
        }
    }
    let mut bits = Seeded(33);
    for shift in 0..64 {
        for (low, high) in [(bits.next() << shift, bits.next()), (0, bits.next() << shift)] {
            check::<52>(low, high);
            check::<24>(low, high);
            check::<23>(low, high);
            check::<2>(low, high);
        }
    }
    assert_eq!(Lazy::<52>::BIAS, Bias::Relative { precision: 52, cut_off: 76 + (1 << 31) });
    assert_eq!(Lazy::<23>::BIAS, Bias::Relative { precision: 23, cut_off: 41 + (1 << 31) });
    const { assert!(Lazy::<52>::LAZY && !Relative::<52>::LAZY && !Midpoint::<53>::LAZY && !Deep::<52, 4>::LAZY) };
}

/// If all exponent bits of the first words are zero, the exponent is the number of zeros before the first one of all words
/// together, and no word behind it is read: what it would be cannot change the draw. So P[E = e] = 2^(−e−1) goes on.
#[test]
fn open_draw_of_the_lazy_generator_goes_on_counting_zeros() {
    for further in 0..300usize {
        let mut words = vec![0, 0xabcd << 48]; // sign and mantissa at the top of the second word, exponent bits zero
        words.extend(std::iter::repeat_n(0, further / 64));
        let first = 1u64 << (further % 64);
        for above in [first, !(first - 1)] {
            words.push(above);
            let mut source = Counting(Scripted(&words), 0);
            let draw = Lazy::<52>::draw(&mut source).unwrap();
            assert_eq!(draw.exponent() as usize, 76 + further);
            assert_eq!(source.1, 16 + 8 * (further / 64 + 1), "the word of the first one is the last");
            let begun = Lazy::<52>::from_bits(0xabcd << 112);
            assert!(begun.is_open() && !draw.is_open());
            assert_eq!((begun.mantissa(), begun.negative()), (draw.mantissa(), draw.negative()));
            words.pop();
        }
    }
}

#[test]
fn lazy_generator_ends_at_its_cut_off_and_a_source_that_fails_is_an_error() {
    let mut source = Counting(Repeated(0), 0);
    let last = Lazy::<52>::draw(&mut source).unwrap();
    assert_eq!((last.exponent(), last.mantissa(), last.is_open()), (Lazy::<52>::CUT_OFF, 1, false));
    assert_eq!(source.1, 16 + 8 * (1 << 25));
    assert_eq!(Lazy::<52>::draw(&mut Scripted(&[0])), Err(EntropyError));
    assert_eq!(Lazy::<52>::draw(&mut Scripted(&[0, 0])), Err(EntropyError));
    assert_eq!(Lazy::<52>::draw(&mut Scripted(&[0, 0, 0, 0])), Err(EntropyError));
    assert!(Lazy::<52>::draw(&mut Scripted(&[0, 0, 0, 1])).is_ok());
}
