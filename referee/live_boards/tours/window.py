"""What the window shows of a live game of Les Tours de Babel, and what its keys do. Given to the view by `watch`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from calibration.camera import CameraPose
from calibration.tile_set import TileSize
from referee.drawings.face_lines import PictureLine
from referee.live.keys import letter_of
from referee.live_boards.controls import Controls, pressed
from referee.live_boards.state import BoardState
from referee.live_boards.view import BoardWindow
from rules.errors import listed
from rules.games.tours import SQUARES, Tile

from .game import TableGame
from .orders import PutAside, TellDrawn
from .overlay import overlay_lines
from .panel import draw_panel, marked_table
from .suggesting import suggestions, why_not

_PUT_ASIDE = "a"


def window(size: TileSize) -> BoardWindow:
    """The window of a game with tiles of this size."""

    def overlay(game: TableGame, controls: Controls, pose: CameraPose) -> Iterator[PictureLine]:
        return overlay_lines(marked_table(game, controls), pose, size)

    return BoardWindow(press, draw_panel, overlay)


def press(controls: Controls, key: int, state: BoardState) -> tuple[Controls, Any]:
    """What a key does: the controls after it, and what the game is told to do."""
    game: TableGame = state.game
    letter = letter_of(key)
    if letter not in (*"123456789", _PUT_ASIDE):
        return pressed(controls, key, state, suggestions)
    controls = replace(controls, remark="", suggestions=())
    if reason := why_not(game):
        return replace(controls, remark=reason), None
    assert game.family is not None
    if letter != _PUT_ASIDE:
        tile = Tile(game.family, int(letter))
        return replace(controls, remark=f"Drawn: {tile.words}. s suggests a square for it."), TellDrawn(tile)
    places = game.position.open_squares(game.drawn) if game.drawn else ()
    if places:
        names = listed([SQUARES[square] for square in places])
        return replace(controls, remark=f"By rule 6 it must be laid: it fits on {names}."), None
    return controls, PutAside()
