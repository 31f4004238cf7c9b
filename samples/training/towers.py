"""Trains the tower network: types by colour and marks by shape, all faces of a tower together."""

import copy
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from scipy.linalg import block_diag
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, Dataset

from calibration.arrays import Float32Array
from vision.games.babel.telling.tower_network import UNSEEN, network_input
from vision.games.babel.telling.tower_picture import TowerPicture, without_paper

from .course import Course
from .layers import descend, half_precision, load_weights, mean_weights, one_cycle
from .photos import cut_located, examples_from
from .tower_examples import Example, example_of, mark_weights, told_paints, varied
from .tower_network import HEADS, TowerNetwork, TowerNetworks

#: Towers in each step.
TOWERS_PER_STEP = 64
#: The network is the running mean of the weights over about this many last steps: it errs less than the last alone.
AVERAGED_STEPS = 1000
#: Learning rates at their highest, from nothing and from a network that is there, which at 1e-3 forgot earlier photos.
FIRST_RATE, LATER_RATE = 2e-3, 3e-4
# Labels are this much short of certain: it keeps the log-odds honest on photos of other origin.
_SMOOTHING = 0.0002


def tensors(inputs: Mapping[str, NDArray[Any]]) -> tuple[torch.Tensor, ...]:
    """A network's input in the order of its arguments."""
    return tuple(torch.from_numpy(np.ascontiguousarray(values)) for values in inputs.values())


def side_by_side(inputs: Sequence[Mapping[str, Float32Array]]) -> dict[str, Float32Array]:
    """The input of several towers as that of one whose parts do not see each other."""
    joined = {
        name: np.concatenate([one[name] for one in inputs]) for name in ("colours", "shapes", "views", "features")
    }
    faces = [len(one["views"]) for one in inputs]
    attention = np.full((HEADS, sum(faces), sum(faces)), UNSEEN, np.float32)
    for one, end, count in zip(inputs, np.cumsum(faces), faces, strict=True):
        attention[:, end - count : end, end - count : end] = one["attention"]
    return {**joined, "attention": attention, "pooling": block_diag(*(one["pooling"] for one in inputs))}


class Steps(Dataset[tuple[torch.Tensor, ...]]):
    """What is learned from in each step: some towers, each varied anew; the same for the same seed, whoever makes it.

    The network's input, then the true types, shape (cubes,), and of all faces whether they are bulges and how much each
    counts, shape (n,).
    """

    def __init__(self, examples: Sequence[Example], epochs: int, seed: int) -> None:
        self._examples, self._seed = examples, seed
        self._steps = max(1, len(examples) // TOWERS_PER_STEP)
        self._epochs = epochs

    def __len__(self) -> int:
        return self._epochs * self._steps

    def __getitem__(self, step: int) -> tuple[torch.Tensor, ...]:
        epoch, first = divmod(step, self._steps)
        order = np.random.default_rng([self._seed, epoch]).permutation(len(self._examples))
        chosen = [self._examples[i] for i in order[first * TOWERS_PER_STEP :][:TOWERS_PER_STEP]]
        generator = np.random.default_rng([self._seed, epoch, first])
        seen = [varied(one, generator) for one in chosen]
        # Some towers stand on no mat.
        pictures = [without_paper(one.picture) if generator.random() < 0.25 else one.picture for one in seen]
        inputs = [
            network_input(picture, told_paints(one, generator)) for picture, one in zip(pictures, seen, strict=True)
        ]
        answers = {
            "types": np.concatenate([one.types for one in seen]),
            "bulges": np.concatenate([one.bulges for one in seen]),
            "weights": np.concatenate([mark_weights(one) for one in seen]),
        }
        return tensors(side_by_side(inputs) | answers)


def fit(examples: Sequence[Example], network: TowerNetwork, rate: float, epochs: int, seed: int, jobs: int) -> None:
    """Fit one network by cross-entropy over cubes and over faces, on a graphics card if there is one.

    `jobs` processes make the steps ready.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(seed)
    # Channels last is a quarter faster with these small convolutions.
    trained = copy.deepcopy(network).to(device, memory_format=torch.channels_last).train()
    averaged = AveragedModel(trained, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGED_STEPS))
    steps = Steps(examples, epochs, seed)
    optimiser = torch.optim.AdamW(trained.parameters(), lr=rate, weight_decay=2e-2, fused=True)
    schedule = one_cycle(optimiser, rate, len(steps) + 1, rising=0.08)
    loader = DataLoader(
        steps, batch_size=None, num_workers=jobs, pin_memory=device.type == "cuda", worker_init_fn=_one_thread
    )
    total = torch.zeros((), device=device)
    for step, parts in enumerate(track(loader, "training", len(steps)), start=1):
        *inputs, types, bulges, weights = (part.to(device, non_blocking=True) for part in parts)
        with half_precision(device):
            log_odds_of_types, log_odds_of_bulges = trained(*inputs)
        loss = _loss(log_odds_of_types, log_odds_of_bulges, types, bulges, weights)
        descend(trained, loss, optimiser, schedule, longest=1.0)
        averaged.update_parameters(trained)
        total += loss.detach()
        if step % (len(steps) // epochs) == 0:
            click.echo(f"epoch {step * epochs // len(steps)}: loss {float(total) * epochs / len(steps):.4f}", err=True)
            total.zero_()
    network.load_state_dict(averaged.module.state_dict())


def _one_thread(_: int) -> None:
    cv2.setNumThreads(1)


def _loss(
    types: torch.Tensor,
    marks: torch.Tensor,
    true_types: torch.Tensor,
    bulges: torch.Tensor,
    weights: torch.Tensor,
) -> torch.Tensor:
    """Cross-entropy; cubes and faces count alike in towers of all heights, ten cubes and twenty faces are usual."""
    loss = nn.functional.cross_entropy(types.float(), true_types, reduction="sum", label_smoothing=_SMOOTHING) / 10
    told = ~torch.isnan(bulges)
    smoothed = bulges[told] * (1 - 2 * _SMOOTHING) + _SMOOTHING
    cross_entropy = nn.functional.binary_cross_entropy_with_logits
    loss = loss + cross_entropy(marks[told].float(), smoothed, weights[told], reduction="sum") / 20
    return torch.as_tensor(loss / TOWERS_PER_STEP)


def write_onnx(networks: TowerNetworks, picture: TowerPicture, output: Path) -> None:
    """Write networks as one ONNX file for OpenCV; any picture shows what their input looks like."""
    torch.onnx.export(
        networks.eval(),
        tensors(network_input(picture)),
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


def train_towers(course: Course, members: int, rate: float | None, kept: float) -> None:
    """Train so many networks on all photos and write their mean; `rate` is the learning rate at its highest.

    If they go on from others, these then count by `kept` in the mean of the weights before and after, so that less is
    forgotten of photos which are no longer there.
    """
    examples = examples_from(course.folders, partial(cut_located, cut=example_of), course.jobs)
    click.echo(f"{len(examples)} towers, {sum(len(e.types) for e in examples)} cubes", err=True)
    torch.manual_seed(course.seed)
    networks = TowerNetworks(members)
    if course.start:
        load_weights(networks, course.start)
    before = copy.deepcopy(networks)
    rate = rate or (LATER_RATE if course.start else FIRST_RATE)
    for number, member in enumerate(networks.members):
        fit(examples, member, rate, course.epochs, course.seed + number, course.jobs)
    if course.start:
        mean_weights(networks, before, kept)
    write_onnx(networks, examples[0].picture, course.output)
