"""What of an event goes into its line of JSON."""

import pytest

from referee.live.event_fields import event_fields
from referee.live.events import Event
from referee.live.game_events import EventKind

CELL = (0, 0, 0)


@pytest.mark.parametrize("kind", EventKind)
def test_type_and_marks_are_told_of_cubes_alone(kind):
    is_of_a_cube = kind.value in ("placement", "fault", "corrected", "turned", "undo")
    assert ({"bulges", "unknown"} <= set(event_fields(Event(kind, 1.0, "", cell=CELL)))) == is_of_a_cube
    assert not {"bulges", "unknown"} & set(event_fields(Event(kind, 1.0, "")))


def test_a_withdrawal_is_told_where_there_is_one():
    event = Event(EventKind.CORRECTED, 1.0, "", cell=CELL, is_withdrawn=True, rules_withdrawn=(5, 6))
    fields = event_fields(event)
    assert (fields["withdrawn"], fields["rules_withdrawn"]) == (True, [5, 6])
    assert not {"withdrawn", "rules_withdrawn"} & set(event_fields(Event(EventKind.CORRECTED, 1.0, "")))
