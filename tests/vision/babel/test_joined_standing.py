"""Where cubes stand by several views: heights of columns against each other, and what each view would show."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from rules.games.babel import COLUMNS, Face
from vision.games.babel.joining import joined_standing
from vision.games.babel.joining.joined_standing import join_standing
from vision.games.babel.joining.sides import view_weights

COLUMN = ((0, 0, 0), (0, 0, 1), (0, 0, 2))


@pytest.fixture
def joined(monkeypatch):
    """Function (log-likelihoods of heights by each view, cells untold) -> where cubes of one column stand."""

    def join(*logs, untold=()):
        seen = [SimpleNamespace(every=COLUMN, cubes={}, height_logs=lambda _, own=own: np.array(own)) for own in logs]
        monkeypatch.setattr(joined_standing, "_as_views", lambda _: seen)
        return join_standing([SimpleNamespace(hidden=untold)] * len(logs), [1.0] * len(logs))

    return join


def test_a_cube_is_as_sure_as_the_likeliest_tower_that_ends_below_it_is_unlikely(joined):
    """One view shows three cubes, another none above the first, nor the second and third for each other."""
    above = [-12.0] * 4
    presence = joined([-12.0, -12.0, -12.0, 0.0, *above], [0.0, 0.0, -4.0, -8.0, *above]).presence
    assert list(presence) == list(COLUMN)
    assert presence[0, 0, 2] == pytest.approx(1 / (1 + np.exp(-4.0)))


def test_what_may_stand_on_a_column_is_untold_unless_a_view_would_show_it(joined):
    heights = [-9.0, 0.0, -3.0, -5.0, *[-9.0] * 4]
    assert joined(heights, untold=COLUMN[1:]).untold == ((0, 0, 1),)
    assert joined(heights).untold == ()


@pytest.fixture
def view(read_like, camera_at):
    """Function (tower, camera's place) -> what one view says of cells up to a level above the tower."""

    def look(notation, eye=(6, -6, 7), change=lambda cube: cube):
        reading = read_like(notation, pose=camera_at(eye))
        reading = replace(reading, cubes=tuple(map(change, reading.cubes)))
        every = tuple((*column, z) for column in COLUMNS for z in range(reading.levels + 1))
        return joined_standing._View(reading, every)

    return look


def with_doubtful_tops(cube):
    """The cube, its upper mark not told for sure."""
    faces = (replace(f, bulge_probability=0.9) if f.face is Face.U else f for f in cube.faces)
    return replace(cube, faces=tuple(faces))


def test_more_speaks_against_a_cube_on_a_face_whose_mark_is_told(view):
    tower = "0,1U,0,0"
    clear, doubtful = (look.height_logs((1, 0)) for look in (view(tower), view(tower, change=with_doubtful_tops)))
    assert clear[1:].tolist() == pytest.approx([0.0] + [-7.0] * (len(clear) - 2))
    assert doubtful[1:].tolist() == pytest.approx([0.0] + [-4.0] * (len(clear) - 2))


def test_a_view_would_show_the_top_of_a_cube_with_nothing_on_it(view):
    # From the other corner its sides are hidden by the columns beside it.
    corner = view("0,0,-,0/0,0,-,0")
    assert corner.would_show((0, 1, 1))
    assert not corner.would_show((0, 1, 0))
    assert not corner.would_show((0, 1, 3))


def test_from_one_side_are_views_that_see_the_middle_of_the_tower_alike():
    low, high, across = ((2.5, 0.0, 2.6), (2.5, 0.0, 3.4), (-2.5, 0.0, 3.0))

    def weights(*eyes, levels):
        return view_weights(
            [SimpleNamespace(levels=levels, pose=SimpleNamespace(centre=np.array(eye))) for eye in eyes]
        )

    # The lower one looks up at the middle of a tower of six levels, the upper one down; of a low one both see the top.
    assert weights(low, high, across, levels=6) == pytest.approx((1.0, 1.0, 1.0))
    assert weights(low, high, across, levels=1) == pytest.approx((0.5, 0.5, 1.0))
