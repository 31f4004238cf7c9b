"""Knows how a filmed game looks: stills of the towers, under arms, carried cubes, a bumped camera and drifting light.

Called by samples.sequence. Pictures are linear RGB until the sensor has developed them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.mat import BABEL_MAT
from referee.bench.truth import CORNERS
from rules.games.babel import Placement
from vision.faces import cell_centre

from .camera import Camera, look_at
from .hand import Arm, random_arm, with_arm
from .reserve import Spare, random_reserve
from .scene import Scene, StandingCube, random_scene
from .sensor import Sensor, develop, distort, random_sensor
from .story import Happening
from .timeline import Moment
from .towers import Pile

Picture = Float32Array
Generator = np.random.Generator

SIZE = (960, 720)
#: Cubes that are not there lie so far under the table that the renderer's camera does not see them; so every cube
#: keeps its paint whatever else stands.
_AWAY_XYZ = np.array([0.0, 0.0, -1500.0])
#: A pixel belongs to a carried cube where the stills with and without it differ by this share.
_DIFFERS = 0.06
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
            cube if one in pile else places.get(one, StandingCube(cube.cube, _AWAY_XYZ, 0.0))
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
        cameras.append(_bumped(rng, cameras[-1]))
    # A camera on a stand is not shaken, and one for video smooths the worst noise.
    sensor = random_sensor(rng, light, max(SIZE))
    sensor = replace(sensor, motion_px=0.0, noise=min(sensor.noise, 0.012))
    arms = _arms(rng)
    standing = dict(zip(placements, whole.standing, strict=True))
    reserve = random_reserve(rng, story, standing, cameras) if has_reserve else ()
    return Set(whole, placements, tuple(cameras), arms, sensor, seed, reserve)


def _bumped(rng: Generator, camera: Camera) -> Camera:
    """The camera a little moved and turned, still looking at the mat."""
    position = camera.position + rng.normal(0, 0.35, 3)
    distance = np.linalg.norm(camera.position)
    target = camera.position + camera.rotation[2] * distance + rng.normal(0, 0.12, 3)
    rotation, translation = look_at(position, target, float(rng.normal(0, 1.5)))
    return replace(camera, rotation=rotation, translation=translation)


def _arms(rng: Generator) -> tuple[Arm, Arm]:
    """Player 1 sits to the right of the camera, player 2 to the left."""
    angles_deg = rng.uniform(15, 70), rng.uniform(120, 200)
    first, second = (
        random_arm(rng, np.array(SIZE) / 2 + 1.3 * np.hypot(*SIZE) * np.array([np.cos(angle), np.sin(angle)]))
        for angle in np.radians(angles_deg)
    )
    return first, second


def frames(shot: Set, moments: Sequence[Moment], samples_per_pixel: int) -> Iterator[UInt8Array]:
    """The film's frames, 8-bit RGB of shape (height, width, 3)."""
    stills = _Stills(shot, samples_per_pixel)
    rng = np.random.default_rng([shot.seed, 9])
    phases = rng.uniform(0, 2 * np.pi, 3)
    for number, moment in enumerate(moments):
        picture = _between_cameras(shot, stills, moment) if moment.camera % 1 else stills.at(moment)
        if moment.player:
            picture = _with_hand(shot, stills, moment, picture)
        yield develop(picture, _drifted(shot.sensor, number / len(moments), phases), rng)


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
        from . import render

        key = pile, round(moment.camera), self._shot.lying(pile, moment.carried)
        if key not in self._pictures:
            scene = self._shot.scene_to_render(*key)
            (picture,) = render.render_views([scene], self._samples_per_pixel)
            self._pictures[key] = distort(picture, scene.camera)
        return self._pictures[key]


def _drifted(sensor: Sensor, share: float, phases: FloatArray) -> Sensor:
    """Exposure and tint wander slowly through the film, as clouds and automatic settings make them."""
    waves = np.sin(2 * np.pi * np.array([1.3, 0.8, 1.9]) * share + phases)
    red, green, blue = sensor.balance_error_rgb
    return replace(
        sensor,
        exposure_ev=sensor.exposure_ev + 0.25 * float(waves[0]),
        balance_error_rgb=(red * (1 + 0.06 * float(waves[1])), green, blue * (1 + 0.08 * float(waves[2]))),
    )


def _between_cameras(shot: Set, stills: _Stills, moment: Moment) -> Picture:
    """A camera in motion: the nearer still, moved as the mat moves, smeared over half a frame."""
    last = len(shot.cameras) - 1
    start = min(int(moment.camera), last - 1)
    nearer = min(round(moment.camera), last)
    half_mat = BABEL_MAT.side / 2
    corners = np.array([[x, y, 0.0] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) * half_mat
    first_xy, second_xy = (shot.cameras[place].project(corners) for place in (start, start + 1))
    still = stills.at(replace(moment, camera=nearer))
    total = np.zeros_like(still)
    for smear in (-0.06, -0.02, 0.02, 0.06):
        wanted_xy = first_xy + (moment.camera - start + smear) * (second_xy - first_xy)
        from_xy = second_xy if nearer > start else first_xy
        warp = cv2.getPerspectiveTransform(from_xy.astype(np.float32), wanted_xy.astype(np.float32))
        total += cv2.warpPerspective(still, warp, SIZE, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(total / 4, np.float32)


def _with_hand(shot: Set, stills: _Stills, moment: Moment, picture: Picture) -> Picture:
    camera = shot.cameras[round(moment.camera)]
    arm = shot.arms[moment.player - 1]
    centre = cell_centre(moment.cell)
    sides_xy = camera.project(centre + 0.5 * np.array([[-1.0, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]]))
    edge_px = float(max(np.linalg.norm(sides_xy[1] - sides_xy[0]), np.linalg.norm(sides_xy[3] - sides_xy[2])))
    above = np.array([0.0, 0.0, 1.0])
    grip_xy, lifted_xy = camera.project(centre + np.stack([0.35 * above, (0.35 + moment.lift) * above]))
    # Outside means that no finger is in the picture: the arm's way begins a picture's diagonal away.
    middle_xy = np.array(SIZE) / 2
    outside_xy = middle_xy + (arm.from_xy - middle_xy) * (0.75 / 1.3)
    tip_xy = outside_xy + (lifted_xy - outside_xy) * moment.reach
    if moment.carried:
        picture = _with_carried(shot, stills, moment, picture, tip_xy - grip_xy)
    light_rgb = np.quantile(picture.reshape(-1, 3), 0.9, axis=0) / 0.75
    return with_arm(picture, arm, tip_xy, edge_px, light_rgb)


def _with_carried(shot: Set, stills: _Stills, moment: Moment, picture: Picture, moved_xy: FloatArray) -> Picture:
    """The picture with a cube in the air: as it looks in its place, moved along in the picture."""
    carried = moment.carried
    assert carried is not None
    without = tuple(one for one in moment.pile if one != carried)
    base, shown = stills.of(without, moment), stills.of((*without, carried), moment)
    differs = (np.abs(shown - base) > _DIFFERS * (base + base.mean())).any(axis=2).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    closed = np.asarray(cv2.morphologyEx(differs, cv2.MORPH_CLOSE, kernel), np.uint8)
    mask = closed & _outline(shot, moment, carried)
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.7)
    shift = np.array([[1, 0, moved_xy[0]], [0, 1, moved_xy[1]]], np.float32)
    moved = cv2.warpAffine(shown, shift, SIZE, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(soft, shift, SIZE)[..., None]
    return np.asarray(picture * (1 - alpha) + moved * alpha, np.float32)


def _outline(shot: Set, moment: Moment, carried: Placement) -> UInt8Array:
    """Where a cube with its bulges may be in the picture."""
    cube = shot.whole.standing[shot.placements.index(carried)]
    corners_xy = shot.cameras[round(moment.camera)].project(cube.centre_xyz + _WITH_BULGES * CORNERS)
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round(corners_xy).astype(np.int32)), 1)
    return mask
