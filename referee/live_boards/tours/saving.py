"""The committed part of a game of Les Tours de Babel as JSON and back, checked: what its journal is written and read
by."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from referee.live.journal import Codec
from referee.live.saved_fields import checked
from referee.live_boards.events import event_fields, event_from
from referee.live_boards.saved_faults import FaultFields, fault_fields, faults_from
from rules.games.tours import DEFAULT_OPTIONS, Options, Position, parse_move, parse_position, position_notation
from rules.options import options_notation, with_options

from .game import TableGame, Turn


class _LineFields(msgspec.Struct, frozen=True, omit_defaults=True):
    position: str
    # Those that are not as usual.
    options: tuple[str, ...] = ()


class _TurnFields(msgspec.Struct, frozen=True, omit_defaults=True):
    before: tuple[_LineFields, ...]
    moves: tuple[str, ...]
    faults: tuple[FaultFields, ...] = ()


class _GameFields(msgspec.Struct, frozen=True):
    lines: tuple[_LineFields, ...]
    # With the drawn tile.
    table: str
    turns: tuple[_TurnFields, ...]
    faults: tuple[FaultFields, ...]
    doubtful: int
    unproven: tuple[tuple[int, int], ...]
    has_begun: bool
    is_over: bool
    knows_players: bool


def game_fields(game: TableGame) -> dict[str, Any]:
    """The game as one JSON object.

    Examples
    --------
    >>> game_from(game_fields(TableGame.of(DEFAULT_OPTIONS))) == TableGame.of(DEFAULT_OPTIONS)
    True
    """
    fields = _GameFields(
        lines=_line_fields(game.lines),
        table=position_notation(Position(game.laid, None, game.drawn)),
        turns=tuple(
            _TurnFields(_line_fields(turn.before), tuple(map(str, turn.moves)), fault_fields(turn.faults))
            for turn in game.turns
        ),
        faults=fault_fields(game.faults),
        doubtful=game.doubtful,
        unproven=tuple(sorted(game.unproven)),
        has_begun=game.has_begun,
        is_over=game.is_over,
        knows_players=game.knows_players,
    )
    saved: dict[str, Any] = msgspec.to_builtins(fields)
    return saved


def game_from(fields: Mapping[str, Any]) -> TableGame:
    """The game of which `game_fields` made these.

    Raises
    ------
    ValueError
        If it says something that cannot be.
    """
    read = checked(fields, _GameFields)
    if not read.lines:
        raise ValueError("no position is told")
    table = parse_position(read.table)
    return TableGame(
        lines=_lines(read.lines),
        laid=table.columns,
        turns=tuple(
            Turn(_lines(turn.before), tuple(map(parse_move, turn.moves)), faults_from(turn.faults))
            for turn in read.turns
        ),
        faults=faults_from(read.faults),
        doubtful=read.doubtful,
        unproven=frozenset(read.unproven),
        drawn=table.drawn,
        has_begun=read.has_begun,
        is_over=read.is_over,
        knows_players=read.knows_players,
    )


def _line_fields(lines: Iterable[Position]) -> tuple[_LineFields, ...]:
    return tuple(_LineFields(position_notation(line), _options_notation(line.options)) for line in lines)


def _options_notation(options: Options) -> tuple[str, ...]:
    usual = set(options_notation(DEFAULT_OPTIONS))
    return tuple(text for text in options_notation(options) if text not in usual)


def _lines(fields: Iterable[_LineFields]) -> tuple[Position, ...]:
    return tuple(parse_position(line.position, with_options(DEFAULT_OPTIONS, line.options)) for line in fields)


TABLE_CODEC = Codec("tours", TableGame.of(DEFAULT_OPTIONS), event_fields, event_from, game_fields, game_from)
