"""What stands before a face is told once it is known: then a cube shows that only the half of one face tells of."""

import numpy as np
import pytest

from calibration.locating import LocatedMat
from calibration.markers import MatSighting
from calibration.mat import BABEL_MAT
from rules.games.babel import Face
from vision.face_network import CLOSE_LOOK, FIRST_LOOK
from vision.faces import FaceSite, sightlines
from vision.games.babel.finding.tower_pose import LocatedTower
from vision.games.babel.standing import one_view
from vision.games.babel.standing.candidates import CANDIDATE_CELLS, TOWER_CELLS
from vision.games.babel.standing.one_view import emptied, looked_closely, refined, stand
from vision.refinement import ROUND_THE_EDGES, ROUND_THE_OUTLINE

FRONT, BEHIND, BESIDE = {*TOWER_CELLS[:6], (0, 0, 2), (1, 0, 2)}, (1, 1, 1), (1, 2, 0)
# What stands on the one behind in some of the pictures, or seems to.
ON_TOP = (1, 1, 2)


def answered_by(monkeypatch, answer):
    """Let a function answer in place of the networks, whether they are asked for the first time or again."""
    for name in ("ask_presence", "ask_again"):
        monkeypatch.setattr(one_view, name, answer)


@pytest.fixture
def ask(monkeypatch, camera_at):
    """Function (eye, last cell) -> the tower found, and each question asked: the faces and what stands before them."""

    def look(eye, last):
        pose = camera_at(eye)
        lines = sightlines(CANDIDATE_CELLS, pose)
        tower = sorted(FRONT | {last})
        shares = dict(zip(lines.sites, lines.visible_shares(tower), strict=True))
        assert any(0.1 < share < 0.9 for site, share in shares.items() if site.cell == last)
        questions = []

        def answer(frame_bgr, sites, pose, before=()):
            """As a network that does not know half a face where it is not told that something hides the other half."""
            questions.append((sites, before))
            return np.array([5.0 if is_seen(site, before) else -0.5 if site.cell == ON_TOP else -4.0 for site in sites])

        def is_seen(site, before):
            return site.cell in tower and shares[site] > (0.9 if site.cell == last and not before else 0.1)

        answered_by(monkeypatch, answer)
        return stand(np.zeros((960, 1280, 3), np.uint8), pose), questions

    return look


@pytest.fixture
def asked(ask):
    return ask((0, -6, 10), BEHIND)


def test_a_cube_behind_others_is_found(asked):
    standing, _ = asked
    assert set(standing.occupancy.cells) == FRONT | {BEHIND}


def test_a_cube_beside_the_tower_and_in_part_behind_it_is_found(ask):
    standing, _ = ask((3, -7, 8), BESIDE)
    assert set(standing.occupancy.cells) == FRONT | {BESIDE}


def test_no_cube_stands_where_it_would_hide_a_face_that_was_not_known_without_being_told_what_hides_it(ask):
    standing, questions = ask((5, -5, 11), BEHIND)
    assert set(standing.occupancy.cells) == FRONT | {BEHIND}
    assert (ON_TOP in questions[-2][1], set(questions[-1][1])) == (True, FRONT | {BEHIND})


def test_only_what_is_in_doubt_is_asked_again(asked):
    standing, questions = asked
    again = [(sites, before) for sites, before in questions if before]
    assert [set(before) for _, before in again] == [FRONT, FRONT | {BEHIND}]
    assert all(0 < len(sites) < len(questions[0][0]) / 3 for sites, _ in again)
    assert standing.occupancy.cells == again[-1][1]


@pytest.mark.parametrize("height", [2, 3, 5])
def test_a_stack_beside_the_footprint_is_found_however_high(monkeypatch, camera_at, height):
    tower = {*TOWER_CELLS[:4], *((1, 2, z) for z in range(height))}
    pose = camera_at((4, -7, 12))
    lines = sightlines(sorted({*CANDIDATE_CELLS, *tower}), pose)
    shares = dict(zip(lines.sites, lines.visible_shares(sorted(tower)), strict=True))

    def answer(frame_bgr, sites, pose, before=()):
        return np.array([5.0 if site.cell in tower and shares[site] > 0.5 else -4.0 for site in sites])

    answered_by(monkeypatch, answer)
    standing = stand(np.zeros((960, 1280, 3), np.uint8), pose)
    assert set(standing.occupancy.cells) == tower


def test_a_face_that_is_hidden_in_part_is_likelier_there_than_the_network_says(monkeypatch, camera_at):
    pose = camera_at((4, -7, 12))
    lines = sightlines(TOWER_CELLS[:1], pose)
    answered_by(monkeypatch, lambda frame_bgr, sites, *_: np.full(len(sites), -0.5))
    whole, partly = (
        one_view._answers(np.zeros((960, 1280, 3), np.uint8), lines, pose, np.array([0]), np.array([share]), ())
        for share in (1.0, 0.5)
    )
    assert whole < 0 < partly


@pytest.fixture
def look_closely(monkeypatch, camera_at):
    """Function (log-odds of a fifth cube, at first and closely) -> what stands there so, and the close questions."""
    tower, fifth = TOWER_CELLS[:4], TOWER_CELLS[4]

    def look(at_first, closely, eye=(-6, -7, 9), eye_then=(-6, -7, 9)):
        shares = {
            site: share
            for lines in (sightlines(CANDIDATE_CELLS, camera_at(eye)), sightlines(CANDIDATE_CELLS, camera_at(eye_then)))
            for site, share in zip(lines.sites, lines.visible_shares(tower), strict=True)
        }
        questions = []

        def answer(frame_bgr, sites, pose, before=(), look=FIRST_LOOK):
            questions.append((look, sites, before))
            doubtful = closely if look is CLOSE_LOOK else at_first
            clear = [5.5 if site.cell in tower and shares[site] > 0.5 else -5.5 for site in sites]
            return np.array([doubtful if site.cell == fifth else own for site, own in zip(sites, clear, strict=True)])

        answered_by(monkeypatch, answer)
        frame = np.zeros((960, 1280, 3), np.uint8)
        standing = stand(frame, camera_at(eye))
        close = looked_closely(frame, standing, camera_at(eye_then))
        asked = [(sites, before) for look, sites, before in questions if look is CLOSE_LOOK]
        return standing, close, asked

    return look


@pytest.mark.parametrize(
    ("at_first", "closely", "found"),
    [
        pytest.param(2.5, -5.0, (5, 4), id="it takes away a cube that seemed to stand there"),
        pytest.param(-1.0, 4.0, (4, 5), id="it finds a cube that was doubtful"),
    ],
)
def test_a_closer_look_counts_instead_of_the_first(look_closely, at_first, closely, found):
    standing, close, _ = look_closely(at_first, closely)
    assert (len(standing.occupancy.cells), len(close.occupancy.cells)) == found


@pytest.mark.parametrize(("at_first", "closely", "against"), [(1.0, -5.0, 2.0), (-4.0, -5.0, 4.0), (-4.0, -1.0, 1.0)])
def test_a_face_that_is_not_seen_closely_may_be_covered_and_says_little_against_its_cube(
    look_closely, at_first, closely, against
):
    _, close, _ = look_closely(at_first, closely)
    odds = [log_odds for site, log_odds in close.answers.items() if site.cell == TOWER_CELLS[4]]
    assert odds == pytest.approx([-against] * len(odds))


def test_a_closer_look_is_at_what_is_in_doubt_and_knows_what_stands_before_it(look_closely):
    _, _, asked = look_closely(-1.0, -2.0)
    assert {site.cell for sites, _ in asked for site in sites} == {TOWER_CELLS[4]}
    assert all(set(before) == set(TOWER_CELLS[:4]) for _, before in asked)


def test_a_face_that_only_the_refined_pose_turns_to_the_camera_is_looked_at(look_closely):
    _, _, asked = look_closely(-1.0, -2.0, (0, -9, 9), (-6, -7, 9))
    assert any(site.face is Face.W for sites, _ in asked for site in sites)


@pytest.mark.parametrize(("at_first", "closely"), [(2.5, 4.0), (-1.0, 4.0)])
def test_where_no_cube_can_be_none_is_found_and_no_closer_look_asks(monkeypatch, look_closely, at_first, closely):
    standing, close, _ = look_closely(at_first, closely)
    assert TOWER_CELLS[4] in close.occupancy.cells
    without = emptied(standing, [TOWER_CELLS[4]])
    answered_by(monkeypatch, lambda _, sites, *__: np.full(len(sites), closely))
    again = looked_closely(np.zeros((960, 1280, 3), np.uint8), without, standing.pose)
    assert without.occupancy.cells == again.occupancy.cells == TOWER_CELLS[:4]


def test_of_faces_that_something_hides_in_part_no_closer_look_is_taken(asked, monkeypatch):
    standing, _ = asked
    lines, cells = standing.lines, standing.occupancy.cells
    shares = dict(zip(lines.sites, lines.visible_shares(cells), strict=True))
    looks = []

    def look(_, sites, *__):
        looks.append(sites)
        return np.array([standing.answers[site] for site in sites])

    answered_by(monkeypatch, look)
    looked_closely(np.zeros((960, 1280, 3), np.uint8), standing, standing.pose)
    assert any(0.1 < share < 0.9 for site, share in shares.items() if site.cell == BEHIND)
    assert looks
    assert {shares[site] for sites in looks for site in sites} <= {1.0}


def test_of_a_face_turned_away_nothing_is_known_and_none_is_where_nobody_looked(look_closely):
    standing, *_ = look_closely(2.5, 2.5)
    away, never = FaceSite((0, 0, 0), Face.N), FaceSite((0, 0, 6), Face.N)
    assert not {away, never} & set(standing.lines.sites)
    odds = standing.odds_of([away, never, FaceSite((0, 0, 0), Face.S)])
    assert odds.whole.tolist() == odds.partly.tolist() == [0.0, -6.0, 5.5]
    assert standing.log_odds_of([away, FaceSite((0, 0, 0), Face.S)]).tolist() == [0.0, 5.5]


def test_a_tower_on_a_mat_is_looked_for_farther_off_than_one_whose_own_lines_gave_the_pose(look_closely, monkeypatch):
    standing, *_ = look_closely(2.5, 2.5)
    pose, corners = standing.pose, BABEL_MAT.marker_corners(4)
    mat = LocatedMat(pose, MatSighting((4,), pose.project(corners)[None]), corners, 0.0, is_lens_known=False)
    monkeypatch.setattr(one_view, "refine_pose", lambda _, __, cells, sites, reaches, log_size: reaches)
    frame = np.zeros((960, 1280, 3), np.uint8)
    assert refined(frame, standing, mat) == ROUND_THE_OUTLINE
    assert refined(frame, standing, LocatedTower(pose, is_lens_known=False)) == ROUND_THE_EDGES
