"""Knows what happens in a filmed game: placements, fouls, cubes taken back or turned, reaches, a bumped camera.

Called by samples.sequence, which films it. A story is drawn from a random generator; what is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rules.games.babel import Fault, Placement, Position, bulge_sets

from .towers import FAULT_NAMES, Pile, faulty_placements, random_legal_tower

Generator = np.random.Generator
Kind = Literal["placement", "undo", "turned", "reach", "bump"]
_TRIES = 200


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that players do, or that happens to the camera.

    Attributes
    ----------
    kind
        "turned" exchanges a cube for the same one turned in place; a "reach" is a hand over the tower that changes
        nothing.
    player
        Whose hand it is, 1 or 2; 0 for a bump.
    removed, added
        What is no longer there, and what is there instead.
    faults
        The rules that the placement or the turn breaks.
    """

    kind: Kind
    player: int = 0
    removed: Placement | None = None
    added: Placement | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """How much of what a story has; ``placements`` counts those that stay."""

    placements: int = 9
    fouls: int = 0
    undos: int = 0
    turns: int = 0
    reaches: int = 0
    bumps: int = 0


def pile_after(pile: Pile, happening: Happening) -> Pile:
    """The placements that stand after a happening, in their order."""
    if happening.kind == "turned":
        return tuple(happening.added or one if one == happening.removed else one for one in pile)
    kept = tuple(one for one in pile if one != happening.removed)
    return (*kept, happening.added) if happening.added else kept


def random_story(rng: Generator, plot: Plot) -> tuple[Happening, ...]:
    """A game with what a plot asks for, each thing before another placement than the others.

    A foul is taken back by the player who made it, but for one before the last placement: that one stays and ends the
    game, so that the film has both.

    Raises
    ------
    ValueError
        There are more things than placements, or no such game is found.
    """
    extras = [
        *("foul" for _ in range(plot.fouls)),
        *("undo" for _ in range(plot.undos)),
        *("turned" for _ in range(plot.turns)),
        *("reach" for _ in range(plot.reaches)),
        *("bump" for _ in range(plot.bumps)),
    ]
    if len(extras) > plot.placements - 1:
        raise ValueError(f"no game of {plot.placements} placements has room for {len(extras)} other happenings")
    for _ in range(_TRIES):
        line = random_legal_tower(rng, plot.placements)
        if len(line) < plot.placements:
            continue
        turns = 1 + rng.permutation(plot.placements - 1)[: len(extras)]
        schedule = {int(turn): extra for turn, extra in zip(turns, extras, strict=True)}
        told = _tell(rng, line, schedule)
        if told is not None:
            return told
    raise ValueError(f"no game of {plot.placements} placements with {len(extras)} other happenings was found")


def _tell(rng: Generator, line: Pile, schedule: dict[int, str]) -> tuple[Happening, ...] | None:
    """The story of a legal line with one extra before some of its placements; None where an extra finds no place."""
    position = Position()
    story: list[Happening] = []
    for number, placement in enumerate(line):
        player = position.to_move
        extra = schedule.get(number, "")
        if extra == "bump":
            story.append(Happening("bump"))
        elif extra == "reach":
            story.append(Happening("reach", player))
        elif extra:
            first = _other_placement(rng, position, placement, extra)
            if first is None:
                return None
            story.append(Happening("placement", player, None, first, position.faults_of(first)))
            if extra == "foul" and number == len(line) - 1:
                return tuple(story)
            if extra != "turned":
                story.append(Happening("undo", player, first))
        if extra == "turned":
            story.append(Happening("turned", player, story[-1].added, placement))
        else:
            story.append(Happening("placement", player, None, placement))
        position = position.place(placement)
    return tuple(story)


def _other_placement(rng: Generator, position: Position, placement: Placement, extra: str) -> Placement | None:
    """What is placed first where something else than the line's placement comes: a foul, another one, a turned one."""
    found: Sequence[Placement]
    if extra == "foul":
        kinds = (faulty_placements(position.tower, position.hand, fault) for fault in rng.permutation(FAULT_NAMES))
        found = next((placements for placements in kinds if placements), [])
    elif extra == "undo":
        found = [other for other in position.legal_placements() if other != placement]
    else:
        turned = (Placement(placement.cell, placement.type, bulges) for bulges in bulge_sets(placement.type))
        found = [other for other in turned if other != placement and not position.faults_of(other)]
    return found[int(rng.integers(len(found)))] if found else None
