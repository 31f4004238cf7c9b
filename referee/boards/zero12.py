"""012x012 in the terminal: the cubes in their colours, and on empty squares the code that the card asks for."""

from rich.console import Group, RenderableType
from rich.text import Text

from rules.games.zero12 import SIDE, Position, square_name

_STYLES = {
    "red": "white on red",
    "white": "black on bright_white",
    "black": "bright_white on black",
    "orange": "black on dark_orange",
    "yellow": "black on yellow",
    "green": "white on green",
    "blue": "white on blue",
    "violet": "white on purple",
    "brown": "white on orange4",
    "grey": "black on grey50",
}
_OTHER_STYLE = "reverse"


def board(position: Position) -> RenderableType:
    """The position drawn: a cube is its code in brackets, in its colour; an empty square is what the card asks for."""
    lines = [_row(position, row) for row in reversed(range(SIDE))]
    lines.append(Text("    " + "".join(f" {square_name((column, 0))[0]} " for column in range(SIDE))))
    lines += [_stock(position, player) for player in range(1, len(position.stocks) + 1)]
    return Group(*lines)


def _row(position: Position, row: int) -> Text:
    text = Text(f"{row + 1:>3} ")
    for column in range(SIDE):
        code = position.cube((column, row))
        if code is None:
            asked = " " if position.options.mode == "sliding" else str(position.card.code((column, row)))
            text.append(f" {asked} ", style="dim")
        else:
            text.append(f"[{code}]", style=_style(position, code))
    return text


def _stock(position: Position, player: int) -> Text:
    stock = position.stocks[player - 1]
    left = ", ".join(f"{count} {name}" for count, name in zip(stock, position.options.colours, strict=True))
    turns = " (two turns)" if position.turns > 1 and player == position.to_move else ""
    return Text(f"player {player} has {left}{turns}")


def _style(position: Position, code: int) -> str:
    return _STYLES.get(position.options.colours[code], _OTHER_STYLE)
