"""Exceptions say what was wrong, and carry it; none shows an answer."""

import pickle
from decimal import Decimal
from fractions import Fraction

import kdelta
import numpy as np
import pytest

SETTING = dict(epsilon=1, sensitivity=1, answers=(0, 100))


def test_a_refusal_carries_the_condition_both_sides_and_settings_nearby():
    with pytest.raises(kdelta.Refused) as info:
        kdelta.Laplace(**SETTING, generator="midpoint-53")
    refused = info.value
    assert refused.found > refused.needed == 1 and "2c < 1" in refused.condition and refused.remedy in str(refused)
    assert refused.nearest
    for nearby in refused.nearest:
        built = kdelta.Laplace(**nearby.setting)
        assert built.epsilon_prime == nearby.epsilon_prime and nearby.change in str(refused)
    with pytest.raises(kdelta.Refused) as info:
        kdelta.PlanarLaplace(epsilon="ln(4)", distance=200, answers=((-5000, 5000),) * 2, generator="relative-52")
    for nearby in info.value.nearest:
        assert kdelta.PlanarLaplace(**nearby.setting).epsilon_prime == nearby.epsilon_prime


def test_exceptions_pickle():
    caught = []
    for build in (
        lambda: kdelta.Laplace(**SETTING, generator="midpoint-53"),
        lambda: kdelta.Laplace(**SETTING, at_most="1/2"),
        lambda: kdelta.Laplace(**{**SETTING, "epsilon": 0}),
        lambda: kdelta.audit("{}"),
        lambda: kdelta.Ledger(epsilon="1/2").record(kdelta.Laplace(**SETTING), "too much"),
        lambda: kdelta.Laplace(**SETTING).release(np.nan),
    ):
        with pytest.raises(kdelta.Error) as info:
            build()
        caught.append(info.value)
    assert len({type(error) for error in caught}) == 6
    for error in caught:
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and str(copy) == str(error) and vars(copy) == vars(error)


def test_at_most_is_a_limit():
    with pytest.raises(kdelta.OverBudget) as info:
        kdelta.Laplace(**SETTING, at_most=1)
    assert info.value.budget == 1 < info.value.epsilon_prime
    assert kdelta.Laplace(**{**SETTING, "epsilon": "0.999"}, at_most=1).epsilon_prime < 1


@pytest.mark.parametrize("same", ["1/10", "0.1", Fraction(1, 10), Decimal("0.1"), Decimal("1e-1")])
def test_numbers_are_exact(same):
    assert kdelta.Laplace(**{**SETTING, "epsilon": same}).setting["epsilon"] == Fraction(1, 10)


def test_floats_are_what_they_are_and_ln_is_rounded_down():
    for epsilon in (0.1, np.float64(0.1)):
        assert kdelta.Laplace(**{**SETTING, "epsilon": epsilon}).setting["epsilon"] == Fraction(0.1) != Fraction(1, 10)
    assert kdelta.Laplace(**{**SETTING, "epsilon": np.float32(0.5), "sensitivity": np.int64(1)}).setting["epsilon"] == Fraction(1, 2)
    four = kdelta.Laplace(**{**SETTING, "epsilon": "ln(4)"}).setting["epsilon"]
    assert Fraction(13862943, 10**7) < four < Fraction(13862944, 10**7)
    with pytest.raises(kdelta.SettingError, match="sensitivity"):
        kdelta.Laplace(**{**SETTING, "sensitivity": "ln(4)"})
    assert Fraction(kdelta.round_up(Fraction(1, 3))) >= Fraction(1, 3) > Fraction(np.nextafter(kdelta.round_up(Fraction(1, 3)), 0))
    assert kdelta.round_up(10**400) == float("inf")


def test_what_privacy_rests_on_has_no_default():
    for missing, word in (("sensitivity", "sensitivity is missing"), ("answers", "answers is missing")):
        with pytest.raises(kdelta.SettingError, match=word):
            kdelta.Laplace(**{**SETTING, missing: None})
    with pytest.raises(kdelta.SettingError, match="one of epsilon, sigma and rho"):
        kdelta.Gaussian(delta="1e-6", sensitivity=1, answers=(0, 1))
    with pytest.raises(kdelta.SettingError, match="one of epsilon, sigma and rho"):
        kdelta.Gaussian(delta="1e-6", epsilon=1, sigma=1, sensitivity=1, answers=(0, 1))


def test_messages_speak_of_arguments_not_of_flags():
    for wrong in (dict(epsilon=-1), dict(sensitivity=0), dict(grid=-1), dict(vector=(2, 3)), dict(vector=(0, 0)), dict(window=(1, 0))):
        with pytest.raises(kdelta.SettingError) as info:
            kdelta.Laplace(**{**SETTING, **wrong})
        assert "--" not in str(info.value)


SECRET = 73.815625


@pytest.mark.parametrize(
    "wrong",
    [Fraction(SECRET) + Fraction(1, 3), str(SECRET), [SECRET, None], np.array([SECRET, np.nan]), [[SECRET], [SECRET, 1]],
     np.array([str(SECRET)]), np.array([SECRET], complex), {SECRET}, np.array([SECRET], object), Decimal(str(SECRET)) / 7],
)  # fmt: skip
def test_no_message_shows_an_answer(laplace, wrong):
    with pytest.raises(kdelta.AnswerError) as info:
        laplace.release(wrong)
    error = info.value
    assert "73" not in str(error) and "73" not in repr(vars(error)) and "8156" not in repr(error.args)
    assert error.__cause__ is None and (error.__context__ is None or error.__suppress_context__)
