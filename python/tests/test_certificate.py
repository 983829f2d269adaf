"""Certificates: those of the program, byte for byte; a changed one is refused."""

from fractions import Fraction
from pathlib import Path

import kdelta
import pytest

COMMITTED = Path(__file__).resolve().parents[2] / "certificates"


@pytest.mark.skipif(not COMMITTED.is_dir(), reason="not in a checkout")
@pytest.mark.parametrize("name", ["mechanism-binary64-count", "planar-binary64-globe"])
def test_the_certificate_of_a_mechanism_is_that_of_the_program(name):
    path = COMMITTED / f"{name}.json"
    mechanism = kdelta.from_certificate(path)
    assert str(mechanism.certificate()) == path.read_text()
    assert type(mechanism)(**mechanism.setting).epsilon_prime == mechanism.epsilon_prime == mechanism.certificate().epsilon_prime
    assert len(kdelta.audit(path).checked) > 5


def test_every_law(mechanism):
    certificate = kdelta.certify(mechanism)
    assert certificate.epsilon_prime == mechanism.epsilon_prime
    assert kdelta.from_certificate(str(certificate)) == mechanism
    assert "ε′" in certificate.claim and certificate.claim in repr(certificate)
    report = kdelta.audit(certificate)
    assert report.trusted and report.checked


def test_a_changed_certificate_is_refused(laplace):
    text = str(laplace.certificate())
    for old, new in (('"epsilon": "1"', '"epsilon": "1/2"'), ('"low": "0"', '"low": "1"'), ("lazy", "relative")):
        changed = text.replace(old, new, 1)
        assert changed != text
        for use in (kdelta.audit, kdelta.from_certificate):
            with pytest.raises(kdelta.CertificateRefused) as refused:
                use(changed)
            assert refused.value.field and refused.value.why and refused.value.remedy
    for text in ("{}", '{"schema": 1}', "{" * 100):
        with pytest.raises(kdelta.CertificateRefused):
            kdelta.audit(text)
    with pytest.raises(FileNotFoundError):
        kdelta.audit("no/such/file.json")


def test_guarantees_bound_other_notions(laplace, gaussian):
    guarantee = laplace.guarantee
    assert guarantee.epsilon_prime == laplace.epsilon_prime and guarantee.law == "laplace"
    assert laplace.epsilon_prime <= Fraction(laplace.epsilon_prime_up) < laplace.epsilon_prime * (1 + Fraction(1, 2**50))
    assert guarantee.epsilon < guarantee.epsilon_prime and guarantee.loss_at(1) >= guarantee.epsilon_prime
    assert guarantee.loss_at(2) > Fraction(199, 100) and guarantee.renyi(2) <= guarantee.epsilon_prime
    assert guarantee.delta_at(guarantee.epsilon_prime) == 0 < guarantee.delta_at("1/2")
    assert gaussian.guarantee.epsilon_at("1e-6") == gaussian.epsilon_prime < gaussian.guarantee.epsilon_at("1e-9")
    assert gaussian.guarantee.scale == 4 and gaussian.guarantee.delta == Fraction(1, 10**6)
    for ask in (lambda: guarantee.renyi(1), lambda: guarantee.delta_at(-1), lambda: gaussian.guarantee.epsilon_at(0)):
        with pytest.raises(kdelta.Error):
            ask()


def test_enumerations():
    small = dict(epsilon=1, sensitivity=1, answers=(0, 1), window=(-2, 3), grid="1/4", digits=6)
    found = kdelta.enumerate(**small, generator="midpoint-12")
    assert found.violated == () and found.ratio > 1 and found.loss <= min(found.bounds.values())
    assert kdelta.enumerate(**small, generator="midpoint-12", pair=(0, 1)).ratio <= found.ratio
    hole = kdelta.enumerate(**{**small, "grid": "1/16"}, generator="midpoint-4")
    assert hole.ratio is None and hole.loss == float("inf")
    for wrong in (dict(digits=-1), dict(digits=2**70), dict(generator="x"), dict(grid=3), dict(answers=(0, 10**9)), dict(digits=60)):
        with pytest.raises(kdelta.SettingError):
            kdelta.enumerate(**{**small, "generator": "midpoint-8", **wrong})


def test_attacks_break_the_naive_mechanisms_and_not_these():
    assert len(kdelta.ATTACKS) > 10
    for name in ("scaling", "precision"):
        found = kdelta.attack(name, samples=10_000)
        assert found.naive_is_broken and found.expected_is_met and found.ours_is_at_chance
        assert found.naive.samples == 10_000 and found.ours.advantage < found.naive.advantage
    for wrong in (dict(name="none"), dict(name="scaling", samples=0), dict(name="scaling", samples=2**70), dict(name="scaling", seed=-1)):
        with pytest.raises(kdelta.SettingError):
            kdelta.attack(**wrong)
