"""Other things than turns each happen before a turn of their own."""

import numpy as np
import pytest

from samples.plots import things_before_turns


def test_all_things_happen_before_different_turns():
    orders = set()
    for seed in range(20):
        things = things_before_turns(np.random.default_rng(seed), 5, {"reach": 2, "bump": 1, "fall": 0})
        assert sorted(things) == ["", "", "bump", "reach", "reach"]
        orders.add(tuple(things))
    assert len(orders) > 5


def test_too_many_things_are_refused():
    with pytest.raises(ValueError, match="no game of 2 turns has room for 3 other happenings"):
        things_before_turns(np.random.default_rng(1), 2, {"mistake": 2, "reach": 1})
