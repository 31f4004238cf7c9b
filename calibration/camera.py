"""The camera: lens and pose in the world frame of docs/conventions.md. Used by mat, vision and drawings."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from .arrays import BoolArray, FloatArray

# Calibrated lenses are off by a few thousandths; a stretch of less is neither told nor does it harm.
_SQUARE = 0.03
# A smaller coefficient bends no ray that any picture shows; what is divided by one may be more than a number holds.
_NO_DISTORTION = 1e-30


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """What the lens does: pinhole matrix and distortion in OpenCV's model.

    Attributes
    ----------
    matrix : float64 array of shape (3, 3)
        Camera matrix K, in pixels of a picture of size `size_wh`.
    distortion : float64 array of shape (5,)
        OpenCV's k1, k2, p1, p2, k3.
    size_wh : tuple of int
        Width and height of the picture in pixels.
    """

    matrix: FloatArray
    distortion: FloatArray
    size_wh: tuple[int, int]

    def scaled_to(self, size_wh: tuple[int, int]) -> "Lens":
        """The same lens for a picture resized to `size_wh`; pixel centres are at whole numbers."""
        scale_xy = np.array(size_wh, np.float64) / np.array(self.size_wh, np.float64)
        matrix = self.matrix.copy()
        matrix[0, 0] *= scale_xy[0]
        matrix[1, 1] *= scale_xy[1]
        matrix[:2, 2] = scaled_points(matrix[:2, 2], scale_xy)
        return Lens(matrix, self.distortion, size_wh)

    @property
    def pixel_aspect(self) -> float:
        """How many times as wide as high pixels are: of a picture that was stretched, by how much."""
        return float(self.matrix[0, 0] / self.matrix[1, 1])

    @property
    def has_square_pixels(self) -> bool:
        """Whether pixels are as wide as high, as nearly as calibrated lenses and sizes in whole pixels have them."""
        return abs(self.pixel_aspect - 1) < _SQUARE

    @property
    def edit(self) -> FloatArray:
        """What was done to a picture that was taken with pixels as wide as high, through the lens's middle in its own.

        Shape (3,): how far that lies to the right of the picture's middle and below it now, in shares of the longer
        side, and the logarithm of how many times as wide the picture was made.
        """
        middle_xy = (np.array(self.size_wh) - 1) / 2
        return np.append((self.matrix[:2, 2] - middle_xy) / max(self.size_wh), np.log(self.pixel_aspect))

    def edited(self, edit: FloatArray) -> "Lens":
        """The same once so much more, as `edit` tells it, was done to the picture; it keeps its size."""
        matrix = self.matrix.copy()
        matrix[[0, 1], [0, 1]] *= np.exp([edit[2] / 2, -edit[2] / 2])
        matrix[:2, 2] += edit[:2] * max(self.size_wh)
        return Lens(matrix, self.distortion, self.size_wh)

    @property
    def widest_tangent(self) -> float:
        """Tangent of the angle off the lens's axis up to which wider rays lie farther out in the picture.

        Beyond, the model of distortion folds them back into it; infinite where it never does.
        """
        k1, k2, _, _, k3 = self.distortion.tolist()
        return _first_turn(k1, k2, k3)

    def zoomed(self, factor: float) -> "Lens":
        """The same with a focal length so many times as long."""
        matrix = self.matrix.copy()
        matrix[[0, 1], [0, 1]] *= factor
        return Lens(matrix, self.distortion, self.size_wh)

    def cropped(self, corner_xy: FloatArray, size_wh: tuple[int, int]) -> "Lens":
        """The same lens for a part of the picture, or for what it is a part of.

        Parameters
        ----------
        corner_xy : float array of shape (2,)
            The upper left corner of what is left, in pixels of this picture; negative where it reaches beyond.
        size_wh : (int, int)
            The size of what is left, in pixels.
        """
        matrix = self.matrix.copy()
        matrix[:2, 2] -= corner_xy
        return Lens(matrix, self.distortion, size_wh)

    def turned(self, quarters: int) -> "Lens":
        """The same lens for a picture turned by so many quarters against the clock, as `numpy.rot90` does."""
        lens = self
        for _ in range(quarters % 4):
            (width, height), (k1, k2, p1, p2, k3) = lens.size_wh, lens.distortion
            matrix = lens.matrix[[1, 0, 2]][:, [1, 0, 2]]
            matrix[1, 2] = width - 1 - matrix[1, 2]
            lens = Lens(matrix, np.array([k1, k2, -p2, p1, k3]), (height, width))
        return lens

    def mirrored(self) -> "Lens":
        """The same lens for a picture flipped from left to right."""
        matrix, (k1, k2, p1, p2, k3) = self.matrix.copy(), self.distortion
        matrix[0, 2] = self.size_wh[0] - 1 - matrix[0, 2]
        return Lens(matrix, np.array([k1, k2, p1, -p2, k3]), self.size_wh)


@dataclass(frozen=True, slots=True, eq=False)
class CameraPose:
    """A lens and where it stands: ``X_cam = rotation @ X_world + translation``, x right, y down, z forward.

    Attributes
    ----------
    lens : Lens
    rotation : float64 array of shape (3, 3)
    translation : float64 array of shape (3,)
        In cube edges.
    """

    lens: Lens
    rotation: FloatArray
    translation: FloatArray

    @property
    def centre(self) -> FloatArray:
        """The camera's place in the world, shape (3,), in cube edges."""
        return np.asarray(-self.rotation.T @ self.translation)

    @property
    def elevation_deg(self) -> float:
        """How high the camera stands above the table, seen from the middle of the world, in degrees."""
        east, north, up = self.centre.tolist()
        return float(np.degrees(np.arctan2(up, np.hypot(east, north))))

    def scaled_to(self, size_wh: tuple[int, int]) -> "CameraPose":
        """The same camera, for a picture resized to `size_wh`."""
        return CameraPose(self.lens.scaled_to(size_wh), self.rotation, self.translation)

    def turned(self, quarters: int) -> "CameraPose":
        """The same camera for a picture turned by so many quarters against the clock, as `numpy.rot90` does."""
        quarter = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        turn = np.linalg.matrix_power(quarter, quarters % 4)
        return CameraPose(self.lens.turned(quarters), turn @ self.rotation, turn @ self.translation)

    def mirrored(self) -> "CameraPose":
        """The camera that sees, in a mirror that swaps East and West, this one's picture flipped from left to right."""
        flip = np.diag([-1.0, 1.0, 1.0])
        return CameraPose(self.lens.mirrored(), flip @ self.rotation @ flip, flip @ self.translation)

    def told_from(self, shift_xyz: FloatArray, turn_deg: float) -> "CameraPose":
        """The same camera in the frame of what stands shifted, (3,), and turned about the vertical, anticlockwise."""
        translation = self.rotation @ shift_xyz + self.translation
        return CameraPose(self.lens, self.rotation @ rotation_about_vertical(turn_deg), translation)

    def reprojection_error_px(self, points_xyz: FloatArray, points_xy: FloatArray) -> float:
        """Root mean square distance between world points, shape (n, 3), and where they are seen, shape (n, 2)."""
        return float(np.sqrt(np.mean(np.sum((self.project(points_xyz) - points_xy) ** 2, axis=1))))

    def shift_from(self, earlier: "CameraPose", points_xyz: FloatArray) -> float:
        """How far world points (n, 3) have moved in the picture at most, in cube edges as seen in their middle."""
        shift_px = np.linalg.norm(self.project(points_xyz) - earlier.project(points_xyz), axis=-1).max()
        return float(shift_px * self.depth(points_xyz).mean() / self.lens.matrix[0, 0])

    def project(self, points_xyz: FloatArray) -> FloatArray:
        """Project world points to the picture.

        Parameters
        ----------
        points_xyz : float array of shape (..., 3), in cube edges

        Returns
        -------
        float64 array of shape (..., 2), pixel coordinates (x, y)
            Points behind the camera come out mirrored, and those far aside may come out within the picture: ask
            `can_show`.
        """
        # OpenCV's projectPoints gives the same, but works out all derivatives too: twenty times the time, and memory.
        points = np.asarray(points_xyz, np.float64)
        # Axis by axis, each in one piece of memory: half the time.
        x, y, depth = self.rotation @ points.reshape(-1, 3).T + self.translation[:, None]
        depth[depth == 0.0] = 1.0
        x /= depth
        y /= depth
        if any(self.lens.distortion.tolist()):
            x, y = _bent(x, y, self.lens)
        (focal_x, _, middle_x), (_, focal_y, middle_y), _ = self.lens.matrix.tolist()
        points_xy = np.empty((len(x), 2))
        points_xy[:, 0] = focal_x * x + middle_x
        points_xy[:, 1] = focal_y * y + middle_y
        return points_xy.reshape(*points.shape[:-1], 2)

    def can_show(self, points_xyz: FloatArray) -> BoolArray:
        """Whether `project` tells where world points, shape (..., 3), are seen: not behind the camera, nor so far aside
        that the lens's distortion folds them back into the picture; shape (...)."""
        points = np.asarray(points_xyz, np.float64)
        x, y, depth = self.rotation @ points.reshape(-1, 3).T + self.translation[:, None]
        is_shown = np.hypot(x, y) / self.lens.widest_tangent < depth
        return np.asarray(is_shown.reshape(points.shape[:-1]), np.bool_)

    def project_outermost(self, points_xyz: FloatArray) -> FloatArray:
        """As `project`, but points so far aside that the lens's distortion folds them back come out where it shows the
        outermost ones in their direction. World points before the camera, shape (n, 3); pixels (n, 2)."""
        if self.can_show(points_xyz).all():
            return self.project(points_xyz)
        in_camera = points_xyz @ self.rotation.T + self.translation
        aside = np.linalg.norm(in_camera[:, :2], axis=1)
        widest = self.lens.widest_tangent * in_camera[:, 2]
        in_camera[:, :2] *= (widest / np.maximum(aside, widest))[:, None]
        return CameraPose(self.lens, np.eye(3), np.zeros(3)).project(in_camera)

    def depth(self, points_xyz: FloatArray) -> FloatArray:
        """Distance along the optical axis of world points of shape (..., 3), in cube edges."""
        return np.asarray(points_xyz @ self.rotation[2] + self.translation[2])

    def as_json(self) -> dict[str, Any]:
        """The pose in the form of the command line's JSON: K, dist, R, t."""
        return {
            "K": self.lens.matrix.tolist(),
            "dist": self.lens.distortion.tolist(),
            "R": self.rotation.tolist(),
            "t": self.translation.tolist(),
        }


def _bent(x: FloatArray, y: FloatArray, lens: Lens) -> tuple[FloatArray, FloatArray]:
    """Tangents of rays, right of and below the lens's axis, as its distortion bends them."""
    k1, k2, p1, p2, k3 = lens.distortion.tolist()
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    bent_x, bent_y = x * radial, y * radial
    if p1 or p2:
        bent_x += 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        bent_y += p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    return bent_x, bent_y


def plain_lens(focal_px: float, size_wh: tuple[int, int], k1: float = 0.0) -> Lens:
    """A lens with square pixels that looks straight through the picture's middle, distorted by `k1` alone."""
    width, height = size_wh
    matrix = np.array([[focal_px, 0, (width - 1) / 2], [0, focal_px, (height - 1) / 2], [0, 0, 1]])
    return Lens(matrix, np.array([k1, 0, 0, 0, 0], np.float64), size_wh)


# A few lenses are asked about time and again.
@lru_cache(maxsize=64)
def _first_turn(k1: float, k2: float, k3: float) -> float:
    """The least radius at which r (1 + k1 r² + k2 r⁴ + k3 r⁶) ceases to grow; infinite where it always grows."""
    turns = np.roots([*(k if abs(k) > _NO_DISTORTION else 0.0 for k in (7 * k3, 5 * k2, 3 * k1)), 1.0])
    squares = turns.real[(abs(turns.imag) < 1e-9) & (turns.real > 0)]
    return float(np.sqrt(squares.min(initial=np.inf)))


def scaled_points(points_xy: FloatArray, scale: float | FloatArray) -> FloatArray:
    """Points (..., 2) of a picture in the same picture resized by `scale`; pixel centres are at whole numbers."""
    return np.asarray((points_xy + 0.5) * scale - 0.5)


def rotation_about_vertical(angle_deg: float) -> FloatArray:
    """Rotation matrix (3, 3) about +z, anticlockwise from above."""
    cosine, sine = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
