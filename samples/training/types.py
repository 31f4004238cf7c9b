"""Trains the type network: the five types by colour, all faces of a tower together."""

from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn

from calibration.colours import mat_white
from rules.games.babel import TYPES, Face
from vision.type_network import (
    HEADS_FOR_ALL,
    HEADS_FOR_CUBE,
    HEADS_FOR_SIDE,
    PATCH_PX,
    TowerColours,
    network_input,
    tower_colours,
)

from .photos import TrainingPhoto, examples_from

#: Faces of which less is in view are left out.
LEAST_SHARE = 0.3
HEADS = HEADS_FOR_ALL + HEADS_FOR_SIDE + HEADS_FOR_CUBE
WIDTH = 16 * HEADS


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One tower: its colours, and the type of each cube, shape (cubes,)."""

    colours: TowerColours
    types: NDArray[np.int64]


def example_of(photo: TrainingPhoto) -> Example | None:
    """The faces in view and the types of their cubes; None where there is no face or no paper in view."""
    white = mat_white(photo.frame_bgr, photo.pose)
    rows = [i for i, share in enumerate(photo.shares) if share >= LEAST_SHARE]
    if white is None or not rows:
        return None
    sites = [photo.lines.sites[i] for i in rows]
    cells = list(dict.fromkeys(site.cell for site in sites))
    colours = tower_colours(photo.frame_bgr, sites, photo.shares[rows], sorted(photo.cubes), photo.pose, white)
    return Example(colours, np.array([photo.cubes[cell]["type"] for cell in cells], np.int64))


class Layer(nn.Module):
    """Attention among faces, then a small network for each, both added to what came in."""

    def __init__(self) -> None:
        super().__init__()
        self.before_attention, self.before_own = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.questions = nn.Linear(WIDTH, 3 * WIDTH)
        self.answer = nn.Linear(WIDTH, WIDTH)
        self.own = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, WIDTH))
        self.dropout = nn.Dropout(0.1)

    def forward(self, faces: torch.Tensor, attention: torch.Tensor) -> torch.Tensor:
        count = faces.shape[0]
        parts = self.questions(self.before_attention(faces)).reshape(count, 3, HEADS, WIDTH // HEADS)
        query, key, value = parts.permute(1, 2, 0, 3)
        weights = torch.softmax(query @ key.transpose(1, 2) / (WIDTH // HEADS) ** 0.5 + attention, dim=-1)
        faces = faces + self.dropout(self.answer((weights @ value).permute(1, 0, 2).reshape(count, WIDTH)))
        return torch.as_tensor(faces + self.dropout(self.own(self.before_own(faces))))


class TypeNetwork(nn.Module):
    """The input of `vision.type_network.network_input` in; log-odds of the five types for each cube out."""

    def __init__(self) -> None:
        super().__init__()

        def block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
            return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1), nn.ReLU())

        side = PATCH_PX // 4
        self.look = nn.Sequential(
            block(3, 16, 1), block(16, 32, 2), block(32, 48, 2), nn.Flatten(),
            nn.Linear(48 * side * side, 64), nn.ReLU(), nn.Dropout(0.2),
        )  # fmt: skip
        self.start = nn.Linear(64 + 20, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(3))
        self.end = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, len(TYPES)))

    def forward(
        self, patches: torch.Tensor, features: torch.Tensor, attention: torch.Tensor, pooling: torch.Tensor
    ) -> torch.Tensor:
        faces = self.start(torch.cat([self.look(patches), features], dim=1))
        for layer in self.layers:
            faces = layer(faces, attention)
        return torch.as_tensor(self.end(pooling @ faces))


def varied(example: Example, generator: np.random.Generator) -> Example:
    """Another light on the whole and on each side, other paints, noise; some cubes and faces left out."""
    colours = example.colours
    kept_cubes = np.ones(len(example.types), bool)
    if generator.random() < 0.3:
        kept_cubes = generator.random(len(kept_cubes)) < generator.uniform(0.3, 1.0)
    kept = kept_cubes[colours.cubes] & (generator.random(len(colours.cubes)) > 0.08)
    if not kept.any():
        kept[:] = True
    shift = generator.normal(0.0, [0.15, 0.04, 0.05], 3)
    shift = shift + generator.normal(0.0, [0.15, 0.05, 0.06], (6, 3))[colours.sides]
    shift = shift + generator.normal(0.0, [0.12, 0.04, 0.05], (len(TYPES), 3))[example.types[colours.cubes]]
    shift = shift + generator.normal(0.0, [0.03, 0.01, 0.015], (len(example.types), 3))[colours.cubes]
    axes = colours.axes + shift[:, None, None].astype(np.float32)
    axes += np.float32(generator.exponential(0.03)) * generator.standard_normal(axes.shape, np.float32)
    numbers, cubes = np.unique(colours.cubes[kept], return_inverse=True)
    chosen = TowerColours(
        axes=axes[kept],
        views=colours.views[kept],
        shares=colours.shares[kept],
        sides=colours.sides[kept],
        levels=colours.levels[kept],
        cubes=cubes,
        paper=colours.paper,
    )
    if generator.random() < 0.5:
        chosen = mirrored(chosen)
    return replace(example, colours=chosen, types=example.types[numbers])


_EAST, _WEST = list(Face).index(Face.E), list(Face).index(Face.W)


def mirrored(colours: TowerColours) -> TowerColours:
    """The same tower in a mirror that swaps East and West."""
    swapped = np.arange(len(Face))
    swapped[[_EAST, _WEST]] = _WEST, _EAST
    return replace(
        colours,
        axes=colours.axes[:, :, ::-1],
        views=colours.views * np.array([-1, 1, 1], np.float32),
        sides=swapped[colours.sides],
        paper=colours.paper[[2, 1, 0, 3]],
    )


def tensors(colours: TowerColours) -> tuple[torch.Tensor, ...]:
    """The network's input in the order of its arguments."""
    return tuple(torch.from_numpy(values) for values in network_input(colours).values())


def fit(examples: list[Example], epochs: int, seed: int) -> TypeNetwork:
    """Fit the network by cross-entropy over cubes."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    network = TypeNetwork()
    towers_per_step = 8
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, 2e-3, total_steps=epochs * len(examples) // towers_per_step + 1
    )
    network.train()
    steps = 0
    for epoch in track(range(epochs), "training"):
        total = 0.0
        for i in generator.permutation(len(examples)):
            example = varied(examples[i], generator)
            answers = network(*tensors(example.colours))
            # Cubes count alike in towers of all heights; 80 = 8 towers of about ten cubes.
            loss = nn.functional.cross_entropy(
                answers, torch.from_numpy(example.types), reduction="sum", label_smoothing=0.005
            ) / (10 * towers_per_step)
            loss.backward()
            total += float(loss.detach())
            steps += 1
            if steps % towers_per_step == 0:
                nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                optimiser.step()
                optimiser.zero_grad()
                schedule.step()
        click.echo(f"epoch {epoch + 1}: loss {total * towers_per_step / len(examples):.4f}", err=True)
    return network.eval()


def train_types(folders: tuple[Path, ...], output: Path, epochs: int, seed: int) -> None:
    """Train on all photos in `folders` and write the network as ONNX for OpenCV."""
    examples = examples_from(folders, example_of)
    click.echo(f"{len(examples)} towers, {sum(len(e.types) for e in examples)} cubes", err=True)
    network = fit(examples, epochs, seed)
    torch.onnx.export(
        network,
        tensors(examples[0].colours),
        str(output),
        input_names=["patches", "features", "attention", "pooling"],
        output_names=["log_odds"],
        dynamic_axes={
            "patches": {0: "n"},
            "features": {0: "n"},
            "attention": {1: "n", 2: "n"},
            "pooling": {0: "cubes", 1: "n"},
            "log_odds": {0: "cubes"},
        },
        dynamo=False,
    )
