"""Where cubes stood a moment ago helps with what is doubtful, and gives way to what is clear."""

import numpy as np
import pytest

from vision.faces import sightlines
from vision.games.babel.standing.candidates import CANDIDATE_CELLS, TOWER_CELLS
from vision.games.babel.standing.expected import near
from vision.games.babel.standing.occupancy import FaceOdds, find_occupancy
from vision.games.babel.standing.one_view import Standing


@pytest.fixture
def seen(camera_at):
    """What a picture alone tells of a tower, with answers as sure as is wished."""
    pose = camera_at((-6, -7, 6), focal_px=700.0)
    lines = sightlines(CANDIDATE_CELLS, pose)

    def seen(occupied, certainty):
        in_view = lines.visible_shares(sorted(occupied)) if occupied else np.zeros(len(lines.sites))
        own = np.array([site.cell in occupied for site in lines.sites])
        odds = FaceOdds.alike(certainty * np.where(own & (in_view > 0.3), 1.0, -1.0))
        return Standing(pose, lines, odds, find_occupancy(lines, odds))

    return seen


def test_a_cube_that_is_a_little_doubtful_is_still_where_it_stood(seen):
    standing = seen(set(TOWER_CELLS[:7]), 0.3)
    assert TOWER_CELLS[7] not in standing.occupancy.cells
    assert set(near(standing, TOWER_CELLS[:8]).occupancy.cells) == set(TOWER_CELLS[:8])


def test_a_cube_is_rather_new_than_moved_from_another_place_unless_that_is_clear(seen):
    before, after = set(TOWER_CELLS[:5]), {*TOWER_CELLS[:4], TOWER_CELLS[5]}
    for certainty, cells in ((1.2, before | after), (2.5, after)):
        standing = seen(after, certainty)
        assert set(standing.occupancy.cells) == after
        assert set(near(standing, before).occupancy.cells) == cells


def test_a_tower_that_was_cleared_away_is_gone_however_many_cubes_it_had(seen):
    assert near(seen(set(), 3.0), TOWER_CELLS[:24]).occupancy.cells == ()


def test_another_tower_altogether_is_seen_as_it_is(seen):
    standing = seen(set(TOWER_CELLS[:1]), 4.0)
    assert set(near(standing, TOWER_CELLS[:24]).occupancy.cells) == set(standing.occupancy.cells)


def test_a_cube_that_the_picture_alone_shows_faintly_below_another_level_may_be_there(seen):
    """Its faces are rather there than not; with one cube that clearly came another one is not believed for that."""
    before, faint, new = set(TOWER_CELLS[:7]), TOWER_CELLS[7], (0, 0, 2)
    clear = seen({*before, faint, new}, 4.0)
    of_it = np.array([site.cell == faint for site in clear.lines.sites])
    odds = FaceOdds.alike(np.where(of_it, 0.2, clear.odds.whole))
    standing = Standing(clear.pose, clear.lines, odds, find_occupancy(clear.lines, odds))
    assert set(standing.occupancy.cells) == {*before, faint, new}
    told = near(standing, before).occupancy
    assert set(told.cells) == {*before, new}
    assert faint in told.untold


def with_odds(standing, nats_by_cell):
    """The same where the faces of some cubes say otherwise."""
    whole = standing.odds.whole.copy()
    for cell, nats in nats_by_cell.items():
        whole[[site.cell == cell for site in standing.lines.sites]] = nats
    odds = FaceOdds.alike(whole)
    return Standing(standing.pose, standing.lines, odds, find_occupancy(standing.lines, odds))


def test_on_the_top_level_a_faint_cube_is_not_left_open(seen):
    before, faint, new = set(TOWER_CELLS[:8]), (1, 1, 2), (0, 0, 2)
    standing = with_odds(seen({*before, faint, new}, 4.0), {faint: 0.2})
    assert set(standing.occupancy.cells) == {*before, faint, new}
    told = near(standing, before).occupancy
    assert set(told.cells) == {*before, new}
    assert faint not in told.untold


def test_a_cube_that_clearly_came_beside_the_footprint_brings_no_faint_one_along(seen):
    before, faint, beside = set(TOWER_CELLS[:7]), TOWER_CELLS[7], (-1, 0, 0)
    standing = with_odds(seen({*before, faint, beside}, 4.0), {faint: 0.2})
    assert set(standing.occupancy.cells) == {*before, faint, beside}
    assert set(near(standing, before).occupancy.cells) == {*before, beside}


def test_where_cubes_stood_that_are_not_looked_for_the_picture_alone_tells(seen):
    standing = seen(set(TOWER_CELLS[:5]), 1.2)
    assert near(standing, [*TOWER_CELLS[:6], (4, 0, 0)]) is standing
