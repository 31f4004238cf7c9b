"""Where in the frame of a tower that was found without the mat its ground and its columns lie, by what is seen there.

Used by the babel reader and where poses are judged.
"""

from dataclasses import replace

import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from rules.games.babel import COLUMNS, Cell, Face, is_outer
from vision.face_network import SHARE_IN_VIEW, ask_presence
from vision.faces import GRID, FaceSite, sightlines
from vision.games.babel.standing.occupancy import Occupancy
from vision.games.babel.standing.one_view import Standing, refined, stand
from vision.outline_contrast import outline_contrast
from vision.patches import Pyramid

from .mirror_image import mirrored_levels
from .tower_pose import LocatedTower

#: A cube beside the footprint counts so much less (nats): cubes that may be in it as well are in it.
_BESIDE = 10.0
#: Where the tower was found by one row of its columns, another stands beyond if that adds so much (nats), some two
#: clear faces: of seven rendered photos of which one row was found it adds 51 in one, and nothing in the others.
_OTHER_ROW = 10.0
#: What each of the lowest level's faces in view has to add in the mean (nats): of bare table below a tower the network,
#: which was shown none, says that each face there might just be one. With the true poses of 198 rendered photos, what
#: is missing of an outline taken off and flat faces counted less, no table adds 2.3 and two lowest levels less than
#: 2.4; in one photo, of two columns from before one side, table with a shadow on it adds 2.6.
_LOWEST_LEVEL = 2.4
#: With less than this (nats) for all side faces that look along one axis, the tower is seen from one side only.
_LEAST_SIDE = 10.0
#: Where its outline stands out by less than this (standard errors), each of its faces counts less by so many nats for
#: each that is missing. With the true poses of 144 rendered photos of 72 towers, a lowest level has less in three, bare
#: table below it in 138.
_OUTLINE, _MISSING = 4.5, 0.8
#: With less than this (nats for each face, in the mean), its cubes are doubtful: a tower's mirror image on a glossy
#: table reaches 3.6 there, nine in ten lowest levels more than 4.
_SURE_LOWEST_LEVEL, _DOUBTFUL = 4.0, 0.85
#: With less than this share in the picture of a side that one more level below would turn to the camera, it does not
#: show whether there is one. All of 148 whole rendered photos have 0.69 and more, and all but one would have this if
#: they ended 0.4 edges below the tower. Of 48 that were cropped within the two lowest levels, half of which were read
#: with levels missed or thought of, 46 have less, and the other two are in doubt anyway.
_LEAST_BELOW = 0.4
#: With as much as this (nats) for a side face of one more level below, the tower may go on there, behind something that
#: leaves a strip of it. Of 102 photos with something painted before the foot, 57 were read a level too high; 25 of them
#: were in doubt without this, 48 are with it. With their true poses three in a hundred of 188 whole photos have more.
_MAY_GO_ON = 4.5
_LEVEL_BELOW = tuple((x, y, -1) for x, y in COLUMNS)


def on_both_rows(frame_bgr: UInt8Array, located: LocatedTower) -> tuple[LocatedTower, Standing]:
    """The tower with its footprint on both rows of its columns, where it was found by one and the other is beyond.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    located : LocatedTower
        As `find_tower` finds it in this picture.

    Returns
    -------
    tuple of LocatedTower and Standing
        Also what stands there, as `stand` sees it.
    """
    standing = stand(frame_bgr, located.pose)
    for axis, (east, north) in enumerate(((1, 0), (0, 1))):
        rows = {cell[axis] for cell in standing.occupancy.cells if cell[:2] in COLUMNS}
        if len(rows) == 1:
            step = 1 if rows == {1} else -1
            other = _told_from(frame_bgr, standing, (step * east, step * north, 0))
            if likelihood(other) > likelihood(standing) + _OTHER_ROW:
                # Nothing was asked of cells that lay out of reach before.
                standing = stand(frame_bgr, other.pose)
    return replace(located, pose=standing.pose), standing


def with_doubt_below(frame_bgr: UInt8Array, standing: Standing) -> Occupancy:
    """Where cubes stand, those of the lowest level in doubt where there might just be the table or a mirror image."""
    occupancy, answers = standing.occupancy, standing.answers
    log_odds = [answers[site] for site in _lowest_faces(standing)]
    if not log_odds or np.mean(log_odds) - _missing_outline(frame_bgr, standing) >= _SURE_LOWEST_LEVEL:
        return occupancy
    sure = zip(occupancy.cells, occupancy.presence, strict=True)
    presence = tuple(min(value, _DOUBTFUL) if cell[2] == 0 else value for cell, value in sure)
    return replace(occupancy, presence=presence)


def is_one_sided(standing: Standing) -> bool:
    """Whether only one side of the tower is clearly in view: where its levels lie is then a guess."""
    answers, in_view = standing.answers, standing.faces_in_view
    axes = ((Face.E, Face.W), (Face.N, Face.S))
    return min(sum(answers[site] for site in in_view if site.face in axis) for axis in axes) < _LEAST_SIDE


def is_foot_cut(pose: CameraPose) -> bool:
    """Whether the picture ends so close below the lowest level that one more might not be in it."""
    lines = sightlines(_LEVEL_BELOW, pose)
    sites = zip(lines.sites, lines.in_picture, strict=True)
    shown = [
        int(bits).bit_count() for site, bits in sites if site.face is not Face.U and is_outer(site.cell, site.face)
    ]
    return min(shown, default=GRID**2) < _LEAST_BELOW * GRID**2


def may_go_on_below(frame_bgr: UInt8Array, standing: Standing) -> bool:
    """Whether a side of one more level below the lowest looks as if it were there: something may hide the rest of it.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    standing : Standing
    """
    cells = (*_LEVEL_BELOW, *standing.occupancy.cells)
    in_view = sightlines(cells, standing.pose).sites_in_view(cells, SHARE_IN_VIEW)
    below = [site for site in in_view if site.cell in _LEVEL_BELOW and site.face is not Face.U]
    return bool(ask_presence(Pyramid(frame_bgr), below, standing.pose).max(initial=-np.inf) > _MAY_GO_ON)


def on_best_level(frame_bgr: UInt8Array, standing: Standing, located: LocatedTower) -> Standing:
    """The tower with its ground where its lowest level has cubes."""
    lower = _on_level(frame_bgr, standing, -1)
    while has_lowest_level(frame_bgr, lower):
        # A pose that a few levels gave is a little off on those farther down.
        pose = refined(frame_bgr, lower, replace(located, pose=lower.pose))
        standing = stand(frame_bgr, pose, lower.clear_answers)
        lower = _on_level(frame_bgr, standing, -1)
    while not has_lowest_level(frame_bgr, standing):
        upper = _on_level(frame_bgr, standing, 1)
        if not upper.occupancy.cells:
            break
        standing = upper
    return standing


def above_mirror_image(frame_bgr: UInt8Array, standing: Standing) -> Standing:
    """The tower with its ground above those of its levels that are its mirror image in the table, if there are any."""
    mirrored = mirrored_levels(frame_bgr, standing)
    return _on_level(frame_bgr, standing, mirrored) if mirrored else standing


def has_lowest_level(frame_bgr: UInt8Array, standing: Standing) -> bool:
    """Whether there are cubes on the lowest level, and not just the table."""
    least = _LOWEST_LEVEL + _missing_outline(frame_bgr, standing)
    weights = dict(zip(standing.lines.sites, standing.lines.weights, strict=True))
    answers = standing.answers
    return bool(sum(weights[site] * (answers[site] - least) for site in _lowest_faces(standing)) > 0)


def _missing_outline(frame_bgr: UInt8Array, standing: Standing) -> float:
    """By how much less than a cube would the lowest level stands out from what is round it: nats for each face."""
    sides = [site for site in _lowest_faces(standing) if site.face is not Face.U]
    contrast = outline_contrast(frame_bgr, sides, standing.occupancy.cells, standing.pose)
    return 0.0 if contrast is None else _MISSING * max(0.0, _OUTLINE - contrast)


def _lowest_faces(standing: Standing) -> list[FaceSite]:
    """The faces in view of the footprint's cubes on the lowest level."""
    return [site for site in footprint_faces(standing) if site.cell[2] == 0]


def footprint_faces(standing: Standing) -> list[FaceSite]:
    """The faces in view of the cubes in the footprint."""
    return [site for site in standing.faces_in_view if site.cell[:2] in COLUMNS]


def likelihood(standing: Standing) -> float:
    """Log-likelihood (nats) of the cubes that stand there against none at all, less for those beside the footprint."""
    beside = sum(cell[:2] not in COLUMNS for cell in standing.occupancy.cells)
    return standing.score - _BESIDE * beside


def _on_level(frame_bgr: UInt8Array, standing: Standing, step: int) -> Standing:
    """The tower with its ground this many levels higher."""
    return _told_from(frame_bgr, standing, (0, 0, step))


def _told_from(frame_bgr: UInt8Array, standing: Standing, steps: Cell) -> Standing:
    """The tower told in the frame that lies so many cells farther East, North and up."""
    moved = standing.pose.told_from(np.array(steps, np.float64), 0.0)
    told = {FaceSite(_less(site.cell, steps), site.face): log_odds for site, log_odds in standing.answers.items()}
    return stand(frame_bgr, moved, told)


def _less(cell: Cell, steps: Cell) -> Cell:
    return cell[0] - steps[0], cell[1] - steps[1], cell[2] - steps[2]
