"""What evidence says of a cube: as much as is likely, and never a cube that there is not."""

import pytest

from rules.games.babel import Cube, Face
from vision.evidence import SAID, SURE, said_or_sure

LIKELY = (SAID + SURE) / 2


# A grey cube has no bulge: `Cube` refuses it with one.
@pytest.mark.parametrize(("type", "bulges"), [(0, set()), (1, {Face.E})])
def test_likely_marks_are_said_where_a_cube_can_have_them(type, bulges):
    told = said_or_sure(lambda least: Cube(type, frozenset({Face.E} if least <= LIKELY else set())))
    assert told == Cube(type, frozenset(bulges))
