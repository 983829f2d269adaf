"""The exact loss of a small mechanism."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from kdelta import _native
from kdelta._errors import SettingError
from kdelta._exact import Ends, Exact, is_text


@dataclass(frozen=True)
class Enumeration:
    """The exact loss of a small mechanism, and where it occurs."""

    ratio: Fraction | None
    """e^ε of the exact loss; None if an output is possible under one answer only."""
    loss: float
    """ln(ratio) rounded up, or inf."""
    answer: Fraction
    neighbour: Fraction
    output: Fraction | None
    """None if it is "outside"."""
    bounds: Mapping[str, Fraction]
    """ε′ by every form of the bound; empty if the mechanism is not certified."""
    violated: tuple[str, ...]
    """The bounds that the loss exceeds: none, or kdelta is wrong."""


def enumerate(
    *,
    epsilon: Exact,
    sensitivity: Exact,
    answers: Ends,
    window: Ends,
    grid: Exact,
    digits: int,
    generator: str,
    pair: Ends | None = None,
) -> Enumeration:
    """The exact privacy loss of a mechanism with Laplace noise that is small enough: every draw goes through the code that runs.

    The answers are all multiples of 2^-digits in the range. The generator is midpoint-2 to midpoint-26, or relative-2 to relative-20.

    >>> found = enumerate(epsilon=1, sensitivity=1, answers=(0, 1), window=(-2, 3), grid="1/4", digits=6, generator="midpoint-12")
    >>> found.ratio, found.violated, found.loss <= min(found.bounds.values())
    (Fraction(14, 5), (), True)
    """
    if not isinstance(digits, int) or not 0 <= digits < 2**32:
        raise SettingError("digits needs a whole number from 0 to 32")
    if not is_text(generator):
        raise SettingError("generator needs a text, for example midpoint-12")
    found = _native.enumerate(epsilon, sensitivity, answers, window, grid, digits, generator, pair)
    return Enumeration(**{**found, "violated": tuple(found["violated"])})
