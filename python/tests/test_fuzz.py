"""Whatever is given, the answer is a release or an exception of kdelta: no panic, no crash, and nothing outside of the window."""

from decimal import Decimal
from fractions import Fraction

import kdelta
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

settings.register_profile("quick", deadline=None, max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("quick")

odd = st.sampled_from(
    [None, "", "x", "1/0", "0/0", "nan", "inf", "ln(4)", "ln(0)", "2^-99999999999", "1e999999999", "0x", "9" * 9000, b"1", float("nan"),
     float("inf"), -float("inf"), 5e-324, 1.7e308, 10**400, -(10**400), 10**4200, 2**64, 2**63, -1, 0, True, Fraction(1, 10**4200),
     Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999"), Decimal("-Infinity"), 1j, [], {}, (), (1,), (1, 2, 3), ((0, 1), 2), object(),
     np.float32("nan"), np.longdouble(1) / 3, np.array(1.0), np.array([1, 2]), np.int8(-1), "\x00", "é", "\ud800", range(2), "lazy-52", "f16"],
)  # fmt: skip
number = st.one_of(odd, st.integers(), st.floats(), st.fractions(), st.decimals(), st.text(max_size=8))
pair = st.one_of(odd, st.tuples(number, number))
word = st.one_of(odd, st.text(max_size=12), st.sampled_from(["f64", "f32", "fixed-64-40", "fixed-99-99", "midpoint-53", "deep-52-4", "lazy-23"]))


def built_or_refused(build):
    try:
        return build()
    except kdelta.Error:
        return None


def but_for(base, strategies):
    """The setting, but for one or two arguments."""
    changes = st.lists(st.sampled_from(sorted(strategies)), min_size=1, max_size=2, unique=True)
    return changes.flatmap(lambda names: st.fixed_dictionaries({name: strategies[name] for name in names})).map(lambda changed: {**base, **changed})


LINE = dict(epsilon=number, sensitivity=number, answers=pair, window=pair, grid=number, vector=pair, at_most=number, format=word, generator=word)


@given(but_for(dict(epsilon=1, sensitivity=1, answers=(0, 100)), LINE))
def test_settings_of_laplace_noise(arguments):
    built_or_refused(lambda: kdelta.Laplace(**arguments))


@settings(max_examples=20)
@given(but_for(dict(sigma=1, delta="1e-6", sensitivity=1, answers=(0, 100)), {**LINE, "delta": number, "sigma": number, "rho": number}))
def test_settings_of_gaussian_noise(arguments):
    built_or_refused(lambda: kdelta.Gaussian(**arguments))


area = st.one_of(odd, st.tuples(pair, pair))
PLANE = dict(epsilon=number, distance=number, rows=word, answers=area, box=area, reference=pair, window=area, disc=number, grid=number, at_most=number,
             format=word, generator=word, sampler=word)  # fmt: skip


@given(but_for(dict(epsilon=1, distance=200, answers=((0, 1000), (0, 1000))), PLANE))
def test_settings_of_places(arguments):
    built_or_refused(lambda: kdelta.PlanarLaplace(**arguments))


dtypes = st.one_of(arrays.scalar_dtypes(), st.sampled_from([object, np.dtype([("a", float)]), np.longdouble]))
shapes = arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
anything = dtypes.flatmap(lambda dtype: arrays.arrays(dtype, shapes, elements=None if dtype != object else odd))
cuts = st.sampled_from([lambda x: x, lambda x: x.T, lambda x: x[..., ::-1] if x.ndim else x, lambda x: x[::2] if x.ndim else x, lambda x: np.asfortranarray(x)])


@settings(max_examples=300)
@given(st.one_of(odd, anything), cuts, st.booleans())
def test_answers(laplace, square, answer, cut, writeable):
    if isinstance(answer, np.ndarray):
        answer.flags.writeable = writeable
        answer = cut(answer)
    for outside in ("missing", "ends"):
        noisy = built_or_refused(lambda: laplace.release(answer, outside=outside))
        if isinstance(noisy, np.ndarray):
            assert noisy.shape == np.shape(answer)
        values = np.atleast_1d(np.array([] if noisy is None else noisy, float))
        assert np.all(np.isnan(values) & (outside == "missing") | (values >= -200) & (values <= 300))
    for release in (square.release, lambda x: square.release_columns(x, x), laplace.release_vector):
        built_or_refused(lambda: release(answer))


@given(arrays.arrays(np.float64, st.integers(0, 5000), elements=st.floats(allow_nan=False)))
def test_every_float_but_nan_is_released(laplace, gaussian, answers):
    for mechanism in (laplace, gaussian):
        low, high = map(float, mechanism.window)
        noisy = mechanism.release(answers, outside="ends")
        assert noisy.shape == answers.shape and ((low <= noisy) & (noisy <= high)).all()


@given(st.one_of(odd, st.text()), st.one_of(odd, st.integers()))
def test_ledgers_certificates_and_notions(laplace, one, other):
    ledger = kdelta.Ledger(epsilon=1, delta="1e-6")
    for use in (
        lambda: kdelta.Ledger(epsilon=one, delta=other),
        lambda: kdelta.round_up(one),
        lambda: laplace.guarantee.loss_at(one),
        lambda: laplace.guarantee.epsilon_at(one),
        lambda: laplace.guarantee.renyi(other),
        lambda: kdelta.audit("{" + one) if isinstance(one, str) else None,
        lambda: ledger.record(laplace, one, 1),
        lambda: ledger.record(laplace, "label", other),
        lambda: kdelta.attack(one, samples=1),
    ):
        built_or_refused(use)


def test_a_panic_would_be_seen():
    """PanicException is no Exception, so that nothing above would swallow one."""
    with pytest.raises(BaseException) as info:
        raise type("PanicException", (BaseException,), {})
    assert not isinstance(info.value, kdelta.Error)
