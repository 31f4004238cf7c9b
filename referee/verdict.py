"""The referee's verdict on what a camera saw: the rules judge the belief, and doubt never accuses.

Called by the pipeline in `checking`.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.games.babel import (
    TYPES,
    Fault,
    Judgement,
    Options,
    best_legal,
    bulge_sets,
    cell_name,
    in_footprint,
    is_outer,
    judge,
)
from vision.evidence import SURE, SeenTower

#: A fault is spoken out only when the camera is this sure of what it rests on. Chosen: one false accusation in 100
#: doubtful ones at the most, if the confidences are right.
ACCUSE = 0.99
#: Views that contradict each other on this many cubes hardly show one tower at one moment: nothing accuses then.
MANY_CONTRADICTIONS = 3
#: A fault that nobody sees and that only follows is spoken out when the likeliest legal tower is this many nats less
#: likely than what was read: odds of 1 : 22,000.
DEDUCED_NATS = 10.0


def deliver(reading: SeenTower, options: Options) -> Judgement:
    """Judge a reading.

    Illegal: a fault rests on facts that are sure, or every legal tower is far less likely than what was read.
    Undetermined: something that matters could not be told; the proof says what. Legal: neither.

    Parameters
    ----------
    reading : SeenTower
    options : Options

    Returns
    -------
    Judgement
    """
    judgement = judge(reading.tower, options, all_in_view=not reading.cut_off)
    proven = tuple(fault for fault in judgement.faults if fault_confidence(fault, reading, options) >= ACCUSE)
    if proven and not reading.too_dark and len(reading.contradictions) < MANY_CONTRADICTIONS:
        return replace(judgement, faults=proven, proof=" ".join(fault.message for fault in proven))
    doubts = [*_doubts(reading), *(f"Not sure, but it may be: {fault.message}" for fault in judgement.faults)]
    return replace(
        judgement,
        verdict="undetermined" if doubts or reading.cut_off else "legal",
        faults=(),
        proof=" ".join([*doubts, judgement.proof] if not judgement.faults else doubts),
    )


def fault_confidence(fault: Fault, reading: SeenTower, options: Options) -> float:
    """How sure the camera is of what a fault rests on, 0..1.

    A fault in view rests on its cubes being there and on the marks of its faces; one about the number of a type on the
    types of all cubes of it; one that only follows on all that was read, against the likeliest legal tower.
    """
    seen = {cube.cell: cube for cube in reading.cubes}
    faces = [(fault.cell, face) for face in fault.faces]
    if fault.rule == 6:
        faces += [(face.beside(fault.cell), face.opposite) for face in fault.faces]
    in_view = {(cube.cell, face.face): face for cube in reading.cubes for face in cube.faces}
    if fault.by == "deduced" or any(face not in in_view for face in faces):
        # What only follows from colours: one misread cube must not accuse.
        return -math.expm1(math.log(1 - ACCUSE) * nats_against_legal(reading, options) / DEDUCED_NATS)
    if fault.cell not in seen:
        return 0.0
    if fault.rule in (1, 2):
        same = (cube for cube in reading.cubes if cube.type == seen[fault.cell].type)
        return math.prod(cube.presence * cube.confidence for cube in same)
    return seen[fault.cell].presence * math.prod(in_view[face].confidence for face in faces)


def nats_against_legal(reading: SeenTower, options: Options) -> float:
    """How much less likely the likeliest legal tower is than the likeliest one that is physically possible.

    Returns
    -------
    float
        In nats; 0 where the tower's outline alone decides, for that is seen and not deduced.
    """
    candidates = {cube.cell: cube.whole for cube in reading.cubes if in_footprint(cube.cell)}
    likeliest = sum(max(log for _, _, log in whole) for whole in candidates.values())
    anything = tuple((kind.number, bulges, 0.0) for kind in TYPES for bulges in bulge_sets(kind.number, options))
    legal = best_legal({**candidates, **dict.fromkeys(reading.hidden, anything)}, options)
    return 0.0 if legal is None else likeliest - legal[0]


def _doubts(reading: SeenTower) -> Iterator[str]:
    """What could not be told and could matter, in sentences."""
    if reading.too_dark:
        yield "The photo is too dark to be sure of anything: put more light on the table."
    if len(reading.contradictions) >= MANY_CONTRADICTIONS:
        yield "The photos hardly show the same tower at the same moment: they contradict each other on many cubes."
    for found in reading.contradictions:
        subject = f"face {found.face.name} of {cell_name(found.cell)}" if found.face else cell_name(found.cell)
        said = ", ".join(f"photo {number + 1} shows {what}" for number, what in found.said)
        yield f"The photos contradict each other about {subject}: {said}."
    unclear = {found.cell for found in reading.contradictions}
    for cube in reading.cubes:
        if cube.cell in unclear:
            continue
        place = cell_name(cube.cell)
        if cube.presence < SURE:
            yield f"It is not sure that a cube stands at {place}."
        elif cube.type is None:
            first, second = sorted(TYPES, key=lambda kind: -cube.type_probabilities[kind.number])[:2]
            yield f"The cube at {place} may be {first.colour} or {second.colour}."
        for face in cube.faces:
            if face.confidence < SURE and in_footprint(cube.cell) and is_outer(cube.cell, face.face):
                yield f"The mark on face {face.face.name} of {place} is not sure."
