"""What to draw on the live picture of what the referee knows of the columns in it. Called by `window`."""

from collections.abc import Iterator

from calibration.camera import CameraPose
from calibration.tile_mat import top_corners
from calibration.tile_set import TileSize
from referee.drawings.face_lines import AMBER, GREEN, RED, PictureLine
from referee.drawings.table_drawing import MarkedTable
from referee.drawings.table_lines import FAMILY_COLOURS
from rules.games.tours import SQUARES

_LINE, _LAST, _MARKED = 1.0, 3.0, 4.0


def overlay_lines(table: MarkedTable, pose: CameraPose, size: TileSize) -> Iterator[PictureLine]:
    """The tops of the columns by their families, thicker that of the last turn; what is in doubt in amber, faults in
    red, and the square that is proposed in green.

    Parameters
    ----------
    table : MarkedTable
    pose : CameraPose
        For the picture that is drawn on, in squares from the mat's middle.
    size : TileSize
    """
    for square, (name, column) in enumerate(zip(SQUARES, table.laid, strict=True)):
        outline_xy = pose.project(top_corners(square, len(column), size))[[0, 1, 2, 3, 0]]
        top = column[-1] if column else None
        if table.doubtful >> square & 1 or (column and top is None):
            yield PictureLine(outline_xy, AMBER, _LINE)
        elif top is not None:
            yield PictureLine(outline_xy, FAMILY_COLOURS[top.family], _LAST if name in table.last else _LINE)
        for marked, colour in ((table.at_fault, RED), (table.proposed, GREEN)):
            if name in marked:
                yield PictureLine(outline_xy, colour, _MARKED)
