"""Times libraries that Python users call: a name, a tab, and the median nanoseconds of one value.

Time is what the thread ran, as on the other side: waiting for a processor does not count. diffprivlib and Google's library take a value at a
time, OpenDP a vector. The discrete samplers of OpenDP give integers; its wheel is built with its default features.
"""

from statistics import median
from time import thread_time_ns

import opendp.prelude as dp
from diffprivlib.mechanisms import Laplace, Snapping
from pydp.algorithms.numerical_mechanisms import GaussianMechanism, LaplaceMechanism

CALLS = 2_000
ROUNDS = 9
ANSWERS = [i % 16 - 7.5 for i in range(CALLS)]
INTEGERS = [i % 16 - 8 for i in range(CALLS)]


def one_by_one(release):
    def run():
        for answer in ANSWERS:
            release(answer)

    return run


def discrete(make, distance):
    dp.enable_features("contrib")
    domain = dp.vector_domain(dp.atom_domain(T=int), size=CALLS)
    measurement = make(domain, distance, scale=1.0)
    return lambda: measurement(INTEGERS)


MECHANISMS = {
    "diffprivlib `Laplace.randomise` (Python)": one_by_one(Laplace(epsilon=1, sensitivity=1).randomise),
    # The bounds are the window.
    "diffprivlib `Snapping.randomise` (Python)": one_by_one(Snapping(epsilon=1, sensitivity=1, lower=-16, upper=16).randomise),
    "Google `LaplaceMechanism.add_noise` (python-dp)": one_by_one(LaplaceMechanism(1, 1).add_noise),
    "Google `GaussianMechanism.add_noise` (python-dp)": one_by_one(GaussianMechanism(1, 1e-6, 1).add_noise),
    "OpenDP discrete `make_laplace` (Python, a vector)": discrete(dp.m.make_laplace, dp.l1_distance(T=int)),
    "OpenDP discrete `make_gaussian` (Python, a vector)": discrete(dp.m.make_gaussian, dp.l2_distance(T=float)),
}

for name, release in MECHANISMS.items():
    times = []
    for _ in range(ROUNDS):
        start = thread_time_ns()
        release()
        times.append((thread_time_ns() - start) / CALLS)
    print(name, median(times), sep="\t")
