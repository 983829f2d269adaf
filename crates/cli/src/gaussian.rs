//! The flags of a Gaussian mechanism, for every command that takes one.

use crate::config::File;
use crate::failure::Failure;
use crate::setting::{self, Exact};
use clap::Args;
use kdelta_certificate::MechanismDescription;
use kdelta_explore::gaussian::Wanted;
use kdelta_oracle::number::Rational;

/// A setting, what the noise is asked for by, and how many values there are.
#[derive(Debug, Clone, Args)]
#[command(
    mut_arg("epsilon", |flag| flag.help(
        "ε > 0: the ideal mechanism is (ε, δ)-private, and σ is the least for which it is"
    ).conflicts_with_all(["sigma", "rho"])),
    mut_arg("sensitivity", |flag| flag.help(
        "Δ₂ > 0, how much one individual can change the exact answer, in the ℓ₂-norm if there are several values: 1 for a count; no default"
    )),
    mut_arg("window", |flag| flag.help(
        "The lowest and the highest output, both multiples of the grid [default: the answers and 8·σ more on both sides]"
    )),
    mut_arg("grid", |flag| flag.help(
        "L, the distance between outputs, a power of two [default: the one below σ/1000, if the format resolves it]"
    )),
    mut_arg("generator", |flag| flag.help(
        "lazy-BITS, relative-BITS or deep-BITS-WORDS [default: lazy-52; lazy-23 in f32; relative-52 or relative-23 in fixed point]"
    )),
    mut_arg("rows", |flag| flag.help(
        "What a value is. That of one individual can change to any other of the range: Δ₂ is then the width of --answers, times √Δ₀ if \
         there are several"
    ))
)]
pub(crate) struct Setting {
    /// 0 < δ < 1, the probability that ε′ is stated for; no default
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, help_heading = "Setting")]
    delta: Option<Exact>,
    /// σ > 0, the standard deviation, instead of ε
    #[arg(
        long,
        value_name = "NUMBER",
        allow_hyphen_values = true,
        help_heading = "Setting",
        conflicts_with = "rho"
    )]
    sigma: Option<Exact>,
    /// ρ > 0 of zero-concentrated privacy, instead of ε
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, help_heading = "Setting")]
    rho: Option<Exact>,
    /// m ≥ 1, how many values are released together [default: 1]
    #[arg(long, value_name = "M", help_heading = "Setting", requires = "changed")]
    dimension: Option<u64>,
    /// Δ₀ from 1 to m, how many of the values as computed one individual can change; no default if there are several
    #[arg(long, value_name = "NUMBER", help_heading = "Setting", requires = "dimension")]
    changed: Option<u64>,
    #[command(flatten)]
    setting: setting::Flags,
}

impl Setting {
    /// With what the file of --config says in the gaps.
    pub(crate) fn with_file(mut self) -> Result<Self, Failure> {
        let Some(path) = self.setting.config.take() else { return Ok(self) };
        let mut file = File::read(&path)?;
        file.leave_out(self.asked().is_some(), &["epsilon", "sigma", "rho"]);
        file.fill("delta", &mut self.delta)?;
        file.fill("sigma", &mut self.sigma)?;
        file.fill("rho", &mut self.rho)?;
        file.fill("dimension", &mut self.dimension)?;
        file.fill("changed", &mut self.changed)?;
        self.setting.fill(&mut file)?;
        file.finish()?;
        Ok(self)
    }

    /// The flag by which the noise is asked for, if one is given.
    pub(crate) fn asked(&self) -> Option<&'static str> {
        let given = [
            ("epsilon", self.setting.epsilon.is_some()),
            ("sigma", self.sigma.is_some()),
            ("rho", self.rho.is_some()),
        ];
        given.into_iter().find_map(|(flag, given)| given.then_some(flag))
    }

    /// Asked for by this ε.
    pub(crate) fn with_epsilon(mut self, epsilon: &Rational) -> Self {
        self.setting.epsilon = Some(Exact(epsilon.clone()));
        self
    }

    /// Whether the grid is given.
    pub(crate) fn states_grid(&self) -> bool {
        self.setting.grid.is_some()
    }

    /// Whether the window is given.
    pub(crate) fn states_window(&self) -> bool {
        self.setting.window.is_some()
    }

    /// What is given, for the library to complete.
    pub(crate) fn wanted(self) -> Result<Wanted, Failure> {
        let Self { delta, sigma, rho, dimension, changed, setting } = self.with_file()?;
        Ok(Wanted { setting: setting.wanted()?, delta, sigma, rho, dimension, changed })
    }

    /// The mechanism asked for.
    pub(crate) fn describe(self) -> Result<MechanismDescription, Failure> {
        Ok(self.wanted()?.describe()?)
    }
}
