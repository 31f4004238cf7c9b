"""`tower-referee watch`: referee a live game."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.errors import InputError
from referee.live.request import WatchRequest
from referee.options import (
    USUAL_PHOTO_GAME,
    language_option,
    option_option,
    photo_game_option,
    profile_from,
    profile_option,
    rule_options,
    rules_from,
    tell_profile,
)
from referee.parameters import FilePath, NumberRange
from referee.phrases import require_english
from referee.remarks import tell

if TYPE_CHECKING:
    from referee.live.events import Event
    from referee.live.journal import Journal
    from referee.live.state import GameState, LiveState
    from rules.games.babel import Options, Position


@click.command(context_settings={"allow_extra_args": True})
@click.argument("source", required=False)
@click.option("--list", "lists", is_flag=True, help="List the cameras of this computer.")
@click.option("--preview", type=FilePath(), metavar="OUT", help="With --list: save what each camera shows.")
@click.option("--headless", is_flag=True, help="Open no window; print what happens.")
@click.option(
    "--json-lines", is_flag=True, help="Print one JSON object a line for each event or camera; implies --headless."
)
@click.option("--record", type=FilePath(), metavar="FILE", help="Keep a journal of the game.")
@click.option("--resume", type=FilePath(), metavar="FILE", help="Go on with the game of a journal.")
@click.option(
    "--start", metavar="NOTATION", help="The position that the game begins from; without it, what the first look shows."
)
@click.option(
    "--fps",
    type=NumberRange(1, 240, "fps"),
    help="If SOURCE is a folder of the frames of a video: how many there are a second.",
)
@click.option("--wait-for-key", is_flag=True, help="Read the tower only when the space bar says that the move is done.")
@language_option("Language of messages and speech.")
@click.option("--speak", is_flag=True, help="Say aloud what happens, with the voices of this computer.")
@profile_option
@photo_game_option("followed live")
@rule_options
@click.option("--card", type=FilePath(), metavar="CSV", help="012x012: the card that the board is filled by.")
@option_option
def command(
    source: str | None,
    lists: bool,
    preview: Path | None,
    headless: bool,
    json_lines: bool,
    record: Path | None,
    resume: Path | None,
    start: str | None,
    fps: float | None,
    wait_for_key: bool,
    language: str,
    speak: bool,
    profile_name: str | None,
    game: str,
    type2: str | None,
    type3: str | None,
    finished: str | None,
    card: Path | None,
    option_texts: tuple[str, ...],
) -> int:
    """Follow a game by camera and say at once what is illegal.

    SOURCE is a camera's number or name, a device, the address of a stream such as http://192.168.1.5:8080/video of a
    phone, a video file, or a folder of pictures in the order of their names.

    With --game 012x012 or --game tours the camera looks down on a printed board (tower-referee mat --game 012x012).

    \b
    Example:
      tower-referee watch 0 --record game.jsonl
      tower-referee watch 0 --game 012x012 --card portrait.csv
      tower-referee watch 0 --game tours --profile tiles --option players=2
    """
    if extra := click.get_current_context().args:
        raise InputError(f"{extra[0]}: is one SOURCE too many; put pictures into a folder, and name that")
    if lists:
        return _list_cameras(source, preview, json_lines)
    source = _required_source(source, preview)
    if resume is not None:
        _require_nothing_else(record, start, any((type2, type3, finished)))
    headless = headless or json_lines
    if headless and wait_for_key:
        raise InputError("--wait-for-key needs the window, so --headless has no place beside it")
    if game != USUAL_PHOTO_GAME:
        _require_board_options(language, (type2, type3, finished))
        request = WatchRequest(
            source, fps, record, resume, start, profile_name, headless, json_lines, wait_for_key, speak
        )
        return _watch_board(game, request, card, option_texts)
    if card or option_texts:
        raise InputError("--card and --option are for boards; leave them out, or name the game with --game")

    from referee.live.looking import take_look
    from referee.live.pictures import Settings
    from referee.live.profiled import ProfiledLooks
    from referee.live.sources import open_source, source_name
    from referee.live.speech import speaking
    from referee.live.telling import spoken
    from referee.live.towers import tower_session
    from referee.phrases import Phrasebook
    from referee.profiles.use import with_rules_of_a_game, without_overruled
    from vision.networks import load_ahead

    phrases = Phrasebook(language)
    profile = profile_from(profile_name, type2, type3)
    options = rules_from(type2, type3, finished, profile)
    source = source_name(source)
    opened = open_source(source, fps, tell)
    journal, begun, told = _journal_and_state(source, record, resume, start, options)
    if resume is None:
        tell_profile(profile, options)
    elif profile:
        rules = begun.game.options.type2, begun.game.options.type3
        # What its journal goes by was told when it began.
        tell_profile(without_overruled(profile, *rules), begun.game.options)
        profile = with_rules_of_a_game(profile, *rules)
    state = replace(begun, settings=Settings(waits_for_key=wait_for_key))
    with journal or nullcontext(), speaking(spoken, phrases, speak, tell) as speaker:
        load_ahead()
        session = tower_session(opened, state, journal, ProfiledLooks(profile) if profile else take_look, tell, told)
        if headless:
            from referee.live.event_text import NOTHING_READ, printed
            from referee.live.headless import run

            are_stills = opened.settings.are_stills
            return run(session, lambda event: printed(event, json_lines, phrases, are_stills), NOTHING_READ, speaker)
        from referee.live.view import TowerView
        from referee.live.window import show

        return show(session, TowerView(phrases), phrases, speaker)


def _require_board_options(language: str, for_towers: tuple[object, ...]) -> None:
    """Refuse what is asked of towers only."""
    if any(for_towers):
        raise InputError("a board has no --type2, --type3 and --finished; leave them out")
    require_english(language)


def _watch_board(game: str, *told: object) -> int:
    """Follow a board in the game's own way; the exit status."""
    from referee.games import own_way
    from rules.games import load

    watch = own_way(load(game), "watch")
    if watch is None:
        raise InputError(f"{game} cannot be followed live; check --game {game} reads it from photos")
    status: int = watch(*told)
    return status


def _required_source(source: str | None, preview: Path | None) -> str:
    """The source, refused where it is missing, or where something belongs to --list."""
    if preview is not None:
        raise InputError("--preview saves what the cameras of --list show, and has no place without it")
    if not source:
        raise InputError("name a SOURCE, such as the camera 0; `tower-referee watch --list` lists the cameras")
    return source


def _require_nothing_else(record: Path | None, start: str | None, is_ruled: bool) -> None:
    """Refuse what does not go together with --resume: all of it is told by its journal."""
    if record is not None:
        raise InputError("--record begins a journal and --resume goes on with one; give one of them")
    if is_ruled:
        raise InputError("--resume goes on by the rules of its journal; leave --type2, --type3 and --finished out")
    if start is not None:
        raise InputError("--resume goes on from its journal, so --start has no place beside it")


def _journal_and_state(
    source: str, record: Path | None, resume: Path | None, start: str | None, options: "Options"
) -> "tuple[Journal[Event, GameState] | None, LiveState, tuple[Event, ...]]":
    """The journal to write, if one is asked for, what to go on with, and what the journal tells already."""
    from referee.live.camera_source import shown_address
    from referee.live.journal import Journal
    from referee.live.saving import TOWER_CODEC
    from referee.live.state import GameState, LiveState
    from referee.live.towers import resumed

    if resume is not None:
        journal, reading = Journal.resume(resume, TOWER_CODEC)
        return journal, resumed(reading), reading.events
    game = GameState(options=options) if start is None else GameState.from_position(_start_position(start, options))
    state = LiveState(game=game)
    return (None if record is None else Journal.create(record, shown_address(source), game, TOWER_CODEC)), state, ()


def _start_position(notation: str, options: "Options") -> "Position":
    from referee.notation_argument import without_label
    from referee.requests import with_name
    from rules.errors import faults_sentence
    from rules.games.babel import GAME, judge

    position = GAME.parse_position(with_name(without_label(notation), GAME), options)
    if problems := position.problems():
        raise InputError(f"--start: no game leads there. {' '.join(problems)}")
    if faults := judge(position.tower, options).faults:
        raise InputError(f"--start: the tower breaks a rule. {faults_sentence(faults)}")
    return position


def _list_cameras(source: str | None, preview: Path | None, json_lines: bool) -> int:
    from referee.drawings.pictures import PICTURE_ENDINGS, encode_picture
    from referee.json_output import encode_json, printable_json
    from referee.live.cameras import contact_sheet, list_cameras
    from referee.replacing import require_own_target
    from referee.writing import write_atomically

    if source:
        raise InputError("--list shows the cameras there are; give no SOURCE with it")
    if preview is not None:
        require_own_target(preview, PICTURE_ENDINGS)
    cameras = list_cameras()
    for camera in cameras:
        height, width = camera.picture_bgr.shape[:2]
        fields = {"camera": camera.number, "size": (width, height), "name": camera.name}
        line = f"{camera.number}  {width}x{height}  {camera.name}".rstrip()
        click.echo(printable_json(encode_json(fields).decode()) if json_lines else line)
    if not cameras:
        click.echo("no camera was found", err=json_lines)
    elif preview is not None:
        write_atomically(preview, encode_picture(contact_sheet(cameras), preview))
        click.echo(f"picture: {preview}", err=json_lines)
    return 0
