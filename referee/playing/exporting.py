"""A recorded or refereed game in other forms: as a film, as JSON, as a record. Called by `export`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.drawings.game_film import Film, film_gif, film_svg
from referee.drawings.tower_film import TowerStill, tower_film
from referee.errors import InputError
from referee.games import own_way
from referee.json_output import json_text
from referee.live.events import Event
from referee.live.game_events import EventKind
from referee.live.journal import game_of, read_journal
from referee.live.journal_report import journal_document, journal_text
from referee.live.saving import TOWER_CODEC
from referee.live.telling import fault_sentence, sentence
from referee.phrases import Phrasebook
from referee.replacing import MADE_BY
from referee.reports.game_documents import record_document
from rules.games import load, names
from rules.games.babel import (
    EMPTY_TOWER,
    Face,
    Placement,
    Position,
    judge,
    parse_placement,
    tower_notation,
)
from rules.record_reading import RecordReading

from .board_films import record_film
from .records import commented, is_journal, read_record, told_of


@dataclass(frozen=True, slots=True)
class Exported:
    """A game in a form that can be written in several ways.

    Attributes
    ----------
    title : str
    film : callable
        Makes its pictures.
    document : callable
        Makes all of it, for JSON.
    text : callable
        Makes a record that `replay` reads.
    remarks : tuple of str
        Sentences about what the file lacks.
    """

    title: str
    film: Callable[[], Film]
    document: Callable[[], Mapping[str, Any]]
    text: Callable[[], str]
    remarks: tuple[str, ...]


#: The field of a JSON file that tells it from what others write of games.
_MADE_BY = "made_by"


def _svg(game: Exported) -> bytes:
    return film_svg(game.title, game.film()).encode()


def _gif(game: Exported) -> bytes:
    return film_gif(game.title, game.film())


def _json(game: Exported) -> bytes:
    return json_text({_MADE_BY: MADE_BY, **game.document()}).encode() + b"\n"


def _txt(game: Exported) -> bytes:
    return game.text().encode()


WRITERS: Mapping[str, Callable[[Exported], bytes]] = {"svg": _svg, "gif": _gif, "json": _json, "txt": _txt}
"""How a game is written, by the ending of the file."""
MARKS: Mapping[str, str | None] = {
    "svg": MADE_BY,
    "gif": MADE_BY,
    "json": f'"{_MADE_BY}": "{MADE_BY}"',
    "txt": None,
}
"""By what such a file is told from others; a record may have been played on, and is not replaced."""


def read_game(path: Path, phrases: Phrasebook) -> Exported:
    """The game of a journal or of a record.

    Raises
    ------
    InputError
        The file cannot be read as either.
    """
    if is_journal(path):
        game = game_of(path)
        own = own_way(load(game), "exported_journal") if game in names() else None
        if own is not None:
            exported: Exported = own(path, phrases)
            return exported
        reading = read_journal(path, TOWER_CODEC)
        return Exported(
            "babel",
            lambda: tower_film(stills_of(reading.events, phrases)),
            lambda: journal_document(reading),
            lambda: journal_text(reading.game),
            reading.remarks,
        )
    recorded = read_record(path)
    record, wrong = recorded.record, recorded.wrong_move
    return Exported(
        " – ".join(name for name in record.players if name) or record.game.name,
        lambda: _record_film(path, recorded, phrases),
        lambda: _known(path, recorded),
        lambda: _record_text(recorded),
        (f"{wrong.message} What follows is left out.",) if wrong else recorded.remarks,
    )


def _known(path: Path, recorded: RecordReading[Any, Any]) -> Mapping[str, Any]:
    with told_of(path):
        return record_document(recorded)


def _record_film(path: Path, recorded: RecordReading[Any, Any], phrases: Phrasebook) -> Film:
    game = recorded.record.game
    if game.name == "babel":
        return tower_film(stills_of(_record_events(recorded), phrases))
    if own_way(game, "drawing") is None:
        raise InputError(
            f"{path}: is a game of {game.name}; only babel, 012x012 and tours can be drawn, others go to .json or .txt"
        )
    with told_of(path):
        return record_film(recorded, phrases)


def _record_text(reading: RecordReading[Any, Any]) -> str:
    """The record as far as it is legal, with what is wrong after that as a remark."""
    wrong = reading.wrong_move
    told = " ".join(fault.message for fault in wrong.faults) if wrong else ""
    remark = f"# {wrong.line}  {told}\n" if wrong else ""
    return commented(reading.record, reading.comments) + remark


def stills_of(events: Sequence[Event], phrases: Phrasebook) -> tuple[TowerStill, ...]:
    """A picture for each thing that happened; faults are shown with what they belong to: that of the same tower."""
    stills = [TowerStill(EMPTY_TOWER, "")]
    for event in events:
        if not event.kind.is_of_the_game or event.kind is EventKind.ASK:
            continue
        last, after = stills[-1], event.tower
        tower = last.tower if after is None else after
        if event.kind is not EventKind.FAULT:
            stills.append(TowerStill(tower, sentence(event, phrases)))
            continue
        caption = fault_sentence(event, phrases)
        if tower == last.tower:
            caption = f"{last.caption} {caption}".strip()
            stills[-1] = TowerStill(tower, caption, last.faulty | event.faulty, is_fault=True)
        else:
            stills.append(TowerStill(tower, caption, event.faulty, is_fault=True))
    return tuple(stills[1:] or stills)


def _record_events(reading: RecordReading[Any, Any]) -> tuple[Event, ...]:
    """A record of babel told as if it had been refereed."""
    record = reading.record
    events = [Event(EventKind.START, 0.0, "", position=tower_notation(record.positions[0].tower))]
    for number, (before, move) in enumerate(zip(record.positions, record.moves, strict=False), start=1):
        events.append(_placement(number, before, move))
    if wrong := reading.wrong_move:
        position = record.position
        events += _wrong_start(position) if wrong.is_start else _wrong_placement(wrong.number, position, wrong.notation)
    elif winners := record.game.winners(record.position):
        events.append(Event(EventKind.GAME_OVER, 0.0, "", player=winners[0]))
    elif record.game.is_over(record.position):
        events.append(Event(EventKind.GAME_OVER, 0.0, ""))
    return tuple(events)


def _placement(number: int, before: Position, move: Placement) -> Event:
    return Event(
        EventKind.PLACEMENT,
        0.0,
        "",
        ply=number,
        player=before.to_move,
        cell=move.cell,
        type=move.type,
        bulges=tuple(face for face in Face if face in move.bulges),
        position=tower_notation(before.tower.placed(move.cell, move.cube)),
    )


def _wrong_start(position: Position) -> Iterator[Event]:
    """Each rule that the tower breaks with which a game begins."""
    for fault in judge(position.tower, position.options).faults:
        yield Event(
            EventKind.FAULT, 0.0, fault.message, cell=fault.cell, rule=fault.rule, faces=fault.faces, by=fault.by
        )


def _wrong_placement(number: int, before: Position, notation: str) -> Iterator[Event]:
    """The placement that breaks a rule, and each rule that it breaks."""
    move = parse_placement(notation)
    placed = _placement(number, before, move)
    yield placed
    for fault in before.faults_of(move):
        wrong = replace(placed, kind=EventKind.FAULT, rule=fault.rule, faces=fault.faces, by=fault.by)
        yield replace(wrong, message=fault.message)
