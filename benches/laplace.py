"""Times diffprivlib's Laplace and Snapping mechanisms, value by value: a name and the median nanoseconds of one call.

Time is what the thread ran, as on the other side: waiting for a processor does not count.
"""

from statistics import median
from time import thread_time_ns

from diffprivlib.mechanisms import Laplace, Snapping

CALLS = 2_000
ROUNDS = 9
ANSWERS = [i % 16 - 7.5 for i in range(CALLS)]

MECHANISMS = {
    "Laplace": Laplace(epsilon=1, sensitivity=1),
    # The bounds are the window.
    "Snapping": Snapping(epsilon=1, sensitivity=1, lower=-16, upper=16),
}

for name, mechanism in MECHANISMS.items():
    times = []
    for _ in range(ROUNDS):
        start = thread_time_ns()
        for answer in ANSWERS:
            mechanism.randomise(answer)
        times.append((thread_time_ns() - start) / CALLS)
    print(name, median(times))
