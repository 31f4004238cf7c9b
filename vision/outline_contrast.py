"""How clearly the faces of a tower's level stand out from what lies beside and below them. Used by the readers.

A table is as flat as a cube's face, and where a tower's lines would go on there, a network that looks at one face at a
time takes it for one. But a cube ends somewhere: the table does not.
"""

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose
from rules.cubes import Cell, Face

from .faces import FaceSite, face_frames, not_flatter
from .patches import cut_squares, margin_px

# A face is sampled with a margin, from so far on either side of its edge to so far (edges): joints and poses are not
# exact, and farther off lie marks and shadows.
_SIDE_PX, _SIDE_EDGES = 56, 1.4
_FROM, _TO = 0.03, 0.13
# Along an edge, its ends are left out: corners are rounded.
_ENDS = 0.1
# Of a face seen flatter than this both sides of an edge are a pixel or two.
_FLATTEST_DEG = 80.0
# Two sides that differ by less than about a grey level do not differ.
_LEAST_ERROR = 1.0


def outline_contrast(
    frame_bgr: UInt8Array, sites: Sequence[FaceSite], cells: Collection[Cell], pose: CameraPose
) -> float | None:
    """How much both sides of the level's outline differ in colour, in standard errors: below, and where it ends.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    sites : sequence of FaceSite
        The side faces of the lowest level in view.
    cells : collection of cell
        All cubes of the tower.
    pose : CameraPose
        For this very picture size.

    Returns
    -------
    float or None
        The median over the edges, each an average over its length: a texture does not count as a difference. None
        where no face is seen well enough.
    """
    asked = not_flatter(sites, pose, _FLATTEST_DEG)
    if not asked:
        return None
    patches = cut_squares(frame_bgr, asked, _SIDE_PX, _SIDE_EDGES, pose)
    contrasts = [
        _contrast(np.rot90(patch, quarters).astype(np.float64))
        for patch, site in zip(patches, asked, strict=True)
        for quarters in _outer_edges(site, sites, cells)
    ]
    return float(np.median(contrasts))


def _outer_edges(site: FaceSite, sites: Sequence[FaceSite], cells: Collection[Cell]) -> Iterator[int]:
    """By how many quarter turns against the clock each edge of the outline comes to lie below: 0 the lower one."""
    yield 0
    right = face_frames([site])[0, 1]
    for quarters, outward in ((1, -right), (3, right)):
        beside = Face(tuple(int(step) for step in np.round(outward)))
        if beside.beside(site.cell) not in cells and FaceSite(site.cell, beside) not in sites:
            yield quarters


def _contrast(patch: FloatArray) -> float:
    """How much a patch (side, side, 3) differs on the two sides of its face's lower edge."""
    margin = margin_px(_SIDE_PX, _SIDE_EDGES)
    near, far = (round(distance * _SIDE_PX / _SIDE_EDGES) for distance in (_FROM, _TO))
    ends = margin + round(_ENDS * _SIDE_PX / _SIDE_EDGES)
    along = patch[:, ends:-ends]
    edge = _SIDE_PX - margin
    steps = along[edge - far : edge - near].mean(axis=0) - along[edge + near : edge + far].mean(axis=0)
    errors = steps.std(axis=0) / np.sqrt(len(steps)) + _LEAST_ERROR
    return float(np.max(abs(steps.mean(axis=0)) / errors))
