"""Hands photos of a board to the game's own way to check them, once they are what it can use. Called by `check`."""

from collections.abc import Sequence

from referee.drawings.pictures import PICTURE_ENDINGS
from referee.errors import InputError
from referee.games import own_way
from referee.photo_paths import require_distinct
from referee.replacing import require_own_target
from rules.errors import counted
from rules.games import load

from .request import CheckRequest


def check_board(name: str, request: CheckRequest, for_towers: Sequence[object]) -> int:
    """Read and judge a board in its game's own way.

    Parameters
    ----------
    name : str
        The game.
    request : CheckRequest
    for_towers : sequence
        What was asked that is of use for towers alone; None where it was not.

    Returns
    -------
    int
        The exit status.

    Raises
    ------
    InputError
        If it was, or there are more photos than this game joins, or none.
    """
    if any(value is not None for value in for_towers):
        raise InputError(
            "--type2, --type3, --finished, --hands, --corners, --report, --batch, --groups, --output and --jobs are "
            "for towers; leave them out"
        )
    game, photos = load(name), request.photos
    if own_way(game, "JOINS_PHOTOS"):
        if not photos:
            raise InputError("no photo was given; name one or more of the building, from different sides")
        require_distinct(photos)
    elif len(photos) != 1:
        raise InputError(f"{counted(len(photos), 'photo')} given; one photo shows the whole board")
    if request.pawns is not None and not own_way(game, "READS_PAWNS"):
        raise InputError("--pawns is for Baubylon; leave it out")
    if request.annotate is not None:
        require_own_target(request.annotate, PICTURE_ENDINGS, photos)
    status: int = own_way(game, "check")(request)
    return status
