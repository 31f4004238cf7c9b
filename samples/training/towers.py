"""Trains the tower network: types by colour and marks by shape, all faces of a tower together."""

import copy
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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

from calibration.colours import mat_white
from calibration.paints import UNKNOWN_PAINTS, Paints, estimate_paints
from rules.games.babel import TYPES, Face
from vision.faces import FACE_PLACES
from vision.tower_network import UNSEEN, network_input
from vision.tower_picture import LEAST_SHARE, TowerPicture, mirrored, tower_picture, without_paper

from .faces import blur, degraded
from .layers import load_weights
from .photos import TrainingPhoto, cut_located, examples_from
from .tower_network import HEADS, TowerNetwork, TowerNetworks

#: Towers in each step.
TOWERS_PER_STEP = 64
#: Upper faces are few, each seen in its own way by every camera, and flat: their marks count this much more.
UPPER_WEIGHT = 1.5
#: The network is the running mean of the weights over about this many last steps: it errs less than the last alone.
AVERAGED_STEPS = 1000
#: Learning rates at their highest, from nothing and from a network that is there, which at 1e-3 forgot earlier photos.
FIRST_RATE, LATER_RATE = 2e-3, 3e-4
# Labels are this much short of certain: it keeps the log-odds honest on photos of other origin.
_SMOOTHING = 0.0002


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One tower: its picture, the type of each cube, shape (cubes,), and of each face whether it is a bulge, (n,).

    Marks on the sides of legal towers are NaN: there the network would learn what is usual instead of what is there.
    `is_free` says that the marks have nothing to do with the types.
    """

    tower: str
    picture: TowerPicture
    types: NDArray[np.int64]
    bulges: NDArray[np.float32]
    is_free: bool


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
    on_side = np.array([site.face is not Face.U for site in sites])
    return Example(
        photo.tower,
        picture,
        np.array([photo.cubes[cell]["type"] for cell in cells], np.int64),
        np.where(on_side & photo.is_legal & (not photo.is_free), np.float32(np.nan), bulges),
        photo.is_free,
    )


def varied(example: Example, others: Sequence[Example], generator: np.random.Generator) -> tuple[Example, Paints]:
    """Another tone curve, more or less colour, other light on the whole and on each side, other paints, blur and noise.

    Some cubes and faces are left out, half of the towers are seen in a mirror, and some without the mat. For half of
    those with `others`, views of the same tower, the paints are learned from these as in a calibration.

    The paints vary more than the renderer's: a white may be as neutral as a grey, and a grey as warm as a white. So do
    the shadows in hollows: a white hollow lights itself more than a grey one does, but only in the same room.
    """
    picture = example.picture
    kept_cubes = np.ones(len(example.types), bool)
    if generator.random() < 0.45:
        # Towers of few cubes, which have little to be compared with, are read worst.
        kept_cubes = generator.random(len(kept_cubes)) < np.exp(generator.uniform(np.log(0.1), 0.0))
    kept = kept_cubes[picture.cubes] & (generator.random(len(picture.cubes)) > 0.08)
    if not kept.any():
        kept[:] = True
    # Most lamps and sets are usual ones, some are not.
    light_spread, paint_spread = np.exp(generator.normal(0.0, 0.4, 2))
    shift = light_spread * generator.normal(0.0, [0.12, 0.04, 0.05], 3)
    shift = shift + light_spread * generator.normal(0.0, [0.10, 0.05, 0.06], (6, 3))[picture.sides]
    paint_shift = paint_spread * generator.normal(0.0, [0.13, 0.06, 0.09], (len(TYPES), 3))
    shift = shift + paint_shift[example.types[picture.cubes]]
    shift = shift + generator.normal(0.0, [0.03, 0.01, 0.015], (len(example.types), 3))[picture.cubes]
    contrast = np.float32(generator.uniform(0.8, 1.25))
    saturation = np.exp(generator.normal(0.0, 0.2))
    gain = np.array([contrast, contrast * saturation, contrast * saturation], np.float32)
    depths = _shadow_depths(generator)[example.types[picture.cubes]]
    axes = gain * with_shadows(picture, depths) + shift[:, None, None].astype(np.float32)
    axes = shaken(axes, generator)
    if generator.random() < 0.3:
        sigma = generator.uniform(0.4, 1.5)
        axes = np.stack([cv2.GaussianBlur(face, (0, 0), sigma) for face in axes])
    axes += np.float32(generator.exponential(0.03)) * generator.standard_normal(axes.shape, np.float32)
    numbers, cubes = np.unique(picture.cubes[kept], return_inverse=True)
    chosen = TowerPicture(
        axes=axes[kept],
        patches=photographed(shaken(picture.patches[kept][..., None], generator)[..., 0], depths[kept], generator),
        is_open=picture.is_open[kept],
        views=picture.views[kept],
        shares=picture.shares[kept],
        sides=picture.sides[kept],
        levels=picture.levels[kept],
        cubes=cubes,
        paper=contrast * picture.paper,
    )
    if generator.random() < 0.5:
        chosen = mirrored(chosen)
    if generator.random() < 0.25:
        chosen = without_paper(chosen)
    paints = _paints_of(others, gain, paint_shift) if others and generator.random() < 0.5 else UNKNOWN_PAINTS
    return replace(example, picture=chosen, types=example.types[numbers], bulges=example.bulges[kept]), paints


def _shadow_depths(generator: np.random.Generator) -> NDArray[np.float64]:
    """How many times as deep as rendered the shadows of each type become; in half of the towers as they are."""
    if generator.random() < 0.5:
        return np.ones(len(TYPES))
    return np.asarray(np.exp(generator.normal(0.0, 0.2) + generator.normal(0.0, 0.35, len(TYPES))), np.float64)


def with_shadows(picture: TowerPicture, depths: NDArray[np.float64]) -> NDArray[np.float32]:
    """`TowerPicture.axes` with what is darker than a face's rim so many times as far below it; `depths` (n,)."""
    rims = picture.rims[:, None, None]
    off_rim = picture.axes - rims
    scale = np.where(off_rim[..., :1] < 0, depths[:, None, None, None], 1.0)
    return np.asarray(rims + scale * off_rim, np.float32)


def photographed(
    patches: NDArray[Any], depths: NDArray[np.float64], generator: np.random.Generator
) -> NDArray[np.float32]:
    """Patches (n, PLANES, side, side), 0..255, as another camera shows them: one tone curve, blur and noise for all.

    The curve of each face is a little steeper if its shadows are deep, `depths` (n,) as in `with_shadows`.

    In two of five towers each face is degraded for itself instead, so that no single cue is relied on.
    """
    values = patches.astype(np.float32)
    if generator.random() < 0.4:
        return degraded(values, generator)
    gamma = generator.uniform(0.6, 1.6) * np.exp(generator.normal(0, 0.06, (len(values), 1, 1, 1)))
    gamma = gamma * np.sqrt(depths)[:, None, None, None]
    values = np.asarray(255 * (values / 255) ** gamma.astype(np.float32), np.float32)
    if generator.random() < 0.3:
        blur(values.reshape(-1, *values.shape[2:]), generator.uniform(0.4, 1.4))
    values += np.float32(generator.exponential(2.5)) * generator.standard_normal(values.shape, np.float32)
    return np.asarray(np.clip(values, 0, 255), np.float32)


def _paints_of(others: Sequence[Example], gain: NDArray[np.float32], paint_shift: NDArray[np.float64]) -> Paints:
    """What a calibration with these pictures would learn of paints that are shifted like this."""
    types = np.concatenate([other.types[other.picture.cubes] for other in others])
    rims = np.concatenate([other.picture.rims for other in others])
    lights = np.concatenate([len(Face) * i + other.picture.sides for i, other in enumerate(others)])
    return estimate_paints(gain * rims + paint_shift[types], types, lights)


def mark_weights(example: Example) -> NDArray[np.float32]:
    """How much each face's mark counts, shape (n,): within each type, bulges as much as hollows.

    Otherwise the network learns that blue cubes have bulges and white ones hardly any, and looks no further.
    """
    bulges = np.array([kind.bulge_count for kind in TYPES])[example.types[example.picture.cubes]]
    share = np.where(example.bulges == 1, bulges, len(Face) - bulges) / len(Face)
    if example.is_free:
        share = np.full_like(share, 0.5)
    upper = np.where(example.picture.sides == FACE_PLACES[Face.U], UPPER_WEIGHT, 1.0)
    return (upper * 0.5 / np.maximum(share, 1 / len(Face))).astype(np.float32)


def shaken(patches: NDArray[Any], generator: np.random.Generator) -> NDArray[Any]:
    """Patches (n, ..., height, width, channels), each moved by a pixel or none both ways, as misplaced cubes are."""
    moves = generator.integers(-1, 2, (len(patches), 2))
    return np.stack([np.roll(patch, move, axis=(-3, -2)) for patch, move in zip(patches, moves, strict=True)])


def tensors(inputs: Mapping[str, NDArray[Any]]) -> tuple[torch.Tensor, ...]:
    """A network's input in the order of its arguments."""
    return tuple(torch.from_numpy(np.ascontiguousarray(values)) for values in inputs.values())


def side_by_side(inputs: Sequence[Mapping[str, NDArray[np.float32]]]) -> dict[str, NDArray[np.float32]]:
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
        self._views_of: dict[str, list[Example]] = defaultdict(list)
        for example in examples:
            self._views_of[example.tower].append(example)

    def __len__(self) -> int:
        return self._epochs * self._steps

    def __getitem__(self, step: int) -> tuple[torch.Tensor, ...]:
        epoch, first = divmod(step, self._steps)
        order = np.random.default_rng([self._seed, epoch]).permutation(len(self._examples))
        chosen = [self._examples[i] for i in order[first * TOWERS_PER_STEP :][:TOWERS_PER_STEP]]
        generator = np.random.default_rng([self._seed, epoch, first])
        pairs = [
            varied(one, [other for other in self._views_of[one.tower] if other is not one], generator) for one in chosen
        ]
        inputs = side_by_side([network_input(example.picture, paints) for example, paints in pairs])
        answers = {
            "types": np.concatenate([example.types for example, _ in pairs]),
            "bulges": np.concatenate([example.bulges for example, _ in pairs]),
            "weights": np.concatenate([mark_weights(example) for example, _ in pairs]),
        }
        return tensors(inputs | answers)


def fit(
    examples: Sequence[Example], network: TowerNetwork, rate: float, epochs: int, seed: int, processes: int
) -> None:
    """Fit one network by cross-entropy over cubes and over faces, on a graphics card if there is one.

    So many processes make the steps ready.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(seed)
    # Channels last is a quarter faster with these small convolutions.
    trained = copy.deepcopy(network).to(device, memory_format=torch.channels_last).train()
    averaged = AveragedModel(trained, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGED_STEPS))
    steps = Steps(examples, epochs, seed)
    optimiser = torch.optim.AdamW(trained.parameters(), lr=rate, weight_decay=2e-2, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=len(steps) + 1, pct_start=0.08)
    loader = DataLoader(
        steps, batch_size=None, num_workers=processes, pin_memory=device.type == "cuda", worker_init_fn=_one_thread
    )
    total = torch.zeros((), device=device)
    for step, parts in enumerate(track(loader, "training", len(steps)), start=1):
        *inputs, types, bulges, weights = (part.to(device, non_blocking=True) for part in parts)
        # Half precision is three times as fast on processors that have it, and as good here.
        with torch.autocast(device.type, torch.bfloat16):
            log_odds_of_types, log_odds_of_bulges = trained(*inputs)
        loss = _loss(log_odds_of_types, log_odds_of_bulges, types, bulges, weights)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained.parameters(), 1.0)
        optimiser.step()
        schedule.step()
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


def mean_weights(network: nn.Module, other: nn.Module, share: float) -> None:
    """Make each weight of a network the mean of its own and of that of `other`, which counts by `share`, 0 to 1."""
    with torch.no_grad():
        for own, others in zip(network.parameters(), other.parameters(), strict=True):
            own.lerp_(others, share)


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


def train_towers(
    folders: tuple[Path, ...],
    output: Path,
    epochs: int,
    seed: int,
    members: int,
    processes: int,
    start: Path | None,
    rate: float | None,
    kept: float,
) -> None:
    """Train networks on all photos in `folders` and write their mean as ONNX for OpenCV.

    They go on from those in the file `start`, if one is given; these then count by `kept` in the mean of the weights
    before and after, so that less is forgotten of photos which are no longer there.
    """
    examples = examples_from(folders, partial(cut_located, cut=example_of), processes)
    click.echo(f"{len(examples)} towers, {sum(len(e.types) for e in examples)} cubes", err=True)
    torch.manual_seed(seed)
    networks = TowerNetworks(members)
    if start:
        load_weights(networks, start)
    before = copy.deepcopy(networks)
    for number, member in enumerate(networks.members):
        fit(examples, member, rate or (LATER_RATE if start else FIRST_RATE), epochs, seed + number, processes)
    if start:
        mean_weights(networks, before, kept)
    write_onnx(networks, examples[0].picture, output)
