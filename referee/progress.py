"""Progress of work that takes a while, on standard error of a terminal and nowhere else. Called by the commands."""

import sys
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import TypeVar

ItemT = TypeVar("ItemT")


def shown(items: Iterable[ItemT], words: str, count: int | None = None) -> Iterator[ItemT]:
    """The items, with a bar that grows as they are taken; `count` is how many, where that is not known otherwise."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    total = len(items) if count is None and isinstance(items, Sized) else count
    yield from track(items, words, total, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """A wheel that turns while something is done of which nobody knows how long it takes."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield
