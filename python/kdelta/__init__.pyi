"""kdelta for Python: noise whose differential privacy is certified as it runs, in finite precision.

This file is the interface; see /docs of the package for the rest.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from types import TracebackType
from typing import Any, Literal, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

Exact = int | float | Fraction | Decimal | str
"""An exact number: an int, Fraction, Decimal, text ("1/10", "0.1", "2^-10", "1e-6"; where less is safer also "ln(4)"), or a float by its exact value."""
Ends = tuple[Exact, Exact]

Neighbours = Literal["add-or-remove", "replace"]
Outside = Literal["missing", "ends"]
Nulls = Literal["refuse", "keep"]

__version__: str

class Mechanism:
    """What Laplace, Gaussian and PlanarLaplace share. Pickles by its setting; a copy draws fresh entropy, as every release does."""

    @property
    def epsilon_prime(self) -> Fraction: ...
    @property
    def epsilon_prime_up(self) -> float: ...
    @property
    def guarantee(self) -> Guarantee: ...
    @property
    def setting(self) -> Mapping[str, Any]:
        """Arguments that build this mechanism again, with the window, grid and generator that were chosen: type(m)(**m.setting)."""
    @property
    def format(self) -> str: ...
    @property
    def generator(self) -> str: ...
    @property
    def grid(self) -> Fraction: ...
    def certificate(self) -> Certificate: ...

_Column = TypeVar("_Column")  # pandas.Series, polars.Series, pyarrow.Array, pyarrow.ChunkedArray

class _OnTheLine(Mechanism):
    @property
    def answers(self) -> tuple[Fraction, Fraction]: ...
    @property
    def window(self) -> tuple[Fraction, Fraction]: ...
    # A number: a float, or None if it is outside. outside="ends": always a float.
    @overload
    def release(self, answer: int | float | Fraction | Decimal, *, outside: Literal["missing"] = ...) -> float | None: ...
    @overload
    def release(self, answer: int | float | Fraction | Decimal, *, outside: Literal["ends"]) -> float: ...
    # An array: a new array of the same shape, float64 (float32 for format="f32"), NaN where outside. Each value is a release of its own.
    @overload
    def release(self, answer: NDArray[Any], *, outside: Outside = ...) -> NDArray[Any]: ...
    # A column of pandas, polars or pyarrow: the same kind of column, NaN where outside, null where the answer is null if nulls="keep".
    @overload
    def release(self, answer: _Column, *, outside: Outside = ..., nulls: Nulls = ...) -> _Column: ...
    # One vector for ε′ in all; it has as many values as vector=(dimension, changed) said.
    @overload
    def release_vector(self, answer: NDArray[Any] | Sequence[float], *, outside: Outside = ...) -> NDArray[Any]: ...
    @overload
    def release_vector(self, answer: _Column, *, outside: Outside = ...) -> _Column: ...

class Laplace(_OnTheLine):
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
    ) -> None: ...

class Gaussian(_OnTheLine):
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
    ) -> None: ...

class PlanarLaplace(Mechanism):
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
        """answers=((x0, x1), (y0, y1)) in metres, or box=((lon0, lon1), (lat0, lat1)) in degrees on WGS 84."""
    # A pair of numbers: a pair, or None if it is outside. An array of shape (…, 2): such an array, both coordinates NaN where outside.
    # With box, longitude and latitude in degrees come in and go out.
    @overload
    def release(self, points: tuple[float, float]) -> tuple[float, float] | None: ...
    @overload
    def release(self, points: NDArray[Any]) -> NDArray[Any]: ...
    # Two columns (numpy, pandas, polars, pyarrow) of x and y, or of longitude and latitude.
    def release_columns(self, x: _Column, y: _Column, *, nulls: Nulls = "refuse") -> tuple[_Column, _Column]: ...

@dataclass(frozen=True)
class Guarantee:
    """What a mechanism guarantees and every term it follows from; exact numbers. See kdelta::Guarantee."""

    law: Literal["laplace", "planar-laplace", "gaussian"]
    epsilon: Fraction
    sensitivity: Fraction
    dimension: int
    changed: int
    scale: Fraction
    cell: Fraction
    reach: Fraction
    radius: Fraction
    bias: Fraction
    lipschitz: Fraction | None
    radial: Fraction
    angular: Fraction | None
    error: Fraction
    shift: Fraction
    delta: Fraction
    epsilon_prime: Fraction
    once: Fraction
    closeness: tuple[Fraction, Fraction]
    hides: Literal["participation", "answers", "places"] | None

    @property
    def excess(self) -> Fraction: ...
    # Each as an upper bound. Floats rounded up: kdelta.round_up(x).
    def loss_at(self, distance: Exact) -> Fraction: ...
    def epsilon_at(self, delta: Exact) -> Fraction: ...
    def delta_at(self, epsilon: Exact) -> Fraction: ...
    def renyi(self, order: Exact) -> Fraction: ...

def round_up(x: Fraction) -> float:
    """The least float that is not below x."""

class Histogram:
    def __init__(self, keys: Iterable[Hashable], *, contributions: int, most: int, neighbours: Neighbours = "add-or-remove") -> None: ...
    @property
    def keys(self) -> tuple[Hashable, ...]: ...
    @property
    def dimension(self) -> int: ...
    @property
    def sensitivity(self) -> int: ...
    @property
    def changed(self) -> int: ...
    def count(self, people: Iterable[Hashable], keys: Iterable[Hashable]) -> NDArray[np.float64]: ...

class Ledger:
    """Counts releases against a budget and refuses the one that would be too much, before anything of it is drawn."""

    def __init__(self, *, epsilon: Exact, delta: Exact = 0, sums: bool = False) -> None:
        """In memory. delta=0: the ε′ add up. delta>0: also a Rényi rule. sums=True: ε′ and δ add up, there is no Rényi rule."""
    @classmethod
    def create(cls, path: str | PathLike[str], *, epsilon: Exact, delta: Exact = 0, sums: bool = False) -> Ledger: ...
    @classmethod
    def open(cls, path: str | PathLike[str]) -> Ledger: ...
    def close(self) -> None: ...
    def __enter__(self) -> Ledger: ...
    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, trace: TracebackType | None) -> None: ...
    # Records first, then draws. An array of n answers is recorded as n releases.
    def release(self, mechanism: Mechanism, label: str, answer: Any, **options: Any) -> Any: ...
    def release_vector(self, mechanism: _OnTheLine, label: str, answer: Any, **options: Any) -> Any: ...
    # For a release that is drawn elsewhere, for example by workers: call it BEFORE they start, with the number of releases,
    # or more (attempts count: a task that is run again draws again).
    def record(self, mechanism: Mechanism, label: str, times: int = 1) -> None: ...
    @property
    def budget(self) -> Budget: ...
    @property
    def entries(self) -> tuple[Entry, ...]: ...
    @property
    def spent(self) -> Spent: ...
    @property
    def remaining(self) -> Remaining: ...
    def text(self) -> str: ...
    def export(self, form: Literal["dp-accounting", "opendp"]) -> str: ...

@dataclass(frozen=True)
class Budget:
    epsilon: Fraction
    delta: Fraction
    order: Fraction | None

@dataclass(frozen=True)
class Entry:
    label: str
    count: int
    epsilon_prime: Fraction
    delta: Fraction
    hides: str | None

@dataclass(frozen=True)
class Spent:
    epsilon: Fraction
    delta: Fraction
    renyi: Fraction | None
    advanced: Fraction | None
    closeness: tuple[Fraction, Fraction]

@dataclass(frozen=True)
class Remaining:
    epsilon: Fraction | None
    delta: Fraction | None
    renyi: Fraction | None

class Certificate:
    """A certificate of a mechanism; str() is the JSON text that `kdelta certify` writes."""

    text: str
    @property
    def claim(self) -> str: ...
    @property
    def epsilon_prime(self) -> Fraction: ...

@dataclass(frozen=True)
class Report:
    checked: tuple[str, ...]
    trusted: tuple[str, ...]

def certify(mechanism: Mechanism) -> Certificate: ...
def audit(certificate: Certificate | str | PathLike[str]) -> Report:
    """Text of JSON, or a path to a file. Raises CertificateRefused if anything in it does not follow."""

def from_certificate(certificate: Certificate | str | PathLike[str]) -> Mechanism:
    """Audits it, builds the mechanism, and compares what runs with what is certified."""

@dataclass(frozen=True)
class Enumeration:
    ratio: Fraction | None
    """e^ε of the exact loss; None if an output is possible under one answer only."""
    loss: float
    """ln(ratio) rounded up, or inf."""
    answer: Fraction
    neighbour: Fraction
    output: Fraction | None
    bounds: Mapping[str, Fraction]
    violated: tuple[str, ...]

def enumerate(
    *, epsilon: Exact, sensitivity: Exact, answers: Ends, window: Ends, grid: Exact, digits: int, generator: str, pair: Ends | None = None
) -> Enumeration: ...

@dataclass(frozen=True)
class Measurement:
    hits: tuple[int, int]
    samples: int
    factor: float
    advantage: float
    interval: tuple[float, float]

@dataclass(frozen=True)
class Finding:
    name: str
    naive: Measurement
    expected: tuple[float, float]
    ours: Measurement
    naive_is_broken: bool
    expected_is_met: bool
    ours_is_at_chance: bool
    remark: str | None

ATTACKS: Mapping[str, str]
"""Name and title of each attack."""

def attack(name: str, *, samples: int = 100_000, seed: int = 2013) -> Finding: ...

class Error(Exception):
    """Every error of kdelta. No message and no attribute holds an answer."""

class SettingError(Error, ValueError): ...

class Refused(Error, ValueError):
    """A condition of the theorem fails: the setting would not be private as stated."""

    condition: str
    found: Fraction | None
    needed: Fraction | None
    remedy: str
    nearest: tuple[Alternative, ...]

@dataclass(frozen=True)
class Alternative:
    """A certified setting near one that is not: type(mechanism)(**alternative.setting) builds it."""

    change: str
    setting: Mapping[str, Any]
    epsilon_prime: Fraction

class OverBudget(Error, ValueError):
    epsilon_prime: Fraction
    budget: Fraction

class AnswerError(Error, ValueError):
    """NaN, null, another shape or kind, or no number of the format. Says nothing about which answer."""

class LedgerError(Error): ...

class BudgetSpent(LedgerError):
    cost: Fraction
    left: Remaining

class CertificateRefused(Error, ValueError):
    field: str
    why: str
    remedy: str

class EntropyError(Error, OSError): ...
