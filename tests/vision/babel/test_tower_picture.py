"""The picture of a tower's faces: colours over white, what is open to view, its mirror image."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.games.babel.telling.tower_picture import COLOUR_PX, mirrored, quantiles_where, tower_picture, without_paper


def test_colours_are_linear_light_over_the_white(picture):
    # sRGB 200, 120, 60 in linear light (IEC 61966-2-1) over 0.8.
    red, green, blue = np.log([0.5776 / 0.8, 0.1878 / 0.8, 0.0452 / 0.8])
    expected = [(red + green + blue) / 3, red - green, blue - green]
    assert picture.axes[0, 5, 5] == pytest.approx(expected, abs=0.01)


def test_what_stands_before_a_face_is_told(camera_at):
    # Seen from the South, the cube in front hides the one behind it, all but its top.
    frame = np.full((960, 1280, 3), 120, np.uint8)
    sites = [FaceSite((0, 1, 0), Face.U), FaceSite((0, 0, 0), Face.U)]
    picture = tower_picture(
        frame, sites, np.ones(2), [(0, 0, 0), (0, 1, 0), (0, 0, 1)], camera_at((-0.5, -8, 4)), np.ones(3)
    )
    behind, below = picture.is_open.reshape(2, -1).mean(axis=1)
    assert 0.2 < behind < 0.9
    assert below < 0.5


def test_the_rim_is_measured_where_nothing_hides_it(picture):
    half = picture.is_open.copy()
    half[:, :, : half.shape[2] // 2] = False
    axes = picture.axes.copy()
    axes[:, :, : COLOUR_PX // 2] += 1.0
    assert replace(picture, axes=axes, is_open=half).rims == pytest.approx(picture.rims, abs=1e-5)


def test_of_a_rim_that_is_all_hidden_the_colour_is_what_hides_it(picture):
    hidden = replace(picture, is_open=np.zeros_like(picture.is_open))
    assert hidden.rims == pytest.approx(picture.rims, abs=1e-5)


def test_paper_is_told_where_no_cube_hides_it(camera_at):
    frame, pose = np.full((960, 1280, 3), 200, np.uint8), camera_at((0, -9, 4))
    tower = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in range(2)]
    seen = tower_picture(frame, [FaceSite((0, 0, 0), Face.S)], np.ones(1), tower, pose, np.ones(3))
    east, north, west, south = ~np.isnan(seen.paper[:, 0].reshape(4, -1))
    assert (north[:3].any(), south[:3].all()) == (False, True)
    assert (east[0], west[2]) == (True, True)


@given(st.integers(0, 10_000))
def test_quantiles_of_chosen_values_are_those_that_numpy_finds_among_them(seed):
    generator = np.random.default_rng(seed)
    values = generator.normal(size=(5, 9, 2)).astype(np.float32)
    chosen = generator.random((5, 9)) < 0.6
    chosen[0] = False
    found = quantiles_where(values, chosen, [0.05, 0.5, 0.9])
    assert np.isnan(found[0]).all()
    for row in np.flatnonzero(chosen.any(axis=1)):
        assert found[row] == pytest.approx(np.quantile(values[row, chosen[row]], [0.05, 0.5, 0.9], axis=0), abs=1e-6)


def test_without_paper_the_lights_colour_does_not_matter(picture):
    generator = np.random.default_rng(2)
    axes = picture.axes + generator.normal(0, 0.3, picture.axes.shape).astype(np.float32)
    under_another = replace(picture, axes=axes + np.array([0.4, -0.2, 0.3], np.float32))
    one, other = without_paper(replace(picture, axes=axes)), without_paper(under_another)
    assert other.axes == pytest.approx(one.axes, abs=1e-5)
    assert np.isnan(one.paper).all()


def test_the_mirror_image_is_what_a_mirrored_camera_sees_of_the_mirrored_tower(camera_at):
    noise = np.random.default_rng(3).normal(0, 255, (960, 1280, 3)).astype(np.float32)
    frame = np.clip(130 + 3 * cv2.GaussianBlur(noise, (0, 0), 8), 0, 255).astype(np.uint8)
    cells = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    sites = [FaceSite((0, 0, 1), Face.W), FaceSite((1, 0, 0), Face.S), FaceSite((1, 0, 0), Face.U)]
    shares, white = np.array([1.0, 0.9, 0.8]), np.ones(3)
    seen = tower_picture(frame, sites, shares, cells, camera_at((-4, -7, 4)), white)
    other_cells = [(1 - x, y, z) for x, y, z in cells]
    other_sites = [
        FaceSite((1 - site.cell[0], *site.cell[1:]), Face.E if site.face is Face.W else site.face) for site in sites
    ]
    flipped = np.ascontiguousarray(frame[:, ::-1])
    other = tower_picture(flipped, other_sites, shares, other_cells, camera_at((4, -7, 4)), white)
    mirror_image = mirrored(seen)
    assert mirror_image.sides.tolist() == other.sides.tolist()
    assert mirror_image.views == pytest.approx(other.views, abs=1e-5)
    assert mirror_image.facing.tolist() == other.facing.tolist()
    assert mirror_image.paper == pytest.approx(other.paper, abs=0.15, nan_ok=True)
    is_seen = ~np.isnan(other.paper)
    assert is_seen.any()
    assert np.abs(mirror_image.paper - other.paper)[is_seen].mean() < 0.03
    assert (mirror_image.is_open == other.is_open).mean() > 0.99
    assert mirror_image.axes == pytest.approx(other.axes, abs=0.15)
    assert np.abs(mirror_image.patches.astype(float) - other.patches).max() <= 4
