"""012x012's own way to check a photo: its board, seen from above."""

from pathlib import Path


def check(
    photo: Path, card: Path | None, asked: tuple[str, ...], before: str | None, annotate: Path | None, as_json: bool
) -> int:
    """Read a board from a photo and judge it, or the turns since the position before; the exit status."""
    # What reads pictures takes long to load, and every command of this game loads this module.
    from referee.verdicts.board_command_line import check_board_photo

    return check_board_photo(photo, card, asked, before, annotate, as_json)
