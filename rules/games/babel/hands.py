"""What the two players hold: full hands, hands after a placement, and those that a tower can have left.

Called by positions, the solver and the program.
"""

from collections.abc import Sequence
from itertools import product

from rules.errors import IncompletePosition

from .pieces import TYPES
from .tower import Tower, cell_name

Hand = tuple[int, int, int, int, int]
"""How many cubes of types 0 to 4 a player still has."""
Hands = tuple[Hand, Hand]
"""Those of player 1 and player 2."""

FULL_HAND: Hand = (3, 3, 1, 3, 2)
"""What each player starts with, by rule 1."""


def other_player(player: int) -> int:
    """The one who moves after a player.

    Examples
    --------
    >>> other_player(1), other_player(2)
    (2, 1)
    """
    return 3 - player


def possible_hands(tower: Tower) -> tuple[Hands, ...]:
    """All pairs of hands that can be left once this tower was built by players taking turns.

    Parameters
    ----------
    tower : Tower
        All types known.

    Returns
    -------
    tuple of Hands
        Empty if the tower takes more cubes of a type than there are. Who placed which cube does not show in a tower,
        but each level was filled in turns that player 1 began.

    Raises
    ------
    IncompletePosition
        The type of a cube is not known.

    Examples
    --------
    >>> from .notation import parse_tower
    >>> possible_hands(parse_tower("1E,0,-,-"))
    (((3, 2, 1, 3, 2), (2, 3, 1, 3, 2)), ((2, 3, 1, 3, 2), (3, 2, 1, 3, 2)))
    """
    levels: dict[int, list[int]] = {}
    for cell, cube in tower.items():
        if cube.type is None:
            raise IncompletePosition(
                f"the type of the cube in {cell_name(cell)} is not known, so the hands are not either"
            )
        levels.setdefault(cell[2], []).append(cube.type)
    if any(standing > kind.in_box for kind, standing in zip(TYPES, tower.type_counts(), strict=True)):
        # Known at once, and with a hundred levels there would be millions of shares.
        return ()
    by_first = {(0,) * len(TYPES)}
    for types in levels.values():
        counts = [types.count(kind.number) for kind in TYPES]
        half = (len(types) + 1) // 2
        shares = [share for share in product(*(range(count + 1) for count in counts)) if sum(share) == half]
        by_first = {tuple(map(sum, zip(taken, share, strict=True))) for taken in by_first for share in shares}
    found = []
    for first in sorted(by_first):
        second = [standing - one for standing, one in zip(tower.type_counts(), first, strict=True)]
        hands = (_left(first), _left(second))
        if min(*hands[0], *hands[1]) >= 0:
            found.append(hands)
    return tuple(found)


def hands_notation(hands: Hands) -> str:
    """Both hands as five digits each.

    Examples
    --------
    >>> hands_notation((FULL_HAND, FULL_HAND))
    '33132:33132'
    """
    return ":".join(map(hand_notation, hands))


def hand_notation(hand: Sequence[int]) -> str:
    """One hand, cubes of types 0 to 4, as five digits."""
    return "".join(map(str, hand))


def without_one(hand: Hand, type: int) -> Hand:
    """The hand after a cube of this type is spent."""
    a, b, c, d, e = (count - (number == type) for number, count in enumerate(hand))
    return a, b, c, d, e


def hands_without(hands: Hands, player: int, type: int) -> Hands:
    """Both hands after a player (1 or 2) has spent a cube of this type."""
    return _with_hand(hands, player, without_one(hands[player - 1], type))


def hands_with(hands: Hands, player: int, type: int) -> Hands:
    """Both hands after a player (1 or 2) has taken back a cube of this type."""
    a, b, c, d, e = (count + (number == type) for number, count in enumerate(hands[player - 1]))
    return _with_hand(hands, player, (a, b, c, d, e))


def _with_hand(hands: Hands, player: int, hand: Hand) -> Hands:
    return (hand, hands[1]) if player == 1 else (hands[0], hand)


def _left(placed: Sequence[int]) -> Hand:
    a, b, c, d, e = (most - count for most, count in zip(FULL_HAND, placed, strict=True))
    return a, b, c, d, e
