"""Which way up a picture was taken is what explains it best, and open where two ways do alike."""

from types import SimpleNamespace

import numpy as np
import pytest

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.games.babel.finding import judged_pose
from vision.games.babel.finding.judged_pose import NO_TOWER, JudgedPose, judge_pose, right_way_up
from vision.games.babel.finding.tower_pose import LocatedTower


@pytest.fixture
def pose_of(camera_at):
    """A pose of which so much is seen, its camera at a height over the table."""

    def judged(score, top=0.0, faces=25, height=5.0):
        return JudgedPose(LocatedTower(camera_at((-5, -4, height)), False), score, top, faces)

    return judged


def test_where_no_way_up_shows_a_tower_there_is_none():
    assert right_way_up(None, [None, None, None]) is NO_TOWER


@pytest.mark.parametrize(("other", "is_known"), [(65.0, False), (50.0, True)])
def test_which_side_of_a_low_tower_is_up_is_open_where_two_turned_ones_are_alike(pose_of, other, is_known):
    best = pose_of(68.0, top=20.0, faces=12)
    found = right_way_up(None, [pose_of(other, top=20.0, faces=12), None, best])
    assert found.pose is best.located.pose
    assert found.is_upright_known is is_known


@pytest.mark.parametrize(("turned_score", "is_known"), [(120.0, True), (145.0, False), (155.0, False)])
def test_which_end_is_up_is_open_where_both_explain_the_picture_alike(pose_of, turned_score, is_known):
    upright = pose_of(150.0)
    found = right_way_up(upright, [pose_of(turned_score)])
    assert found.pose is upright.located.pose
    assert found.is_upright_known is is_known


def test_a_picture_that_shows_a_tower_better_once_turned_is_turned(pose_of):
    turned = pose_of(160.0, top=20.0)
    found = right_way_up(pose_of(150.0), [turned])
    assert found.pose is turned.located.pose
    assert found.is_upright_known


@pytest.mark.parametrize(("score", "top"), [(50.0, 20.0), (155.0, 20.0), (170.0, 0.0)])
def test_a_picture_that_shows_a_tower_hardly_better_once_turned_or_without_a_top_stays(pose_of, score, top):
    upright = pose_of(150.0 if score > 100 else 30.0)
    assert right_way_up(upright, [pose_of(score, top=top)]).pose is upright.located.pose


@pytest.mark.parametrize(("score", "top", "is_taken"), [(50.0, 20.0, False), (70.0, 20.0, True), (70.0, 0.0, False)])
def test_a_picture_that_shows_no_tower_as_it_is_must_show_a_clear_one_with_its_top_once_turned(
    pose_of, score, top, is_taken
):
    turned = pose_of(score, top=top)
    found = right_way_up(None, [turned])
    assert found is NO_TOWER if not is_taken else found.pose is turned.located.pose


@pytest.mark.parametrize(("height", "is_known"), [(0.2, True), (1.2, False)])
def test_a_turned_picture_was_not_taken_from_right_above_the_table(pose_of, height, is_known):
    assert right_way_up(pose_of(150.0), [pose_of(150.0, height=height)]).is_upright_known is is_known


@pytest.mark.parametrize(
    ("shift_xyz", "score", "is_shown"),
    [
        ((0.1, 0.0, 0.0), 150.0, True),
        ((0.0, 0.0, 2.0), 150.0, True),
        ((0.0, 0.05, -3.0), 150.0, True),
        ((0.0, 0.0, 0.5), 150.0, False),
        ((1.0, 0.0, 0.0), 150.0, False),
        # So little speaks for it that its ground was not looked for.
        ((0.0, 0.0, 2.0), 15.0, False),
        ((0.1, 0.0, 0.0), 15.0, True),
    ],
)
def test_a_tower_is_the_same_with_its_ground_on_another_level(pose_of, shift_xyz, score, is_shown):
    judged = pose_of(score)
    assert judged.is_shown_by(judged.located.pose.told_from(np.array(shift_xyz), 0.0)) is is_shown


@pytest.mark.parametrize(
    ("score", "top", "faces", "is_claimed", "is_clear"),
    [
        (24.0, 0.0, 5, False, False),
        (26.0, 0.0, 5, True, False),
        (19.0, 9.0, 5, False, False),
        (21.0, 9.0, 5, True, False),
        (65.0, 0.0, 20, True, False),
        (65.0, 9.0, 20, True, True),
        (105.0, 0.0, 20, True, True),
        # As much for each of its faces, with upper ones in view, is clear however few they are.
        (50.0, 15.0, 11, True, True),
        (50.0, 15.0, 12, True, False),
        (50.0, 12.0, 11, True, False),
        (19.0, 15.0, 4, True, True),
    ],
)
def test_a_tower_is_claimed_and_clear_sooner_where_its_top_is_in_view(pose_of, score, top, faces, is_claimed, is_clear):
    judged = pose_of(score, top, faces)
    assert (judged.is_claimed, judged.is_clear) == (is_claimed, is_clear)


@pytest.mark.parametrize(
    ("score", "top", "is_like_cubes"), [(40.0, 0.0, True), (35.0, 0.0, False), (35.0, 9.0, True), (25.0, 9.0, False)]
)
def test_faces_look_like_those_of_cubes_in_the_mean(pose_of, score, top, is_like_cubes):
    assert pose_of(score, top, faces=10).looks_like_cubes is is_like_cubes


@pytest.mark.parametrize(
    ("score", "top", "is_upright", "is_certain"),
    [(90.0, 9.0, True, True), (90.0, 0.0, False, True), (70.0, 9.0, False, False)],
)
def test_a_tower_whose_top_is_in_view_is_upright(pose_of, score, top, is_upright, is_certain):
    judged = pose_of(score, top)
    assert (judged.is_upright, judged.is_certain) == (is_upright, is_certain)


@pytest.mark.parametrize(("height", "is_from_above"), [(5.0, True), (0.0, True), (-0.4, True), (-0.6, False)])
def test_a_camera_may_lie_on_the_table_and_not_below_it(pose_of, height, is_from_above):
    assert pose_of(50.0, height=height).is_from_above is is_from_above


SITES = (FaceSite((0, 0, 0), Face.S), FaceSite((0, 0, 0), Face.U), FaceSite((1, 0, 0), Face.U))


@pytest.fixture
def judged_with(pose_of, monkeypatch):
    """Function (likelihood, cells, faces) -> the pose judged where so much stands there, and what was done for it."""

    def judged_with(likelihood, cells=((0, 0, 0),), faces=3, **least):
        first = pose_of(0.0).located
        better, lifted, above = (pose_of(0.0, height=height).located.pose for height in (6.0, 7.0, 8.0))
        done = []

        def note(what, result):
            done.append(what)
            return result

        def standing(pose):
            occupancy = SimpleNamespace(cells=frozenset(cells))
            answers = dict(zip(SITES, (5.0, 3.0, 4.0), strict=True))
            return SimpleNamespace(pose=pose, occupancy=occupancy, answers=answers)

        monkeypatch.setattr(judged_pose, "stand", lambda _, pose, **__: standing(pose))
        monkeypatch.setattr(judged_pose, "refined", lambda *_: note("refined", better))
        monkeypatch.setattr(judged_pose, "on_best_level", lambda *_: note("lifted", standing(lifted)))
        monkeypatch.setattr(judged_pose, "above_mirror_image", lambda *_: note("above image", standing(above)))
        monkeypatch.setattr(judged_pose, "likelihood", lambda seen: 1.0 if seen.pose is above else likelihood)
        monkeypatch.setattr(judged_pose, "footprint_faces", lambda _: (*SITES, *SITES[:1] * (faces - 3)))
        return judge_pose(np.zeros((8, 8, 3), np.uint8), first, **least), done

    return judged_with


@pytest.mark.parametrize(("likelihood", "faces", "is_lifted"), [(25.0, 3, True), (19.0, 3, False), (25.0, 13, False)])
def test_the_ground_of_what_is_hopeless_is_not_looked_for(judged_with, likelihood, faces, is_lifted):
    judged, done = judged_with(likelihood, faces=faces)
    assert done == ["refined", *["lifted", "above image"] * is_lifted]
    assert judged.located.pose.centre[2] == pytest.approx(8.0 if is_lifted else 6.0)


def test_a_tower_explains_its_mirror_image(judged_with):
    judged, _ = judged_with(25.0)
    assert judged.score == 25.0


def test_a_pose_under_which_nothing_stands_is_not_refined(judged_with):
    judged, done = judged_with(0.0, cells=())
    assert done == []
    assert judged.located.pose.centre[2] == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("likelihood", "least", "is_refined"),
    [(5.0, {}, False), (6.0, {}, True), (12.0, {"least": 12.0}, False), (0.1, {"least": 0.0}, True)],
)
def test_a_pose_for_which_hardly_anything_speaks_is_not_refined(judged_with, likelihood, least, is_refined):
    judged, done = judged_with(likelihood, **least)
    assert done == ["refined"] * is_refined
    assert judged.score == likelihood


def test_how_much_the_upper_faces_say_is_summed_up(judged_with):
    judged, _ = judged_with(15.0)
    assert (judged.score, judged.top, judged.faces) == (15.0, 7.0, 3)
