"""Releases of an array from Python, beside the slice of the library in Rust, in one run: `scripts/python bench`.

The two take turns, so that what else the machine does meets both. Each figure is the least of its rounds. Exit code 1: Python takes more than 1.3
times as long for numbers, or more than twice as long for places.
"""

import subprocess
import sys
import time

import kdelta
import numpy as np

ANSWERS, TURNS, ROUNDS = 10_000_000, 4, 2
LIMITS = {"numbers": 1.3, "points": 2.0}


def seconds(release):
    start = time.perf_counter()
    release()
    return time.perf_counter() - start


def main(program):
    laplace = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100), window=(-200, 300), grid="2^-10")
    square = ((-5000, 5000), (-5000, 5000))
    planar = kdelta.PlanarLaplace(epsilon=1, distance=200, answers=square, window=square, grid=1, generator="deep-52-4")
    numbers, points = np.full(ANSWERS, 41.0), np.tile([41.0, 17.0], (ANSWERS // 10, 1))
    rust, python = {name: [] for name in LIMITS}, {name: [] for name in LIMITS}
    for _ in range(TURNS):
        lines = subprocess.run([program, str(ANSWERS), str(ROUNDS)], check=True, capture_output=True, text=True).stdout
        for line in lines.splitlines():
            name, taken = line.split()
            rust[name].append(float(taken))
        for _ in range(ROUNDS):
            python["numbers"].append(seconds(lambda: laplace.release(numbers)))
            python["points"].append(seconds(lambda: planar.release(points)))
    met = True
    for name, count in (("numbers", ANSWERS), ("points", ANSWERS // 10)):
        ours, theirs = min(python[name]), min(rust[name])
        met &= ours <= LIMITS[name] * theirs
        print(f"{count} {name}: {theirs:.3f} s by the slice in Rust, {ours:.3f} s from Python: {ours / theirs:.2f} times, at most {LIMITS[name]}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
