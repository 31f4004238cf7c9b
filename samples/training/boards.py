"""Trains the board network: which cube lies on each square, and which sign shows there."""

import click
import numpy as np
import torch
from torch import nn

from vision.games.zero12.board_network import ANSWERS, PLANES, SIDE_PX
from vision.games.zero12.evidence import KINDS

from .board_examples import BoardExample, board_example, varied_board
from .course import Course
from .layers import convolutions
from .photos import examples_from
from .whole_boards import Parts, VariedSteps, train_whole

#: Boards in each step.
BOARDS_PER_STEP = 8
# Outputs and strides of the convolutions: one answer for each square in the end, which knows some three squares round.
_LAYERS = ((24, 2), (32, 2), (40, 1), (56, 2), (64, 1), (80, 2), (80, 1), (80, 1))
# Signs count less than cubes; and labels are this much short of certain.
_SIGNS_COUNT, _SMOOTHING = 0.3, 0.0005


class BoardNetwork(nn.Module):
    """Planes (n, PLANES, SIDE_PX, SIDE_PX) in; (n, ANSWERS, 12, 12) out, unnormalised logarithms."""

    def __init__(self) -> None:
        super().__init__()
        self.convolutions = convolutions(PLANES, _LAYERS)
        self.answers = nn.Conv2d(_LAYERS[-1][0], ANSWERS, 1)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return torch.as_tensor(self.answers(self.convolutions(planes))[:, :, 1:-1, 1:-1])


def train_boards(course: Course) -> None:
    """Train the network on all photos of boards and write it."""
    examples = examples_from(course.folders, board_example, course.jobs)
    click.echo(f"{len(examples)} boards", err=True)
    steps = VariedSteps(examples, _varied, BOARDS_PER_STEP, course)
    train_whole(BoardNetwork, steps, _loss, course, torch.zeros(1, PLANES, SIDE_PX, SIDE_PX))


def _varied(example: BoardExample, generator: np.random.Generator) -> Parts:
    varied = varied_board(example, generator)
    return varied.planes, varied.kinds, varied.signs


def _loss(answers: torch.Tensor, kinds: torch.Tensor, signs: torch.Tensor) -> torch.Tensor:
    """Cross-entropy over squares, and over the signs on those without a cube."""
    counts = kinds.sum(dim=1, keepdim=True)
    smoothed = kinds * (1 - _SMOOTHING) + counts * _SMOOTHING / KINDS
    of_kinds = -(smoothed * torch.log_softmax(answers[:, :KINDS], dim=1)).sum() / counts.sum()
    of_signs = nn.functional.cross_entropy(answers[:, KINDS:], signs, ignore_index=-1)
    return torch.as_tensor(of_kinds + _SIGNS_COUNT * of_signs)
