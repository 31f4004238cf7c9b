"""Knows what all filmed games have in common: a bumped camera, arms, carried cubes, drifting light, the video's file.

Called by samples.film and samples.laid_film, and for the files by the commands that film. Pictures are linear RGB,
float32 (height, width, 3), until the sensor has developed them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.mat import BABEL_MAT
from referee.writing import write_atomically

from .camera import Camera, look_at
from .hand import Arm, random_arm, with_arm
from .scene import Scene, StandingCube
from .sensor import Sensor, develop, distort, random_sensor
from .tile_set import LyingTile
from .truth import camera_fields

Picture = Float32Array
Generator = np.random.Generator
Solid = TypeVar("Solid", StandingCube, LyingTile)

SIZE = (960, 720)
FRAMES_PER_SECOND = 15
# Pieces that are not there lie so far under the table that the renderer's camera does not see them; so each keeps its
# paint whatever else is there.
_AWAY_XYZ = np.array([0.0, 0.0, -1500.0])
# An arm comes from so many of the picture's diagonals away from its middle; outside means that no finger is in the
# picture, and is nearer.
_ELBOW, _OUTSIDE = 1.3, 0.75
# A pixel belongs to a carried cube where the stills with and without it differ by this share.
_DIFFERS = 0.06


def away(piece: Solid) -> Solid:
    """A cube or a tile out of sight."""
    return replace(piece, centre_xyz=_AWAY_XYZ)


def bumped(rng: Generator, camera: Camera) -> Camera:
    """The camera a little moved and turned, still looking at the mat."""
    position = camera.position + rng.normal(0, 0.35, 3)
    distance = np.linalg.norm(camera.position)
    target = camera.position + camera.rotation[2] * distance + rng.normal(0, 0.12, 3)
    rotation, translation = look_at(position, target, float(rng.normal(0, 1.5)))
    return replace(camera, rotation=rotation, translation=translation)


def film_sensor(rng: Generator, light: str) -> Sensor:
    """Draw a camera that films: one on a stand is not shaken, and one for video smooths the worst noise."""
    sensor = random_sensor(rng, light, max(SIZE))
    return replace(sensor, motion_px=0.0, noise=min(sensor.noise, 0.012))


def arm_from(rng: Generator, angle: float) -> Arm:
    """Draw an arm that comes from a direction of the picture, in radians clockwise from the right."""
    return random_arm(rng, np.array(SIZE) / 2 + _ELBOW * np.hypot(*SIZE) * np.array([np.cos(angle), np.sin(angle)]))


def rendered(scene: Scene, samples_per_pixel: int) -> Picture:
    """A still through the lens."""
    from . import render

    (picture,) = render.render_views([scene], samples_per_pixel)
    return distort(picture, scene.camera)


def between_cameras(cameras: Sequence[Camera], place: float, still: Callable[[int], Picture]) -> Picture:
    """A camera in motion: the nearer still, moved as the mat moves, smeared over half a frame.

    Parameters
    ----------
    place
        How far it has been moved: whole numbers are places where it rests.
    still
        What it sees from one of them.
    """
    last = len(cameras) - 1
    start = min(int(place), last - 1)
    nearer = min(round(place), last)
    half_mat = BABEL_MAT.side / 2
    corners = np.array([[x, y, 0.0] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) * half_mat
    first_xy, second_xy = (cameras[rest].project(corners) for rest in (start, start + 1))
    picture = still(nearer)
    total = np.zeros_like(picture)
    for smear in (-0.06, -0.02, 0.02, 0.06):
        wanted_xy = first_xy + (place - start + smear) * (second_xy - first_xy)
        from_xy = second_xy if nearer > start else first_xy
        warp = cv2.getPerspectiveTransform(from_xy.astype(np.float32), wanted_xy.astype(np.float32))
        total += cv2.warpPerspective(picture, warp, SIZE, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(total / 4, np.float32)


def tip_at(arm: Arm, goal_xy: FloatArray, reach: float) -> FloatArray:
    """Where the finger tips are, (2,), from 0 outside the picture to 1 at their goal."""
    middle_xy = np.array(SIZE) / 2
    outside_xy = middle_xy + (arm.from_xy - middle_xy) * (_OUTSIDE / _ELBOW)
    return np.asarray(outside_xy + (goal_xy - outside_xy) * reach)


def with_hand(picture: Picture, camera: Camera, arm: Arm, middle_xyz: FloatArray, tip_xy: FloatArray) -> Picture:
    """The picture with an arm in its light, as large as is natural at a place over the mat, (3,)."""
    sides_xy = camera.project(middle_xyz + 0.5 * np.array([[-1.0, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]]))
    edge_px = float(max(np.linalg.norm(sides_xy[1] - sides_xy[0]), np.linalg.norm(sides_xy[3] - sides_xy[2])))
    light_rgb = np.quantile(picture.reshape(-1, 3), 0.9, axis=0) / 0.75
    return with_arm(picture, arm, tip_xy, edge_px, light_rgb)


def with_carried(
    picture: Picture, base: Picture, shown: Picture, corners_xy: FloatArray, moved_xy: FloatArray
) -> Picture:
    """The picture with a cube in the air: as it looks in its place, moved along in the picture.

    Parameters
    ----------
    base, shown
        The stills without the cube and with it.
    corners_xy
        Of the cube, with whatever stands out of it, in its place, (n, 2).
    moved_xy
        How far it is moved, (2,).
    """
    differs = (np.abs(shown - base) > _DIFFERS * (base + base.mean())).any(axis=2).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    closed = np.asarray(cv2.morphologyEx(differs, cv2.MORPH_CLOSE, kernel), np.uint8)
    return _pasted(picture, shown, closed & _filled(corners_xy), moved_xy)


def with_lifted(picture: Picture, alone: Picture, corners_xy: FloatArray, moved_xy: FloatArray) -> Picture:
    """The picture with a piece in the air, all of which is in view where nothing else lies.

    Parameters
    ----------
    alone
        The still of the piece in its place, with nothing before it.
    corners_xy
        Of the piece there, (n, 2): what is shown lies between them.
    moved_xy
        How far it is moved, (2,).
    """
    return _pasted(picture, alone, _filled(corners_xy), moved_xy)


def _filled(corners_xy: FloatArray) -> UInt8Array:
    """The pixels between points (n, 2), 1 or 0."""
    outline = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(outline, cv2.convexHull(np.round(corners_xy).astype(np.int32)), 1)
    return outline


def _pasted(picture: Picture, shown: Picture, mask: UInt8Array, moved_xy: FloatArray) -> Picture:
    """A picture with what is shown within a mask laid over it, moved (2,)."""
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.7)
    shift = np.array([[1, 0, moved_xy[0]], [0, 1, moved_xy[1]]], np.float32)
    moved = cv2.warpAffine(shown, shift, SIZE, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(soft, shift, SIZE)[..., None]
    return np.asarray(picture * (1 - alpha) + moved * alpha, np.float32)


def developed(pictures: Iterable[Picture], count: int, sensor: Sensor, seed: int) -> Iterator[UInt8Array]:
    """What the sensor makes of a film of so many pictures: its frames, 8-bit RGB of shape (height, width, 3)."""
    rng = np.random.default_rng([seed, 9])
    phases = rng.uniform(0, 2 * np.pi, 3)
    for number, picture in enumerate(pictures):
        yield develop(picture, _drifted(sensor, number / count, phases), rng)


def _drifted(sensor: Sensor, share: float, phases: FloatArray) -> Sensor:
    """Exposure and tint wander slowly through the film, as clouds and automatic settings make them."""
    waves = np.sin(2 * np.pi * np.array([1.3, 0.8, 1.9]) * share + phases)
    red, green, blue = sensor.balance_error_rgb
    return replace(
        sensor,
        exposure_ev=sensor.exposure_ev + 0.25 * float(waves[0]),
        balance_error_rgb=(red * (1 + 0.06 * float(waves[1])), green, blue * (1 + 0.08 * float(waves[2]))),
    )


def places_fields(poses: Sequence[CameraPose], places: Sequence[float]) -> list[dict[str, Any]]:
    """What a truth file says of where the camera rests; ``places`` has how far it has been moved, frame by frame."""
    return [{"first_frame": places.index(rest), **camera_fields(pose)} for rest, pose in enumerate(poses)]


def write_film(
    folder: Path, name: str, truth: Mapping[str, Any], pictures_rgb: Iterable[UInt8Array], quality: int
) -> None:
    """Write NAME.json and NAME.mp4, of a quality as `write_video` has it."""
    text = json.dumps(truth, separators=(",", ":"))
    write_atomically(folder / f"{name}.json", f"{text}\n".encode())
    write_video(folder / f"{name}.mp4", pictures_rgb, quality)


def write_video(path: Path, pictures_rgb: Iterable[UInt8Array], quality: int) -> None:
    """Write frames as H.264; ``quality`` is its constant rate factor, 0 for all, 51 for the smallest file."""
    import av

    width, height = SIZE
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=FRAMES_PER_SECOND)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": str(quality), "preset": "slow", "threads": "1"}
        for picture_rgb in pictures_rgb:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture_rgb, format="rgb24")))
        container.mux(stream.encode())
