"""How likely it is that no placement is left, by how surely it was seen what is open."""

import math

import pytest

from referee.live.ending import chance_of_end
from referee.live.surroundings import Before
from rules.games.babel import DEFAULT_OPTIONS, Cube, Face
from vision.games.babel.memory import CubeMemory


@pytest.mark.parametrize("chance_up", [0.9, 0.98])
def test_a_game_has_ended_only_where_every_open_cell_fits_nothing(chance_up):
    """Only greys are left; they fit beside the white cube, in either open cell, only if its bulge lies there."""
    odds = math.log(2 * chance_up / (1 - chance_up))
    white = CubeMemory(told=Cube(1, frozenset(), frozenset({Face.W, Face.S, Face.D})), marks={Face.U: (odds, 1)})
    before = Before({(0, 0, 0): white}, frozenset(), (3, 0, 0, 0, 0), DEFAULT_OPTIONS)
    beside = (1 - chance_up) / 2
    assert chance_of_end(before) == pytest.approx((1 - beside) ** 2)


def test_a_cube_beside_the_tower_closes_no_place():
    """A grey one fits into the last place of the level, whatever lies East of it."""
    bulges = {(0, 0, 0): {Face.E, Face.N}, (1, 0, 0): {Face.N, Face.U}, (0, 1, 0): {Face.E, Face.U}}
    tower = {cell: CubeMemory().corrected(Cube(2, frozenset(faces))) for cell, faces in bulges.items()}
    beside = {(2, 1, 0): CubeMemory().corrected(Cube(0))}
    assert chance_of_end(Before(tower | beside, frozenset(), (3, 0, 0, 0, 0), DEFAULT_OPTIONS)) < 0.01
