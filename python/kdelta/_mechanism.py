"""What Laplace, Gaussian and planar Laplace noise share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from kdelta import _native as native
from kdelta._certificate import Certificate
from kdelta._exact import spell_setting
from kdelta._guarantee import Guarantee

Release = tuple[int, Callable[[], Any]]
"""How many releases there will be, and what draws them."""

M = TypeVar("M", bound="Mechanism")


class Mechanism:
    """What Laplace, Gaussian and PlanarLaplace share.

    An object exists only for a setting in which every condition of the theorem holds. It pickles by that setting. No random state belongs
    to it: every call of ``release`` asks the operating system for a new seed, in threads, in forks and in workers that were sent a copy.
    """

    _native: native.Mechanism

    @property
    def epsilon_prime(self) -> Fraction:
        """ε′: what one release costs, exactly; with Gaussian noise at δ."""
        return self._native.epsilon_prime

    @property
    def epsilon_prime_up(self) -> float:
        """ε′ as a float that is not below it, for any accountant."""
        return self._native.epsilon_prime_up

    @property
    def guarantee(self) -> Guarantee:
        """ε′ and every term that it follows from."""
        return Guarantee._of(self._native.guarantee)

    @property
    def setting(self) -> Mapping[str, Any]:
        """Arguments that build this mechanism again, with all that was chosen: ``type(m)(**m.setting)``."""
        return self._native.setting

    @property
    def format(self) -> str:
        """The number format: f64, f32 or fixed-BITS-FRACTION."""
        return self._native.format

    @property
    def generator(self) -> str:
        """The generator of the noise."""
        return self._native.generator

    @property
    def grid(self) -> Fraction:
        """The distance between neighbouring outputs."""
        return self._native.grid

    def certificate(self) -> Certificate:
        """The certificate of this mechanism, which ``kdelta.audit`` and the program ``kdelta audit`` check."""
        return Certificate(self._native.certificate())

    def _releases(self, answer: Any, **options: Any) -> Release:
        """Checks what can be checked before anything is recorded or drawn."""
        raise NotImplementedError

    @classmethod
    def _of(cls: type[M], certified: native.Mechanism) -> M:
        mechanism = cls.__new__(cls)
        mechanism._native = certified
        return mechanism

    def __repr__(self) -> str:
        return f"{type(self).__name__}({spell_setting(self.setting)})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Mechanism) and self.setting == other.setting

    def __hash__(self) -> int:
        return hash(repr(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _build, (type(self), dict(self.setting))


def refuse(options: Mapping[str, Any]) -> None:
    """Options that this kind of noise does not have."""
    for name in options:
        raise TypeError(f"this release has no option {name}")


def _build(mechanism: type[Any], setting: Mapping[str, Any]) -> Any:
    """What pickle calls."""
    return mechanism(**setting)
