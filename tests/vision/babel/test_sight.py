"""What may mislead on a face, and what the box can hold, reach what is told of a photo."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.games.babel.cues import ALL_CUES, Cue
from vision.games.babel.reader import see
from vision.games.babel.telling import sight as babel_sight
from vision.games.babel.telling.tower_network import TowerAnswers, ask_tower, mean_answers
from vision.games.babel.telling.tower_picture import COLOUR_PX, OPEN_PX, mirrored

PHOTO = Path(__file__).parents[3] / "samples" / "photos" / "develop" / "develop_01.jpg"


@pytest.fixture(scope="module")
def sight():
    return see(cv2.imread(str(PHOTO)))


@pytest.fixture(scope="module")
def clear(sight):
    """What is told where nothing misleads."""
    return sight.tell()


def marks(reading):
    return np.array([face.bulge_log_odds for cube in reading.cubes for face in cube.faces])


def test_where_nothing_misleads_the_tower_is_plain(clear):
    assert clear.is_plain
    assert clear.covered == ()
    assert abs(marks(clear)).max() > 6


def test_marks_on_faces_that_an_edge_of_light_crosses_are_doubted(sight, clear):
    crossed = replace(sight, is_crossed=np.ones_like(sight.is_crossed)).tell()
    assert not crossed.is_plain
    assert abs(marks(crossed)).max() <= 4.6
    assert ((marks(crossed) > 0) == (marks(clear) > 0)).all()


def test_marks_on_faces_with_a_spot_in_their_middle_are_doubted(sight, monkeypatch):
    monkeypatch.setattr(babel_sight, "has_spot", lambda picture, types: np.ones(len(picture.axes), np.bool_))
    spotted = sight.tell()
    assert not spotted.is_plain
    assert abs(marks(spotted)).max() <= 4.6


def test_what_lies_behind_a_bulge_covers_no_face(sight, monkeypatch):
    right_half = np.zeros((len(sight.in_view.sites), COLOUR_PX, COLOUR_PX), np.bool_)
    right_half[:, :, COLOUR_PX // 2 :] = True
    axes = sight.picture.axes + right_half[..., None] * np.float32([0.0, 1.0, 0.0])
    unsure = np.zeros_like(sight.presence_log_odds)
    two_tints = replace(sight, picture=replace(sight.picture, axes=axes), presence_log_odds=unsure)
    assert two_tints.tell().covered
    monkeypatch.setattr(babel_sight, "behind_bulges", lambda *_: right_half)
    assert two_tints.tell().covered == ()


def test_types_are_told_by_what_the_box_holds_too(sight, clear):
    alone = replace(sight, cues=ALL_CUES - {Cue.INVENTORY}).tell()
    assert [cube.type_log_likelihoods for cube in alone.cubes] == [cube.type_log_likelihoods for cube in clear.cubes]
    assert [cube.type_probabilities for cube in alone.cubes] != [cube.type_probabilities for cube in clear.cubes]


def test_a_tower_is_looked_at_in_a_mirror_and_without_what_bulges_hide_of_other_faces(sight, monkeypatch):
    lower_half = np.zeros_like(sight.picture.is_open)
    lower_half[:, OPEN_PX // 2 :] = True
    monkeypatch.setattr(babel_sight, "behind_other_bulges", lambda *_: lower_half)
    looks = mirrored(sight.picture), replace(sight.picture, is_open=sight.picture.is_open & ~lower_half)
    both = mean_answers(*(ask_tower(look, sight.paints, sight.cues) for look in looks))
    # A closer look that is half as sure of the same changes nothing.
    monkeypatch.setattr(babel_sight, "ask_marks", lambda *_: both.bulge_log_odds[abs(both.bulge_log_odds) < 5] / 2)
    told = sight.tell()
    assert marks(told) == pytest.approx(both.bulge_log_odds)
    assert np.array([cube.type_log_likelihoods for cube in told.cubes]) == pytest.approx(both.type_log_likelihoods)


@pytest.fixture
def asked_closely(sight, monkeypatch):
    """Lets a closer look take every mark for a bulge, surely; the views of the faces whose marks are asked about."""
    asked = []

    def all_bulges(patches, colours, is_open, views):
        asked.extend(views)
        return np.full(len(views), 9.0)

    monkeypatch.setattr(babel_sight, "ask_marks", all_bulges)
    return asked


def test_marks_in_doubt_alone_are_looked_at_closely(sight, monkeypatch, asked_closely):
    doubtful = np.arange(len(sight.in_view.sites)) % 2 == 0
    log_odds = np.where(doubtful, -2.0, -6.0)
    types = np.full((len(sight.in_view.cells), 5), np.log(0.2))
    monkeypatch.setattr(babel_sight, "ask_tower", lambda *_: TowerAnswers(types, log_odds))
    told = marks(sight.tell())
    assert (np.array(asked_closely) == sight.picture.views[doubtful]).all()
    assert (told[doubtful] > 0).all()
    assert told[~doubtful] == pytest.approx(-6.0)


def test_marks_are_not_looked_at_closely_where_shapes_are_no_cue(sight, asked_closely):
    replace(sight, cues=ALL_CUES - {Cue.SHAPES}).tell()
    assert asked_closely == []


def test_what_bulges_hide_of_other_faces_is_told_by_the_first_look(sight, monkeypatch):
    asked = []

    def nothing_hidden(sites, is_bulge, *_):
        asked.extend(is_bulge)
        return np.zeros_like(sight.picture.is_open)

    monkeypatch.setattr(babel_sight, "behind_other_bulges", nothing_hidden)
    sight.tell()
    first = ask_tower(mirrored(sight.picture), sight.paints, sight.cues)
    assert asked == (first.bulge_log_odds > 0).tolist()
    assert any(asked)
    asked.clear()
    replace(sight, cues=ALL_CUES - {Cue.BULGES}).tell()
    assert not any(asked)


def test_on_a_mat_what_hardly_looks_like_faces_is_misplaced(sight, clear):
    assert not clear.misplaced
    faint = replace(sight, presence_log_odds=np.full_like(sight.presence_log_odds, 3.9))
    assert faint.tell().misplaced
    # Without one it was found by its own lines.
    assert not replace(faint, quarters=None).tell().misplaced


def test_where_hardly_any_colour_shows_no_type_is_sure(sight, clear):
    def sureness(reading):
        return max(np.ptp(cube.type_log_likelihoods) for cube in reading.cubes)

    assert sureness(replace(sight, colourless=True).tell()) <= 1.5 + 1e-6 < sureness(clear)
