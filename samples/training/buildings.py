"""Trains the building network: how high each square of a building is."""

import click
import torch
from torch import nn

from calibration.building_mat import GROUND_SIDE
from vision.games.baubylon.building_network import CHANNELS, HEIGHTS, SIDE_PX

from .building_examples import building_example, varied_building
from .course import Course
from .layers import convolutions, neighbours
from .photos import examples_from
from .whole_boards import VariedSteps, train_whole

#: Photos in each step.
PHOTOS_PER_STEP = 4
# Outputs and strides of the convolutions: one column of features for each square in the end.
_LAYERS = ((20, 2), (32, 2), (40, 1), (64, 2), (64, 1), (96, 2), (96, 1))
# What is told of a square at one height, and how far heights that are compared lie apart.
_MIXED, _REACH = 64, 5
_SMOOTHING = 0.0005


class BuildingNetwork(nn.Module):
    """Planes (n, HEIGHTS, CHANNELS, SIDE_PX, SIDE_PX) of n photos in, or those of one; (n, HEIGHTS + 1, 8, 8) out,
    unnormalised logarithms: how likely a square ends at each height, and how likely its top is hidden."""

    def __init__(self) -> None:
        super().__init__()
        self.convolutions = convolutions(CHANNELS, _LAYERS)
        self.mixed = neighbours(_LAYERS[-1][0], _MIXED, _REACH)
        self.height = nn.Conv2d(_MIXED, 1, 1)
        self.hidden = nn.Conv2d(_MIXED, 1, (HEIGHTS, 1))

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        features = self.convolutions(planes.reshape(-1, CHANNELS, SIDE_PX, SIDE_PX))[:, :, 1:-1, 1:-1]
        # To (photos, features, heights, squares).
        width, squares = features.shape[1], GROUND_SIDE * GROUND_SIDE
        columns = features.reshape(-1, HEIGHTS, width, squares).permute(0, 2, 1, 3)
        mixed = self.mixed(columns)
        answers = torch.cat([self.height(mixed), self.hidden(mixed)], dim=2)
        return torch.as_tensor(answers.reshape(-1, HEIGHTS + 1, GROUND_SIDE, GROUND_SIDE))


def train_buildings(course: Course) -> None:
    """Train the network on all photos of buildings and write it."""
    examples = examples_from(course.folders, building_example, course.jobs)
    click.echo(f"{len(examples)} photos", err=True)
    steps = VariedSteps(examples, varied_building, PHOTOS_PER_STEP, course)
    train_whole(BuildingNetwork, steps, _loss, course, torch.zeros(HEIGHTS, CHANNELS, SIDE_PX, SIDE_PX))


def _loss(answers: torch.Tensor, true: torch.Tensor) -> torch.Tensor:
    """Cross-entropy over the squares that count."""
    return nn.functional.cross_entropy(answers, true, ignore_index=-1, label_smoothing=_SMOOTHING)
