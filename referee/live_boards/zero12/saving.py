"""The committed part of a game of 012x012 as JSON and back, checked: what its journal is written and read by."""

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.live.journal import Codec
from referee.live.saved_fields import checked
from referee.live_boards.events import event_fields, event_from
from referee.live_boards.saved_faults import FaultFields, fault_fields, faults_from
from rules.games.zero12 import (
    DEFAULT_OPTIONS,
    Options,
    Position,
    move_notation,
    parse_move,
    parse_position,
    position_notation,
)
from rules.options import options_notation, with_options

from .game import BoardGame, Line, Turn


class _TurnFields(msgspec.Struct, frozen=True, omit_defaults=True):
    before: str
    move: str
    player: int | None = None
    faults: tuple[FaultFields, ...] = ()
    passed: tuple[int, ...] = ()


class _GameFields(msgspec.Struct, frozen=True):
    options: tuple[str, ...]
    turns: tuple[_TurnFields, ...]
    # Of each line, likeliest first; only of that one the turns are kept.
    positions: tuple[str, ...]
    laid: str
    faults: tuple[FaultFields, ...]
    altered: tuple[str, ...]
    is_rested: bool
    changed_at: float
    has_begun: bool
    is_over: bool


def game_fields(game: BoardGame) -> dict[str, Any]:
    """The game as one JSON object.

    Examples
    --------
    >>> game_from(game_fields(BoardGame.of())) == BoardGame.of()
    True
    """
    options = game.position.options
    fields = _GameFields(
        options=tuple(options_notation(options)),
        turns=tuple(map(_turn_fields, game.lines[0].turns)),
        positions=tuple(position_notation(line.position) for line in game.lines),
        laid=position_notation(Position(options, game.laid, ())),
        faults=fault_fields(game.faults),
        altered=game.altered,
        is_rested=game.is_rested,
        changed_at=game.changed_at,
        has_begun=game.has_begun,
        is_over=game.is_over,
    )
    saved: dict[str, Any] = msgspec.to_builtins(fields)
    return saved


def game_from(fields: Mapping[str, Any]) -> BoardGame:
    """The game of which `game_fields` made these.

    Raises
    ------
    ValueError
        If it says something that cannot be.
    """
    read = checked(fields, _GameFields)
    if not read.positions:
        raise ValueError("no position is told")
    options = with_options(DEFAULT_OPTIONS, read.options)
    turns = tuple(_turn(turn, options) for turn in read.turns)
    first, *others = (Line(parse_position(text, options)) for text in read.positions)
    return BoardGame(
        lines=(Line(first.position, turns), *others),
        laid=parse_position(read.laid, options).laid,
        told=turns,
        faults=faults_from(read.faults),
        altered=read.altered,
        is_rested=read.is_rested,
        changed_at=read.changed_at,
        has_begun=read.has_begun,
        is_over=read.is_over,
    )


def _turn_fields(turn: Turn) -> _TurnFields:
    faults = fault_fields(turn.faults)
    return _TurnFields(position_notation(turn.before), move_notation(turn.move), turn.player, faults, turn.passed)


def _turn(fields: _TurnFields, options: Options) -> Turn:
    before, move = parse_position(fields.before, options), parse_move(fields.move)
    return Turn(before, move, fields.player, faults_from(fields.faults), fields.passed)


BOARD_CODEC = Codec("012x012", BoardGame.of(), event_fields, event_from, game_fields, game_from)
