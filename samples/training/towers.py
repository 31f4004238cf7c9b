"""Trains the tower network: types by colour and marks by shape, all faces of a tower together."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn

from calibration.colours import mat_white
from rules.games.babel import TYPES, Face
from vision.tower_network import (
    COLOUR_PX,
    FEATURES,
    HEADS_FOR_ALL,
    HEADS_FOR_CUBE,
    HEADS_FOR_SIDE,
    LEAST_SHARE,
    TowerPicture,
    mirrored,
    network_input,
    tower_picture,
)

from .faces import FaceNetwork, degraded
from .layers import SHAPE_WIDTH, Shapes, load_weights
from .photos import TrainingPhoto, examples_from

HEADS = HEADS_FOR_ALL + HEADS_FOR_SIDE + HEADS_FOR_CUBE
WIDTH = 16 * HEADS
COLOUR_WIDTH = 96


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One tower: its picture, the type of each cube, shape (cubes,), and of each face whether it is a bulge, (n,).

    Marks of legal towers are NaN: among them the network would learn what is usual instead of what is there.
    """

    picture: TowerPicture
    types: NDArray[np.int64]
    bulges: NDArray[np.float32]


def example_of(photo: TrainingPhoto) -> Example | None:
    """The faces in view and the types of their cubes; None where there is no face or no paper in view."""
    pose = photo.tower_pose
    white = mat_white(photo.frame_bgr, pose)
    rows = [i for i, share in enumerate(photo.shares) if share >= LEAST_SHARE]
    if white is None or not rows:
        return None
    sites = [photo.lines.sites[i] for i in rows]
    cells = list(dict.fromkeys(site.cell for site in sites))
    picture = tower_picture(photo.frame_bgr, sites, photo.shares[rows], sorted(photo.cubes), pose, white)
    bulges = np.array([site.face.name in photo.cubes[site.cell]["bulges"] for site in sites], np.float32)
    return Example(
        picture,
        np.array([photo.cubes[cell]["type"] for cell in cells], np.int64),
        np.full_like(bulges, np.nan) if photo.legal else bulges,
    )


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


class TowerNetwork(nn.Module):
    """The input of `vision.tower_network.network_input` in; log-odds of types of cubes and of bulges on faces out."""

    def __init__(self) -> None:
        super().__init__()

        def block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
            return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1), nn.ReLU())

        side = COLOUR_PX // 8
        self.colours = nn.Sequential(
            block(3, 16, 1), block(16, 32, 2), block(32, 32, 1), block(32, 48, 2), block(48, 64, 2), nn.Flatten(),
            nn.Dropout(0.3), nn.Linear(64 * side * side, COLOUR_WIDTH), nn.ReLU(), nn.Dropout(0.1),
        )  # fmt: skip
        self.shapes = Shapes()
        self.mark_alone = nn.Linear(SHAPE_WIDTH, 1)
        self.start = nn.Linear(COLOUR_WIDTH + SHAPE_WIDTH + FEATURES, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(3))
        self.types = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, len(TYPES)))
        self.mark_among_others = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 1))

    def forward(
        self,
        colours: torch.Tensor,
        shapes: torch.Tensor,
        views: torch.Tensor,
        features: torch.Tensor,
        attention: torch.Tensor,
        pooling: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        shape = self.shapes(shapes, views)
        faces = self.start(torch.cat([self.colours(colours), shape, features], dim=1))
        for layer in self.layers:
            faces = layer(faces, attention)
        return self.types(pooling @ faces), (self.mark_alone(shape) + self.mark_among_others(faces))[:, 0]

    def start_from(self, faces: FaceNetwork) -> None:
        """Take over what the face network knows of shapes and marks."""
        self.shapes.load_state_dict(faces.shapes.state_dict())
        self.mark_alone.load_state_dict({name: values[1:] for name, values in faces.output.state_dict().items()})


class TowerNetworks(nn.Module):
    """Several networks trained from different random numbers; their mean errs less than each."""

    def __init__(self, members: int) -> None:
        super().__init__()
        self.members = nn.ModuleList(TowerNetwork() for _ in range(members))

    def forward(self, *inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        answers = [member(*inputs) for member in self.members]
        types, marks = (torch.stack(parts).mean(0) for parts in zip(*answers, strict=True))
        return types, marks


def varied(example: Example, generator: np.random.Generator) -> Example:
    """Another tone curve, other light on the whole and on each side, other paints, blur and noise.

    Some cubes and faces are left out, and half of the towers are seen in a mirror.

    The paints vary more than the renderer's: a white may be as neutral as a grey, and a grey as warm as a white.
    """
    picture = example.picture
    kept_cubes = np.ones(len(example.types), bool)
    if generator.random() < 0.3:
        kept_cubes = generator.random(len(kept_cubes)) < generator.uniform(0.3, 1.0)
    kept = kept_cubes[picture.cubes] & (generator.random(len(picture.cubes)) > 0.08)
    if not kept.any():
        kept[:] = True
    shift = generator.normal(0.0, [0.20, 0.04, 0.05], 3)
    shift = shift + generator.normal(0.0, [0.15, 0.05, 0.06], (6, 3))[picture.sides]
    shift = shift + generator.normal(0.0, [0.18, 0.06, 0.09], (len(TYPES), 3))[example.types[picture.cubes]]
    shift = shift + generator.normal(0.0, [0.03, 0.01, 0.015], (len(example.types), 3))[picture.cubes]
    contrast = np.float32(generator.uniform(0.8, 1.25))
    axes = contrast * picture.axes + shift[:, None, None].astype(np.float32)
    axes = shaken(axes, generator)
    if generator.random() < 0.3:
        sigma = generator.uniform(0.4, 1.5)
        axes = np.stack([cv2.GaussianBlur(face, (0, 0), sigma) for face in axes])
    axes += np.float32(generator.exponential(0.03)) * generator.standard_normal(axes.shape, np.float32)
    numbers, cubes = np.unique(picture.cubes[kept], return_inverse=True)
    chosen = TowerPicture(
        axes=axes[kept],
        patches=degraded(shaken(picture.patches[kept][..., None], generator)[..., 0].astype(np.float32), generator),
        views=picture.views[kept],
        shares=picture.shares[kept],
        sides=picture.sides[kept],
        levels=picture.levels[kept],
        cubes=cubes,
        paper=contrast * picture.paper,
    )
    if generator.random() < 0.5:
        chosen = mirrored(chosen)
    return Example(chosen, example.types[numbers], example.bulges[kept])


def mark_weights(example: Example) -> NDArray[np.float32]:
    """How much each face's mark counts, shape (n,): within each type, bulges as much as hollows.

    Otherwise the network learns that blue cubes have bulges and white ones hardly any, and looks no further.
    """
    bulges = np.array([kind.bulge_count for kind in TYPES])[example.types[example.picture.cubes]]
    share = np.where(example.bulges == 1, bulges, len(Face) - bulges) / len(Face)
    return (0.5 / np.maximum(share, 1 / len(Face))).astype(np.float32)


def shaken(patches: NDArray[Any], generator: np.random.Generator) -> NDArray[Any]:
    """Patches (n, ..., height, width, channels), each moved by a pixel or none both ways, as misplaced cubes are."""
    moves = generator.integers(-1, 2, (len(patches), 2))
    return np.stack([np.roll(patch, move, axis=(-3, -2)) for patch, move in zip(patches, moves, strict=True)])


def tensors(picture: TowerPicture) -> tuple[torch.Tensor, ...]:
    """The network's input in the order of its arguments."""
    return tuple(torch.from_numpy(np.ascontiguousarray(values)) for values in network_input(picture).values())


def fit(examples: list[Example], network: TowerNetwork, rate: float, epochs: int, seed: int) -> None:
    """Fit one network by cross-entropy over cubes and over faces."""
    generator = np.random.default_rng(seed)
    towers_per_step = 8
    known = [*network.shapes.parameters(), *network.mark_alone.parameters()]
    fresh = [p for p in network.parameters() if all(p is not other for other in known)]
    optimiser = torch.optim.AdamW([{"params": fresh}, {"params": known}], lr=1e-3, weight_decay=3e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [rate, rate / 5], total_steps=epochs * len(examples) // towers_per_step + 1
    )
    network.train()
    steps = 0
    for epoch in track(range(epochs), "training"):
        total = 0.0
        for i in generator.permutation(len(examples)):
            example = varied(examples[i], generator)
            with torch.autocast("cpu", torch.bfloat16):
                types, marks = network(*tensors(example.picture))
            # Cubes and faces count alike in towers of all heights; ten cubes and twenty faces are usual.
            loss = nn.functional.cross_entropy(
                types.float(), torch.from_numpy(example.types), reduction="sum", label_smoothing=0.005
            ) / (10 * towers_per_step)
            bulges = torch.from_numpy(example.bulges)
            told = ~torch.isnan(bulges)
            weights = torch.from_numpy(mark_weights(example))
            loss = loss + nn.functional.binary_cross_entropy_with_logits(
                marks[told].float(), bulges[told] * 0.99 + 0.005, weights[told], reduction="sum"
            ) / (20 * towers_per_step)
            loss.backward()
            total += float(loss.detach())
            steps += 1
            if steps % towers_per_step == 0:
                nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                optimiser.step()
                optimiser.zero_grad()
                schedule.step()
        click.echo(f"epoch {epoch + 1}: loss {total * towers_per_step / len(examples):.4f}", err=True)


def train_towers(
    folders: tuple[Path, ...], faces: Path, output: Path, epochs: int, seed: int, members: int, start: Path | None
) -> None:
    """Train networks on all photos in `folders` and write their mean as ONNX for OpenCV.

    They go on from those in the file `start`, else from the face network in `faces`.
    """
    examples = examples_from(folders, example_of)
    click.echo(f"{len(examples)} towers, {sum(len(e.types) for e in examples)} cubes", err=True)
    torch.manual_seed(seed)
    networks = TowerNetworks(members)
    if start:
        load_weights(networks, start)
    else:
        face_network = FaceNetwork()
        load_weights(face_network, faces)
        for member in networks.members:
            member.start_from(face_network)
    for number, member in enumerate(networks.members):
        fit(examples, member, 7e-4 if start else 2e-3, epochs, seed + number)
    torch.onnx.export(
        networks.eval(),
        tensors(examples[0].picture),
        str(output),
        input_names=["colours", "shapes", "views", "features", "attention", "pooling"],
        output_names=["types", "bulges"],
        dynamic_axes={
            **{name: {0: "n"} for name in ("colours", "shapes", "views", "features", "bulges")},
            "attention": {1: "n", 2: "n"},
            "pooling": {0: "cubes", 1: "n"},
            "types": {0: "cubes"},
        },
        dynamo=False,
    )
