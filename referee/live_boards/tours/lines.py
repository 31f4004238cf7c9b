"""How what stood there may have become what stands there now: the ways on, and those that meet again. Called by
`turns`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby

from referee.playing.judging import explained
from rules.game import Fault
from rules.games.tours import GAME, Options, Position, Tile, changes, position_faults, position_of_columns
from rules.games.tours.moves import Fall, Move, Place, Reserve
from rules.games.tours.tiles import TilesAside, aside

from .game import Columns

# With more lines than these nobody knows whose turn it is.
_MOST_LINES = 24


@dataclass(frozen=True, slots=True)
class Way:
    """One way on.

    Attributes
    ----------
    start : Position
    end : Position
        Where it leads; of what was put aside only what is certain.
    moves : tuple of Move
    """

    start: Position
    end: Position
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Onward:
    """What becomes of a line: the ways on, or what is wrong, or why nothing can be said."""

    ways: tuple[Way, ...] = ()
    faults: tuple[Fault, ...] = ()
    why: str = ""


def onward(line: Position, laid: Columns) -> Onward:
    """How a line goes on to what stands there."""
    if line.reserves is None:
        return _onward_unsure(line, laid)
    change, why = explained(GAME, line, Position(laid, None, options=line.options))
    ways = (Way(line, reduce(GAME.play, moves, line), moves) for moves in change.ways)
    return Onward(tuple(_joined(ways)), change.faults, why)


def new_faults(before: Columns, laid: Columns, options: Options) -> tuple[Fault, ...]:
    """What is wrong with what stands there, whoever laid it, and was not wrong before."""
    known = position_faults(position_of_columns(before, options))
    return tuple(fault for fault in position_faults(position_of_columns(laid, options)) if fault not in known)


def kept(lines: Iterable[Position]) -> tuple[Position, ...]:
    """Each line once, and no more than can be followed."""
    some = tuple(dict.fromkeys(lines))
    return some if len(some) <= _MOST_LINES else (position_of_columns(some[0].columns, some[0].options),)


def standing(before: Columns, laid: Columns) -> list[int]:
    """How many tiles of each column, from the ground up, may still be the same.

    Examples
    --------
    >>> five, four = Tile("b", 5), Tile("b", 4)
    >>> standing(((five, four), (None,)), ((five,), (four,)))
    [1, 1]
    """
    return list(map(changes.tiles_standing, before, laid))


def agree(one: Columns, other: Columns) -> bool:
    """Whether columns can be the same; a tile that is not known may be any."""
    return all(map(changes.agree, one, other))


def ways_on(lines: Iterable[Position], laid: Columns) -> list[Way]:
    """The ways on from all lines, those of the fewest falls and then of the fewest tiles put aside first."""
    ways = [(count_of(way, Fall), count_of(way, Reserve), way) for line in lines for way in onward(line, laid).ways]
    fewest = min((falls for falls, *_ in ways), default=0)
    # Who plays which family is rather another than that tiles fell which nobody saw lying there.
    return [way for falls, _, way in sorted(ways, key=lambda one: one[:2]) if falls == fewest]


def count_of(way: Way, kind: type[Move]) -> int:
    """How many moves of a way are of this kind."""
    return sum(isinstance(move, kind) for move in way.moves)


def has_fallen(before: Columns, laid: Columns) -> bool:
    """Whether tiles are gone, or have become others."""
    heights = standing(before, laid)
    return any(height < len(column) for height, column in zip(heights, before, strict=True))


def new_tiles(before: Columns, laid: Columns) -> Iterator[Place]:
    """The tiles that lie where they did not."""
    for square, (height, column) in enumerate(zip(standing(before, laid), laid, strict=True)):
        yield from (Place(square, tile) for tile in column[height:])


def _onward_unsure(line: Position, laid: Columns) -> Onward:
    """How a table goes on of which nobody knows whose turn it is: what is wrong with a column is wrong all the same."""
    if faults := new_faults(line.columns, laid, line.options):
        return Onward(faults=faults)
    heights = standing(line.columns, laid)
    pairs = list(zip(heights, line.columns, laid, strict=True))
    fallen = tuple((square, height) for square, (height, old, _) in enumerate(pairs) if height < len(old))
    # Who made them fall nobody knows.
    moves: list[Move] = [Fall(1, fallen)] if fallen else []
    moves += [Place(square, tile) for square, (height, _, new) in enumerate(pairs) for tile in new[height:]]
    return Onward((Way(line, position_of_columns(laid, line.options), tuple(moves)),))


def _joined(ways: Iterable[Way]) -> Iterator[Way]:
    """The ways, of those that differ only in which tile was put aside, or is not known, one."""
    first = sorted(enumerate(ways), key=lambda numbered: (_kind(numbered[1].end), numbered[0]))
    groups = [[way for _, way in group] for _, group in groupby(first, lambda numbered: _kind(numbered[1].end))]
    for group in groups:
        ends = [way.end for way in group]
        columns = tuple(_certain(one) for one in zip(*(end.columns for end in ends), strict=True))
        reserves = tuple(_certain_aside(one) for one in zip(*(end.known_reserves for end in ends), strict=True))
        yield replace(group[0], end=replace(ends[0], columns=columns, reserves=reserves))


def _kind(end: Position) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    hand = f"{end.drawn or ''}@{end.aim}"
    return tuple(map(len, end.known_reserves)), tuple(map(len, end.columns)), hand


def _certain(columns: Sequence[tuple[Tile | None, ...]]) -> tuple[Tile | None, ...]:
    """The tiles of a column that is as high in all of these, as far as they agree."""
    return tuple(tiles[0] if len(set(tiles)) == 1 else None for tiles in zip(*columns, strict=True))


def _certain_aside(reserves: Sequence[TilesAside]) -> TilesAside:
    """The tiles that are in all of these reserves, which have as many each."""
    common = reduce(lambda one, other: one & other, map(Counter, reserves))
    return aside(*common.elements(), *(None,) * (len(reserves[0]) - common.total()))
