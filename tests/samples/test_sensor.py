"""The sensor gives photos whose geometry and brightness are what was asked for."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from samples.camera import Camera, look_at
from samples.lights import LIGHT_KINDS
from samples.sensor import Sensor, develop, distort, encode_jpeg, random_sensor, with_glare

PLAIN = Sensor(
    exposure_ev=0.0,
    white_balance=0.0,
    balance_error_rgb=(1.0, 1.0, 1.0),
    vignette=0.0,
    defocus_px=0.2,
    motion_px=0.0,
    motion_deg=0.0,
    noise=0.0,
    noise_grain_px=0.5,
    contrast=0.0,
    saturation=1.0,
    sharpening=0.0,
    jpeg_quality=90,
)


def grey_scene(warmth: float = 1.0) -> np.ndarray:
    picture = np.full((60, 80, 3), 0.3, dtype=np.float32)
    picture[20:40, 30:50] = 0.6
    picture[..., 0] *= warmth
    return picture


def test_distortion_moves_a_point_to_where_the_camera_projects_it() -> None:
    rotation, translation = look_at(np.array([0.0, -9.0, 4.0]), np.zeros(3), roll_deg=2.0)
    camera = Camera(500.0, (-0.12, 0.03), rotation, translation, 640, 480)
    point = np.array([[2.0, -1.0, 0.0]])
    in_camera = (point @ rotation.T + translation)[0]
    undistorted = np.zeros((560, 740, 3), dtype=np.float32)
    pixel = in_camera[:2] / in_camera[2] * 500.0 + [739 / 2, 559 / 2]
    cv2.circle(undistorted, (round(pixel[0] * 16), round(pixel[1] * 16)), 5 * 16, (1, 1, 1), -1, cv2.LINE_AA, 4)
    weights = distort(undistorted, camera)[..., 0]
    rows, columns = np.mgrid[0:480, 0:640]
    middle = [(columns * weights).sum() / weights.sum(), (rows * weights).sum() / weights.sum()]
    assert middle == pytest.approx(camera.project(point)[0], abs=0.2)


def test_distortion_holds_into_the_corners_of_a_lens_that_hardly_reaches_them() -> None:
    rotation, translation = look_at(np.array([0.0, -9.0, 4.0]), np.zeros(3), roll_deg=0.0)
    camera = Camera(643.0, (-0.0737, -0.0107), rotation, translation, 1280, 720)
    whole_wh = np.array([2100, 1300])
    # What the lens shows at each pixel: where that lies in the undistorted picture.
    places_xy = np.stack(np.meshgrid(*map(np.arange, whole_wh)), axis=-1).astype(np.float32)
    shown_xy = distort(np.dstack([places_xy, places_xy[..., 0]]), camera)[..., :2].reshape(-1, 2).astype(float)
    rays = np.column_stack([(shown_xy - (whole_wh - 1) / 2) / camera.focal_px, np.ones(len(shown_xy))])
    seen_xy = camera.project((rays - translation) @ rotation).reshape(720, 1280, 2)
    pixels_xy = np.stack(np.meshgrid(np.arange(1280), np.arange(720)), axis=-1)
    assert abs(seen_xy - pixels_xy).max() < 0.1


def test_exposure_brightens_and_darkens() -> None:
    rng = np.random.default_rng(0)
    means = [develop(grey_scene(), replace(PLAIN, exposure_ev=ev), rng).mean() for ev in (-1.0, 0.0, 0.5)]
    assert means == sorted(means) and means[0] < 0.8 * means[1]


def test_a_small_bright_part_holds_the_exposure_back() -> None:
    rng = np.random.default_rng(0)
    with_lamp = grey_scene()
    with_lamp[:10, :20] = 30.0
    without, beside_lamp = (develop(picture, PLAIN, rng)[45:].mean() for picture in (grey_scene(), with_lamp))
    assert beside_lamp < 0.5 * without


def test_full_white_balance_takes_the_colour_of_the_light_out() -> None:
    rng = np.random.default_rng(0)
    for balance, most in ((0.0, None), (1.0, 2.0)):
        photo = develop(grey_scene(warmth=1.5), replace(PLAIN, white_balance=balance), rng)
        lean = float(photo[..., 0].mean()) - float(photo[..., 2].mean())
        assert lean > 10 if most is None else abs(lean) < most


def test_noise_has_no_mean_and_grows_with_its_setting() -> None:
    quiet, loud = (
        develop(grey_scene(), replace(PLAIN, noise=noise), np.random.default_rng(1)).astype(float)
        for noise in (0.005, 0.04)
    )
    assert loud[:15].std() > 3 * quiet[:15].std()
    assert loud.mean() == pytest.approx(quiet.mean(), abs=2)


@pytest.mark.parametrize("light", LIGHT_KINDS)
def test_any_drawn_sensor_gives_a_photo_that_decodes(light: str) -> None:
    rng = np.random.default_rng(5)
    sensor = random_sensor(rng, light, 80, best_quality=80)
    photo = develop(grey_scene(), sensor, rng)
    decoded = cv2.imdecode(np.frombuffer(encode_jpeg(photo, sensor.jpeg_quality), np.uint8), cv2.IMREAD_COLOR)
    assert decoded.shape == photo.shape == (60, 80, 3)
    assert sensor.jpeg_quality <= 80


def test_blur_spreads_an_edge() -> None:
    rng = np.random.default_rng(0)
    sharp = develop(grey_scene(), PLAIN, rng).astype(float)
    for blurred in (replace(PLAIN, defocus_px=2.0), replace(PLAIN, motion_px=3.0)):
        photo = develop(grey_scene(), blurred, rng).astype(float)
        assert np.abs(np.diff(photo[30, :, 1])).max() < 0.8 * np.abs(np.diff(sharp[30, :, 1])).max()


def test_glare_only_adds_light_and_is_made_again_by_the_same_seed() -> None:
    picture = grey_scene()
    glaring = [with_glare(picture, np.random.default_rng(seed)) for seed in (3, 3, 4)]
    assert (glaring[0] >= picture).all()
    assert glaring[0].max() > picture.max()
    np.testing.assert_array_equal(glaring[0], glaring[1])
    assert not np.array_equal(glaring[0], glaring[2])
