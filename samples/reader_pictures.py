"""Draws what the reader's steps hand on, for the documents: ``python -m samples.reader_pictures docs/images``.

Each shows what one step of the reader hands to the next, of a committed photo.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import cv2
import numpy as np
from rich.progress import track

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.focal_prior import focal_prior
from calibration.locating import LocatedMat, locate_mat
from referee.drawings.face_lines import AMBER, GREEN, RED, Bgr, PictureLine, draw_lines, mark_lines, outline
from referee.drawings.pictures import side_by_side
from referee.writing import write_atomically
from rules.games.babel import Mark
from vision.face_network import CLOSE_LOOK, cut_patches
from vision.faces import LEAST_SHARE, FaceSite, face_corners
from vision.games.babel.evidence import Reading
from vision.games.babel.finding.tower_pose import find_towers
from vision.games.babel.reader import read
from vision.games.babel.standing.one_view import Standing, refined, stand
from vision.shrinking import shrunk
from vision.vanishing_points import find_orientations, find_segments, misalignment_deg

from .photo_files import read_picture

#: A tower with bulges on top; cubes and the picture's border cut most of the markers.
PHOTO = Path(__file__).parent / "photos" / "develop" / "develop_30.jpg"
#: How high the pictures are, and how much of the photo round the tower some show, over the tower's own size.
HEIGHT_PX, ROUND_THE_TOWER = 480, 1.15
#: How many pictures there are, and how many faces with each mark are shown.
PICTURES, FACES_EACH = 4, 4
#: Log-odds (nats) from which on a face's outline is drawn as wide as can be, and that width.
CLEAR_NATS, WIDEST = 6.0, 3.0
#: Lines that run within so many degrees of an axis are drawn in its colour, over the longer side searched in.
ALONG_DEG, SEARCHED_PX = 2.0, 800
#: The pictures' quality as JPEG, of 100.
QUALITY = 80
AXES_BGR: tuple[Bgr, ...] = (RED, GREEN, AMBER)
_PALE: Bgr = (170, 170, 170)


def mat_picture(frame_bgr: UInt8Array, mat: LocatedMat) -> UInt8Array:
    """The markers with their corners as refined, and the axes that follow: East red, North green, up amber."""
    picture = frame_bgr.copy()
    lines = [PictureLine(corners[[0, 1, 2, 3, 0]], GREEN, 1.5) for corners in mat.sighting.corners_xy]
    ends = mat.pose.project(np.array([[0, 0, 0], [2.6, 0, 0], [0, 2.6, 0], [0, 0, 2.6]], np.float64))
    lines += [PictureLine(ends[[0, axis + 1]], colour, 3.0) for axis, colour in enumerate(AXES_BGR)]
    draw_lines(picture, lines)
    for marker, corners in zip(mat.sighting.marker_ids, mat.sighting.corners_xy, strict=True):
        _write(picture, str(marker), corners.mean(axis=0), RED)
    return picture


def presence_picture(frame_bgr: UInt8Array, standing: Standing) -> UInt8Array:
    """All faces that could be in view: green those that the network takes to be there, red the others, the wider the
    surer."""
    answers = sorted(standing.answers.items(), key=lambda answer: answer[1])
    lines = [
        line
        for site, log_odds in answers
        for line in outline(
            site, (), standing.pose, GREEN if log_odds > 0 else RED, WIDEST * min(abs(log_odds) / CLEAR_NATS, 1.0)
        )
    ]
    picture = frame_bgr.copy()
    draw_lines(picture, lines)
    return picture


def patches_picture(frame_bgr: UInt8Array, reading: Reading) -> UInt8Array:
    """Faces set upright in the three planes that the networks see, first with hollows, then with bulges."""
    seen = [(face, FaceSite(cube.cell, face.face)) for cube in reading.cubes for face in cube.faces]
    seen.sort(key=lambda pair: -pair[0].visible_share * np.cos(np.radians(pair[0].view_angle_deg)))
    chosen = [
        site
        for mark in (Mark.HOLLOW, Mark.BULGE)
        for site in [site for face, site in seen if face.mark is mark][:FACES_EACH]
    ]
    patches = cut_patches(grey(frame_bgr), chosen, reading.pose, CLOSE_LOOK.side_px, CLOSE_LOOK.side_edges)
    rows = np.concatenate([np.concatenate(list(planes), axis=0) for planes in patches], axis=1)
    return np.asarray(cv2.cvtColor(rows, cv2.COLOR_GRAY2BGR), np.uint8)


def edges_picture(frame_bgr: UInt8Array, standing: Standing, pose: CameraPose) -> UInt8Array:
    """The tower's faces where the mat alone puts them, red, and where they are once fitted to the edges, green."""
    cells = standing.occupancy.cells
    sites = standing.lines.sites_in_view(cells, LEAST_SHARE)
    before, after = (
        [line for site in sites for line in outline(site, cells, where, colour, 1.0)]
        for where, colour in ((standing.pose, RED), (pose, GREEN))
    )
    picture = frame_bgr.copy()
    draw_lines(picture, [*before, *after])
    return _round_the_tower(picture, sites, pose)


def reading_picture(frame_bgr: UInt8Array, reading: Reading) -> UInt8Array:
    """The marks as told: rings for bulges, crosses for hollows."""
    cells = [cube.cell for cube in reading.cubes]
    sites = [FaceSite(cube.cell, face.face) for cube in reading.cubes for face in cube.faces]
    marks = [face.mark for cube in reading.cubes for face in cube.faces]
    lines = [line for site in sites for line in outline(site, cells, reading.pose, _PALE, 1.0)]
    lines += [
        line for site, mark in zip(sites, marks, strict=True) for line in mark_lines(site, mark, cells, reading.pose)
    ]
    picture = frame_bgr.copy()
    draw_lines(picture, lines)
    return _round_the_tower(picture, sites, reading.pose)


def lines_picture(frame_bgr: UInt8Array) -> UInt8Array:
    """Straight lines in the colour of the axis along which they run, and the likeliest tower that they give."""
    picture = np.asarray(shrunk(frame_bgr, SEARCHED_PX), np.uint8).copy()
    height, width = picture.shape[:2]
    segments = find_segments(grey(picture))
    turn = find_orientations(segments, (width, height), focal_prior((width, height)))[0]
    off_deg = misalignment_deg(segments, turn.rotation.T[:, None], turn.focal_px)
    nearest = np.where(off_deg.min(axis=0) < ALONG_DEG, off_deg.argmin(axis=0), -1)
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    halves = segments.directions_xy * segments.weights_px[:, None] / 2
    ends = np.stack([segments.middles_xy - halves, segments.middles_xy + halves], axis=1) + middle
    lines = [
        PictureLine(points_xy, _PALE if axis < 0 else AXES_BGR[axis], 1.0 if axis < 0 else 2.0)
        for points_xy, axis in zip(ends, nearest, strict=True)
    ]
    draw_lines(picture, lines)
    return picture


def tower_picture(frame_bgr: UInt8Array) -> UInt8Array:
    """The tower that is found by its lines, once fitted to the edges."""
    located = next(next(find_towers(frame_bgr, None, 1)))
    standing = stand(frame_bgr, located.pose)
    pose = refined(frame_bgr, standing, located)
    sites = standing.lines.sites_in_view(standing.occupancy.cells, LEAST_SHARE)
    picture = frame_bgr.copy()
    draw_lines(picture, [line for site in sites for line in outline(site, standing.occupancy.cells, pose, GREEN, 1.5)])
    return _round_the_tower(picture, sites, pose)


def reader_pictures() -> Iterator[tuple[str, list[UInt8Array]]]:
    """The names of the files, each with the pictures that stand beside each other in it."""
    frame_bgr = read_picture(PHOTO)
    mat = locate_mat(grey(frame_bgr))
    reading = read(frame_bgr)
    assert isinstance(mat, LocatedMat)
    assert isinstance(reading, Reading)
    standing = stand(frame_bgr, mat.pose)
    pose = refined(frame_bgr, standing, mat)
    yield "reader-mat.jpg", [mat_picture(frame_bgr, mat), presence_picture(frame_bgr, standing)]
    yield "reader-edges.jpg", [edges_picture(frame_bgr, standing, pose), reading_picture(frame_bgr, reading)]
    yield "reader-patches.jpg", [patches_picture(frame_bgr, reading)]
    yield "reader-lines.jpg", [lines_picture(frame_bgr), tower_picture(frame_bgr)]


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Draw the pictures of the documents into a FOLDER."""
    for name, pictures in track(reader_pictures(), "drawing", PICTURES):
        picture = side_by_side(pictures, HEIGHT_PX)
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        write_atomically(folder / name, bytes(data.tobytes()))


def _round_the_tower(picture: UInt8Array, sites: Sequence[FaceSite], pose: CameraPose) -> UInt8Array:
    corners = pose.project(face_corners(sites)).reshape(-1, 2)
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle, half = (low + high) / 2, (high - low).max() / 2 * ROUND_THE_TOWER
    left, top = np.maximum(np.round(middle - half), 0).astype(int)
    right, bottom = np.round(middle + half).astype(int)
    return picture[top:bottom, left:right]


def _write(picture: UInt8Array, text: str, middle_xy: FloatArray, colour: Bgr) -> None:
    x, y = np.round(middle_xy).astype(int)
    cv2.putText(picture, text, (int(x) - 9, int(y) + 9), cv2.FONT_HERSHEY_SIMPLEX, 0.9, colour, 2, cv2.LINE_AA)


if __name__ == "__main__":
    main()
