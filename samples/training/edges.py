"""Trains the edge network: how far do a face's sides lie from where a pose puts them?"""

from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn

from calibration.arrays import IntArray
from vision.edge_network import EDGE_PLANES, ENDS, PATCH_PX, edge_planes

from .course import Course
from .degrading import degraded
from .edge_examples import Examples, examples_of
from .layers import Shapes, descend, half_precision, load_weights, one_cycle, write_onnx
from .photos import examples_from, joined

#: A side farther off than this (edges) is another one's business: nothing is learned of it.
FARTHEST = 0.15
#: The answers' order once a face is mirrored: each side's ends change places, and left and right do.
MIRRORED = (1, 0, 7, 6, 5, 4, 3, 2)


class EdgeNetwork(nn.Module):
    """For each of a face's eight ends of sides how far outward it lies (edges), and the logarithm of the mean error."""

    def __init__(self) -> None:
        super().__init__()
        self.shapes = Shapes(EDGE_PLANES, PATCH_PX, (16, 24, 32, 48, 48, 64), features=160, dropout=0.05)
        self.output = nn.Linear(160, 2 * ENDS)

    def forward(self, patches: torch.Tensor, views: torch.Tensor) -> torch.Tensor:
        answers = self.output(self.shapes(patches, views))
        # A tenth of an edge off, and twenty times less sure or surer than a twentieth: what there is to learn.
        return torch.cat([0.1 * answers[:, :ENDS], answers[:, ENDS:].clamp(-3.0, 3.0) - 3.0], dim=1)


def varied(examples: Examples, chosen: IntArray, generator: np.random.Generator) -> tuple[NDArray[Any], ...]:
    """Mirror faces, bend their tones, blur and add noise: the network's two inputs, and the true offsets."""
    colours = examples.colours[chosen].astype(np.float32)
    views, offsets, is_open = examples.views[chosen], examples.offsets[chosen], examples.is_open[chosen]
    mirrored = generator.random(len(chosen)) < 0.5
    colours[mirrored] = colours[mirrored][:, :, ::-1]
    views[mirrored, 0] *= -1
    is_open[mirrored] = is_open[mirrored][..., ::-1]
    offsets[mirrored] = offsets[mirrored][:, MIRRORED]
    colours *= generator.normal(1.0, 0.12, (len(chosen), 1, 1, 3)).astype(np.float32)
    planes = np.ascontiguousarray(np.moveaxis(colours, -1, 1))
    planes = degraded(np.clip(planes, 0, 255), generator)
    return edge_planes(np.moveaxis(planes, 1, -1), is_open), views, offsets


def loss_of(answers: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    """The mean surprise (nats, up to a constant) if errors are Laplace distributed about the answers."""
    said, log_spreads = answers[:, :ENDS], answers[:, ENDS:]
    surprise = (offsets - said).abs() * torch.exp(-log_spreads) + log_spreads
    return surprise[offsets.abs() < FARTHEST].mean()


def fit(examples: Examples, epochs: int, seed: int, start: Path | None) -> EdgeNetwork:
    """Fit the network."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    network = EdgeNetwork()
    if start:
        load_weights(network, start)
    batch, rate = 128, 1e-3 if start else 2e-3
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    steps = epochs * (len(examples.views) // batch)
    schedule = one_cycle(optimiser, rate, steps, rising=0.15)
    network.train()
    for epoch in range(epochs):
        order = generator.permutation(len(examples.views))
        total = 0.0
        for first in track(range(0, len(order) - batch + 1, batch), f"epoch {epoch + 1} of {epochs}"):
            *inputs, offsets = varied(examples, order[first : first + batch], generator)
            with half_precision(torch.device("cpu")):
                answers = network(*(torch.from_numpy(values) for values in inputs)).float()
            loss = loss_of(answers, torch.from_numpy(offsets))
            descend(network, loss, optimiser, schedule, longest=5.0)
            total += float(loss.detach()) * batch / len(order)
        click.echo(f"epoch {epoch + 1}: loss {total:.4f}", err=True)
    network.eval()
    return network


def train_edges(course: Course, copies: int) -> None:
    """Train on all photos, each cut with `copies` poses, and write the network."""
    cut = partial(examples_of, copies=copies, seed=course.seed)
    examples = joined(examples_from(course.folders, cut, course.jobs))
    click.echo(f"{len(examples.views)} faces", err=True)
    network = fit(examples, course.epochs, course.seed, course.start)
    write_onnx(network, EDGE_PLANES, PATCH_PX, "offsets", course.output)
