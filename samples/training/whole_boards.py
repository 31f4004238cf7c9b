"""Trains the networks that are asked of a whole board or building at once. Called by `boards` and `buildings`."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import click
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, Dataset

from .course import Course
from .layers import descend, half_precision, load_weights, one_cycle

RATE, AVERAGED_STEPS = 2e-3, 100
#: How often the loss is told.
_TOLD = 20

ExampleT = TypeVar("ExampleT")
Parts = tuple[NDArray[Any], ...]
"""What is learned of one example: the network's input, and the answers."""


class VariedSteps(Dataset[tuple[torch.Tensor, ...]], Generic[ExampleT]):
    """What is learned from in each step: some examples, each varied anew; the same for the same seed.

    Parameters
    ----------
    examples : sequence
    vary : callable
        From an example and a generator to its parts.
    per_step : int
        Examples in each step.
    course : Course
        Of which the epochs and the seed matter here.
    """

    def __init__(
        self,
        examples: Sequence[ExampleT],
        vary: Callable[[ExampleT, np.random.Generator], Parts],
        per_step: int,
        course: Course,
    ) -> None:
        self._examples, self._vary, self._per_step = examples, vary, per_step
        self._epochs, self._seed = course.epochs, course.seed
        self._steps = max(1, len(examples) // per_step)

    def __len__(self) -> int:
        return self._epochs * self._steps

    def __getitem__(self, step: int) -> tuple[torch.Tensor, ...]:
        epoch, first = divmod(step, self._steps)
        order = np.random.default_rng([self._seed, epoch]).permutation(len(self._examples))
        generator = np.random.default_rng([self._seed, epoch, first])
        chosen = order[first * self._per_step :][: self._per_step]
        seen = [self._vary(self._examples[number], generator) for number in chosen]
        return tuple(torch.from_numpy(np.stack(parts)) for parts in zip(*seen, strict=True))


def train_whole(
    make_network: Callable[[], nn.Module],
    steps: VariedSteps[Any],
    loss_of: Callable[..., torch.Tensor],
    course: Course,
    shown: torch.Tensor,
) -> None:
    """Train a network, and write the mean of its last weights.

    Parameters
    ----------
    make_network : callable
    steps : VariedSteps
    loss_of : callable
        From the network's answers and the other parts of a step to the loss.
    course : Course
    shown : Tensor
        Input of the shape that the written network takes.
    """
    torch.manual_seed(course.seed)
    network = make_network()
    if course.start:
        load_weights(network, course.start)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-2)
    schedule = one_cycle(optimiser, RATE, len(steps) + 1, rising=0.1)
    averaged = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGED_STEPS))
    total, told = 0.0, max(1, len(steps) // _TOLD)
    for step, (planes, *answers) in enumerate(track(DataLoader(steps, batch_size=None), "training"), start=1):
        with half_precision(torch.device("cpu")):
            said = network(planes)
        loss = loss_of(said.float(), *answers)
        descend(network, loss, optimiser, schedule, longest=1.0)
        averaged.update_parameters(network)
        total += float(loss.detach())
        if step % told == 0:
            click.echo(f"step {step} of {len(steps)}: loss {total / told:.4f}", err=True)
            total = 0.0
    torch.onnx.export(
        averaged.module.eval(),
        (shown,),
        str(course.output),
        input_names=["planes"],
        output_names=["answers"],
        dynamo=False,
    )
