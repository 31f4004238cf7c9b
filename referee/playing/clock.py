"""Budgets of time for searches; the rules themselves look at no clock. Called by the commands that suggest."""

import time

from rules.game import Budget


def seconds(limit: float) -> Budget:
    """A budget that lets a search go on for this long, counted from now."""
    end = time.monotonic() + limit
    return lambda: time.monotonic() < end
