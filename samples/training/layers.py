"""Layers that the networks are made of."""

from collections.abc import Sequence
from pathlib import Path

import click
import onnx
import torch
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR


def convolutions(planes: int, widths_and_strides: Sequence[tuple[int, int]]) -> nn.Sequential:
    """Convolutions of 3 x 3 with these numbers of outputs and strides, each followed by a rectifier."""
    layers: list[nn.Module] = []
    for outputs, stride in widths_and_strides:
        convolution = nn.Conv2d(planes, outputs, 3, stride, 1)
        nn.init.kaiming_normal_(convolution.weight, nonlinearity="relu")
        layers += [convolution, nn.ReLU(inplace=True)]
        planes = outputs
    return nn.Sequential(*layers)


def neighbours(width: int, mixed: int, reach: int) -> nn.Sequential:
    """Two convolutions along planes, over an odd number of neighbours each: (n, width, planes, m) in, (n, mixed,
    planes, m) out."""
    layers: list[nn.Module] = []
    for inputs in (width, mixed):
        layers += [nn.Conv2d(inputs, mixed, (reach, 1), padding=(reach // 2, 0)), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers)


class Shapes(nn.Module):
    """From a face's patch to what its shape is.

    Patches (n, planes, side_px, side_px) and view directions (n, 3) in; (n, features) out. `widths` are the outputs of
    six convolutions, every other of which halves the patch.
    """

    def __init__(self, planes: int, side_px: int, widths: Sequence[int], features: int, dropout: float) -> None:
        super().__init__()
        self.convolutions = convolutions(planes, list(zip(widths, (1, 2, 1, 2, 1, 2), strict=True)))
        self.dropout = nn.Dropout(dropout)
        self.joint = nn.Sequential(nn.Linear(widths[-1] * (side_px // 8) ** 2 + 3, features), nn.ReLU(inplace=True))

    def forward(self, patches: torch.Tensor, views: torch.Tensor) -> torch.Tensor:
        features = self.dropout(self.convolutions(patches).flatten(1))
        return torch.as_tensor(self.joint(torch.cat([features, views], dim=1)))


def stored_weights(path: Path) -> dict[str, torch.Tensor]:
    """The weights in an ONNX file, by their names."""
    return {
        tensor.name: torch.from_numpy(onnx.numpy_helper.to_array(tensor).copy())
        for tensor in onnx.load(str(path)).graph.initializer
    }


def load_weights(network: nn.Module, path: Path) -> None:
    """Put the weights of an ONNX file that was exported from a network of the same class into `network`."""
    stored = stored_weights(path)
    network.load_state_dict({name: stored[name] for name in network.state_dict()})


def mean_weights(network: nn.Module, other: nn.Module, share: float) -> None:
    """Make each weight of a network the mean of its own and of that of `other`, which counts by `share`, 0 to 1."""
    with torch.no_grad():
        for own, others in zip(network.parameters(), other.parameters(), strict=True):
            own.lerp_(others, share)


def half_precision(device: torch.device) -> torch.autocast:
    """Computes in half precision where that pays: on graphics cards, and on processors with instructions for tiles.

    On those it is three times as fast, and as good here; on others learning took six times as long by it.
    """
    is_fast = device.type == "cuda" or torch.cpu.get_capabilities().get("amx_tile", False)
    return torch.autocast(device.type, torch.bfloat16, enabled=is_fast)


def one_cycle(optimiser: torch.optim.Optimizer, rate: float, steps: int, rising: float) -> OneCycleLR:
    """Learning rates for so many steps: up to `rate` in this share of them, then down (Smith and Topin 2018).

    Raises
    ------
    click.ClickException
        There are too few steps to rise and fall.
    """
    if steps * rising <= 1:
        raise click.ClickException(
            f"these photos make {steps} steps of learning, and more than {1 / rising:.0f} are needed: render more of "
            "them, or learn for more epochs"
        )
    return OneCycleLR(optimiser, rate, total_steps=steps, pct_start=rising)


def descend(
    network: nn.Module, loss: torch.Tensor, optimiser: torch.optim.Optimizer, schedule: OneCycleLR, longest: float
) -> None:
    """One step of learning; a gradient longer than `longest` is made that long, or a patch of nothing but noise would
    throw the weights far off."""
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), longest)
    optimiser.step()
    schedule.step()


def write_onnx(network: nn.Module, planes: int, side_px: int, answers: str, output: Path) -> None:
    """Write a network whose input is that of `Shapes` as ONNX for OpenCV; `answers` is its output's name."""
    torch.onnx.export(
        network,
        (torch.zeros(2, planes, side_px, side_px), torch.zeros(2, 3)),
        str(output),
        input_names=["patches", "views"],
        output_names=[answers],
        dynamic_axes={name: {0: "n"} for name in ("patches", "views", answers)},
        dynamo=False,
    )
