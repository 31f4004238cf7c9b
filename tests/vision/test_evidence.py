"""What evidence says of a cube: as much as is likely, and never a cube that there is not."""

import numpy as np
import pytest

from rules.games.babel import Cube, Face
from vision.evidence import LIKELIER, SAID, SURE, CubeEvidence, said_or_sure

LIKELY = (SAID + SURE) / 2


# A grey cube has no bulge: `Cube` refuses it with one.
@pytest.mark.parametrize(("type", "bulges"), [(0, set()), (1, {Face.E})])
def test_likely_marks_are_said_where_a_cube_can_have_them(type, bulges):
    told = said_or_sure(lambda _, least: Cube(type, frozenset({Face.E} if least <= LIKELY else set())))
    assert told == Cube(type, frozenset(bulges))


def of_types(*probabilities):
    """A cube of which colours alone tell."""
    return CubeEvidence((0, 0, 0), 1.0, probabilities, tuple(np.log(probabilities)), (), ())


@pytest.mark.parametrize(
    ("likeliest", "type", "is_doubtful"),
    [(LIKELIER - 0.01, None, True), (LIKELIER, 1, True), (SAID - 0.01, 1, True), (SAID, 1, False)],
)
def test_a_type_is_said_once_likelier_than_all_others_together_and_doubted_a_little_longer(
    likeliest, type, is_doubtful
):
    cube = of_types((1 - likeliest) / 2, likeliest, (1 - likeliest) / 2, 1e-9, 1e-9)
    assert (cube.type, cube.known, cube.is_type_doubtful) == (type, Cube(type), is_doubtful)
