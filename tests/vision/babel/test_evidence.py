"""What evidence says of a cube: as much as is likely, and never a cube that there is not."""

import numpy as np
import pytest

from rules.games.babel import Cube, Face
from vision.games.babel.evidence import LIKELIER, SAID, SURE, Contradiction, CubeEvidence, SeenTower, said_or_sure

LIKELY = (SAID + SURE) / 2


# A grey cube has no bulge: `Cube` refuses it with one.
@pytest.mark.parametrize(("type", "bulges"), [(0, set()), (1, {Face.E})])
def test_likely_marks_are_said_where_a_cube_can_have_them(type, bulges):
    told = said_or_sure(lambda least: Cube(type, frozenset({Face.E} if least <= LIKELY else set())))
    assert told == Cube(type, frozenset(bulges))


def of_types(*probabilities):
    """A cube of which colours alone tell."""
    return CubeEvidence((0, 0, 0), 1.0, probabilities, tuple(np.log(probabilities)), (), ())


@pytest.mark.parametrize(
    ("likeliest", "told", "judged"),
    [(LIKELIER, None, None), (LIKELIER + 0.01, 1, None), (SAID - 0.01, 1, None), (SAID, 1, 1)],
)
def test_a_type_is_told_once_likelier_than_all_others_together_and_judged_once_it_is_clearly_so(
    likeliest, told, judged
):
    cube = of_types((1 - likeliest) / 2, likeliest, (1 - likeliest) / 2, 1e-9, 1e-9)
    seen = SeenTower(cubes=(cube,), hidden=(), cut_off=False, too_dark=False)
    assert seen.likely_types.get(cube.cell) == told
    assert (seen.tower[cube.cell], cube.is_type_doubtful) == (Cube(judged), judged is None)


@pytest.mark.parametrize(("face", "likely"), [(None, {}), (Face.E, {(0, 0, 0): 1})])
def test_no_type_is_told_of_a_cube_on_which_views_contradict_each_other(face, likely):
    unclear = Contradiction((0, 0, 0), face, ((0, "grey"), (1, "white")))
    cube = of_types(0.05, 0.8, 0.05, 0.05, 0.05)
    seen = SeenTower(cubes=(cube,), hidden=(), cut_off=False, too_dark=False, contradictions=(unclear,))
    assert seen.likely_types == likely
