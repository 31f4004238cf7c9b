"""Lines on a picture stay on what is in view."""

import cv2
import numpy as np
import pytest

from referee.drawings.face_lines import BULGE, HOLLOW, mark_lines, outline
from rules.games.babel import Mark, parse_tower
from vision.faces import FaceSite, face_corners, sightlines

# The nearest corner of level 2 alone.
STEPPED = "0,0,0,0/-,0,-,-"


def test_nothing_hidden_is_drawn_over_the_cube_before_it(pose):
    cells = tuple(parse_tower(STEPPED))
    lines = sightlines(cells, pose)
    shares = lines.visible_shares(cells)
    partly = [site for site, share in zip(lines.sites, shares, strict=True) if 0.1 < share < 0.9]
    whole = [site for site, share in zip(lines.sites, shares, strict=True) if share == 1]
    assert partly
    for site in partly:
        drawn = outline(site, cells, pose, (255, 255, 255), 1.0)
        drawn += mark_lines(site, Mark.BULGE, cells, pose) + mark_lines(site, Mark.HOLLOW, cells, pose)
        assert drawn
        for corners_xy in pose.project(face_corners([other for other in whole if other.cell != site.cell])):
            polygon = corners_xy.astype(np.float32)
            inside = [cv2.pointPolygonTest(polygon, tuple(xy), True) for line in drawn for xy in line.points_xy]
            # Cubes hide a little less than they are, 0.02 edges all round, and these are 70 px long.
            assert max(inside) < 4


@pytest.mark.parametrize(
    ("mark", "colour", "pieces"), [(Mark.BULGE, BULGE, 1), (Mark.HOLLOW, HOLLOW, 2), (None, None, 0)]
)
def test_a_face_wholly_in_view_shows_its_whole_mark(pose, mark, colour, pieces):
    cells = ((0, 0, 0),)
    (site, *_) = sightlines(cells, pose).sites_in_view(cells, 1.0)
    assert isinstance(site, FaceSite)
    drawn = mark_lines(site, mark, cells, pose)
    assert [line.colour for line in drawn] == [colour] * pieces
    (border,) = outline(site, cells, pose, (255, 255, 255), 1.0)
    np.testing.assert_allclose(border.points_xy[0], pose.project(face_corners([site]))[0, 0], atol=1e-6)
    np.testing.assert_allclose(border.points_xy[0], border.points_xy[-1], atol=1e-6)
