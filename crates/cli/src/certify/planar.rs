//! `kdelta certify planar`: the chain from the setting to ε′ on the plane as a table that a person wants to
//! read.

use super::{Output, Theorem};
use crate::planar;
use clap::Args;

pub(crate) const EXAMPLES: &str = "\
Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3; ε may be ln(4). Lengths are in metres, longitude comes before latitude.

Δ is the distance that ε is for: two places Δ apart are told apart by at most ε, places d apart by ε·d/Δ. With a Δ shorter than the region a place is hidden among its neighbourhood only (geo-indistinguishability), and kdelta release wants to hear --rows nearby; --rows individuals takes the diameter of the region, so that a place can be any other.

Examples:
  kdelta certify planar --epsilon 'ln(4)' --distance 200
  kdelta certify planar --epsilon-per-metre 0.01 --answers 0..1000,0..500 --window -200..1200,-200..700 --grid 2^-3
  kdelta certify planar --epsilon 'ln(4)' --distance 200 --box 2.28..2.42,48.81..48.90 --out paris.json
  kdelta certify planar --epsilon 8 --rows individuals --box 2.28..2.42,48.81..48.90
  kdelta certify planar --answers -1000..1000,-1000..1000 --distance 200 --disc 2000 --json
  kdelta certify planar --sampler inverse --answers -100..100,-100..100 --distance 100

With --box places are projected to metres about --reference; privacy is for the distance on the ellipsoid of WGS 84, and holds for places in the box: choose it without looking at the data, so wide that all of the data lies in it.

Exit code 0: certified; 1: refused, with the nearest settings that are not; 2: not understood.";

/// A setting and where its certificate goes.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    #[command(flatten)]
    pub(super) setting: planar::Flags,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) theorem: Theorem,
}
