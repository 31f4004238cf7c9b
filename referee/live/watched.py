"""What the state of every live game holds of its camera: the part that has to do with no game."""

from dataclasses import dataclass, field
from typing import Any, TypeVar

from calibration.camera import CameraPose
from vision.scene import Scene

from .game_events import ViewChange
from .pictures import Settings


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Watched:
    """What a camera showed, and when it is looked at.

    Attributes
    ----------
    settings : Settings
    scene : Scene
        What the last pictures showed: movement, light, what has changed since the last look.
    pose : CameraPose or None
        The camera's, in full pictures of the source, as last found.
    wanted : look request or None
        The look that is due or under way, at the frame that was stepped on last when it was asked for.
    next_look : float
        No look is due before this source time.
    hand_since : float or None
        Source time since when a hand, or something else, is over what is watched.
    troubles : frozenset of ViewChange
        What is wrong with the picture and was said.
    unread_since : float or None
        Source time of the first of the looks in a row that could read nothing; None if the last one could.
    is_mirrored : bool
        Whether pictures are turned round before they are read.
    """

    settings: Settings = field(default_factory=Settings)
    scene: Scene = field(default_factory=Scene)
    pose: CameraPose | None = None
    wanted: Any = None
    next_look: float = 0.0
    hand_since: float | None = None
    troubles: frozenset[ViewChange] = frozenset()
    unread_since: float | None = None
    is_mirrored: bool = False


WatchedT = TypeVar("WatchedT", bound=Watched)
"""The state of one game."""
