"""What a truth file says lies on a board of 012x012. Called by all that measure or learn from photos of boards."""

from collections.abc import Mapping
from typing import Any

from rules.games.zero12 import SQUARES, Square, parse_position
from vision.games.zero12.evidence import EMPTY


def true_kinds(truth: Mapping[str, Any]) -> dict[Square, int]:
    """What truly lies on each square: the code of its cube, or `EMPTY`.

    Examples
    --------
    >>> kinds = true_kinds({"card": "/".join(12 * ["012012012012"]), "board": "/".join([*11 * ["."], "02.........."])})
    >>> [kinds[square] for square in ((0, 0), (1, 0), (2, 0), (0, 11))]
    [0, 2, 3, 3]
    """
    position = parse_position(f"{truth['card']} {truth['board']}")
    codes = {square: position.cube(square) for square in SQUARES}
    return {square: EMPTY if code is None else code for square, code in codes.items()}
