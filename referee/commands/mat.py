"""`tower-referee mat`: the printable sheets."""

from pathlib import Path

import click

from referee.options import paper_option
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
@click.option("-o", "--output", type=FilePath(), required=True, metavar="FILE", help="A .pdf, .svg or .png.")
def command(edge_mm: float | None, paper: str, charuco: bool, output: Path) -> int:
    """Draw the mat on which the tower is built, at true scale.

    Print it at 100 % (no "fit to page") and check the printed ruler. babel pico's cubes have an edge of 30 mm.

    With --charuco it is a chess board with markers, from which `calibrate camera` learns the lens; --edge is then the
    side of one square, by default the largest that fits.

    \b
    Example:
      tower-referee mat --edge 30 --paper a4 -o mat.pdf
      tower-referee mat --charuco -o board.pdf
    """
    from calibration.mat import BABEL_MAT
    from referee.drawings.figures import FILE_FORMATS
    from referee.replacing import require_own_target
    from referee.sheets.mat import mat_sheet
    from referee.writing import write_atomically

    file_format = require_own_target(output, FILE_FORMATS)
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
