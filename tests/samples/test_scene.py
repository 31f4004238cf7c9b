"""A tower stands as near to its outline on the mat as told, all of it moved together, and things as far from it."""

import numpy as np
import pytest

from samples.scene import ANYWHERE, USUALLY_BESIDE, random_views
from samples.towers import random_legal_tower

TOWER = random_legal_tower(np.random.default_rng(5), 8)
# The lowest four come first. Each cube stands and turns a little by itself as well.
OWN_EDGES, OWN_DEG = 0.02, 1.0


@pytest.mark.parametrize("beside", [USUALLY_BESIDE, (0.35, 15.0)])
def test_a_tower_is_shifted_and_turned_by_no_more_than_told(beside):
    shifts, turns = [], []
    for seed in range(30):
        (scene,) = random_views(seed, TOWER, "led", (640, 480), (ANYWHERE,), beside)
        middle = np.mean([cube.centre_xyz for cube in scene.standing[:4]], axis=0)
        shifts.append(abs(middle[:2]).max())
        turns.append(abs(np.mean([cube.yaw_deg for cube in scene.standing])))
    assert 0.7 * beside[0] < max(shifts) < beside[0] + OWN_EDGES
    assert 0.7 * beside[1] < max(turns) < beside[1] + OWN_DEG


def test_things_keep_as_clear_of_the_tower_as_is_asked() -> None:
    near = []
    for seed in range(8):
        for clear in (None, 1.0):
            (scene,) = random_views(seed, TOWER, "led", (640, 480), (ANYWHERE,), clear=clear)
            middles = [spare.centre_xyz for spare in scene.spares] + [thing.block.centre_xyz for thing in scene.things]
            distances = [np.hypot(*middle[:2]) for middle in middles]
            assert min(distances, default=9.0) > (3.3 * np.sqrt(2) if clear is None else clear + 0.9)
            near += [distance for distance in distances if distance < 3.3 and clear]
    assert near
