"""Games on boards as films: what a journal or a record tells, picture by picture. Called by `exporting` and by the ways
of the games on boards.

Of a game it asks two ways of its own: `drawing` draws a scene, and `scene` says what a move of a record looks like.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.drawings.flat import Drawing, moved
from referee.drawings.game_film import Film, Still, title_room
from referee.errors import InputError
from referee.games import own_way
from referee.live.game_events import EventKind
from referee.live.journal import JournalReading
from referee.live_boards.event_text import sentence
from referee.live_boards.events import BoardEvent
from referee.phrases import Phrasebook, require_english
from rules.errors import NotationError, faults_sentence
from rules.game import Game
from rules.record import Record
from rules.record_reading import RecordReading, WrongMove

from .scenes import Scene

AnyGame = Game[Any, Any, Any]
Draw = Callable[[Scene], Drawing]

# Of the whole film.
_WIDTH_PX = 500
# Beside and below the drawing, as a share of the film's width.
_BORDER = 0.03


def journal_film(game: AnyGame, reading: JournalReading[BoardEvent, Any], path: Path, phrases: Phrasebook) -> Film:
    """The film of a game that was watched.

    Raises
    ------
    InputError
        An event's position cannot be read, or another language than English is asked for.
    """
    require_english(phrases.language)
    draw: Draw = own_way(game, "drawing")
    options = game.options(reading.game.position)
    scenes = [Scene(game.start(options), "")]
    for event in reading.events:
        if event.kind.is_of_the_game:
            try:
                position = game.parse_position(event.position, options) if event.position else None
            except NotationError as error:
                raise InputError(f"{path}: is damaged: {error}") from error
            scenes[-1:] = _gone_on(scenes[-1], event, position, draw)
    return _film(scenes[1:] or scenes, draw)


def record_film(recorded: RecordReading[Any, Any], phrases: Phrasebook) -> Film:
    """The film of a record: a picture for each move, and for the draws before it; at the end the result, or the move
    that is not legal.

    Raises
    ------
    InputError
        Another language than English is asked for.
    IncompletePosition
        Not enough is known of a position to play on from it.
    """
    require_english(phrases.language)
    record, wrong = recorded.record, recorded.wrong_move
    game = record.game
    scenes = list(_record_scenes(record))
    if wrong:
        scenes = [_wrong_start(record, wrong)] if wrong.is_start else [*scenes, _wrong_move(record, wrong)]
    elif game.is_over(record.position):
        over = f"The game is over: {game.result(record.position)}."
        scenes.append(Scene(record.position, over, scenes[-1].last))
    return _film(scenes, own_way(game, "drawing"))


def _gone_on(before: Scene, event: BoardEvent, position: Any, draw: Draw) -> tuple[Scene, ...]:
    """The scene before and that of an event; one for both where a fault is told of what lies there already."""
    squares, caption = frozenset(event.squares), sentence(event)
    if event.kind is not EventKind.FAULT:
        last = squares if event.squares or event.position else before.last
        after = before.position if position is None else position
        return before, Scene(after, caption, last)
    if position is None or draw(Scene(position, "")) == draw(Scene(before.position, "")):
        told = f"{before.caption} {caption}".strip()
        return (replace(before, caption=told, at_fault=before.at_fault | squares, is_fault=True),)
    return before, Scene(position, caption, before.last, squares, is_fault=True)


def _record_scenes(record: Record[Any, Any]) -> Iterator[Scene]:
    """The first position and each move that is shown by itself."""
    shown_of = own_way(record.game, "scene")
    yield Scene(record.positions[0], "The game begins.")
    for before, move, after in zip(record.positions, record.moves, record.positions[1:], strict=False):
        shown = shown_of(before, move, after)
        if shown is not None:
            yield shown


def _wrong_start(record: Record[Any, Any], wrong: WrongMove) -> Scene:
    """The first position, which is against the rules."""
    return _blamed(Scene(record.position, ""), wrong)


def _wrong_move(record: Record[Any, Any], wrong: WrongMove) -> Scene:
    """The move that is against the rules, as if it had been played."""
    move = record.game.parse_move(wrong.notation)
    shown = own_way(record.game, "scene")(record.position, move)
    return _blamed(shown or Scene(record.position, f"{wrong.line}."), wrong)


def _blamed(scene: Scene, wrong: WrongMove) -> Scene:
    told = f"{scene.caption} {faults_sentence(wrong.faults)}".strip()
    at_fault = frozenset(place for fault in wrong.faults for place in fault.places)
    return replace(scene, caption=told, at_fault=at_fault, is_fault=True)


def _film(scenes: Sequence[Scene], draw: Draw) -> Film:
    """The scenes, each below the title and within a border."""
    first = draw(scenes[0])
    width = first.width / (1 - 2 * _BORDER)
    border, top = _BORDER * width, title_room(width)
    stills = (Still(tuple(moved(draw(scene).marks, (border, top))), scene.caption, scene.is_fault) for scene in scenes)
    return Film(width, top + first.height + border, round(_WIDTH_PX / width), tuple(stills))
