"""The truth file beside a sample photo, read and checked. Called by the bench and by samples."""

from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose, Lens, rotation_about_vertical
from referee.errors import InputError
from referee.files import read_limited
from rules.game import plain_name
from rules.games import load as load_game
from rules.games.babel import CELLS, Cell, Cube, Face, Mark, Tower
from vision.faces import cell_centre, sightlines
from vision.games.babel.standing.candidates import with_hidden_corners, with_supports
from vision.games.babel.turning import turned_cell, turned_face, turned_pose

#: Names of faults in truth files and the rules of the sheet that they break.
RULE_NAMES = {
    "too_many": 1,
    "first_four": 2,
    "outside": 3,
    "level_early": 4,
    "outer_bulge": 5,
    "ground_four": 5,
    "hollow_hollow": 6,
    "bulge_bulge": 6,
    "ground_diagonal": 7,
}

#: The corners of a cube round its centre, in cube edges.
CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])

#: A face is visible where the photo shows at least this share of its area.
VISIBLE_SHARE = 0.35

# R times its transpose is nowhere this far from the unit matrix, however it was rounded.
_NO_ROTATION = 1e-3
# A larger file is no truth file: those of the sample photos have a hundredth of a megabyte.
_MOST_BYTES = 10_000_000

_Type = Annotated[int, msgspec.Meta(ge=0, le=4)]
_Vector = Annotated[list[float], msgspec.Meta(min_length=3, max_length=3)]
_Matrix = Annotated[list[_Vector], msgspec.Meta(min_length=3, max_length=3)]


class _CubeFields(msgspec.Struct):
    cell: tuple[int, int, int]
    type: _Type
    bulges: list[str]
    visible_faces: list[str]
    center: _Vector | None = None
    yaw_deg: float = 0.0


class _FaultFields(msgspec.Struct):
    rule: int | str
    cell: tuple[int, int, int]
    visible: bool = True


class _CameraFields(msgspec.Struct):
    K: _Matrix
    dist: Annotated[list[float], msgspec.Meta(max_length=5)]
    R: _Matrix
    t: _Vector
    width: Annotated[int, msgspec.Meta(gt=0)]
    height: Annotated[int, msgspec.Meta(gt=0)]


class _GameFields(msgspec.Struct):
    game: str


class _TruthFields(_GameFields):
    cubes: list[_CubeFields]
    legal: bool
    faults: list[_FaultFields]
    mat: bool
    camera: _CameraFields
    light: str = ""
    illegality_inferable: bool | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TrueCube:
    """A cube that really stands there.

    Attributes
    ----------
    cell : Cell
    type : int
    bulges : frozenset of Face
    visible_faces : tuple of Face
        Faces of which the photo shows at least about 35 %.
    centre_xyz : float64 array of shape (3,)
        Where its centre really is, in cube edges: people place cubes a little beside their cells.
    yaw_deg : float
        How far it is really turned, against the clock seen from above.

    Raises
    ------
    ImpossiblePosition
        If no cube of this type has the marks that are visible.
    """

    cell: Cell
    type: int
    bulges: frozenset[Face]
    visible_faces: tuple[Face, ...]
    centre_xyz: FloatArray
    yaw_deg: float

    def __post_init__(self) -> None:
        _ = self.visible  # refuses what cannot be

    @property
    def corners_xyz(self) -> FloatArray:
        """Its eight corners, in the order of `CORNERS` round a centre, shape (8, 3)."""
        return np.asarray(CORNERS @ rotation_about_vertical(self.yaw_deg).T + self.centre_xyz)

    @property
    def visible(self) -> Cube:
        """Its type and the marks of its visible faces; nothing if none is visible."""
        faces = frozenset(self.visible_faces)
        return Cube(self.type, faces & self.bulges, faces - self.bulges) if faces else Cube(None)

    def mark(self, face: Face) -> Mark:
        """The mark that this face really carries."""
        return Mark.BULGE if face in self.bulges else Mark.HOLLOW


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What a sample photo really shows.

    Attributes
    ----------
    cubes : tuple of TrueCube
    legal : bool
    provable : bool
        Whether the photo shows enough to prove the tower illegal; False if it is legal.
    faults : tuple of (rule, cell)
        Those that the file calls visible.
    mat : bool
    pose : CameraPose
    light : str
    """

    cubes: tuple[TrueCube, ...]
    legal: bool
    provable: bool
    faults: tuple[tuple[int, Cell], ...]
    mat: bool
    pose: CameraPose
    light: str

    @property
    def visible_cubes(self) -> tuple[TrueCube, ...]:
        """The cubes with at least one visible face."""
        return tuple(cube for cube in self.cubes if cube.visible_faces)

    @property
    def shown_towers(self) -> tuple[Tower, Tower]:
        """The tower as far as the photo shows it, corners that it does not show taken to be empty and to be filled.

        Of faces that are not visible nothing is known, nor of a hidden cube but that those on it stand on something.
        """
        standing = tuple(cube.cell for cube in self.cubes)
        lines = sightlines((*standing, *(cell for cell in CELLS if cell not in standing)), self.pose)
        in_view = {
            site.cell
            for site, share in zip(lines.sites, lines.visible_shares(standing), strict=True)
            if share >= VISIBLE_SHARE
        }
        empty = with_supports({cube.cell: cube.visible for cube in self.visible_cubes})
        return empty, with_hidden_corners(empty, in_view.__contains__)

    @property
    def height_px(self) -> float:
        """From the highest to the lowest corner of the visible cubes in the picture; there must be one."""
        rows = self.pose.project(np.stack([cube.corners_xyz for cube in self.visible_cubes]))[..., 1]
        return float(np.ptp(rows))


def turned_truth(truth: Truth, quarters: int) -> Truth:
    """The same with the tower, and the camera with it, turned anticlockwise (from above) by quarter turns."""
    turn = rotation_about_vertical(90.0 * quarters)
    return replace(
        truth,
        cubes=tuple(
            replace(
                cube,
                cell=turned_cell(cube.cell, quarters),
                bulges=frozenset(turned_face(face, quarters) for face in cube.bulges),
                visible_faces=tuple(turned_face(face, quarters) for face in cube.visible_faces),
                centre_xyz=turn @ cube.centre_xyz,
            )
            for cube in truth.cubes
        ),
        faults=tuple((rule, turned_cell(cell, quarters)) for rule, cell in truth.faults),
        pose=turned_pose(truth.pose, quarters),
    )


ConvertedT = TypeVar("ConvertedT")
FieldsT = TypeVar("FieldsT")


def load_truth(path: Path) -> Truth:
    """Read a truth file.

    Raises
    ------
    InputError
        If it cannot be read or says something that cannot be; the message names the file and the place.
    """
    return _converted(path, _data(path), _as_truth)


def load_truth_of(path: Path, game: str) -> Truth | None:
    """Read a truth file if it is of that game, by its name or an alias, else None; errors as those of `load_truth`."""
    data, wanted = _data(path), load_game(game)
    named = _decoded(path, data, _GameFields).game
    is_wanted = plain_name(named) in map(plain_name, (wanted.name, *wanted.aliases))
    return _converted(path, data, _as_truth) if is_wanted else None


def load_pose(path: Path) -> CameraPose:
    """Read the camera alone, of a truth file too whose cubes no box holds; errors as those of `load_truth`."""
    return _converted(path, _data(path), lambda fields: _as_pose(fields.camera))


def _data(path: Path) -> bytes:
    return read_limited(path, _MOST_BYTES, "a truth file").removeprefix(BOM_UTF8)


def _converted(path: Path, data: bytes, convert: Callable[[_TruthFields], ConvertedT]) -> ConvertedT:
    fields = _decoded(path, data, _TruthFields)
    try:
        return convert(fields)
    except ValueError as error:
        raise _no_truth(path, error) from error


def _decoded(path: Path, data: bytes, type: type[FieldsT]) -> FieldsT:
    try:
        return msgspec.json.decode(data, type=type)
    except (RecursionError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _no_truth(path, error) from error


def _no_truth(path: Path, error: Exception) -> InputError:
    return InputError(f"{path}: is no truth file ({error})")


def _as_pose(camera: _CameraFields) -> CameraPose:
    distortion = np.zeros(5)
    distortion[: len(camera.dist)] = camera.dist
    matrix, rotation = np.array(camera.K, np.float64), np.array(camera.R, np.float64)
    if matrix[0, 0] <= 0 or matrix[1, 1] <= 0 or camera.K[2] != [0, 0, 1]:
        raise ValueError("K is no camera matrix")
    if abs(rotation @ rotation.T - np.eye(3)).max() > _NO_ROTATION or np.linalg.det(rotation) < 0:
        raise ValueError("R is no rotation")
    lens = Lens(matrix, distortion, (camera.width, camera.height))
    return CameraPose(lens, rotation, np.array(camera.t, np.float64))


def _as_truth(fields: _TruthFields) -> Truth:
    if len({cube.cell for cube in fields.cubes}) < len(fields.cubes):
        raise ValueError("two cubes stand in one cell")
    return Truth(
        cubes=tuple(
            TrueCube(
                cube.cell,
                cube.type,
                frozenset(_faces(cube.bulges)),
                _faces(cube.visible_faces),
                cell_centre(cube.cell) if cube.center is None else np.array(cube.center, np.float64),
                cube.yaw_deg,
            )
            for cube in fields.cubes
        ),
        legal=fields.legal,
        provable=not fields.legal and fields.illegality_inferable is not False,
        faults=tuple((_rule(fault.rule), fault.cell) for fault in fields.faults if fault.visible),
        mat=fields.mat,
        pose=_as_pose(fields.camera),
        light=fields.light or "unknown",
    )


def _faces(letters: list[str]) -> tuple[Face, ...]:
    wrong = [letter for letter in letters if letter not in Face.__members__]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is no face; faces are {' '.join(Face.__members__)}")
    return tuple(Face[letter] for letter in letters)


def _rule(name: int | str) -> int:
    if isinstance(name, int) and 1 <= name <= 8:
        return name
    if name in RULE_NAMES:
        return RULE_NAMES[name]
    raise ValueError(f"{name!r} is no rule; rules are 1 to 8 or {', '.join(RULE_NAMES)}")
