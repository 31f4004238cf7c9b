"""What stands beside the picture of a live game of Les Tours de Babel: whose turn it is, columns, points and keys.
Called by `window`."""

from calibration.arrays import UInt8Array
from referee.drawings.flat import paint, write
from referee.drawings.table_drawing import HEIGHT, WIDTH, MarkedTable, draw_table, family_rgb
from referee.live.layout import FAINT_RGB, INK_RGB, PAD, PANEL_WIDTH, PICTURE_WH, draw_heading, draw_keys
from referee.live_boards.controls import KEY_WORDS, Controls
from referee.live_boards.doing import what_it_does
from referee.live_boards.state import BoardState
from rules.errors import IncompletePosition
from rules.games.tours import FAMILIES, GAME, SQUARES, Place, Position

from .game import TableGame
from .words import whose

_TABLE_TOP, _TABLE_SCALE = 80, (PANEL_WIDTH - 2 * PAD) / WIDTH
_LINE_PX = 26
_KEYS = ("1 to 9: drawn tile", "a: tile put aside", *KEY_WORDS.values())


def marked_table(game: TableGame, controls: Controls) -> MarkedTable:
    """What of the table is to be pointed out."""
    last = [turn.moves[-1] for turn in game.turns[-1:]]
    return MarkedTable(
        game.laid,
        last=frozenset(SQUARES[move.square] for move in last if isinstance(move, Place)),
        at_fault=controls.at_fault.union(*(fault.places for fault in game.faults)),
        proposed=controls.suggestions[0].squares if controls.suggestions else frozenset(),
        doubtful=game.doubtful,
    )


def draw_panel(canvas: UInt8Array, state: BoardState, controls: Controls) -> None:
    """The right side: whose turn it is, what the referee does, the columns, everybody's points, and the keys."""
    game: TableGame = state.game
    left = PICTURE_WH[0] + PAD
    draw_heading(canvas, _whose_turn(game), what_it_does(state))
    paint(canvas, draw_table(marked_table(game, controls)), (left, _TABLE_TOP), _TABLE_SCALE)
    y = _TABLE_TOP + _TABLE_SCALE * HEIGHT + 30
    if game.drawn is not None:
        write(canvas, f"Drawn: {game.drawn.words}", (left, y), 18, family_rgb(game.drawn.family), 600)
        y += _LINE_PX
    for text, family in _standings(game):
        write(canvas, text, (left, y), 16, family_rgb(family) if family else FAINT_RGB)
        y += _LINE_PX
    if not game.knows_players and game.player is not None:
        write(canvas, "How many play is told by --option players=2", (left, y), 14, INK_RGB)
        y += _LINE_PX
    draw_keys(canvas, (left, y - 8), _KEYS)


def _whose_turn(game: TableGame) -> str:
    if game.is_over:
        result = GAME.result(game.position)
        return f"{result[0].upper()}{result[1:]}"
    if game.player is None or game.family is None:
        return "Whose turn it is is not known"
    return whose(game.position)


def _standings(game: TableGame) -> list[tuple[str, str]]:
    """A line for each player, with the letter of the family that it is about."""
    position = game.position
    if position.reserves is None:
        return [("What lies in the reserves is not known.", "")]
    scores = _scores(position)
    return [
        (
            f"Player {player}, {FAMILIES[family]}: {score} points, reserve {len(reserve)}, "
            f"pile {position.pile_size(player)}",
            family,
        )
        for player, (family, score, reserve) in enumerate(
            zip(position.options.families_in_play, scores, position.reserves, strict=True), start=1
        )
    ]


def _scores(position: Position) -> tuple[int | str, ...]:
    try:
        return position.scores
    except IncompletePosition:
        return ("?",) * position.options.players
