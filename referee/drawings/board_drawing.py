"""A board of 012x012 drawn from above, North up: the cubes in their paints, printed signs where none lies.

Used by the live window.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from calibration.board_mat import CROSS_REACH, CROSS_WIDTH, DISC_RADIUS, RING_RADII
from calibration.card_mat import CUBE_COLOURS_SRGB
from rules.games.zero12 import CODES, SIDE, SQUARES, Card, Laid, Square, bit, square_name
from rules.games.zero12.squares import SquareSet, squares_in

from .flat import FAULT_RGB, Drawn, Label, Point, Polygon, Rgb, ink_on

#: Width and height of a drawing, in squares: the board, and beside and below it the names of rows and columns.
WIDTH, HEIGHT = SIDE + 1.0, SIDE + 0.9
_LEFT = 0.85

_PAPER_RGB: Rgb = (250, 249, 246)
_LINE_RGB: Rgb = (186, 184, 178)
_SIGN_RGB: Rgb = (166, 164, 160)
_NAME_RGB: Rgb = (96, 96, 94)
_EDGE_RGB: Rgb = (60, 60, 60)
_UNDER_WAY_RGB: Rgb = (240, 150, 0)
_PROPOSED_RGB: Rgb = (40, 160, 70)
# A cube is so far inside its square.
_INSIDE = 0.06


@dataclass(frozen=True, slots=True)
class MarkedBoard:
    """What lies on a board, and what is to be pointed out of it.

    Attributes
    ----------
    laid : Laid
    under_way : SquareSet
        Where the cubes of the turn under way lie.
    last : SquareSet
        Where those of the last turn lie.
    at_fault : SquareSet
    proposed : SquareSet
        Where to lay cubes.
    """

    laid: Laid
    under_way: SquareSet = 0
    last: SquareSet = 0
    at_fault: SquareSet = 0
    proposed: SquareSet = 0


def draw_board(board: MarkedBoard, card: Card, colours: tuple[str, str, str]) -> Iterator[Drawn]:
    """The board: a dot on each cube of the last turn, thick borders round cubes under way, faults and proposals.

    Parameters
    ----------
    board : MarkedBoard
    card : Card
    colours : tuple of str
        Those of codes 0, 1 and 2, of `calibration.card_mat.CUBE_COLOURS_SRGB`.

    Yields
    ------
    Polygon or Label
        In squares, from (0, 0) to (`WIDTH`, `HEIGHT`), y down.
    """
    yield _box((0, SIDE - 1), 0.0, SIDE, _PAPER_RGB, _EDGE_RGB, 0.06)
    yield from _grid()
    for number in range(SIDE):
        row, column = _middle((0, number)), _middle((number, 0))
        yield Label((_LEFT / 2, row[1] + 0.18), str(number + 1), 0.5, _NAME_RGB, "middle")
        yield Label((column[0], SIDE + 0.65), square_name((number, 0))[0], 0.5, _NAME_RGB, "middle")
    for square in SQUARES:
        code = next((code for code in CODES if board.laid[code] & bit(square)), None)
        if code is None:
            yield from _sign(square, card.code(square))
            continue
        paint_rgb = CUBE_COLOURS_SRGB[colours[code]]
        yield _box(square, _INSIDE, 1, paint_rgb, _EDGE_RGB, 0.05)
        if board.last & bit(square):
            yield Polygon(_circle(_middle(square), 0.14), ink_on(paint_rgb))
    marked = ((board.under_way, _UNDER_WAY_RGB), (board.proposed, _PROPOSED_RGB), (board.at_fault, FAULT_RGB))
    for squares, colour_rgb in marked:
        for square in squares_in(squares):
            yield _box(square, _INSIDE, 1, None, colour_rgb, 0.14)


def _middle(square: Square) -> Point:
    return _LEFT + square[0] + 0.5, SIDE - square[1] - 0.5


def _box(
    north_west: Square, inside: float, side: float, fill_rgb: Rgb | None, line_rgb: Rgb, line_width: float
) -> Polygon:
    """A square of the drawing whose corner is that of a square of the board, a little inside its border."""
    x, y = (middle - 0.5 for middle in _middle(north_west))
    low, high = inside, side - inside
    corners = ((x + low, y + low), (x + high, y + low), (x + high, y + high), (x + low, y + high))
    return Polygon(corners, fill_rgb, line_rgb, line_width)


def _grid() -> Iterator[Polygon]:
    for number in range(1, SIDE):
        yield Polygon(((_LEFT + number, 0), (_LEFT + number, SIDE)), None, _LINE_RGB, 0.03)
        yield Polygon(((_LEFT, number), (_LEFT + SIDE, number)), None, _LINE_RGB, 0.03)


def _sign(square: Square, code: int) -> Iterator[Polygon]:
    """The sign as `calibration.board_mat.sign_ink` has it."""
    middle = _middle(square)
    if code == 0:
        inner, outer = RING_RADII
        yield Polygon(_circle(middle, (inner + outer) / 2), None, _SIGN_RGB, outer - inner)
    elif code == 1:
        yield Polygon(_circle(middle, DISC_RADIUS), _SIGN_RGB)
    else:
        along, across = CROSS_REACH / sqrt(2), CROSS_WIDTH / 2 / sqrt(2)
        for turn in (1, -1):
            arm = (
                (-along - across, -along + across),
                (-along + across, -along - across),
                (along + across, along - across),
                (along - across, along + across),
            )
            yield Polygon(tuple((middle[0] + x, middle[1] + turn * y) for x, y in arm), _SIGN_RGB)


def _circle(middle: Point, radius: float) -> tuple[Point, ...]:
    turns = [2 * pi * step / 24 for step in range(24)]
    return tuple((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns)
