"""`tower-referee calibrate`: learns colours, tiles, lens and arrangements, and measures the light."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.command_group import CommandGroup
from referee.errors import InputError
from referee.options import TYPE2, TYPE3, json_option
from referee.parameters import FilePath, Number, NumberRange
from referee.remarks import tell
from referee.sheets.papers import SQUARE_MM
from referee.texts import is_text
from rules.letters import plain_letters

if TYPE_CHECKING:
    from calibration.profile import Profile


class ProfileWords(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """What people call a camera or set, as a profile can hold it."""

    name = "words"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The words; fails if they are too long or no text."""
        from calibration.profile import MOST_LETTERS

        words = str(value)
        if not is_text(words):
            self.fail("is not UTF-8 text; type it anew", param, ctx)
        if len(words) > MOST_LETTERS:
            self.fail(f"has {len(words)} letters; a profile holds {MOST_LETTERS}", param, ctx)
        return words


class TileMeasures(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Length, width and height of a tile in millimetres such as `39x30x23`, turned into three numbers."""

    name = "measures"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float, float]:
        """The three numbers; fails if they are not three."""
        parts = re.split(r"[x*\u00d7]", plain_letters(str(value)).lower())
        if len(parts) != 3:
            self.fail(f"{value!r} is no tile; expected length, width and height in mm such as 39x30x23", param, ctx)
        length, width, height = (Number("mm").convert(part, param, ctx) for part in parts)
        return length, width, height


class FamilyLetters(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Letters of families in the order of their photos, such as `bcw`."""

    name = "letters"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The letters; fails for others, and for one that is there twice."""
        letters = plain_letters(str(value)).strip().lower()
        if not re.fullmatch("[bcw]{1,3}", letters) or len(set(letters)) < len(letters):
            self.fail(f"{value!r} names no families; expected letters of b, c and w, each once", param, ctx)
        return letters


photos_argument = click.argument("photos", nargs=-1, required=True, metavar="PHOTO...", type=FilePath())
save_option = click.option("--save", "name", required=True, metavar="NAME", help="The profile to write into.")


@click.group(cls=CommandGroup)
def command() -> None:
    """Learn the paints of a set, its tiles or a lens, or measure the light.

    Without a profile everything works too; `check --profile NAME` is surer.

    \b
    Example:
      tower-referee calibrate check table.jpg
      tower-referee calibrate colours stack.jpg --save kitchen
    """


@command.command()
@photos_argument
@click.option(
    "--tower", "notation", metavar="NOTATION", help="The tower in the photos; without it, the calibration stack."
)
@save_option
@click.option(
    "--set",
    "set_name",
    type=ProfileWords(),
    default="",
    metavar="WORDS",
    help="What the set is called, for the profile.",
)
@json_option
def colours(photos: tuple[Path, ...], notation: str | None, name: str, set_name: str, as_json: bool) -> int:
    """Learn the paints of a set from photos of known cubes.

    Without --tower it is the calibration stack: grey, white, black and beige on the outline's squares a1 b1 a2 b2, blue
    on the grey one, all five in view. One photo is enough, more are better.

    \b
    Example:
      tower-referee calibrate colours stack.jpg --save kitchen
    """
    from referee.calibrating.colours import held_out_parts, learn_colours, read_held_out
    from referee.calibrating.known_photos import open_known_photo, tower_of_types
    from referee.notation_argument import without_label
    from referee.photo_paths import require_no_copies
    from referee.profiles.files import require_replaceable, update_profile
    from referee.profiles.report import colour_lines
    from referee.progress import shown
    from rules.games import without_name

    require_replaceable(name)
    require_no_copies(photos)
    tower = tower_of_types(without_name(without_label(notation))[1]) if notation is not None else None
    known = [open_known_photo(path, tower) for path in shown(photos, "reading")]
    parts = held_out_parts(known)
    held_out = [answer for part in shown(parts, "reading again") for answer in read_held_out(known, part)]
    learned = learn_colours(known, held_out)
    for doubt in learned.doubts:
        tell(doubt)
    fields = learned.fields
    # Only now, for meanwhile another run may have learned good ones.
    is_worse = _is_worse(fields.verdict, require_replaceable(name))
    if is_worse:
        tell(f"the colours in {name!r} are good, and kept; save these under another name")
    saved = (
        update_profile(name, colours=fields, **({"set": set_name} if set_name else {}))
        if _is_usable(fields.verdict) and not is_worse
        else None
    )
    if as_json:
        import msgspec

        from referee.json_output import print_json

        document = {"profile": name, "saved": str(saved) if saved else None, "verdict": learned.verdict}
        print_json({**document, "colours": msgspec.to_builtins(fields)})
    else:
        click.echo(learned.verdict)
        for more in colour_lines(fields):
            click.echo(more)
        click.echo(f"saved: {saved}" if saved else "nothing was saved")
    return 0 if saved else 3


def _is_usable(verdict: str) -> bool:
    return verdict != "not usable"


def _is_worse(verdict: str, before: "Profile | None") -> bool:
    """Whether colours that are only usable would take the place of good ones."""
    good = before is not None and before.colours is not None and before.colours.verdict == "good"
    return good and verdict == "usable"


@command.command()
@click.argument("sources", nargs=-1, required=True, metavar="PHOTO|VIDEO...", type=FilePath())
@save_option
@click.option(
    "--camera",
    "camera_name",
    type=ProfileWords(),
    default="",
    metavar="WORDS",
    help="What the camera is called, for the profile.",
)
@json_option
def camera(sources: tuple[Path, ...], name: str, camera_name: str, as_json: bool) -> int:
    """Learn the lens from views of a printed board or mat.

    A dozen photos or a short video: some from near, some tilted each way, some at the picture's borders. It says what
    is still missing. Zoom and focus must stay as they are.

    \b
    Example:
      tower-referee calibrate camera board*.jpg --save kitchen
    """
    from referee.calibrating.lens import count_pictures, learn_lens, pictures_of
    from referee.profiles.files import require_replaceable, update_profile
    from referee.profiles.report import lens_lines
    from referee.progress import shown

    require_replaceable(name)
    pictures = shown(pictures_of(sources), "looking", count_pictures(sources))
    learned = learn_lens(pictures)
    saved = update_profile(name, lens=learned.fields, **({"camera": camera_name} if camera_name else {}))
    if as_json:
        import msgspec

        from referee.json_output import print_json

        document = {
            "profile": name,
            "saved": str(saved),
            "target": learned.target,
            "pictures": learned.pictures,
            "found": learned.found,
            "focal_doubt": learned.fit.focal_doubt,
            "missing": list(learned.missing),
            "lens": msgspec.to_builtins(learned.fields),
        }
        print_json(document)
        return 0
    click.echo(f"the {learned.target} was found in {learned.found} of {learned.pictures} pictures")
    for line in lens_lines(learned.fields):
        click.echo(line)
    for words in learned.missing:
        click.echo(f"would make it surer: {words}")
    click.echo(f"saved: {saved}")
    return 0


@command.command()
@photos_argument
@click.option(
    "--tile",
    "tile_mm",
    type=TileMeasures(),
    required=True,
    metavar="LxWxH",
    help="A tile's length, width and height in mm, such as 39x30x23.",
)
@click.option(
    "--edge",
    "square_mm",
    type=NumberRange(10, 200, "mm"),
    default=SQUARE_MM,
    show_default=f"{SQUARE_MM:g}",
    metavar="MM",
    help="Side of a square of the mat, as it was printed.",
)
@click.option(
    "--families",
    type=FamilyLetters(),
    default="bcw",
    show_default=True,
    metavar="LETTERS",
    help="Of which family each photo is: b bamboo, c circles, w characters.",
)
@click.option("--preview", type=FilePath(), metavar="OUT", help="Save the learned faces as a picture.")
@save_option
@click.option("--set", "set_name", type=ProfileWords(), default="", metavar="WORDS", help="What the set is called.")
@json_option
def tiles(
    photos: tuple[Path, ...],
    tile_mm: tuple[float, float, float],
    square_mm: float,
    families: str,
    preview: Path | None,
    name: str,
    set_name: str,
    as_json: bool,
) -> int:
    """Learn the faces of mah-jong tiles for Les Tours de Babel.

    Lay the nine tiles of a family on the printed mat (tower-referee mat --game tours), 1 to 9 from a1, b1, c1 on,
    upright as seen from the South, and photograph them from above; a photo for each family, first bamboo, then circles,
    then characters. Those who play alone need one family.

    \b
    Example:
      tower-referee calibrate tiles b.jpg c.jpg w.jpg --tile 39x30x23 --save set
      tower-referee calibrate tiles b.jpg --families b --tile 36x26x20 --save solo
    """
    from referee.calibrating.tiles import learn_tiles, tile_fields, tile_size, verdict_on
    from referee.drawings.pictures import PICTURE_ENDINGS, encode_picture
    from referee.drawings.tile_faces import draw_faces
    from referee.photo_paths import require_no_copies
    from referee.profiles.files import require_replaceable, update_profile
    from referee.progress import shown
    from referee.replacing import require_own_target
    from referee.writing import require_written, write_each

    require_replaceable(name)
    require_no_copies(photos)
    size = tile_size(tile_mm, square_mm)
    if len(photos) > len(families):
        raise InputError(f"{photos[len(families)]}: is of no family; --families {families} names {len(families)}")
    if preview is not None:
        require_own_target(preview, PICTURE_ENDINGS, photos)
    tile_set = learn_tiles(shown(list(zip(families, photos, strict=False)), "reading"), size)
    fields, pair = tile_fields(tile_set)
    verdict = verdict_on(tile_set, fields, pair)
    unsaved = write_each({} if preview is None else {preview: lambda: encode_picture(draw_faces(tile_set), preview)})
    saved = None
    if not verdict.startswith("not usable"):
        saved = update_profile(name, tiles=fields, **({"set": set_name} if set_name else {}))
    if as_json:
        import msgspec

        from referee.json_output import print_json

        document = {"profile": name, "saved": str(saved) if saved else None, "verdict": verdict}
        print_json({**document, "tiles": msgspec.to_builtins(fields)})
    else:
        click.echo(verdict)
        click.echo(f"saved: {saved}" if saved else "nothing was saved")
        if preview is not None and preview not in unsaved:
            click.echo(f"preview: {preview}")
    require_written(unsaved)
    return 0 if saved else 3


@command.command()
@click.argument("photo", type=FilePath())
@json_option
def check(photo: Path, as_json: bool) -> int:
    """Say whether light, sharpness and view of PHOTO will do.

    PHOTO shows the mat. Whatever is poor comes with advice how to make it better.

    \b
    Example:
      tower-referee calibrate check table.jpg
    """
    from calibration.light_meter import measure_light, worst_verdict
    from referee.calibrating.light import light_document, light_table, located_in
    from referee.photos import load_photo

    picture = load_photo(photo)
    findings = measure_light(picture.frame_bgr, located_in(picture))
    if as_json:
        from referee.json_output import print_json

        print_json(light_document(findings))
        return 0
    from referee.console import OutputConsole

    console = OutputConsole()
    console.print(light_table(findings))
    console.print(f"all in all: {worst_verdict(findings)}", markup=False)
    return 0


@command.command()
@click.argument("photos", nargs=-1, metavar="[PHOTO...]", type=FilePath())
@click.option("--type2", type=TYPE2, help="How a black cube's bulges lie.")
@click.option("--type3", type=TYPE3, help="How a beige cube's bulges lie.")
@save_option
def rules(photos: tuple[Path, ...], type2: str | None, type3: str | None, name: str) -> int:
    """Fix how the bulges of black and beige cubes lie in a set.

    Photograph black and beige cubes on the mat, turned over to other sides for each photo.

    \b
    Example:
      tower-referee calibrate rules --type2 adjacent --type3 corner --save kitchen
    """
    from referee.calibrating.arrangements import rule_fields
    from referee.profiles.files import require_replaceable, update_profile

    if not photos and type2 is None and type3 is None:
        raise InputError("nothing was given; give photos of black and beige cubes, or --type2 and --type3")
    before = require_replaceable(name)
    fields, remarks = rule_fields(photos, type2, type3, before.rules if before else None)
    for remark in remarks:
        click.echo(remark)
    click.echo(f"saved: {update_profile(name, rules=fields)}")
    return 0
