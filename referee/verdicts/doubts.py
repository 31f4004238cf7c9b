"""What could not be told of a tower, on what its photos contradict each other, and where to look once more, in words.

Called by `verdict`, which says whether that matters.
"""

from collections.abc import Iterator, Sequence

from rules.games.babel import (
    TYPES,
    Cell,
    Options,
    Tower,
    cell_name,
    cells_name,
    in_footprint,
    is_outer,
    judge,
    left_standing,
)
from vision.games.babel.evidence import SURE, CubeEvidence, SeenTower

from .odds import nearest_legal

#: Views that contradict each other on this many cubes hardly show one tower at one moment: nothing accuses then.
MANY_CONTRADICTIONS = 3
# So many places are named in one sentence.
_NAMED = 3


def to_look_at(reading: SeenTower, options: Options) -> Iterator[str]:
    """Which cubes a legal tower would have otherwise than they were read: those to look at once more."""
    legal = nearest_legal(reading, options)
    if legal is None:
        return
    differing = []
    for cube in reading.cubes:
        other = legal[1].get(cube.cell)
        if other is None or other.type is None:
            continue
        if other.type != cube.likeliest_type:
            read, fitting = TYPES[cube.likeliest_type].colour, TYPES[other.type].colour
            differing.append(f"{cell_name(cube.cell)} is {fitting}, not {read}")
        for face in cube.faces:
            mark = other.mark(face.face)
            if face.mark is not None and mark is not None and face.mark is not mark:
                differing.append(f"face {face.face.name} of {cell_name(cube.cell)} has a {mark.value}")
    if differing:
        yield f"It would be legal if {' and '.join(differing)}: please look there once more."


def doubts_in_words(reading: SeenTower, options: Options, photo_names: Sequence[str]) -> Iterator[str]:
    """What could not be told and could matter, in sentences."""
    yield from _doubts_of_photos(reading)
    yield from contradictions_in_words(reading, photo_names)
    unclear = {found.cell for found in reading.contradictions}
    for cube in reading.cubes:
        if cube.cell not in unclear:
            yield from _doubts_of_cube(cube, reading, options)
    if reading.possible_spares:
        places = cells_name([cube.cell for cube in reading.possible_spares])
        yield f"What lies at {places} may be spare: take it away from the tower, and photograph it anew."
    if reading.rather_empty and reading.is_footprint_known:
        places = cells_name(reading.rather_empty)
        yield f"It looks as if no cube stood at {places}; if so, the level above was begun too early."


def _doubts_of_photos(reading: SeenTower) -> Iterator[str]:
    if reading.too_dark:
        yield "Too much of the photo is dark to be sure of anything: put more light on the table, and use no filter."
    if reading.too_bright:
        yield "The photo is burnt out where a white cube might stand: take light away, or shorten the exposure."
    if reading.colourless:
        yield "Hardly any colour shows in the photo, which tells cubes apart: use no filter, and white light."
    if reading.one_sided:
        yield (
            "Without the mat it does not show for sure which way is up and where the levels lie: photograph a corner, "
            "upright and from a little above, with some of the table in front."
        )
    if reading.misplaced:
        yield (
            "What was found may be another thing than the tower, or a part of it: photograph the cubes themselves "
            "anew, neither cropped, stretched nor straightened."
        )
    if reading.covered:
        places = ", ".join(cell_name(cell) for cell in reading.covered[:_NAMED])
        yield (
            f"Not all looks like cubes at {places}: take away what stands before the tower, and photograph it anew, "
            "neither cropped, stretched nor straightened."
        )


def contradictions_in_words(reading: SeenTower, photo_names: Sequence[str] = ()) -> Iterator[str]:
    """On what the photos of a tower contradict each other, in sentences; `photo_names` as for `deliver`."""
    if len(reading.contradictions) >= MANY_CONTRADICTIONS:
        yield (
            "The photos hardly show the same tower at the same moment: they contradict each other on many cubes. Leave "
            "out those of another tower."
        )
        return
    for found in reading.contradictions:
        subject = f"face {found.face.name} of {cell_name(found.cell)}" if found.face else cell_name(found.cell)
        names = [photo_names[number] if photo_names else f"photo {number + 1}" for number, _ in found.said]
        said = ", ".join(f"{name} shows {what}" for name, (_, what) in zip(names, found.said, strict=True))
        yield f"The photos contradict each other about {subject}: {said}."


def either_way(reading: SeenTower) -> Iterator[str]:
    """Which cubes may not be there, where the verdict does not hang on it or takes them to be there."""
    if reading.unsure_cubes:
        places = cells_name([cube.cell for cube in reading.unsure_cubes])
        yield f"It is not sure that a cube stands at {places}; the tower is legal either way."
    highest = {cube.cell[:2]: cube.cell[2] for cube in reading.cubes}
    unseen = [cell for cell in reading.hidden if highest.get(cell[:2], -1) < cell[2]]
    if unseen:
        places = cells_name(unseen)
        yield f"It does not show whether a cube stands at {places}; if not, the level above was begun too early."


def _doubts_of_cube(cube: CubeEvidence, reading: SeenTower, options: Options) -> Iterator[str]:
    place = cell_name(cube.cell)
    if cube.presence < SURE:
        if _is_missed(cube.cell, reading, options):
            yield f"It is not sure that a cube stands at {place}."
    elif cube.is_type_doubtful:
        first, second = sorted(TYPES, key=lambda kind: -cube.type_probabilities[kind.number])[:2]
        yield f"The cube at {place} may be {first.colour} or {second.colour}."
    for face in cube.faces:
        # A mark said to be a hollow is no doubt: of 835 outer ones measured, all 6 bulges were seen with over 0.95.
        if face.mark is None and in_footprint(cube.cell) and is_outer(cube.cell, face.face):
            yield f"The mark on face {face.face.name} of {place} is not sure."


def _is_missed(cell: Cell, reading: SeenTower, options: Options) -> bool:
    """Whether the tower would be illegal without a cube that may not be there and what stands on it."""
    tower = reading.tower
    rest = Tower.from_cubes({other: tower[other] for other in left_standing(tower, cell)})
    return bool(judge(rest, options, all_in_view=not reading.cut_off).faults)
