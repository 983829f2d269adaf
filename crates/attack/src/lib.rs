//! The published finite-precision attacks on differential privacy.
//!
//! Each file is one attack: the naive mechanism it breaks, the attacker, the exact success rate, and the same attacker
//! against kdelta. The game is always the same. The true answer is one of two, the attacker sees one output and says
//! whether an event of his choice has happened; his advantage is P\[event | first\] − a·P\[event | second\].
//! With a = 1 this is how much better than chance he tells the two apart; with a = e^ε it is how far the mechanism is from
//! ε-differential privacy, which allows 0.
//!
//! Ideal noise gives something away as well. Each attack is set up so that this does not count: a is e^ε′, or ε is so small, or the event so
//! fine, that under ideal noise its probability is the same for both answers, to less than can be measured.
//!
//! ```
//! let scaling = kdelta_attack::find("scaling").unwrap();
//! let finding = scaling.run(1000, 1, &mut |_| {})?;
//! assert!(finding.naive_is_broken() && finding.expected_is_met() && finding.ours_is_at_chance());
//! # Ok::<(), kdelta_attack::Error>(())
//! ```
//!
//! Measuring proves nothing about kdelta: its guarantee is the certificate. What is measured here is that the attacks work,
//! and that nothing of them is left. Everything is seeded and takes its elementary functions from the crate `libm`, so a
//! seed gives the same numbers everywhere.
#![forbid(unsafe_code)]

mod error;
mod finding;
mod interval;
mod lambert;
mod normal_pairs;
mod number;
mod trials;

pub mod box_muller;
pub mod planar_grid;
pub mod planar_hole;
pub mod polar;
pub mod porous;
pub mod precision;
pub mod scaling;
pub mod snapping_sign;
pub mod snapping_tie;
pub mod sum_order;
pub mod sum_rounding;
pub mod tail;
pub mod timing;
pub mod ziggurat;

pub use error::Error;
pub use finding::{Expected, Finding, Measurement};
pub use interval::{CONFIDENCE, Interval, clopper_pearson};
pub use trials::{Bits, MAX_SAMPLES, Trials};

/// An attack.
#[derive(Debug, Clone, Copy)]
pub struct Attack {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub title: &'static str,
    /// Who published it.
    pub source: &'static str,
    /// The mechanism it breaks.
    pub naive: &'static str,
    /// What the attacker looks at.
    pub event: &'static str,
    /// What of ours it is run against.
    pub ours: &'static str,
    play: fn(&mut Trials<'_>) -> Result<Finding, Error>,
}

impl Attack {
    /// Runs the attack on the naive mechanism and on ours, `samples` times in each of the two worlds.
    ///
    /// `progress` is told now and then how many samples were drawn since it was told last; in all there are four times
    /// `samples`.
    ///
    /// # Errors
    /// [`Error::Samples`] unless 1 ≤ samples ≤ [`MAX_SAMPLES`].
    pub fn run(&self, samples: u64, seed: u64, progress: &mut dyn FnMut(u64)) -> Result<Finding, Error> {
        (self.play)(&mut Trials::new(self.name, samples, seed, progress)?)
    }
}

/// All attacks, in the order of the table.
pub const ATTACKS: &[Attack] = &[
    scaling::ATTACK,
    porous::ATTACK,
    precision::ATTACK,
    box_muller::ATTACK,
    polar::ATTACK,
    ziggurat::ATTACK,
    tail::ATTACK,
    sum_rounding::ATTACK,
    sum_order::ATTACK,
    timing::ATTACK,
    snapping_tie::ATTACK,
    snapping_sign::ATTACK,
    planar_grid::ATTACK,
    planar_hole::ATTACK,
];

/// The attack of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Attack> {
    ATTACKS.iter().find(|attack| attack.name == name)
}
