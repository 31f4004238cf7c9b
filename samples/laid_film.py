"""Knows how films look of games whose pieces are laid on what is printed: stills of them under hands that carry some.

Called by samples.board_film and samples.table_film, which say where their hands go and how they carry. Pictures are
linear RGB until the sensor has developed them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic

import numpy as np

from calibration.arrays import FloatArray, UInt8Array

from .camera import Camera
from .filming import (
    Picture,
    Solid,
    arm_from,
    away,
    between_cameras,
    bumped,
    developed,
    film_sensor,
    rendered,
    tip_at,
    with_hand,
)
from .hand import Arm
from .scene import Scene
from .sensor import Sensor
from .visits import HandMoment, Moment, Piece

Generator = np.random.Generator
Stills = Callable[[frozenset[Piece], int], Picture]
"""The picture of pieces that lie there, from one of the camera's places, without a hand."""

# So far beside the middle of their side players sit at most, in radians.
_BESIDE = np.radians(12)
# A turn shows a few stills, and those of a mistake come again while it is taken back.
_STILLS_KEPT = 8


@dataclass(frozen=True, slots=True, eq=False)
class Shot(Generic[Piece]):
    """Where a film is shot: everything that stays the same but what lies there.

    Attributes
    ----------
    whole
        The scene with every piece that ever lies, in the order of ``pieces``.
    pieces
        All that ever lie, each once.
    cameras
        The places where the camera rests, in their order.
    arms
        Of each player.
    sensor
    seed
    """

    whole: Scene
    pieces: tuple[Piece, ...]
    cameras: tuple[Camera, ...]
    arms: tuple[Arm, ...]
    sensor: Sensor
    seed: int

    def scene(self, laid: frozenset[Piece], camera: int) -> Scene:
        """What lies at one time, from where the camera rests, with what does not lie there out of sight."""
        standing = _with_away(self.whole.standing, self.pieces, laid)
        tiles = _with_away(self.whole.tiles, self.pieces, laid)
        return replace(self.whole, standing=standing, tiles=tiles, camera=self.cameras[camera])


def _with_away(solids: Sequence[Solid], pieces: Sequence[Any], laid: frozenset[Any]) -> tuple[Solid, ...]:
    """Of a scene's cubes or tiles, if it has any, the pieces that are not laid out of sight; the others follow."""
    own = zip(pieces, solids, strict=False)
    return tuple(solid if piece in laid else away(solid) for piece, solid in own) + tuple(solids[len(pieces) :])


def random_shot(
    rng: Generator,
    seed: int,
    whole: Scene,
    pieces: tuple[Piece, ...],
    last: HandMoment[Piece],
    players: int,
    shows_all: Callable[[Camera], bool],
) -> Shot[Piece]:
    """Draw what a film has beside its scene: players round it, the camera's places until the last frame, its sensor.

    Parameters
    ----------
    shows_all
        Whether a camera that was moved may stay there.
    """
    cameras = [whole.camera]
    while len(cameras) <= round(last.camera):
        camera = bumped(rng, cameras[-1])
        if shows_all(camera):
            cameras.append(camera)
    arms = _arms(rng, players)
    return Shot(whole, pieces, tuple(cameras), arms, film_sensor(rng, whole.light.kind), seed)


def _arms(rng: Generator, players: int) -> tuple[Arm, ...]:
    """Those of players who sit round what is played, clockwise as they play."""
    angles = rng.uniform(0, 2 * np.pi) + 2 * np.pi * np.arange(players) / players
    return tuple(arm_from(rng, angle + rng.uniform(-_BESIDE, _BESIDE)) for angle in angles)


def film_frames(
    shot: Shot[Any],
    moments: Sequence[Moment],
    samples_per_pixel: int,
    over: Callable[[Moment], FloatArray],
    carry: Callable[[Picture, Stills[Any], Moment, FloatArray], Picture],
) -> Iterator[UInt8Array]:
    """The film's frames, 8-bit RGB of shape (height, width, 3).

    Parameters
    ----------
    over
        Where in the scene the finger tips are at their goal, (3,).
    carry
        Adds what is carried to a picture, moved (2,) pixels from its place.
    """

    @lru_cache(_STILLS_KEPT)
    def still(laid: frozenset[Any], camera: int) -> Picture:
        return rendered(shot.scene(laid, camera), samples_per_pixel)

    def pictured(moment: Moment) -> Picture:
        if moment.camera % 1:
            return between_cameras(shot.cameras, moment.camera, lambda nearer: still(moment.laid, nearer))
        picture = still(moment.laid, round(moment.camera))
        if not moment.player:
            return picture
        camera, arm, goal_xyz = shot.cameras[round(moment.camera)], shot.arms[moment.player - 1], over(moment)
        (goal_xy,) = camera.project(goal_xyz[None])
        tip_xy = tip_at(arm, goal_xy, moment.reach)
        if moment.carried is not None:
            picture = carry(picture, still, moment, tip_xy - goal_xy)
        return with_hand(picture, camera, arm, goal_xyz, tip_xy)

    return developed(map(pictured, moments), len(moments), shot.sensor, shot.seed)
