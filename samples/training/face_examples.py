"""What the face networks learn from: faces that are there and places where none is, cut out of photos."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolArray, Float32Array, IntArray, UInt8Array
from calibration.colours import grey
from rules.games.babel import Cell
from vision.face_network import (
    CLOSE_LOOK,
    FIRST_LOOK,
    SHARE_OUT_OF_VIEW,
    Look,
    cut_colours,
    cut_patches,
    face_planes,
)
from vision.faces import sightlines
from vision.games.babel.standing.candidates import next_cells, tops
from vision.patches import open_squares, patch_frames, view_vectors

from .degrading import degraded
from .photos import TrainingPhoto

#: Some poses are much better than others: standard deviation of the logarithm of pose errors.
POSE_ERROR_SPREAD = 0.6
#: Share of the photos in which a network is told of a tower with one cube too few, and with one too many.
SHORT_SHARE, OVER_SHARE = 0.35, 0.15
#: From this visible share on, a face's mark is learned.
LEAST_SHARE_FOR_MARK = 0.25


@dataclass(frozen=True, slots=True)
class Lesson:
    """With which poses the network of a look meets faces, and what it is told.

    Attributes
    ----------
    look : Look
    is_refined : bool
        Whether the pose is the one refined on the tower's edges, or the one that the mat gives.
    misplacement, pose_error : float
        Standard deviations (edges) of the shifts that show misplaced cubes, and of those of the whole tower.
    told_share : float, 0..1
        Share of the faces of which the network is told what stands before them.
    least_open : float, 0..1
        Of faces of which that leaves less open, nothing is learned.
    absent_per_photo : int
        Patches of absent faces kept for each photo beside those that are hard to tell, and of those inside the tower.
    """

    look: Look
    is_refined: bool
    misplacement: float
    pose_error: float
    told_share: float
    least_open: float
    absent_per_photo: int


#: By their names on the command line.
LESSONS = {
    "first": Lesson(
        FIRST_LOOK,
        is_refined=False,
        misplacement=0.015,
        pose_error=0.02,
        told_share=0.7,
        least_open=0.0,
        absent_per_photo=6,
    ),
    "close": Lesson(
        CLOSE_LOOK,
        is_refined=True,
        misplacement=0.004,
        pose_error=0.007,
        told_share=1.0,
        least_open=SHARE_OUT_OF_VIEW,
        absent_per_photo=40,
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Patches and what is to be learned from them; shapes as `Look` has them.

    Attributes
    ----------
    patches : uint8 array of shape (n, PLANES, side_px, side_px)
    colours : uint8 array of shape (n, side_px, side_px, 3)
    views : float32 array of shape (n, 3)
        Direction to the camera, right, up, outward (`patches.patch_frames`).
    is_open, is_told_open : bool arrays of shape (n, open_squares, open_squares)
        What is in the picture, and what of it is hidden by none of the cubes that the network is told of.
    shares, free_shares : float32 arrays of shape (n,)
        Visible share of the face, 0 where there is none, and the share that those cubes leave open.
    bulges : float32 array of shape (n,)
        1 bulge, 0 hollow, NaN where no mark is in view.
    """

    patches: UInt8Array
    colours: UInt8Array
    views: Float32Array
    is_open: BoolArray
    is_told_open: BoolArray
    shares: Float32Array
    free_shares: Float32Array
    bulges: Float32Array


def examples_of(photo: TrainingPhoto, lesson: Lesson, generator: np.random.Generator) -> Examples:
    """All faces in view, some places where none is, and a mark for each face of which enough is in view."""
    look, pose, cubes = lesson.look, photo.tower_pose if lesson.is_refined else photo.pose, sorted(photo.cubes)
    lines = sightlines(photo.lines.cells, pose) if lesson.is_refined else photo.lines
    is_inside = np.array([site.cell in photo.cubes for site in lines.sites])
    shares = np.where(is_inside, lines.visible_shares(cubes), 0.0)
    told_cubes = nearly_right(photo.cubes, generator)
    free_shares = lines.visible_shares(told_cubes)
    # How high a column stands is the question: one cube more has faces that are not there, one less shows hidden ones.
    free = next_cells(photo.cubes)
    is_hard = np.array([site.cell in free for site in lines.sites]) | (is_inside & (free_shares > 0))
    rows = generator.permutation(np.flatnonzero((lines.in_picture > 0) & (free_shares >= lesson.least_open)))
    absent = rows[(shares[rows] == 0) & ~is_hard[rows]]
    others = absent[is_inside[absent]], absent[~is_inside[absent]]
    certain = rows[(shares[rows] > 0) | is_hard[rows]]
    kept = np.concatenate([certain, *(some[: lesson.absent_per_photo] for some in others)])
    sites = [lines.sites[i] for i in kept]
    bulges = [
        site.face.name in photo.cubes[site.cell]["bulges"] if share >= LEAST_SHARE_FOR_MARK else np.nan
        for site, share in zip(sites, shares[kept], strict=True)
    ]
    shifts = generator.normal(0.0, lesson.misplacement, (len(sites), 3))
    pose_error = lesson.pose_error * np.exp(generator.normal(0.0, POSE_ERROR_SPREAD))
    shifts += patch_frames(sites, pose)[:, 1:] @ generator.normal(0.0, pose_error, 3)
    return Examples(
        patches=cut_patches(grey(photo.frame_bgr), sites, pose, look.side_px, look.side_edges, shifts),
        colours=cut_colours(photo.frame_bgr, sites, pose, look, shifts),
        views=view_vectors(sites, pose),
        is_open=open_squares(sites, (), pose, look.open_squares, look.side_edges),
        is_told_open=open_squares(sites, told_cubes, pose, look.open_squares, look.side_edges),
        shares=shares[kept].astype(np.float32),
        free_shares=free_shares[kept].astype(np.float32),
        bulges=np.array(bulges, np.float32),
    )


def nearly_right(cubes: Iterable[Cell], generator: np.random.Generator) -> list[Cell]:
    """The tower as the reader may have found it at first: often a cube short, or with one too many."""
    told = set(cubes)
    chance = generator.random()
    if chance < SHORT_SHARE:
        last = sorted(tops(told))
        told.remove(last[generator.integers(len(last))])
    elif chance < SHORT_SHARE + OVER_SHARE:
        free = sorted(next_cells(told))
        told.add(free[generator.integers(len(free))])
    return sorted(told)


def varied(
    examples: Examples,
    chosen: IntArray,
    is_open: BoolArray,
    look: Look,
    generator: np.random.Generator,
) -> tuple[Float32Array, Float32Array]:
    """Mirror, bend the tone curve, change the light's colour, blur and add noise: the network's input of such faces.

    `is_open` is what they are told, shape (n, open_squares, open_squares).
    """
    shapes, views = examples.patches[chosen].astype(np.float32), examples.views[chosen]
    tinted = examples.colours[chosen].astype(np.float32)
    mirrored = generator.random(len(shapes)) < 0.5
    shapes[mirrored] = shapes[mirrored][..., ::-1]
    tinted[mirrored] = tinted[mirrored][:, :, ::-1]
    views[mirrored, 0] *= -1
    is_open = np.where(mirrored[:, None, None], is_open[..., ::-1], is_open)
    tinted *= generator.normal(1.0, 0.12, (len(tinted), 1, 1, 3)).astype(np.float32)
    tinted += generator.exponential(2.5, (len(tinted), 1, 1, 1)) * generator.standard_normal(tinted.shape, np.float32)
    return face_planes(degraded(shapes, generator), np.clip(tinted, 0, 255), is_open, look), views


class Draws:
    """Draws examples the more often the more they surprised when last drawn, each to count as much less.

    Most faces are easily told; the mean over what is drawn is the mean over all nevertheless.
    """

    #: Each is drawn as if it had surprised by this much more (nats), and by no more than that.
    LEAST, MOST = 0.1, 2.0
    #: What all are taken to surprise by at first, and after how many draws the chances are worked out again.
    FIRST, RENEWED = 0.3, 200

    def __init__(self, count: int, generator: np.random.Generator) -> None:
        self._surprises = np.full(count, self.FIRST)
        self._generator = generator
        self._drawn = 0
        self._chances = self._sums = np.empty(0)

    def draw(self, count: int) -> tuple[IntArray, Float32Array]:
        """Which, shape (count,), with repetition, and how much each counts, 1 in the mean."""
        if self._drawn % self.RENEWED == 0:
            chances = self.LEAST + np.minimum(self._surprises, self.MOST)
            self._chances = chances / chances.sum()
            self._sums = np.cumsum(self._chances)
        self._drawn += 1
        chosen = np.searchsorted(self._sums, self._generator.random(count) * self._sums[-1])
        weights = 1 / (len(self._chances) * self._chances[chosen])
        return chosen, weights.astype(np.float32)

    def note(self, chosen: IntArray, surprises: Float32Array) -> None:
        """By how much those drawn surprised, in nats, shape (count,)."""
        self._surprises[chosen] = surprises
