"""Many releases under one budget."""

from __future__ import annotations

import os
from dataclasses import dataclass
from fractions import Fraction
from types import TracebackType
from typing import Any, Literal

from kdelta import _native
from kdelta._errors import LedgerError, Remaining
from kdelta._exact import Exact, is_text
from kdelta._line import OnTheLine
from kdelta._mechanism import Mechanism


@dataclass(frozen=True)
class Budget:
    """What all releases may cost together."""

    epsilon: Fraction
    delta: Fraction
    order: Fraction | None
    """Of the Rényi rule; None if there is none."""


@dataclass(frozen=True)
class Entry:
    """A release that was recorded, or several of one kind."""

    label: str
    count: int
    epsilon_prime: Fraction
    """Of one release."""
    delta: Fraction
    """Of one release."""
    hides: str | None


@dataclass(frozen=True)
class Spent:
    """What the entries cost together."""

    epsilon: Fraction
    """The sum of the ε′."""
    delta: Fraction
    """The sum of the δ."""
    renyi: Fraction | None
    """ε at the δ of the budget by the Rényi rule, if the list had been fixed in advance."""
    advanced: Fraction | None
    """The same by advanced composition, to compare."""
    closeness: tuple[Fraction, Fraction]
    """The sums of κ₊ and of κ₋."""


class Ledger:
    """Counts releases against a budget, and refuses the one that would be too much before anything of it is drawn.

    Whoever releases under one ledger may choose each release after seeing the others. ``delta=0``: the ε′ add up. ``delta>0``: they add up,
    or their Rényi divergences do, whichever has room; for many small releases the latter is far less. ``sums=True``: ε′ and δ add up.
    All entries must hide the same thing.

    ``Ledger.create`` and ``Ledger.open`` keep it in a file, for one process at a time. It belongs to the process that made it: a fork is
    refused. So are copies. Where workers draw, ``record`` what they will draw before they start.

    >>> import kdelta
    >>> laplace = kdelta.Laplace(epsilon="1/10", sensitivity=1, answers=(0, 1000))
    >>> with Ledger(epsilon="1/4") as ledger:
    ...     monday = ledger.release(laplace, "patients on Monday", 41)
    ...     tuesday = ledger.release(laplace, "patients on Tuesday", 44)
    ...     try:
    ...         ledger.release(laplace, "patients on Wednesday", 40)
    ...     except kdelta.BudgetSpent as refused:
    ...         print(refused.left.epsilon < refused.cost, len(ledger.entries))
    True 2
    """

    def __init__(self, *, epsilon: Exact, delta: Exact = 0, sums: bool = False) -> None:
        """A ledger in memory."""
        self._native = _native.Ledger.memory(epsilon, delta, sums)

    @classmethod
    def create(cls, path: str | os.PathLike[str], *, epsilon: Exact, delta: Exact = 0, sums: bool = False) -> Ledger:
        """A new ledger in a file that was not there."""
        return cls._of(_native.Ledger.create(os.fspath(path), epsilon, delta, sums))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Ledger:
        """The ledger of a file, which nobody else may use meanwhile."""
        return cls._of(_native.Ledger.open(os.fspath(path)))

    @classmethod
    def _of(cls, native: _native.Ledger) -> Ledger:
        ledger = cls.__new__(cls)
        ledger._native = native
        return ledger

    def close(self) -> None:
        """Gives the file free for others."""
        self._native.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def release(self, mechanism: Mechanism, label: str, answer: Any, **options: Any) -> Any:
        """Records, then draws, as ``mechanism.release(answer, **options)`` does. An array of n answers is n releases.

        What is recorded stays recorded, also if the release fails afterwards.
        """
        count, draw = mechanism._releases(answer, **options)
        if count:
            self.record(mechanism, label, count)
        return draw()

    def release_vector(self, mechanism: OnTheLine, label: str, answer: Any, **options: Any) -> Any:
        """Records one release, then draws the vector."""
        _, draw = mechanism._releases(answer, vector=True, **options)
        self.record(mechanism, label)
        return draw()

    def release_columns(self, mechanism: Mechanism, label: str, x: Any, y: Any, **options: Any) -> tuple[Any, Any]:
        """Records a release for each place of two columns, then draws them."""
        released: tuple[Any, Any] = self.release(mechanism, label, (x, y), columns=True, **options)
        return released

    def record(self, mechanism: Mechanism, label: str, times: int = 1) -> None:
        """Records releases that are drawn elsewhere, before they are: as many as there may be, retries included."""
        if not isinstance(times, int) or not 1 <= times < 2**64:
            raise LedgerError("the number of releases needs to be a whole number, at least 1")
        if not is_text(label):
            raise LedgerError("a label needs to be a text of one line")
        self._native.record(mechanism._native, label, times)

    @property
    def budget(self) -> Budget:
        """What all releases may cost together."""
        return Budget(*self._native.budget)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was recorded, in its order."""
        return tuple(Entry(*entry) for entry in self._native.entries)

    @property
    def spent(self) -> Spent:
        """What the entries cost together."""
        return Spent(*self._native.spent)

    @property
    def remaining(self) -> Remaining:
        """What is left by each rule: exactly what the next refusal is decided by."""
        return Remaining(*self._native.remaining)

    def text(self) -> str:
        """The ledger as its file has it."""
        return self._native.text()

    def export(self, form: Literal["dp-accounting", "opendp"]) -> str:
        """What another accountant reads: a program for Google's dp_accounting, or JSON for OpenDP."""
        forms = {"dp-accounting": self._native.to_dp_accounting, "opendp": self._native.to_opendp}
        if form not in forms:
            raise LedgerError(f"form={form!r} is none of {', '.join(forms)}")
        return forms[form]()

    def __reduce__(self) -> Any:
        raise TypeError("a ledger is not copied: the copy would spend the budget again. Record here, before workers start")
