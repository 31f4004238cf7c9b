"""The networks are loaded once, in the background if that is asked for in time."""

import pytest

from vision.networks import CLOSE_FACES, EDGES, FACES, TOWERS, load_ahead, load_network


@pytest.mark.parametrize("name", [CLOSE_FACES, EDGES, FACES, TOWERS])
def test_a_network_is_loaded_once(name):
    load_ahead()
    assert load_network(name) is load_network(name)
    assert load_network(name).getUnconnectedOutLayersNames()
