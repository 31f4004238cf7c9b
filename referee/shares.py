"""Shares of many answers, with their intervals and as people read them. Called by the bench and by `strength`."""

from collections.abc import Callable, Sequence
from typing import Any

Figures = dict[str, Any]
"""Names of figures with what they are, ready for JSON."""


def share(items: Sequence[Any], is_right: Callable[[Any], bool]) -> Figures:
    """For how many of some items something holds."""
    right, of = sum(map(is_right, items)), len(items)
    return {"right": right, "of": of, "share": right / of if of else None}


def share_with_interval(items: Sequence[Any], is_right: Callable[[Any], bool]) -> Figures:
    """The same with Wilson's 95 % interval."""
    figures = share(items, is_right)
    return {**figures, "interval": wilson_interval(figures["right"], figures["of"])}


def wilson_interval(right: int, of: int) -> list[float] | None:
    """Wilson's 95 % interval for a share."""
    if not of:
        return None
    from scipy.stats import binomtest

    interval = binomtest(right, of).proportion_ci(0.95, method="wilson")
    return [float(interval.low), float(interval.high)]


def share_text(figures: Figures) -> str:
    """A share as people read it: "97.0% (32/33)"; "-" where there was nothing to count."""
    if figures["share"] is None:
        return "-"
    return f"{figures['share']:.1%} ({figures['right']}/{figures['of']})"


def wrong_text(figures: Figures) -> str:
    """Errors as people read them: "0 of 24"."""
    return f"{figures['wrong']} of {figures['of']}"


def interval_text(figures: Figures) -> str:
    """A share with its interval, for a table."""
    if figures["interval"] is None:
        return "-"
    low, high = figures["interval"]
    return f"{share_text(figures)} [{low:.0%}, {high:.0%}]"
