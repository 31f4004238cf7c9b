"""What has come over a picture: arms, shadows and things, told apart in small pictures."""

import cv2
import numpy as np
import pytest

from calibration.mat import BABEL_MAT
from vision.reaching import (
    bares_paper,
    blank_paper,
    covered_up,
    from_the_border,
    hides_printed,
    is_in_place,
    is_lit_otherwise,
    is_reached_into,
    light_on_ground,
    printed_markers,
    uncovers,
    with_all_between,
)
from vision.regions import region_of
from vision.scene import Change, watch

#: Where a marker is in view, in a small picture.
MARKER = np.zeros((180, 320), np.bool_)
MARKER[60:90, 110:140] = True


def with_marker(picture):
    """The same with a black square with a white one in it at `MARKER`."""
    picture[120:180, 220:280], picture[135:165, 235:265] = 20, 230
    return picture


@pytest.fixture
def seen_after(after_look):
    """Function (before, picture) -> what has changed once a picture has come after a look at another, and is still."""
    return lambda before, picture: watch(watch(after_look(before), picture, 0.1), picture, 0.5).change


@pytest.mark.parametrize(("box", "is_arm"), [((250, 120, 640, 220), True), ((280, 140, 340, 220), False)])
def test_an_arm_comes_from_the_border_and_a_cube_does_not(box, is_arm, table_picture, after_look):
    picture = table_picture(box=box)
    scene = watch(watch(after_look(table_picture()), picture, 0.1), picture, 0.2)
    assert is_reached_into(from_the_border(scene.changed), None) is is_arm


@pytest.mark.parametrize(("tip", "is_arm"), [(306, False), (250, True)])
def test_what_only_touches_the_region_from_the_border_lies_over_nothing(tip, is_arm):
    reaching = np.zeros((180, 320), np.bool_)
    reaching[80:100, tip // 2 :] = True
    region = np.zeros_like(reaching)
    region[40:140, 60:155] = True
    assert is_reached_into(reaching, region) is is_arm


@pytest.mark.parametrize(
    ("light", "box", "is_covered"),
    [(1.0, None, False), (0.4, None, False), (1.1, None, False), (1.0, (200, 100, 300, 200), True)],
)
def test_a_marker_is_covered_up_by_a_thing_and_by_no_shadow(light, box, is_covered, table_picture, seen_after):
    free = with_marker(table_picture())
    seen = np.clip(free * light, 0, 255).astype(np.uint8)
    if box is not None:
        left, top, right, bottom = box
        seen[top:bottom, left:right] = (60, 80, 200)
    seen[300:340, 500:560] = (60, 80, 200)
    thing = covered_up(seen_after(free, seen), [MARKER])
    assert (thing is not None) is is_covered
    if thing is not None:
        # The thing is told whole, and nothing that lies elsewhere.
        assert (thing[55, 105], thing[95, 145], thing[160, 260]) == (True, True, False)
    assert covered_up(seen_after(free, seen), [np.zeros((180, 320), np.bool_)]) is None


def test_what_covers_a_part_of_a_marker_is_told_without_what_did_not_change(table_picture, seen_after):
    free = with_marker(table_picture())
    seen = free.copy()
    seen[100:200, 160:266] = (60, 80, 200)
    thing = covered_up(seen_after(free, seen), [MARKER])
    assert (thing[75, 120], thing[75, 138], thing[10, 10]) == (True, False, False)


def test_where_no_marker_was_in_view_none_is_covered_up(table_picture, seen_after):
    assert covered_up(seen_after(table_picture(), table_picture(box=(200, 100, 300, 200))), [MARKER]) is None


def test_a_marker_of_which_hardly_anything_is_in_view_is_not_asked(table_picture, seen_after):
    small = np.zeros((180, 320), np.bool_)
    small[60:66, 110:116] = True
    free = table_picture()
    free[120:132, 220:232], free[123:129, 223:229] = 20, 230
    covered = free.copy()
    covered[100:200, 200:300] = (60, 80, 200)
    assert covered_up(seen_after(free, covered), [small]) is None


def test_the_noise_of_a_dark_picture_is_no_marker():
    random = np.random.default_rng(5)
    before, now = (random.integers(0, 3, (180, 320, 1), np.uint8).repeat(3, axis=2) for _ in range(2))
    assert covered_up(Change(before, now, MARKER), [MARKER]) is None


@pytest.mark.parametrize(
    ("light", "box", "is_there"),
    [(1.0, None, True), (0.4, None, True), (0.5, (0, 0, 300, 360), True), (1.0, (0, 0, 640, 360), False)],
)
def test_a_marker_that_is_seen_beside_a_large_thing_is_in_its_place(light, box, is_there, table_picture, seen_after):
    """Once a light is switched all are seen still; once the camera was turned away, none is."""
    elsewhere = np.zeros_like(MARKER)
    elsewhere[10:40, 260:290] = True
    free = with_marker(table_picture())
    free[20:80, 520:580], free[35:65, 535:565] = 20, 230
    seen = np.clip(free * light, 0, 255).astype(np.uint8)
    if box is not None:
        left, top, right, bottom = box
        seen[top:bottom, left:right] = (60, 80, 200)
    assert is_in_place(Change(free[::2, ::2], seen[::2, ::2], MARKER), [MARKER, elsewhere]) is is_there


@pytest.mark.parametrize(("left_out", "is_one"), [((), True), ((1,), False), ((0, 2), False)])
def test_an_arm_before_paper_of_its_own_colour_hides_all_that_lies_between_its_parts(left_out, is_one):
    """It comes over the dark table to both sides; a marker that is seen still tells that there are two arms."""
    free = np.full((180, 320, 3), 60, np.uint8)
    free[:, 60:260] = 220
    markers = []
    for left in (80, 145, 210):
        marker = np.zeros((180, 320), np.bool_)
        marker[100:130, left : left + 30] = True
        free[marker] = 20
        free[107:123, left + 7 : left + 23] = 230
        markers.append(marker)
    seen = free.copy()
    seen[80:] = 220
    for number in left_out:
        seen[markers[number]] = free[markers[number]]
    change = Change(free, seen, (free != seen).any(axis=2))
    reaching = from_the_border(change.changed)
    assert not reaching[:, 60:260].any()
    reached = with_all_between(reaching, change, markers)
    assert (reached[85:175, 5:315].all(), (reached == reaching).all()) == (is_one, not is_one)


PAPER = np.full((360, 640, 3), 220, np.uint8)
EVERYWHERE = np.ones((180, 320), np.bool_)


def with_patch(picture, factor, grain=0.0):
    """The picture with light or another colour over a patch that reaches in from the left."""
    texture = 1 + grain * np.random.default_rng(3).standard_normal((25, 75)).repeat(4, axis=0).repeat(4, axis=1)
    seen = picture.astype(float)
    seen[100:200, :300] *= np.array(factor) * texture[..., None]
    return np.clip(seen, 0, 255).astype(np.uint8)


def test_a_shadow_on_paper_is_light_and_so_is_where_it_was(seen_after):
    dark = with_patch(PAPER, 0.6)
    assert light_on_ground(seen_after(PAPER, dark), EVERYWHERE) == pytest.approx(np.log(0.6), abs=0.05)
    assert light_on_ground(seen_after(dark, PAPER), EVERYWHERE) == pytest.approx(-np.log(0.6), abs=0.05)
    assert light_on_ground(seen_after(PAPER, dark), ~EVERYWHERE) is None


def test_how_dark_a_shadow_is_follows_from_most_of_it(seen_after):
    seen = with_patch(PAPER, 0.6)
    seen[170:200, :300] = 0.8 * 220
    assert light_on_ground(seen_after(PAPER, seen), EVERYWHERE) == pytest.approx(np.log(0.6), abs=0.05)


def test_where_no_ground_beside_it_is_in_view_what_became_brighter_is_no_light(seen_after):
    ground = np.zeros((180, 320), np.bool_)
    ground[55:95, :140] = True
    assert light_on_ground(seen_after(with_patch(PAPER, 0.6), PAPER), ground) is None


def test_what_became_brighter_and_has_another_colour_than_the_ground_is_no_light(seen_after):
    change = seen_after(with_patch(PAPER, (0.5, 0.3, 0.3)), with_patch(PAPER, (1.0, 0.6, 0.6)))
    assert light_on_ground(change, EVERYWHERE) is None


def test_a_thing_that_lies_apart_from_a_shadow_says_nothing_of_it(seen_after):
    seen = with_patch(PAPER, 0.6)
    seen[210:350, 400:600] = (60, 80, 200)
    assert light_on_ground(seen_after(PAPER, seen), EVERYWHERE) == pytest.approx(np.log(0.6), abs=0.05)


def test_how_dark_a_shadow_is_is_told_apart_from_how_the_camera_exposes(seen_after):
    brighter = np.full_like(PAPER, 200)
    change = seen_after(np.full_like(PAPER, 160), with_patch(brighter, 0.6))
    assert light_on_ground(change, EVERYWHERE) == pytest.approx(np.log(0.6), abs=0.05)


def test_a_smooth_sleeve_over_the_grain_of_a_table_is_no_light(table_picture, seen_after):
    seen = table_picture()
    seen[100:200, :300] = 0.5 * seen.mean(axis=(0, 1))
    assert light_on_ground(seen_after(table_picture(), seen), EVERYWHERE) is None


def test_a_shadow_on_a_table_shows_its_grain(table_picture, seen_after):
    assert light_on_ground(seen_after(table_picture(), with_patch(table_picture(), 0.6)), EVERYWHERE) < 0


@pytest.mark.parametrize(
    ("picture", "factor", "grain"),
    [
        (PAPER, (0.5, 0.6, 0.8), 0.0),
        (PAPER, 0.6, 0.15),
        (PAPER, 0.05, 0.0),
        (with_patch(np.full_like(PAPER, 110), 0.5), 4.0, 0.0),
    ],
    ids=["a bare arm", "a woollen sleeve", "a black sleeve", "a white sleeve on a dark table"],
)
def test_an_arm_is_no_light(picture, factor, grain, seen_after):
    assert light_on_ground(seen_after(picture, with_patch(picture, factor, grain)), EVERYWHERE) is None


def test_the_shadow_beside_an_arm_makes_it_no_light(table_picture, seen_after):
    seen = with_patch(table_picture(), 0.6)
    seen[130:170, :300] = (120, 150, 210)
    assert light_on_ground(seen_after(table_picture(), seen), EVERYWHERE) is None


def test_a_marker_is_uncovered_where_it_shows_more_than_before(table_picture, seen_after):
    free = with_marker(table_picture())
    covered, other = free.copy(), free.copy()
    covered[100:200, 200:300] = (60, 80, 200)
    other[20:60, 20:60] = (60, 80, 200)
    assert uncovers(seen_after(covered, free), [MARKER], free[::2, ::2])
    assert not uncovers(seen_after(free, covered), [MARKER], free[::2, ::2])
    # What comes elsewhere uncovers none.
    assert not uncovers(seen_after(free, other), [MARKER], free[::2, ::2])
    # Nor is one uncovered while another is covered up.
    below = np.roll(MARKER, 60, axis=0)
    both = free.copy()
    both[240:300, 220:280], both[255:285, 235:265] = 20, 230
    one, next_one = both.copy(), both.copy()
    one[100:200, 200:300] = next_one[220:320, 200:300] = (60, 80, 200)
    assert not uncovers(seen_after(one, next_one), [MARKER, below], both[::2, ::2])


def test_a_thing_that_takes_the_place_of_another_uncovers_no_marker():
    """Before a marker it may show details of its own, be they fewer than those of the other one or more."""
    bold, faint, fainter = (
        np.kron(np.random.default_rng(seed).choice(codes, (30, 54)), np.ones((6, 6)))[:180, :320, None]
        .repeat(3, axis=2)
        .astype(np.uint8)
        for seed, codes in ((1, (20, 220)), (2, (80, 160)), (3, (110, 130)))
    )
    assert not uncovers(Change(bold, faint, MARKER), [MARKER], bold)
    assert uncovers(Change(faint, bold, MARKER), [MARKER], bold)
    assert not uncovers(Change(fainter, faint, MARKER), [MARKER], bold)


@pytest.mark.parametrize("light", [1.0, 0.6])
def test_an_arm_that_leaves_bares_the_paper_that_it_hid(light, seen_after):
    paper = np.full((360, 640, 3), (205, 215, 220), np.uint8)
    bare = (light * paper).astype(np.uint8)
    covered, elsewhere = paper.copy(), bare.copy()
    covered[150:210, 300:] = (120, 150, 210)
    elsewhere[:200, 200:260] = (light * np.array((120, 150, 210))).astype(np.uint8)
    assert bares_paper(seen_after(covered, bare), EVERYWHERE)
    assert not bares_paper(seen_after(paper, elsewhere), EVERYWHERE)
    # Nor has it left where it, or another one, now lies elsewhere; and a shadow was no arm.
    assert not bares_paper(seen_after(covered, elsewhere), EVERYWHERE)
    shaded = paper.copy()
    shaded[150:210, 300:] = (165, 173, 177)
    assert not bares_paper(seen_after(shaded, bare), EVERYWHERE)


def test_of_a_few_pixels_it_is_not_said_that_they_are_bare(seen_after):
    paper = np.full((360, 640, 3), 215, np.uint8)
    covered = paper.copy()
    covered[150:210, 300:] = (120, 150, 210)
    little = np.zeros((180, 320), np.bool_)
    little[90:93, 200:203] = little[20:60, 20:60] = True
    assert not bares_paper(seen_after(covered, paper), little)


def test_a_marker_that_does_not_look_as_printed_is_hidden_in_any_light(table_picture):
    free = with_marker(table_picture())
    below = np.roll(MARKER, 60, axis=0)
    free[240:300, 220:280], free[255:285, 235:265] = 20, 230
    covered, dim = free.copy(), (free * 0.4).astype(np.uint8)
    covered[100:200, 200:300] = (60, 80, 200)

    def is_hidden(picture):
        return hides_printed(picture[::2, ::2], [MARKER, below], free[::2, ::2])

    assert [is_hidden(picture) for picture in (free, dim, covered)] == [False, False, True]
    # Where none shows, nothing tells where the mat lies.
    assert not is_hidden(table_picture())


def test_markers_are_drawn_as_they_are_printed_on_the_mat(camera_at, mat_picture):
    pose = camera_at((3.0, -8.0, 7.0))
    small = cv2.resize(mat_picture(pose), (320, 240), interpolation=cv2.INTER_AREA)
    printed = printed_markers(pose, (320, 240))[..., 0]
    markers = [region_of(BABEL_MAT.marker_corners(number), pose, (320, 240)) for number in BABEL_MAT.marker_ids]
    assert all(np.corrcoef(small[marker], printed[marker])[0, 1] > 0.9 for marker in markers)


def test_blank_paper_is_where_the_mat_shows_none_of_its_markers(camera_at, mat_picture):
    pose = camera_at((3.0, -8.0, 7.0))
    small = cv2.resize(mat_picture(pose), (320, 240), interpolation=cv2.INTER_AREA)
    blank = blank_paper(pose, (320, 240))
    sheet = np.array([(x, y, 0.0) for x in (-3.0, 3.0) for y in (-3.0, 3.0)])
    assert blank.sum() > 0.3 * region_of(sheet, pose, (320, 240)).sum()
    assert small[blank].min() > 200


def test_a_shadow_over_most_of_a_picture_shows_the_same_and_an_arm_does_not(table_picture, seen_after):
    shaded = table_picture().astype(float)
    shaded[:, :260] *= 0.5
    assert is_lit_otherwise(seen_after(table_picture(), shaded.astype(np.uint8)))
    assert not is_lit_otherwise(seen_after(table_picture(), table_picture(box=(0, 100, 400, 300))))


@pytest.mark.parametrize(("size_px", "is_lit"), [(12, False), (30, True)])
def test_of_a_few_pixels_it_is_not_said_that_they_show_the_same(size_px, is_lit, table_picture):
    picture, changed = table_picture()[::2, ::2], np.zeros((180, 320), np.bool_)
    changed[50 : 50 + size_px, 50 : 50 + size_px] = True
    assert is_lit_otherwise(Change(picture, picture, changed)) is is_lit


def test_in_what_is_black_there_are_no_details():
    black, changed = np.zeros((180, 320, 3), np.uint8), np.ones((180, 320), np.bool_)
    assert not is_lit_otherwise(Change(black, black, changed))


@pytest.mark.parametrize("quarters", range(4))
def test_an_arm_may_come_from_every_side(quarters):
    changed = np.zeros((20, 30), np.bool_)
    changed[:12, 10:14] = changed[15, 20] = True
    turned = np.rot90(changed, quarters)
    assert np.count_nonzero(from_the_border(turned)) == 12 * 4


def test_what_is_thin_and_lies_aslant_hangs_together():
    changed = np.eye(20, 30, dtype=np.bool_)
    assert (from_the_border(changed) == changed).all()


def test_without_a_region_only_what_reaches_the_middle_of_the_picture_is_an_arm():
    reaching = np.zeros((180, 320), np.bool_)
    reaching[:40] = reaching[:, :70] = True
    assert not is_reached_into(reaching, None)
    reaching[:80, 100:200] = True
    assert is_reached_into(reaching, None)


def test_what_hangs_together_with_an_arm_that_lies_there_still_comes_from_the_border():
    changed, lying = np.zeros((20, 30), np.bool_), np.zeros((20, 30), np.bool_)
    changed[8:12, 10:14], lying[8:12, :10] = True, True
    assert not from_the_border(changed).any()
    assert (from_the_border(changed, lying) == changed).all()


@pytest.mark.parametrize(("size_px", "is_arm"), [(6, False), (7, True)])
def test_a_few_pixels_lie_over_a_small_region_by_chance(size_px, is_arm):
    region = np.zeros((180, 320), np.bool_)
    region[40:60, 60:80] = True
    reaching = np.zeros_like(region)
    reaching[40 : 40 + size_px, 60 : 60 + size_px] = True
    assert is_reached_into(reaching, region) is is_arm


def test_what_reaches_a_little_into_a_large_region_is_no_arm():
    region, reaching = np.ones((180, 320), np.bool_), np.zeros((180, 320), np.bool_)
    reaching[:20, :50] = True
    assert not is_reached_into(reaching, region)
    reaching[:40, :50] = True
    assert is_reached_into(reaching, region)
