"""Photos of towers of which it is known what stands there, read and checked against it.

Called by `calibrate colours` and `bench --profiles`. What such photos teach is told in `colours`.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.locating import LocatedMat
from calibration.refusal import Unreadable
from referee.errors import InputError, UnreadableError
from referee.photos import Photo, load_photo
from rules.games.babel import Cell, Tower, cells_name, parse_tower, tower_notation
from vision.faces import sightlines
from vision.games.babel.evidence import Reading
from vision.games.babel.reader import see
from vision.games.babel.telling.known_tower import KnownFaces, known_faces, mark_radius
from vision.games.babel.telling.sight import Sight
from vision.games.babel.turning import turned_cell

from .light import located_in

#: The calibration stack: one cube of each type, with the cells that they stand in before it is turned.
STACK: Mapping[Cell, int] = {(0, 0, 0): 0, (1, 0, 0): 1, (0, 1, 0): 2, (1, 1, 0): 3, (0, 0, 1): 4}
# A cube in the notation of a tower that is named by its type alone.
_TYPE_ALONE = re.compile(r"(?<![^,/\s])([0-4])(?=\s*(?:[,/]|$))")
# A cube of which two faces are in view by this share would be seen, if it stood there.
_CLEARLY_SEEN = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class KnownPhoto:
    """A photo of a tower of known types.

    Attributes
    ----------
    photo : Photo
    mat : LocatedMat
    sight : Sight
    reading : Reading
        What it tells without knowing the types.
    types : mapping of cell to type number or None
        What really stands there.
    faces : KnownFaces
        Those of the cubes whose type is known.
    mark_radius : float or None
        Radius of the marks' outline on these, in cube edges; None if it could not be measured.
    """

    photo: Photo
    mat: LocatedMat
    sight: Sight
    reading: Reading
    types: Mapping[Cell, int | None]
    faces: KnownFaces
    mark_radius: float | None


def tower_of_types(notation: str) -> Tower:
    """The tower that a notation describes, in which a cube may be named by its type alone: paints are learned without
    its marks.

    Raises
    ------
    NotationError
        As `parse_tower`.

    Examples
    --------
    >>> print(tower_of_types("1,0,3ENU,-/2?,4,-,- +2,0,0=1?"))
    1?,0,3ENU,-/2?,4?,-,- +2,0,0=1?
    """
    levels, plus, beside = notation.partition("+")
    return parse_tower(_TYPE_ALONE.sub(r"\1?", levels) + plus + beside)


def open_known_photo(path: Path, tower: Tower | None) -> KnownPhoto:
    """Load and read a photo of a known tower.

    Parameters
    ----------
    path : Path
    tower : Tower or None
        What stands there; None for the calibration stack, turned on the mat as one likes.

    Raises
    ------
    PhotoError
        If it is no photo.
    UnreadableError
        If no tower, no mat or no white paper of it can be seen; the tower is not looked for without a mat.
    InputError
        If other cubes stand there than were told, or no type of any was told.
    """
    if tower is not None and all(cube.type is None for cube in tower.values()):
        raise InputError("--tower names no type of any cube; give those that are known, such as 0,1U,?,?")
    photo = load_photo(path)
    mat = located_in(photo)
    sight = see(photo.frame_bgr, mat=mat)
    if isinstance(sight, Unreadable):
        raise UnreadableError(f"{path}: {sight}")
    reading = sight.tell()
    seen = frozenset(cube.cell for cube in reading.cubes)
    types = _turned_stack(path, seen) if tower is None else {cell: cube.type for cell, cube in tower.items()}
    if seen != frozenset(types):
        # A cube of which little is in view is easily missed: look once more where they are said to stand.
        again = see(photo.frame_bgr, mat=mat, expected=tuple(types))
        if not isinstance(again, Unreadable):
            sight, reading = again, again.tell()
    told = _THE_STACK if tower is None else _THE_TOWER
    _require_same_cubes(path, reading, types, told)
    _require_same_types(path, reading, types, told)
    faces = known_faces(photo.frame_bgr, reading.pose, reading.place, types, tuple(types))
    if faces is None:
        raise UnreadableError(
            f"{path}: no white paper of the mat, or no face of a cube of known type, is in view; keep the mat's border "
            "and the cubes in the picture"
        )
    radius = mark_radius(photo.frame_bgr, faces.sites, reading.pose)
    return KnownPhoto(photo, mat, sight, reading, types, faces, radius)


@dataclass(frozen=True, slots=True)
class _Told:
    """What is said to stand there, in words, and what to do where it does not."""

    name: str
    remedy: str


_THE_TOWER = _Told("the tower", "give --tower as it stands on the mat, North up")
_THE_STACK = _Told(
    "the calibration stack, one cube of each type with blue on top of grey",
    "build it, or name what stands there with --tower",
)


def _turned_stack(path: Path, seen: frozenset[Cell]) -> Mapping[Cell, int]:
    """The calibration stack, turned as it is likest to what is seen, its upper cube where one is."""
    turns = [{turned_cell(cell, quarters): number for cell, number in STACK.items()} for quarters in range(4)]
    likely = [stack for stack in turns if max(stack, key=lambda cell: cell[2]) in seen]
    if likely:
        return min(likely, key=lambda stack: len(seen ^ stack.keys()))
    raise InputError(f"{path}: is not {_THE_STACK.name}; cubes are seen at {cells_name(seen)}: {_THE_STACK.remedy}")


def _require_same_cubes(path: Path, reading: Reading, types: Mapping[Cell, int | None], told: _Told) -> None:
    """Refuse a photo that clearly shows another cube, or none where one was told."""
    seen = {cube.cell for cube in reading.cubes}
    cells = tuple(seen | types.keys())
    in_view = Counter(site.cell for site in sightlines(cells, reading.pose).sites_in_view(cells, _CLEARLY_SEEN))
    clear = {cell for cell, faces in in_view.items() if faces > 1}
    extra, missing = (seen - types.keys()) & clear, (types.keys() - seen) & clear
    if extra:
        raise InputError(f"{path}: shows a cube at {cells_name(extra)} that is not in {told.name}; {told.remedy}")
    if missing:
        raise InputError(f"{path}: shows no cube at {cells_name(missing)}; {told.remedy}")


def _require_same_types(path: Path, reading: Reading, types: Mapping[Cell, int | None], told: _Told) -> None:
    """Refuse a photo whose cubes seem to have been noted in each other's place."""
    known = {cube.cell: number for cube in reading.cubes if (number := types.get(cube.cell)) is not None}
    wrong = {
        cube.cell: (known[cube.cell], cube.likeliest_type)
        for cube in reading.cubes
        if cube.cell in known and cube.type_probabilities[known[cube.cell]] < 1e-3
    }
    told_types = Counter(number for number, _ in wrong.values())
    seen_types = Counter(said for _, said in wrong.values())
    # Cubes that changed places were noted wrongly, unless all of a type look like another: that may be its paint.
    is_swapped = told_types == seen_types and any(known[cell] in told_types for cell in known.keys() - wrong.keys())
    if len(wrong) >= 2 and (len(wrong) > 0.4 * len(reading.cubes) or is_swapped):
        raise InputError(
            f"{path}: shows other types than those of {told.name} at {cells_name(wrong)}, it looks like "
            f"{tower_notation(reading.tower)}; {told.remedy}"
        )
