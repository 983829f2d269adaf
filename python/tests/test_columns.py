"""Columns of pandas, polars and pyarrow; those that are not installed are skipped."""

import kdelta
import numpy as np
import pytest


def close(noisy, answers):
    return np.nanmax(np.abs(np.asarray(noisy, float) - np.asarray(answers, float))) < 64


def test_pandas_keeps_index_name_and_kind(laplace):
    pandas = pytest.importorskip("pandas")
    column = pandas.Series([1.0, 50.0, 99.0], index=["a", "b", "c"], name="visits")
    noisy = laplace.release(column)
    assert list(noisy.index) == ["a", "b", "c"] and noisy.name == "visits" and noisy.dtype == float and close(noisy, column)
    assert laplace.release(column.astype(int)).dtype == float
    for dtype in ("Float64", "Int64", "Float32"):
        holes = pandas.Series([1, None, 99], dtype=dtype)
        with pytest.raises(kdelta.AnswerError, match='nulls="keep"'):
            laplace.release(holes)
        noisy = laplace.release(holes, nulls="keep")
        assert str(noisy.dtype) == "Float64" and noisy.isna().tolist() == [False, True, False]
    with pytest.raises(kdelta.AnswerError, match="nulls"):
        laplace.release(pandas.Series([1.0, np.nan]))
    assert laplace.release(pandas.Series([1.0, np.nan]), nulls="keep").isna().tolist()[1]
    with pytest.raises(kdelta.AnswerError, match="a DataFrame is no answer"):
        laplace.release(pandas.DataFrame({"a": [1.0]}))
    with pytest.raises(kdelta.AnswerError, match="object"):
        laplace.release(pandas.Series(["1", "2"], dtype=object))


def test_pandas_with_arrow_below(laplace):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    noisy = laplace.release(pandas.Series([1.0, None, 99.0], dtype="double[pyarrow]"), nulls="keep")
    assert isinstance(noisy.dtype, pandas.ArrowDtype) and noisy.isna().tolist() == [False, True, False]


def test_polars(laplace):
    polars = pytest.importorskip("polars")
    column = polars.Series("visits", [1, 50, 99])
    noisy = laplace.release(column)
    assert noisy.name == "visits" and noisy.dtype == polars.Float64 and close(noisy, column)
    holes = polars.Series("visits", [1.0, None, 99.0])
    with pytest.raises(kdelta.AnswerError, match="nulls"):
        laplace.release(holes)
    noisy = laplace.release(holes, nulls="keep")
    assert noisy.is_null().to_list() == [False, True, False] and noisy.name == "visits"
    with pytest.raises(kdelta.AnswerError, match="NaN"):
        laplace.release(polars.Series([1.0, float("nan")]), nulls="keep")
    narrow = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 0), window=(0, 0), grid=1)
    outside = narrow.release(polars.Series([0.0] * 100 + [None]), nulls="keep")
    assert outside.is_nan().sum() > 0 and outside.null_count() == 1, "outside is NaN, and null is null"


def test_pyarrow(laplace):
    pyarrow = pytest.importorskip("pyarrow")
    array = pyarrow.array([1.0, None, 99.0])
    for column in (array, pyarrow.chunked_array([array, array])):
        with pytest.raises(kdelta.AnswerError, match="nulls"):
            laplace.release(column)
        noisy = laplace.release(column, nulls="keep")
        assert isinstance(noisy, type(column)) or isinstance(noisy, pyarrow.DoubleArray)
        assert noisy.null_count == column.null_count and noisy.type == pyarrow.float64() and len(noisy) == len(column)
        assert close(noisy.drop_null().to_numpy(), column.drop_null().to_numpy())
    assert laplace.release(pyarrow.array([1, 2], pyarrow.int32())).null_count == 0
    assert len(laplace.release(pyarrow.array([], pyarrow.float64()))) == 0
    narrow = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 0), window=(0, 0), grid=1)
    outside = narrow.release(pyarrow.array([0.0] * 100 + [None]), nulls="keep")
    assert outside.null_count == 1 and np.isnan(outside.drop_null().to_numpy()).any()
    with pytest.raises(kdelta.AnswerError):
        laplace.release(pyarrow.table({"a": [1.0]}))
    with pytest.raises(kdelta.AnswerError):
        laplace.release(pyarrow.array(["1"]))


def test_places_in_two_columns(paris):
    polars = pytest.importorskip("polars")
    lon, lat = polars.Series("lon", [2.35, None, 2.3]), polars.Series("lat", [48.85, None, 48.85])
    noisy = paris.release_columns(lon, lat, nulls="keep")
    assert [column.null_count() for column in noisy] == [1, 1] and [column.name for column in noisy] == ["lon", "lat"]
    with pytest.raises(kdelta.AnswerError):
        paris.release_columns(lon, lat)
    with pytest.raises(kdelta.AnswerError, match="which rows"):
        paris.release_columns(lon, polars.Series("lat", [48.85, 48.85, None]), nulls="keep")


def test_masked_arrays_are_refused_unless_nothing_is_masked(laplace):
    with pytest.raises(kdelta.AnswerError, match="masked"):
        laplace.release(np.ma.array([1.0, 2.0], mask=[True, False]))
    assert laplace.release(np.ma.array([1.0, 2.0])).shape == (2,)
