"""Paints are told apart under any light when their counts are known."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from samples.painted_cubes.colour_groups import group_colours

#: Six paints of a puzzle cube, linear.
USUAL = np.array(
    [[1, 1, 1], [1, 0.66, 0.02], [0.47, 0.01, 0.03], [1, 0.1, 0.01], [0.01, 0.33, 0.07], [0.01, 0.06, 0.42]]
)


def scene(seed, light, drift=0.1, noise=0.08, squares=54, clip=1.0):
    """Light of squares in six pictures: paints a little off the usual ones, shading, drift and sensor noise."""
    random = np.random.default_rng(seed)
    truth = random.permutation(np.repeat(np.arange(6), squares // 6))
    pictures = np.arange(squares) // (squares // 6)
    paints = np.log(USUAL + 0.01) + random.normal(0, 0.2, (6, 3))
    logs = paints[truth] + np.log(light) + random.normal(0, drift, (6, 3))[pictures]
    logs += random.normal(0, noise, (squares, 3)) + random.normal(0, 0.15, (squares, 1))
    seen = np.exp(logs) + random.normal(0, 0.003, (squares, 3))
    return np.clip(seen, 0, clip), pictures, truth


@settings(deadline=None, max_examples=30)
@given(
    seed=st.integers(0, 10_000),
    brightness=st.floats(0.15, 0.8),
    red=st.floats(0.6, 1.6),
    blue=st.floats(0.6, 1.6),
)
@example(seed=6809, brightness=0.15234375, red=1.0, blue=0.625)  # sensor noise makes red and orange of one cube alike
def test_paints_are_told_apart_under_any_light(seed, brightness, red, blue):
    right = []
    # Noise can hide two paints of one cube from anyone, so the share is that of four cubes in the same light.
    for cube in range(4):
        seen, pictures, truth = scene(seed + cube, np.array([red, 1.0, blue]) * brightness)
        groups = group_colours(seen, pictures, USUAL, np.full(6, 9))
        assert np.bincount(groups.paints).tolist() == [9] * 6
        right.append((groups.paints == truth).mean())
    assert np.mean(right) >= 0.95


def test_the_light_is_found_too():
    seen, pictures, truth = scene(1, np.array([0.9, 0.6, 0.4]), drift=0.0, noise=0.01)
    groups = group_colours(seen, pictures, USUAL, np.full(6, 9))
    assert (groups.paints == truth).all()
    # The paints are a fifth off the usual ones, and what they are off is partly taken for light.
    assert groups.light == pytest.approx(np.log([0.9, 0.6, 0.4]), abs=0.6)
    assert groups.light[0] > groups.light[1] > groups.light[2]


def test_uneven_counts_are_kept():
    seen, pictures, truth = scene(2, np.ones(3) * 0.4)
    keep = np.flatnonzero(truth != 3)[:40]
    counts = np.bincount(truth[keep], minlength=6)
    groups = group_colours(seen[keep], pictures[keep], USUAL, counts)
    assert np.bincount(groups.paints, minlength=6).tolist() == counts.tolist()
    assert (groups.paints == truth[keep]).mean() > 0.95


def test_counts_that_do_not_sum_up_are_refused():
    with pytest.raises(ValueError, match="sum to 54, but there are 53"):
        group_colours(np.ones((53, 3)), np.zeros(53, np.int64), USUAL, np.full(6, 9))
