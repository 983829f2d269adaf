"""Ledgers: recorded first, refused before anything is drawn, never copied."""

import copy
import os
import pickle
from fractions import Fraction

import kdelta
import numpy as np
import pytest


@pytest.fixture
def tenth():
    return kdelta.Laplace(epsilon="1/10", sensitivity=1, answers=(0, 1000))


def test_the_release_that_would_be_too_much_is_refused(tenth):
    ledger = kdelta.Ledger(epsilon="0.25")
    for label in ("Monday", "Tuesday"):
        ledger.release(tenth, label, 41)
    with pytest.raises(kdelta.BudgetSpent) as refused:
        ledger.release(tenth, "Wednesday", 40)
    assert 0 <= refused.value.cost - tenth.epsilon_prime < Fraction(1, 2**80) and refused.value.left == ledger.remaining
    assert [entry.label for entry in ledger.entries] == ["Monday", "Tuesday"]
    assert 0 <= ledger.spent.epsilon - 2 * tenth.epsilon_prime < Fraction(1, 2**70)
    assert ledger.remaining.epsilon <= ledger.budget.epsilon - ledger.spent.epsilon


def test_an_array_is_as_many_releases_and_a_vector_is_one(tenth):
    ledger = kdelta.Ledger(epsilon=2, delta="1e-6")
    ledger.release(tenth, "column", np.zeros((2, 3)))
    ledger.release(tenth, "nothing", [])
    vector = kdelta.Laplace(epsilon="1/10", sensitivity=1, vector=(100, 1), answers=(0, 1000))
    ledger.release_vector(vector, "vector", np.zeros(100))
    assert [(entry.label, entry.count) for entry in ledger.entries] == [("column", 6), ("vector", 1)]
    ledger.record(tenth, "workers", 3)
    assert ledger.entries[-1].count == 3


def test_what_is_no_answer_is_not_recorded_but_what_fails_later_is(tenth):
    ledger = kdelta.Ledger(epsilon=1)
    for wrong in ("41", None, np.zeros(3, object)):
        with pytest.raises(kdelta.AnswerError):
            ledger.release(tenth, "wrong", wrong)
    with pytest.raises(kdelta.AnswerError):
        ledger.release_vector(tenth, "wrong", np.zeros(3))
    assert ledger.entries == ()
    with pytest.raises(kdelta.AnswerError, match="NaN"):
        ledger.release(tenth, "recorded", np.nan)
    assert len(ledger.entries) == 1


def test_many_small_releases_cost_less_than_their_sum():
    small = kdelta.Laplace(epsilon="1/100", sensitivity=1, answers=(0, 1000))
    ledger = kdelta.Ledger(epsilon=2, delta="1e-6")
    ledger.record(small, "a thousand counts", 1000)
    assert ledger.spent.epsilon > 10 and ledger.spent.renyi < 2 and ledger.remaining.epsilon is None
    assert "DpEvent" in ledger.export("dp-accounting")


def test_a_file_is_for_one_process_at_a_time_and_keeps_its_entries(tenth, tmp_path):
    path = tmp_path / "people.ledger"
    with kdelta.Ledger.create(path, epsilon=1) as ledger:
        ledger.release(tenth, "Monday", 41)
        with pytest.raises(kdelta.LedgerError, match="in use"):
            kdelta.Ledger.open(path)
        text = ledger.text()
    assert path.read_text() == text
    with pytest.raises(kdelta.LedgerError, match="closed"):
        ledger.record(tenth, "late")
    with kdelta.Ledger.open(str(path)) as again:
        assert len(again.entries) == 1 and again.text() == text
        assert again.export("opendp").startswith("{")
    path.write_text(text[:-2])
    with pytest.raises(kdelta.LedgerError, match="damaged"):
        kdelta.Ledger.open(path)
    with pytest.raises(kdelta.LedgerError):
        kdelta.Ledger.create(path, epsilon=1)


def test_a_ledger_is_not_copied(tenth):
    ledger = kdelta.Ledger(epsilon=1)
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="spend the budget again"):
            copied(ledger)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("in_file", [False, True])
def test_a_fork_does_not_spend_the_budget_again(tenth, tmp_path, in_file):
    path = tmp_path / "people.ledger"
    ledger = kdelta.Ledger.create(path, epsilon=1) if in_file else kdelta.Ledger(epsilon=1)
    child = os.fork()
    if child == 0:
        try:
            ledger.record(tenth, "child")
        except kdelta.LedgerError as refused:
            os._exit(7 if "the process that opened it" in str(refused) else 1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    ledger.record(tenth, "parent")
    assert [entry.label for entry in ledger.entries] == ["parent"]


def test_all_entries_hide_the_same_thing(tenth, square):
    ledger = kdelta.Ledger(epsilon=10)
    ledger.record(square, "a place")
    shops = kdelta.Laplace(epsilon=1, histogram=kdelta.Histogram(["a"], contributions=1, most=9))
    with pytest.raises(kdelta.LedgerError, match="take another ledger"):
        ledger.record(shops, "counts")
    assert [entry.hides for entry in ledger.entries] == ["places"]


def test_wrong_budgets_labels_and_numbers_of_releases(tenth):
    for wrong in (dict(epsilon=-1), dict(epsilon=1, delta=1), dict(epsilon="x"), dict(epsilon=float("nan")), dict(epsilon=None)):
        with pytest.raises(kdelta.Error):
            kdelta.Ledger(**wrong)
    ledger = kdelta.Ledger(epsilon=1)
    for label, times in (("", 1), ("two\nlines", 1), ("x" * 1001, 1), ("none", 0), ("negative", -1), ("huge", 2**64), ("half", 0.5)):
        with pytest.raises(kdelta.LedgerError):
            ledger.record(tenth, label, times)
    with pytest.raises(kdelta.BudgetSpent):
        ledger.record(tenth, "most", 2**64 - 1)
    assert ledger.entries == ()
    with pytest.raises(kdelta.LedgerError):
        ledger.export("excel")
