"""The columns of Les Tours de Babel drawn from above, North up: of each the tile on top, and how high it is.

Used by the live window.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.games.tours import FAMILIES, SQUARES, worth
from rules.games.tours.tiles import Column

from .flat import FAULT_RGB, Drawn, Label, Point, Polygon, Rgb
from .table_lines import FAMILY_COLOURS

#: Width and height of a drawing, in squares.
WIDTH, HEIGHT = 3.0, 3.0
_IN_ROW = 3
# Half a tile's width and height, and where its middle lies from its square's.
_HALF_TILE = (0.24, 0.31)
_TILE_OFF = (-0.19, 0.06)
# Where the words beside a tile begin, from its square's middle: a browser's "12 high" just reaches the border.
_WORDS_OFF = 0.08

_PAPER_RGB: Rgb = (250, 249, 246)
_LINE_RGB: Rgb = (186, 184, 178)
_NAME_RGB: Rgb = (96, 96, 94)
_TILE_RGB: Rgb = (255, 252, 240)
_EDGE_RGB: Rgb = (60, 60, 60)
_PROPOSED_RGB: Rgb = (40, 160, 70)
_DOUBTFUL_RGB: Rgb = (190, 120, 0)
_MARK_WIDTH = 0.05


@dataclass(frozen=True, slots=True)
class MarkedTable:
    """What stands on the squares, and what is to be pointed out of it.

    Attributes
    ----------
    laid : sequence of nine Column
        In the order of `rules.games.tours.SQUARES`.
    last, at_fault, proposed : frozenset of str
        The square of the last turn, those that a fault is about, and where the drawn tile should go.
    doubtful : int
        The squares, a bit each, of which it is not sure what stands there.
    """

    laid: Sequence[Column]
    last: frozenset[str] = frozenset()
    at_fault: frozenset[str] = frozenset()
    proposed: frozenset[str] = frozenset()
    doubtful: int = 0


def draw_table(table: MarkedTable) -> Iterator[Drawn]:
    """The nine squares: a dot beside the tile that was laid last, thick borders round faults and proposals.

    Yields
    ------
    Polygon or Label
        In squares, from (0, 0) to (`WIDTH`, `HEIGHT`), y down.
    """
    for square, (name, column) in enumerate(zip(SQUARES, table.laid, strict=True)):
        middle = _middle(square)
        yield _box(middle, (0.5, 0.5), _PAPER_RGB, _LINE_RGB, 0.01)
        yield Label((middle[0] - 0.45, middle[1] - 0.33), name, 0.14, _NAME_RGB)
        if column:
            yield from _column(middle, column)
        if name in table.last:
            yield _box((middle[0] + 0.4, middle[1] - 0.4), (0.03, 0.03), _EDGE_RGB, None, 0.0)
        if table.doubtful >> square & 1:
            yield Label((middle[0] + 0.12, middle[1] + 0.42), "not sure", 0.1, _DOUBTFUL_RGB)
    marked = ((table.proposed, _PROPOSED_RGB), (table.at_fault, FAULT_RGB))
    for squares, colour_rgb in marked:
        for square, name in enumerate(SQUARES):
            if name in squares:
                yield _box(_middle(square), (0.47, 0.47), None, colour_rgb, _MARK_WIDTH)


def _column(middle: Point, column: Column) -> Iterator[Drawn]:
    """The tile on top, and beside it how many there are and what they are worth."""
    top = column[-1]
    at = middle[0] + _TILE_OFF[0], middle[1] + _TILE_OFF[1]
    colour_rgb = _EDGE_RGB if top is None else family_rgb(top.family)
    yield _box(at, _HALF_TILE, _TILE_RGB, colour_rgb, 0.03)
    yield Label((at[0], at[1] + 0.06), "?" if top is None else str(top.value), 0.34, colour_rgb, "middle")
    if top is not None:
        yield Label((at[0], at[1] + 0.24), FAMILIES[top.family], 0.08, colour_rgb, "middle")
    beside = middle[0] + _WORDS_OFF
    yield Label((beside, middle[1] + 0.08), f"{len(column)} high", 0.1, _NAME_RGB)
    yield Label((beside, middle[1] + 0.24), f"worth {worth(len(column))}", 0.09, _NAME_RGB)


def family_rgb(family: str) -> Rgb:
    """The colour that a family is drawn in."""
    blue, green, red = FAMILY_COLOURS[family]
    return red, green, blue


def _middle(square: int) -> Point:
    row, column = divmod(square, _IN_ROW)
    return column + 0.5, HEIGHT - row - 0.5


def _box(middle: Point, half: Point, fill_rgb: Rgb | None, line_rgb: Rgb | None, line_width: float) -> Polygon:
    (x, y), (across, down) = middle, half
    corners = ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))
    return Polygon(corners, fill_rgb, line_rgb, line_width)
