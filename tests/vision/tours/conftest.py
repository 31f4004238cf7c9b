"""Tables drawn face by face: a set's faces flat on their levels, evenly lit, as no camera shows them, but in place."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose, plain_lens, rotation_about_vertical
from calibration.tile_mat import SQUARE_SIGN, TILE_MAT, middle_of
from calibration.tile_set import FACE_WH, TileSet, TileSize
from rules.games.tours import TILES, Tile, parse_position
from samples.surfaces import MatPrint, mat_picture
from samples.tile_faces import face_picture, random_artwork

SIZE = TileSize(length=0.86, width=0.65, height=0.48)
# A face is so many pixels long before it is drawn on the table.
_FACE_PX = 128
_IVORY, _BACK, _TABLE = np.array([0.34, 0.55, 0.62]), np.array([0.08, 0.25, 0.08]), (0.12, 0.2, 0.25)
# Light on the sides to the East, West, North and South.
_LIGHT = {(1, 0): 0.35, (-1, 0): 0.55, (0, 1): 0.45, (0, -1): 0.65}

DrawTable = Callable[..., UInt8Array]


@pytest.fixture(scope="session")
def whole_faces() -> dict[Tile, FloatArray]:
    """Each face with its rim, linear blue, green and red, (128, 97, 3), its head up."""
    artwork = random_artwork(np.random.default_rng(5), SIZE.width / SIZE.length)
    size_wh = round(_FACE_PX * SIZE.width / SIZE.length), _FACE_PX
    faces = {}
    for tile in TILES:
        ink = cv2.resize(face_picture(artwork, tile), size_wh, interpolation=cv2.INTER_AREA)
        faces[tile] = ink[..., 2::-1] + (1 - ink[..., 3:]) * _IVORY
    return faces


@pytest.fixture(scope="session")
def tile_set(whole_faces: dict[Tile, FloatArray]) -> TileSet:
    """The drawn set as it would be learned from a perfect photo."""
    half = np.array(FACE_WH) / FACE_WH[1] * SIZE.step * FACE_WH[1] / SIZE.length * _FACE_PX / 2
    faces = {}
    for tile, face in whole_faces.items():
        middle = np.array(face.shape[1::-1]) / 2
        (left, upper), (right, lower) = np.rint([middle - half, middle + half]).astype(int)
        faces[tile] = _codes(cv2.resize(face[upper:lower, left:right], FACE_WH, interpolation=cv2.INTER_LINEAR))
    return TileSet(SIZE, faces)


@pytest.fixture(scope="session")
def circles(tile_set):
    """One family alone is looked for in a third of the time."""
    return TileSet(tile_set.size, {tile: face for tile, face in tile_set.faces.items() if tile.family == "c"})


@pytest.fixture(scope="session")
def draw_table(whole_faces: dict[Tile, FloatArray]) -> DrawTable:
    """Function (pose, columns in notation, ...) -> picture of a table; blue, green, red.

    `lying`, of shape (9, 3), says how far each column is off to the East and North (squares) and turned (degrees);
    `light` is how much reaches each side of the picture, left and right; hidden markers are covered with paper.
    """
    sheet = mat_picture(np.random.default_rng(1), MatPrint(TILE_MAT, 100, ((SQUARE_SIGN,) * 3,) * 3))[..., ::-1]

    def draw(
        pose: CameraPose,
        columns: str,
        lying: FloatArray | None = None,
        light: tuple[float, float] = (1.0, 1.0),
        hidden_markers: Sequence[int] = (),
    ) -> UInt8Array:
        lies = np.zeros((9, 3)) if lying is None else lying
        picture = np.full((*pose.lens.size_wh[::-1], 3), _TABLE, np.float32)
        half = TILE_MAT.side / 2
        _lay(picture, sheet, pose, np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]]))
        for marker in hidden_markers:
            _fill(picture, pose.project(TILE_MAT.marker_corners(marker) * [1.0, 1.0, 0.0]), (0.75, 0.75, 0.75))
        tiles = parse_position(columns).columns
        for square in sorted(range(9), key=lambda square: -np.linalg.norm(middle_of(square) - pose.centre[:2])):
            if tiles[square]:
                for outline, paint in _sides(square, len(tiles[square]), lies[square], pose):
                    _fill(picture, pose.project(outline), paint)
                top = _outline(square, lies[square], SIZE.height * len(tiles[square]))
                _lay(picture, whole_faces[tiles[square][-1]], pose, top)
        picture = picture * np.linspace(*light, picture.shape[1])[:, None]
        noise = np.random.default_rng(1).normal(0, 3, picture.shape)
        return np.asarray(np.clip(_codes(cv2.GaussianBlur(picture, (0, 0), 0.8)) + noise, 0, 255), np.uint8)

    return draw


@pytest.fixture(scope="session")
def lying() -> FloatArray:
    """How nine columns lie that were stacked with some care, as `draw_table` takes it."""
    return np.random.default_rng(3).uniform(-1, 1, (9, 3)) * [0.04, 0.04, 3]


@pytest.fixture(scope="session")
def camera_round() -> Callable[..., CameraPose]:
    """Function (azimuth_deg, elevation_deg, ...) -> CameraPose of a 1280x960 camera that looks at the board's middle.

    The azimuth is counted from the East against the clock, the distance in squares.
    """

    def camera(
        azimuth_deg: float, elevation_deg: float, distance: float = 8.0, focal_px: float = 1250.0, k1: float = 0.0
    ) -> CameraPose:
        around, above = np.radians([azimuth_deg, elevation_deg])
        eye = distance * np.array([np.cos(above) * np.cos(around), np.cos(above) * np.sin(around), np.sin(above)])
        right, forward = np.array([-np.sin(around), np.cos(around), 0.0]), -eye / distance
        rotation = np.stack([right, np.cross(forward, right), forward])
        return CameraPose(plain_lens(focal_px, (1280, 960), k1), rotation, -rotation @ eye)

    return camera


def _codes(linear: FloatArray) -> UInt8Array:
    """Codes of light, about as sRGB has them."""
    return np.asarray(np.rint(255 * np.clip(linear, 0, 1) ** (1 / 2.2)), np.uint8)


def _outline(square: int, lies: FloatArray, level: float) -> FloatArray:
    """The corners of a tile's face, (4, 3), clockwise from the North-West."""
    corners = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * [SIZE.width / 2, SIZE.length / 2, 0]
    east, north, turn_deg = lies
    return corners @ rotation_about_vertical(turn_deg).T + np.append(middle_of(square) + np.array([east, north]), level)


def _sides(square: int, count: int, lies: FloatArray, pose: CameraPose) -> list[tuple[FloatArray, FloatArray]]:
    """The sides of a column that the camera sees, tile by tile, with their paint: below that of the back."""
    seen = []
    for (east, north), light in _LIGHT.items():
        normal = rotation_about_vertical(lies[2]) @ [east, north, 0.0]
        middle = np.append(middle_of(square), 0.0) + normal * [SIZE.width / 2, SIZE.length / 2, 0]
        if (pose.centre - middle) @ normal > 0:
            corner = {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}[east, north]
            for low, high, paint in ((0.01, 0.4, _BACK), (0.4, 0.99, _IVORY)):
                for level in range(count):
                    below, above = (_outline(square, lies, SIZE.height * (level + z)) for z in (low, high))
                    turn = [corner, (corner + 1) % 4]
                    seen.append((np.array([*below[turn], *above[turn[::-1]]]), light * paint))
    return seen


def _fill(picture: FloatArray, outline_xy: FloatArray, paint: Sequence[float]) -> None:
    cv2.fillConvexPoly(picture, np.rint(outline_xy * 16).astype(np.int32), list(paint), cv2.LINE_AA, 4)


def _lay(picture: FloatArray, flat: FloatArray, pose: CameraPose, corners_xyz: FloatArray) -> None:
    """Draw a flat picture whose corners, clockwise from the upper left, lie there."""
    height, width = flat.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    to_picture = cv2.getPerspectiveTransform(source, pose.project(corners_xyz).astype(np.float32))
    size_wh = picture.shape[1::-1]
    shown = cv2.warpPerspective(flat.astype(np.float32), to_picture, size_wh, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(np.ones((height, width), np.float32), to_picture, size_wh)[..., None]
    picture[:] = picture * (1 - mask) + shown * mask
