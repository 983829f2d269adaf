"""Releases of numbers and arrays."""

from decimal import Decimal
from fractions import Fraction

import kdelta
import numpy as np
import pytest
from kdelta._columns import floats


def test_a_number_gives_a_grid_point_or_none(laplace):
    for answer in (41, 41.5, Fraction(83, 2), Decimal("41.5"), np.float64(41.5), np.float32(41.5), np.int32(41), True):
        noisy = laplace.release(answer)
        assert isinstance(noisy, float) and noisy * 1024 == round(noisy * 1024) and -200 <= noisy <= 300
    narrow = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 0), window=(0, 0), grid=1)
    released = {narrow.release(0) for _ in range(200)}
    assert released == {0.0, None}
    assert {narrow.release(0, outside="ends") for _ in range(20)} == {0.0}


@pytest.mark.parametrize("outside", ["missing", "ends"])
@pytest.mark.parametrize("law", ["laplace", "gaussian"])
def test_the_noise_is_that_of_its_law_about_the_clamped_answer(law, outside, request):
    mechanism = request.getfixturevalue(law)
    scale = float(mechanism.guarantee.scale) * (np.sqrt(2) if law == "laplace" else 1)
    n = 100_000
    for answer, clamped in ((41.0, 41), (1e300, 100), (-np.inf, 0)):
        noisy = mechanism.release(np.full(n, answer), outside=outside)
        assert abs(np.nanmean(noisy) - clamped) < 6 * scale / np.sqrt(n)
        assert abs(np.nanstd(noisy) / scale - 1) < 0.05
        assert len(np.unique(noisy)) > 1000


def test_arrays_of_any_layout_keep_their_shape_and_are_not_written_to(laplace):
    rows = np.linspace(0, 100, 60).reshape(4, 15)
    frozen = rows.copy()
    frozen.flags.writeable = False
    arrays = [rows, rows.T, rows[::2, ::-3], frozen, rows.astype(">f8"), rows.astype("f4"), rows.astype("i2"), rows[0, 0:0],
              np.array(41.0), rows.reshape(2, 2, 15), np.asfortranarray(rows), rows.astype("f2"), rows > 50, list(rows[0])]  # fmt: skip
    for array in arrays:
        before = np.array(array)
        noisy = laplace.release(array)
        assert noisy.dtype == np.float64 and noisy.shape == np.shape(array)
        assert np.array_equal(np.array(array), before)
        assert np.nanmax(np.abs(noisy - before), initial=0) < 64, "each value has its own noise, in its own place"


def test_an_array_is_not_copied(laplace):
    for answers in (np.zeros(1000), np.zeros((10, 100))):
        assert np.shares_memory(floats(answers, "f64", laplace.answers), answers)


def test_other_formats(laplace):
    f32 = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100), format="f32")
    assert f32.release(np.zeros(5, np.float32)).dtype == np.float32
    assert f32.release(np.zeros(5, np.int64)).dtype == np.float32
    with pytest.raises(kdelta.AnswerError, match="numpy.float32"):
        f32.release(np.zeros(5))
    fixed = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100), format="fixed-64-40")
    noisy = fixed.release(np.array([0.5, 1e300, -np.inf, 99.0]))
    assert noisy.shape == (4,) and np.nanmax(np.abs(noisy - [0.5, 100, 0, 99])) < 64
    assert abs(fixed.release(Fraction(1, 2)) - 0.5) < 64
    with pytest.raises(kdelta.AnswerError, match="not exactly a number of the format"):
        fixed.release(np.array([2.0**-41]))
    with pytest.raises(kdelta.AnswerError, match="NaN"):
        fixed.release(np.array([np.nan]))
    with pytest.raises(kdelta.AnswerError, match="not exactly a number of the format"):
        laplace.release(Fraction(1, 3))


def test_long_integers_are_taken_if_those_that_are_rounded_are_clamped(laplace):
    huge = np.array([2**63 - 1, -(2**63), 2**53 + 1])
    assert np.nanmax(np.abs(laplace.release(huge) - [100, 0, 100])) < 64
    wide = kdelta.Laplace(epsilon=1, sensitivity=2**30, answers=(0, 2**54), grid=2**20)
    with pytest.raises(kdelta.AnswerError, match="beyond 2\\^53"):
        wide.release(huge)


def test_a_vector_has_as_many_values_as_was_said():
    vector = kdelta.Laplace(epsilon=1, sensitivity=2, vector=(3, 2), answers=(0, 100))
    assert vector.release_vector([1, 2, 3]).shape == (3,)
    assert not np.isnan(vector.release_vector(np.zeros(3), outside="ends")).any()
    for wrong in ([], [1, 2], [1, 2, 3, 4]):
        with pytest.raises(kdelta.AnswerError, match="a vector of"):
            vector.release_vector(wrong)
    assert vector.guarantee.dimension == 3 and vector.guarantee.changed == 2


def test_a_histogram_counts_each_person_so_many_times():
    shops = kdelta.Histogram(["a", "b", "c"], contributions=2, most=2)
    counts = shops.count(["p", "p", "p", "q", "r", "p"], ["x", "a", "b", "b", "b", "c"])
    assert counts.tolist() == [1, 2, 0]
    assert (shops.sensitivity, shops.changed, shops.dimension) == (2, 2, 3)
    for law in (kdelta.Laplace(epsilon=1, histogram=shops), kdelta.Gaussian(rho="1/100", delta="1e-6", histogram=shops)):
        assert law.guarantee.hides == "participation" and law.guarantee.dimension == 3
        assert law.release_vector(counts, outside="ends").shape == (3,)
        assert law.answers == (0, 2) and law.grid == 1
    assert kdelta.Gaussian(rho="1/100", delta="1e-6", histogram=shops).guarantee.sensitivity < 3
    replaced = kdelta.Histogram(range(3), contributions=2, most=9, neighbours="replace")
    assert replaced.sensitivity == 4 and kdelta.Laplace(epsilon=1, histogram=replaced).guarantee.hides == "answers"
    with pytest.raises(kdelta.SettingError, match="states its own sensitivity"):
        kdelta.Laplace(epsilon=1, sensitivity=1, histogram=shops)


@pytest.mark.parametrize("missing", [None, np.nan, float("nan")])
def test_a_row_without_a_person_is_not_a_person_of_its_own(missing):
    shops = kdelta.Histogram(["a"], contributions=1, most=9)
    with pytest.raises(kdelta.AnswerError, match="no person"):
        shops.count(["p", missing], ["a", "a"])


def test_wrong_histograms_are_refused():
    for wrong in (dict(keys=[]), dict(keys=[1, 1.0]), dict(contributions=0), dict(contributions=2**40), dict(most=-1), dict(most=1.5),
                  dict(neighbours="both")):  # fmt: skip
        with pytest.raises(kdelta.SettingError):
            kdelta.Histogram(**{**dict(keys=["a"], contributions=1, most=9), **wrong})
    for people, keys in ((["p"], []), ([[]], ["a"]), (5, 5)):
        with pytest.raises(kdelta.AnswerError):
            kdelta.Histogram(["a"], contributions=1, most=9).count(people, keys)
