"""Knows how a filmed game looks: stills of the towers, under arms, carried cubes, a bumped camera and drifting light.

Called by samples.sequence. Pictures are linear RGB until the sensor has developed them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from referee.bench.truth import CORNERS
from rules.games.babel import Placement
from vision.faces import cell_centre

from .camera import Camera
from .filming import (
    SIZE,
    Picture,
    arm_from,
    away,
    between_cameras,
    bumped,
    developed,
    film_sensor,
    rendered,
    tip_at,
    with_carried,
    with_hand,
)
from .hand import Arm
from .reserve import Spare, random_reserve
from .scene import Scene, random_scene
from .sensor import Sensor
from .story import Happening
from .timeline import Moment
from .towers import Pile

Generator = np.random.Generator
# A carried cube with its bulges is taken to be so much larger than one without.
_WITH_BULGES = 1.06


@dataclass(frozen=True, slots=True, eq=False)
class Set:
    """Where a film is shot: everything that stays the same but the tower.

    Attributes
    ----------
    whole
        The scene with every cube that ever stands, in the order of ``placements``.
    placements
        All that is ever placed, each once.
    cameras
        The places where the camera rests, in their order.
    arms
        Of player 1 and 2.
    sensor
    seed
    reserve
        The cubes that lie in the picture before they are placed.
    """

    whole: Scene
    placements: Pile
    cameras: tuple[Camera, ...]
    arms: tuple[Arm, Arm]
    sensor: Sensor
    seed: int
    reserve: tuple[Spare, ...] = ()

    def lying(self, pile: Pile, carried: Placement | None = None) -> tuple[Spare, ...]:
        """What lies beside the tower while that stands, and that is in a hand."""
        return tuple(spare for spare in self.reserve if spare.is_there(pile, carried))

    def scene(self, pile: Pile, camera: int) -> Scene:
        """What stands at one time, from where the camera rests."""
        standing = tuple(self.whole.standing[self.placements.index(one)] for one in pile)
        spares = (*self.whole.spares, *(spare.lying for spare in self.lying(pile)))
        return replace(self.whole, tower=pile, standing=standing, spares=spares, camera=self.cameras[camera])

    def scene_to_render(self, pile: Pile, camera: int, lying: Sequence[Spare]) -> Scene:
        """The same picture, with so much of the reserve, and with what neither stands nor lies out of sight."""
        places = {spare.placements[0]: spare.lying for spare in lying}
        standing = tuple(
            cube if one in pile else places.get(one, away(cube))
            for one, cube in zip(self.placements, self.whole.standing, strict=True)
        )
        return replace(self.whole, standing=standing, camera=self.cameras[camera])


def random_set(
    seed: int, story: Sequence[Happening], moments: Sequence[Moment], light: str, has_reserve: bool = False
) -> Set:
    """Draw where a film is shot; the same seed as a photo's gives the same kinds of things."""
    placements = tuple(dict.fromkeys(placement for moment in moments for placement in moment.pile))
    whole = random_scene(seed, placements, light, SIZE)
    rng = np.random.default_rng([seed, 8])
    cameras = [whole.camera]
    for _ in range(round(moments[-1].camera)):
        cameras.append(bumped(rng, cameras[-1]))
    sensor = film_sensor(rng, light)
    arms = _arms(rng)
    standing = dict(zip(placements, whole.standing, strict=True))
    reserve = random_reserve(rng, story, standing, cameras) if has_reserve else ()
    return Set(whole, placements, tuple(cameras), arms, sensor, seed, reserve)


def _arms(rng: Generator) -> tuple[Arm, Arm]:
    """Player 1 sits to the right of the camera, player 2 to the left."""
    angles_deg = rng.uniform(15, 70), rng.uniform(120, 200)
    first, second = (arm_from(rng, angle) for angle in np.radians(angles_deg))
    return first, second


def frames(shot: Set, moments: Sequence[Moment], samples_per_pixel: int) -> Iterator[UInt8Array]:
    """The film's frames, 8-bit RGB of shape (height, width, 3)."""
    stills = _Stills(shot, samples_per_pixel)
    pictures = (_picture(shot, stills, moment) for moment in moments)
    return developed(pictures, len(moments), shot.sensor, shot.seed)


def _picture(shot: Set, stills: _Stills, moment: Moment) -> Picture:
    if moment.camera % 1:
        return between_cameras(shot.cameras, moment.camera, lambda nearer: stills.at(replace(moment, camera=nearer)))
    picture = stills.at(moment)
    return _under_hand(shot, stills, moment, picture) if moment.player else picture


class _Stills:
    """The pictures of the towers that stand, through the lens, rendered when they are first asked for."""

    def __init__(self, shot: Set, samples_per_pixel: int) -> None:
        self._shot = shot
        self._samples_per_pixel = samples_per_pixel
        self._pictures: dict[tuple[Pile, int, tuple[Spare, ...]], Picture] = {}

    def at(self, moment: Moment) -> Picture:
        """What stands and lies at a moment, without a hand and its cube; float32 (height, width, 3)."""
        return self.of(moment.pile, moment)

    def of(self, pile: Pile, moment: Moment) -> Picture:
        """The same as if another tower stood there; float32 (height, width, 3)."""
        key = pile, round(moment.camera), self._shot.lying(pile, moment.carried)
        if key not in self._pictures:
            self._pictures[key] = rendered(self._shot.scene_to_render(*key), self._samples_per_pixel)
        return self._pictures[key]


def _under_hand(shot: Set, stills: _Stills, moment: Moment, picture: Picture) -> Picture:
    camera = shot.cameras[round(moment.camera)]
    arm = shot.arms[moment.player - 1]
    centre = cell_centre(moment.cell)
    above = np.array([0.0, 0.0, 1.0])
    grip_xy, lifted_xy = camera.project(centre + np.stack([0.35 * above, (0.35 + moment.lift) * above]))
    tip_xy = tip_at(arm, lifted_xy, moment.reach)
    if moment.carried:
        without = tuple(one for one in moment.pile if one != moment.carried)
        base, shown = stills.of(without, moment), stills.of((*without, moment.carried), moment)
        corners_xy = _corners(shot, camera, moment.carried)
        picture = with_carried(picture, base, shown, corners_xy, tip_xy - grip_xy)
    return with_hand(picture, camera, arm, centre, tip_xy)


def _corners(shot: Set, camera: Camera, carried: Placement) -> FloatArray:
    """Where a cube with its bulges may be in the picture, (8, 2)."""
    cube = shot.whole.standing[shot.placements.index(carried)]
    return camera.project(cube.centre_xyz + _WITH_BULGES * CORNERS)
