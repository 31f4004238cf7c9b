"""Cameras and streams come back; nothing here needs one."""

import itertools
import socket
import threading
from itertools import groupby

import cv2
import numpy as np
import pytest

from referee.errors import InputError
from referee.live import camera_source
from referee.live.camera_source import Camera
from referee.live.pictures import Frame, SourceChange


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
    monkeypatch.setattr(camera_source, "_SILENCE_MS", 300)
    pictures = Camera(silent_stream, sleep=lambda _: None).pictures()
    changes = (each.is_there for each in pictures if isinstance(each, SourceChange))
    assert [is_there for is_there, _ in groupby(itertools.islice(changes, 10))] == [False, True, False]
    pictures.close()
