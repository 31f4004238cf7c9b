"""Faces are learned from nine tiles that lie on the squares, a little beside their middles and turned."""

import cv2
import numpy as np
import pytest

from rules.games.tours import VALUES, Tile
from vision.games.tours.aligning import MARGIN_PX, align
from vision.games.tours.face_bank import face_bank
from vision.games.tours.learning import how_it_lies, learned_faces
from vision.patches import Pyramid

NINE = "1c,2c,3c/4c,5c,6c/7c,8c,9c *"


@pytest.fixture(scope="module")
def nine(camera_round, draw_table, lying):
    pose = camera_round(-100, 62)
    return pose, draw_table(pose, NINE, lying)


def test_where_tiles_lie_and_how_they_are_turned_is_found(nine, tile_set, lying):
    pose, picture = nine
    pyramid = Pyramid(picture)
    for square in (0, 4, 8):
        found = how_it_lies(pyramid, pose, tile_set.size, square)
        assert [found.east, found.north] == pytest.approx(lying[square, :2], abs=0.025)
        assert found.turn_deg == pytest.approx(lying[square, 2], abs=1.5)


def test_what_is_learned_looks_like_what_was_drawn(nine, tile_set):
    pose, picture = nine
    faces = learned_faces(picture, pose, tile_set.size)
    assert len(faces) == len(VALUES)
    bank, number = face_bank(tile_set), [*tile_set.faces]
    for value, face in zip(VALUES, faces, strict=True):
        own = number.index(Tile("c", value))
        padded = cv2.copyMakeBorder(face, *[MARGIN_PX] * 4, cv2.BORDER_REPLICATE)
        laid = align(padded, np.ones(padded.shape[:2], bool), bank.outlines[own])
        alike = bank.alike(laid.picture, laid.weights)
        assert alike.argmax() % len(number) == own
        assert alike.max() > 0.7
