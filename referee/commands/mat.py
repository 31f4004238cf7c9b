"""`tower-referee mat`: the printable sheet."""

from pathlib import Path

import click

from referee.errors import InputError
from referee.papers import PAPERS_MM


@click.command()
@click.option("--edge", "edge_mm", type=float, default=30.0, show_default=True, metavar="MM", help="Edge of one cube.")
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="a4", show_default=True, help="Size of the sheet.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE", help="A .pdf, .svg or .png."
)
def command(edge_mm: float, paper: str, output: Path) -> int:
    """Draw the mat on which the tower is built, at true scale.

    Print it at 100 % (no "fit to page") and check the printed ruler. babel pico's cubes have an edge of 30 mm.

    \b
    Example:
      tower-referee mat --edge 30 --paper a4 -o mat.pdf
    """
    from calibration.mat import BABEL_MAT
    from referee.files import require_writable, write_atomically
    from referee.mat_sheet import FILE_FORMATS, mat_sheet

    file_format = output.suffix.lower().removeprefix(".")
    if file_format not in FILE_FORMATS:
        raise InputError(f"{output}: the ending must be one of .{', .'.join(FILE_FORMATS)}")
    require_writable(output)
    write_atomically(output, mat_sheet(BABEL_MAT, edge_mm, paper, file_format))
    click.echo(f"{output}: mat for cubes of {edge_mm:g} mm on {paper}; print at 100 % and check the ruler")
    return 0
