"""How likely it is that the player to move has no legal placement left. Called by `placing`."""

from collections.abc import Sequence

from rules.games.babel import LEVELS, TYPES, Cell, Cube, Face, Tower, bulge_sets, is_outer, open_cells

from .surroundings import Before, marks_met, touching_faces

# Below this the other open cells need not be weighed.
_HOPELESS = 0.01


def chance_of_end(before: Before) -> float:
    """The probability that no cube of a hand can be placed legally.

    Parameters
    ----------
    before : Before
        The tower, and the hand of the player to move; without a hand only a finished tower ends the game.

    Returns
    -------
    float, 0..1
        The open cells taken as independent.
    """
    inner = {cell: Cube(None) for cell in before.others if cell[2] < LEVELS}
    cells = open_cells(Tower.from_cubes(inner))
    if not cells:
        return 1.0
    if before.hand is None or not before.others:
        return 0.0
    chance = 1.0
    for cell in cells:
        chance *= _chance_of_none(cell, before, before.hand)
        if chance < _HOPELESS:
            return 0.0
    return chance


def _chance_of_none(cell: Cell, before: Before, hand: Sequence[int]) -> float:
    """The probability that no cube of the hand fits into a cell."""
    touching = touching_faces(cell, before.others)
    outer = {face for face in Face if is_outer(cell, face)}
    held = [kind.number for kind in TYPES if hand[kind.number]]
    turned = [bulges for type in held for bulges in bulge_sets(type, before.options) if not bulges & outer]
    fitting = {tuple(face not in bulges for face in touching) for bulges in turned}
    return sum(share for marks, share in marks_met(cell, touching, before).items() if marks not in fitting)
