"""The ways in which a question about a game can be refused, one error for each, all `ValueError`.

Raised by the games, caught by whoever talks to people. Each message names the part at fault.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol


class NotationError(ValueError):
    """The text cannot be parsed; the message says where, what was expected, and repeats the text, shortened."""


_MOST_CHARACTERS = 400


def shortened(text: str) -> str:
    """A text that may be repeated in a message.

    Examples
    --------
    >>> shortened("-,-,-,-"), len(shortened("-" * 1_000_000))
    ('-,-,-,-', 403)
    """
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}..."


def counted(count: int, noun: str) -> str:
    """So many things, in words.

    Examples
    --------
    >>> counted(1, "cube"), counted(3, "cube")
    ('1 cube', '3 cubes')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def counted_are(count: int, noun: str) -> str:
    """So many things and the verb that follows.

    Examples
    --------
    >>> counted_are(1, "red pawn"), counted_are(3, "red pawn")
    ('1 red pawn is', '3 red pawns are')
    """
    return f"{counted(count, noun)} {'is' if count == 1 else 'are'}"


def listed(names: Iterable[object], joint: str = "and") -> str:
    """Names, numbers and the like as one reads them out.

    Examples
    --------
    >>> listed(["a1"]), listed([1, 2], "or"), listed(("a1", "b1", "c1")), listed([])
    ('a1', '1 or 2', 'a1, b1 and c1', 'none')
    """
    *others, last = [*map(str, names)] or ["none"]
    return f"{', '.join(others)} {joint} {last}" if others else last


def listed_few(names: Sequence[str], most: int = 8) -> str:
    """As `listed`, of many names the first and how many more there are.

    Examples
    --------
    >>> listed_few(["a1", "b1", "c1"]), listed_few(["a1", "b1", "c1"], most=1)
    ('a1, b1 and c1', 'a1 and 2 more')
    """
    more = len(names) - most
    return listed(names if more <= 0 else [*names[:most], f"{more} more"])


def notation_error(text: str, what: str, expected: str) -> NotationError:
    """The error for a text that says `what` where something else was expected."""
    return NotationError(f"{shortened(what)}; expected {expected}; in {shortened(text)!r}")


class BrokenRule(Protocol):
    """What a message needs of a fault, in any game's own form."""

    @property
    def rule(self) -> str | int:
        """Its number on the rule sheet."""

    @property
    def message(self) -> str:
        """A sentence."""


def faults_sentence(faults: Iterable[BrokenRule]) -> str:
    """Each fault with the number of its rule, in one line."""
    return " ".join(f"Rule {fault.rule}: {fault.message}" for fault in faults)


class IllegalMove(ValueError):
    """The move can be read but is not legal here; the message names each rule it breaks."""


def require_legal(move: object, faults: Collection[BrokenRule]) -> None:
    """Raise `IllegalMove` for a move, as people write it, that has faults."""
    if faults:
        raise IllegalMove(f"{move} is not legal here. {faults_sentence(faults)}")


class ImpossiblePosition(ValueError):
    """The position can be read but could not be real, such as a cube that no box holds."""


class IncompletePosition(ValueError):
    """The position may be real, but something that the answer depends on is not known, such as a hidden face."""
