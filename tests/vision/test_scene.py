"""What moves and what has changed before a fixed camera."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.scene import Scene, compared, is_as_before, looked, watch


@pytest.fixture
def textured():
    """A picture of 640 x 360 full of soft and sharp edges."""
    random = np.random.default_rng(3)
    picture = cv2.resize(random.integers(60, 200, (18, 32, 3), np.uint8), (640, 360), interpolation=cv2.INTER_CUBIC)
    for x, y in random.integers((20, 20), (600, 320), (12, 2)):
        cv2.rectangle(picture, (int(x), int(y)), (int(x) + 30, int(y) + 22), (20, 20, 20), -1)
    return picture


def test_a_look_at_pictures_of_another_size_is_no_longer_compared_with(table_picture):
    before = watch(Scene(), table_picture(), 0.0)
    upright = np.rot90(table_picture()).copy()
    scene = looked(watch(before, upright, 0.1), before.small_bgr, None)
    assert watch(scene, upright, 0.2).changed_in_region == 0


def noisy_pictures(picture, codes, times):
    """The same from a camera that has little light: noise of so many codes in each pixel, half as much where it is
    bright."""
    random = np.random.default_rng(1)
    by_light = np.interp(picture, (60, 160), (1.0, 0.5))
    return [
        np.clip(picture + codes * by_light * random.normal(0, 1, picture.shape), 0, 255).astype(np.uint8)
        for _ in range(times)
    ]


@pytest.mark.parametrize("codes", [6, 12, 20, 30])
def test_noise_is_neither_movement_nor_change(codes, table_picture, after_look):
    dark = table_picture()
    dark[:120] //= 3
    first, *others = noisy_pictures(dark, codes, 6)
    scene = after_look(first)
    for number, picture in enumerate(others, start=1):
        scene = watch(scene, picture, number / 10)
        assert not scene.is_moving
        assert scene.changed_in_region < 10
    assert scene.still_since == 0.0


@pytest.mark.parametrize("codes", [12, 20])
def test_in_noise_a_thing_as_large_as_a_cube_is_a_change_where_it_is_and_movement_as_it_comes(
    codes, table_picture, after_look
):
    box = (300, 200, 340, 240)
    empty = noisy_pictures(table_picture(), codes, 1)[0]
    with_it = noisy_pictures(table_picture(box=box), codes, 3)[1:]
    coming = watch(after_look(empty), with_it[0], 0.1)
    assert coming.is_moving
    scene = watch(coming, with_it[1], 0.2)
    assert not scene.is_moving
    assert scene.changed[100:120, 150:170].mean() > 0.8
    beside = scene.changed.copy()
    beside[98:122, 148:172] = False
    assert np.count_nonzero(beside) < 10


def shifted(picture, right_px, down_px):
    """The same from a camera that has moved by so much."""
    moved = np.array([[1.0, 0.0, right_px], [0.0, 1.0, down_px]])
    return cv2.warpAffine(picture, moved, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


def trembled(picture, times):
    """Pictures of a camera that trembles by up to two pixels of a width of 640."""
    random = np.random.default_rng(2)
    return [shifted(picture, *random.uniform(-1.4, 1.4, 2)) for _ in range(times)]


def test_a_camera_that_trembles_shows_neither_movement_nor_change(textured, after_look):
    scene = after_look(textured)
    for number, picture in enumerate(trembled(textured, 6), start=1):
        scene = watch(scene, picture, number / 10)
        assert not scene.is_moving
    assert scene.still_since == 0.0
    assert scene.changed_in_region < 10


def test_what_has_changed_before_a_camera_that_trembles_is_seen_and_hardly_anything_else(textured, after_look):
    changed = textured.copy()
    changed[150:210, 300:360] = (30, 60, 200)
    scene = watch(after_look(textured), changed, 0.1)
    for number, picture in enumerate(trembled(changed, 4), start=2):
        scene = watch(scene, picture, number / 10)
    inside = np.zeros_like(scene.changed)
    inside[73:107, 148:182] = True
    assert np.count_nonzero(scene.changed & inside) > 700
    assert np.count_nonzero(scene.changed & ~inside) < 100


@pytest.mark.parametrize("shift_px", [(12.0, 5.0), (7.0, 0.0)])
def test_a_camera_that_is_moved_farther_than_it_trembles_shows_movement(textured, after_look, shift_px):
    scene = watch(after_look(textured), shifted(textured, *shift_px), 0.1)
    assert scene.is_moving


def off_codes(first, second):
    """By how many codes two pictures differ in the mean."""
    return float(cv2.absdiff(first, second).mean())


def test_the_pictures_of_a_camera_that_trembles_are_kept_where_its_first_one_lay(textured, after_look):
    scene = after_look(textured)
    for number, picture in enumerate(trembled(textured, 4), start=1):
        scene = watch(scene, picture, number / 10)
        assert off_codes(scene.small_bgr, scene.reference_bgr) < 3.0


def test_a_picture_beside_that_of_the_last_look_is_laid_on_it_to_be_compared(textured, after_look):
    scene = after_look(textured)
    beside = watch(Scene(), shifted(textured, 2.4, -1.6), 0.1).small_bgr
    change = compared(replace(scene, small_bgr=beside)).change
    assert off_codes(change.now_bgr, change.before_bgr) < off_codes(beside, change.before_bgr) / 5


def test_the_little_that_shows_on_a_plain_table_is_held_still_too(after_look):
    table = np.full((360, 640, 3), 150, np.uint8)
    table[100:112, 200:212] = 40
    scene = watch(after_look(table), shifted(table, 2.5, 0.0), 0.1)
    assert (scene.is_moving, scene.changed_in_region) == (False, 0)


def test_of_what_comes_before_a_camera_that_stands_nothing_is_taken_for_trembling(textured, after_look):
    """It is hardly another colour than the edges that it lies over."""
    seen = textured.copy()
    seen[100:220, 200:400, 2] += 30
    scene = compared(watch(after_look(textured), seen, 0.1))
    assert scene.changed[50:110, 100:200].all()


def test_an_arm_that_comes_slowly_over_most_of_a_picture_does_not_take_the_rest_of_it_along(textured, after_look):
    """It moves as little from frame to frame as a camera that trembles."""
    scene, random = after_look(textured), np.random.default_rng(5)
    sleeve = cv2.GaussianBlur(random.integers(0, 255, textured.shape, np.uint8), (0, 0), 5) // 2
    for number in range(20):
        right = 400 + 5 * number
        picture = textured.copy()
        picture[:, :right] = np.roll(sleeve, 5 * number, axis=1)[:, :right]
        scene = watch(scene, picture, number / 15)
    still = watch(Scene(), textured, 0.0).small_bgr
    assert off_codes(scene.small_bgr[:, 270:], still[:, 270:]) < 1.0


@pytest.mark.parametrize("light", [0.7, 0.9, 1.2])
def test_another_brightness_is_no_change(light, table_picture, after_look):
    scene = watch(after_look(table_picture()), table_picture(light), 0.1)
    assert (scene.is_moving, scene.changed_in_region) == (False, 0)


def test_paper_that_was_burnt_out_and_is_no_longer_has_not_changed():
    """A camera that exposes less shows it darker, yet less so than what could be measured before."""
    bright = np.full((240, 320, 3), 160, np.uint8)
    bright[60:180, 80:240] = 255
    darker = np.full((240, 320, 3), 96, np.uint8)
    darker[60:180, 80:240] = 200
    scene = looked(watch(Scene(), bright, 0.0), bright, None)
    for time in (1.0, 2.0):
        scene = watch(scene, darker, time)
    assert scene.changed_in_region == 0


def test_a_thing_on_paper_that_was_burnt_out_is_a_change(after_look):
    bright = np.full((360, 640, 3), 255, np.uint8)
    bright[:, :200] = 160
    seen = bright.copy()
    seen[150:210, 300:360] = 120
    assert compared(watch(after_look(bright), seen, 0.1)).changed[75:105, 150:180].all()


def test_what_moves_is_no_change_until_it_is_still(table_picture, after_look):
    scene = watch(after_look(table_picture()), table_picture(box=(300, 150, 360, 210)), 0.1)
    assert scene.is_moving
    assert scene.changed is None
    scene = watch(scene, table_picture(box=(300, 150, 360, 210)), 0.2)
    assert not scene.is_moving
    # It shows what the picture before it showed, so nothing has moved since then.
    assert scene.still_since == 0.1
    assert scene.changed_in_region == pytest.approx(30 * 30, rel=0.2)
    assert looked(scene, scene.small_bgr, None).changed_in_region == 0


def test_what_has_changed_is_not_known_any_more_once_something_moves(table_picture, after_look):
    there = table_picture(box=(300, 150, 360, 210))
    scene = watch(watch(after_look(table_picture()), there, 0.1), there, 0.2)
    assert scene.changed_share == pytest.approx(30 * 30 / (180 * 320), rel=0.2)
    scene = watch(scene, table_picture(box=(100, 150, 160, 210)), 0.3)
    assert (scene.changed, scene.changed_share) == (None, 0.0)


@pytest.mark.parametrize("box", [(300, 150, 360, 210), (0, 0, 60, 40), (600, 330, 640, 360)])
def test_what_has_changed_is_told_where_it_is(box, after_look):
    table = np.full((360, 640, 3), 120, np.uint8)
    left, top, right, bottom = box
    seen = table.copy()
    seen[top:bottom, left:right] = 200
    there = np.zeros((180, 320), np.bool_)
    there[top // 2 : bottom // 2, left // 2 : right // 2] = True
    assert (compared(watch(after_look(table), seen, 0.1)).changed == there).all()


def test_a_single_pixel_that_differs_is_no_change(table_picture, after_look):
    picture = table_picture()
    picture[100:102, 100:102] = 255
    assert watch(after_look(table_picture()), picture, 0.1).changed_in_region == 0


def test_movement_outside_the_region_does_not_count(table_picture, after_look):
    scene = after_look(table_picture())
    region = np.zeros((180, 320), bool)
    region[100:, :] = True
    scene = watch(looked(scene, scene.small_bgr, region), table_picture(box=(300, 20, 360, 80)), 0.1)
    assert not scene.is_moving
    assert (scene.changed.any(), scene.changed_in_region) == (True, 0)


@pytest.mark.parametrize("channel", range(3))
def test_what_differs_in_one_colour_alone_has_changed(channel, table_picture, after_look):
    picture = table_picture()
    picture[150:210, 300:360, channel] += 60
    assert watch(after_look(table_picture()), picture, 0.1).is_moving


def test_the_very_same_pictures_are_noticed(table_picture):
    scene = Scene()
    for number in range(5):
        scene = watch(scene, table_picture(), float(number))
    assert scene.same_since == 0.0
    assert watch(scene, table_picture(0.98), 5.0).same_since == 5.0


def test_what_never_rests_is_restless_until_it_is_still_for_a_while(table_picture, after_look):
    scene = after_look(table_picture())
    for number in range(1, 7):
        left = 100 + 40 * (number % 2)
        scene = watch(scene, table_picture(box=(left, 150, left + 60, 210)), number / 10)
    assert scene.restless_since == 0.1
    still = table_picture(box=(100, 150, 160, 210))
    scene = watch(watch(scene, still, 0.7), still, 0.8)
    assert (scene.still_since, scene.restless_since) == (0.6, 0.1)
    assert watch(scene, still, 1.1).restless_since is None


def test_what_has_been_still_from_the_first_frame_on_is_not_restless(table_picture, after_look):
    assert watch(after_look(table_picture()), table_picture(), 0.1).restless_since is None


ARM = np.zeros((180, 320), bool)
ARM[50:90, 100:] = True
# The same in a full picture, and a thing that lies where its end was.
ARM_BOX, THING_BOX = (200, 100, 640, 180), (200, 100, 400, 180)


def test_an_arm_that_left_uncovers_what_was_there_before_or_what_it_put_there(table_picture, after_look):
    lying = watch(after_look(table_picture()), table_picture(box=ARM_BOX), 0.1)
    assert looked(lying, lying.small_bgr, None).lying is None
    scene = looked(lying, lying.small_bgr, None, ARM)
    # With its edge.
    assert scene.lying[49:92, 99:].all()
    assert not scene.lying[:40].any()
    assert not is_as_before(scene, ARM)
    # Another look while it lies there still does not take it for what was there before.
    for then in (scene, looked(scene, scene.small_bgr, None)):
        assert is_as_before(watch(then, table_picture(), 0.5), ARM)
        assert not is_as_before(watch(then, table_picture(box=THING_BOX), 0.5), ARM)
    assert not is_as_before(watch(after_look(table_picture()), table_picture(), 0.5), ARM)


def test_an_arm_lies_where_it_lay_though_what_is_burnt_out_stays_as_bright_in_less_light(table_picture, after_look):
    def picture(light, **what):
        burnt_out = table_picture(light, **what)
        burnt_out[240:340, 100:300] = 255
        return burnt_out

    scene = after_look(picture(1.0))
    for number, light in enumerate((0.95, 0.75, 0.6)):
        lying = watch(scene, picture(light, box=ARM_BOX), 0.1 + number)
        scene = looked(lying, lying.small_bgr, None, ARM if number == 0 else None)
        assert scene.lying[50:90, 100:].all()
        assert not scene.lying[100:].any()
    gone = watch(scene, picture(0.6), 4.0)
    assert is_as_before(gone, ARM)
    assert looked(gone, gone.small_bgr, None).lying is None


def test_what_lay_under_an_arm_is_as_before_in_the_light_in_which_the_arm_came(table_picture, after_look):
    lying = watch(after_look(table_picture()), table_picture(0.8, box=ARM_BOX), 0.1)
    scene = looked(lying, lying.small_bgr, None, ARM)
    assert is_as_before(watch(scene, table_picture(0.8), 0.5), ARM)


def test_the_picture_after_one_that_was_looked_at_is_not_the_first(table_picture, after_look):
    scene = after_look(table_picture())
    assert scene.is_first
    assert not looked(watch(scene, table_picture(), 1.0), scene.small_bgr, None).is_first


def test_what_has_changed_is_told_while_something_moves_if_that_is_asked(table_picture, after_look):
    scene = watch(after_look(table_picture()), table_picture(box=ARM_BOX), 0.1)
    assert (scene.is_moving, scene.change) == (True, None)
    assert compared(scene).change.changed[55:85, 105:].all()
    assert compared(watch(Scene(), table_picture(), 0.0)).change is None


def test_pictures_that_differ_by_a_code_are_not_the_very_same(table_picture):
    darker = table_picture()
    darker[100:120, 100:120] -= 1
    scene = watch(watch(Scene(), table_picture(), 0.0), darker, 1.0)
    assert (scene.is_moving, scene.same_since) == (False, 1.0)
