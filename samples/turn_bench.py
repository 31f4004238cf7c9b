"""Measures whether it is told what happened on a building of Baubylon: ``python -m samples.turn_bench DIR``.

DIR holds photos as `samples.buildings --pawns` makes them. What stood there a moment before is made up, so that one
turn led from it to what the photos show, or two turns, or nothing, or a pawn that was put where no turn brings it.
Called by people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import click

from referee.verdicts.building import SeenBuilding
from referee.verdicts.pawns import PawnCheck, judge_turns
from rules.games.baubylon import RED, Options, Position, Square, Stack, parse_position, random_turn, stack_letters
from vision.games.baubylon.evidence import heights_of
from vision.games.baubylon.pawn_colours import PAWN_COLOURS, USUAL_COLOURS
from vision.games.baubylon.reader import as_known

from .bench_output import tell_by_views
from .building_bench import buildings_in
from .known_sets import truth_of
from .pawn_bench import colours_on, readings

#: What may have happened.
TURN, TURNS, NOTHING, PUT = "one turn", "two turns", "nothing", "a pawn put anywhere"
#: How often each is made up for a building.
EACH = 5
_TRIES = 400
# A pawn that was put somewhere came from so many squares away at most, both ways; now and then it threw another out.
_FAR, _PUSHED = 3, 0.25


@dataclass(frozen=True, slots=True)
class TurnScore:
    """How often it was told what happened before photos of one building.

    Attributes
    ----------
    building : str
    views : int
        Photos that were read together; of these `unread` were not.
    happened : str
    times : int
    told, legal : int
        How often what stands there was told, and how often with the verdict that turns made it.
    wrong, wrong_legal : int
        How often something else that turns make was.
    suspected : int
        How often it was told that something may be wrong.
    """

    building: str
    views: int
    unread: int
    happened: str
    times: int
    told: int
    legal: int
    wrong: int
    wrong_legal: int
    suspected: int


def measure_turns(name: str, photos: Sequence[Path]) -> Iterator[TurnScore]:
    """Tell what happened before photos of a building from the first photo, from the first two, and so on."""
    truth = truth_of(photos[0])
    colours = _players(truth["pawns"])
    after = _position(truth, colours)
    chance = Random(name)
    earlier = {happened: list(_earlier(after, happened, chance)) for happened in (TURN, TURNS, NOTHING, PUT)}
    heights = heights_of(after.ground.building)
    for seen, pawns in readings(photos, [PAWN_COLOURS[0], *colours]):
        building = as_known(seen.poses, seen.views, heights) if seen.views else None
        for happened, positions in earlier.items():
            found = [
                judge_turns(seen, building, pawns, before)
                for before in positions
                if building is not None and pawns is not None
            ]
            yield _scored(name, seen, happened, len(positions), found, after)


def _scored(
    name: str, seen: SeenBuilding, happened: str, times: int, found: Sequence[PawnCheck], after: Position
) -> TurnScore:
    told = [one for one in found if one.confidence is not None]
    right = [one for one in told if one.position.stacks == after.stacks]
    wrong = [one for one in told if one.position.stacks != after.stacks and one.change.ways]
    return TurnScore(
        building=name,
        views=len(seen.photos) + len(seen.left_out),
        unread=len(seen.left_out),
        happened=happened,
        times=times,
        told=len(right),
        legal=sum(one.verdict == "legal" for one in right),
        wrong=len(wrong),
        wrong_legal=sum(one.verdict == "legal" for one in wrong),
        suspected=sum(not one.change.ways for one in told),
    )


def _players(stacks: Mapping[str, Sequence[str]]) -> list[str]:
    """The colours on a building, and more if fewer than three play."""
    there = colours_on(stacks)
    return [*there, *(colour for colour in USUAL_COLOURS if colour not in there)][: max(3, len(there))]


def _position(truth: Mapping[str, Any], colours: Sequence[str]) -> Position:
    numbers = {PAWN_COLOURS[0]: RED, **{colour: number for number, colour in enumerate(colours, start=1)}}
    stacks = [
        f"{square}:{stack_letters(tuple(numbers[pawn] for pawn in stack))}" for square, stack in truth["pawns"].items()
    ]
    return parse_position(f"{truth['heights']} {','.join(stacks)}", Options(players=len(colours)))


def _earlier(after: Position, happened: str, chance: Random) -> Iterator[Position]:
    """Positions from which that has led to a position."""
    if happened == NOTHING:
        yield after
        return
    for _ in range(EACH):
        before = _before_turn(after, None, chance, happened != PUT)
        if before is not None and happened == TURNS:
            before = _before_turn(before, (before.player - 2) % before.options.players + 1, chance, True)
        if before is not None:
            yield before


def _before_turn(after: Position, player: int | None, chance: Random, is_turn: bool) -> Position | None:
    """A position from which one turn, or one pawn put where none brings it, leads to the stacks of another."""
    for _ in range(_TRIES):
        before = _taken_back(after, player, chance)
        if before is None or before.is_over or any(before.ground.is_table(square) for square, _ in before.occupied()):
            continue
        if (after.stacks in {one.stacks for one in random_turn(before)}) == is_turn:
            return before
    return None


def _taken_back(after: Position, player: int | None, chance: Random) -> Position | None:
    """A position before one top pawn came to where it stands, if that can be."""
    occupied = list(after.occupied())
    if not occupied:
        return None
    (x, y), (*below, mover) = chance.choice(occupied)
    start = x + chance.randint(-_FAR, _FAR), y + chance.randint(-_FAR, _FAR)
    player = player or mover or chance.randint(1, after.options.players)
    if mover not in (RED, player) or start == (x, y):
        return None
    if chance.random() < _PUSHED:
        below.append(chance.choice([pawn for pawn in range(after.options.players + 1) if pawn != player]))
    changed: dict[Square, Stack] = {(x, y): tuple(below)}
    # A start beside the ground is the table, from where pawns enter.
    if after.ground.building.holds(start):
        changed[start] = (*after.stack(start), mover)
    return _with(after, changed, player)


def _with(after: Position, changed: Mapping[Square, Stack], player: int) -> Position | None:
    """The same with other stacks and another player to roll; None if there are not so many pawns."""
    stacks = after.stacks_with(changed)
    standing = Counter(pawn for stack in stacks for pawn in stack)
    options = after.options
    home = tuple(options.pawns - standing[number] for number in range(1, options.players + 1))
    held = tuple((options.red_pawns - standing[RED]) * (number == player) for number in range(1, options.players + 1))
    if min(*home, *held) < 0:
        return None
    return replace(after, stacks=stacks, home=home, red_held=held, player=player, roll=0)


def figures(scores: Sequence[TurnScore]) -> dict[str, str]:
    """All that happened before so many photos of each building, in words."""
    unread = {score.building: score.unread for score in scores}
    words = {"photos": f"{scores[0].views} of each of {len(unread)} buildings, {sum(unread.values())} not read"}
    for happened in dict.fromkeys(score.happened for score in scores):
        of_kind = [score for score in scores if score.happened == happened]
        times, told, legal, wrong, wrong_legal, suspected = (
            sum(getattr(score, name) for score in of_kind) for name in TurnScore.__slots__[4:]
        )
        words[happened] = (
            f"told {told} of {times}, legal {legal}; wrong {wrong}, legal {wrong_legal}; may be {suspected}"
        )
    return words


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write one row for each kind of moment."
)
def turn_bench(folder: Path, csv_path: Path | None) -> None:
    """Make up what stood there before the photos in FOLDER, and say how often it is told what happened since."""
    groups = [(name, photos) for name, photos in buildings_in(folder) if truth_of(photos[0]).get("pawns")]
    if not groups:
        raise click.ClickException(f"{folder}: holds no photo of a building with pawns and a truth file")
    tell_by_views(groups, "turns", measure_turns, figures, csv_path)


if __name__ == "__main__":
    turn_bench()
