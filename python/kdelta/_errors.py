"""Why there is no answer. Messages say what was wrong and what to do; neither they nor attributes hold anything that was to be released."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


class Error(Exception):
    """Every error of kdelta."""


class SettingError(Error, ValueError):
    """A quantity of a setting is missing, no number, or contradicts another."""


@dataclass(frozen=True)
class Alternative:
    """A certified setting near one that is not: ``type(mechanism)(**alternative.setting)`` builds it."""

    change: str
    """What differs from what was asked, in words."""
    setting: Mapping[str, Any]
    epsilon_prime: Fraction


class Refused(Error, ValueError):
    """A condition of the theorem fails: the setting would not be private as stated."""

    condition: str
    """What must hold, as a formula with the names of the theory."""
    found: Fraction | None
    """The side that was found; None if the condition has no two sides."""
    needed: Fraction | None
    """The side that it was compared with."""
    remedy: str
    nearest: tuple[Alternative, ...]
    """Up to three settings nearby that are certified."""

    def __init__(
        self,
        message: str = "",
        *,
        condition: str = "",
        found: Fraction | None = None,
        needed: Fraction | None = None,
        remedy: str = "",
        nearest: Iterable[tuple[str, Mapping[str, Any], Fraction]] = (),
    ) -> None:
        super().__init__(message)
        self.condition, self.found, self.needed, self.remedy = condition, found, needed, remedy
        self.nearest = tuple(Alternative(*each) for each in nearest)


class OverBudget(Error, ValueError):
    """One release would cost more than ``at_most``."""

    epsilon_prime: Fraction
    budget: Fraction

    def __init__(self, message: str = "", *, epsilon_prime: Fraction = Fraction(0), budget: Fraction = Fraction(0)) -> None:
        super().__init__(message)
        self.epsilon_prime, self.budget = epsilon_prime, budget


class AnswerError(Error, ValueError):
    """NaN, a null, another shape or kind, or no number of the format. It does not say which answer, or what it was.

    That there was such an answer is something about the data, and no guarantee covers it: rule it out before the query.
    """


class LedgerError(Error):
    """A ledger that is damaged, in use, closed, or of another process; or an entry that it cannot have."""


@dataclass(frozen=True)
class Remaining:
    """What is left of a budget by each rule; None where a rule does not hold any more."""

    epsilon: Fraction | None
    """Of ε, by the sum of the ε′."""
    delta: Fraction | None
    """Of δ, for releases that have one."""
    renyi: Fraction | None
    """Of the Rényi divergence."""


class BudgetSpent(LedgerError):
    """The budget does not cover the release. Nothing was recorded or drawn."""

    cost: Fraction
    """What the release would add to the sum of the ε′."""
    left: Remaining

    def __init__(
        self,
        message: str = "",
        *,
        cost: Fraction = Fraction(0),
        left: Iterable[Fraction | None] = (None, None, None),
    ) -> None:
        super().__init__(message)
        self.cost, self.left = cost, Remaining(*left)


class CertificateRefused(Error, ValueError):
    """Something in a certificate does not follow."""

    field: str
    why: str
    remedy: str

    def __init__(self, message: str = "", *, field: str = "", why: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.field, self.why, self.remedy = field, why, remedy


class EntropyError(Error, OSError):
    """The operating system gave no random bits. Nothing was released."""
