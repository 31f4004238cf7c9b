"""Which way up a picture was taken is what explains it best, and open where two ways do alike."""

import numpy as np
import pytest

from vision.games.babel.finding.judged_pose import NO_TOWER, JudgedPose, right_way_up
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
