"""How a game of Les Tours de Babel is followed: what `step` asks of it. Used by `watch`, the window and samples."""

from functools import partial

from calibration.tile_mat import TILE_MAT
from calibration.tile_set import TileSet, TileSize
from referee.live_boards.following import Following, Outcome, SeenBoard, Sight
from referee.live_boards.state import BoardRequest
from rules.games.tours import position_faults, position_of_columns

from . import turns
from .game import EMPTY, Columns, TableGame
from .lines import standing
from .looking import TableLook
from .seeing import ACCUSE, first_columns, seen_columns


def following(tile_set: TileSet) -> Following[TableGame, TableLook, Columns]:
    """What of following columns of these tiles is this game's own."""
    return Following(
        mat=TILE_MAT,
        room=partial(_room, size=tile_set.size),
        poor=lambda _look: {},
        seen=_seen,
        adds_only=_adds_only,
        begin=_begin,
        see=turns.see,
        give_up=turns.give_up,
        pause=turns.pause,
        end_turn=turns.pause,
        order=turns.order,
    )


def _room(game: TableGame, size: TileSize) -> float:
    return size.height * (1 + max(map(len, game.laid)))


def _seen(game: TableGame, look: TableLook, request: BoardRequest) -> SeenBoard[Columns]:
    return first_columns(look.columns) if request.game is None else seen_columns(look.columns, game.laid)


def _adds_only(game: TableGame, laid: Columns) -> bool:
    return standing(game.laid, laid) == list(map(len, game.laid))


def _begin(game: TableGame, look: TableLook, sight: Sight[Columns]) -> Outcome[TableGame]:
    """The game that a first look shows, with what is proven to be wrong with it."""
    sure = {
        square: column
        for square, column in look.columns.items()
        if column.height(ACCUSE) is not None and (column.top(ACCUSE) is not None or column.height() == 0)
    }
    laid = first_columns(sure).laid
    faults = position_faults(position_of_columns(laid, game.position.options)) if laid != EMPTY else ()
    return turns.begin(game, sight, faults)
