"""Answers in the containers that people have: numpy arrays, and columns of pandas, polars and pyarrow, none of which is imported here
unless a column of it arrives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kdelta._errors import AnswerError, SettingError

Nulls = Literal["refuse", "keep"]


@dataclass(frozen=True)
class Column:
    """The answers of a container that are there, and how releases become a container of the same kind."""

    answers: NDArray[Any]
    there: NDArray[np.bool_]
    """Which rows have one."""
    rebuilt: Callable[[NDArray[Any]], Any]

    @classmethod
    def of(cls, container: Any, nulls: Nulls = "refuse") -> Column:
        """Refuses nulls, unless they are kept where they are."""
        if nulls not in ("refuse", "keep"):
            raise SettingError(f'nulls={nulls!r} is neither "refuse" nor "keep"')
        library = type(container).__module__.partition(".")[0]
        name = type(container).__name__
        if library == "pandas" and name == "Series":
            there = container.notna().to_numpy()
            return cls._with_nulls(container[there].to_numpy(), there, nulls, lambda all: _pandas(container, all, there))
        if library == "polars" and name == "Series":
            there = container.is_not_null().to_numpy()
            return cls._with_nulls(container.drop_nulls().to_numpy(), there, nulls, lambda all: _polars(container, all, there))
        if library == "pyarrow" and name == "ChunkedArray" or hasattr(container, "__arrow_c_array__") and library == "pyarrow":
            there = container.is_valid().to_numpy(zero_copy_only=False) if name != "ChunkedArray" else container.is_valid().to_numpy()
            present = container.drop_null()
            answers = present.to_numpy() if name == "ChunkedArray" else present.to_numpy(zero_copy_only=False)
            return cls._with_nulls(answers, there, nulls, lambda all: _pyarrow(container, all, there))
        if isinstance(container, np.ma.MaskedArray) and np.ma.is_masked(container):
            raise AnswerError("the array has masked answers; fill or drop them before the query")
        if not isinstance(container, (np.ndarray, list, tuple)):
            raise AnswerError(
                f"a {name} is no answer; give a number, a numpy array, or one column of pandas, polars or pyarrow"
            )
        try:
            array = np.asarray(container)
        except ValueError:
            raise AnswerError("the rows of the answer differ in length; give an array of one shape") from None
        return cls(array, np.ones(array.shape[:1], bool), lambda noisy: noisy.reshape(array.shape))

    @classmethod
    def _with_nulls(
        cls, answers: NDArray[Any], there: NDArray[np.bool_], nulls: Nulls, rebuilt: Callable[[NDArray[Any]], Any]
    ) -> Column:
        if nulls == "refuse" and not there.all():
            raise AnswerError(
                'the column has nulls; clean the data before the query, or, if it is public which rows have none, say nulls="keep"'
            )

        def spread(noisy: NDArray[Any]) -> Any:
            everywhere = np.full(there.shape, np.nan, noisy.dtype)
            everywhere[there] = noisy
            return rebuilt(everywhere)

        return cls(answers, there, spread)


def floats(answers: NDArray[Any], format: str, ends: tuple[Fraction, Fraction]) -> NDArray[Any]:
    """The answers as numbers that the format holds exactly, one after the other. An array that is that already is not copied.

    Whether an array is taken depends on its type and on the setting, never on its values. Integers too long for the format may be rounded
    on the way, if all of those are beyond the range that answers are clamped into.
    """
    kind, bits = answers.dtype.kind, 8 * answers.dtype.itemsize
    if kind not in "biuf" or bits > 64:
        raise AnswerError(
            f"answers of the type {answers.dtype} are not taken; give floats of 16 to 64 bits or integers, for example array.astype(float)"
        )
    narrow = format == "f32"
    if narrow and kind == "f" and bits > 32:
        raise AnswerError(
            f"answers of the type {answers.dtype} are not all numbers of f32, and rounding them would change the sensitivity; round them "
            "before it is stated, array.astype(numpy.float32)"
        )
    whole = 24 if narrow else 53
    if kind in "iu" and bits > whole and max(map(abs, ends)) > 2**whole:
        raise AnswerError(
            f"answers of the type {answers.dtype} beyond 2^{whole} are not all numbers of the format, and rounding them would change the "
            "sensitivity; round them before it is stated, array.astype(float)"
        )
    return np.ascontiguousarray(answers.reshape(-1), dtype=np.float32 if narrow else np.float64)


def _pandas(container: Any, noisy: NDArray[Any], there: NDArray[np.bool_]) -> Any:
    import pandas

    values: Any = noisy
    if isinstance(container.dtype, pandas.ArrowDtype):
        import pyarrow

        values = pandas.arrays.ArrowExtensionArray(pyarrow.array(noisy, mask=~there, from_pandas=False))
    elif not isinstance(container.dtype, np.dtype):
        values = pandas.arrays.FloatingArray(noisy, ~there)
    return pandas.Series(values, index=container.index, name=container.name, copy=False)


def _polars(container: Any, noisy: NDArray[Any], there: NDArray[np.bool_]) -> Any:
    import polars

    column = polars.Series(container.name, noisy)
    if there.all():
        return column
    return polars.select(polars.when(polars.Series(there)).then(column).alias(container.name)).to_series()


def _pyarrow(container: Any, noisy: NDArray[Any], there: NDArray[np.bool_]) -> Any:
    import pyarrow

    column = pyarrow.array(noisy, mask=~there, from_pandas=False)
    return pyarrow.chunked_array([column]) if isinstance(container, pyarrow.ChunkedArray) else column
