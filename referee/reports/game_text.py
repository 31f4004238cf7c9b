"""Positions, faults and advice of any game as a person wants to read them. Called by the commands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.boards import board
from referee.console import SHOWN_SUGGESTIONS
from referee.players import RANDOM
from rules.game import Advice, Fault, Game
from rules.options import option_choices, option_values

from .standing import standing


def print_board(console: Console, game: Game[Any, Any, Any], position: Any) -> None:
    """Draw a position, with the points so far and whose turn it is, or how it ended."""
    # First, for it may not be known: then nothing is printed.
    told = Text(standing(game, position))
    console.print(board(game, position))
    console.print(told)


def print_faults(console: Console, faults: Iterable[Fault]) -> None:
    """Print each fault with its rule."""
    for fault in faults:
        console.print(Text(f"  rule {fault.rule}: {fault.message}", "red"))


def print_game_advice(console: Console, game: Game[Any, Any, Any], advice: Advice[Any], lists_all: str) -> None:
    """Print the best moves with value and reason, and how far they can be trusted; `lists_all` shows the others."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in ("", "move", advice.unit, "why"):
        table.add_column(header)
    for number, ranked in enumerate(advice.moves[:SHOWN_SUGGESTIONS], start=1):
        table.add_row(str(number), Text(game.move_notation(ranked.move)), f"{ranked.value:.3g}", Text(ranked.reason))
    console.print(table)
    rest = len(advice.moves) - SHOWN_SUGGESTIONS
    if rest > 0:
        console.print(Text(f"and {rest} more ({lists_all} lists all)", "dim"))
    console.print(Text(trust(advice)))


def trust(advice: Advice[Any]) -> str:
    """Whether the values are certain, in words."""
    if advice.is_exact:
        return "These values are exact."
    return "These values are estimates" + ("." if advice.is_settled else "; more --seconds sharpen them.")


def ways_text(game: Game[Any, Any, Any], ways: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """Each row of moves that explains a change, in words."""
    for way in ways:
        yield ", then ".join(map(game.move_notation, way)) or "nothing changed"


def print_games(console: Console, found: Iterable[tuple[Game[Any, Any, Any], Sequence[int]]]) -> None:
    """Print each game with how many play it, its options and its other names."""
    for game, players in found:
        also = f" (also: {', '.join(game.aliases)})" if game.aliases else ""
        console.print(Text.assemble((game.name, "bold"), also, f"   players: {', '.join(map(str, players))}"))
        console.print(Text(game.summary))
        table = Table(box=None, pad_edge=False, header_style="dim")
        for header in ("  option", "default", "choices"):
            table.add_column(header, overflow="fold")
        choices = option_choices(game.default_options)
        for name, value in option_values(game.default_options).items():
            table.add_row(f"  {name}", value, ", ".join(choices[name]))
        console.print(table)
        console.print(Text(f"  simple players: {', '.join((RANDOM, *game.baselines))}"))
        console.print()


def print_strength(console: Console, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print the rows of `strength.summarise` as a table."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("game", overflow="fold")
    table.add_column("against", overflow="fold")
    for header in (
        "players",
        "won",
        "of",
        "95 %",
        "shared",
        "other won",
        "points",
        "lead",
        "95 %",
        "s/move",
        "list ms",
        "at most",
    ):
        table.add_column(header, justify="right", overflow="fold")
    for row in rows:
        low, high = row["interval"]
        table.add_row(
            row["game"],
            row["against"],
            str(row["players"]),
            str(row["won"]),
            str(row["games"]),
            f"{100 * low:.0f}..{100 * high:.0f} %",
            str(row["shared"]),
            _or_dash(row["rival_won"], "d"),
            _or_dash(row["score"], ".1f"),
            _or_dash(row["lead"], "+.1f"),
            "-" if row["lead_interval"] is None else "{:+.1f}..{:+.1f}".format(*row["lead_interval"]),
            _or_dash(row["seconds_per_move"], ".3f"),
            _or_dash(row["listing_ms"], ".1f"),
            _or_dash(row["slowest_listing_ms"], ".1f"),
        )
    console.print(table)


def _or_dash(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)
