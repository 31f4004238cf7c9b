"""`tower-referee mat`: the printable sheets."""

from pathlib import Path

import click

from referee.errors import InputError
from referee.options import USUAL_PHOTO_GAME, paper_option, photo_game_option
from referee.parameters import FilePath, Number

#: babel pico.
DEFAULT_EDGE_MM = 30.0


@click.command()
@click.option(
    "--edge",
    "edge_mm",
    type=Number("mm"),
    show_default=f"{DEFAULT_EDGE_MM:g}",
    metavar="MM",
    help="Edge of one cube, or of one square with --charuco.",
)
@paper_option
@click.option("--charuco", is_flag=True, help="Draw the board for `calibrate camera` instead.")
@photo_game_option("read from photos")
@click.option("--card", type=FilePath(), metavar="CSV", help="012x012: the card whose signs stand on the board.")
@click.option("-o", "--output", type=FilePath(), required=True, metavar="FILE", help="A .pdf, .svg or .png.")
def command(edge_mm: float | None, paper: str, charuco: bool, game: str, card: Path | None, output: Path) -> int:
    """Draw the mat on which the tower is built, at true scale.

    Print it at 100 % (no "fit to page") and check the printed ruler. babel pico's cubes have an edge of 30 mm.

    With --charuco it is a chess board with markers, from which `calibrate camera` learns the lens; --edge is then the
    side of one square, by default the largest that fits.

    With --game 012x012 it is that game's board, on whose squares the signs of a card stand; --edge is by default the
    largest that fits. With --game tours it is the board of Les Tours de Babel; --edge is the side of one of its nine
    squares, by default 42 mm, and at least 2 mm more than a tile is long.

    \b
    Example:
      tower-referee mat --edge 30 --paper a4 -o mat.pdf
      tower-referee mat --charuco -o board.pdf
      tower-referee mat --game 012x012 --card portrait.csv --paper a3 -o board.pdf
    """
    from calibration.mat import BABEL_MAT
    from referee.drawings.figures import FILE_FORMATS
    from referee.games import own_way
    from referee.replacing import require_own_target
    from referee.sheets.mat import mat_sheet
    from referee.writing import write_atomically
    from rules.games import load

    file_format = require_own_target(output, FILE_FORMATS, [] if card is None else [card])
    if game != USUAL_PHOTO_GAME:
        if charuco:
            raise InputError("--charuco is a sheet of its own; leave out --game, or --charuco")
        content, what = own_way(load(game), "sheet")(edge_mm, paper, file_format, card)
        write_atomically(output, content)
        click.echo(f"{output}: {what}; print at 100 % and check the ruler")
        return 0
    if card is not None:
        raise InputError("--card is for the board of 012x012; leave it out, or name the game with --game")
    if charuco:
        from referee.sheets.board import board_sheet, largest_square_mm

        square_mm = largest_square_mm(paper) if edge_mm is None else edge_mm
        write_atomically(output, board_sheet(square_mm, paper, file_format))
        click.echo(f"{output}: board with squares of {square_mm:g} mm on {paper}")
        return 0
    edge_mm = DEFAULT_EDGE_MM if edge_mm is None else edge_mm
    write_atomically(output, mat_sheet(BABEL_MAT, edge_mm, paper, file_format))
    click.echo(f"{output}: mat for cubes of {edge_mm:g} mm on {paper}; print at 100 % and check the ruler")
    return 0
