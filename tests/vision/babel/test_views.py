"""Views of one tower joined: they tell more together, contradict each other aloud, and are turned until they agree."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from rules.games.babel import Face, parse_tower, tower_notation
from samples.towers import random_legal_tower, tower_of
from vision.faces import FaceSite, face_corners
from vision.games.babel.joining.views import join_views
from vision.games.babel.turning import mirrored, turned

TOWER = "2EN,3WNU,1E,1S/1E,2SD,4ENUD,3WSD/3NUD,0,0,3WSD"
CORNERS = {"SE": (6, -6, 7), "NE": (6, 6, 7), "NW": (-6, 6, 7), "SW": (-6, -6, 7)}


@pytest.fixture
def view(read_like, camera_at):
    """What a reader without faults would see of a tower from one of the four corners."""
    return lambda corner, notation=TOWER, **settings: read_like(notation, pose=camera_at(CORNERS[corner]), **settings)


def said(reading):
    return {cube.cell: (cube.type, {f.face: f.mark for f in cube.faces}) for cube in reading.cubes}


def without(reading, cell):
    return replace(reading, cubes=tuple(cube for cube in reading.cubes if cube.cell != cell))


def test_two_opposite_views_show_all_four_sides(view):
    tower = parse_tower(TOWER)
    joined = join_views([view("SE"), view("NW")])
    assert {cube.cell for cube in joined.cubes} == set(tower)
    assert not joined.hidden
    for cube in joined.cubes:
        assert cube.type == tower[cube.cell].type
        for evidence in cube.faces:
            assert evidence.mark is tower[cube.cell].mark(evidence.face)
    assert joined.tower.keys() == tower.keys()


def test_one_view_says_what_its_reading_says(view):
    reading = view("SE")
    reading = replace(reading, rather_empty=reading.hidden)
    joined = join_views([reading])
    assert joined.cubes == reading.cubes
    assert joined.hidden == joined.rather_empty == reading.hidden
    assert joined.tower == reading.tower


def test_views_that_agree_are_surer_together_than_alone(view):
    alone = view("SE", confidence=0.8)
    joined = {cube.cell: cube.confidence for cube in join_views([alone, view("SW", confidence=0.8)]).cubes}
    shared = [cube for cube in alone.cubes if cube.cell in {(0, 0, 2), (1, 0, 2), (0, 0, 1)}]
    assert shared
    for cube in shared:
        assert cube.confidence < joined[cube.cell]


@pytest.mark.parametrize("seed", range(6))
def test_without_a_mat_the_quarter_turns_are_found(view, seed):
    chance = np.random.default_rng(seed)
    corners = ["SE", *chance.permutation(["NE", "NW", "SW"])[: 1 + seed % 2]]
    right = [replace(view(corner, confidence=0.95), on_mat=False) for corner in corners]
    joined = join_views([right[0], *(turned(reading, int(chance.integers(4))) for reading in right[1:])])
    assert joined.left_out == ()
    assert said(joined) == said(join_views(right))
    for found, expected in zip(joined.views, right, strict=True):
        np.testing.assert_allclose(found.pose.centre, expected.pose.centre, atol=1e-9)


def test_one_misread_cube_however_sure_does_not_decide_from_which_side_a_view_is(view):
    seen, misread = view("SE", "1U,2NU,1U,1U"), view("NE", "1U,3ENU,1U,1U")
    joined = join_views([replace(seen, on_mat=False), turned(replace(misread, on_mat=False), 1)])
    assert joined.left_out == ()
    np.testing.assert_allclose(joined.views[1].pose.centre, misread.pose.centre, atol=1e-9)


@pytest.mark.parametrize("quarters", range(4))
def test_a_tower_that_looks_alike_from_across_is_joined_by_the_cube_on_its_top(view, quarters):
    alike = "3ENU,0,0,3WSU/1E,2ND,2SD,1W/1D,4WNUD,4ESUD,1D/1D,3WNU,3ESU,1D/-,-,2ND,-"
    near, across = (replace(view(corner, alike), on_mat=False) for corner in ("NW", "SE"))
    joined = join_views([near, turned(across, quarters)])
    assert not joined.left_out
    assert not joined.contradictions
    np.testing.assert_allclose(joined.views[1].pose.centre, across.pose.centre, atol=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_legal_towers_are_not_joined_from_a_wrong_side_nor_taken_for_mirrored(view, seed):
    tower = tower_notation(tower_of(random_legal_tower(np.random.default_rng(seed), 6 + seed)))
    near, across = (replace(view(corner, tower, confidence=0.97), on_mat=False) for corner in ("NW", "SE"))
    joined = join_views([near, turned(across, seed)])
    assert not joined.mirrored
    assert not joined.strange
    for joined_view in joined.views[1:]:
        np.testing.assert_allclose(joined_view.pose.centre, across.pose.centre, atol=1e-9)


def test_the_mat_s_frame_is_the_one_of_all_views_if_one_has_it(view):
    on_mat, free = view("SE"), turned(replace(view("NW"), on_mat=False), 3)
    assert said(join_views([free, on_mat])) == said(join_views([view("NW"), view("SE")]))


def test_a_view_that_could_be_from_any_side_is_left_out(view):
    greys = [replace(view(corner, "0,0,0,0"), on_mat=False) for corner in ("SE", "NW")]
    joined = join_views(greys)
    assert joined.left_out == (1,)
    assert said(joined) == said(greys[0])


TALL = f"{TOWER}/1E,4ENUD,0,2SD/3WNU,1N,2EN,0"
OTHER_TALL = "1E,2WN,0,0/4WEND,3NED,1U,1N/0,3EWD,4DEWU,1S/2EN,2EN,3WNU,1E/1S,0,4ENUD,2SD"


@pytest.mark.parametrize("on_mat", [False, True])
@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_one_view_of_another_tower_is_left_out_in_whatever_order_they_come(view, order, on_mat):
    views = [view("SE", TALL), view("NE", TALL), view("SW", OTHER_TALL)]
    joined = join_views([replace(views[n], on_mat=on_mat) for n in order])
    assert {order[n] for n in joined.numbers} == {0, 1}
    assert [order[n] for n in joined.strange] == [2]
    assert not joined.mirrored
    assert not joined.contradictions


def test_of_as_many_views_of_two_towers_none_is_taken_for_the_strange_one(view):
    views = [view(corner, tower) for tower in (TALL, OTHER_TALL) for corner in ("SE", "NE")]
    joined = join_views([replace(one, on_mat=True) for one in views])
    assert len(joined.numbers) == 3
    assert len(joined.contradictions) > 5
    assert not join_views(views[1:3]).strange


@pytest.mark.parametrize("quarters", range(4))
def test_a_mirrored_view_of_a_side_that_another_shows_is_left_out(view, quarters):
    right = replace(view("SE", TALL), on_mat=False)
    flipped = turned(mirrored(right), quarters)
    assert (join_views([right, flipped]).mirrored, join_views([right, flipped]).numbers) == ((1,), (0,))
    three = [replace(view("SW", TALL), on_mat=False), flipped, right]
    assert (join_views(three).mirrored, join_views(three).numbers) == ((1,), (0, 2))
    # On a mat it would have been noticed, and its frame is known.
    assert join_views([right, replace(flipped, on_mat=True)]).mirrored == (0,)


def test_twice_mirrored_is_as_before_and_once_is_what_the_mirror_shows(view):
    reading = view("SE")
    once, twice = mirrored(reading), mirrored(mirrored(reading))
    assert said(twice) == said(reading)
    np.testing.assert_allclose(twice.pose.centre, reading.pose.centre)
    np.testing.assert_allclose(once.pose.centre, reading.pose.centre * [-1, 1, 1])
    for cube in once.cubes:
        corners_xy = once.pose.project(face_corners([FaceSite(cube.cell, face.face) for face in cube.faces]))
        np.testing.assert_allclose([face.corners_xy for face in cube.faces], corners_xy, atol=1e-6)


def test_types_of_which_two_views_are_sure_and_differ_are_contradictions_and_left_unknown(view):
    other = TOWER.replace("3NUD,0,0", "3NUD,4EUND,0")
    joined = join_views([view("SE"), view("NE", other)])
    (found,) = joined.contradictions
    assert (found.cell, found.face) == ((1, 0, 2), None)
    assert found.said == ((0, "grey"), (1, "blue"))
    assert joined.tower[1, 0, 2].type is None
    (cube,) = (cube for cube in joined.cubes if cube.cell == found.cell)
    assert (cube.type, cube.type_probabilities) == (None, (0.5, 0, 0, 0, 0.5))
    # Blue cubes have bulges on most faces, but neither view shows one there.
    assert {face.mark for face in cube.faces} == {None}


@pytest.mark.parametrize("order", tuple(permutations(range(4))))
def test_where_sure_views_contradict_each_other_unsure_ones_and_their_order_count_for_nothing(view, order):
    blue = TOWER.replace("3NUD,0,0", "3NUD,4EUND,0")
    views = [view("SE"), view("NE", blue), view("SE", confidence=0.4), view("NE", blue, confidence=0.95)]
    (cube,) = (cube for cube in join_views([views[i] for i in order]).cubes if cube.cell == (1, 0, 2))
    (of_two,) = (cube for cube in join_views(views[:2]).cubes if cube.cell == (1, 0, 2))
    assert cube.type_log_likelihoods == pytest.approx(of_two.type_log_likelihoods)


def test_marks_of_which_two_views_are_sure_and_differ_are_contradictions_and_left_unknown(view):
    other = TOWER.removesuffix("3WSD") + "3WSU"
    joined = join_views([view("SE"), view("NW", other)])
    (found,) = joined.contradictions
    assert (found.cell, found.face) == ((1, 1, 2), Face.U)
    assert joined.tower[1, 1, 2].mark(Face.U) is None
    (cube,) = (cube for cube in joined.cubes if cube.cell == (1, 1, 2))
    assert {(face.bulge_log_odds, face.mark) for face in cube.faces if face.face is Face.U} == {(0.0, None)}


def test_a_cube_that_one_view_shows_and_another_should_is_a_contradiction(view):
    joined = join_views([view("SE"), without(view("NE"), (1, 1, 2))])
    (found,) = joined.contradictions
    assert (found.cell, found.said) == ((1, 1, 2), ((0, "a cube"), (1, "no cube")))


def test_of_a_column_that_a_view_should_show_and_does_not_one_cube_is_named(view):
    joined = join_views([view("SE"), without(without(view("NE"), (1, 1, 2)), (1, 1, 1))])
    assert [found.cell for found in joined.contradictions] == [(1, 1, 1)]


def test_a_lowest_level_in_doubt_does_not_take_away_what_stands_on_it(view):
    """As where the table may mirror the tower, and the other photo was taken before its highest cube came."""

    def in_doubt(reading):
        doubtful = (replace(c, presence=0.85) if c.cell[2] == 0 else c for c in reading.cubes)
        return replace(reading, cubes=tuple(doubtful))

    seen = in_doubt(view("SE", TALL))
    before = without(without(view("NE", TALL), (1, 1, 4)), (1, 1, 0))
    joined = {cube.cell: cube.presence for cube in join_views([seen, before]).cubes}
    assert joined[1, 1, 0] == 0.85
    assert min(joined[1, 1, z] for z in (1, 2, 3)) > 0.99
    assert {cube.presence for cube in join_views([seen, in_doubt(view("NE", TALL))]).cubes if cube.cell[2] == 0} == {
        0.85
    }


def test_a_cube_that_another_view_could_not_show_is_no_contradiction(view):
    tower = parse_tower(TOWER)
    low = [cell for cell in tower if cell[2] == 0]
    from_behind = view("NW")
    hidden = (1, 0, 0)
    assert hidden in low
    assert hidden not in {cube.cell for cube in from_behind.cubes}
    unaware = replace(from_behind, hidden=tuple(cell for cell in from_behind.hidden if cell != hidden))
    joined = join_views([view("SE"), unaware])
    assert not joined.contradictions
    assert hidden in joined.tower


@pytest.mark.parametrize(("height", "is_one"), [(2.6, False), (7.0, True)])
def test_a_cube_of_which_a_view_would_show_nothing_but_its_top_right_along_it_is_no_contradiction(
    read_like, camera_at, height, is_one
):
    tower, behind = "2EN,3WNU,1E,1S/1E,2SD,4ENUD,3WSD", (1, 1, 1)
    seen = read_like(tower, pose=camera_at((6, 6, 5)))
    unaware = without(read_like(tower, pose=camera_at((-6, -6, height))), behind)
    joined = join_views([seen, replace(unaware, hidden=())])
    assert [found.cell for found in joined.contradictions] == [behind] * is_one
    assert behind in joined.tower


def test_a_turned_reading_lies_where_the_turned_camera_sees_it(view):
    for quarters in range(4):
        reading = turned(view("SE"), quarters)
        for cube in reading.cubes:
            for evidence in cube.faces:
                (corners,) = face_corners([FaceSite(cube.cell, evidence.face)])
                np.testing.assert_allclose(reading.pose.project(corners), evidence.corners_xy, atol=1e-6)


def test_a_photo_is_drawn_with_what_all_views_say_of_its_own_faces(view):
    views = [view("SE", confidence=0.8), view("NE", confidence=0.8)]
    joined = join_views(views)
    told = {(cube.cell, face.face): face.bulge_probability for cube in joined.cubes for face in cube.faces}
    for number, own in enumerate(views):
        drawn = joined.as_seen_by(number)
        places = {(c.cell, f.face): f.corners_xy for c in own.cubes for f in c.faces}
        assert {(c.cell, f.face) for c in drawn.cubes for f in c.faces} == set(places)
        for cube in drawn.cubes:
            for face in cube.faces:
                assert face.bulge_probability == told[cube.cell, face.face]
                np.testing.assert_array_equal(face.corners_xy, places[cube.cell, face.face])


def test_four_photos_from_one_side_say_no_more_than_one(view):
    alone = view("SE", confidence=0.8)
    joined = join_views([alone] * 4)
    for one, other in zip(alone.cubes, joined.cubes, strict=True):
        assert other.type_log_likelihoods == pytest.approx(one.type_log_likelihoods)
        assert [face.bulge_log_odds for face in other.faces] == pytest.approx([f.bulge_log_odds for f in one.faces])
        assert other.presence == pytest.approx(one.presence)


def test_views_from_two_sides_say_more_than_one_and_less_than_twice_as_much(view):
    alone, other = view("SE", confidence=0.8), view("SW", confidence=0.8)
    cells = {cube.cell for cube in alone.cubes} & {cube.cell for cube in other.cubes}
    assert cells
    one, both = ({c.cell: np.ptp(c.type_log_likelihoods) for c in r.cubes} for r in (alone, join_views([alone, other])))
    for cell in cells:
        assert one[cell] < both[cell] < 1.9 * one[cell]


def test_a_face_lies_in_the_joined_reading_where_the_view_that_sees_it_best_has_it(view):
    near, far = view("SE"), view("SW")
    near = replace(near, cubes=tuple(half_in_view(cube) for cube in near.cubes))
    places = {(cube.cell, face.face): face.corners_xy for cube in far.cubes for face in cube.faces}
    tops = [(cube.cell, face) for cube in join_views([near, far]).cubes for face in cube.faces if face.face is Face.U]
    assert tops
    for cell, top in tops:
        np.testing.assert_array_equal(top.corners_xy, places[cell, Face.U])


def half_in_view(cube):
    """The cube as it looks where something hides half of each face."""
    return replace(cube, faces=tuple(replace(face, visible_share=face.visible_share / 2) for face in cube.faces))


def test_what_any_view_shows_covered_is_covered_wherever_the_tower_is_turned(view):
    views = [replace(view("SE"), covered=((0, 0, 0),)), replace(view("NW"), covered=((1, 1, 0), (0, 0, 0)))]
    assert join_views(views).covered == ((0, 0, 0), (1, 1, 0))
    assert turned(views[0], 1).covered == ((1, 0, 0),)


def test_all_views_must_be_cut_off_for_the_tower_to_be_so_and_a_dark_one_makes_it_doubtful(view):
    views = [view("SE"), replace(view("NW"), cut_off=True, too_dark=True)]
    joined = join_views(views)
    assert (joined.cut_off, joined.too_dark, joined.one_sided) == (False, True, False)


@pytest.mark.parametrize("doubt", ["too_dark", "too_bright", "colourless", "misplaced"])
def test_what_makes_one_view_doubtful_makes_the_joined_reading_so(view, doubt):
    views = [view("SE"), view("NW")]
    assert not getattr(join_views(views), doubt)
    assert getattr(join_views([views[0], replace(views[1], **{doubt: True})]), doubt)


def test_a_corner_is_open_only_if_it_is_in_all_views_and_rather_empty_if_it_looks_so_in_one(view):
    one, other = (replace(view(corner), is_corner_open=True) for corner in ("SE", "NW"))
    assert join_views([one, other]).is_corner_open
    assert not join_views([one, replace(other, is_corner_open=False)]).is_corner_open
    low = [replace(view(corner, "1U,1U,-,1U/1U,1U,-,1U"), hidden=((0, 1, 0),)) for corner in ("SE", "SE")]
    joined = join_views([replace(low[0], rather_empty=((0, 1, 0),)), low[1]])
    assert joined.rather_empty == joined.hidden == ((0, 1, 0),)
    assert join_views(low).rather_empty == ()


def test_a_view_that_is_not_sure_of_a_cube_contradicts_none_about_its_type(view):
    other = view("NE", TOWER.replace("3NUD,0,0", "3NUD,4EUND,0"))
    unsure = (replace(cube, presence=0.9) if cube.cell == (1, 0, 2) else cube for cube in other.cubes)
    for views, faces in ([view("SE"), other], {None}), ([view("SE"), replace(other, cubes=tuple(unsure))], set()):
        assert {found.face for found in join_views(views).contradictions} & {None} == faces


def test_a_photo_is_drawn_without_a_cube_that_all_views_together_do_not_have(view):
    joined = join_views([view("SE"), view("NE")])
    gone = joined.views[0].cubes[0].cell
    drawn = without(joined, gone).as_seen_by(0)
    assert [cube.cell for cube in drawn.cubes] == [cube.cell for cube in joined.views[0].cubes if cube.cell != gone]


def test_a_tower_is_plain_only_if_nothing_misleads_in_any_view(view):
    plain, other = replace(view("SE"), is_plain=True), replace(view("NW"), is_plain=True)
    assert join_views([plain, other]).is_plain
    assert not join_views([plain, replace(other, is_plain=False)]).is_plain


UPSIDE_DOWN = "/".join(reversed(TOWER.split("/")))


@pytest.mark.parametrize(
    ("notation", "are_in_doubt", "is_open"),
    [
        pytest.param(TOWER, (False, True), False, id="the other view is sure, and the types fit"),
        pytest.param(TOWER, (True, True), True, id="no view is sure"),
        pytest.param("1U,1U,1U,1U/1U,1U,1U,1U", (False, True), True, id="upside down the types fit as well"),
        pytest.param(UPSIDE_DOWN, (False, True), True, id="the types do not fit"),
    ],
)
def test_which_end_is_up_in_a_view_another_one_can_tell(view, notation, are_in_doubt, is_open):
    sure = TOWER if notation == UPSIDE_DOWN else notation
    views = [view("SE", sure), view("NE", notation)]
    in_doubt = zip(views, are_in_doubt, strict=True)
    joined = join_views([replace(one, one_sided=is_one, is_foot_open=is_one) for one, is_one in in_doubt])
    assert (joined.one_sided, joined.is_foot_open) == (is_open, is_open)


def test_what_looks_empty_turns_with_the_tower_and_back_in_a_mirror(view):
    reading = replace(view("SE"), hidden=((0, 1, 1), (1, 1, 0)), rather_empty=((0, 1, 1),))
    for one in (turned(reading, 1), mirrored(reading)):
        assert one.rather_empty == one.hidden[:1] != reading.hidden[:1]
    assert turned(turned(reading, 1), 3).rather_empty == mirrored(mirrored(reading)).rather_empty == ((0, 1, 1),)
