"""Positions, faults and advice of any game as a person wants to read them. Called by the commands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.boards import board
from referee.console import SHOWN_SUGGESTIONS
from referee.players import RANDOM
from rules.errors import counted
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
    """Print the rows of `strength.summarise`: for each game a table with a column for each simple player."""
    for (game, players), contests in groupby(rows, key=lambda row: (row["game"], row["players"])):
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column(Text(f"{game}, {counted(players, 'player')}"))
        columns = []
        for contest in contests:
            table.add_column(Text(f"against {contest['against']}"), justify="right")
            columns.append(_strength_figures(contest))
        for name in columns[0]:
            # What a game does not count has no row.
            if any(column[name] is not None for column in columns):
                table.add_row(name, *(column[name] or "-" for column in columns))
        console.print(table)
        console.print()


def _strength_figures(row: Mapping[str, Any]) -> dict[str, str | None]:
    """The figures of a contest by their names, None where there are none."""
    low, high = row["interval"]
    around = row["lead_interval"]
    return {
        "games": str(row["games"]),
        "won": f"{row['won']} ({100 * low:.0f}..{100 * high:.0f} %)",
        "shared": str(row["shared"]),
        "other won": _figure(row["rival_won"], "d"),
        "points": _figure(row["score"], ".1f"),
        "lead": _figure(row["lead"], "+.1f"),
        "lead, 95 %": None if around is None else "{:+.1f}..{:+.1f}".format(*around),
        "s/move": _figure(row["seconds_per_move"], ".3f"),
        "list ms": _figure(row["listing_ms"], ".2f"),
        "at most": _figure(row["slowest_listing_ms"], ".1f"),
    }


def _figure(value: float | None, form: str) -> str | None:
    return None if value is None else format(value, form)
