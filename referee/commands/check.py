"""`tower-referee check`: from a photo to the verdict."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.errors import InputError, UnreadableError
from referee.options import HandsText, json_option, photo_game_option, rule_options, rules_from

if TYPE_CHECKING:
    from rules.games.babel import Hands


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO", type=click.Path(path_type=Path))
@photo_game_option
@rule_options
@click.option(
    "--hands",
    type=HandsText(),
    metavar="DIGITS:DIGITS",
    help="What both players still hold, types 0 to 4: 33132:33132.",
)
@click.option(
    "--annotate", type=click.Path(path_type=Path), metavar="OUT", help="Save the photo with the reading on it."
)
@json_option
def command(
    photos: tuple[Path, ...],
    game: str,
    type2: str | None,
    type3: str | None,
    finished: str | None,
    hands: "Hands | None",
    annotate: Path | None,
    as_json: bool,
) -> int:
    """Read the tower on its mat from a photo, judge it and suggest the next placement.

    PHOTO is a JPEG, PNG, WebP, HEIC, TIFF or BMP file. Cubes and faces that the photo does not show are unknown; the
    verdict says so. Who placed which cube does not show either: --hands gives the suggestion what it needs.

    \b
    Example:
      tower-referee check tower.jpg --annotate read.jpg
    """
    from referee.pictures import encode_picture, require_picture_name

    if len(photos) > 1:
        raise InputError(f"{len(photos)} photos were given; views of one tower are not joined yet, give one photo")
    (path,) = photos
    if annotate is not None:
        require_picture_name(annotate)
        if annotate.exists() and path.exists() and annotate.samefile(path):
            raise InputError(f"{annotate}: is the photo itself; name another file")

    from referee.advice import advise_tower
    from referee.checking import Check, check_photo

    options = rules_from(type2, type3, finished)
    check = check_photo(path, options)
    if not isinstance(check, Check):
        raise UnreadableError(f"{path}: {check.reason}; {check.advice}")
    tower = check.reading.tower
    advice = advise_tower(tower, check.judgement, hands, options)
    if annotate is not None:
        from referee.annotate import annotate as draw
        from referee.files import write_atomically

        write_atomically(
            annotate, encode_picture(draw(check.photo.frame_bgr, check.reading, check.judgement), annotate)
        )
    if as_json:
        from referee.check_report import check_document
        from referee.report import print_json

        click.echo(print_json(check_document(check, advice)))
    else:
        from referee.text_report import OutputConsole, print_advice, print_judgement
        from referee.tower_text import hands_text

        console = OutputConsole()
        print_judgement(console, tower, check.judgement)
        if hands:
            console.print(hands_text(hands))
        print_advice(console, advice)
        if annotate is not None:
            console.print(f"picture: {annotate}", markup=False)
    return 1 if check.judgement.verdict == "illegal" else 0
