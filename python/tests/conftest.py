"""Mechanisms that several tests release with."""

import kdelta
import pytest


@pytest.fixture(scope="session")
def laplace():
    return kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100), window=(-200, 300), grid="2^-10")


@pytest.fixture(scope="session")
def wide():
    """Noise so large that two releases are hardly ever equal: 2^42 outputs, of which each has a probability below 2^-40."""
    return kdelta.Laplace(epsilon="2^-30", sensitivity=1, answers=(0, 1), grid="2^-10")


@pytest.fixture(scope="session")
def gaussian():
    return kdelta.Gaussian(sigma=4, delta="1e-6", sensitivity=1, answers=(0, 100), grid="2^-8")


@pytest.fixture(scope="session")
def square():
    return kdelta.PlanarLaplace(epsilon=1, distance=200, answers=((-5000, 5000), (-5000, 5000)), window=((-9000, 9000), (-9000, 9000)))


@pytest.fixture(scope="session")
def paris():
    return kdelta.PlanarLaplace(epsilon="ln(4)", distance=200, box=(("2.28", "2.42"), ("48.81", "48.90")))


@pytest.fixture(scope="session", params=["laplace", "gaussian", "square", "paris"])
def mechanism(request):
    return request.getfixturevalue(request.param)
