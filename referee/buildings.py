"""Building files that people write by hand, and pictures of buildings. Called by `tower-referee building`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules import NotationError
from rules.errors import counted
from rules.games.baubylon import (
    HEIGHT_DIGITS,
    Building,
    Options,
    Source,
    Square,
    building_notation,
    cheapest_way,
    expected_rolls,
    fairness,
    ground_of,
    parse_building,
    reachable,
    square_name,
)
from rules.letters import plain_letters
from rules.lines import text_lines

from .drawings.figures import drawing, file_of
from .drawings.flat import hex_colour, ink_on
from .errors import InputError
from .files import read_text
from .reports.game_documents import fault_fields

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# With what the file of a building begins.
_HEADER = "# Storeys of each square, North above; 0 is the table."
_BLOCKS = "blocks"
_SQUARE_INCHES = 0.6
_DPI = 150


def read_building(path: Path) -> Building:
    """The building that a file describes: rows of heights from the North, or blocks, or both.

    Raises
    ------
    InputError
        The file cannot be read, is no building, or its heights and blocks are of two buildings.
    """
    text = read_text(path, "a building, rows of heights or blocks")
    try:
        return parse_building_text(text)
    except NotationError as error:
        raise InputError(f"{path}: {error}") from error


def parse_building_text(text: str) -> Building:
    """The building that the text of a file describes.

    Parameters
    ----------
    text : str
        Lines with the storeys of each square, the Northern row first, with or without spaces, 0 or `.` for the table;
        then, or instead, `blocks` with the size of the ground and the blocks in the order in which they are put down,
        as in the notation. `#` begins a comment.

    Raises
    ------
    NotationError
        With what was expected.

    Examples
    --------
    >>> parse_building_text("1 2  # North").heights
    (1, 2)
    >>> str(parse_building_text("blocks 2x1\\na1e b1u"))
    '2x1:a1e,b1u'
    """
    lines = [line.partition("#")[0].replace(",", " ").split() for line in text_lines(plain_letters(text))]
    words = [line for line in lines if line]
    cut = next((number for number, line in enumerate(words) if line[0].lower().rstrip(":") == _BLOCKS), len(words))
    _require_rows(words[:cut])
    rows = ["".join(line).replace(".", "0") for line in words[:cut]]
    blocks = [word for line in words[cut:] for word in line][1:]
    if not rows and not blocks:
        raise NotationError("nothing is built; expected rows of heights such as `1 2 2`, or `blocks 3x2` and blocks")
    drawn = parse_building("/".join(rows)) if rows else None
    if drawn is not None and cut == len(words):
        return drawn
    built = parse_building(f"{''.join(blocks[:1])}:{','.join(blocks[1:])}")
    if drawn is not None and (drawn.width, drawn.heights) != (built.width, built.heights):
        raise NotationError(f"the blocks make the heights {_heights(built)}, but {_heights(drawn)} are written")
    return built


def _require_rows(rows: Sequence[Sequence[str]]) -> None:
    """Refuse words with a colon, as other files have them, and ten and more written as a number beside others: squares
    are told apart by their letters, not by spaces."""
    for row in rows:
        stray = next((field for field in row if ":" in field), None)
        if stray is not None:
            raise NotationError(
                f"{stray[:20]!r} is no height; expected rows such as `1 2 2`, or `blocks 3x2` and blocks"
            )
        longer = next((field for field in row if len(field) > 1 and field.isdecimal()), None)
        if longer is not None and any(len(field) == 1 for field in row):
            raise NotationError(f"{longer} beside single digits: write ten storeys and more as A, B and so on")


def building_text(building: Building) -> str:
    """The text of a file that `parse_building_text` reads back.

    Examples
    --------
    >>> print(building_text(parse_building("12")))
    # Storeys of each square, North above; 0 is the table.
    1 2
    <BLANKLINE>
    """
    rows = _heights(building).split("/")
    lines = [_HEADER, *(" ".join(row) for row in rows)]
    if building.blocks:
        blocks = counted(len(building.blocks), "block")
        lines.append(f"# The {blocks} from below: lying e to the East, n to the North, or u upright on their square.")
        lines.append(f"{_BLOCKS} {building.width}x{building.depth}")
        for storey in sorted({block.storey for block in building.blocks}):
            lines.append(" ".join(str(block) for block in building.blocks if block.storey == storey))
    return "\n".join(lines) + "\n"


def building_picture(options: Options, file_format: str) -> bytes:
    """The building from above: storeys, entries and summit.

    Parameters
    ----------
    options : Options
        Whose building is drawn.
    file_format : one of `figures.FILE_FORMATS`

    Returns
    -------
    bytes
        The file's content; the same for the same arguments.
    """
    building = options.built
    storeys = {square: float(building.height(square)) for square in building.squares if building.height(square)}
    names = {square: HEIGHT_DIGITS[building.height(square)] for square in storeys}
    return _picture(options, storeys, names, "YlOrBr", "storeys", file_format)


def heat_picture(options: Options, file_format: str) -> bytes:
    """The building from above with the expected rolls of one pawn alone to the summit.

    Parameters and result as in `building_picture`.
    """
    rolls = {place: float(value) for place, value in expected_rolls(options).items() if isinstance(place, tuple)}
    names = {square: f"{value:.1f}" for square, value in rolls.items()}
    return _picture(options, rolls, names, "RdYlGn_r", "expected rolls to the summit, one pawn alone", file_format)


def _picture(
    options: Options,
    values: dict[Square, float],
    names: dict[Square, str],
    colours: str,
    title: str,
    file_format: str,
) -> bytes:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    building = options.built
    with drawing(svg_letters="none"):
        size = (_SQUARE_INCHES * (building.width + 2), _SQUARE_INCHES * (building.depth + 2))
        figure = Figure(figsize=(max(size[0], 4.5), size[1]), facecolor="white")
        axes = figure.add_subplot(aspect="equal", title=title)
        axes.set_xlim(-0.1, building.width + 0.1)
        axes.set_ylim(-0.1, building.depth + 0.1)
        axes.set_xticks(
            [x + 0.5 for x in range(building.width)], [square_name((x, 0))[0] for x in range(building.width)]
        )
        axes.set_yticks([y + 0.5 for y in range(building.depth)], [str(y + 1) for y in range(building.depth)])
        axes.tick_params(length=0)
        axes.set_xlabel("★ summit   ▲ entry", labelpad=10)
        axes.set_frame_on(False)
        _draw_squares(axes, options, values, names, mpl.colormaps[colours])
        figure.tight_layout()
        return file_of(figure, file_format, _DPI, title)


def _draw_squares(
    axes: "Axes", options: Options, values: dict[Square, float], names: dict[Square, str], colours: Any
) -> None:
    """Each square in its colour; the entries marked with a triangle, the summit with a star."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import Rectangle

    ground = ground_of(options)
    most = max(values.values(), default=0.0) or 1.0
    for square in ground.building.squares:
        x, y = square
        built = not ground.is_table(square)
        colour = colours(0.1 + 0.7 * values[square] / most) if square in values else "0.85" if built else "white"
        axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="0.3" if built else "0.8", linewidth=0.8))
        mark = "★" if square in ground.summit else "▲" if square in ground.entries else ""
        red, green, blue = (round(255 * channel) for channel in to_rgb(colour))
        ink = hex_colour(ink_on((red, green, blue)))
        axes.text(x + 0.5, y + 0.42, names.get(square, ""), ha="center", va="center", fontsize=12, color=ink)
        axes.text(x + 0.93, y + 0.93, mark, ha="right", va="top", fontsize=9, color=ink)


def _heights(building: Building) -> str:
    return building_notation(Building(building.width, building.depth, building.heights))


def building_document(options: Options) -> dict[str, Any]:
    """What `building check --json` prints."""
    ground, judged, way = ground_of(options), fairness(options), cheapest_way(options)
    # An unfair building may be larger than any that can be built, and too large to compute.
    rolls = {} if judged.faults else expected_rolls(options)
    home = rolls.get(Source.HOME)
    return {
        "fair": not judged.faults,
        "faults": fault_fields(judged.faults),
        "warnings": fault_fields(judged.warnings),
        "building": options.building,
        "blocks": len(ground.building.blocks) or None,
        "edge": [square_name(square) for square in ground.edge],
        "entries": [square_name(square) for square in ground.entries],
        "summit": [square_name(square) for square in sorted(ground.summit)],
        "reachable": [square_name(square) for square in reachable(options)],
        "points": way[0] if way else None,
        "way": [square_name(square) for square in way[1]] if way else None,
        "rolls": float(home) if home is not None else None,
        "rolls_exact": str(home) if home is not None else None,
        "rolls_by_square": {
            square_name(place): float(value) for place, value in rolls.items() if isinstance(place, tuple)
        },
    }
