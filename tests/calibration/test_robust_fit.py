"""Robust fits agree with scipy's, and wrong measurements do not pull them away."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import least_squares

from calibration.robust_fit import fit_robustly


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_a_circle_is_found_as_by_scipy(seed):
    generator = np.random.default_rng(seed)
    angles = generator.uniform(0, 2 * np.pi, 60)
    points = np.stack([3 + 2 * np.cos(angles), -1 + 2 * np.sin(angles)], axis=1) + generator.normal(0, 0.02, (60, 2))
    points[:6] += generator.normal(0, 2.0, (6, 2))

    def residuals(circle):
        return np.hypot(*(points - circle[:2]).T) - circle[2]

    start = np.array([2.5, -0.5, 1.5])
    ours = fit_robustly(residuals, start, 0.1, 60)
    theirs = least_squares(residuals, start, loss="soft_l1", f_scale=0.1, x_scale="jac").x
    assert ours == pytest.approx(theirs, abs=1e-4)
    assert ours == pytest.approx([3, -1, 2], abs=0.1)


@settings(max_examples=60, deadline=None)
@given(st.floats(-3, 3), st.floats(-3, 3), st.integers(1, 6))
def test_the_fit_is_never_worse_than_the_start(x, y, evaluations):
    def rosenbrock(at):
        return np.array([10 * (at[1] - at[0] ** 2), 1 - at[0]])

    def loss(at):
        return np.sum(np.sqrt(1 + rosenbrock(at) ** 2) - 1)

    start = np.array([x, y])
    assert loss(fit_robustly(rosenbrock, start, 1.0, evaluations)) <= loss(start)


def test_a_step_into_nonsense_is_not_taken():
    found = fit_robustly(lambda x: np.log(x) - 1, np.array([0.05]), 1.0, 100)
    assert found == pytest.approx([np.e], rel=1e-4)


def test_slopes_that_are_kept_up_lead_through_a_bent_valley_quickly():
    asked = []

    def rosenbrock(at):
        asked.append(at)
        return np.array([10 * (at[1] - at[0] ** 2), 1 - at[0]])

    assert fit_robustly(rosenbrock, np.array([-1.2, 1.0]), 1.0, 200) == pytest.approx([1, 1], abs=1e-4)
    # 57, against 92 with the updates' sign turned round.
    assert len(asked) < 75


def test_a_parameter_on_which_nothing_depends_stays_where_it_is():
    found = fit_robustly(lambda x: np.array([x[0] - 3, 2 * x[0] - 6]), np.array([1.0, 5.0]), 1.0, 50)
    assert found == pytest.approx([3, 5])
