"""What a person names leads to a source, or to how to name one."""

from pathlib import Path

import pytest

from referee.errors import InputError
from referee.live.camera_source import Camera
from referee.live.sources import open_source, source_name


def test_pictures_a_second_are_those_of_a_folder():
    with pytest.raises(InputError, match="--fps"):
        open_source("0", fps=10)


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


@pytest.mark.parametrize(("count", "fps", "is_told"), [(100, None, False), (101, None, True), (101, 10, False)])
def test_a_folder_of_more_pictures_than_a_game_has_is_asked_whether_it_is_a_video(tmp_path, count, fps, is_told):
    for number in range(count):
        (tmp_path / f"{number}.png").touch()
    told = []
    open_source(str(tmp_path), fps, told.append)
    assert any("give --fps" in words for words in told) == is_told


def test_a_name_that_is_no_text_is_refused_before_opencv_has_it(tmp_path):
    name = str(tmp_path / "game\udcff.avi")
    Path(name).touch()
    for source in (name, "http://127.0.0.1:9/\udcff"):
        with pytest.raises(InputError, match="is not UTF-8 text"):
            list(open_source(source).pictures())


def test_names_lead_to_sources(tmp_path):
    assert open_source("0") == Camera(0)
    assert open_source("http://phone:8080/video") == Camera("http://phone:8080/video")
    longer_than_a_path = f"http://phone:8080/{'a' * 5000}"
    assert open_source(longer_than_a_path) == Camera(longer_than_a_path)
    with pytest.raises(InputError, match="--list"):
        open_source("no such thing")
    with pytest.raises(InputError, match="holds no picture"):
        open_source(str(tmp_path))
