"""A release of kdelta as a measurement inside OpenDP, behind OpenDP's own clamp and sum.

    pip install kdelta opendp
    python opendp_measurement.py

The privacy map is kdelta's: what two answers at a distance can cost in the arithmetic that runs, rounded up. OpenDP has to trust it, as it
trusts any measurement that somebody else made; that is why the feature "honest-but-curious" is asked for.
"""

import kdelta
import opendp.prelude as dp

dp.enable_features("contrib", "honest-but-curious")


def make_kdelta(laplace: kdelta.Laplace) -> dp.Measurement:
    """A number goes in, and a number of the window comes out."""

    def privacy_map(d_in: float) -> float:
        if d_in < 0:
            raise ValueError("a distance is not negative")
        # loss_at holds at every distance: ε′ up to the sensitivity that the mechanism was built for, d/b + κ beyond it. Equal answers
        # have equal laws.
        return kdelta.round_up(laplace.guarantee.loss_at(d_in)) if d_in != 0 else 0.0

    return dp.m.make_user_measurement(
        input_domain=dp.atom_domain(T=float, nan=False),
        input_metric=dp.absolute_distance(T=float),
        output_measure=dp.max_divergence(),
        # A measurement has no "outside": that becomes the end of the window on its side, for the same ε′.
        function=lambda answer: laplace.release(answer, outside="ends"),
        privacy_map=privacy_map,
        TO=float,
    )


def hours() -> dp.Measurement:
    """The sum of hours from 0 to 24, of which one person adds or removes one row."""
    rows = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
    clamped_sum = rows >> dp.t.then_clamp((0.0, 24.0)) >> dp.t.then_sum()
    # A sum in floating point can change by more than 24, and OpenDP says by how much. That is the sensitivity.
    sensitivity = clamped_sum.map(d_in=1)
    return clamped_sum >> make_kdelta(
        kdelta.Laplace(epsilon=1, sensitivity=sensitivity, answers=(0, 1000), window=(-1000, 2000), grid="1/4")
    )


if __name__ == "__main__":
    measurement = hours()
    print(f"about {measurement([7.25, 8.0, 1e300, -3.0])} hours")
    print(f"for one person ε′ ≤ {measurement.map(d_in=1)}, for two together ε′ ≤ {measurement.map(d_in=2)}")
