"""`tower-referee check`: from a photo to the verdict."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.errors import InputError, UnreadableError
from referee.options import (
    USUAL_PHOTO_GAME,
    json_option,
    option_option,
    photo_game_option,
    profile_from,
    profile_option,
    rule_options,
    rules_from,
    tell_profile,
)
from referee.parameters import ColoursText, CornersText, FilePath, HandsText, WholeNumber
from referee.remarks import tell
from referee.verdicts.request import CheckRequest
from referee.writing import require_written, write_each
from rules.errors import counted

if TYPE_CHECKING:
    from calibration.profile import Profile
    from referee.verdicts.advice import TowerAdvice
    from referee.verdicts.checking import Check
    from rules.games.babel import Hands, Options

Outline = tuple[tuple[float, float], ...]
"""Points of a tower's outline in a photo, x and y in pixels."""


@click.command()
@click.argument("photos", nargs=-1, metavar="[PHOTO...]", type=FilePath())
@photo_game_option("read from photos")
@rule_options
@option_option
@click.option("--card", type=FilePath(), metavar="CSV", help="012x012: the card that the board is filled by.")
@click.option("--before", metavar="NOTATION", help="On a board: judge the turns since this position.")
@click.option(
    "--pawns", type=ColoursText(), metavar="COLOUR,...", help="Baubylon, with --before: the players' colours in turn."
)
@click.option(
    "--hands",
    type=HandsText(),
    metavar="DIGITS:DIGITS",
    help="How many cubes of types 0 to 4 each player still has, such as 33132:33132.",
)
@profile_option
@click.option(
    "--corners",
    type=CornersText(),
    multiple=True,
    metavar="X,Y,...",
    help="Six corners of the tower's outline, anticlockwise from the lower left, if it is not found; once per photo.",
)
@click.option("--annotate", type=FilePath(), metavar="OUT", help="Save the photo with the reading on it.")
@click.option(
    "--report", type=FilePath(), metavar="OUT", help="Save one HTML page with photos, drawings, reasons and advice."
)
@click.option("--batch", type=FilePath(), metavar="DIR", help="Read every tower in a folder instead.")
@click.option("--groups", type=FilePath(), metavar="CSV", help="Which photos of --batch show which tower.")
@click.option(
    "-o",
    "--output",
    type=FilePath(),
    metavar="FILE",
    help="Results of --batch, .jsonl or .csv; continued if it is there already.",
)
@click.option("--jobs", type=WholeNumber(1, 61), help="How many towers of --batch to read at once; default all cores.")
@json_option
def command(
    photos: tuple[Path, ...],
    game: str,
    type2: str | None,
    type3: str | None,
    finished: str | None,
    option_texts: tuple[str, ...],
    card: Path | None,
    before: str | None,
    pawns: tuple[str, ...] | None,
    hands: "Hands | None",
    profile_name: str | None,
    corners: tuple[Outline, ...],
    annotate: Path | None,
    report: Path | None,
    batch: Path | None,
    groups: Path | None,
    output: Path | None,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Read a tower from photos, judge it, suggest the next move.

    PHOTO is a JPEG, PNG, WebP, HEIC, AVIF, TIFF or BMP file; several show the same tower from different sides at the
    same moment. Cubes and faces that no photo shows are unknown; the verdict says so. Who placed which cube does not
    show either: --hands gives the suggestion what it needs.

    With --game 012x012 or --game tours, PHOTO shows a printed board (tower-referee mat --game 012x012) from above.
    Tiles of tours are known by a --profile (tower-referee calibrate tiles). With --game baubylon, photos from several
    sides show a building on its printed ground, before the game or, with --before, in it.

    \b
    Example:
      tower-referee check front.jpg back.jpg --annotate read.jpg
      tower-referee check --batch photos --output results.csv
      tower-referee check board.jpg --game 012x012 --card portrait.csv
      tower-referee check table.jpg --game tours --profile set
      tower-referee check south.jpg north.jpg --game baubylon
    """
    if game != USUAL_PHOTO_GAME:
        from referee.verdicts.board_request import check_board

        for_towers = (type2, type3, finished, hands, report, batch, groups, output, jobs, corners or None)
        request = CheckRequest(photos, card, option_texts, before, profile_name, pawns, annotate, as_json)
        return check_board(game, request, for_towers)
    if card or before or pawns or option_texts:
        raise InputError(
            "--card, --before, --pawns and --option are for boards; leave them out, or name the game with --game"
        )
    _require_one_way(photos, batch, (groups, output, jobs), (hands, corners or None, annotate, report))
    profile = profile_from(profile_name, type2, type3)
    options = rules_from(type2, type3, finished, profile)
    if batch is not None:
        from referee.batch.command_line import check_folder
        from referee.workers import all_cores

        target = output or batch / "checks.jsonl"
        status = check_folder(batch, groups, target, options, profile, jobs or all_cores(), as_json)
        tell_profile(profile, options)
        return status

    from referee.photo_paths import require_views
    from referee.progress import waiting
    from referee.verdicts.checking import advise_check

    require_views(photos)
    _require_usable(photos, corners, annotate, report)
    with waiting("reading the tower"):
        check = _read(photos, options, profile, corners)
    _tell_what_was_left(check, profile_name)
    tell_profile(profile, check.judgement.options)
    advice = advise_check(check, hands)
    unsaved = write_each(_contents(check, advice, hands, annotate, report))
    if as_json:
        from referee.json_output import print_json
        from referee.reports.check_document import check_document

        print_json(check_document(check, advice, profile_name))
    else:
        saved = {what: path for what, path in (("picture", annotate), ("report", report)) if path not in unsaved}
        _print(check, advice, hands, saved)
    require_written(unsaved)
    return 1 if check.judgement.verdict == "illegal" else 0


def _require_usable(
    photos: Sequence[Path], corners: Sequence[object], annotate: Path | None, report: Path | None
) -> None:
    """Refuse what cannot be read or written before anything is read."""
    from referee.drawings.pictures import PICTURE_ENDINGS
    from referee.replacing import require_own_target

    if corners and len(corners) != len(photos):
        times = "once" if len(corners) == 1 else f"{len(corners)} times"
        raise InputError(
            f"--corners was given {times} for {counted(len(photos), 'photo')}; give it once for each photo"
        )
    if annotate is not None:
        require_own_target(annotate, PICTURE_ENDINGS, photos)
    if report is not None:
        require_own_target(report, ("html", "htm"), photos)


def _read(photos: Sequence[Path], options: "Options", profile: "Profile | None", corners: Sequence[Outline]) -> "Check":
    """What the photos show; an error if none of them shows a tower."""
    import numpy as np

    from referee.verdicts.checking import Check, check_photos
    from vision.games.babel.finding.judged_pose import NO_TOWER

    check = check_photos(photos, options, profile, [np.array(points) for points in corners])
    if not isinstance(check, Check):
        by_hand = ", or give its outline with --corners" if check == NO_TOWER else ""
        raise UnreadableError(f"{photos[0]}: {check}{by_hand}")
    return check


def _tell_what_was_left(check: "Check", profile_name: str | None) -> None:
    """Say on standard error which photos, and what of the profile, were not used, and which photos are stretched."""
    for photo, reason in check.left_out.items():
        tell(f"left out: {photo}: {reason}")
    for view in check.views:
        lens = view.reading.pose.lens
        if not lens.has_square_pixels:
            told = (
                f"the photo was made {lens.pixel_aspect:.2f} times as wide as it was taken, and is read as it was taken"
            )
            tell(f"{view.photo.path}: {told}")
    for photo, use in check.profile_uses.items():
        for remark in use.remarks:
            tell(f"profile {profile_name}: {photo}: {remark}")


def _contents(
    check: "Check",
    advice: "TowerAdvice",
    hands: "Hands | None",
    annotate: Path | None,
    report: Path | None,
) -> dict[Path, Callable[[], bytes]]:
    """What makes the content of each file that was asked for."""
    contents: dict[Path, Callable[[], bytes]] = {}
    if annotate is not None:
        contents[annotate] = lambda: _picture(check, annotate)
    if report is not None:
        contents[report] = lambda: _page(check, advice, hands)
    return contents


def _picture(check: "Check", target: Path) -> bytes:
    """All photos with the reading on them, side by side."""
    from referee.drawings.annotate import annotate_views
    from referee.drawings.pictures import READING_DRAWN, encode_picture

    drawn = annotate_views([(view.photo.frame_bgr, view.drawn) for view in check.views], check.judgement)
    return encode_picture(drawn, target, READING_DRAWN)


def _page(check: "Check", advice: "TowerAdvice", hands: "Hands | None") -> bytes:
    """The report."""
    from referee.reports.page import report_page

    return report_page(check, advice, hands).encode(errors="backslashreplace")


def _print(check: "Check", advice: "TowerAdvice", hands: "Hands | None", saved: Mapping[str, Path | None]) -> None:
    """Print the tower, the verdict, the advice and where files were saved."""
    from referee.console import OutputConsole
    from referee.reports.text import print_advice, print_judgement
    from referee.tower_text import draw_tower, hands_text, symbols_for
    from rules.games.babel import tower_notation

    console = OutputConsole()
    # The proof tells of them wherever no fault does.
    notes = check.contradictions if check.judgement.verdict == "illegal" else ()
    tower = check.seen.tower
    console.print(draw_tower(tower, check.shown, symbols_for(console), check.seen.faces_told))
    print_judgement(
        console, tower, check.judgement, tower_notation(tower), notes, check.standpoints, check.fault_confidences
    )
    if hands:
        console.print(hands_text(hands))
    print_advice(console, advice)
    for what, target in saved.items():
        if target is not None:
            console.print(f"{what}: {target}", markup=False, soft_wrap=True)


def _require_one_way(
    photos: tuple[Path, ...], batch: Path | None, for_batch: tuple[object, ...], for_one: tuple[object, ...]
) -> None:
    """Refuse a mixture of one tower's photos and a folder of many."""
    if batch is None:
        if not photos:
            raise click.UsageError(
                "no photo was given; name the photos of one tower, or a folder of many with --batch",
                click.get_current_context(),
            )
        if any(value is not None for value in for_batch):
            raise InputError("--groups, --output and --jobs go with --batch; leave them out")
    elif photos:
        raise InputError(f"{photos[0]}: was given beside --batch; give photos of one tower or a folder, not both")
    elif any(value is not None for value in for_one):
        raise InputError("--hands, --corners, --annotate and --report are for one tower; leave them out with --batch")
