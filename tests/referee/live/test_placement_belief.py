"""What a placement may be, legal or not, by all that was seen."""

from referee.live.placement_belief import Before, weigh_placement
from rules.games.babel import DEFAULT_OPTIONS, Face
from vision.evidence import CubeEvidence, FaceEvidence
from vision.games.babel.belief import join
from vision.games.babel.memory import CubeMemory


def test_a_cube_too_many_is_told_of_the_likeliest_type(camera_at):
    """Beige rather than black, and the player holds neither."""
    types = (-9.0, -9.0, -3.0, 0.0, -9.0)
    belief = join(types, {})
    face = FaceEvidence(Face.U, camera_at((-6, -7, 4)).project([[[0.0, 0.0, 1.0]] * 4])[0], 1.0, 40.0, 0.0, 0.5)
    cube = CubeEvidence((0, 0, 0), 0.999, tuple(map(float, belief.types)), types, (face,), belief.whole)
    before = Before({}, frozenset(), (3, 3, 0, 0, 2), DEFAULT_OPTIONS)
    found = weigh_placement((0, 0, 0), CubeMemory().seen(cube), before)
    assert "beige" in " ".join(fault.message for fault in found.faults if fault.rule == 1)
