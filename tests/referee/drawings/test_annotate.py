from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.drawings.annotate import VERDICT_COLOURS, annotate, write_lines
from referee.drawings.face_lines import AMBER, BULGE, RED
from referee.verdicts.verdict import deliver
from rules.games.babel import Face, Judgement, Mark, Options
from vision.games.babel.evidence import FaceEvidence, Reading

LEGAL = "1E,0,1S,2WS/4ENUD,-,-,-"
OUTER_BULGE = "1S,-,-,-"
#: How high the verdict above a photo of up to 1000 pixels is.
BANNER_PX = 44


def plain_frame() -> np.ndarray:
    return np.full((480, 640, 3), 128, np.uint8)


def drawn(reading: Reading, judgement: Judgement | None = None) -> np.ndarray:
    """The photo with the reading on it, without what stands above and below it."""
    picture = annotate(plain_frame(), reading, judgement or deliver(reading, Options()))
    return picture[BANNER_PX : BANNER_PX + 480]


def has_colour_near(frame_bgr: np.ndarray, xy: np.ndarray, colour: tuple[int, int, int], radius: float) -> bool:
    rows, columns = np.mgrid[: frame_bgr.shape[0], : frame_bgr.shape[1]]
    near = np.hypot(columns - xy[0], rows - xy[1]) <= radius
    return bool((np.abs(frame_bgr[near].astype(int) - colour).max(axis=-1) < 30).any())


def faces_of(reading: Reading) -> list[FaceEvidence]:
    return [face for cube in reading.cubes for face in cube.faces]


def test_the_photo_itself_is_left_alone_and_the_width_kept(read_like: Callable[..., Reading]) -> None:
    reading = read_like(LEGAL)
    frame_bgr = plain_frame()
    picture = annotate(frame_bgr, reading, deliver(reading, Options()))
    assert (frame_bgr == 128).all()
    assert picture.shape[1] == frame_bgr.shape[1]
    assert picture.dtype == np.uint8


def test_verdict_and_legend_hide_nothing_of_the_photo(read_like: Callable[..., Reading]) -> None:
    photo = drawn(read_like(LEGAL))
    assert (photo[:40] == 128).all()
    assert (photo[-40:] == 128).all()


@pytest.mark.parametrize("width", [240, 640])
def test_a_line_that_is_long_for_its_picture_is_written_whole(width: int) -> None:
    frame_bgr = np.full((480, width, 3), 128, np.uint8)
    strip = write_lines(frame_bgr, ["the mark on face E of b1 on level 1 was missed"])[480:]
    is_written = (strip > 150).all(axis=2).any(axis=0)
    assert is_written.any()
    assert not is_written[-6:].any()


@pytest.mark.parametrize(("notation", "verdict"), [(LEGAL, "legal"), (OUTER_BULGE, "illegal")])
def test_the_banner_has_the_colour_of_the_verdict(
    read_like: Callable[..., Reading], notation: str, verdict: str
) -> None:
    reading = read_like(notation)
    picture = annotate(plain_frame(), reading, deliver(reading, Options()))
    assert tuple(picture[2, 320]) == VERDICT_COLOURS[verdict]


def test_an_open_verdict_is_dark_on_its_amber(read_like: Callable[..., Reading]) -> None:
    reading = read_like("0,-,-,-", confidence=0.55)
    judgement = deliver(reading, Options())
    assert judgement.verdict == "undetermined"
    assert annotate(plain_frame(), reading, judgement)[:BANNER_PX].max(axis=2).min() < 50


def test_bulges_wear_a_ring_and_hollows_do_not(read_like: Callable[..., Reading]) -> None:
    reading = read_like(LEGAL)
    picture = drawn(reading)
    marks = {face.mark for face in faces_of(reading)}
    assert marks == {Mark.BULGE, Mark.HOLLOW}
    for face in faces_of(reading):
        ring_xy = face.corners_xy.mean(axis=0) + 0.3 * (face.corners_xy[1] - face.corners_xy[0])
        if face.visible_share > 0.99:
            assert has_colour_near(picture, ring_xy, BULGE, 2) == (face.mark is Mark.BULGE)


def test_what_is_unsure_is_marked_so(read_like: Callable[..., Reading]) -> None:
    unsure = read_like("0,-,-,-", confidence=0.55)
    for face in faces_of(unsure):
        assert face.mark is None
        assert has_colour_near(drawn(unsure), face.corners_xy.mean(axis=0), AMBER, 12)


def test_a_fault_is_drawn_in_red_on_the_face_it_names(read_like: Callable[..., Reading]) -> None:
    reading = read_like(OUTER_BULGE)
    picture = drawn(reading)
    (south,) = (face for face in faces_of(reading) if face.face is Face.S)
    assert has_colour_near(picture, south.corners_xy[3], RED, 3)
    legal = drawn(read_like("1U,-,-,-"))
    assert not has_colour_near(legal, south.corners_xy[3], RED, 3)


def test_a_photo_in_which_no_cube_is_left_gets_the_verdict_alone(read_like: Callable[..., Reading]) -> None:
    """Views of one tower: what this one alone took for cubes stands nowhere by the others."""
    seen = read_like(OUTER_BULGE)
    photo = drawn(replace(seen, cubes=()), deliver(seen, Options()))
    assert (photo == 128).all()


def within(face: FaceEvidence, share: float) -> np.ndarray:
    """Which pixels of the frame lie in the middle of a face, up to this share of the way to its border."""
    middle_xy = face.corners_xy.mean(axis=0)
    corners_xy = (middle_xy + share * (face.corners_xy - middle_xy)).astype(np.int32)
    return cv2.fillConvexPoly(np.zeros((480, 640), np.uint8), corners_xy, 1).astype(bool)


def test_the_rule_stands_beside_the_tower_and_not_on_what_it_is_about(read_like: Callable[..., Reading]) -> None:
    reading = read_like(OUTER_BULGE)
    is_red = np.abs(drawn(reading).astype(int) - RED).max(axis=-1) < 10
    across = np.concatenate([face.corners_xy[:, 0] for face in faces_of(reading)])
    beside = np.delete(is_red, np.s_[int(across.min()) - 5 : int(across.max()) + 5], axis=1)
    assert beside.sum() > 300
    (south,) = (face for face in faces_of(reading) if face.face is Face.S)
    assert not is_red[within(south, 0.6)].any()


def test_no_number_is_written_where_a_cube_hides_the_face(read_like: Callable[..., Reading]) -> None:
    """Level 2 has the nearest corner alone; numbers of the cubes behind would lie on it."""
    reading = read_like("0,0,0,0/-,1U,-,-")
    judgement = deliver(reading, Options())
    (white,) = (cube for cube in reading.cubes if cube.cell == (1, 0, 1))
    both, alone = (drawn(seen, judgement) for seen in (reading, replace(reading, cubes=(white,))))
    for face in white.faces:
        np.testing.assert_array_equal(both[within(face, 0.8)], alone[within(face, 0.8)])
