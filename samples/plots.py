"""Draws when other things than turns happen in a filmed game. Called by samples.board_story and samples.table_story."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

Generator = np.random.Generator


def things_before_turns(rng: Generator, turns: int, counts: Mapping[str, int]) -> list[str]:
    """What happens before each turn: its kind, or nothing, ""; so many of each kind in all.

    Raises
    ------
    ValueError
        There are more things than turns.
    """
    things = [kind for kind, count in counts.items() for _ in range(count)]
    if len(things) > turns:
        raise ValueError(f"no game of {turns} turns has room for {len(things)} other happenings")
    schedule = [""] * turns
    for turn, kind in zip(rng.permutation(turns), things, strict=False):
        schedule[turn] = kind
    return schedule
