"""Counts by key, with a limit on what one person adds to them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kdelta import _native
from kdelta._errors import AnswerError, SettingError

Neighbours = Literal["add-or-remove", "replace"]


class Histogram:
    """Counts of rows by key. Each person is counted for at most ``contributions`` rows, and no count is above ``most``.

    The keys and ``most`` are public, chosen without looking at the data. Rows with another key are not counted.
    With ``neighbours="add-or-remove"`` it is hidden whether a person took part; with ``"replace"`` what they answered.

    >>> import kdelta
    >>> shops = Histogram(["bakery", "florist", "grocer"], contributions=2, most=1000)
    >>> counts = shops.count(["ann", "bob", "ann", "ann"], ["bakery", "grocer", "grocer", "florist"])
    >>> counts  # the third visit of ann is not counted
    array([1., 0., 2.])
    >>> laplace = kdelta.Laplace(epsilon=1, histogram=shops)
    >>> laplace.release_vector(counts).shape, laplace.guarantee.hides
    ((3,), 'participation')
    """

    def __init__(
        self, keys: Iterable[Hashable], *, contributions: int, most: int, neighbours: Neighbours = "add-or-remove"
    ) -> None:
        self._keys = tuple(keys)
        self._places = {key: place for place, key in enumerate(self._keys)}
        if len(self._places) != len(self._keys):
            raise SettingError("a key of the histogram is there twice; list every key once")
        for name, number, limit in (("contributions", contributions, 2**32), ("most", most, 2**53)):
            if not isinstance(number, (int, np.integer)) or not 0 <= number < limit:
                raise SettingError(f"{name} needs a whole number from 0 to {limit - 1}")
        self._limits = (int(contributions), int(most), neighbours)
        self._native = _native.Histogram(len(self._keys), *self._limits)

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """The keys, in the order of the counts."""
        return self._keys

    @property
    def dimension(self) -> int:
        """How many counts there are."""
        return len(self._keys)

    @property
    def sensitivity(self) -> int:
        """By how much neighbours can differ in all counts together."""
        return self._native.sensitivity

    @property
    def changed(self) -> int:
        """In how many counts neighbours can differ."""
        return self._native.changed

    def count(self, people: Iterable[Hashable], keys: Iterable[Hashable]) -> NDArray[np.float64]:
        """The counts of rows, each of which is a person and a key. If every row is another person, ``range(n)`` says so."""
        numbers: dict[Hashable, int] = {}
        rows: list[tuple[int, int]] = []
        try:
            for person, key in zip(people, keys, strict=True):
                # A row without a person would be one more person each time, as NaN equals nothing.
                if person is None or bool(person != person):
                    raise AnswerError("a row has no person; drop such rows before the query")
                place = self._places.get(key)
                if place is not None:
                    rows.append((numbers.setdefault(person, len(numbers)), place))
        except (TypeError, ValueError) as why:
            if isinstance(why, AnswerError):
                raise
            raise AnswerError("people and keys need to be two columns of one length, of values that can be keys of a dict") from None
        return self._native.count(rows)

    @property
    def _hides(self) -> str:
        return "participation" if self._limits[2] == "add-or-remove" else "answers"

    def _states(self, euclidean: bool) -> dict[str, Any]:
        sensitivity = self._native.euclidean_sensitivity if euclidean else self.sensitivity
        return dict(sensitivity=sensitivity, answers=(0, self._limits[1]), vector=(self.dimension, self.changed))

    def __repr__(self) -> str:
        contributions, most, neighbours = self._limits
        return f"Histogram({list(self._keys)!r}, contributions={contributions}, most={most}, neighbours={neighbours!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and (self._keys, self._limits) == (other._keys, other._limits)

    def __hash__(self) -> int:
        return hash((self._keys, self._limits))

    def __getstate__(self) -> tuple[Any, ...]:
        return self._keys, self._limits

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        keys, (contributions, most, neighbours) = state
        self.__init__(keys, contributions=contributions, most=most, neighbours=neighbours)  # type: ignore[misc]
