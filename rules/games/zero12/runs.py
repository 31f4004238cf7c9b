"""Which runs rules 2, 3, 4 and 6 allow, for whole sets of squares at once. Called by positions and by the search.

A cube needs contacts on two faces that share an edge, which is one to the North or South and one to the East or West. A
run's later cubes touch the one before them, so that they only need a contact across the run.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .card import CODES, CardSets, card_sets
from .options import Options
from .squares import ALONE, BOARD, FRAME, STEPS, SquareSet, bits_in, line, shifted

Stock = tuple[int, int, int]
"""Cubes of each colour that a player has left."""


class RunSet(NamedTuple):
    """Runs that differ only in their first square."""

    step: int
    length: int
    starts: SquareSet


@dataclass(frozen=True, slots=True)
class Ground:
    """What stays the same in a game: the card, and how rule 4 is read."""

    sets: CardSets
    either_end: bool
    single_said: bool
    whole_card: bool


@lru_cache(maxsize=64)
def ground_of(options: Options) -> Ground:
    """What a rule set means for the runs."""
    return Ground(
        card_sets(options.card),
        options.first_square == "either_end",
        options.single_direction == "said",
        options.free_faces == "whole_card",
    )


def supported(filled: SquareSet) -> SquareSet:
    """The empty squares on which a cube would have two adjacent contacts (rule 3).

    Examples
    --------
    >>> from .squares import square_names
    >>> square_names(supported(0))
    ('a1', 'l1', 'a12', 'l12')
    """
    covers = filled | FRAME
    return (covers >> _UP | covers << _UP) & (covers >> 1 | covers << 1) & BOARD & ~filled


def runs_by_rule_4(ground: Ground, filled: SquareSet, stock: Stock) -> list[RunSet]:
    """All runs that rules 2 to 4 allow a player with this stock."""
    covers = filled | FRAME
    north, south, east, west = covers >> _UP, covers << _UP, covers >> 1, covers << 1
    usable = _usable(ground, filled, stock)
    upright, level = (north | south) & usable, (east | west) & usable
    first = upright & level
    if not first:
        return []
    sets = _singles(ground, first, first & (north & south | east & west), (north, east, south, west))
    for step, alike, ahead, across, both_sides in zip(
        STEPS,
        ground.sets.alike,
        (north, east, south, west),
        (level, upright, level, upright),
        (east & west, north & south, east & west, north & south),
        strict=True,
    ):
        starts = first & shifted(across, -step)
        if not starts:
            continue
        allowed = starts & (~alike | shifted(ahead | both_sides, -step))
        if ground.either_end:
            allowed |= starts & (both_sides | shifted(covers, step))
        if allowed:
            sets.append(RunSet(step, 2, allowed))
        length = 2
        while starts := starts & shifted(across, -step * length):
            length += 1
            sets.append(RunSet(step, length, starts))
    return _in_stock(ground, sets, stock)


def runs_of_rule_6(ground: Ground, filled: SquareSet, stock: Stock) -> list[RunSet]:
    """The longest runs of one colour that rules 2 and 3 allow, for a player with no other."""
    covers = filled | FRAME
    usable = _usable(ground, filled, stock)
    upright, level = (covers >> _UP | covers << _UP) & usable, (covers >> 1 | covers << 1) & usable
    first = upright & level
    longest = [RunSet(ALONE, 1, first)] if first else []
    for step, across in zip(STEPS, (level, upright, level, upright), strict=True):
        for code in CODES:
            own = ground.sets.of_code[code]
            starts, length = first & own, 1
            while length < stock[code] and (further := starts & shifted(across & own, -step * length)):
                starts, length = further, length + 1
            if length > max(1, longest[0].length if longest else 0):
                longest = [RunSet(step, length, starts)]
            elif 1 < length == longest[0].length:
                longest.append(RunSet(step, length, starts))
    return longest


def runs(ground: Ground, filled: SquareSet, stock: Stock) -> list[RunSet]:
    """All runs that a player may lay: by rule 4, or by rule 6 if there is none."""
    return runs_by_rule_4(ground, filled, stock) or runs_of_rule_6(ground, filled, stock)


def shortest_runs(ground: Ground, filled: SquareSet, stock: Stock) -> list[RunSet]:
    """Those of `runs` with the fewest cubes; much faster where one cube may be laid."""
    covers = filled | FRAME
    contacts = covers >> _UP, covers >> 1, covers << _UP, covers << 1
    north, east, south, west = contacts
    first = (north | south) & (east | west) & _usable(ground, filled, stock)
    singles = _singles(ground, first, first & (north & south | east & west), contacts)
    if singles:
        return singles
    sets = runs(ground, filled, stock)
    fewest = min((length for _, length, _ in sets), default=0)
    return [one for one in sets if one.length == fewest]


def can_lay(ground: Ground, filled: SquareSet, stock: Stock) -> bool:
    """Whether a player has any run: one cube on a supported square is enough, by rule 6 if not by rule 4."""
    return bool(supported(filled) & _usable(ground, filled, stock))


def run_squares(sets: list[RunSet]) -> Iterator[SquareSet]:
    """The squares of each run."""
    for step, length, starts in sets:
        for start in bits_in(starts):
            yield line(start, step, length)


def cubes_of(ground: Ground, squares: SquareSet) -> Stock:
    """How many cubes of each colour the card asks for on these squares."""
    first, second, third = ground.sets.of_code
    return (squares & first).bit_count(), (squares & second).bit_count(), (squares & third).bit_count()


def _usable(ground: Ground, filled: SquareSet, stock: Stock) -> SquareSet:
    """The empty squares for which the player has a cube."""
    usable = BOARD & ~filled
    for code in CODES:
        if not stock[code]:
            usable &= ~ground.sets.of_code[code]
    return usable


def _singles(
    ground: Ground, first: SquareSet, many: SquareSet, contacts: tuple[SquareSet, SquareSet, SquareSet, SquareSet]
) -> list[RunSet]:
    """Runs of one cube: with three contacts or more, or with neighbours of its code at its free faces."""
    if ground.single_said:
        sets = [RunSet(ALONE, 1, many)]
        for step, alike, contact in zip(STEPS, ground.sets.alike, contacts, strict=True):
            sets.append(RunSet(step, 1, first & ~many & ~contact & alike))
        return [runs for runs in sets if runs.starts]
    fitting = first
    for step, alike, contact in zip(STEPS, ground.sets.alike, contacts, strict=True):
        fitting &= alike | (~shifted(BOARD, -step) if ground.whole_card else contact)
    return [RunSet(ALONE, 1, fitting | many)] if fitting | many else []


def _in_stock(ground: Ground, sets: list[RunSet], stock: Stock) -> list[RunSet]:
    """The runs for which the player has the cubes."""
    scarcest = min(filter(None, stock))
    kept = []
    for step, length, starts in sets:
        left = starts
        if length > scarcest:
            for start in bits_in(starts):
                needed = cubes_of(ground, line(start, step, length))
                if needed[0] > stock[0] or needed[1] > stock[1] or needed[2] > stock[2]:
                    left ^= start
        if left:
            kept.append(RunSet(step, length, left))
    return kept


_UP = STEPS[0]
