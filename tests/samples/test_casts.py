"""Casts take part of the light out of finished photos, or lay some over them, and nothing else changes."""

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.linear_light import linear_light
from samples.casts import CASTS, cast, casts


@pytest.mark.parametrize("kind", [kind for kind, cast in CASTS.items() if min(cast.left) < 1])
def test_what_is_left_of_each_colour_is_what_the_kind_says(kind):
    white = np.full((64, 64, 3), 255, np.uint8)
    picture = cast(white, kind, np.random.default_rng(3))
    # The standard's curve: a twentieth of the light is code 63, a hundredth code 25.
    codes = {1.0: 255, 0.05: 63, 0.01: 25}
    np.testing.assert_allclose(picture.mean(axis=(0, 1)), [codes[left] for left in CASTS[kind].left], atol=1)
    np.testing.assert_array_equal(picture, cast(white, kind, np.random.default_rng(3)))


@pytest.mark.parametrize("kind", [kind for kind, cast in CASTS.items() if cast.stray])
def test_stray_light_lies_over_dark_and_bright_alike_and_bright_stays_as_bright(kind):
    half_black = np.full((64, 64, 3), 200, np.uint8)
    half_black[:, :32] = 0
    picture = linear_light(cast(half_black, kind, np.random.default_rng(3)))
    paper, stray = linear_light(np.uint8(200)), CASTS[kind].stray
    # Each colour of it is off by a tenth or so.
    np.testing.assert_allclose(picture[:, :32].mean(), stray / (1 + stray) * paper, rtol=0.2)
    np.testing.assert_allclose(picture[:, 32:].mean(), paper, rtol=0.1)


@pytest.mark.parametrize("kind", [kind for kind, cast in CASTS.items() if cast.flicker])
def test_a_lamp_that_flickers_leaves_rows_darker_by_the_share_that_the_kind_says(kind):
    picture = linear_light(cast(np.full((240, 64, 3), 200, np.uint8), kind, np.random.default_rng(3)))
    np.testing.assert_allclose(picture, np.broadcast_to(picture[:, :1], picture.shape))
    darkest, brightest = picture[:, 0, 1].min(), picture[:, 0, 1].max()
    assert darkest / brightest == pytest.approx(1 - CASTS[kind].flicker, abs=0.03)


@pytest.mark.parametrize("kind", [kind for kind, cast in CASTS.items() if cast.stops > 0])
def test_a_longer_exposure_multiplies_the_light_until_it_is_burnt_out(kind):
    picture = cast(np.full((8, 8, 3), 60, np.uint8), kind, np.random.default_rng(3))
    expected = min(1.0, linear_light(np.uint8(60)) * 2 ** CASTS[kind].stops)
    np.testing.assert_allclose(linear_light(picture), expected, atol=0.005)
    assert (cast(np.full((8, 8, 3), 220, np.uint8), kind, np.random.default_rng(3)) == 255).all()


@pytest.mark.parametrize("kind", [kind for kind, cast in CASTS.items() if cast.stops < 0])
def test_in_the_dark_light_is_divided_and_the_sensor_s_noise_stays(kind):
    picture = cast(np.full((64, 64, 3), 255, np.uint8), kind, np.random.default_rng(3))
    light = linear_light(picture)
    assert light.mean() == pytest.approx(2 ** CASTS[kind].stops, rel=0.02)
    # Codes are coarser than the noise in what is brighter.
    assert light.std() == pytest.approx(0.0015, rel=0.25)


@pytest.mark.parametrize("kind", [kind for kind, cast in CASTS.items() if cast.curve])
def test_a_tone_curve_darkens_shadows_as_much_as_it_brightens_lights(kind):
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    codes = cast(ramp, kind, np.random.default_rng(3))[0, :, 0].astype(int)
    assert codes[0] == 0
    assert codes[255] == 255
    assert (np.diff(codes) >= 0).all()
    assert (codes[1:127] <= np.arange(1, 127)).all()
    np.testing.assert_allclose(codes + codes[::-1], 255, atol=1)


@pytest.mark.parametrize("kind", [kind for kind, cast in CASTS.items() if cast.colour < 1])
def test_a_filter_leaves_the_share_of_colour_that_the_kind_says(kind):
    red = np.full((8, 8, 3), (200, 60, 40), np.uint8)
    picture = cast(red, kind, np.random.default_rng(3)).astype(float) / CASTS[kind].tone
    np.testing.assert_allclose(picture[..., 0] - picture[..., 1], CASTS[kind].colour * 140, atol=1.5)


def test_each_photo_is_written_once_for_each_light_with_its_truth(tmp_path):
    photos, folder = tmp_path / "photos", tmp_path / "cast"
    photos.mkdir()
    size = (24, 32, 3)
    cv2.imwrite(str(photos / "one.jpg"), np.full(size, 128, np.uint8))
    (photos / "one.json").write_text("{}")
    assert CliRunner().invoke(casts, [str(photos), str(folder)]).exit_code == 0
    for kind in CASTS:
        assert cv2.imread(str(folder / kind / "one.jpg")).shape == size
        assert (folder / kind / "one.json").read_text() == "{}"
