"""No process, thread or copy draws what another one draws."""

import concurrent.futures
import multiprocessing
import os
import pickle
import threading

import kdelta
import numpy as np
import pytest


def drawn(mechanism):
    """Enough of the noise to tell two draws apart: values that are hardly ever equal, from a scalar and from an array."""
    return [mechanism.release(0), *mechanism.release(np.zeros(50)).tolist()]


def assert_all_different(lists):
    noisy = [value for each in lists for value in each if value is not None and value == value]
    assert len(noisy) > 0.9 * sum(map(len, lists)) and len(set(noisy)) >= len(noisy) - 2, "a draw was repeated"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_never_repeats_a_draw(wide):
    wide.release(np.zeros(5))  # whatever state there might be exists before the fork
    lists = []
    for _ in range(8):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writer, pickle.dumps(drawn(wide)))
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            lists.append(pickle.load(pipe))
        os.waitpid(child, 0)
        lists.append(drawn(wide))
    assert_all_different(lists)


@pytest.mark.parametrize("start", multiprocessing.get_all_start_methods())
def test_workers_draw_for_themselves(wide, start):
    context = multiprocessing.get_context(start)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        lists = list(pool.map(drawn, [wide] * 6))
    assert_all_different([*lists, drawn(wide)])


def test_threads_draw_for_themselves(wide):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        lists = list(pool.map(drawn, [wide] * 50))
    assert_all_different(lists)


def test_other_threads_run_during_a_release(laplace):
    """The release takes long enough for a thread to count, which it could not if the interpreter were locked throughout."""
    answers, counted, over = np.zeros(3_000_000), [0], threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    laplace.release(answers)
    during = counted[0] - before
    over.set()
    thread.join()
    assert during > 100


def test_mechanisms_pickle_by_their_setting(mechanism):
    copy = pickle.loads(pickle.dumps(mechanism))
    assert copy == mechanism and hash(copy) == hash(mechanism) and copy.guarantee == mechanism.guarantee
    assert copy.certificate() == mechanism.certificate() and type(mechanism)(**mechanism.setting) == mechanism
    assert eval(repr(mechanism), vars(kdelta)) == mechanism


def test_histograms_pickle_with_their_mechanism():
    shops = kdelta.Histogram(["a", "b"], contributions=1, most=9, neighbours="replace")
    for law in (kdelta.Laplace(epsilon=1, histogram=shops), kdelta.Gaussian(epsilon=1, delta="1e-6", histogram=shops)):
        copy = pickle.loads(pickle.dumps(law))
        assert copy == law and copy.guarantee == law.guarantee and copy.guarantee.hides == "answers"
