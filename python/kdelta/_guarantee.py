"""What a mechanism guarantees, and every term it follows from."""

import json
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Literal

from kdelta import _native
from kdelta._exact import Exact, spell_number


@dataclass(frozen=True)
class Guarantee:
    """What a mechanism guarantees, and every term it follows from. All numbers are exact.

    For all answers r₁, r₂ within ``sensitivity`` of each other and every set S of outputs, P[K(r₁) ∈ S] ≤ e^ε′·P[K(r₂) ∈ S] + δ, in the
    arithmetic that runs. Answers outside of the range are clamped to the nearest ones in it.

    >>> import kdelta
    >>> from fractions import Fraction
    >>> laplace = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100))
    >>> guarantee = laplace.guarantee
    >>> guarantee.epsilon, guarantee.delta, guarantee.excess < Fraction(1, 10**9)
    (Fraction(1, 1), Fraction(0, 1), True)
    >>> guarantee.loss_at(3) > 3 * guarantee.epsilon  # answers that are farther apart are told apart by more
    True
    """

    law: Literal["laplace", "planar-laplace", "gaussian"]
    epsilon: Fraction
    """ε of the ideal mechanism with the scale in force, at most the ε asked for; with Gaussian noise at δ."""
    sensitivity: Fraction
    """Δ: how far apart two answers are that cannot be told apart; in the plane the distance."""
    dimension: int
    """m: how many values ``release_vector`` releases together."""
    changed: int
    """Δ₀: in how many values of a vector neighbours differ."""
    scale: Fraction
    """b = Δ/ε, or the standard deviation σ, rounded up to 24 bits."""
    cell: Fraction
    """L̃: the least side of the set of sums that are released as one grid point."""
    reach: Fraction
    """ρ_M: the largest distance between an answer and a sum that is released."""
    radius: Fraction
    """T: up to which noise the computed noise is close to the ideal one."""
    bias: Fraction
    """δ₀: the bias of the generator."""
    lipschitz: Fraction | None
    """k: the Lipschitz constant of the noise."""
    radial: Fraction
    """How far the bias moves the noise, in the plane along its radius."""
    angular: Fraction | None
    """How far the bias of the angle moves the noise; None on the line."""
    error: Fraction
    """δ_n: the error of the computed noise."""
    shift: Fraction
    """How far the computed noise is from ideal noise."""
    delta: Fraction
    """δ of (ε′, δ)-privacy: 0, or that of Gaussian noise."""
    epsilon_prime: Fraction
    """ε′: the privacy loss of what runs."""
    once: Fraction
    """κ: what finite precision adds to the loss at any distance."""
    closeness: tuple[Fraction, Fraction]
    """κ₊ and κ₋: how close the law of what runs is to that of the ideal mechanism."""
    hides: Literal["participation", "answers", "places"] | None
    """What a release hides, if that is known."""

    @property
    def excess(self) -> Fraction:
        """ε′ − ε: what finite precision costs."""
        return self.epsilon_prime - self.epsilon

    def loss_at(self, distance: Exact) -> Fraction:
        """At most this is the privacy loss for answers at this distance; with Gaussian noise at δ."""
        return _native.loss_at(self._json(), distance)

    def epsilon_at(self, delta: Exact) -> Fraction:
        """The ε of (ε, δ)-privacy at this δ, an upper bound."""
        return _native.epsilon_at(self._json(), delta)

    def delta_at(self, epsilon: Exact) -> Fraction:
        """The δ of (ε, δ)-privacy at this ε, an upper bound."""
        return _native.delta_at(self._json(), epsilon)

    def renyi(self, order: Exact) -> Fraction:
        """At most this is the Rényi divergence of this order above 1."""
        return _native.renyi(self._json(), order)

    def _json(self) -> str:
        values: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        above, below = self.closeness
        values["closeness"] = {"above": above, "below": below}
        return json.dumps(values, default=spell_number)

    @classmethod
    def _of(cls, text: str) -> "Guarantee":
        values = json.loads(text)
        exact = _native.exact_number
        values["closeness"] = (exact(values["closeness"]["above"]), exact(values["closeness"]["below"]))
        for name, value in values.items():
            if isinstance(value, str) and name not in ("law", "hides"):
                values[name] = exact(value)
        return cls(**values)
