"""Exact numbers: what arguments may be, and how settings are spelled."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from kdelta import _native

Exact = int | float | Fraction | Decimal | str
"""A number that is taken for what it is: an int, a Fraction, a Decimal, a float by its exact value (``0.1`` is the double next to one
tenth), or text: ``"1/10"``, ``"0.1"``, ``"2^-10"``, ``"1e-6"``. Where less is safer, as for epsilon, ``"ln(4)"`` is understood as well."""

Ends = tuple[Exact, Exact]
"""The low end of a range and the high one."""


def round_up(x: Exact) -> float:
    """The least float that is not below x, so that a bound stays one.

    >>> round_up("1/10") == 0.1, round_up("1/10") >= Fraction(1, 10)
    (True, True)
    """
    return _native.round_up(x)


def is_text(value: object) -> bool:
    """Whether it is text that can be written: Python has strings with halves of a surrogate pair, which cannot."""
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


def spell(value: Any) -> str:
    """A part of a setting as it is written in Python. Nothing is rounded: each spelling is read back as the same number."""
    if isinstance(value, tuple):
        return f"({', '.join(map(spell, value))})"
    if not isinstance(value, Fraction):
        return repr(value)
    text = spell_number(value)
    return text if value.denominator == 1 and text.lstrip("-").isdigit() else repr(text)


def spell_number(value: Fraction) -> str:
    """Text that is this number. Long ones are hexadecimal: Python refuses to write more than some thousand decimal digits."""
    above, below = value.numerator, value.denominator
    if above.bit_length() + below.bit_length() > 2000:
        return f"{above:#x}/{below:#x}"
    if above == 1 < below and below & (below - 1) == 0:
        return f"2^-{below.bit_length() - 1}"
    return str(value)


def spell_setting(setting: Mapping[str, Any]) -> str:
    """The arguments of a mechanism as they are written in Python."""
    return ", ".join(f"{name}={spell(value)}" for name, value in setting.items())
