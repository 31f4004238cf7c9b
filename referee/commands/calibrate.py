"""`tower-referee calibrate`: learns colours, lens and arrangements, and measures the light."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.command_group import CommandGroup
from referee.errors import InputError
from referee.options import TYPE2, TYPE3, json_option
from referee.parameters import FilePath
from referee.remarks import tell
from referee.texts import is_text

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


photos_argument = click.argument("photos", nargs=-1, required=True, metavar="PHOTO...", type=FilePath())
save_option = click.option("--save", "name", required=True, metavar="NAME", help="The profile to write into.")


@click.group(cls=CommandGroup)
def command() -> None:
    """Learn the paints of a set or a lens, or measure the light.

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
