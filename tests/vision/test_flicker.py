"""Bands of lamps that flicker are no change; what else comes before the camera is."""

import numpy as np
import pytest

from vision.differing import CHANGED, steadied
from vision.flicker import in_bands_of
from vision.scene import watch


def banded(picture, depth, waves, turn, axis=0):
    """The same with bands across that are brighter and darker by such a share of the light."""
    size = picture.shape[axis]
    light = 1 + depth * np.sin(2 * np.pi * (np.arange(size) / size * waves + turn))
    codes = np.expand_dims(light ** (1 / 2.2), (1 - axis, 2))
    return np.clip(picture * codes, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("waves", [1.3, 2.2, 3.7])
@pytest.mark.parametrize(("depth", "step"), [(0.05, 0.37), (0.12, 0.02), (0.12, 0.37), (0.3, 0.07), (0.3, 0.37)])
def test_bands_that_roll_over_the_picture_are_neither_movement_nor_change(
    depth, waves, step, axis, table_picture, after_look
):
    scene = after_look(banded(table_picture(), depth, waves, 0.0, axis))
    for number in range(1, 8):
        scene = watch(scene, banded(table_picture(), depth, waves, step * number, axis), number / 10)
        assert not scene.is_moving
        assert scene.changed_in_region < 10


def test_between_bands_a_thing_as_large_as_a_cube_is_a_change_where_it_is(table_picture, after_look):
    scene = after_look(banded(table_picture(), 0.2, 2.2, 0.0))
    for number in range(1, 4):
        picture = banded(table_picture(box=(300, 200, 340, 240)), 0.2, 2.2, 0.3 * number)
        scene = watch(scene, picture, number / 10)
    assert not scene.is_moving
    assert scene.changed[100:120, 150:170].mean() > 0.9
    assert scene.changed[:98].sum() + scene.changed[122:].sum() < 10


def test_bands_are_told_beside_an_arm_that_hides_a_third_of_the_picture(table_picture):
    now = banded(table_picture(), 0.2, 2.2, 0.4)[::2, ::2].copy()
    now[20:, 200:] = (60, 80, 200)
    _, changed = steadied(now, banded(table_picture(), 0.2, 2.2, 0.0)[::2, ::2], CHANGED)
    assert changed[21:, 201:].mean() > 0.95
    assert changed[:, :199].sum() < 10


def test_what_is_too_bright_in_a_bright_band_is_no_change(table_picture):
    before, now = (banded(table_picture(light=1.25), 0.3, 1.3, turn)[::2, ::2] for turn in (0.0, 0.4))
    assert (now == 255).mean() > 0.05
    assert steadied(now, before, CHANGED)[1].sum() < 10


@pytest.mark.parametrize("code", [120, 165])
@pytest.mark.parametrize("covered_px", [60, 90, 120, 150])
def test_a_plain_arm_that_hides_most_rows_of_a_plain_table_is_no_band(covered_px, code):
    table = np.full((180, 320, 3), 150, np.uint8)
    now = table.copy()
    now[-covered_px:] = code
    assert in_bands_of(table, now) is None
    # Nor one that comes as far from the left.
    assert in_bands_of(table.swapaxes(0, 1), now.swapaxes(0, 1)) is None


@pytest.mark.parametrize("top", [30, 90, 120])
def test_an_arm_across_the_picture_other_light_and_a_shadow_are_no_bands(table_picture, top):
    before = table_picture()[::2, ::2]
    arm = before.copy()
    arm[top : top + 60] = (120, 140, 160)
    shadow = before.copy()
    shadow[top:] = shadow[top:] * 0.7
    for now in (before, arm, shadow, table_picture(light=0.8)[::2, ::2], np.zeros_like(before)):
        assert in_bands_of(before, now) is None
