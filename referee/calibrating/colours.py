"""Learns a set's paints from photos of a known tower, and reads the same photos again to see how well that does.

Called by `calibrate colours`. The profile that comes of it is used in `profiles.use`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from calibration.arrays import FloatArray, IntArray
from calibration.colour_margin import face_spreads, worst_pair
from calibration.light_meter import Verdict, measure_light, worst_verdict
from calibration.locating import LocatedMat
from calibration.paints import USUAL_PAINTS, Paints, estimate_paints
from calibration.profile import ColourFields, PaintFields
from calibration.refusal import Unreadable
from referee.errors import InputError, UnreadableError
from referee.photos import Photo, load_photo
from rules.games.babel import TYPES, Cell, Face, Tower, cell_name, from_the_ground, tower_notation
from vision.evidence import Reading
from vision.faces import sightlines
from vision.games.babel.known_tower import KnownFaces, known_faces, mark_radius, worn_share
from vision.games.babel.reader import see
from vision.games.babel.sight import Sight
from vision.games.babel.turning import turned_cell

from .light import located_in, main_advice

#: The calibration stack: one cube of each type, with the cells that they stand in before it is turned.
STACK: Mapping[Cell, int] = {(0, 0, 0): 0, (1, 0, 0): 1, (0, 1, 0): 2, (1, 1, 0): 3, (0, 0, 1): 4}
#: Cubes are kept out of the learning in at most so many parts.
_FOLDS = 6
# Types as far apart as this, in standard deviations of one face, are told apart; nearer than the second they are not.
_GOOD_MARGIN, _LEAST_MARGIN = 3.0, 1.5
# A cube of which two faces are in view by this share would be seen, if it stood there.
_CLEARLY_SEEN = 0.6
# Chosen: of more cubes than this wrong, the colours cannot be relied on.
_MOST_WRONG = 0.2
# Chosen: with fewer types learned, most of what the margin is taken from is only usual.
_LEAST_TYPES = 3
# Radii of the marks (edges) that are told of one set lie within this: 0.03 at most in 57 rendered photos of ten sets.
_SAME_MARKS = 0.05


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
    """

    photo: Photo
    mat: LocatedMat
    sight: Sight
    reading: Reading
    types: Mapping[Cell, int | None]
    faces: KnownFaces


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A cube that was kept out of the learning and read again.

    Attributes
    ----------
    true, said : int
        Its type, and the likeliest one as read.
    """

    true: int
    said: int

    @property
    def is_right(self) -> bool:
        """Whether it was read rightly."""
        return self.said == self.true


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
    return KnownPhoto(photo, mat, sight, reading, types, faces)


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
    raise InputError(f"{path}: is not {_THE_STACK.name}; cubes are seen at {_names(seen)}: {_THE_STACK.remedy}")


def _names(cells: Iterable[Cell]) -> str:
    return ", ".join(cell_name(cell) for cell in sorted(cells, key=from_the_ground))


def _require_same_cubes(path: Path, reading: Reading, types: Mapping[Cell, int | None], told: _Told) -> None:
    """Refuse a photo that clearly shows another cube, or none where one was told."""
    seen = {cube.cell for cube in reading.cubes}
    cells = tuple(seen | types.keys())
    in_view = Counter(site.cell for site in sightlines(cells, reading.pose).sites_in_view(cells, _CLEARLY_SEEN))
    clear = {cell for cell, faces in in_view.items() if faces > 1}
    extra, missing = (seen - types.keys()) & clear, (types.keys() - seen) & clear
    if extra:
        raise InputError(f"{path}: shows a cube at {_names(extra)} that is not in {told.name}; {told.remedy}")
    if missing:
        raise InputError(f"{path}: shows no cube at {_names(missing)}; {told.remedy}")


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
            f"{path}: shows other types than those of {told.name} at {_names(wrong)}, it looks like "
            f"{tower_notation(reading.tower)}; {told.remedy}"
        )


def light_of(known: KnownPhoto) -> tuple[Verdict, str]:
    """Whether a photo is good enough to learn paints from, and the advice on what is worst about it."""
    if known.reading.colourless:
        return "poor", "hardly any colour shows: use no filter, and white light"
    findings = measure_light(known.photo.frame_bgr, known.mat)
    return worst_verdict(findings), main_advice(findings)


def learn_paints(photos: Sequence[KnownPhoto], kept_out: frozenset[tuple[int, Cell]] = frozenset()) -> Paints:
    """The paints of the set, cubes that are kept out (number of the photo and cell) left aside."""
    return estimate_paints(*_gathered(photos, kept_out))


def _gathered(
    photos: Sequence[KnownPhoto], kept_out: frozenset[tuple[int, Cell]] = frozenset()
) -> tuple[FloatArray, IntArray, IntArray]:
    """Colours, types and lights of all faces: one light for each side in each photo."""
    colours, types, lights = [np.empty((0, 3))], [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for number, photo in enumerate(photos):
        keep = np.array([(number, site.cell) not in kept_out for site in photo.faces.sites], np.bool_)
        colours.append(photo.faces.colours[keep])
        types.append(photo.faces.types[keep])
        lights.append(photo.faces.sides[keep] + len(Face) * number)
    return np.concatenate(colours), np.concatenate(types), np.concatenate(lights)


def held_out_parts(photos: Sequence[KnownPhoto]) -> tuple[frozenset[tuple[int, Cell]], ...]:
    """Cubes to keep out of the learning together: each photo of several, else each cube of one, in a few parts."""
    if len(photos) > 1:
        return tuple(frozenset((number, cell) for cell in photo.types) for number, photo in enumerate(photos))
    cubes = sorted({(0, site.cell) for site in photos[0].faces.sites})
    return tuple(frozenset(cubes[part::_FOLDS]) for part in range(min(_FOLDS, len(cubes))))


def read_held_out(photos: Sequence[KnownPhoto], part: frozenset[tuple[int, Cell]]) -> tuple[HeldOut, ...]:
    """Read the cubes of one part with what the others teach."""
    paints = learn_paints(photos, part)
    answers = []
    for number in sorted({number for number, _ in part}):
        photo = photos[number]
        for cube in replace(photo.sight, paints=paints).tell().cubes:
            true = photo.types.get(cube.cell)
            if (number, cube.cell) in part and true is not None:
                answers.append(HeldOut(true, cube.likeliest_type))
    return tuple(answers)


def colour_fields(photos: Sequence[KnownPhoto], held_out: Sequence[HeldOut], is_well_lit: bool) -> ColourFields:
    """Everything that the photos teach of the set, as it is kept in a profile; good only if one is not poor itself."""
    paints = learn_paints(photos)
    gathered = _gathered(photos)
    spreads = face_spreads(*gathered, paints)
    one, other, margin = worst_pair(paints, spreads)
    right = sum(answer.is_right for answer in held_out)
    faces = np.bincount(gathered[1], minlength=len(TYPES))
    seen = [photo.faces for photo in photos]
    return ColourFields(
        paints=tuple(
            PaintFields(
                type=kind.number,
                deviation=_three(paints.deviations[kind.number]),
                information=float(paints.information[kind.number]),
                spread=_three(spreads[kind.number]),
                wear=round(worn_share(seen, USUAL_PAINTS + paints.deviations, kind.number), 3),
                faces=int(faces[kind.number]),
            )
            for kind in TYPES
        ),
        white_rgb=_three(np.clip(np.mean([photo.faces.white for photo in photos], axis=0), 0, 1)),
        mark_radius=_radius(photos),
        photos=len(photos),
        held_out_right=right,
        held_out_cubes=len(held_out),
        worst_pair=(one, other),
        margin=margin,
        verdict=_verdict(right, len(held_out), margin, int((faces > 0).sum()), is_well_lit),
    )


def _three(values: FloatArray) -> tuple[float, float, float]:
    one, two, three = (round(float(value), 4) for value in values)
    return one, two, three


def _radius(photos: Sequence[KnownPhoto]) -> float | None:
    radii = _radii(photos)
    return round(float(np.median(radii)), 4) if radii else None


def _radii(photos: Sequence[KnownPhoto]) -> list[float]:
    """The radius of the marks in each photo that tells one, in cube edges."""
    radii = (mark_radius(photo.photo.frame_bgr, photo.faces.sites, photo.reading.pose) for photo in photos)
    return [radius for radius in radii if radius is not None]


def mixed_sets(photos: Sequence[KnownPhoto]) -> str:
    """That the photos seem to be of different sets, by the size of their marks; empty if they do not."""
    radii = _radii(photos)
    if not radii or max(radii) - min(radii) <= _SAME_MARKS:
        return ""
    return (
        f"the photos seem to be of different sets: their marks have a radius of {min(radii):.2f} to "
        f"{max(radii):.2f} of an edge; give those of one set"
    )


def _verdict(
    right: int, cubes: int, margin: float, types: int, is_well_lit: bool
) -> Literal["good", "usable", "not usable"]:
    """On so many cubes right, when kept out of the learning, and so many types learned."""
    if right == cubes and margin >= _GOOD_MARGIN and types == len(TYPES) and is_well_lit:
        return "good"
    is_usable = cubes - right <= _MOST_WRONG * cubes and margin >= _LEAST_MARGIN and types >= _LEAST_TYPES
    return "usable" if is_usable else "not usable"


def verdict_line(colours: ColourFields, advice: str) -> str:
    """The verdict in plain words, with what to do about it.

    Parameters
    ----------
    colours : ColourFields
    advice : str
        What the light meter advises; empty if the light is good.
    """
    if colours.verdict == "good":
        return "good"
    one, other = (TYPES[number].colour for number in colours.worst_pair)
    reasons, remedy = [], advice or "add a photo from another side, or move the lamp"
    if colours.margin < _GOOD_MARGIN:
        reasons.append(f"{one} and {other} are close")
    unseen = [TYPES[paint.type].colour for paint in colours.paints if not paint.faces]
    if unseen:
        reasons.append(
            f"{', '.join(unseen)} {'was' if len(unseen) == 1 else 'were'} not in view, or cut off by the exposure"
        )
        remedy = advice or "add a photo from another side, or exposed otherwise"
    wrong = colours.held_out_cubes - colours.held_out_right
    if wrong:
        reasons.append(f"{wrong} of {colours.held_out_cubes} cubes {'was' if wrong == 1 else 'were'} read wrongly")
        remedy = f"see whether the cubes stand as was told; {remedy}"
    if not reasons:
        reasons.append("the photo is poor" if colours.photos == 1 else "the photos are poor")
    return f"{colours.verdict}: {'; '.join((*reasons, remedy))}"
