"""Les Tours de Babel's own way to judge a change, for tiles may be hidden in the columns."""

from dataclasses import replace

from rules.games.tours import Position


def with_seen(end: Position, after: Position) -> Position:
    """The position to which a change leads, with the tiles of its columns that only the later look shows."""
    pairs = zip(end.columns, after.columns, strict=True)
    columns = tuple(tuple(known or seen for known, seen in zip(*pair, strict=True)) for pair in pairs)
    return replace(end, columns=columns)
