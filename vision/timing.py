"""Seconds spent in each named step of a pipeline. Used by the readers."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def timed(timings: dict[str, float], step: str) -> Iterator[None]:
    """Add the seconds spent inside to those of a step."""
    start = time.perf_counter()
    try:
        yield
    finally:
        timings[step] = timings.get(step, 0.0) + time.perf_counter() - start
