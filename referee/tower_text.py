"""A tower drawn with letters and colours for a terminal. Called by the commands that print one."""

from collections.abc import Set
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from referee.shown import Shown
from rules.games.babel import (
    COLUMNS,
    TYPES,
    Cell,
    CellFace,
    Face,
    Hands,
    Mark,
    Tower,
    cell_name,
    cube_notation,
    in_footprint,
)

#: Text and ground of a cube by its type number, close to the paint, and others in each where a terminal has 16 colours.
TYPE_STYLES = ("white on grey42", "black on bright_white", "white on black", "black on #e4c678", "white on #1c48a0")
UNKNOWN_STYLE = "black on grey70"
CELL_WIDTH = 4

#: The two columns of each side from left to right, for someone who looks at that side.
SIDE_COLUMNS = {
    Face.S: ((0, 0), (1, 0)),
    Face.E: ((1, 0), (1, 1)),
    Face.N: ((1, 1), (0, 1)),
    Face.W: ((0, 1), (0, 0)),
}
SIDE_NAMES = {Face.S: "South", Face.E: "East", Face.N: "North", Face.W: "West"}


@dataclass(frozen=True, slots=True)
class Symbols:
    """How marks are written: known ones, and ones that were not given but follow."""

    bulge: str
    hollow: str
    bulge_follows: str
    hollow_follows: str


ROUND = Symbols("●", "○", "•", "◦")
#: For terminals that know no more than ASCII.
PLAIN = Symbols("B", "H", "b", "h")


def symbols_for(console: Console) -> Symbols:
    """The symbols that a console's encoding can show."""
    try:
        "".join((ROUND.bulge, ROUND.hollow, ROUND.bulge_follows, ROUND.hollow_follows)).encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return ROUND


def draw_tower(known: Tower, certain: Shown, symbols: Symbols, seen: Set[CellFace] | None = None) -> RenderableType:
    """The tower from its four sides and from above.

    Parameters
    ----------
    known : Tower
        What was seen or given.
    certain : Shown
        The same with what follows filled in; equal to `known` where nothing does.
    symbols : Symbols
    seen : set of (Cell, Face), optional
        Faces whose mark was seen; without it all that `known` knows, also by a cube's type.
    """
    if not known:
        return Text("The tower is empty.")
    told = _known_faces(known) if seen is None else seen
    height = max((cell[2] + 1 for cell in known if in_footprint(cell)), default=0)
    views = [
        Panel(_side(told, certain, face, columns, height, symbols), title=SIDE_NAMES[face], expand=False)
        for face, columns in SIDE_COLUMNS.items()
    ]
    views.append(Panel(_top(told, certain, symbols), title="above", subtitle="N up", expand=False))
    marks = f"{symbols.bulge} bulge  {symbols.hollow} hollow  ? unknown  "
    follows = f"{symbols.bulge_follows} {symbols.hollow_follows} not seen but certain  ( ) in the row behind"
    types = Text.assemble(*((f" {kind.number} {kind.colour} ", TYPE_STYLES[kind.number]) for kind in TYPES))
    parts: list[RenderableType] = [Columns(views), Text(marks + follows), types]
    if beside := beside_in_words(known):
        parts.append(Text(beside))
    return Group(*parts)


def beside_in_words(tower: Tower) -> str:
    """The cubes that stand beside the footprint; nothing if none does."""
    beside = [f"{cell_name(cell)}: {cube_notation(cube)}" for cell, cube in tower.items() if not in_footprint(cell)]
    return f"Beside the footprint: {'; '.join(beside)}" if beside else ""


def hands_text(hands: Hands) -> Text:
    """What both players still hold, a line each."""
    rows = []
    for player, hand in enumerate(hands, start=1):
        cubes = [
            Text(f" {count} {kind.colour} ", TYPE_STYLES[kind.number])
            for kind, count in zip(TYPES, hand, strict=True)
            if count
        ]
        rows.append(Text.assemble(f"player {player} holds ", *(cubes or [Text("nothing")])))
    return Text("\n").join(rows)


def _known_faces(tower: Tower) -> set[CellFace]:
    return {(cell, face) for cell, cube in tower.items() for face in Face if cube.mark(face) is not None}


def _side(
    told: Set[CellFace], certain: Shown, face: Face, columns: tuple[tuple[int, int], ...], height: int, symbols: Symbols
) -> Text:
    rows, width = [], len(str(height))
    for z in reversed(range(height)):
        row = Text(f"{z + 1:>{width}} ")
        for x, y in columns:
            cell = cell_in_view(certain, (x, y, z), face)
            row.append_text(_cell(told, certain, cell, face, symbols, is_near=cell[:2] == (x, y)))
        rows.append(row)
    rows.append(Text(" " * (width + 1) + "".join(COLUMNS[column].center(CELL_WIDTH) for column in columns)))
    return Text("\n").join(rows)


def _top(told: Set[CellFace], certain: Shown, symbols: Symbols) -> Text:
    rows = []
    for y in (1, 0):
        row = Text()
        for x in (0, 1):
            levels = [cell[2] for cell in certain if cell[:2] == (x, y)]
            row.append_text(_cell(told, certain, (x, y, max(levels, default=0)), Face.U, symbols))
        rows.append(row)
        rows.append(Text("".join(COLUMNS[x, y].center(CELL_WIDTH) for x in (0, 1))))
    return Text("\n").join(rows)


def cell_in_view(tower: Shown, near: Cell, face: Face) -> Cell:
    """The cell that shows in a place of the side that `face` looks to: the near one, or behind it if that is empty."""
    behind = face.opposite.beside(near)
    return behind if near not in tower and behind in tower else near


def _cell(told: Set[CellFace], certain: Shown, cell: Cell, face: Face, symbols: Symbols, is_near: bool = True) -> Text:
    if cell not in certain:
        return Text(" " * CELL_WIDTH)
    cube = certain[cell]
    style = UNKNOWN_STYLE if cube.type is None else TYPE_STYLES[cube.type]
    number = "?" if cube.type is None else str(cube.type)
    before, after = "  " if is_near else "()"
    return Text(f"{before}{number}{_mark(cube.mark(face), (cell, face) in told, symbols)}{after}", style)


def _mark(mark: Mark | None, is_told: bool, symbols: Symbols) -> str:
    if mark is None:
        return "?"
    if is_told:
        return symbols.bulge if mark is Mark.BULGE else symbols.hollow
    return symbols.bulge_follows if mark is Mark.BULGE else symbols.hollow_follows
