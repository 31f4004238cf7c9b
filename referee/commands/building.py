"""`tower-referee building`: proposes buildings for Baubylon, and judges them."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.command_group import CommandGroup
from referee.errors import InputError
from referee.options import json_option, option_option, seed_option
from referee.parameters import FilePath, WholeNumber
from referee.remarks import tell
from rules.errors import counted
from rules.letters import plain_letters

if TYPE_CHECKING:
    from rules.games.baubylon import Options


class Size(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Columns and rows such as `6x5`, turned into a pair of numbers."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Both numbers, each from 1 to 26."""
        match = re.fullmatch(r"([0-9]{1,2})\s*[x*]\s*([0-9]{1,2})", plain_letters(str(value)).strip().lower())
        if match is None or not all(1 <= int(side) <= 26 for side in match.groups()):
            self.fail(f"{value!r} is no size; expected columns and rows from 1 to 26 such as 6x5", param, ctx)
        return int(match[1]), int(match[2])


@click.group(cls=CommandGroup)
def command() -> None:
    """Propose buildings for Baubylon, and judge them.

    \b
    Example:
      tower-referee building make --blocks 30 --size 5x5 -o hill.txt
      tower-referee building check hill.txt --heat-map hill.svg
    """


@command.command()
@click.option(
    "--blocks",
    type=WholeNumber(1, 200),
    show_default="all there are: 48, or --option blocks=N",
    help="The most blocks to use.",
)
@click.option(
    "--size", type=Size(), default="6x6", show_default=True, metavar="WxD", help="Columns and rows of the ground."
)
@seed_option("Another number gives another building.", default=0)
@option_option
@click.option("-o", "--output", type=FilePath(), required=True, metavar="FILE", help="The building as text.")
def make(blocks: int | None, size: tuple[int, int], seed: int, option_texts: tuple[str, ...], output: Path) -> int:
    """Propose a fair building and write it to a file.

    Another --seed gives another building.

    \b
    Example:
      tower-referee building make --blocks 48 --size 6x6 --seed 3 -o hill.txt
    """
    from dataclasses import replace

    from referee.buildings import building_text, read_building
    from referee.console import OutputConsole
    from referee.replacing import require_as_made
    from referee.reports.building_text import print_building
    from referee.writing import require_writable, write_atomically
    from rules.games.baubylon import propose

    require_writable(output)
    require_as_made(output, lambda path: building_text(read_building(path)))
    options = _options(option_texts)
    if blocks is None:
        blocks = options.blocks
    if blocks > options.blocks:
        raise InputError(
            f"--blocks {blocks}: there are {options.blocks}; add --option blocks={blocks} if you have more"
        )
    building = propose(options, blocks, *size, seed)
    if building is None:
        raise InputError(
            f"no fair building was found with {counted(blocks, 'block')} on {size[0]}x{size[1]} squares; "
            "try more blocks, more squares or another seed"
        )
    write_atomically(output, building_text(building).encode())
    click.echo(f"{output}: a fair building of {counted(len(building.blocks), 'block')}")
    print_building(OutputConsole(), replace(options, building=str(building)))
    return 0


@command.command()
@click.argument("file", type=FilePath(), metavar="FILE")
@option_option
@click.option("--picture", type=FilePath(), metavar="OUT", help="Draw the building: .svg, .png or .pdf.")
@click.option(
    "--heat-map", type=FilePath(), metavar="OUT", help="Draw the expected rolls from each square: .svg, .png or .pdf."
)
@json_option
def check(file: Path, option_texts: tuple[str, ...], picture: Path | None, heat_map: Path | None, as_json: bool) -> int:
    """Judge the building in a file.

    FILE holds rows of heights, or blocks, as docs/commands.md describes.

    \b
    Example:
      tower-referee building check hill.txt --picture hill.svg --heat-map heat.svg
    """
    from dataclasses import replace
    from functools import partial

    from referee.buildings import building_picture, heat_picture, read_building
    from referee.drawings.figures import FILE_FORMATS
    from referee.replacing import require_own_target
    from referee.writing import require_written, write_each
    from rules.games.baubylon import fairness

    wanted = [(path, draw) for path, draw in ((picture, building_picture), (heat_map, heat_picture)) if path]
    formats = {path: require_own_target(path, FILE_FORMATS, [file]) for path, _ in wanted}
    if len(formats) < len(wanted):
        raise InputError(f"{picture}: is named for both pictures; give each its own file")
    options = replace(_options(option_texts), building=str(read_building(file)))
    judged = fairness(options)
    if heat_map and judged.faults:
        tell("an unfair building has no heat map")
        wanted = [(path, draw) for path, draw in wanted if draw is not heat_picture]
    unsaved = write_each({path: partial(draw, options, formats[path]) for path, draw in wanted})
    if as_json:
        from referee.buildings import building_document
        from referee.json_output import print_json

        print_json(building_document(options))
    else:
        _print_judgement(options)
        for path, _ in wanted:
            if path not in unsaved:
                click.echo(f"saved {path}")
    require_written(unsaved)
    return 1 if judged.faults else 0


def _options(option_texts: tuple[str, ...]) -> "Options":
    from rules.games.baubylon import DEFAULT_OPTIONS
    from rules.options import with_options

    return with_options(DEFAULT_OPTIONS, option_texts)


def _print_judgement(options: "Options") -> None:
    from referee.console import OutputConsole
    from referee.reports.building_text import print_building, print_warnings
    from rules.games.baubylon import fairness

    console, judged = OutputConsole(), fairness(options)
    click.echo("FAIR: nothing speaks against this building." if not judged.faults else "UNFAIR:")
    for fault in judged.faults:
        click.echo(f"  {fault.rule}: {fault.message}")
    print_warnings(console, judged.warnings)
    print_building(console, options)
