"""Measures how filmed games of 012x012 are followed: ``python -m samples.board_live_bench DIR``.

DIR holds videos as `samples.board_film` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

import click
import msgspec

from referee.live.game_events import EventKind
from referee.live.recordings import VideoFile
from referee.live_boards.events import BoardEvent
from referee.live_boards.sessions import board_session
from referee.live_boards.zero12.follow import FOLLOWING
from referee.live_boards.zero12.game import BoardGame
from referee.live_boards.zero12.looking import take_look
from rules.games.zero12 import DEFAULT_OPTIONS, Run, parse_move, parse_position

from .film_bench import Adding, EventFields, print_columns, scores_of, told_until


class _FilmFields(msgspec.Struct, frozen=True):
    card: str
    colour: str
    players: int
    start: str
    frames_per_second: float
    events: list[EventFields]


@dataclass(frozen=True, slots=True)
class FilmScore(Adding):
    """What was told of filmed games, and what was not.

    Attributes
    ----------
    turns, turns_told, players_told
        Legal turns that stay, those told with their squares, and with who laid them too.
    mistakes, mistakes_told, rules_told
        Wrong runs, those told to be wrong while they lay there, and by the right rule.
    taken_back, taken_back_told
    false_faults, false_turns
        What was told that did not happen.
    corrections
        What was told and then taken back, or could not be followed.
    """

    turns: int = 0
    turns_told: int = 0
    players_told: int = 0
    mistakes: int = 0
    mistakes_told: int = 0
    rules_told: int = 0
    taken_back: int = 0
    taken_back_told: int = 0
    false_faults: int = 0
    false_turns: int = 0
    corrections: int = 0


def load_truth(path: Path) -> _FilmFields:
    """What truly happens in a film."""
    return msgspec.json.decode(path.read_bytes(), type=_FilmFields)


def follow(film: Path, truth: _FilmFields) -> tuple[BoardEvent, ...]:
    """Follow a film as `watch` does that is told the card, the colour and the position at the start."""
    options = replace(DEFAULT_OPTIONS, card=truth.card, colour2=truth.colour, players=truth.players)
    position = parse_position(truth.start, options)
    game = BoardGame.from_position(position) if any(position.laid) else BoardGame.of(options)
    look = partial(take_look, options=game.position.options, is_card_told=True)
    session = board_session(VideoFile(film), game, FOLLOWING, look)
    return tuple(event for moment in session.run() for event in moment.events)


def score(truth: _FilmFields, told: Sequence[BoardEvent]) -> FilmScore:
    """Count what was told against the truth."""
    turns = [(_squares(event.move), event.player) for event in truth.events if event.event == "turn"]
    laid = [(_squares(event.move), event.player) for event in told if event.kind is EventKind.PLACEMENT]
    undone = [event for event in told if event.kind is EventKind.UNDO]
    faults = [event for event in told if event.kind is EventKind.FAULT]
    spans = list(_mistakes(truth))
    of_spans = [[event for event in faults if first <= event.source_time <= last] for _, first, last in spans]
    return FilmScore(
        turns=len(turns),
        turns_told=sum(squares in [one for one, _ in laid] for squares, _ in turns),
        players_told=sum(turn in laid for turn in turns),
        mistakes=len(spans),
        mistakes_told=sum(map(bool, of_spans)),
        rules_told=sum(
            any(str(event.rule) in rules for event in of_span)
            for (rules, _, _), of_span in zip(spans, of_spans, strict=True)
        ),
        taken_back=sum(event.event == "taken_back" for event in truth.events),
        taken_back_told=len(undone),
        false_faults=len(faults) - sum(map(len, of_spans)),
        false_turns=sum(squares not in [one for one, _ in turns] for squares, _ in laid),
        corrections=sum(event.kind in (EventKind.CORRECTED, EventKind.RESYNC) for event in told),
    )


def _squares(move: str | None) -> frozenset[tuple[int, int]]:
    run = parse_move(move or "pass")
    return frozenset(run.squares) if isinstance(run, Run) else frozenset()


def _mistakes(truth: _FilmFields) -> Iterator[tuple[frozenset[str], float, float]]:
    """The rules that each wrong run breaks, and from when to when (seconds) it is there."""
    fps = truth.frames_per_second
    for number, event in enumerate(truth.events):
        if event.event == "mistake":
            yield event.rules, event.first_frame / fps, told_until(truth.events, number, fps)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def board_live_bench(folder: Path) -> None:
    """Print how well the filmed games in FOLDER are followed."""
    scores = scores_of(folder, "samples.board_film", _measured, FilmScore())
    rows = (field.name for field in fields(FilmScore))
    print_columns(
        scores,
        ((row.replace("_", " "), (str(getattr(score, row)) for score in scores.values())) for row in rows),
    )


def _measured(film: Path, truth_path: Path) -> FilmScore:
    truth = load_truth(truth_path)
    return score(truth, follow(film, truth))


if __name__ == "__main__":
    board_live_bench()
