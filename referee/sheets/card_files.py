"""Cards of 012x012 as files. Called by `tower-referee card`."""

from pathlib import Path

from referee.errors import InputError
from referee.files import read_text
from rules import NotationError
from rules.games.zero12 import SIDE, Card, parse_card_file


def read_card(path: Path) -> Card:
    """The card of a file.

    Raises
    ------
    InputError
        If the file cannot be read or is no card; one line.
    """
    text = read_text(path, f"a card, {SIDE} lines of {SIDE} codes")
    try:
        return parse_card_file(text)
    except NotationError as error:
        raise InputError(f"{path}: {error}") from error
