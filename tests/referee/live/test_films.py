"""The committed films, followed with the reader as a user's would be, and what a badly set camera makes of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from referee.live.events import Event
from referee.live.game_events import EventKind
from referee.live.pictures import Frame, Settings
from referee.live.recordings import VideoFile
from referee.live.state import LiveState
from referee.live.towers import tower_session

FILM = Path(__file__).parents[3] / "samples" / "sequences" / "legal_game.mp4"
#: Pictures until the third cube stands; before it the second is taken back once, and the camera bumped.
PICTURES = 250


@dataclass(frozen=True)
class Cut:
    """The first pictures of a film, some columns of them cut off on the left."""

    columns: int

    @property
    def settings(self) -> Settings:
        return Settings()

    def pictures(self) -> Iterator[Frame]:
        for frame in islice(VideoFile(FILM).pictures(), PICTURES):
            assert isinstance(frame, Frame)
            yield Frame(frame.picture_bgr[:, self.columns :].copy(), frame.source_time)


def followed(columns: int) -> list[Event]:
    moments = tower_session(Cut(columns), LiveState()).run()
    return [event for moment in moments for event in moment.events if event.kind.is_of_the_game]


@pytest.fixture(scope="module")
def whole() -> list[Event]:
    return followed(0)


def test_what_players_do_is_told_as_they_do_it(whole: list[Event]) -> None:
    assert [(event.kind, event.cell, event.type) for event in whole] == [
        (EventKind.START, None, None),
        (EventKind.PLACEMENT, (0, 1, 0), 1),
        (EventKind.PLACEMENT, (1, 1, 0), 2),
        (EventKind.UNDO, (1, 1, 0), 2),
        (EventKind.PLACEMENT, (1, 1, 0), 2),
        (EventKind.PLACEMENT, (0, 0, 0), 2),
    ]


def test_a_cubes_shadow_that_leaves_the_picture_is_no_arm(whole: list[Event]) -> None:
    cut = followed(200)
    assert [(event.kind, event.cell, event.type) for event in cut] == [
        (event.kind, event.cell, event.type) for event in whole
    ]
    late_s = [one.source_time - other.source_time for one, other in zip(cut, whole, strict=True)]
    assert max(late_s) < 0.5
