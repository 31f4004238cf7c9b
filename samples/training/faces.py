"""Trains the face networks: is a face of a cube here, and is its mark a bulge?"""

import copy
from functools import partial
from pathlib import Path
from zlib import crc32

import click
import numpy as np
import torch
from rich.progress import track
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from calibration.arrays import BoolArray, Float32Array
from vision.face_network import CLOSE_LOOK, FACE_PLANES, FIRST_LOOK, PLANES, SHARE_IN_VIEW, SHARE_OUT_OF_VIEW, Look

from .course import Course
from .face_examples import Draws, Examples, Lesson, examples_of, varied
from .layers import Shapes, descend, half_precision, load_weights, mean_weights, one_cycle, stored_weights, write_onnx
from .photos import TrainingPhoto, cut_located, examples_from, joined

#: Outputs of the convolutions, and features, of the network of each look; the second are those of the tower network,
#: whose weights it can begin with.
WIDTHS = {FIRST_LOOK: ((16, 32, 32, 64, 64, 96), 128), CLOSE_LOOK: ((32, 64, 64, 96, 96, 128), 192)}
#: Faces of which a part is hidden are few, and the only trace of some cubes: each counts as often as this.
PARTLY_HIDDEN_WEIGHT = 6.0
#: Of this share at least in view a face counts as whole.
WHOLE_SHARE = 0.95
#: The network is the running mean of the weights over about this many last steps.
AVERAGED_STEPS = 1000
#: Faces in each step.
BATCH = 128
#: Learning rates at their highest, from nothing and from a network that is there.
FIRST_RATE, LATER_RATE = 2e-3, 1.2e-3
# Labels are this much short of certain: it keeps the log-odds honest on photos of other origin.
_SMOOTHING = 0.005
# A mark counts half as much as whether the face is there.
_MARK_WEIGHT = 0.5


class FaceNetwork(nn.Module):
    """Log-odds that the face is there, and that its mark is a bulge.

    Of the first look the reader uses only the first; the second is learned along, because who knows marks knows faces.
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        widths, features = WIDTHS[look]
        self.shapes = Shapes(FACE_PLANES, look.side_px, widths, features, dropout=0.3)
        self.output = nn.Linear(features, 2)

    def forward(self, patches: torch.Tensor, views: torch.Tensor) -> torch.Tensor:
        return torch.as_tensor(self.output(self.shapes(patches, views)))


def load_shapes(network: FaceNetwork, path: Path) -> None:
    """Begin with what the tower network in an ONNX file knows of shapes and marks; colours are told it elsewhere."""
    stored = {name.removeprefix("members.0."): weights for name, weights in stored_weights(path).items()}
    own = network.state_dict()
    first = "shapes.convolutions.0.weight"
    planes = [*range(PLANES), FACE_PLANES - 1]
    kernels = torch.zeros_like(own[first])
    kernels[:, planes] = stored[first]
    own |= {name: stored[name] for name in own if name.startswith("shapes.")} | {first: kernels}
    own["output.weight"][1] = stored["mark_alone.weight"][0]
    network.load_state_dict(own)


def fit(examples: Examples, lesson: Lesson, network: FaceNetwork, rate: float, epochs: int, seed: int) -> nn.Module:
    """Fit a network; binary cross-entropy for both answers, the mark's only where a mark is in view."""
    generator = np.random.default_rng(seed)
    # A third faster on processors.
    network = copy.deepcopy(network).to(memory_format=torch.channels_last)
    averaged = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGED_STEPS))
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-2)
    steps = epochs * (len(examples.patches) // BATCH)
    schedule = one_cycle(optimiser, rate, steps, rising=0.1)
    draws = Draws(len(examples.patches), generator)
    network.train()
    for _ in track(range(steps), "learning", steps):
        chosen, counts = draws.draw(BATCH)
        free = examples.free_shares[chosen]
        # What is hidden almost as a whole is never asked about.
        is_told = (free >= SHARE_OUT_OF_VIEW) & (generator.random(BATCH) < lesson.told_share)
        is_open = np.where(is_told[:, None, None], examples.is_told_open[chosen], examples.is_open[chosen])
        patches, views = map(torch.from_numpy, varied(examples, chosen, is_open, lesson.look, generator))
        with half_precision(torch.device("cpu")):
            answers = network(patches.contiguous(memory_format=torch.channels_last), views).float()
        is_partial = (free >= SHARE_OUT_OF_VIEW) & (free < WHOLE_SHARE)
        there, marks = surprises(answers, examples.shares[chosen], examples.bulges[chosen], is_told)
        there = there * torch.from_numpy(np.where(is_partial, PARTLY_HIDDEN_WEIGHT, 1.0).astype(np.float32))
        draws.note(chosen, there.detach().numpy())
        loss = ((there + _MARK_WEIGHT * marks) * torch.from_numpy(counts)).mean()
        descend(network, loss, optimiser, schedule, longest=5.0)
        averaged.update_parameters(network)
    return averaged.module.eval()


def surprises(
    answers: torch.Tensor,
    shares: Float32Array,
    bulges: Float32Array,
    is_told: BoolArray,
) -> tuple[torch.Tensor, torch.Tensor]:
    """How much whether each face is there surprises, and its mark, in nats, shape (n,); 0 where nothing is learned."""
    cross_entropy = partial(nn.functional.binary_cross_entropy_with_logits, reduction="none")
    # Whether a face counts as there is a matter of taste between the two shares.
    least = np.where(is_told, SHARE_OUT_OF_VIEW, SHARE_IN_VIEW)
    is_clear = (shares == 0) | (~is_told & (shares <= SHARE_OUT_OF_VIEW)) | (shares >= least)
    there = cross_entropy(answers[:, 0], _nearly(shares >= least))
    marks = cross_entropy(answers[:, 1], _nearly(np.nan_to_num(bulges)))
    return there * torch.from_numpy(is_clear), marks * torch.from_numpy(~np.isnan(bulges))


def _nearly(is_true: BoolArray | Float32Array) -> torch.Tensor:
    return torch.from_numpy(is_true.astype(np.float32) * (1 - 2 * _SMOOTHING) + _SMOOTHING)


def _copies_of(photo: TrainingPhoto, lesson: Lesson, copies: int, seed: int) -> Examples:
    generator = np.random.default_rng([seed, crc32(photo.name.encode())])
    return joined([examples_of(photo, lesson, generator) for _ in range(copies)])


def train_faces(course: Course, lesson: Lesson, copies: int, kept: float, shapes: Path | None) -> None:
    """Train on all photos, each cut `copies` times, and write the network.

    If it goes on from another, this then counts by `kept` in the mean of the weights before and after, so that less is
    forgotten of photos which are no longer there. It begins with what the tower network in the file `shapes` knows of
    shapes, if one is given.
    """
    cut = partial(_copies_of, lesson=lesson, copies=copies, seed=course.seed)
    examples = joined(examples_from(course.folders, partial(cut_located, cut=cut), course.jobs))
    click.echo(f"{len(examples.patches)} patches, {np.nansum(examples.bulges):.0f} bulges", err=True)
    torch.manual_seed(course.seed)
    network = FaceNetwork(lesson.look)
    if course.start:
        load_weights(network, course.start)
    if shapes:
        load_shapes(network, shapes)
    rate = LATER_RATE if course.start or shapes else FIRST_RATE
    fitted = fit(examples, lesson, network, rate, course.epochs, course.seed)
    if course.start:
        mean_weights(fitted, network, kept)
    write_onnx(fitted, FACE_PLANES, lesson.look.side_px, "log_odds", course.output)
