"""What is wrong with a position seen without its history. Called for every state that a camera or a person gives.

Only what is proven is told: a tile that was not seen may be any that makes the rest right.
"""

from collections import Counter
from collections.abc import Iterator

from rules.game import Fault

from .position import Position, drawn_by
from .tiles import COPIES, FAMILIES, FAMILY_SIZE, SQUARES, TILES, Column, Tile, may_lie_on, neighbour_fault


def position_faults(position: Position) -> tuple[Fault, ...]:
    """Every fault that the numbers of tiles, or one column by itself, prove.

    In which order the players took their turns is not asked, nor whether hidden tiles of several columns, each
    possible by itself, are all in one box. Which player placed a tile needs no history: everyone draws from the own
    family, so rule 5 allows a pair of tiles in a column exactly when both are of one family. Falls leave nothing to
    accuse: they take from the top.

    Examples
    --------
    >>> from .notation import parse_position
    >>> for fault in position_faults(parse_position("5b7b,-,-/-,-,-/-,-,-")):
    ...     print(fault.rule, fault.message)
    5 a1: the 7 of bamboo may not lie on the 5 of bamboo; their values differ by more than 1.
    >>> position_faults(parse_position("5b?7b,-,-/-,-,-/-,-,-"))
    ()
    """
    return (*count_faults(position), *_column_faults(position))


def count_faults(position: Position) -> tuple[Fault, ...]:
    """What is wrong with the numbers of tiles, of each and of each family; the way they lie does not count."""
    return (*_box_faults(position), *_turn_faults(position))


def _box_faults(position: Position) -> Iterator[Fault]:
    """Tiles that are not in the game, or too many of one."""
    in_play = position.options.families_in_play
    seen = Counter(tile for tile in position.tiles() if tile is not None)
    for tile, count in sorted(seen.items()):
        if tile.family not in in_play:
            families = ", ".join(FAMILIES[family] for family in in_play)
            yield Fault("1", _places(position, tile), f"Here lies {tile.words}, but only {families} is played.")
        if count > COPIES:
            message = f"Here lies {tile.words} {count} times; a family has {COPIES} of each value."
            yield Fault("1", _places(position, tile), message)


def _column_faults(position: Position) -> Iterator[Fault]:
    for name, column in zip(SQUARES, position.columns, strict=True):
        yield from _pair_faults(name, column, position.options.families_in_play)


def _pair_faults(name: str, column: Column, families: str) -> Iterator[Fault]:
    """Follow which tiles each one can be, from the ground up."""
    in_play = [tile for tile in TILES if tile.family in families]
    possible = set(in_play)
    below: Tile | None = None
    gap = 0
    for tile in column:
        if tile is None:
            gap += 1
        else:
            if below is not None and tile not in possible:
                yield _gap_fault(name, tile, below, gap) if gap else neighbour_fault(name, tile, below)
            possible, below, gap = {tile}, tile, 0
        possible = {above for above in in_play if any(may_lie_on(above, one) for one in possible)}
        if below is not None and not gap:
            possible |= {above for above in TILES if may_lie_on(above, below)}


def _gap_fault(name: str, tile: Tile, below: Tile, gap: int) -> Fault:
    hidden = "no tile" if gap == 1 else f"no {gap} tiles"
    message = f"{name}: {hidden} can lie hidden between {below.words} and {tile.words} above it."
    return Fault("5" if tile.family == below.family else "4", (name,), message)


def _turn_faults(position: Position) -> Iterator[Fault]:
    """Families of which more or fewer tiles are out than turns were taken."""
    if position.reserves is None:
        return
    tiles, out, players = list(position.tiles()), position.tiles_out, position.options.players
    if out > players * FAMILY_SIZE:
        yield Fault("1", (), f"{out} tiles are out, but there are only {players * FAMILY_SIZE}.")
        return
    if position.drawn is not None and position.drawn.family != position.family:
        message = f"It is the turn of player {position.player}, who cannot have drawn {position.drawn.words}."
        yield Fault("2", (), message)
    hidden = tiles.count(None)
    for player, family in enumerate(position.options.families_in_play, start=1):
        drawn = drawn_by(player, out, players)
        seen = sum(tile is not None and tile.family == family for tile in tiles)
        if not drawn - hidden <= seen <= drawn:
            name = FAMILIES[family]
            message = f"Tiles of {name} out: {seen}, but player {player} has drawn {drawn}: all take turns, 1 first."
            yield Fault("2", (), message)


def _places(position: Position, tile: Tile) -> tuple[str, ...]:
    """The squares where a tile lies, the reserves and the hand that hold it."""
    squares = [name for name, column in zip(SQUARES, position.columns, strict=True) if tile in column]
    reserves = [f"reserve {player}" for player, held in enumerate(position.reserves or (), 1) if tile in held]
    return (*squares, *reserves, *(["drawn"] if tile == position.drawn else []))
