import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.lens_board import board_cells
from referee.calibrating.lens import Picture, learn_lens, pictures_of
from referee.profiles.files import load_profile, profile_names

FOCAL_PX = 600.0
SIZE_WH = (640, 480)
TILTS_DEG = ((0, 0), (0, 32), (0, -32), (32, 0), (-32, 0), (20, 25), (-25, 20))


pytestmark = pytest.mark.usefixtures("own_folder")


def board_picture(pitch_deg: float, yaw_deg: float, shift: tuple[float, float]) -> np.ndarray:
    """The board as a camera without distortion sees it."""
    scale = 6
    cells = cv2.resize(board_cells(), None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    board = cv2.copyMakeBorder(cells, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    turn = cv2.Rodrigues(np.radians([pitch_deg, yaw_deg, 0.0]))[0]
    matrix = np.array([[FOCAL_PX, 0, 319.5], [0, FOCAL_PX, 239.5], [0, 0, 1]])
    # From the picture's pixels to squares, origin in the board's middle, x right, y down.
    per_square = 11 * scale
    to_squares = np.array(
        [[1 / per_square, 0, -(59.5 / per_square + 3.5)], [0, 1 / per_square, -(59.5 / per_square + 5)], [0, 0, 1]]
    )
    place = np.array([*shift, 13.0])
    homography = matrix @ np.column_stack([turn[:, 0], turn[:, 1], place]) @ to_squares
    large = cv2.warpPerspective(board, np.diag([2.0, 2, 1]) @ homography, (1280, 960), borderValue=120)
    return np.asarray(cv2.resize(large, SIZE_WH, interpolation=cv2.INTER_AREA))


@pytest.fixture(scope="module")
def pictures() -> list[np.ndarray]:
    places = ((-2.5, 0), (2.5, 0), (0, 0), (-2, 0.5), (2, -0.5), (0, -0.5), (1, 0.5))
    return [board_picture(*tilt, place) for tilt, place in zip(TILTS_DEG, places, strict=True)]


def saved(pictures: list[np.ndarray], folder: Path) -> list[str]:
    paths = [folder / f"view_{number}.png" for number in range(len(pictures))]
    for path, picture in zip(paths, pictures, strict=True):
        assert cv2.imwrite(str(path), picture)
    return [str(path) for path in paths]


def test_views_that_no_single_lens_explains_are_refused(
    run: Any, refused: Any, pictures: list[np.ndarray], tmp_path: Path
) -> None:
    # Every other photo is squeezed to two thirds of its width.
    narrow = cv2.getRotationMatrix2D((0, 0), 0, 1.0) * [[0.67], [1.0]] + [[0, 0, 105], [0, 0, 0]]
    squeezed = [cv2.warpAffine(p, narrow, SIZE_WH, borderValue=120) if i % 2 else p for i, p in enumerate(pictures)]
    refused(run("calibrate", "camera", *saved(squeezed, tmp_path), "--save", "desk"), "focal lengths that differ by", 3)
    assert profile_names() == ()


def test_a_sheet_that_is_not_flat_is_refused(
    run: Any, refused: Any, pictures: list[np.ndarray], tmp_path: Path
) -> None:
    # The same wave in each picture, as no lens makes it.
    y, x = np.mgrid[: SIZE_WH[1], : SIZE_WH[0]].astype(np.float32)
    waved = [cv2.remap(p, x + 3 * np.sin(y / 25 + i), y, cv2.INTER_LINEAR) for i, p in enumerate(pictures)]
    refused(run("calibrate", "camera", *saved(waved, tmp_path), "--save", "desk"), "lay the sheet flat", 3)


def test_the_lens_is_learned_from_photos_of_the_board(run: Any, pictures: list[np.ndarray], tmp_path: Path) -> None:
    result = run("calibrate", "camera", *saved(pictures, tmp_path), "--save", "desk", "--camera", "webcam", "--json")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert (document["target"], document["pictures"], document["found"]) == ("board", 7, 7)
    profile = load_profile("desk")
    assert profile.camera == "webcam"
    assert profile.lens is not None
    assert profile.lens.matrix[0][0] == pytest.approx(FOCAL_PX, rel=0.005)
    assert profile.lens.error_px < 0.3
    assert profile.lens.lens.size_wh == SIZE_WH


def test_the_lens_is_learned_from_a_video(run: Any, pictures: list[np.ndarray], tmp_path: Path) -> None:
    path = tmp_path / "board.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, SIZE_WH)
    for picture in pictures:
        writer.write(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    writer.release()
    result = run("calibrate", "camera", str(path), "--save", "desk")
    assert result.exit_code == 0, result.stderr
    assert "the board was found in 7 of 7 pictures" in result.stdout
    lens = load_profile("desk").lens
    assert lens is not None
    assert lens.matrix[0][0] == pytest.approx(FOCAL_PX, rel=0.01)


def test_a_large_photo_and_a_small_picture_of_one_camera_go_together(pictures: list[np.ndarray]) -> None:
    full = [cv2.resize(picture, (1280, 960)) for picture in pictures[::2]]
    seen = [Picture(picture, (1280, 960), Path("board.jpg")) for picture in (*pictures[1::2], *full)]
    learned = learn_lens(seen)
    assert learned.fields.size_wh == (1280, 960)
    assert learned.fields.matrix[0][0] == pytest.approx(2 * FOCAL_PX, rel=0.005)


@pytest.mark.parametrize("frames", [50, 159, 160, 161])
def test_pictures_of_a_camcorders_video_come_from_all_over_it(tmp_path: Path, frames: int) -> None:
    path = tmp_path / "video.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (32, 32))
    for number in range(frames):
        writer.write(np.full((32, 32, 3), number, np.uint8))
    writer.release()
    path = path.rename(tmp_path / "video.MTS")
    shown = [float(picture.frame_gray.mean()) for picture in pictures_of([path])]
    assert len(shown) <= 80
    assert shown[-1] > 0.95 * frames - 2


def test_too_few_or_too_flat_views_say_what_is_missing(
    run: Any, refused: Any, pictures: list[np.ndarray], tmp_path: Path
) -> None:
    refused(run("calibrate", "camera", *saved(pictures[:2], tmp_path), "--save", "desk"), "2 views are too few", 3)
    same = saved(pictures[:1] * 5, tmp_path)
    refused(run("calibrate", "camera", *same, "--save", "desk"), "5 of 5 pictures, 4 of them from where another is", 3)
    flat = [board_picture(0, 0, (x, 0)) for x in (-2, -1, 0, 1, 2)]
    refused(run("calibrate", "camera", *saved(flat, tmp_path), "--save", "desk"), "focal length open; .*missing", 3)
    assert profile_names() == ()


def test_mirrored_pictures_are_told_as_such(run: Any, refused: Any, pictures: list[np.ndarray], tmp_path: Path) -> None:
    mirrored = saved([np.asarray(cv2.flip(picture, 1)) for picture in pictures], tmp_path)
    refused(run("calibrate", "camera", *mirrored, "--save", "desk"), "is mirrored; switch mirroring off", 3)


def test_what_would_make_it_surer_is_told(run: Any, pictures: list[np.ndarray], tmp_path: Path) -> None:
    some = [pictures[number] for number in (1, 2, 3, 5)]
    result = run("calibrate", "camera", *saved(some, tmp_path), "--save", "desk")
    assert result.exit_code == 0, result.stderr
    assert "would make it surer: " in result.stdout


def test_files_that_cannot_be_used_are_refused(
    run: Any, refused: Any, pictures: list[np.ndarray], tmp_path: Path, blank_photo: Path
) -> None:
    refused(run("calibrate", "camera", "none.mp4", "--save", "desk"), "there is no such file")
    (tmp_path / "\udcff.mp4").touch()
    refused(run("calibrate", "camera", str(tmp_path / "\udcff.mp4"), "--save", "desk"), "not UTF-8 text")
    (tmp_path / "text.mp4").write_text("no video")
    refused(run("calibrate", "camera", str(tmp_path / "text.mp4"), "--save", "desk"), "no picture of this video")
    small = cv2.resize(pictures[0], (400, 300))
    mixed = saved([*pictures[:5], small], tmp_path)
    refused(
        run("calibrate", "camera", *mixed, "--save", "desk"),
        f"{Path(mixed[-1]).name}: is 400 x 300, and {Path(mixed[0]).name} 640 x 480; take all",
    )
    refused(run("calibrate", "camera", str(blank_photo), "--save", "desk"), "found in 0 of 1 picture; ", 3)
