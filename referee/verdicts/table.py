"""From a photo of the columns of Les Tours de Babel to the verdict on them, in named steps. Called by `check`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.arrays import UInt8Array
from calibration.camera import Lens
from calibration.refusal import Unreadable
from calibration.tile_mat import TILE_MAT
from calibration.tile_set import TileSet
from referee.photos import Photo, load_photo
from referee.playing.judging import explained
from referee.profiles.use import lens_for
from rules.errors import listed
from rules.game import Verdict
from rules.games.tours import (
    FAMILIES,
    GAME,
    SQUARES,
    Options,
    Position,
    position_faults,
    position_of_columns,
    worth,
)
from rules.games.tours.tiles import Column
from vision.games.tours.evidence import SURE, ColumnReading, TableReading
from vision.games.tours.reader import read

from .photo_check import PhotoCheck, may_be

if TYPE_CHECKING:
    from calibration.profile import LensFields

#: A fault is spoken out only by what the camera is so sure of.
ACCUSE = 0.999

TableCheck = PhotoCheck[TableReading, Position]
"""A table as its photo shows it, and the verdict on it."""


def check_table(
    path: Path,
    tile_set: TileSet,
    options: Options,
    before: Position | None = None,
    lens: "LensFields | None" = None,
    tell: Callable[[str], None] = print,
) -> TableCheck | Unreadable:
    """Load a photo of the columns, read it and judge it.

    Parameters
    ----------
    path : Path
    tile_set : TileSet
        What the tiles look like.
    options : Options
        The rule set.
    before : Position, optional
        What stood there a moment ago: then the turns in between are judged.
    lens : LensFields, optional
        That of the camera, which is not used if it does not fit the photo.
    tell : function
        Told then why.

    Raises
    ------
    PhotoError
        If the file cannot be used as a photo.
    """
    photo = load_photo(path)
    known = table_lens(photo.frame_bgr, photo.full_size_wh, lens, tell)
    reading = read(photo.frame_bgr, tile_set, known or photo.claimed_focal)
    return reading if isinstance(reading, Unreadable) else judge_table(photo, reading, options, before)


def table_lens(
    frame_bgr: UInt8Array, full_size_wh: tuple[int, int], fields: "LensFields | None", tell: Callable[[str], None]
) -> Lens | None:
    """The lens of a profile for a picture of a table, if there is one and it fits; else the reason is told.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    full_size_wh : tuple of int
        Width and height before it was reduced.
    fields : LensFields or None
    tell : function
    """
    lens = None if fields is None else lens_for(frame_bgr, full_size_wh, fields, TILE_MAT)
    if not isinstance(lens, str):
        return lens
    tell(f"profile: {lens}")
    return None


def judge_table(photo: Photo, reading: TableReading, options: Options, before: Position | None = None) -> TableCheck:
    """The verdict on what a photo shows of the columns; see `check_table`."""
    position = seen_position(reading, options, before)
    reasons = tuple(_unsure_in_words(reading))
    change, incomplete = None, ""
    if before is None:
        likely, proven = (
            position_faults(seen_position(reading, options, None, sure_from)) for sure_from in (SURE, ACCUSE)
        )
    else:
        change, incomplete = explained(GAME, before, position)
        likely = change.faults
        proven = likely if not reasons and _is_change_sure(reading, before) else ()
    if incomplete:
        reasons += (incomplete,)
    if not proven:
        reasons += may_be(likely)
    verdict: Verdict = "illegal" if proven else "undetermined" if reasons else "legal"
    return PhotoCheck(photo, reading, position, verdict, tuple(proven), reasons, change)


def seen_position(
    reading: TableReading, options: Options, before: Position | None, sure_from: float = SURE
) -> Position:
    """The columns of which a photo is so sure, their hidden tiles and the others as before; nobody saw the reserves."""
    earlier: Sequence[Column] = before.columns if before else ((),) * len(SQUARES)
    columns = tuple(
        _seen_column(seen, column, sure_from) for seen, column in zip(reading.columns, earlier, strict=True)
    )
    if before is not None:
        return Position(columns, None, options=before.options)
    return position_of_columns(columns, options)


def _seen_column(seen: ColumnReading, before: Column, sure_from: float) -> Column:
    """A column as it is seen, its hidden tiles as before."""
    height = seen.height(sure_from)
    if height is None:
        return before
    if height == 0:
        return ()
    hidden = (*before, *(None,) * height)[: height - 1]
    top = seen.top(sure_from)
    return (*hidden, before[height - 1] if top is None and len(before) == height else top)


def _unsure_in_words(reading: TableReading) -> list[str]:
    """What is not told, in sentences."""
    columns = dict(zip(SQUARES, reading.columns, strict=True))
    unsure = [name for name, seen in columns.items() if seen.height() is None]
    unread = [name for name, seen in columns.items() if seen.height() and seen.top() is None]
    sentences = []
    if unsure:
        advice = "a photo from higher up, or from another side, tells more"
        sentences.append(f"It is not sure how high {listed(unsure)} {'is' if len(unsure) == 1 else 'are'}; {advice}.")
    if unread:
        sentences.append(f"It is not sure which tile lies on {listed(unread)}.")
    return sentences


def _is_change_sure(reading: TableReading, before: Position) -> bool:
    """Whether the camera is sure of every column that is not as before."""
    return all(
        _seen_column(seen, column, ACCUSE) == _seen_column(seen, column, SURE)
        for seen, column in zip(reading.columns, before.columns, strict=True)
    )


def points_of_columns(position: Position) -> dict[str, int]:
    """What the columns are worth to each family on top of one; reserves are not counted.

    Examples
    --------
    >>> from rules.games.tours import parse_position
    >>> points_of_columns(parse_position("5b4b?3b,2c,-/-,-,-/-,-,?"))
    {'bamboo': 2, 'circles': 1}
    """
    points: dict[str, int] = {}
    for column in position.columns:
        if column and column[-1] is not None:
            name = FAMILIES[column[-1].family]
            points[name] = points.get(name, 0) + worth(len(column))
    return points
