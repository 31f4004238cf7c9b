"""A table without hardware or networks: flat drawings of towers as frames, and what a faultless reader says of them."""

from dataclasses import replace

import cv2
import numpy as np

from calibration.camera import CameraPose
from calibration.mat import BABEL_MAT
from referee.live.game_events import EventKind
from referee.live.inputs import Look, LookRequest
from referee.live.pictures import Frame
from referee.live.state import LiveState
from referee.live.step import step
from rules.games.babel import Face, parse_tower
from vision.camera_moves import has_moved
from vision.faces import face_corners, sightlines, view_angles_deg
from vision.games.babel.evidence import CubeEvidence, FaceEvidence, Reading
from vision.games.babel.telling.belief import join
from vision.reaching import printed_markers
from vision.regions import region_of

FPS = 15
PAINTS_BGR = ((150, 150, 150), (245, 245, 245), (40, 40, 40), (150, 190, 220), (190, 90, 40))
SHADES = {Face.U: 1.0, Face.S: 0.8, Face.E: 0.65, Face.W: 0.7, Face.N: 0.75, Face.D: 0.5}


def reading_of(notation: str, pose: CameraPose, nats: float = 5.0) -> Reading | None:
    """What is seen of a tower whose cubes are all known; None of an empty mat."""
    tower = parse_tower(notation)
    if not tower:
        return None
    lines = sightlines(tuple(tower), pose)
    shares, angles = lines.visible_shares(tuple(tower)), view_angles_deg(lines.sites, pose)
    corners_xy = pose.project(face_corners(lines.sites))
    cubes = []
    for cell, cube in tower.items():
        rows = [i for i, site in enumerate(lines.sites) if site.cell == cell and shares[i] >= 0.3]
        odds = {lines.sites[i].face: nats if lines.sites[i].face in cube.bulges else -nats for i in rows}
        types = tuple(0.0 if number == cube.type else -nats for number in range(5))
        belief = join(types, odds)
        faces = tuple(
            FaceEvidence(face, corners_xy[i], float(shares[i]), float(angles[i]), odds[face], belief.bulges[face])
            for i, face in zip(rows, odds, strict=True)
        )
        if faces:
            cubes.append(CubeEvidence(cell, 0.9999, tuple(map(float, belief.types)), types, faces, belief.whole))
    seen = {cube.cell for cube in cubes}
    return Reading(
        pose=pose,
        cubes=tuple(cubes),
        hidden=tuple(cell for cell in tower if cell not in seen),
        cut_off=False,
        too_dark=False,
    )


def picture_of(notation: str, pose: CameraPose, light: float = 1.0) -> np.ndarray:
    """The tower in flat colours on a light table, marks as discs, far faces first."""
    tower = parse_tower(notation)
    picture = np.full((480, 640, 3), 200.0)
    picture[::40] = 120.0
    if tower:
        lines = sightlines(tuple(tower), pose)
        corners = face_corners(lines.sites)
        for i in np.argsort(-pose.depth(corners).mean(axis=1)):
            site, cube = lines.sites[i], tower[lines.sites[i].cell]
            colour = np.array(PAINTS_BGR[cube.type or 0]) * SHADES[site.face]
            outline = np.rint(pose.project(corners[i])).astype(np.int32)
            cv2.fillConvexPoly(picture, outline, colour.tolist())
            cv2.polylines(picture, [outline], True, (colour * 0.5).tolist(), 2)
            mark = np.rint(pose.project(corners[i].mean(axis=0, keepdims=True) * 0.7 + corners[i] * 0.3)).astype(
                np.int32
            )
            cv2.fillConvexPoly(picture, mark, (colour * (1.25 if site.face in cube.bulges else 0.55)).tolist())
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def with_hand(picture: np.ndarray, reach: float) -> np.ndarray:
    """The same with an arm from the right border, as far as `reach` (0..1) of the picture's width."""
    covered = picture.copy()
    left = round(640 * (1 - reach))
    covered[200:290, left:] = (120, 150, 210)
    return covered


class Table:
    """Frames of a game in order; each look is answered at once by a faultless reader."""

    def __init__(self, pose: CameraPose, state: LiveState | None = None) -> None:
        self.pose = pose
        self.state = state or LiveState()
        self.events = []
        self.looks = 0
        self.time = 0.0
        self.notation = "-,-,-,-"

    def show(self, notation: str, seconds: float = 1.0, light: float = 1.0, nats: float = 5.0) -> list:
        """A still tower for some time; the events that it brought."""
        return self.frames([picture_of(notation, self.pose, light)] * round(seconds * FPS), notation, nats)

    def hand(self) -> list:
        """A hand comes to the tower and leaves it again."""
        still = picture_of(self.notation, self.pose)
        reaches = [0.1, 0.25, 0.4, 0.55, 0.6, 0.55, 0.4, 0.2]
        return self.frames([with_hand(still, reach) for reach in reaches], self.notation)

    def move(self, notation: str, **how: float) -> list:
        """A hand, and after it another tower."""
        return [*self.hand(), *self.show(notation, **how)]

    def frames(self, pictures: list, notation: str, nats: float = 5.0) -> list:
        """Any pictures, read as this tower."""
        self.notation = notation
        before = len(self.events)
        for picture in pictures:
            self.step(Frame(picture, self.time))
            request = self.state.wanted
            if request is not None:
                self.looks += 1
                self.step(self.look(request, notation, nats))
            self.time += 1 / FPS
        return self.events[before:]

    def look(self, request: LookRequest, notation: str, nats: float = 5.0) -> Look:
        is_in_vain = request.is_covered and request.mat_pose is not None and not has_moved(request.mat_pose, self.pose)
        return Look(
            request, reading_of(notation, self.pose, nats), self.pose, is_in_vain=is_in_vain, mat_pose=self.pose
        )

    def step(self, entry) -> None:
        self.state, events = step(self.state, entry)
        self.events += events


def kinds(events: list, but: tuple[str, ...] = ("hand",)) -> list[str]:
    """Names of the events, hands left out."""
    return [event.kind.value for event in events if event.kind.value not in but]


def placements(events: list) -> list[tuple]:
    """Ply, player, cell and type of each placement."""
    return [(event.ply, event.player, event.cell, event.type) for event in events if event.kind is EventKind.PLACEMENT]


def with_markers(picture: np.ndarray, pose: CameraPose) -> np.ndarray:
    """The same, where no cube is, with the mat's markers."""
    printed = printed_markers(pose, picture.shape[1::-1])
    is_table = (np.ptp(picture, axis=2) == 0) & (picture[..., 0] >= 120)
    on_markers = np.any(
        [region_of(BABEL_MAT.marker_corners(n), pose, picture.shape[1::-1]) for n in BABEL_MAT.marker_ids], axis=0
    )
    return np.where((on_markers & is_table)[..., None], np.clip(printed, 20, 235), picture)


def rules_broken(events: list) -> list[int]:
    """The rule of each fault that is told."""
    return [event.rule for event in events if event.kind is EventKind.FAULT]


def after_order(table: Table, order) -> list:
    """What an order by hand brings."""
    before = len(table.events)
    table.step(order)
    return table.events[before:]


def moved_aside(pose: CameraPose, by_px: float = 40.0) -> CameraPose:
    """The camera after a knock that shifts its picture."""
    matrix = pose.lens.matrix.copy()
    matrix[0, 2] += by_px
    return replace(pose, lens=replace(pose.lens, matrix=matrix))
