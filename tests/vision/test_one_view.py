"""What stands before a face is told once it is known: then a cube shows that only the half of one face tells of."""

import numpy as np
import pytest

from vision.faces import sightlines
from vision.games.babel import one_view
from vision.games.babel.candidates import CANDIDATE_CELLS, TOWER_CELLS
from vision.games.babel.one_view import stand

FRONT, BEHIND = {*TOWER_CELLS[:6], (0, 0, 2), (1, 0, 2)}, (1, 1, 1)


@pytest.fixture
def asked(monkeypatch, camera_at):
    """The tower found, and each question asked: the faces and what was told to stand before them."""
    pose = camera_at((0, -6, 10))
    lines = sightlines(CANDIDATE_CELLS, pose)
    tower = sorted(FRONT | {BEHIND})
    shares = dict(zip(lines.sites, lines.visible_shares(tower), strict=True))
    questions = []

    def answer(frame_bgr, sites, pose, before=()):
        """As a network that does not know half a face where it is not told that something hides the other half."""
        questions.append((sites, before))
        return np.array([5.0 if is_seen(site, before) else -4.0 for site in sites])

    def is_seen(site, before):
        return site.cell in tower and shares[site] > (0.9 if site.cell == BEHIND and not before else 0.1)

    monkeypatch.setattr(one_view, "ask_presence", answer)
    assert all(0.1 < share < 0.9 or share == 0 for site, share in shares.items() if site.cell == BEHIND)
    return stand(np.zeros((960, 1280, 3), np.uint8), pose, {}, {}), questions


def test_a_cube_behind_others_is_found(asked):
    standing, _ = asked
    assert set(standing.occupancy.cells) == FRONT | {BEHIND}


def test_only_what_is_in_doubt_is_asked_again(asked):
    standing, questions = asked
    again = [(sites, before) for sites, before in questions if before]
    assert [set(before) for _, before in again] == [FRONT, FRONT | {BEHIND}]
    assert all(0 < len(sites) < len(questions[0][0]) / 3 for sites, _ in again)
    assert standing.occupancy.cells == again[-1][1]
