"""Table tops are what they are called, and nothing is drawn of a kind that there is not."""

import numpy as np
import pytest

from samples.lights import random_light
from samples.surfaces import TABLE_KINDS, table_picture


@pytest.mark.parametrize("kind", TABLE_KINDS)
def test_a_table_of_every_kind_shines_back_less_than_comes_in(kind: str) -> None:
    picture = table_picture(np.random.default_rng(1), kind, 20.0)
    assert picture.shape == (1024, 1024, 3)
    assert 0 < picture.min() < picture.max() < 1


def test_kinds_that_there_are_not_are_refused() -> None:
    with pytest.raises(ValueError, match="no table called 'glass'; there are plain, wood"):
        table_picture(np.random.default_rng(1), "glass", 20.0)
    with pytest.raises(ValueError, match="no light called 'moon'; there are daylight, tungsten"):
        random_light(np.random.default_rng(1), "moon")
