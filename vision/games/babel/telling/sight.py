"""What a photo shows of a tower before types and marks are told: where cubes stand, and a picture of each face.

They can be told once more when more is known of the paints. Made by the babel reader.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import BoolArray, FloatArray, IntArray, UInt8Array
from calibration.camera import CameraPose
from calibration.locating import Place
from calibration.paints import Paints
from rules.games.babel import Cell
from vision.face_network import ask_marks
from vision.faces import LEAST_SHARE, FaceSite, Sightlines, face_corners, view_angles_deg
from vision.games.babel.cues import Cue
from vision.games.babel.evidence import CubeEvidence, FaceEvidence, Reading
from vision.games.babel.standing.occupancy import Occupancy
from vision.games.babel.turning import turned
from vision.timing import timed

from .behind_bulges import behind_bulges, behind_other_bulges
from .belief import CubeBelief, join, of_one_box
from .covering import COVERED, covered_log_odds, has_spot, may_mislead, rim_sectors, tempered
from .tower_network import TowerAnswers, ask_tower, mean_answers, unsure_in_the_dark, unsure_without_colour
from .tower_picture import COLOUR_PX, OPEN_PX, SHAPE_EDGES, TowerPicture, mirrored

# Marks of which the tower network is less sure than this (nats) are looked at closely, face by face; then it counts so
# much, and the closer look so much. Chosen: of 8,967 marks of 744 rendered photos 67 instead of 82 are misjudged; of
# the 2,159 of these on which nothing was chosen 19 instead of 23.
_SURE, _TOGETHER, _CLOSELY = 5.0, 0.8, 0.4
# Faces found that have less than this in the mean (nats) hardly look like some. Of 479 rendered photos 3 have less,
# none of them of the 74 legal towers (4.6 and more); of those of 40 of these that are read stretched by a third, nine
# in ten.
_LIKE_FACES = 4.0
# A tower farther (edges) beside the mat's outline is as near to one of other columns.
_OFF_OUTLINE = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class FacesInView:
    """The faces in view, n of them, in the order of their cubes.

    Attributes
    ----------
    sites : tuple of FaceSite
    shares : float64 array of shape (n,), 0..1
        How much of each is in view.
    angles_deg : float64 array of shape (n,)
        From each face's normal to the camera.
    cells : tuple of cell
        The cubes that they belong to.
    cubes : int array of shape (n,)
        For each face, which of `cells`.
    """

    sites: tuple[FaceSite, ...]
    shares: FloatArray
    angles_deg: FloatArray
    cells: tuple[Cell, ...]
    cubes: IntArray

    @classmethod
    def of(cls, lines: Sightlines, occupancy: Occupancy, pose: CameraPose) -> "FacesInView":
        """Those of the cubes found of which enough is in view."""
        shares = lines.visible_shares(occupancy.cells)
        order = {cell: i for i, cell in enumerate(occupancy.cells)}
        rows = [i for i, site in enumerate(lines.sites) if site.cell in order and shares[i] >= LEAST_SHARE]
        rows.sort(key=lambda i: order[lines.sites[i].cell])
        sites = tuple(lines.sites[i] for i in rows)
        cells = tuple(dict.fromkeys(site.cell for site in sites))
        return cls(
            sites,
            shares[rows],
            view_angles_deg(sites, pose),
            cells,
            np.array([cells.index(site.cell) for site in sites], np.int64),
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sight:
    """Where cubes stand in a photo, and what their faces look like.

    Attributes
    ----------
    pose : CameraPose
        For the photo as it was given.
    occupancy : Occupancy
    rather_empty : tuple of cell
        As in `vision.games.babel.evidence.SeenTower`.
    is_corner_open : bool
        As in `vision.games.babel.evidence.SeenTower`.
    in_view : FacesInView
    picture : TowerPicture
        The same faces.
    colours : uint8 array of shape (n, SHAPE_PX, SHAPE_PX, 3), blue, green, red
        Of the first plane of the picture's patches, for a closer look (`vision.face_network.cut_colours`).
    presence_log_odds : float64 array of shape (n,)
        Natural logarithm of the odds that each is there (`vision.face_network`).
    is_crossed : bool array of shape (n,)
        Whether an edge of light or shadow runs across each.
    cut_off, too_dark, too_bright, colourless, one_sided, is_foot_open : bool
        As in `vision.games.babel.evidence.SeenTower`.
    quarters : int or None
        How many quarter turns bring it into the mat's frame; None without a mat.
    place : Place
        As in `vision.games.babel.evidence.Reading`.
    paints : Paints
        What is known of the set's paints.
    cues : collection of Cue
        What to go by.
    """

    pose: CameraPose
    occupancy: Occupancy
    rather_empty: tuple[Cell, ...]
    is_corner_open: bool
    in_view: FacesInView
    picture: TowerPicture
    colours: UInt8Array
    presence_log_odds: FloatArray
    is_crossed: BoolArray
    cut_off: bool
    too_dark: bool
    too_bright: bool
    colourless: bool
    one_sided: bool
    is_foot_open: bool
    quarters: int | None
    place: Place
    paints: Paints
    cues: Collection[Cue]

    def tell(self) -> Reading:
        """Tell types and marks; never bent toward what is legal."""
        with timed("tower"):
            answers = self._answers()
            if self.colourless:
                answers = unsure_without_colour(answers)
            covered = self._covered_log_odds(answers)
            is_spotted = has_spot(self.picture, answers.type_log_likelihoods.argmax(axis=1))
            is_covered = covered > COVERED
            misleads = may_mislead(covered, self.is_crossed, is_spotted, self.in_view.sites)
            answers = tempered(answers, misleads, is_covered, self.in_view.cubes)
            cubes = self._cubes(answers)
        of_cubes = {cube.cell for cube in cubes}
        reading = Reading(
            pose=self.pose,
            cubes=cubes,
            hidden=(*(cell for cell in self.occupancy.cells if cell not in of_cubes), *self.occupancy.untold),
            rather_empty=self.rather_empty,
            is_corner_open=self.is_corner_open,
            cut_off=self.cut_off,
            too_dark=self.too_dark,
            too_bright=self.too_bright,
            colourless=self.colourless,
            one_sided=self.one_sided,
            is_foot_open=self.is_foot_open,
            misplaced=self.quarters is not None and (self.is_foot_open or self._hardly_looks_like_faces),
            covered=tuple(self.in_view.cells[i] for i in np.unique(self.in_view.cubes[is_covered])),
            is_plain=not misleads.any(),
            on_mat=self.quarters is not None,
            off_outline=max(abs(self.place.x), abs(self.place.y)) > _OFF_OUTLINE,
            place=self.place,
        )
        return turned(reading, self.quarters or 0)

    @property
    def _hardly_looks_like_faces(self) -> bool:
        return float(self.presence_log_odds.mean()) < _LIKE_FACES

    def _answers(self) -> TowerAnswers:
        """The mean of two looks: one in a mirror, one without what bulges hide of other faces, as told by the first.

        What only one look shows is chance, and a bulge shows its own paint where a face behind it is looked for.
        """
        first = mirrored(self.picture) if Cue.MIRROR in self.cues else self.picture
        told = ask_tower(first, self.paints, self.cues)
        is_bulge = (told.bulge_log_odds > 0) & (Cue.BULGES in self.cues)
        hidden = behind_other_bulges(self.in_view.sites, is_bulge, self.pose, OPEN_PX, SHAPE_EDGES)
        second = replace(self.picture, is_open=self.picture.is_open & ~hidden)
        return self._looked_closely(mean_answers(told, ask_tower(second, self.paints, self.cues)))

    def _looked_closely(self, answers: TowerAnswers) -> TowerAnswers:
        """The answers once marks in doubt were looked at closely, each by itself: other faces can mislead the first."""
        is_unsure = (abs(answers.bulge_log_odds) < _SURE) & (Cue.SHAPES in self.cues)
        picture, log_odds = self.picture, answers.bulge_log_odds.copy()
        close = ask_marks(
            picture.patches[is_unsure], self.colours[is_unsure], picture.is_open[is_unsure], picture.views[is_unsure]
        )
        log_odds[is_unsure] = _TOGETHER * log_odds[is_unsure] + _CLOSELY * close
        return replace(answers, bulge_log_odds=unsure_in_the_dark(log_odds, picture.grey_levels))

    def _covered_log_odds(self, answers: TowerAnswers) -> FloatArray:
        """How likely something that is no cube covers part of each face (`covering`), shape (n,)."""
        is_behind = behind_bulges(self.in_view.sites, answers.bulge_log_odds > 0, self.pose, COLOUR_PX)
        rims = rim_sectors(self.picture, is_behind)
        return covered_log_odds(self.presence_log_odds, rims, self.picture.views[:, 2])

    def _cubes(self, answers: TowerAnswers) -> tuple[CubeEvidence, ...]:
        """The evidence of each cube in view, its colour and marks joined."""
        seen, occupancy = self.in_view, self.occupancy
        corners_xy = self.pose.project(face_corners(seen.sites))
        presence = dict(zip(occupancy.cells, occupancy.presence, strict=True))
        rows_of = [np.flatnonzero(seen.cubes == c).tolist() for c in range(len(seen.cells))]
        alone = [
            join(types, {seen.sites[i].face: float(answers.bulge_log_odds[i]) for i in rows})
            for types, rows in zip(answers.type_log_likelihoods, rows_of, strict=True)
        ]
        beliefs = of_one_box(alone) if Cue.INVENTORY in self.cues else alone
        told = zip(seen.cells, rows_of, beliefs, answers.type_log_likelihoods, strict=True)
        return tuple(
            CubeEvidence(
                cell=cell,
                presence=presence[cell],
                type_probabilities=tuple(float(p) for p in belief.types),
                type_log_likelihoods=tuple(float(log) for log in types),
                faces=tuple(self._face(i, corners_xy[i], float(answers.bulge_log_odds[i]), belief) for i in rows),
                whole=belief.whole,
            )
            for cell, rows, belief, types in told
        )

    def _face(self, row: int, corners_xy: FloatArray, bulge_log_odds: float, belief: CubeBelief) -> FaceEvidence:
        """The evidence of one of the faces in view, given what its cube is believed to be."""
        face = self.in_view.sites[row].face
        return FaceEvidence(
            face=face,
            corners_xy=corners_xy,
            visible_share=float(self.in_view.shares[row]),
            view_angle_deg=float(self.in_view.angles_deg[row]),
            bulge_log_odds=bulge_log_odds,
            bulge_probability=belief.bulges[face],
        )
