"""Certificates, and their audit."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from kdelta import _native
from kdelta._errors import CertificateRefused
from kdelta._exact import is_text

if TYPE_CHECKING:
    from kdelta._mechanism import Mechanism


@dataclass(frozen=True)
class Certificate:
    """A certificate; ``str()`` is the JSON text that ``kdelta certify`` writes."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Certificate: {self.claim}>"

    @property
    def claim(self) -> str:
        """The statement, in words. Whether it holds is for ``audit`` to say."""
        return _native.claim(self.text)

    @property
    def epsilon_prime(self) -> Fraction:
        """The ε′ that it states."""
        mechanism = json.loads(self.text)["certifies"].get("mechanism")
        if mechanism is None:
            raise CertificateRefused("the certificate is of a kernel, which has no epsilon", field="certifies")
        return _native.exact_number(mechanism["verdict"])


@dataclass(frozen=True)
class Report:
    """What a certificate that holds rests on."""

    checked: tuple[str, ...]
    """Each statement that was checked."""
    trusted: tuple[str, ...]
    """Each statement that was not, its assumptions included."""


def certify(mechanism: Mechanism) -> Certificate:
    """The certificate of a mechanism.

    >>> import kdelta
    >>> certificate = certify(kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100)))
    >>> certificate.epsilon_prime < Fraction(1) + Fraction(1, 10**9)
    True
    """
    return mechanism.certificate()


def audit(certificate: Certificate | str | os.PathLike[str]) -> Report:
    """Checks a certificate against the code inside this package: text, or the path of a file.

    Whatever follows from something else is derived again, and must be equal. Raises CertificateRefused if anything is not.

    >>> import kdelta
    >>> text = str(certify(kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100))))
    >>> len(audit(text).trusted) > 0
    True
    >>> audit(text.replace('"sensitivity": "1"', '"sensitivity": "1/2"', 1))
    Traceback (most recent call last):
    ...
    kdelta.CertificateRefused: ...
    """
    checked, trusted = _native.audit(_text(certificate))
    return Report(tuple(checked), tuple(trusted))


def from_certificate(certificate: Certificate | str | os.PathLike[str]) -> Mechanism:
    """Audits a certificate, builds its mechanism, and compares what runs with what is certified.

    >>> import kdelta
    >>> laplace = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100))
    >>> from_certificate(laplace.certificate()) == laplace
    True
    """
    from kdelta._line import Gaussian, Laplace
    from kdelta._plane import PlanarLaplace

    law, native = _native.certified_mechanism(_text(certificate))
    mechanism: type[Mechanism] = {"Laplace": Laplace, "Gaussian": Gaussian, "PlanarLaplace": PlanarLaplace}[law]
    return mechanism._of(native)


def _text(certificate: Certificate | str | os.PathLike[str]) -> str:
    if isinstance(certificate, Certificate):
        return certificate.text
    if isinstance(certificate, str) and certificate.lstrip().startswith("{"):
        if not is_text(certificate):
            raise CertificateRefused("the certificate is no text that can be written", field="certificate")
        return certificate
    return Path(certificate).read_text(encoding="utf-8")
