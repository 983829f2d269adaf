//! What is released for given random bytes, for every format, generator and way to release: a digest of thousands of releases each,
//! written down before the code was rearranged. A change of the code may not change a single bit of them. A longer block of bytes did, where more than
//! whole words of the source depend on its end: the further words of `Lazy` follow it, and the source of this test drops the rest of a word.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "small numbers of a test"
)]

use kdelta_finite::planar::{
    Disc, Gamma, Inverse, Mask, PlanarLaplace, PlanarMechanism, Polar, Radius, Rectangle, Region,
};
use kdelta_finite::{
    Deep, Entropy, EntropyError, Fixed, Format, Gaussian, Grid, Laplace, Lazy, Mechanism, Midpoint, Noise,
    NormalTail, Range, Relative, Release, Scale, Tail, Window,
};
use kdelta_testkit::Seeded;

/// Seeded words of which every fourth or so is 0, so that draws are cut off, open and far as well.
struct Sparse(Seeded);

impl Entropy for Sparse {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        for chunk in bytes.chunks_mut(8) {
            let word = if self.0.next() & 3 == 0 { 0 } else { self.0.next() };
            chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// The bits of a number of a format.
trait Bits: Format {
    /// A grid so fine, and a window of it, that releases show nearly every bit of the noise.
    const FINE: (i32, i64);
    fn bits(self) -> u64;
    fn of(x: i8) -> Self;
}

impl Bits for f64 {
    const FINE: (i32, i64) = (-45, (1 << 51) - 1);
    fn bits(self) -> u64 {
        self.to_bits()
    }
    fn of(x: i8) -> Self {
        x.into()
    }
}

impl Bits for f32 {
    const FINE: (i32, i64) = (-17, (1 << 23) - 1);
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
    fn of(x: i8) -> Self {
        x.into()
    }
}

impl<const W: u32, const FRAC: u32> Bits for Fixed<W, FRAC> {
    const FINE: (i32, i64) = (-(FRAC as i32), 1 << (FRAC + 7));
    fn bits(self) -> u64 {
        self.raw().cast_unsigned()
    }
    fn of(x: i8) -> Self {
        Self::from_raw(i64::from(x) << FRAC).unwrap()
    }
}

/// FNV-1a over words.
struct Digest(u64);

impl Digest {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn release<const N: usize, F: Bits>(&mut self, release: Release<[F; N]>) {
        match release {
            Release::Value(point) => point.map(|x| self.add(x.bits())).len(),
            Release::Outside => [self.add(u64::MAX)].len(),
        };
    }
}

const EMPTY: Digest = Digest(0xcbf2_9ce4_8422_2325);
const COUNT: usize = 1000;

fn point<F>(release: Release<F>) -> Release<[F; 1]> {
    match release {
        Release::Value(x) => Release::Value([x]),
        Release::Outside => Release::Outside,
    }
}

/// Single releases and a slice, as a point or outside and to the ends, from ordinary and from sparse bytes.
fn on_the_line<F: Bits, N: Noise<F>>(noise: impl Fn(Scale) -> N) -> String {
    let mut digest = EMPTY;
    for (b, (log2, high)) in [((1, 1), (-4, 90)), ((7, 3), (0, 90)), ((9, 5), F::FINE)] {
        let noise = noise(Scale::at_least(b.0, b.1).unwrap());
        let window = Window::new(Grid::new(log2).unwrap(), -high, high - 9).unwrap();
        let mechanism = Mechanism::new(Range::new(F::of(-2), F::of(3)).unwrap(), noise, window).unwrap();
        let answers: Vec<F> = (0..COUNT).map(|i| F::of((i % 9) as i8 - 4)).collect();
        let mut run = |entropy: &mut dyn FnMut(&mut [u8])| {
            let mut entropy = Source(entropy);
            for &answer in &answers {
                digest.release(point(mechanism.release(answer, &mut entropy).unwrap()));
                digest.add(mechanism.release_to_ends(answer, &mut entropy).unwrap().bits());
            }
            let mut places = vec![Release::Outside; COUNT];
            mechanism.release_slice(&answers, &mut places, &mut entropy).unwrap();
            places.into_iter().for_each(|release| digest.release(point(release)));
            let mut places = answers.clone();
            mechanism.release_slice_to_ends(&answers, &mut places, &mut entropy).unwrap();
            places.into_iter().for_each(|x| digest.add(x.bits()));
        };
        let (mut seeded, mut sparse) = (Seeded(1), Sparse(Seeded(2)));
        run(&mut |bytes| seeded.fill(bytes).unwrap());
        run(&mut |bytes| sparse.fill(bytes).unwrap());
    }
    format!("{:016x}", digest.0)
}

fn line<F: Bits, U: Tail<F>>() -> String {
    on_the_line(|scale| Laplace::<F, U>::new(scale).unwrap())
}

fn gaussian<F: Bits + NormalTail, U: Tail<F>>() -> String {
    on_the_line(|scale| Gaussian::<F, U>::new(scale).unwrap())
}

struct Source<'a>(&'a mut dyn FnMut(&mut [u8]));

impl Entropy for Source<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        (self.0)(bytes);
        Ok(())
    }
}

/// The same on the plane, for a rectangle, a disc and a mask.
fn plane<F: Bits + Polar, S: Radius<F>>() -> String {
    fn run<F: Bits + Polar, S: Radius<F>, R: Region>(digest: &mut Digest, region: R) {
        let noise = PlanarLaplace::<F, S>::new(Scale::at_least(11, 2).unwrap()).unwrap();
        let range = Range::new(F::of(-4), F::of(3)).unwrap();
        let mechanism = PlanarMechanism::new([range; 2], noise, region).unwrap();
        let (mut seeded, mut sparse) = (Seeded(3), Sparse(Seeded(4)));
        let answers: Vec<[F; 2]> =
            (0..COUNT).map(|i| [F::of((i % 11) as i8 - 5), F::of((i % 7) as i8 - 3)]).collect();
        let mut places = vec![Release::Outside; COUNT];
        for &answer in &answers {
            digest.release(mechanism.release(answer, &mut seeded).unwrap());
            digest.release(mechanism.release(answer, &mut sparse).unwrap());
        }
        mechanism.release_slice(&answers, &mut places, &mut seeded).unwrap();
        places.iter().for_each(|release| digest.release(*release));
        mechanism.release_slice(&answers, &mut places, &mut sparse).unwrap();
        places.iter().for_each(|release| digest.release(*release));
    }
    let mut digest = EMPTY;
    let side = Window::new(Grid::new(0).unwrap(), -10, 9).unwrap();
    let rectangle = Rectangle::new(side, side).unwrap();
    run::<F, S, _>(&mut digest, rectangle);
    let fine = Window::new(Grid::new(F::FINE.0).unwrap(), -F::FINE.1, F::FINE.1).unwrap();
    run::<F, S, _>(&mut digest, Rectangle::new(fine, fine).unwrap());
    run::<F, S, _>(&mut digest, Disc::new(Grid::new(-1).unwrap(), [2, -1], 18).unwrap());
    run::<F, S, _>(
        &mut digest,
        Mask::new(rectangle, &[0x0123_4567_89ab_cdef, 7, 0xffff_0000, 1 << 40, !0, 5, 0xff]).unwrap(),
    );
    format!("{:016x}", digest.0)
}

macro_rules! digests {
    ($of:ident: $($format:ty, $generator:ty;)*) => {
        [$(format!("{} {} {}", stringify!($format), stringify!($generator), $of::<$format, $generator>())),*]
    };
}

#[test]
fn every_release_on_the_line_is_what_it_was() {
    let found = digests!(line:
        f64, Midpoint<53>; f64, Midpoint<20>; f64, Relative<52>; f64, Relative<23>; f64, Deep<52, 2>; f64, Deep<52, 4>;
        f64, Deep<9, 15>; f64, Lazy<52>; f64, Lazy<12>;
        f32, Midpoint<24>; f32, Midpoint<9>; f32, Relative<23>; f32, Relative<6>; f32, Lazy<23>;
        Fixed<64, 32>, Midpoint<16>; Fixed<64, 32>, Midpoint<24>; Fixed<64, 32>, Midpoint<64>;
        Fixed<64, 32>, Relative<52>; Fixed<32, 16>, Relative<23>; Fixed<64, 32>, Lazy<52>; Fixed<32, 16>, Lazy<20>;
    );
    assert_eq!(found.join("\n"), LINE);
}

#[test]
fn every_release_with_gaussian_noise_is_what_it_was() {
    let found = digests!(gaussian:
        f64, Relative<52>; f64, Relative<23>; f64, Deep<52, 4>; f64, Deep<52, 16>; f64, Lazy<52>; f64, Lazy<12>;
        f32, Relative<23>; f32, Relative<6>; f32, Lazy<23>;
        Fixed<64, 32>, Relative<52>; Fixed<32, 16>, Relative<23>; Fixed<64, 44>, Relative<38>;
    );
    assert_eq!(found.join("\n"), GAUSSIAN);
}

#[test]
fn every_release_on_the_plane_is_what_it_was() {
    let found = digests!(plane:
        f64, Gamma<Midpoint<53>>; f64, Gamma<Relative<52>>; f64, Gamma<Deep<52, 4>>; f64, Inverse<63>; f64, Inverse<20>;
        Fixed<64, 32>, Gamma<Midpoint<64>>; Fixed<64, 32>, Gamma<Relative<52>>; Fixed<32, 12>, Gamma<Relative<23>>;
        Fixed<64, 32>, Inverse<53>;
    );
    assert_eq!(found.join("\n"), PLANE);
}

const LINE: &str = "\
f64 Midpoint<53> 3ddba5b869ebeabb
f64 Midpoint<20> 4444831c0402076a
f64 Relative<52> c5e4142ea2daaf68
f64 Relative<23> d039f070db3ab9fd
f64 Deep<52, 2> c5e4142ea2daaf68
f64 Deep<52, 4> 4bd6c63d44a3f168
f64 Deep<9, 15> b0a705c32ff96ee6
f64 Lazy<52> 95dde1a0223b1a30
f64 Lazy<12> 9a2343712c624647
f32 Midpoint<24> 73f0d1572bc45217
f32 Midpoint<9> bcbda5c95e939e8d
f32 Relative<23> e0107870707cacc9
f32 Relative<6> fb84ff4d245d8125
f32 Lazy<23> 93ef1ed880ad06e4
Fixed<64, 32> Midpoint<16> afcc44c48832bd54
Fixed<64, 32> Midpoint<24> c76f8f97fae22687
Fixed<64, 32> Midpoint<64> 8070a036edb923a0
Fixed<64, 32> Relative<52> 3c012efe6d18f4a3
Fixed<32, 16> Relative<23> 45dc9e6a01d31291
Fixed<64, 32> Lazy<52> 4c027ac1a9252803
Fixed<32, 16> Lazy<20> 25bc8e4d7d4c348b";

const GAUSSIAN: &str = "\
f64 Relative<52> b5a8c601ce1735d7
f64 Relative<23> 130896fd3ecaae5f
f64 Deep<52, 4> 2a4188b662f67223
f64 Deep<52, 16> 7f618df475b025e0
f64 Lazy<52> 8c2926242b82e7fb
f64 Lazy<12> 4c70fae40e993a47
f32 Relative<23> e55fb9662eb3d502
f32 Relative<6> acedddd199c890cc
f32 Lazy<23> ef1377716c24b3d0
Fixed<64, 32> Relative<52> cadda77a60ee72ee
Fixed<32, 16> Relative<23> cec246c8b9753bd3
Fixed<64, 44> Relative<38> f87d11c543e47e43";

const PLANE: &str = "\
f64 Gamma<Midpoint<53>> e3b19936536f61c5
f64 Gamma<Relative<52>> 461de1b9701b5aaa
f64 Gamma<Deep<52, 4>> 82aada717a00e070
f64 Inverse<63> 48dde4b11e0e049c
f64 Inverse<20> d07cf53b3e1c180c
Fixed<64, 32> Gamma<Midpoint<64>> 59bd0c254a2c1fb1
Fixed<64, 32> Gamma<Relative<52>> 1d694117914bbbfd
Fixed<32, 12> Gamma<Relative<23>> 702a3b101f19ac76
Fixed<64, 32> Inverse<53> 600c60227aa25b0f";
