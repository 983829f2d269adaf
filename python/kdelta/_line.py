"""Laplace and Gaussian noise for numbers."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from kdelta import _native as native
from kdelta._columns import Column, Nulls, floats
from kdelta._errors import SettingError
from kdelta._exact import Ends, Exact
from kdelta._histogram import Histogram
from kdelta._mechanism import Mechanism, Release, refuse

Outside = Literal["missing", "ends"]
C = TypeVar("C")
"""pandas.Series, polars.Series, pyarrow.Array or pyarrow.ChunkedArray."""


class OnTheLine(Mechanism):
    """What Laplace and Gaussian noise share."""

    _native: native.Line
    _histogram: Histogram | None = None

    @property
    def answers(self) -> tuple[Fraction, Fraction]:
        """The range that answers are clamped into before noise is added, exactly as it runs."""
        return self._native.answers

    @property
    def window(self) -> tuple[Fraction, Fraction]:
        """The least and the largest output."""
        low, high = self._native.setting["window"]
        return low, high

    @property
    def setting(self) -> dict[str, Any]:
        setting = dict(self._native.setting)
        if self._histogram is not None:
            for stated in ("sensitivity", "answers", "vector"):
                setting.pop(stated, None)
            setting["histogram"] = self._histogram
        return setting

    @overload
    def release(self, answer: int | float | Fraction | Decimal, *, outside: Literal["missing"] = ...) -> float | None: ...
    @overload
    def release(self, answer: int | float | Fraction | Decimal, *, outside: Literal["ends"]) -> float: ...
    @overload
    def release(self, answer: NDArray[Any] | Sequence[float], *, outside: Outside = ...) -> NDArray[Any]: ...
    @overload
    def release(self, answer: C, *, outside: Outside = ..., nulls: Nulls = ...) -> C: ...

    def release(self, answer: Any, *, outside: Outside = "missing", nulls: Nulls = "refuse") -> Any:
        """Clamps the answer, adds noise, rounds to the grid, and says "outside" if that is not in the window.

        - A number gives a float, or None if it is outside.
        - A numpy array gives a new array of its shape: float64, or float32 for the format f32; NaN where it is outside. Each value is a
          release of its own and costs ε′: if one person can influence several values, their costs add up (``release_vector`` is for them).
        - A column of pandas, polars or pyarrow gives a column of the same kind. One with nulls is refused, because which rows have one may be
          private. With ``nulls="keep"`` that is public, and they stay where they are.

        With ``outside="ends"`` what is outside becomes the end of the window on its side, for the same ε′.

        >>> import kdelta, numpy
        >>> laplace = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100), window=(-200, 300), grid="2^-10")
        >>> noisy = laplace.release(41)
        >>> noisy is None or noisy * 1024 == round(noisy * 1024)  # a grid point, never more digits
        True
        >>> laplace.release(numpy.full((2, 3), 41.0)).shape
        (2, 3)
        >>> laplace.release(numpy.array([41.0, numpy.nan]))
        Traceback (most recent call last):
        ...
        kdelta.AnswerError: the answer is NaN; clean the data before the query
        """
        _, draw = self._releases(answer, outside=outside, nulls=nulls)
        return draw()

    @overload
    def release_vector(self, answer: NDArray[Any] | Sequence[float], *, outside: Outside = ...) -> NDArray[Any]: ...
    @overload
    def release_vector(self, answer: C, *, outside: Outside = ...) -> C: ...

    def release_vector(self, answer: Any, *, outside: Outside = "missing") -> Any:
        """Releases one vector for ε′ in all. It has as many values as ``vector`` or ``histogram`` said.

        >>> import kdelta
        >>> laplace = kdelta.Laplace(epsilon=1, sensitivity=3, vector=(1000, 3), answers=(0, 500))
        >>> laplace.release_vector([17.0] * 1000).shape
        (1000,)
        >>> laplace.release_vector([17.0])
        Traceback (most recent call last):
        ...
        kdelta.AnswerError: a vector of 1 values, but the mechanism is for 1000; build it with vector=(1, …)
        """
        _, draw = self._releases(answer, outside=outside, vector=True)
        return draw()

    def _releases(
        self, answer: Any, *, outside: str = "missing", nulls: Nulls = "refuse", vector: bool = False, **unknown: Any
    ) -> Release:
        refuse(unknown)
        if outside not in ("missing", "ends"):
            raise SettingError(f'outside={outside!r} is neither "missing" nor "ends"')
        line, to_ends = self._native, outside == "ends"
        if isinstance(answer, np.generic):
            answer = answer.item()
        if isinstance(answer, bool):
            answer = int(answer)
        if isinstance(answer, (int, float, Fraction, Decimal)) and not vector:
            return 1, lambda: line.release_one(answer, to_ends)
        column = Column.of(answer, nulls)
        answers = floats(column.answers, self.format, line.answers)
        if vector:
            line.check_vector(answers.size)
        release: Any = line.release_f32 if answers.dtype == np.float32 else line.release_f64
        return 1 if vector else answers.size, lambda: column.rebuilt(release(answers, to_ends))

    def _stated(self, arguments: dict[str, Any], histogram: Histogram | None, euclidean: bool) -> str | None:
        """Completes arguments by what the histogram states, and says what releases hide."""
        if histogram is not None:
            for name in ("sensitivity", "answers", "vector"):
                if arguments[name] is not None:
                    raise SettingError(f"the histogram states its own {name}; remove {name}, or histogram and state everything yourself")
            arguments.update(histogram._states(euclidean))
            if arguments["grid"] is None:
                arguments["grid"] = 1
            self._histogram = histogram
            return histogram._hides
        if arguments["sensitivity"] is None:
            raise SettingError(
                "sensitivity is missing: by how much one person can change the answer, 1 for a count, the largest magnitude of a value for a "
                "sum. One that is too small gives no privacy, so there is no default"
            )
        if arguments["answers"] is None:
            raise SettingError(
                "answers is missing: the range (low, high) that the answer is clamped into, from what is known without looking at the data"
            )
        return None


class Laplace(OnTheLine):
    """Laplace noise, private with ε′ for answers within the sensitivity of each other.

    All numbers are exact: ``"1/10"``, ``Fraction(1, 10)`` and ``Decimal("0.1")`` are one tenth, ``0.1`` is the double next to it.

    - epsilon: the privacy loss of ideal noise. What runs has a slightly larger one, ``epsilon_prime``. ``"ln(4)"`` is rounded down.
    - sensitivity: by how much one person can change the answer **as computed**; of a vector the sum of the changes of all values.
    - answers: the range (low, high) that answers are clamped into, from what is known without looking at the data.
    - window: the least and the largest output; chosen from the rest if it is not given.
    - grid: the distance between outputs, a power of two; chosen from the rest if it is not given.
    - vector: (dimension, changed) if the answer is that many values, of which one person changes at most so many; for ``release_vector``.
    - histogram: a Histogram, in the place of sensitivity, answers and vector.
    - at_most: refuse the setting if ε′ is more than this.
    - format: f64, f32 or fixed-BITS-FRACTION.
    - generator: for example "lazy-52" or "midpoint-53"; the default reaches farthest.

    A setting that cannot be certified is refused with the condition, both sides of it, and settings nearby that can:

    >>> laplace = Laplace(epsilon=1, sensitivity=1, answers=(0, 100), window=(-200, 300), grid="2^-10")
    >>> laplace.epsilon_prime > 1, laplace.epsilon_prime_up < 1.000001
    (True, True)
    >>> laplace
    Laplace(epsilon=1, sensitivity=1, answers=(0, 100), window=(-200, 300), grid='2^-10', format='f64', generator='lazy-52')
    >>> from kdelta import Refused
    >>> try:
    ...     Laplace(epsilon=1, sensitivity=1, answers=(0, 100), generator="midpoint-53")
    ... except Refused as refused:
    ...     print(refused.condition, refused.found > refused.needed, refused.nearest[0].change)
    2c < 1 with c = 2δ₀·e^(ρ_M/b) True the generator lazy-52
    """

    def __init__(
        self,
        *,
        epsilon: Exact,
        sensitivity: Exact | None = None,
        answers: Ends | None = None,
        window: Ends | None = None,
        grid: Exact | None = None,
        vector: tuple[int, int] | None = None,
        histogram: Histogram | None = None,
        at_most: Exact | None = None,
        format: str = "f64",
        generator: str | None = None,
    ) -> None:
        arguments = dict(
            epsilon=epsilon, sensitivity=sensitivity, answers=answers, window=window, grid=grid, vector=vector, at_most=at_most,
            format=format, generator=generator,
        )  # fmt: skip
        if epsilon is None:
            raise SettingError("epsilon is missing; there is no default")
        hides = self._stated(arguments, histogram, euclidean=False)
        self._native = native.Line.laplace(arguments, hides)


class Gaussian(OnTheLine):
    """Gaussian noise, private with (ε′, δ) for answers within the sensitivity of each other.

    The noise is asked for in one of three ways: by ``epsilon`` at ``delta``, by ``sigma``, or by ``rho`` of zero-concentrated privacy. ε′
    is stated at ``delta``. The sensitivity of a vector is the Euclidean length of what one person changes. The rest is as for Laplace.

    >>> gaussian = Gaussian(epsilon=1, delta="1e-6", sensitivity=1, answers=(0, 1000))
    >>> gaussian.epsilon_prime_up < 1.000001, gaussian.guarantee.delta
    (True, Fraction(1, 1000000))
    >>> gaussian.release(417, outside="ends") < 1200
    True
    """

    def __init__(
        self,
        *,
        delta: Exact,
        epsilon: Exact | None = None,
        sigma: Exact | None = None,
        rho: Exact | None = None,
        sensitivity: Exact | None = None,
        answers: Ends | None = None,
        window: Ends | None = None,
        grid: Exact | None = None,
        vector: tuple[int, int] | None = None,
        histogram: Histogram | None = None,
        at_most: Exact | None = None,
        format: str = "f64",
        generator: str | None = None,
    ) -> None:
        if sum(way is not None for way in (epsilon, sigma, rho)) != 1:
            raise SettingError("give one of epsilon, sigma and rho: how much noise there is; the others follow")
        arguments = dict(
            delta=delta, epsilon=epsilon, sigma=sigma, rho=rho, sensitivity=sensitivity, answers=answers, window=window, grid=grid,
            vector=vector, at_most=at_most, format=format, generator=generator,
        )  # fmt: skip
        hides = self._stated(arguments, histogram, euclidean=True)
        self._native = native.Line.gaussian(arguments, hides)
