"""Releases of places."""

import kdelta
import numpy as np
import pytest


def test_points_are_moved_in_every_direction_by_as_much_as_the_law_says(square):
    n = 50_000
    noisy = square.release(np.tile([100.0, -200.0], (n, 1)))
    assert noisy.shape == (n, 2) and np.array_equal(noisy, np.round(noisy))
    distances = np.hypot(*(noisy - [100, -200]).T)
    scale = float(square.guarantee.scale)
    assert abs(distances.mean() / (2 * scale) - 1) < 0.02, "the radius is b times a Gamma variable of shape 2"
    assert np.abs((noisy - [100, -200]).mean(axis=0)).max() < 6 * np.sqrt(3 / n) * scale


def test_a_pair_gives_a_pair_or_none(square):
    x, y = square.release((100, -200.5))
    assert isinstance(x, float) and abs(x - 100) < 9100 and abs(y + 200.5) < 9100
    tiny = kdelta.PlanarLaplace(epsilon=1, distance=200, answers=((0, 0), (0, 0)), window=((0, 0), (0, 0)))
    assert {tiny.release((0, 0)) for _ in range(20)} <= {None, (0.0, 0.0)}
    assert np.isnan(tiny.release(np.zeros((100, 2)))).any()


def test_degrees_come_in_and_go_out(paris):
    n = 10_000
    noisy = paris.release(np.tile([2.35, 48.85], (n, 1)))
    there = ~np.isnan(noisy[:, 0])
    assert there.mean() > 0.99 and np.array_equal(there, ~np.isnan(noisy[:, 1]))
    longitude, latitude = (noisy[there] - [2.35, 48.85]).T
    metres = np.hypot(longitude * 111_320 * np.cos(np.radians(48.85)), latitude * 111_200)
    assert abs(metres.mean() / (2 * float(paris.guarantee.scale)) - 1) < 0.05
    lon, lat = paris.release((2.35, 48.85))
    assert 2.2 < lon < 2.5 and 48.7 < lat < 49


def test_columns(square, paris):
    x, y = square.release_columns(np.zeros(10), np.arange(10))
    assert x.shape == y.shape == (10,)
    lon, lat = paris.release_columns([2.3, 2.4], [48.85, 48.85])
    assert np.nanmax(np.abs(np.asarray(lon) - [2.3, 2.4])) < 0.2 and np.nanmax(np.abs(lat - 48.85)) < 0.2
    with pytest.raises(kdelta.AnswerError, match="differ in length"):
        square.release_columns(np.zeros(10), np.zeros(9))


def test_fixed_point():
    fixed = kdelta.PlanarLaplace(epsilon=1, distance=200, answers=((0, 1000), (0, 1000)), format="fixed-64-24", grid=2)
    noisy = fixed.release(np.array([[0.5, 1e300], [-np.inf, 999.0]]))
    assert noisy.shape == (2, 2)


@pytest.mark.parametrize("wrong", [0, 1.5, (1,), (1, 2, 3), np.zeros(3), np.zeros((2, 3)), "12", None, np.zeros((2, 2), complex)])
def test_what_is_no_place_is_refused(square, wrong):
    with pytest.raises(kdelta.AnswerError):
        square.release(wrong)


@pytest.mark.parametrize("wrong", [(np.nan, 48.85), (2.35, np.nan), (200, 48.85), (48.85, 2.35 + 90), (np.inf, 0)])
def test_what_is_no_place_of_the_globe_is_refused(paris, wrong):
    with pytest.raises(kdelta.AnswerError) as refused:
        paris.release(wrong)
    assert "48.85" not in str(refused.value)


def test_regions_and_distances():
    with pytest.raises(kdelta.SettingError, match="answers or box is missing"):
        kdelta.PlanarLaplace(epsilon=1, distance=200)
    with pytest.raises(kdelta.SettingError, match="distance METRES is missing"):
        kdelta.PlanarLaplace(epsilon=1, box=((2, 3), (48, 49)))
    hidden = kdelta.PlanarLaplace(epsilon=1, rows="individuals", answers=((0, 300), (0, 400)))
    assert hidden.guarantee.sensitivity == 500
    disc = kdelta.PlanarLaplace(epsilon=1, distance=200, answers=((-500, 500), (-500, 500)), disc=1000, grid=2)
    released = disc.release(np.zeros((1000, 2)))
    assert np.nanmax(np.hypot(*released.T)) <= 1000
    for wrong in (dict(rows="all"), dict(sampler="both"), dict(reference=(1, 2)), dict(box=((0, 1), (0, 1))), dict(disc=1, window=((0, 1), (0, 1)))):
        with pytest.raises(kdelta.SettingError):
            kdelta.PlanarLaplace(**{**dict(epsilon=1, distance=200, answers=((0, 1), (0, 1))), **wrong})
