"""What a person asks of `watch`, whichever game it is."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """How a game is to be followed.

    Attributes
    ----------
    source : str
        The name of a camera, stream, video or folder.
    fps : float or None
        Of a folder: its pictures are the frames of a video.
    record, resume : Path or None
        A journal to begin, and one to go on with.
    start : str or None
        The position that the game begins from, in notation.
    profile : str or None
        The name of the profile that pictures are read with.
    is_headless, prints_json, waits_for_key, speaks : bool
        Without a window; events as JSON lines; looks only when the move is said to be done; says aloud what happens.
    """

    source: str
    fps: float | None = None
    record: Path | None = None
    resume: Path | None = None
    start: str | None = None
    profile: str | None = None
    is_headless: bool = False
    prints_json: bool = False
    waits_for_key: bool = False
    speaks: bool = False
