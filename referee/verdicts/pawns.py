"""From photos of a game of Baubylon, pawns on the building, to the verdict on it, in named steps. Called by `check`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from calibration.arrays import IntArray
from calibration.building_mat import GROUND_SIDE
from calibration.refusal import Unreadable
from referee.errors import InputError
from referee.photos import Photo
from referee.playing.judging import explained
from rules.errors import listed, listed_few
from rules.game import Explanation, Fault, Verdict
from rules.games.baubylon import (
    GAME,
    RED,
    Building,
    Move,
    Position,
    Roll,
    Square,
    Stack,
    parse_position,
    square_name,
    stack_letters,
)
from vision.games.baubylon.building_network import HEIGHTS
from vision.games.baubylon.evidence import SURE, BuildingReading, PawnReading, heights_of
from vision.games.baubylon.pawn_colours import RED as RED_PAWN
from vision.games.baubylon.reader import as_known, joined_pawns, see_pawns

from .building import (
    SeenBuilding,
    see_building,
    side_that_shows,
    strange_in_words,
)
from .pawn_odds import Stacks, Weighed, weigh
from .photo_check import may_be

#: What happened is told as a fact from here on, and as what it may be from the second.
PROVEN, PERHAPS = 0.99, 0.1


@dataclass(frozen=True, slots=True)
class Perhaps:
    """What may have happened.

    Attributes
    ----------
    moves : tuple of Move
        Without rolls; empty if nothing has changed.
    probability : float, 0..1
    """

    moves: tuple[Move, ...]
    probability: float

    def __str__(self) -> str:
        return f"{', then '.join(map(str, self.moves)) or 'nothing'} ({self.probability:.0%})"


@dataclass(frozen=True, slots=True, eq=False)
class PawnCheck:
    """A game as its photos show it, and the verdict on it.

    Attributes
    ----------
    photos : tuple of Photo
        Those that were read, at least one, as `building.poses`.
    left_out : mapping of Path to str
        Those that were not, with the reason.
    building : BuildingReading
    pawns : PawnReading
    position : Position
        What most likely stands there; if nothing is so likely what is told square by square, and else as before.
    confidence : float or None
        How likely it is, 0..1; None if nothing is so likely.
    perhaps : tuple of Perhaps
        What turns may have been played, if none is so likely, the likeliest first.
    unknown : tuple of Square
        Squares of the building of which by themselves the pawns are not told.
    verdict : Verdict
        Never "illegal".
    reasons : tuple of str
        What could not be told, in sentences.
    change : Explanation
        Which turns led here from the position before.
    """

    photos: tuple[Photo, ...]
    left_out: Mapping[Path, str]
    building: BuildingReading
    pawns: PawnReading
    position: Position
    confidence: float | None
    perhaps: tuple[Perhaps, ...]
    unknown: tuple[Square, ...]
    verdict: Verdict
    reasons: tuple[str, ...]
    change: Explanation[Any]

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is proven: nothing."""
        return ()


def check_pawns(paths: Sequence[Path], colours: Sequence[str], before: Position) -> PawnCheck | Unreadable:
    """Load photos of one building with pawns on it, taken at the same moment, read them and judge the turns since.

    Parameters
    ----------
    paths : sequence of Path
        At least one.
    colours : sequence of str
        Of the players' pawns in turn.
    before : Position
        What stood there a moment ago, on the whole printed ground.

    Returns
    -------
    PawnCheck or Unreadable

    Raises
    ------
    PhotoError
        If a file cannot be used as a photo.
    InputError
        If the building before is not as large as the printed ground, or higher than is read.
    """
    heights = _known_heights(before.options.built)
    seen = see_building(paths)
    if isinstance(seen, Unreadable):
        return seen
    building = as_known(seen.poses, seen.views, heights)
    views = [see_pawns(photo.frame_bgr, pose, heights) for photo, pose in zip(seen.photos, seen.poses, strict=True)]
    return judge_turns(seen, building, joined_pawns(views, (RED_PAWN, *colours)), before)


def _known_heights(building: Building) -> IntArray:
    if (building.width, building.depth) != (GROUND_SIDE, GROUND_SIDE):
        size = f"{building.width}x{building.depth}"
        raise InputError(
            f"the building of --before has {size} squares and the printed ground {GROUND_SIDE}x{GROUND_SIDE}; give the "
            "position as `check` prints it, with the whole ground"
        )
    if max(building.heights) >= HEIGHTS:
        raise InputError(
            f"the building of --before is higher than {HEIGHTS - 1} storeys, which is the most that is read"
        )
    return heights_of(building)


def judge_turns(seen: SeenBuilding, building: BuildingReading, pawns: PawnReading, before: Position) -> PawnCheck:
    """The verdict on the turns from a position before to what photos show on the same building.

    Nobody is accused: of what is read surely from several photos, too much is wrong.
    """
    told = _stacks(pawns, before)
    unknown = tuple(square for square in _squares(before) if before.options.built.height(square) and square not in told)
    weighed = weigh(pawns, before)
    stacks, confidence = _likeliest(weighed)
    perhaps = tuple(_perhaps(before, weighed)) if stacks is None else ()
    reasons = tuple(strange_in_words(seen.photos, building))
    if stacks is None:
        stacks = tuple(told.get(square, before.stack(square)) for square in _squares(before))
        reasons += (*_unsure_in_words(building, unknown), *_perhaps_in_words(perhaps, weighed))
    position = _position(before, stacks)
    change, incomplete = explained(GAME, before, position)
    if incomplete and (confidence is not None or not unknown):
        reasons += (incomplete,)
    reasons += may_be(change.faults)
    otherwise = tuple(square for square, stack in told.items() if stack != position.stack(square))
    if not reasons and (confidence is None or confidence < PROVEN or otherwise):
        reasons = (_doubt_in_words(building, unknown, otherwise),)
    verdict: Verdict = "undetermined" if reasons else "legal"
    return PawnCheck(
        photos=seen.photos,
        left_out=seen.left_out,
        building=building,
        pawns=pawns,
        position=position,
        confidence=confidence,
        perhaps=perhaps,
        unknown=unknown,
        verdict=verdict,
        reasons=reasons,
        change=change,
    )


def _likeliest(weighed: Weighed) -> tuple[Stacks | None, float | None]:
    """What is told to stand there, by turns or by one pawn put anywhere, and how likely it is; None if not enough."""
    if weighed.probability >= SURE:
        return weighed.stacks, weighed.probability
    if weighed.displaced_probability >= SURE:
        return weighed.displaced, weighed.displaced_probability
    return None, None


def _squares(before: Position) -> tuple[Square, ...]:
    return tuple(before.ground.building.squares)


def _position(before: Position, stacks: Stacks) -> Position:
    """Pawns on the same building; all others are at home, and red ones out of the game."""
    occupied = ((square, stack) for square, stack in zip(_squares(before), stacks, strict=True) if stack)
    words = [f"{square_name(square)}:{stack_letters(stack)}" for square, stack in occupied]
    return parse_position(f"{before.options.building} {','.join(words) or '-'}", before.options)


def _perhaps(before: Position, weighed: Weighed) -> Iterator[Perhaps]:
    """The turns that may have been played; of several that make the same, the first."""
    for stacks, probability in weighed.by_turns:
        ways = explained(GAME, before, _position(before, stacks))[0].ways if probability >= PERHAPS else ()
        if ways:
            yield Perhaps(tuple(move for move in ways[0] if not isinstance(move, Roll)), probability)


def _stacks(pawns: PawnReading, before: Position) -> dict[Square, Stack]:
    """The pawns on each square of which they are sure."""
    stacks = {square: _stack(pawns, square, before.stack(square)) for square in _squares(before)}
    return {square: stack for square, stack in stacks.items() if stack is not None}


def _stack(pawns: PawnReading, square: Square, before: Stack) -> Stack | None:
    """The pawns on a square; those of which the colour is not sure, as before if some stood there."""
    seen = pawns.stack(square)
    if seen is None:
        return None
    numbers = {name: RED if name == RED_PAWN else number for number, name in enumerate(pawns.names)}
    stack = [None if colour is None else numbers[colour] for colour in seen]
    told = tuple(pawn if pawn is not None else was for pawn, was in zip_longest(stack, before[: len(stack)]))
    return None if None in told else tuple(pawn for pawn in told if pawn is not None)


def _unsure_in_words(building: BuildingReading, unknown: Sequence[Square]) -> Iterator[str]:
    """Of which squares the pawns are not told, and which photo would tell, in sentences."""
    if unknown:
        names = listed_few(list(map(square_name, unknown)))
        yield f"It is not sure which pawns, if any, stand on {names}; {_advice(building, unknown)}."


def _perhaps_in_words(perhaps: Sequence[Perhaps], weighed: Weighed) -> Iterator[str]:
    """What may have happened, in sentences."""
    if weighed.any_displaced >= SURE:
        yield "It seems that a pawn was put where no turn brings it, but not sure where."
    if any(one.moves for one in perhaps):
        yield f"What was played may be {listed(perhaps, 'or')}."


def _doubt_in_words(building: BuildingReading, unknown: Sequence[Square], otherwise: Sequence[Square]) -> str:
    """That what is likeliest is not sure, and which squares speak against it, in a sentence."""
    against = f"though what is seen of {listed_few(list(map(square_name, otherwise)))} speaks against it"
    doubt = against if otherwise else "but not sure"
    return f"This is most likely, {doubt}; {_advice(building, otherwise or unknown)}."


def _advice(building: BuildingReading, unknown: Sequence[Square]) -> str:
    side = side_that_shows(building, unknown)
    return f"another photo, from the {side}, tells more" if side else "a sharper photo tells more"
