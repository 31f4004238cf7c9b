"""Baubylon's own ways to print the ground of its building, and to check photos of one before the game or in it."""

from pathlib import Path

from referee.games import require_no_card
from referee.verdicts.request import CheckRequest

#: `check` takes several photos of one building, from different sides.
JOINS_PHOTOS = True
#: It can be told the colours of pawns that stand on the building.
READS_PAWNS = True


def sheet(edge_mm: float | None, paper: str, file_format: str, card: Path | None) -> tuple[bytes, str]:
    """The printed ground as a file, and what it is in words."""
    from calibration.building_mat import BUILDING_MAT
    from referee.sheets.building_ground import building_ground_sheet
    from referee.sheets.papers import largest_edge_mm

    require_no_card(card)
    edge_mm = largest_edge_mm(BUILDING_MAT, paper) if edge_mm is None else edge_mm
    what = f"ground of Baubylon with squares of {edge_mm:g} mm on {paper}"
    return building_ground_sheet(edge_mm, paper, file_format), what


def check(request: CheckRequest) -> int:
    """Read a building from photos and judge it; the exit status."""
    # What reads pictures takes long to load, and every command of this game loads this module.
    from referee.verdicts.building_command_line import check_building_photos

    return check_building_photos(request)
