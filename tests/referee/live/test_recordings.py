"""Folders and videos give every picture that can be decoded, and end."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.errors import InputError, PhotoError
from referee.live.recordings import Folder, VideoFile
from referee.live.sources import open_source
from referee.photo_paths import photos_in

PICTURE = np.zeros((4, 4, 3), np.uint8)


class Video:
    """A video of ten pictures a second; those that are None cannot be decoded."""

    def __init__(self, pictures, count=10, stamps=(), pixel_aspect=(0, 1), turned_deg=0):
        self.pictures, self.stamps = list(pictures), list(stamps)
        across, up = pixel_aspect
        self.fields = {cv2.CAP_PROP_FPS: 10.0, cv2.CAP_PROP_FRAME_COUNT: count}
        self.fields |= {cv2.CAP_PROP_SAR_NUM: across, cv2.CAP_PROP_SAR_DEN: up, cv2.CAP_PROP_POS_MSEC: 0.0}
        self.fields |= {cv2.CAP_PROP_ORIENTATION_META: turned_deg}

    def get(self, key):
        return self.fields[key]

    def read(self):
        picture = self.pictures.pop(0) if self.pictures else None
        if self.stamps:
            self.fields[cv2.CAP_PROP_POS_MSEC] = 1000 * self.stamps.pop(0)
        return picture is not None, picture

    def release(self):
        pass


@pytest.mark.parametrize(
    ("pictures", "count", "numbers", "is_told"),
    [
        ([PICTURE] * 10, 10, range(10), False),
        ([PICTURE] * 4 + [None] * 3 + [PICTURE] * 3, 10, [0, 1, 2, 3, 7, 8, 9], True),
        ([PICTURE] * 4, 10, range(4), True),
        ([PICTURE] * 99, 100, range(99), False),
        ([PICTURE] * 4 + [None] + [PICTURE] * 3, -1, range(4), False),
    ],
)
def test_pictures_of_a_video_that_cannot_be_decoded_are_left_out_and_told(
    monkeypatch, tmp_path, pictures, count, numbers, is_told
):
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: Video(pictures, count))
    path, told = tmp_path / "game.mp4", []
    path.touch()
    frames = list(open_source(str(path), tell=told.append).pictures())
    assert [round(10 * frame.source_time) for frame in frames] == list(numbers)
    assert ["could not be decoded" in sentence for sentence in told] == [True] * is_told


def test_pictures_that_are_shown_for_longer_come_when_the_file_says_and_none_is_missed(monkeypatch, tmp_path):
    stamps = [0.0, 0.1, 0.5, 0.9]
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: Video([PICTURE] * 4, 10, stamps))
    (tmp_path / "game.avi").touch()
    told = []
    frames = list(open_source(str(tmp_path / "game.avi"), tell=told.append).pictures())
    assert [frame.source_time for frame in frames] == stamps
    assert not told


@pytest.mark.parametrize(("aspect", "shape"), [((4, 3), (60, 80, 3)), ((8, 9), (68, 60, 3)), ((0, 1), (60, 60, 3))])
def test_pixels_of_a_video_are_made_square(monkeypatch, tmp_path, aspect, shape):
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: Video([np.zeros((60, 60, 3), np.uint8)], 1, (), aspect))
    (tmp_path / "game.mp4").touch()
    (frame,) = open_source(str(tmp_path / "game.mp4")).pictures()
    assert frame.picture_bgr.shape == shape


@pytest.mark.parametrize(
    ("turned_deg", "shape"), [(0, (80, 60, 3)), (90, (60, 80, 3)), (180, (80, 60, 3)), (270, (60, 80, 3))]
)
def test_pixels_that_lie_across_in_a_file_are_made_square_where_its_pictures_are_turned(
    monkeypatch, tmp_path, turned_deg, shape
):
    video = Video([np.zeros((60, 60, 3), np.uint8)], 1, (), (3, 4), turned_deg)
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: video)
    (tmp_path / "game.mp4").touch()
    (frame,) = open_source(str(tmp_path / "game.mp4")).pictures()
    assert frame.picture_bgr.shape == shape


@pytest.fixture
def folder(tmp_path):
    for name in ("b.png", "a.png", "c.png"):
        assert cv2.imwrite(str(tmp_path / name), np.full((300, 400, 3), ord(name[0]), np.uint8))
    (tmp_path / "a.json").write_text("{}")
    return tmp_path


def test_a_folder_is_read_in_the_order_of_names(folder):
    source = open_source(str(folder))
    assert isinstance(source, Folder)
    frames = list(source.pictures())
    assert [int(frame.picture_bgr[0, 0, 0]) for frame in frames] == [97, 98, 99]
    assert [frame.source_time for frame in frames] == [0.0, 1.0, 2.0]
    assert source.settings.are_stills


def test_a_folder_is_read_as_people_count(tmp_path):
    for number in (1, 2, 10):
        assert cv2.imwrite(str(tmp_path / f"game ({number}).png"), np.full((300, 400, 3), number, np.uint8))
    frames = list(open_source(str(tmp_path)).pictures())
    assert [int(frame.picture_bgr[0, 0, 0]) for frame in frames] == [1, 2, 10]


def test_pictures_of_one_number_come_in_the_same_order_on_every_disk(tmp_path, monkeypatch):
    paths = [tmp_path / name for name in ("01.png", "1.png")]
    for path in paths:
        path.touch()
    for listed in (paths, paths[::-1]):
        monkeypatch.setattr(Path, "iterdir", lambda folder, listed=listed: iter(listed))
        assert photos_in(tmp_path) == paths


def test_a_folder_can_be_the_frames_of_a_video(folder):
    source = open_source(str(folder), fps=10)
    assert [frame.source_time for frame in source.pictures()] == [0.0, 0.1, 0.2]
    assert not source.settings.are_stills


def test_a_picture_that_cannot_be_used_is_told_and_left_out(folder):
    (folder / "b.png").write_bytes(b"no picture")
    told = []
    frames = list(open_source(str(folder), tell=told.append).pictures())
    assert [frame.source_time for frame in frames] == [0.0, 2.0]
    assert len(told) == 1
    assert "left out" in told[0]
    assert "b.png" in told[0]


def test_a_folder_without_a_usable_picture_is_refused(folder):
    for path in folder.glob("*.png"):
        path.write_bytes(b"no picture")
    with pytest.raises(PhotoError, match=r"a\.png"):
        list(open_source(str(folder)).pictures())


def write_video(path):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 15, (64, 48))
    for _ in range(4):
        writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()


def test_a_video_gives_every_frame_with_its_time(tmp_path):
    path = tmp_path / "game.avi"
    write_video(path)
    source = open_source(str(path))
    assert isinstance(source, VideoFile)
    assert [frame.source_time for frame in source.pictures()] == pytest.approx([0, 1 / 15, 2 / 15, 3 / 15])


def test_a_video_named_by_the_time_of_the_game_is_no_protocol(tmp_path, monkeypatch):
    write_video(tmp_path / "game.avi")
    (tmp_path / "game.avi").rename(tmp_path / "game-12:30.avi")
    monkeypatch.chdir(tmp_path)
    assert len(list(open_source("game-12:30.avi").pictures())) == 4


def test_what_is_no_video_is_refused(tmp_path):
    path = tmp_path / "game.mp4"
    path.write_text("no video")
    with pytest.raises(InputError, match="no picture that can be decoded"):
        list(open_source(str(path)).pictures())
