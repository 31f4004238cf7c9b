"""A reading as it looks in a frame turned about the vertical by quarter turns.

Called where views are joined, and by calibration and the bench, which know a tower in a frame of their own.
"""

from dataclasses import replace

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from rules.games.babel import Cell, Face

from .evidence import CubeEvidence, FaceEvidence, Reading


def turned(reading: Reading, quarters: int) -> Reading:
    """The same reading, its tower turned anticlockwise (from above) by this many quarter turns, the camera with it.

    Parameters
    ----------
    reading : Reading
    quarters : int
    """
    quarters %= 4
    if not quarters:
        return reading
    return replace(
        reading,
        cubes=tuple(_turned_cube(cube, quarters) for cube in reading.cubes),
        hidden=tuple(turned_cell(cell, quarters) for cell in reading.hidden),
        rather_empty=tuple(turned_cell(cell, quarters) for cell in reading.rather_empty),
        covered=tuple(turned_cell(cell, quarters) for cell in reading.covered),
        pose=turned_pose(reading.pose, quarters),
    )


def mirrored(reading: Reading) -> Reading:
    """What the same photo would show in a mirror: East and West, and the picture's left and right, change places."""
    width = reading.pose.lens.size_wh[0]
    return replace(
        reading,
        cubes=tuple(_mirrored_cube(cube, width) for cube in reading.cubes),
        hidden=tuple(_mirrored_cell(cell) for cell in reading.hidden),
        rather_empty=tuple(_mirrored_cell(cell) for cell in reading.rather_empty),
        covered=tuple(_mirrored_cell(cell) for cell in reading.covered),
        pose=reading.pose.mirrored(),
    )


def _mirrored_cube(cube: CubeEvidence, width: int) -> CubeEvidence:
    return replace(
        cube,
        cell=_mirrored_cell(cube.cell),
        faces=tuple(
            replace(
                face,
                face=_mirrored_face(face.face),
                # Left and right corners change places, so that they still go round in the same direction.
                corners_xy=np.array([width - 1, 0.0]) + face.corners_xy[[1, 0, 3, 2]] * [-1.0, 1.0],
            )
            for face in cube.faces
        ),
        whole=tuple((number, frozenset(map(_mirrored_face, bulges)), log) for number, bulges, log in cube.whole),
    )


def _mirrored_cell(cell: Cell) -> Cell:
    x, y, z = cell
    return 1 - x, y, z


def _mirrored_face(face: Face) -> Face:
    x, y, z = face.offset
    return Face((-x, y, z))


def turned_cell(cell: Cell, quarters: int) -> Cell:
    """Where a cell comes to lie.

    Examples
    --------
    >>> turned_cell((1, 0, 4), 1)
    (1, 1, 4)
    """
    x, y, z = cell
    for _ in range(quarters % 4):
        x, y = 1 - y, x
    return x, y, z


def turned_face(face: Face, quarters: int) -> Face:
    """Where a face comes to look.

    Examples
    --------
    >>> turned_face(Face.E, 1)
    <Face.N: (0, 1, 0)>
    """
    x, y, z = face.offset
    for _ in range(quarters % 4):
        x, y = -y, x
    return Face((x, y, z))


def turned_pose(pose: CameraPose, quarters: int) -> CameraPose:
    """The camera turned together with the tower, anticlockwise from above."""
    return pose.told_from(np.zeros(3), -90.0 * quarters)


def _turned_cube(cube: CubeEvidence, quarters: int) -> CubeEvidence:
    return replace(
        cube,
        cell=turned_cell(cube.cell, quarters),
        faces=tuple(_turned_evidence(face, quarters) for face in cube.faces),
        whole=tuple(
            (number, frozenset(turned_face(face, quarters) for face in bulges), log)
            for number, bulges, log in cube.whole
        ),
    )


def _turned_evidence(face: FaceEvidence, quarters: int) -> FaceEvidence:
    # The upper left corner of an upper or lower face is told by where North is.
    steps = {Face.U: -quarters, Face.D: quarters}.get(face.face, 0)
    corners_xy: FloatArray = np.roll(face.corners_xy, steps, axis=0)
    return replace(face, face=turned_face(face.face, quarters), corners_xy=corners_xy)
