"""`tower-referee card`: checks, makes and prints grid cards for 012x012."""

import re
from pathlib import Path
from typing import Any

import click

from referee.command_group import CommandGroup
from referee.options import json_option, paper_option
from referee.parameters import FilePath, Number

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet", "brown", "grey")


class SetColour(click.Choice[str]):
    """The colour of a set; grey may be written as Americans do."""

    def __init__(self) -> None:
        super().__init__(COLOURS, case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The colour as it is listed; fails with all of them."""
        return super().convert("grey" if str(value).lower() == "gray" else value, param, ctx)


colour_option = click.option(
    "--colour",
    type=SetColour(),
    default="red",
    show_default=True,
    help="The colour of the set, code 2.",
)


class Tones(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A number of tones, or `colours`, which becomes None."""

    name = "tones"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """2 to 256, or None."""
        text = str(value)
        if text.lower() in ("colours", "colors"):
            return None
        if not re.fullmatch(r"[0-9]{1,3}", text) or not 2 <= int(text) <= 256:
            self.fail(f"{text[:40]!r} is neither a number of tones from 2 to 256 nor colours", param, ctx)
        return int(text)


@click.group(cls=CommandGroup)
def command() -> None:
    """Check, make and print the grid cards of 012x012.

    \b
    Example:
      tower-referee card make portrait.jpg -o portrait.csv --preview portrait.png
      tower-referee card print portrait.csv -o portrait.pdf
    """


@command.command()
@click.argument("file", type=FilePath())
@json_option
def check(file: Path, as_json: bool) -> int:
    """Say whether the card in FILE is fair and how to play it.

    A fair card has 48 squares of each code.

    \b
    Example:
      tower-referee card check portrait.csv
    """
    from referee.sheets.card_files import read_card
    from rules.games.zero12 import FAIR_COUNT, card_notation, unfairness

    card = read_card(file)
    why = unfairness(card)
    if as_json:
        from referee.json_output import print_json

        print_json(
            {
                "reference": card.reference,
                "fair": card.is_fair,
                "squares_of_code": card.counts,
                "card": card_notation(card),
            }
        )
    elif why:
        click.echo(f"card {card.reference}: not fair: {why}")
    else:
        click.echo(f"card {card.reference}: fair, {FAIR_COUNT} squares of each code")
        click.echo(f"to play it: tower-referee play --game 012x012 --option card={card_notation(card)}")
    return 1 if why else 0


@command.command()
@click.argument("picture", type=FilePath())
@click.option("-o", "--output", type=FilePath(), required=True, metavar="CARD", help="The card, a .csv.")
@click.option(
    "--preview", "preview_path", type=FilePath(), metavar="PNG", help="Save the picture and the card side by side."
)
@click.option(
    "--tones",
    type=Tones(),
    default="256",
    show_default=True,
    metavar="N|colours",
    help="How many tones of lightness to compare, or `colours` to compare colours.",
)
@colour_option
def make(picture: Path, output: Path, preview_path: Path | None, tones: int | None, colour: str) -> int:
    """Turn the middle of a picture into the nearest fair card.

    The card has exactly 48 squares of each code.

    \b
    Example:
      tower-referee card make portrait.jpg -o portrait.csv --preview portrait.png
    """
    from referee.drawings.pictures import PICTURE_ENDINGS, encode_picture
    from referee.photos import load_photo
    from referee.replacing import require_as_made, require_own_target
    from referee.sheets.card_files import read_card
    from referee.sheets.card_pictures import card_of_picture, preview
    from referee.writing import require_target, write_atomically
    from rules.games.zero12 import FAIR_COUNT, SIDE, Card, card_file

    require_target(output, ("csv",))
    require_as_made(output, lambda path: card_file(Card(read_card(path).codes)))
    if preview_path is not None:
        require_own_target(preview_path, PICTURE_ENDINGS, [picture])
    frame_bgr = load_photo(picture, smallest_side_px=SIDE).frame_bgr
    card = card_of_picture(frame_bgr, colour, tones)
    if preview_path is not None:
        write_atomically(preview_path, encode_picture(preview(frame_bgr, card, colour), preview_path))
    write_atomically(output, card_file(card).encode("utf-8"))
    click.echo(f"{output}: card {card.reference}, {FAIR_COUNT} squares of each code")
    return 0


@command.command("print")
@click.argument("card_path", metavar="CARD", type=FilePath())
@click.option("-o", "--output", type=FilePath(), required=True, metavar="FILE", help="A .pdf, .svg or .png.")
@click.option(
    "--square", "square_mm", type=Number("mm"), default=11.0, show_default=True, metavar="MM", help="Side of a square."
)
@paper_option
@colour_option
def print_card(card_path: Path, output: Path, square_mm: float, paper: str, colour: str) -> int:
    """Draw a card at true scale, with markers for a camera.

    \b
    Example:
      tower-referee card print portrait.csv --square 11 -o portrait.pdf
    """
    from referee.drawings.figures import FILE_FORMATS
    from referee.replacing import require_own_target
    from referee.sheets.card_files import read_card
    from referee.sheets.cards import card_sheet
    from referee.writing import write_atomically

    file_format = require_own_target(output, FILE_FORMATS, [card_path])
    card = read_card(card_path)
    write_atomically(output, card_sheet(card, colour, square_mm, paper, file_format))
    click.echo(f"{output}: card {card.reference} with squares of {square_mm:g} mm on {paper}; print at 100 %")
    return 0
