"""What `watch` does of every game on a board, once the game has said what to follow. Called by the games' own ways."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from calibration.arrays import UInt8Array
from referee.errors import InputError
from referee.live.camera_source import shown_address
from referee.live.headless import run
from referee.live.journal import Codec, Journal
from referee.live.request import WatchRequest
from referee.live.sources import Source
from referee.live.speech import speaking
from referee.notation_argument import without_label
from referee.phrases import Phrasebook
from referee.remarks import tell
from referee.requests import with_name
from rules.errors import faults_sentence
from rules.game import Game

from .event_text import NOTHING_READ, printed, spoken
from .events import BoardEvent
from .following import Following
from .sessions import board_session
from .state import BoardLook, BoardRequest

if TYPE_CHECKING:
    from .view import BoardWindow


@dataclass(frozen=True, slots=True)
class Begun:
    """A game to be followed.

    Attributes
    ----------
    game : committed game
        What to go on with.
    journal : Journal or None
        To be written, if one is asked for.
    told : sequence of BoardEvent
        What it tells already.
    """

    game: Any
    journal: Journal[BoardEvent, Any] | None = None
    told: Sequence[BoardEvent] = ()


def resumed(request: WatchRequest, codec: Codec[BoardEvent, Any]) -> Begun:
    """The game of the journal that is to be gone on with."""
    assert request.resume is not None
    journal, reading = Journal.resume(request.resume, codec)
    return Begun(reading.game, journal, reading.events)


def recorded(request: WatchRequest, source: str, game: Any, codec: Codec[BoardEvent, Any]) -> Begun:
    """A game that begins, with a journal if one is asked for."""
    if request.record is None:
        return Begun(game)
    return Begun(game, Journal.create(request.record, shown_address(source), game, codec))


def told_start(rules: Game[Any, Any, Any], notation: str, options: Any) -> Any:
    """The position that a person tells the game to begin from.

    Raises
    ------
    InputError
        It breaks a rule.
    """
    position = rules.parse_position(with_name(without_label(notation), rules), options)
    if faults := rules.faults(position):
        raise InputError(f"--start: the position breaks a rule. {faults_sentence(faults)}")
    return position


def follow(
    request: WatchRequest,
    opened: Source,
    begun: Begun,
    following: Following[Any, Any, Any],
    looks: Callable[[], Callable[[UInt8Array, BoardRequest], BoardLook]],
    window: Callable[[], "BoardWindow"],
) -> int:
    """Follow a game, in a window or without; the exit status.

    Parameters
    ----------
    request : WatchRequest
    opened : Source
    begun : Begun
    following : Following
    looks : function
        Makes ready what reads a frame as a request asks.
    window : function
        The game's window, asked for only where there is one.
    """
    phrases, are_stills = Phrasebook(), opened.settings.are_stills
    with begun.journal or nullcontext(), speaking(spoken, phrases, request.speaks, tell) as speaker:
        session = board_session(
            opened, begun.game, following, looks(), request.waits_for_key, begun.journal, tell, begun.told
        )
        if request.is_headless:
            return run(session, lambda event: printed(event, request.prints_json, are_stills), NOTHING_READ, speaker)
        from referee.live.window import show

        from .view import BoardView

        return show(session, BoardView(window()), phrases, speaker)
