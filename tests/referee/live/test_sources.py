"""Sources: folders and videos end, cameras come back; nothing here needs a camera."""

import itertools
import socket
import threading
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.errors import InputError, PhotoError
from referee.live import cameras, sources
from referee.live.cameras import FoundCamera, camera_name, contact_sheet, find_camera
from referee.live.inputs import Frame, SourceChange
from referee.live.sources import Camera, Folder, VideoFile, open_source, source_name
from referee.photo_paths import photos_in


class FakeCapture:
    """A camera that sends some pictures and is then unplugged."""

    def __init__(self, pictures, opens=True):
        self.pictures = list(pictures)
        self.opens = opens
        self.is_released = False

    def isOpened(self):
        return self.opens

    def read(self):
        return (True, self.pictures.pop(0)) if self.pictures else (False, None)

    def release(self):
        self.is_released = True


class Enough(Exception):
    """Ends a camera that is tried for ever."""


def camera(captures, tries=3):
    """One that has these captures, and is tried so often after the last."""
    clock = itertools.count()
    left = list(captures)
    opened = []

    def open(address):
        if len(opened) == len(captures) + tries - 1:
            raise Enough
        opened.append(left.pop(0) if left else FakeCapture([], opens=False))
        return opened[-1]

    waits = []
    source = Camera(0, open, lambda: float(next(clock)), waits.append)
    return source, waits, opened


def sent(source):
    """All that it sends until it is enough."""
    entries = []
    with pytest.raises(Enough):
        for entry in source.pictures():
            entries.append(entry)
    return entries


PICTURE = np.zeros((4, 4, 3), np.uint8)


def test_a_camera_lost_and_back_ten_times_goes_on():
    source, _, opened = camera([FakeCapture([PICTURE] * 3) for _ in range(11)])
    seen = sent(source)
    assert sum(isinstance(entry, Frame) for entry in seen) == 33
    changes = [entry.is_there for entry in seen if isinstance(entry, SourceChange)]
    assert [is_there for is_there, _ in groupby(changes)] == [False, True] * 10 + [False]
    assert all(capture.is_released for capture in opened)
    times = [entry.source_time for entry in seen]
    assert times == sorted(times)


def test_a_lost_camera_is_tried_again_ever_more_slowly():
    source, waits, _ = camera([FakeCapture([PICTURE])], tries=6)
    lost = [entry for entry in sent(source) if isinstance(entry, SourceChange)]
    assert sum(waits) == pytest.approx(0.5 + 1.0 + 2.0 + 4.0 + 5.0 + 5.0)
    # A window is to answer keys meanwhile.
    assert max(waits) <= 0.1
    assert len(lost) > len(waits)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("rtsp://me:pa@ss@camera/1", "rtsp://camera"),
        ("rtsp://camera:554/user=me&password=pass&channel=1", "rtsp://camera:554"),
        ("http://camera/stream?user=me&password=p@ss", "http://..."),
        ("rtsp://me:pa/ss@camera/1", "rtsp://..."),
    ],
)
def test_secrets_of_a_stream_are_not_told(address, told):
    source = Camera(address, lambda _: FakeCapture([], opens=False))
    with pytest.raises(InputError) as error:
        list(source.pictures())
    assert str(error.value).startswith(f"{told}: sends")


def test_the_address_of_a_photo_is_no_stream():
    source = Camera("http://me:pass@camera/shot.jpg", lambda _: FakeCapture([PICTURE]), sleep=lambda _: None)
    with pytest.raises(InputError, match="http://camera: sends one picture and ends"):
        list(source.pictures())


def test_a_stream_that_has_sent_more_than_one_picture_is_tried_for_ever():
    captures = iter([FakeCapture([PICTURE] * 2), *(FakeCapture([PICTURE]) for _ in range(9))])
    source = Camera("http://camera/video", lambda _: next(captures), sleep=lambda _: None)
    changes = (entry.is_there for entry in source.pictures() if isinstance(entry, SourceChange))
    back = [is_there for is_there in itertools.islice(changes, 50) if is_there]
    assert len(back) > 5


def test_pictures_a_second_are_those_of_a_folder():
    with pytest.raises(InputError, match="--fps"):
        open_source("0", fps=10)


def test_a_single_failed_read_is_no_loss():
    source, _, _ = camera([_Hiccup([PICTURE] * 4)])
    kinds = [(kind, len(list(entries))) for kind, entries in groupby(sent(source), type)]
    assert kinds[0] == (Frame, 4)
    assert [kind for kind, _ in kinds] == [Frame, SourceChange]


class _Hiccup(FakeCapture):
    """Fails at every second read."""

    count = 0

    def read(self):
        self.count += 1
        return super().read() if self.count % 2 else (False, None)


def test_a_camera_that_never_sends_is_refused():
    source, _, _ = camera([])
    with pytest.raises(InputError, match="sends no picture"):
        list(source.pictures())


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


def test_what_is_no_source_comes_with_the_way_to_name_one(monkeypatch):
    monkeypatch.setattr("referee.live.cameras.find_camera", lambda _: None)
    with pytest.raises(InputError, match="watch --list` shows the cameras"):
        open_source("kitchen")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("192.168.1.5:8080", "http://192.168.1.5:8080"),
        ("my-phone.local:8080/video", "http://my-phone.local:8080/video"),
        ("192.168.1.5/video", "http://192.168.1.5/video"),
        (" HTTP://192.168.1.5:8080/Video ", "http://192.168.1.5:8080/Video"),
        ("rtsp://me:secret@camera/live", "rtsp://me:secret@camera/live"),
        ("file:///home/me/my%20game.mp4", str(Path("/home/me/my game.mp4"))),
        ("0", "0"),
        ("/dev/video0", "/dev/video0"),
        ("Desk view", "Desk view"),
        ("game.mp4", "game.mp4"),
    ],
)
def test_a_source_may_be_named_as_apps_and_desktops_show_it(typed, name):
    assert source_name(typed) == source_name(name) == name


def test_a_file_that_is_called_like_an_address_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("camera:1").mkdir()
    assert source_name("camera:1") == "camera:1"


@pytest.mark.parametrize("name", ["game.txt", "Game.JSONL"])
def test_a_recorded_game_is_no_video(tmp_path, name):
    path = tmp_path / name
    path.write_text("game babel\n")
    with pytest.raises(InputError, match="is no video; `replay` shows a recorded game"):
        open_source(str(path))


def test_a_stream_that_never_sends_is_asked_for_by_its_app():
    source = Camera("http://127.0.0.1:9/video", open=lambda _: FakeCapture([], False))
    with pytest.raises(InputError, match="is its app running"):
        list(source.pictures())


@pytest.fixture
def silent_stream():
    """The address of a stream that sends ten pictures to each who asks, and then nothing more."""
    jpeg = cv2.imencode(".jpg", np.zeros((240, 320, 3), np.uint8))[1].tobytes()
    answer = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n"
    part = b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(jpeg), jpeg)
    with socket.create_server(("127.0.0.1", 0)) as server:
        asked = []

        def serve():
            while True:
                try:
                    asked.append(server.accept()[0])
                    asked[-1].sendall(answer + part * 10)
                except OSError:
                    return

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/video"
        for connection in asked:
            connection.close()


def test_a_stream_that_falls_silent_is_lost_and_opened_again(monkeypatch, silent_stream):
    monkeypatch.setattr(sources, "_SILENCE_MS", 300)
    pictures = Camera(silent_stream, sleep=lambda _: None).pictures()
    changes = (each.is_there for each in pictures if isinstance(each, SourceChange))
    assert [is_there for is_there, _ in groupby(itertools.islice(changes, 10))] == [False, True, False]
    pictures.close()


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


@pytest.mark.parametrize(("count", "fps", "is_told"), [(100, None, False), (101, None, True), (101, 10, False)])
def test_a_folder_of_more_pictures_than_a_game_has_is_asked_whether_it_is_a_video(tmp_path, count, fps, is_told):
    for number in range(count):
        (tmp_path / f"{number}.png").touch()
    told = []
    open_source(str(tmp_path), fps, told.append)
    assert any("give --fps" in words for words in told) == is_told


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


def test_a_name_that_is_no_text_is_refused_before_opencv_has_it(tmp_path):
    name = str(tmp_path / "game\udcff.avi")
    Path(name).touch()
    for source in (name, "http://127.0.0.1:9/\udcff"):
        with pytest.raises(InputError, match="is not UTF-8 text"):
            list(open_source(source).pictures())


def test_what_is_no_video_is_refused(tmp_path):
    path = tmp_path / "game.mp4"
    path.write_text("no video")
    with pytest.raises(InputError, match="no picture that can be decoded"):
        list(open_source(str(path)).pictures())


def test_names_lead_to_sources(tmp_path):
    assert open_source("0") == Camera(0)
    assert open_source("http://phone:8080/video") == Camera("http://phone:8080/video")
    longer_than_a_path = f"http://phone:8080/{'a' * 5000}"
    assert open_source(longer_than_a_path) == Camera(longer_than_a_path)
    with pytest.raises(InputError, match="--list"):
        open_source("no such thing")
    with pytest.raises(InputError, match="holds no picture"):
        open_source(str(tmp_path))


def test_a_camera_is_found_by_its_name(tmp_path):
    (tmp_path / "video2").mkdir()
    (tmp_path / "video2" / "name").write_text("Desk Cam HD\n")
    assert camera_name(2, tmp_path) == "Desk Cam HD"
    assert find_camera("desk cam", tmp_path) == 2
    assert find_camera("other", tmp_path) is None


def test_the_preview_shows_each_camera():
    found = (FoundCamera(0, "one", np.full((480, 640, 3), 90, np.uint8)), FoundCamera(2, "", PICTURE))
    sheet = contact_sheet(found)
    assert sheet.shape[1] == 960
    assert (sheet == 90).mean() > 0.2


def test_the_preview_writes_a_cameras_whole_name(monkeypatch):
    lines = []
    monkeypatch.setattr(cameras, "write", lambda _, text, *__: lines.append(text))
    contact_sheet((FoundCamera(1, "Überkamera in the upper frame of the screen on the left: Überkamera", PICTURE),))
    assert len(lines) == 2
    assert " ".join(lines) == "1 Überkamera in the upper frame of the screen on the left: Überkamera"
