"""The referee's verdict on what a camera saw: the rules judge the belief, and doubt never accuses.

Called wherever something was read: by the pipeline in `checking`, in live games, and by the bench.
"""

import math
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from rules.games.babel import (
    TYPES,
    Cell,
    Face,
    Fact,
    Fault,
    Judgement,
    Mark,
    Options,
    judge,
    outer_bulge_fault,
)
from vision.games.babel.evidence import SeenTower
from vision.games.babel.telling.belief import alone

from .doubts import MANY_CONTRADICTIONS, contradictions_in_words, doubts_in_words, either_way, to_look_at
from .odds import DEDUCED_NATS, SHARED_CAUSE, WASHED_OUT, nats_against_legal

#: A fault is spoken out only when the camera is this sure of what it rests on. Chosen: of 138 faults in view of 130
#: rendered photos 119 are named so; faults that are none reach 0.983 in 600 photos of legal towers, and 0.9991 in 616
#: with something painted before them.
ACCUSE = 0.9992
#: One that rests on marks in view, from here on: in one of 262 further photos a hollow near the ground, lit by the
#: paper below, passed for a bulge with 0.9992. Of the 119 faults in view of them 98 are named so, and with 0.9992 100.
ACCUSE_BY_MARKS = 0.9997
#: A fault that does not rest on marks, of where cubes stand or how many of a type there are, is spoken out from here on
#: where a mat and no face that may mislead is in view. Chosen: of 837 such rendered photos of legal towers, some with
#: weak colours or flicker or things painted before them, one reaches 0.88, no other 0.5; of 440 with edges of light or
#: flares painted across them one reaches 0.97, and where light ends on a face 0.993.
ACCUSE_PLAINLY = 0.99
#: Beside a fault that is spoken out, a further one in view is named when the camera is this sure: no legal tower is
#: accused by it. Chosen: of those in view in 130 rendered photos with faults, 10 more that are there reach it and none
#: that is not; at 0.9 one of each more.
NAME_TOO = 0.95
#: Rules about what stands or shows outside of the footprint, or is missing in it.
_ABOUT_FOOTPRINT = (3, 4, 5)
#: Rules about where cubes stand, whatever they are.
ABOUT_PLACES = (3, 4, 7)
# The rule about cubes on the ground that stand side by side with no other.
_APART = 7


def deliver(reading: SeenTower, options: Options, photo_names: Sequence[str] = ()) -> Judgement:
    """Judge a reading.

    Illegal: a fault rests on facts that are sure, or every legal tower is far less likely than what was read; then
    further faults in view are named that are nearly as sure.
    Undetermined: something that matters could not be told; the reasons say what. Legal: neither.

    Parameters
    ----------
    reading : SeenTower
    options : Options
    photo_names : sequence of str
        What to call the photos where they contradict each other; their numbers where not given.

    Returns
    -------
    Judgement
    """
    if len(reading.contradictions) >= MANY_CONTRADICTIONS:
        # Of a tower that no photo shows there is nothing more to say, and nothing follows.
        told = tuple(contradictions_in_words(reading, photo_names))
        return Judgement("undetermined", (), 0, None, reading.tower, told, options)
    judgement = judge(reading.tower, options, all_in_view=not reading.cut_off)
    in_view = {(cube.cell, face.face) for cube in reading.cubes for face in cube.faces}
    found = (_at_sure_faces(fault, reading) for fault in judgement.faults)
    judgement = replace(judgement, faults=tuple(as_seen(fault, in_view) for fault in found))
    judged = [(fault, fault_confidence(fault, reading, options)) for fault in judgement.faults]
    if any(_accuses(fault, sure, reading) for fault, sure in judged) and _may_accuse(reading):
        faults = tuple(_of_illegal_tower(judged, reading))
        said = (*(fault.message for fault in faults), *contradictions_in_words(reading, photo_names))
        return replace(judgement, faults=faults, reasons=said)
    may_be = (f"Not sure, but it may be: {fault.message}" for fault in judgement.faults)
    doubts = [*doubts_in_words(reading, options, photo_names), *may_be]
    if judgement.faults and not reading.is_footprint_known:
        why = "So far beside the mat's outline" if reading.off_outline else "Without the mat"
        doubts.append(f"{why} it does not show where on the footprint so few cubes stand.")
    if any(fault.by == "deduced" for fault in judgement.faults):
        doubts += to_look_at(reading, options)
    remarks = doubts or either_way(reading)
    return replace(
        judgement,
        verdict="undetermined" if doubts or reading.cut_off else "legal",
        faults=(),
        reasons=tuple(doubts) if judgement.faults else (*remarks, *judgement.reasons),
    )


def _at_sure_faces(fault: Fault, reading: SeenTower) -> Fault:
    """A fault of bulges on the outside with those that are sure, if any is, and by the surest: each breaks the rule."""
    if fault.rule != 5:
        return fault
    own = (face for cube in reading.cubes if cube.cell == fault.cell for face in cube.faces)
    sure = {face.face: face.confidence for face in own if face.face in fault.faces and face.confidence >= NAME_TOO}
    if not sure:
        return fault
    surest = max(sure, key=sure.__getitem__)
    shown = outer_bulge_fault(fault.cell, [face for face in fault.faces if face in sure])
    return replace(shown, facts=(Fact(fault.cell, surest, Mark.BULGE),))


def _of_illegal_tower(judged: Sequence[tuple[Fault, float]], reading: SeenTower) -> Iterator[Fault]:
    """What to name of the faults of a tower, each with how sure it is, where at least one is sure."""
    is_seen_illegal = any(fault.by == "seen" for fault, sure in judged if _accuses(fault, sure, reading))
    for fault, sure in judged:
        if fault.by == "seen":
            is_named = sure >= NAME_TOO
        else:
            # Beside one in view every legal tower is unlikely: that says nothing of what a further one follows from.
            is_named = sure >= ACCUSE and not (is_seen_illegal and _weakest(fault, reading) < ACCUSE)
        if is_named:
            yield fault


def _accuses(fault: Fault, sure: float, reading: SeenTower) -> bool:
    """Whether a fault of which the camera is this sure makes a tower illegal."""
    if fault.by == "deduced":
        return sure >= ACCUSE
    is_of_a_number = fault.rule == 1 and not fault.faces
    if not is_of_a_number and fault.rule not in ABOUT_PLACES:
        return sure >= ACCUSE_BY_MARKS
    return sure >= (ACCUSE_PLAINLY if reading.is_plain and reading.on_mat else ACCUSE)


def _may_accuse(reading: SeenTower) -> bool:
    """Whether the photos are such that what they show for sure is so."""
    is_poor = reading.too_dark or reading.too_bright or reading.colourless
    return not (is_poor or reading.one_sided or reading.misplaced or reading.covered)


def fault_confidence(fault: Fault, reading: SeenTower, options: Options) -> float:
    """How sure the camera is of what a fault rests on, 0..1.

    A fault in view rests on its cubes being there and on the marks of its faces, one about bulges on the outside on the
    surest of them; one about the number of a type on the colours and marks of one cube more than the box holds, and
    without the mat's white on no light making pale ones look alike; one about what a cube is on its type and marks; one
    about the first cube on all on the ground. One that only follows rests on all that was read, against the likeliest
    legal tower, and on the cubes of its proof and those below being there. One about the footprint, and one that only
    follows, rests on where it lies too; that a cube stands too high, too early or apart from another rests on all of
    these and on those below them, and the last, on the ground, on no further cube being there. On a cube of which the
    photos contradict each other none rests.
    """
    open_cells = {found.cell for found in reading.contradictions if found.face is None}
    if open_cells & {fault.cell, *(fact.cell for fact in fault.facts)}:
        return 0.0
    seen = {cube.cell: cube for cube in reading.cubes}
    in_view = {(cube.cell, face.face): face for cube in reading.cubes for face in cube.faces}
    fault = as_seen(fault, in_view.keys())
    if not reading.is_footprint_known and (fault.rule in _ABOUT_FOOTPRINT or fault.by == "deduced"):
        return 0.0
    if fault.by == "deduced":
        # What only follows from colours: one misread cube must not accuse.
        by_odds = -math.expm1(math.log(1 - ACCUSE) * nats_against_legal(reading, options) / DEDUCED_NATS)
        return by_odds * _presence_up_to({fact.cell for fact in fault.facts}, reading)
    if fault.cell not in seen:
        return 0.0
    cube = seen[fault.cell]
    if fault.rule == 1 and not fault.faces and (same := _more_than_the_box_holds(cube.likeliest_type, reading)):
        is_misled = 0.0 if reading.on_mat or cube.likeliest_type not in WASHED_OUT else math.exp(-SHARED_CAUSE)
        return math.prod(same) * (1 - is_misled)
    if fault.rule == 2:
        ground = [seen[fact.cell] for fact in fault.facts if fact.said == 4]
        return math.prod(cube.presence * cube.confidence for cube in ground)
    if fault.rule == _APART and reading.is_corner_open:
        return 0.0
    if fault.rule in ABOUT_PLACES:
        return _presence_up_to({fault.cell, *(fact.cell for fact in fault.facts)}, reading)
    faces = cube.faces if fault.rule == 1 else [in_view[face] for face in _faces_of(fault)]
    marks = [face.confidence for face in faces]
    type_confidence = cube.confidence if fault.rule == 1 else 1.0
    return cube.presence * type_confidence * (max(marks) if fault.rule == 5 else math.prod(marks))


def _presence_up_to(cells: AbstractSet[Cell], reading: SeenTower) -> float:
    """How sure it is that cubes stand in these cells and below them, as far as they are in view, 0..1."""
    return math.prod(
        cube.presence
        for cube in reading.cubes
        if any(cube.cell[:2] == cell[:2] and cube.cell[2] <= cell[2] for cell in cells)
    )


def _weakest(fault: Fault, reading: SeenTower) -> float:
    """How sure the least sure type or mark is that a fault rests on, 0..1."""
    types = {cube.cell: cube.confidence for cube in reading.cubes}
    marks = {(cube.cell, face.face): face.confidence for cube in reading.cubes for face in cube.faces}
    said = ((fact.cell, fact.face) for fact in fault.facts if not isinstance(fact.said, str))
    # A mark out of view follows from its cube's type.
    return min(
        (types[cell] if face is None else marks.get((cell, face), types[cell]) for cell, face in said), default=1.0
    )


def _more_than_the_box_holds(type: int, reading: SeenTower) -> list[float]:
    """How sure the surest cubes of a type are there and of it, one more than a box holds; none where fewer are in view.

    Each by itself: how many a box holds has made each less likely, and is the question here.
    """
    enough = TYPES[type].in_box + 1
    sure = sorted((c.presence * float(alone(c).types[type]) for c in reading.cubes if c.type == type), reverse=True)
    return sure[:enough] if len(sure) >= enough else []


def as_seen(fault: Fault, in_view: AbstractSet[tuple[Cell, Face]]) -> Fault:
    """The fault, which is deduced where a face that it rests on is not in view but follows from its cube's colour."""
    return fault if _faces_of(fault) <= in_view else replace(fault, by="deduced")


def _faces_of(fault: Fault) -> set[tuple[Cell, Face]]:
    """The faces that a fault names, and those that they touch where two meet wrongly."""
    own = {(fault.cell, face) for face in fault.faces}
    return own | {(face.beside(fault.cell), face.opposite) for face in fault.faces} if fault.rule == 6 else own
