"""Trains the pawn network: which pawns stand on a square."""

import click
import torch
from torch import nn

from calibration.building_mat import GROUND_SIDE
from vision.games.baubylon.pawn_network import CHANNELS, COLOURS, COUNTS, PATCH_PX, PLANES

from .course import Course
from .layers import convolutions, neighbours
from .pawn_examples import pawn_example, varied_pawns
from .photos import examples_from
from .whole_boards import VariedSteps, train_whole

#: Photos in each step.
PHOTOS_PER_STEP = 4
# Outputs and strides of the convolutions; what is told of a plane by itself, and beside its neighbours.
_LAYERS = ((24, 2), (40, 2), (56, 1), (64, 2))
_PLANE, _MIXED, _REACH = 80, 64, 5
_SMOOTHING = 0.0005


class PawnNetwork(nn.Module):
    """Planes (n, PLANES, CHANNELS, PATCH_PX, PATCH_PX) in, (n, COUNTS + MOST_PAWNS * COLOURS) out: unnormalised
    logarithms of how likely so many pawns stand there, or are hidden, and of the colour of each from below."""

    def __init__(self) -> None:
        super().__init__()
        self.convolutions = convolutions(CHANNELS, _LAYERS)
        side = PATCH_PX // 8
        self.plane = nn.Sequential(nn.Linear(_LAYERS[-1][0] * side * side, _PLANE), nn.ReLU(inplace=True))
        self.mixed = neighbours(_PLANE, _MIXED, _REACH)
        # A stack ends in one of the planes; each pawn's top would be in the plane of its own number.
        self.ends = nn.Conv2d(_MIXED, 1, 1)
        self.hidden = nn.Conv2d(_MIXED, 1, (PLANES, 1))
        self.colour = nn.Conv2d(_MIXED, COLOURS, 1)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        features = self.convolutions(planes.reshape(-1, CHANNELS, PATCH_PX, PATCH_PX)).flatten(1)
        # To (squares, features, planes, 1).
        told = self.plane(features).reshape(-1, PLANES, _PLANE, 1).permute(0, 2, 1, 3)
        mixed = self.mixed(told)
        colours = self.colour(mixed)[:, :, 1:].permute(0, 2, 1, 3)
        answers = [self.ends(mixed).flatten(1), self.hidden(mixed).flatten(1), colours.flatten(1)]
        return torch.as_tensor(torch.cat(answers, dim=1))


def train_pawns(course: Course) -> None:
    """Train the network on all photos of buildings with pawns and write it."""
    examples = examples_from(course.folders, pawn_example, course.jobs)
    click.echo(f"{len(examples)} photos", err=True)
    steps = VariedSteps(examples, varied_pawns, PHOTOS_PER_STEP, course)
    shown = torch.zeros(GROUND_SIDE * GROUND_SIDE, PLANES, CHANNELS, PATCH_PX, PATCH_PX)
    train_whole(PawnNetwork, steps, _loss, course, shown)


def _loss(answers: torch.Tensor, counts: torch.Tensor, colours: torch.Tensor) -> torch.Tensor:
    """Cross-entropy over the squares, and over the pawns, that count."""
    told, painted = answers[:, :COUNTS], answers[:, COUNTS:].reshape(-1, COLOURS)
    of_counts = nn.functional.cross_entropy(told, counts.flatten(), ignore_index=-1, label_smoothing=_SMOOTHING)
    of_colours = nn.functional.cross_entropy(painted, colours.flatten(), ignore_index=-1, label_smoothing=_SMOOTHING)
    return of_counts + of_colours
