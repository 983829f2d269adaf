"""The published attacks, against the naive mechanism that each breaks and against kdelta."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kdelta import _native
from kdelta._errors import SettingError
from kdelta._exact import is_text

ATTACKS: Mapping[str, str] = dict(_native.attacks())
"""Name and title of each attack."""


@dataclass(frozen=True)
class Measurement:
    """How often the event of an attack happened."""

    hits: tuple[int, int]
    """Under the first answer and under the second one."""
    samples: int
    """Under each of them."""
    factor: float
    """What a hit under the second answer counts: 1, or e^ε where privacy allows that much."""
    advantage: float
    """By how much the attacker does better than chance, or than privacy allows."""
    interval: tuple[float, float]
    """The true advantage is in it with a probability of 99.999 %."""


@dataclass(frozen=True)
class Finding:
    """What an attack found."""

    name: str
    naive: Measurement
    expected: tuple[float, float]
    """Between these the advantage over the naive mechanism must be."""
    ours: Measurement
    naive_is_broken: bool
    expected_is_met: bool
    ours_is_at_chance: bool
    remark: str | None


def attack(name: str, *, samples: int = 100_000, seed: int = 2013) -> Finding:
    """Runs a published attack. Measuring proves nothing about kdelta; its guarantee is the certificate.

    >>> found = attack("scaling", samples=1000)
    >>> found.naive_is_broken, found.ours_is_at_chance
    (True, True)
    """
    for what, number in (("samples", samples), ("seed", seed)):
        if not isinstance(number, int) or not 0 <= number < 2**64:
            raise SettingError(f"{what} needs a whole number from 0 to 2^64 - 1")
    if not is_text(name):
        raise SettingError(f"the name of an attack is a text, one of {', '.join(ATTACKS)}")
    found = _native.attack(name, samples, seed)
    return Finding(**{**found, "naive": Measurement(**found["naive"]), "ours": Measurement(**found["ours"])})
