"""Laplace and Gaussian noise for numbers, and Laplace noise for places, whose differential privacy is certified **as it runs**.

>>> import kdelta
>>> laplace = kdelta.Laplace(epsilon=1, sensitivity=1, answers=(0, 100))
>>> laplace.epsilon_prime_up < 1.000000001  # what the code that runs guarantees, rounded up
True
>>> noisy = laplace.release(41)

A mechanism exists only for a setting in which every condition of the theorem holds; any other setting is refused with the condition, both
sides of it, and settings nearby that are certified. ``Laplace``, ``Gaussian`` and ``PlanarLaplace`` release numbers, numpy arrays and
columns of pandas, polars and pyarrow. ``Ledger`` counts releases against a budget. ``certify``, ``audit`` and ``from_certificate`` are about
certificates, ``enumerate`` is about the exact loss of small mechanisms, ``attack`` about published attacks.

What is assumed: random bits from the operating system are independent and uniform, the processor follows IEEE 754, and the sensitivity is
that of the answer as computed. Everything else is checked.
"""

import sys

from kdelta._attack import ATTACKS, Finding, Measurement, attack
from kdelta._certificate import Certificate, Report, audit, certify, from_certificate
from kdelta._enumerate import Enumeration, enumerate
from kdelta._errors import (
    Alternative,
    AnswerError,
    BudgetSpent,
    CertificateRefused,
    EntropyError,
    Error,
    LedgerError,
    OverBudget,
    Refused,
    Remaining,
    SettingError,
)
from kdelta._exact import Ends, Exact, round_up
from kdelta._guarantee import Guarantee
from kdelta._histogram import Histogram
from kdelta._ledger import Budget, Entry, Ledger, Spent
from kdelta._line import Gaussian, Laplace
from kdelta._mechanism import Mechanism
from kdelta._native import __version__
from kdelta._plane import PlanarLaplace

__all__ = [
    "ATTACKS",
    "Alternative",
    "AnswerError",
    "Budget",
    "BudgetSpent",
    "Certificate",
    "CertificateRefused",
    "Ends",
    "Entry",
    "EntropyError",
    "Enumeration",
    "Error",
    "Exact",
    "Finding",
    "Gaussian",
    "Guarantee",
    "Histogram",
    "Laplace",
    "Ledger",
    "LedgerError",
    "Measurement",
    "Mechanism",
    "OverBudget",
    "PlanarLaplace",
    "Refused",
    "Remaining",
    "Report",
    "SettingError",
    "Spent",
    "__version__",
    "attack",
    "audit",
    "certify",
    "enumerate",
    "from_certificate",
    "round_up",
]

# Help, tracebacks and pickles name the package, not the files that it is written in.
for _name in __all__:
    _item = getattr(sys.modules[__name__], _name)
    if isinstance(_item, type) and _item.__module__.startswith("kdelta."):
        _item.__module__ = "kdelta"
del _name, _item
