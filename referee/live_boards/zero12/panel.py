"""What stands beside the picture of a live game of 012x012: turn, board, stocks and keys. Called by `window`."""

from dataclasses import replace

from calibration.arrays import UInt8Array
from calibration.card_mat import CUBE_COLOURS_SRGB
from referee.drawings.board_drawing import HEIGHT as BOARD_HEIGHT
from referee.drawings.board_drawing import WIDTH, MarkedBoard, draw_board
from referee.drawings.flat import paint, write
from referee.live.layout import (
    FAINT_RGB,
    INK_RGB,
    PAD,
    PANEL_WIDTH,
    PICTURE_WH,
    TONES_RGB,
    draw_count,
    draw_heading,
    draw_keys,
    fill,
)
from referee.live_boards.controls import KEY_WORDS, Controls
from referee.live_boards.doing import what_it_does
from referee.live_boards.state import BoardState
from rules.errors import counted
from rules.games.zero12 import GAME, Run, bit
from rules.games.zero12.squares import squares_named

from .game import BoardGame, filled
from .turns import pause

_BOARD_TOP, _BOARD_SCALE = 76, (PANEL_WIDTH - PAD) / WIDTH
# Two players stand beside each other, so that eight have room: each this wide and high, with squares of this side.
_STOCK_WIDTH, _STOCK_HEIGHT, _COUNT_SIDE = 186, 36, 30


def marked_board(game: BoardGame, controls: Controls) -> MarkedBoard:
    """What of the board is to be pointed out."""
    runs = [turn.move for turn in game.lines[0].turns if isinstance(turn.move, Run)]
    at_fault = controls.at_fault.union(game.altered, *(fault.places for fault in game.faults))
    proposed = controls.suggestions[0].squares if controls.suggestions else ()
    return MarkedBoard(
        game.laid,
        under_way=filled(game.laid) & ~game.position.filled,
        last=sum(map(bit, runs[-1].squares)) if runs else 0,
        at_fault=squares_named(at_fault),
        proposed=squares_named(proposed),
    )


def draw_panel(canvas: UInt8Array, state: BoardState, controls: Controls) -> None:
    """The right side: whose turn it is, what the referee does, the board, what everybody has left, and the keys."""
    game, left = state.game, PICTURE_WH[0] + PAD
    options = game.position.options
    draw_heading(canvas, _whose_turn(game), what_it_does(state))
    board = draw_board(marked_board(game, controls), game.position.card, options.colours)
    paint(canvas, board, (PICTURE_WH[0], _BOARD_TOP), _BOARD_SCALE)
    y = _BOARD_TOP + _BOARD_SCALE * BOARD_HEIGHT + 18
    write(canvas, _under_way(game), (left, y), 16, INK_RGB)
    y += 12
    if not game.lines[0].is_sure:
        write(canvas, "What everybody has left is not known.", (left, y + 22), 16, FAINT_RGB)
    for player in range(1, len(game.position.stocks) + 1):
        down, across = divmod(player - 1, 2)
        _draw_stock(canvas, game, player, (left + _STOCK_WIDTH * across, y + _STOCK_HEIGHT * down))
    y += _STOCK_HEIGHT * ((options.players + 1) // 2)
    draw_keys(canvas, (left, y + 4), KEY_WORDS.values())


def _whose_turn(game: BoardGame) -> str:
    if game.is_over:
        result = GAME.result(game.position)
        return f"{result[0].upper()}{result[1:]}"
    if game.player is None:
        return "Whose turn it is is not known"
    return f"Player {game.player} to move" + (", twice" if game.position.turns > 1 else "")


def _under_way(game: BoardGame) -> str:
    """How many cubes the turn under way has, and whether it may end there."""
    if game.is_over:
        return ""
    count = (filled(game.laid) & ~game.position.filled).bit_count()
    if not count:
        return "No turn is under way"
    if game.faults:
        return f"{counted(count, 'cube')} of a turn that breaks a rule"
    is_enough = pause(replace(game, is_rested=False), 0.0).game.position.laid == game.laid
    return f"{counted(count, 'cube')} of a turn" + (", which may end there" if is_enough else ", which must go on")


def _draw_stock(canvas: UInt8Array, game: BoardGame, player: int, at_xy: tuple[float, float]) -> None:
    """Who it is, and the cubes that are left by colour."""
    x, y = at_xy
    if player == game.player and not game.is_over:
        fill(canvas, (x - 10, y), (x - 5, y + _COUNT_SIDE), TONES_RGB["good"])
    write(canvas, f"Player {player}", (x, y + 20), 15, INK_RGB)
    for code, count in enumerate(game.position.stocks[player - 1]):
        paint_rgb = CUBE_COLOURS_SRGB[game.position.options.colours[code]]
        draw_count(canvas, (x + 66 + 35 * code, y), _COUNT_SIDE, count, paint_rgb)
