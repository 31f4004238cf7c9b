"""Baubylon in the terminal: the building from above with its pawns, and what lies beside it."""

from collections.abc import Callable, Collection, Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from rules.errors import counted_are
from rules.games.baubylon import (
    HEIGHT_DIGITS,
    RED,
    Building,
    Ground,
    Options,
    Position,
    Source,
    Square,
    expected_rolls,
    square_name,
    stack_letters,
)

#: The six colours of pawns by player; red ones are everybody's.
PAWN_STYLES = {
    RED: "bold white on red3",
    1: "bold black on yellow3",
    2: "bold white on #1c48a0",
    3: "bold black on green3",
    4: "bold white on grey15",
    5: "bold black on white",
    6: "bold white on magenta",
}
_GROUND_STYLES = ("grey37", *(f"black on grey{level}" for level in (46, 54, 62, 70, 78, 85, 93)))
_UNKNOWN_STYLE = "bold yellow"
_HEAT_STYLES = tuple(f"black on {colour}" for colour in ("#7ad151", "#bddf26", "#fde725", "#fdae61", "#f46d43"))
_MAP_CELL = 3
_WIDTH = 80
_LABEL = 3
#: What the marks of `map_text` mean.
LEGEND = "storeys, * summit, < entry"


def board(position: Position) -> RenderableType:
    """The building with North up, the stacks from below upwards, and what each player has beside the building."""
    lines = [
        map_text(position.ground, position),
        Text(f"{LEGEND}; then the top pawn, r for a red one", "dim"),
        *_stacks(position),
    ]
    pawns = zip(position.home, position.red_held, strict=True)
    for player, (home, held) in enumerate(pawns, start=1):
        red = f", {held} red" if held else ""
        lines.append(Text.assemble(_pawn(player), f" player {player}: {home} at home{red}"))
    if position.red_left:
        lines.append(Text(f"{counted_are(position.red_left, 'red pawn')} still to be put on the building"))
    elif position.roll:
        lines.append(Text(f"player {position.player} has rolled {position.roll}"))
    return Group(*lines)


def seen_text(building: Building, unknown: Collection[Square]) -> Text:
    """The storeys of each square of a building that was seen in part, `?` for those of which nobody knows them."""

    def cell(square: Square) -> Text:
        shown, style = _storeys(building.height(square))
        return Text("? ", _UNKNOWN_STYLE) if square in unknown else Text(f"{shown} ", style)

    return _grid(building, _MAP_CELL, cell)


def map_text(ground: Ground, position: Position | None = None) -> Text:
    """The storeys of each square with summit, entries and, in a position, the top pawns."""

    def cell(square: Square) -> Text:
        mark = "*" if square in ground.summit else "<" if square in ground.entries else " "
        shown, style = _storeys(ground.building.height(square))
        stack = position.stack(square) if position else ()
        return Text.assemble((f"{shown}{mark}", style), _pawn(stack[-1]) if stack else (" ", style))

    # Without colours, a pawn that touches the next square's storeys seems to stand there.
    is_roomy = position is not None and _fits(ground, _MAP_CELL + 1)
    return _grid(ground.building, _MAP_CELL + is_roomy, cell)


def _storeys(height: int) -> tuple[str, str]:
    """How so many storeys are written, and in which style."""
    return HEIGHT_DIGITS[height] if height else ".", _GROUND_STYLES[min(height, len(_GROUND_STYLES) - 1)]


def heat_text(ground: Ground, options: Options) -> Text:
    """The expected rolls of one pawn alone from each square to the summit."""
    expected = expected_rolls(options).items()
    rolls = {place: float(value) for place, value in expected if not isinstance(place, Source)}
    most = max(rolls.values(), default=0.0) or 1.0
    shown = {place: f"{value:.1f}" for place, value in rolls.items()}
    if not _fits(ground, _longest(shown) + 1):
        shown = {place: f"{value:.0f}" for place, value in rolls.items()}
    width = _longest(shown)

    def cell(square: Square) -> Text:
        value = rolls.get(square)
        if value is None:
            return Text(("." if ground.is_table(square) else "-").rjust(width) + " ", "grey37")
        style = _HEAT_STYLES[min(int(value / most * len(_HEAT_STYLES)), len(_HEAT_STYLES) - 1)]
        return Text(f"{shown[square].rjust(width)} ", style)

    return _grid(ground.building, width + 1, cell)


def _longest(shown: Mapping[Square, str]) -> int:
    return max(map(len, shown.values()), default=1)


def _fits(ground: Ground, cell_width: int) -> bool:
    """Whether the columns have room on a terminal."""
    return _LABEL + cell_width * ground.building.width <= _WIDTH


def _grid(building: Building, cell_width: int, cell: Callable[[Square], Text]) -> Text:
    """Rows from the North with their numbers, and the columns' letters under them."""
    lines = []
    for y in reversed(range(building.depth)):
        row = Text(f"{y + 1:2} ")
        for x in range(building.width):
            shown = cell((x, y))
            shown.pad_right(cell_width - len(shown))
            row.append_text(shown)
        lines.append(row)
    letters = "".join(square_name((x, 0))[0].center(cell_width) for x in range(building.width))
    return Text("\n").join([*lines, Text(" " * _LABEL + letters)])


def _stacks(position: Position) -> list[Text]:
    high = [(square, stack) for square, stack in position.occupied() if len(stack) > 1]
    if not high:
        return []
    shown = "  ".join(f"{square_name(square)}: {stack_letters(stack)}" for square, stack in high)
    return [Text(f"stacks from below: {shown}")]


def _pawn(pawn: int) -> tuple[str, str]:
    return stack_letters((pawn,)), PAWN_STYLES[pawn]
