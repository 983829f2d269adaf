"""Laplace noise for points of the plane, and for longitude and latitude."""

from __future__ import annotations

from typing import Any, Literal, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from kdelta import _native as native
from kdelta._columns import Column, Nulls, floats
from kdelta._errors import AnswerError, SettingError
from kdelta._exact import Ends, Exact
from kdelta._mechanism import Mechanism, Release, refuse

C = TypeVar("C")


class PlanarLaplace(Mechanism):
    """Laplace noise for places (geo-indistinguishability): two places d metres apart are told apart by at most ε′·d/distance.

    - epsilon: the privacy loss of ideal noise for places ``distance`` apart. ``"ln(4)"`` is rounded down.
    - distance: in metres; or ``rows="individuals"``, which hides a place among all places of the region.
    - answers: ((x0, x1), (y0, y1)), the rectangle in metres that places are clamped into; or
    - box: ((lon0, lon1), (lat0, lat1)), longitudes and latitudes in degrees on WGS 84, and ``reference``, where they are projected (the
      middle, if it is not given). Privacy is for the true distance on the ellipsoid. Degrees come in and go out.
    - window, or disc: the outputs, a rectangle in metres or the radius of a disc about the origin; the answers, if neither is given.
    - grid: the side of a cell in metres, a power of two.
    - at_most, format, generator: as for Laplace. sampler: "gamma", or "inverse" for comparison.

    >>> planar = PlanarLaplace(epsilon="ln(4)", distance=200, box=((2.28, 2.42), (48.81, 48.90)))
    >>> planar.epsilon_prime_up < 1.38630
    True
    >>> noisy = planar.release((2.35, 48.85))
    >>> noisy is None or (abs(noisy[0] - 2.35) < 1 and abs(noisy[1] - 48.85) < 1)
    True
    """

    _native: native.Plane

    def __init__(
        self,
        *,
        epsilon: Exact,
        distance: Exact | None = None,
        rows: Literal["individuals", "nearby", "aggregates"] | None = None,
        answers: tuple[Ends, Ends] | None = None,
        box: tuple[Ends, Ends] | None = None,
        reference: tuple[Exact, Exact] | None = None,
        window: tuple[Ends, Ends] | None = None,
        disc: Exact | None = None,
        grid: Exact | None = None,
        at_most: Exact | None = None,
        format: str = "f64",
        generator: str | None = None,
        sampler: Literal["gamma", "inverse"] = "gamma",
    ) -> None:
        arguments = dict(
            epsilon=epsilon, distance=distance, rows=rows, answers=answers, box=box, reference=reference, window=window, disc=disc,
            grid=grid, at_most=at_most, format=format, generator=generator, sampler=sampler,
        )  # fmt: skip
        if epsilon is None:
            raise SettingError("epsilon is missing; there is no default")
        if answers is None and box is None:
            raise SettingError(
                "answers or box is missing: the region that places are clamped into, ((x0, x1), (y0, y1)) in metres, or "
                "((lon0, lon1), (lat0, lat1)) in degrees, from what is known without looking at the data"
            )
        self._native = native.Plane.planar_laplace(arguments)

    @overload
    def release(self, points: tuple[float, float]) -> tuple[float, float] | None: ...
    @overload
    def release(self, points: NDArray[Any]) -> NDArray[Any]: ...

    def release(self, points: Any) -> Any:
        """Clamps each place, adds noise, rounds to the grid.

        - A pair of numbers gives a pair, or None if it is outside of the outputs.
        - An array of shape (…, 2) gives such an array; both coordinates are NaN where it is outside. Each place is a release of its own.

        >>> import numpy
        >>> planar = PlanarLaplace(epsilon=1, distance=200, answers=((-5000, 5000), (-5000, 5000)), disc=6000)
        >>> planar.release(numpy.zeros((10, 2))).shape
        (10, 2)
        """
        _, draw = self._releases(points)
        return draw()

    def release_columns(self, x: C, y: C, *, nulls: Nulls = "refuse") -> tuple[C, C]:
        """The same for two columns of numpy, pandas, polars or pyarrow: x and y, or longitude and latitude.

        With ``nulls="keep"`` both columns must have their nulls in the same rows; which rows those are is public then.
        """
        _, draw = self._releases((x, y), columns=True, nulls=nulls)
        released: tuple[C, C] = draw()
        return released

    def _releases(self, answer: Any, *, columns: bool = False, nulls: Nulls = "refuse", **unknown: Any) -> Release:
        refuse(unknown)
        if columns:
            east, north = (Column.of(column, nulls) for column in answer)
            x, y = self._floats(east.answers), self._floats(north.answers)
            if x.size != y.size or not np.array_equal(east.there, north.there):
                raise AnswerError("the two columns differ in length, or in which rows have a null; give both coordinates of every place")
            both = np.stack((x, y), axis=-1)

            def draw_columns() -> Any:
                noisy = self._native.release_f64(both.reshape(-1)).reshape(-1, 2)
                return east.rebuilt(noisy[:, 0].copy()), north.rebuilt(noisy[:, 1].copy())

            return x.size, draw_columns
        column = Column.of(answer)
        array = column.answers
        if array.ndim == 0 or array.shape[-1] != 2:
            raise AnswerError("places need two coordinates each: a pair, or an array of shape (…, 2)")
        flat = self._floats(array)

        def draw() -> Any:
            noisy = self._native.release_f64(flat)
            if isinstance(answer, tuple) and array.ndim == 1:
                return None if np.isnan(noisy[0]) else (float(noisy[0]), float(noisy[1]))
            return column.rebuilt(noisy)

        return flat.size // 2, draw

    def _floats(self, array: NDArray[Any]) -> NDArray[Any]:
        # Degrees are at most 180, so that integers among them are floats exactly.
        setting = self._native.setting
        ends = [end for axis in setting.get("answers", ()) for end in axis] or [0]
        return floats(array, self.format, (min(ends), max(ends)))
