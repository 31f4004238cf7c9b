"""What happened between two looks at the table: the moves that explain it, or the fault.

Called for every change that a camera sees. Of the state after, the columns count; the reserves only if somebody looked
at them, the drawn tile only if there is one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest

from rules.errors import IncompletePosition
from rules.game import Budget, Explanation, Fault
from rules.search import rounds

from .legality import move_faults
from .moves import Aim, Draw, Fall, Move, Place, Reserve
from .position import Position
from .seen import position_faults
from .tiles import SQUARES, Column, Tile, TilesAside

MOST_TURNS = 3
"""More new tiles than these between two looks are not explained one by one."""
MOST_LOOKED_AT = 20_000
"""Nor is a change where this many positions are looked at, some seconds: squares named before drawing leave no trace,
and there can be hundreds of thousands. Where tiles are drawn openly, 1702 were the most in 787 random changes."""


def explain(before: Position, after: Position) -> Explanation[Move]:
    """The moves that lead from one position to another: draws, tiles placed or put aside, and a fall if it takes one.

    Parameters
    ----------
    before : Position
        Reserves known, and the tops of the columns.
    after : Position
        As a camera sees it; tiles that are not known may be any.

    Raises
    ------
    IncompletePosition
        The reserves before are not known, too much is new to be explained turn by turn, it can come about in too many
        ways, or what fell left no trace.

    Examples
    --------
    >>> from .notation import parse_position
    >>> before = parse_position("5b4b,2b,-/-,-,-/-,-,- - 3b")
    >>> change = explain(before, parse_position("??3b,2b,-/-,-,-/-,-,- *"))
    >>> [[str(move) for move in way] for way in change.ways]
    [['a1=3b']]
    >>> explain(before, parse_position("5b4b5c,2b,-/-,-,-/-,-,- -")).faults[0].rule
    '2'
    """
    hopeless: set[tuple[Position, int, bool]] = set()
    may_go_on = rounds(MOST_LOOKED_AT)
    for has_fallen in (False, True):
        for draws in _possible_draws(before, after):
            ways = tuple(dict.fromkeys(_ways(before, after, draws, has_fallen, hopeless, may_go_on)))
            if ways:
                return Explanation(ways, ())
    moved = () if _may_have_fallen(before, after) else tuple(_moved(before, after))
    new = max(_new_tiles(before, after), _drawn_between(before, after))
    if new > MOST_TURNS and not moved:
        raise IncompletePosition(f"{new} tiles are new, and only {MOST_TURNS} between two looks are told apart")
    return Explanation((), moved or _faults(before, after))


def _new_tiles(before: Position, after: Position) -> int:
    pairs = zip(before.columns, after.columns, strict=True)
    return sum(max(0, len(new) - len(old)) for old, new in pairs)


def _may_have_fallen(before: Position, after: Position) -> bool:
    """Whether what stands there no more may be in the reserves by falls, and other tiles in its place."""
    if after.reserves is None:
        return True
    pairs = zip(before.columns, after.columns, strict=True)
    left = Counter(tile for old, new in pairs for tile in old[tiles_standing(old, new) :])
    fallen = Counter(tile for reserve in after.reserves for tile in reserve)
    fallen -= Counter(tile for reserve in before.known_reserves for tile in reserve)
    # A tile that is not known may be any, there and in the reserves.
    hidden = left.pop(None, 0)
    return (left - fallen).total() <= fallen[None] and left.total() + hidden <= fallen.total()


def _possible_draws(before: Position, after: Position) -> Iterable[int]:
    """How many tiles may have been drawn: it follows once somebody has looked at the reserves."""
    if after.reserves is None:
        return range(MOST_TURNS + 1)
    draws = _drawn_between(before, after)
    return (draws,) if 0 <= draws <= MOST_TURNS else ()


def _drawn_between(before: Position, after: Position) -> int:
    """How many tiles were drawn; 0 if nobody has looked at the reserves."""
    if after.reserves is None:
        return 0
    in_hand = (before.drawn is not None, after.drawn is not None)
    return after.tiles_out - before.tiles_out + (in_hand == (True, False) and after.tiles_out < before.tiles_out)


def _ways(
    position: Position,
    seen: Position,
    draws: int,
    has_fallen: bool,
    hopeless: set[tuple[Position, int, bool]],
    may_go_on: Budget,
) -> Iterator[tuple[Move, ...]]:
    """Every row of moves from a position to what is seen, with exactly so many draws, and with one fall or none.

    Many rows lead to one position, such as all that end in a reserve: one that leads no further is added to `hopeless`;
    `may_go_on` is asked at each position.
    """
    if not _is_near(position, seen, draws, has_fallen) or (position, draws, has_fallen) in hopeless:
        return
    if not may_go_on():
        raise IncompletePosition("the change can come about in too many ways to look at; look at the table more often")
    if not draws and not has_fallen and _shows(seen, position):
        yield ()
        return
    is_hopeless = True
    if has_fallen:
        for fall in _possible_falls(position, seen):
            for rest in _ways(position.applied(fall), seen, draws, False, hopeless, may_go_on):
                is_hopeless = False
                yield (fall, *rest)
    for move in _candidates(position, seen, draws, has_fallen):
        if not move_faults(position, move):
            draws_left = draws - isinstance(move, Draw)
            for rest in _ways(position.applied(move), seen, draws_left, has_fallen, hopeless, may_go_on):
                is_hopeless = False
                yield (move, *rest)
    if is_hopeless:
        hopeless.add((position, draws, has_fallen))


def _is_near(position: Position, seen: Position, draws: int, has_fallen: bool) -> bool:
    """Whether so many draws, and the tile in hand, may be all that is new, and a fall has to be what takes away."""
    if position.reserves is None:
        return True  # So that whose turn it is will be asked, and found to be unknown.
    pairs = list(zip(position.columns, seen.columns, strict=True))
    standing = [tiles_standing(*pair) for pair in pairs]
    new = sum(len(column) for _, column in pairs) - sum(standing) + (seen.drawn is not None)
    stays = has_fallen or standing == [len(column) for column, _ in pairs]
    return stays and new <= draws + (position.drawn is not None)


def _candidates(position: Position, seen: Position, draws: int, has_fallen: bool) -> list[Move]:
    """The moves that may bring a position nearer to what is seen."""
    drawn = position.drawn
    if position.must_aim and not draws:
        return [] if seen.aim is None else [Aim(seen.aim)]
    if position.must_aim:
        return [Aim(square) for square in range(len(SQUARES))]
    if drawn is None and not draws:
        return []
    if drawn is None:
        legal = (move for move in position.legal_moves() if isinstance(move, Draw))
        new = _new_to_see(position, seen)
        return [
            draw for draw in legal if None in new or draw.tile in new or _may_be_aside(position, seen, draw, has_fallen)
        ]
    changed = [square for square in range(len(SQUARES)) if not agree(position.columns[square], seen.columns[square])]
    return [*(Place(square, drawn) for square in changed), Reserve(drawn)]


def _may_be_aside(position: Position, seen: Position, draw: Draw, has_fallen: bool) -> bool:
    """Whether the tile may have gone to a reserve unseen: because it fitted nowhere, or in a fall."""
    return seen.reserves is None and (has_fallen or not position.open_squares(draw.tile))


def _new_to_see(position: Position, seen: Position) -> set[Tile | None]:
    """What lies where it did not lie, None for a tile that could not be read."""
    new: set[Tile | None] = set() if seen.drawn is None else {seen.drawn}
    for old, column in zip(position.columns, seen.columns, strict=True):
        new.update(column[tiles_standing(old, column) :])
    for before, reserve in zip(position.known_reserves, seen.reserves or (), strict=False):
        new.update(Counter(reserve) - Counter(before))
    return new


def _possible_falls(position: Position, seen: Position) -> Iterator[Fall]:
    """The fall that leaves of each column what is still seen, caused by the player whose turn it was, or by another."""
    standing = [tiles_standing(*pair) for pair in zip(position.columns, seen.columns, strict=True)]
    heights = tuple(
        (square, height) for square, height in enumerate(standing) if height < len(position.columns[square])
    )
    if not heights:
        return
    turn = _last_player(position)
    yield Fall(turn, heights)
    if seen.reserves is not None:
        others = (player for player in range(1, position.options.players + 1) if player != turn)
        yield from (Fall(player, heights) for player in others)


def _last_player(position: Position) -> int:
    """Who is having a turn, or had the last one."""
    if position.drawn is not None or position.aim is not None:
        return position.player
    return (position.tiles_out - 1) % position.options.players + 1


def tiles_standing(old: Column, new: Column) -> int:
    """How many tiles of a column from the ground up may still be the same."""
    if old == new:
        return len(old)  # As nearly always, and much sooner said.
    pairs = enumerate(zip(old, new, strict=False))
    return next((height for height, pair in pairs if not _same(*pair)), min(len(old), len(new)))


def _same(one: Tile | None, other: Tile | None) -> bool:
    return one is None or other is None or one == other


def agree(one: Column, other: Column) -> bool:
    """Whether two columns can be the same; a tile that is not known may be any."""
    return len(one) == len(other) and all(map(_same, one, other))


def _shows(seen: Position, position: Position) -> bool:
    """Whether what is seen can be this position."""
    if (seen.drawn is not None and seen.drawn != position.drawn) or (seen.aim is not None and seen.aim != position.aim):
        return False
    if not all(map(agree, seen.columns, position.columns)):
        return False
    return seen.reserves is None or all(map(_hold_the_same, seen.reserves, position.known_reserves))


def _hold_the_same(one: TilesAside, other: TilesAside) -> bool:
    first, second = Counter(one), Counter(other)
    hidden_first, hidden_second = first.pop(None, 0), second.pop(None, 0)
    fits = (first - second).total() <= hidden_second and (second - first).total() <= hidden_first
    return fits and len(one) == len(other)


def _faults(before: Position, after: Position) -> tuple[Fault, ...]:
    """Why nothing explains a change by which no tile was moved: the first reason that holds, the surest first."""
    found = tuple(_wrong_turn(before, after)) or tuple(_reserve_changes(before, after))
    if not found:
        # A tile that was placed and fell at once leaves no trace where it stood.
        hint = "; the reserves tell more" if after.reserves is None else ""
        raise IncompletePosition(f"no turns and falls that can be told apart lead to what is seen now{hint}")
    return found


def _moved(before: Position, after: Position) -> Iterator[Fault]:
    """Tiles that lay fast and have been moved or exchanged."""
    for name, old, new in zip(SQUARES, before.columns, after.columns, strict=True):
        standing = tiles_standing(old, new)
        if standing < len(old) and len(new) - standing > 1:
            yield Fault(
                "7", (name,), f"{name}: tiles that lay there have been moved or exchanged; what is let go stays."
            )
        elif standing < len(old) and len(new) > standing and new[-1] in old[standing:] and new[-1] != before.drawn:
            yield Fault("7", (name,), f"{name}: a tile has been taken out of the column; what is let go stays.")


def _wrong_turn(before: Position, after: Position) -> Iterator[Fault]:
    """What is wrong with the one new tile as the next turn; of several, only what no order of turns could allow."""
    pairs = enumerate(zip(before.columns, after.columns, strict=True))
    new = [(square, column, tile) for square, (old, column) in pairs for tile in column[tiles_standing(old, column) :]]
    if len(new) != 1 or _may_another_have_fallen(before, after, new[0][-1]):
        known = position_faults(before)
        yield from (fault for fault in position_faults(after) if fault not in known)
        return
    ((square, column, tile),) = new
    if tile is None:
        return
    donor = "" if tile == before.drawn else _donor(before, after, tile)
    if donor:
        message = f"{SQUARES[square]}: {tile.words} has been taken from {donor}; what is let go stays."
        yield Fault("7", (SQUARES[square], donor), message)
        return
    if before.must_aim:
        before = before.applied(Aim(square))
    if before.drawn is None and move_faults(before, Draw(tile)):
        yield from (replace(fault, places=(SQUARES[square],)) for fault in move_faults(before, Draw(tile)))
    else:
        columns = (*before.columns[:square], column[:-1], *before.columns[square + 1 :])
        yield from move_faults(replace(before, columns=columns, drawn=before.drawn or tile), Place(square, tile))


def _may_another_have_fallen(before: Position, after: Position, placed: Tile | None) -> bool:
    """Whether a tile beside this one may have been placed and be in a reserve by a fall: where it stood shows no trace.

    Of the tile that was drawn there are more of its kind: one of these may have come later, to another named square.
    """
    if after.reserves is None:
        pairs = zip(before.columns, after.columns, strict=True)
        fell = any(tiles_standing(old, new) < len(old) for old, new in pairs)
        return fell or placed != before.drawn or before.aim is not None
    reserves = zip_longest(before.known_reserves, after.reserves, fillvalue=())
    fallen = [tile for old, new in reserves for tile in Counter(new) - Counter(old)]
    return placed in fallen if placed == before.drawn else bool(fallen)


def _donor(before: Position, after: Position, tile: Tile) -> str:
    """The column that has lost this tile; empty if none has."""
    for name, old, new in zip(SQUARES, before.columns, after.columns, strict=True):
        if tile in old[tiles_standing(old, new) :]:
            return name
    return ""


def _reserve_changes(before: Position, after: Position) -> Iterator[Fault]:
    """What is wrong with the reserves: tiles that left them, that need not be there, or that fell and are not there."""
    if after.reserves is None:
        return
    columns = zip(SQUARES, before.columns, after.columns, strict=True)
    lower = [name for name, old, new in columns if len(new) < len(old)]
    for player, (old, new) in enumerate(zip_longest(before.known_reserves, after.reserves, fillvalue=()), start=1):
        if len(new) < len(old):
            yield Fault("6", (f"reserve {player}",), f"Tiles are missing from the reserve of player {player}.")
        added = Counter(new) - Counter(old)
        drawn = before.drawn
        if drawn is not None and drawn in added and not lower and (faults := move_faults(before, Reserve(drawn))):
            raise IncompletePosition(f"{faults[0].message} If it was placed and fell, enter the fall.")
    if lower and _are_tiles_gone(before, after):
        names = ", ".join(lower)
        yield Fault("8", tuple(lower), f"{names}: what fell is not in the reserve of the player who caused it.")


def _are_tiles_gone(before: Position, after: Position) -> bool:
    """Whether tiles that lay on the table are neither there nor in a reserve: no number of falls leads to that.

    A tile that is not known may be any, before and after.
    """
    old, new = (
        Counter(tile for column in (*position.columns, *position.known_reserves) for tile in column)
        for position in (before, after)
    )
    hidden = old.pop(None, 0)
    return (old - new).total() > new[None] or old.total() + hidden > new.total()
