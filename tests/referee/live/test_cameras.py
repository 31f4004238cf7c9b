"""Cameras are found and shown by name; nothing here needs one."""

import numpy as np

from referee.live import cameras
from referee.live.cameras import FoundCamera, camera_name, contact_sheet, find_camera

PICTURE = np.zeros((4, 4, 3), np.uint8)


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
