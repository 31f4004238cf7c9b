"""Boards drawn by lot have no fault but those that were put in, and cards are fair."""

import numpy as np
import pytest

from rules.games.zero12 import position_faults
from samples import board_positions
from samples.board_positions import random_card, random_position, scattered_position, with_faults


def test_boards_are_legal_until_faults_are_put_in(monkeypatch):
    monkeypatch.setattr(board_positions, "FAULTY_SHARE", 0.0)
    counts = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        position = random_position(rng, "green")
        assert not position_faults(position)
        assert position_faults(with_faults(rng, position, 1))
        counts.append(position.filled.bit_count())
    assert min(counts) < 15
    assert max(counts) > 130


@pytest.mark.parametrize("cube_by_cube", [0.0, 1.0])
def test_faults_are_of_colours_and_of_contacts_whatever_the_way_that_boards_are_filled(monkeypatch, cube_by_cube):
    monkeypatch.setattr(board_positions, "FAULTY_SHARE", 1.0)
    monkeypatch.setattr(board_positions, "CUBE_BY_CUBE_SHARE", cube_by_cube)
    boards = [random_position(np.random.default_rng(seed), "red") for seed in range(30)]
    faults = [position_faults(board) for board in boards]
    assert all(faults)
    assert {fault.rule for found in faults for fault in found} >= {"2", "3"}


def test_cards_are_fair_and_of_all_kinds():
    cards = [random_card(np.random.default_rng(seed)) for seed in range(20)]
    assert all(card.is_fair for card in cards)
    alike = [np.mean(np.diff(np.reshape(card.codes, (12, 12)), axis=1) == 0) for card in cards]
    assert min(alike) < 0.45
    assert max(alike) > 0.75


def test_scattered_boards_have_nothing_to_do_with_the_rules():
    boards = [scattered_position(np.random.default_rng(seed), "blue") for seed in range(40)]
    filled = [board.filled.bit_count() for board in boards]
    assert min(filled) < 15
    assert max(filled) > 130
    as_asked = [
        sum((laid & of_code).bit_count() for laid, of_code in zip(board.laid, board.ground.sets.of_code, strict=True))
        for board in boards
    ]
    # A third of the cubes are as the card asks for by chance.
    assert 0.25 < sum(as_asked) / sum(filled) < 0.42
