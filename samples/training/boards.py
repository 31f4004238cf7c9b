"""Trains the board network: which cube lies on each square, and which sign shows there."""

import click
import numpy as np
import torch
from rich.progress import track
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, Dataset

from vision.games.zero12.board_network import ANSWERS, PLANES, SIDE_PX
from vision.games.zero12.evidence import KINDS

from .board_examples import BoardExample, board_example, varied_board
from .course import Course
from .layers import convolutions, descend, half_precision, load_weights, one_cycle
from .photos import examples_from

#: Boards in each step.
BOARDS_PER_STEP = 8
RATE, AVERAGED_STEPS = 2e-3, 100
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


class BoardSteps(Dataset[tuple[torch.Tensor, ...]]):
    """What is learned from in each step: some boards, each varied anew; the same for the same seed."""

    def __init__(self, examples: list[BoardExample], epochs: int, seed: int) -> None:
        self._examples, self._epochs, self._seed = examples, epochs, seed
        self._steps = max(1, len(examples) // BOARDS_PER_STEP)

    def __len__(self) -> int:
        return self._epochs * self._steps

    def __getitem__(self, step: int) -> tuple[torch.Tensor, ...]:
        epoch, first = divmod(step, self._steps)
        order = np.random.default_rng([self._seed, epoch]).permutation(len(self._examples))
        generator = np.random.default_rng([self._seed, epoch, first])
        chosen = order[first * BOARDS_PER_STEP :][:BOARDS_PER_STEP]
        seen = [varied_board(self._examples[number], generator) for number in chosen]
        stacked = (np.stack(parts) for parts in zip(*((one.planes, one.kinds, one.signs) for one in seen), strict=True))
        return tuple(torch.from_numpy(np.ascontiguousarray(part)) for part in stacked)


def train_boards(course: Course) -> None:
    """Train the network on all photos of boards and write it."""
    examples = examples_from(course.folders, board_example, course.jobs)
    click.echo(f"{len(examples)} boards", err=True)
    torch.manual_seed(course.seed)
    network = BoardNetwork()
    if course.start:
        load_weights(network, course.start)
    steps = BoardSteps(examples, course.epochs, course.seed)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-2)
    schedule = one_cycle(optimiser, RATE, len(steps) + 1, rising=0.1)
    averaged = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGED_STEPS))
    total = 0.0
    for step, (planes, kinds, signs) in enumerate(track(DataLoader(steps, batch_size=None), "training"), start=1):
        with half_precision(torch.device("cpu")):
            answers = network(planes)
        loss = _loss(answers.float(), kinds, signs)
        descend(network, loss, optimiser, schedule, longest=1.0)
        averaged.update_parameters(network)
        total += float(loss.detach())
        if step % max(1, len(steps) // 10) == 0:
            click.echo(f"step {step} of {len(steps)}: loss {total / max(1, len(steps) // 10):.4f}", err=True)
            total = 0.0
    torch.onnx.export(
        averaged.module.eval(),
        (torch.zeros(1, PLANES, SIDE_PX, SIDE_PX),),
        str(course.output),
        input_names=["planes"],
        output_names=["answers"],
        dynamo=False,
    )


def _loss(answers: torch.Tensor, kinds: torch.Tensor, signs: torch.Tensor) -> torch.Tensor:
    """Cross-entropy over squares, and over the signs on those without a cube."""
    counts = kinds.sum(dim=1, keepdim=True)
    smoothed = kinds * (1 - _SMOOTHING) + counts * _SMOOTHING / KINDS
    of_kinds = -(smoothed * torch.log_softmax(answers[:, :KINDS], dim=1)).sum() / counts.sum()
    of_signs = nn.functional.cross_entropy(answers[:, KINDS:], signs, ignore_index=-1)
    return torch.as_tensor(of_kinds + _SIGNS_COUNT * of_signs)
