"""Seconds spent in each named step of a pipeline: steps are `timed`, for whoever asked for them to be `recorded`."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_RECORD: ContextVar[dict[str, float] | None] = ContextVar("_RECORD", default=None)


@contextmanager
def recorded() -> Iterator[Mapping[str, float]]:
    """The seconds of each step that this thread is timed in inside, by its name, in the order of their first end."""
    record: dict[str, float] = {}
    before = _RECORD.set(record)
    try:
        yield record
    finally:
        _RECORD.reset(before)


@contextmanager
def timed(step: str) -> Iterator[None]:
    """Add the seconds spent inside to those of a step, if steps are recorded; steps inside it are parts of it."""
    record = _RECORD.get()
    if record is None:
        yield
        return
    before = _RECORD.set(None)
    start = time.perf_counter()
    try:
        yield
    finally:
        record[step] = record.get(step, 0.0) + time.perf_counter() - start
        _RECORD.reset(before)
