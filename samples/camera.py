"""Knows where a sample photo's camera stands and how it projects: OpenCV's pinhole model with lens distortion.

Called by samples.scene to choose a camera, by samples.sensor for the distortion, by samples.truth to project, and
by all that follow rays back from the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import BoolArray, FloatArray
from calibration.camera import CameraPose, Lens, plain_lens

# What lies nearer to the plane of the camera than this (edges) counts as behind it.
_NEAREST = 1e-6
# A camera stands up to so many times as far away as the picture needs.
_USUALLY_FARTHER = (1.0, 1.12)
# From so low to so high somebody photographs a tower who stands or sits before it.
_USUAL_ELEVATIONS_DEG = (15.0, 60.0)
# Of the room that a camera farther away leaves round what it looks at, it is turned aside by so much at most.
_ASIDE = 0.85
# Where distortion is undone: OpenCV's usual five steps end up to 2 px off in the corners of the lenses drawn here.
_UNBENT = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 100, 1e-6)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Pinhole camera with X_cam = rotation @ X_world + translation, x right, y down, z forward."""

    focal_px: float
    distortion: tuple[float, float]
    rotation: FloatArray
    translation: FloatArray
    width: int
    height: int

    @property
    def lens(self) -> Lens:
        """Its lens, which looks straight through the picture's middle."""
        plain = plain_lens(self.focal_px, (self.width, self.height))
        return replace(plain, distortion=np.array([*self.distortion, 0.0, 0.0, 0.0]))

    @property
    def pose(self) -> CameraPose:
        """The camera as the reader describes one."""
        return CameraPose(self.lens, self.rotation, self.translation)

    @property
    def position(self) -> FloatArray:
        """Where the camera stands in the world, (3,)."""
        return self.pose.centre

    def project(self, points_xyz: FloatArray) -> FloatArray:
        """Pixels (n, 2) of world points (n, 3); NaN for points behind the camera."""
        pose = self.pose
        pixels = pose.project(points_xyz)
        pixels[pose.depth(points_xyz) <= _NEAREST] = np.nan
        return pixels

    def is_in_picture(self, pixels_xy: FloatArray, margin_px: float = 0.0) -> BoolArray:
        """Whether each pixel (n, 2) lies in the picture, at least ``margin_px`` from its border."""
        low = pixels_xy >= margin_px - 0.5
        high = pixels_xy <= np.array([self.width, self.height]) - 0.5 - margin_px
        return np.asarray(np.all(low & high, axis=1))


def straight_tangents(points_xy: FloatArray, lens: Lens) -> FloatArray:
    """Picture points as tangents of angles, distortion undone; shape (n, 2)."""
    rays = cv2.undistortPoints(points_xy[:, None], lens.matrix, lens.distortion, criteria=_UNBENT)
    return np.asarray(rays, np.float64).reshape(-1, 2)


def direction_to(azimuth: float, elevation: float) -> FloatArray:
    """Unit vector, shape (3,), to what stands at an azimuth, from East against the clock, and an elevation; radians."""
    return np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])


def look_at(position: FloatArray, target: FloatArray, roll_deg: float) -> tuple[FloatArray, FloatArray]:
    """Rotation and translation of a camera that looks from a position at a target, turned about its axis."""
    forward = (target - position) / np.linalg.norm(target - position)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    roll = np.radians(roll_deg)
    rotation = np.stack(
        [np.cos(roll) * right + np.sin(roll) * down, -np.sin(roll) * right + np.cos(roll) * down, forward]
    )
    return rotation, -rotation @ position


def lens_that_reaches(corner_radius: float, k1: float, k2: float) -> tuple[float, float]:
    """The distortion (k1, k2), weakened until rays of ever wider angles fill the picture to its corners.

    ``corner_radius`` is the corners' distance from the picture's middle, in focal lengths.
    """
    radii = np.linspace(0.0, 4.0 * corner_radius, 200)
    while True:
        bent = radii * (1 + k1 * radii**2 + k2 * radii**4)
        turns_back = np.flatnonzero(np.diff(bent) <= 0)
        if not len(turns_back) or bent[turns_back[0]] > corner_radius:
            return k1, k2
        k1, k2 = 0.8 * k1, 0.8 * k2


def random_camera(
    rng: np.random.Generator,
    inside_xyz: FloatArray,
    preferred_xyz: FloatArray,
    size: tuple[int, int],
    middle: FloatArray,
    azimuth_bounds: tuple[float, float],
    farther: tuple[float, float] | None = None,
    elevations_deg: tuple[float, float] = _USUAL_ELEVATIONS_DEG,
) -> Camera:
    """A camera that a person might hold: all of ``inside_xyz`` in the picture, mostly ``preferred_xyz`` too.

    Parameters
    ----------
    inside_xyz, preferred_xyz
        World points (n, 3): the corners of the tower, and those of the mat.
    size
        Width and height of the picture in pixels.
    middle
        World point (3,) near which the camera looks.
    azimuth_bounds
        From where, in radians against the clock from East.
    farther
        How many times as far away as the picture needs, at least and at most; what is looked at then lies anywhere in
        it. By default hardly, and in the middle.
    elevations_deg
        From how high above the table.
    """
    width, height = size
    short_fov_deg = rng.uniform(30, 60)
    focal_px = 0.5 * min(size) / np.tan(np.radians(short_fov_deg / 2))
    drawn = (float(rng.uniform(-0.12, 0.04)), float(rng.uniform(-0.02, 0.03)))
    distortion = lens_that_reaches(0.5 * float(np.hypot(width, height) / focal_px), *drawn)
    azimuth = rng.uniform(*azimuth_bounds)
    direction = direction_to(azimuth, np.radians(rng.uniform(*elevations_deg)))
    target = middle + rng.normal(0, 0.25, 3)
    roll_deg = float(rng.normal(0, 3))
    # Most people take in the whole mat; some come closer and cut its corners, few cut most of it.
    taken_in = rng.choice([1.0, rng.uniform(0.6, 1.0), 0.0], p=(0.62, 0.28, 0.1))
    wanted = np.concatenate([inside_xyz, preferred_xyz * taken_in])
    margin_px = 0.02 * min(size)

    def at(distance: float) -> Camera:
        rotation, translation = look_at(target + direction * distance, target, roll_deg)
        return Camera(float(focal_px), distortion, rotation, translation, width, height)

    distance = 4.0
    while distance < 80.0:
        pixels = at(distance).project(wanted)
        if not np.isnan(pixels).any() and at(distance).is_in_picture(pixels, margin_px).all():
            break
        distance *= 1.03
    times = rng.uniform(*(farther or _USUALLY_FARTHER))
    camera = at(distance * times)
    return _turned_aside(camera, rng.uniform(-1, 1, 2) * _ASIDE * (1 - 1 / times)) if farther else camera


def _turned_aside(camera: Camera, shares_xy: FloatArray) -> Camera:
    """The same until the picture's middle lies elsewhere in it, by these shares (2,) of half its width and height."""
    off_xy = shares_xy * (camera.width, camera.height) / 2 / camera.focal_px
    (sine_x, sine_y), (cosine_x, cosine_y) = np.sin(np.arctan(off_xy)), np.cos(np.arctan(off_xy))
    sideways = np.array([[cosine_x, 0, sine_x], [0, 1, 0], [-sine_x, 0, cosine_x]])
    upward = np.array([[1, 0, 0], [0, cosine_y, -sine_y], [0, sine_y, cosine_y]])
    turn = upward @ sideways
    return replace(camera, rotation=turn @ camera.rotation, translation=turn @ camera.translation)
