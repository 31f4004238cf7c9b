"""What the readers go by, so that the bench can take each away in turn, or give the truth in its place."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from calibration.camera import CameraPose
from rules.games.babel import Cell


class Cue(Enum):
    """One thing the babel reader goes by; its value says in words what is lost without it."""

    REFINEMENT = "pose refined on the tower's edges"
    PAPER = "light on the paper round the tower"
    TINT = "colour beyond lightness"
    SHAPES = "shape: outline and relief on three planes"
    VEIL = "what stands before each face"
    OTHERS = "comparison with the other cubes"
    MIRROR = "a look in a mirror"
    BULGES = "what bulges hide of other faces"
    INVENTORY = "the box's inventory"


ALL_CUES = frozenset(Cue)


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What is known before the picture is read.

    Attributes
    ----------
    pose : CameraPose or None
        The true pose, for the picture's own size, in place of the one that was found; edges are not looked for.
    cells : collection of Cell or None
        Where cubes stand: presence is not asked.
    """

    pose: CameraPose | None = None
    cells: Collection[Cell] | None = None


NOTHING_GIVEN = Given()
