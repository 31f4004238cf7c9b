"""Trains the face network: is a face of a cube here, and is its mark a bulge?"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from zlib import crc32

import click
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn

from calibration.colours import grey
from rules.games.babel import Cell
from vision.face_network import (
    FACE_PLANES,
    OPEN_SQUARES,
    PATCH_EDGES,
    PATCH_PX,
    SHARE_IN_VIEW,
    SHARE_OUT_OF_VIEW,
    cut_colours,
    cut_patches,
    face_planes,
)
from vision.games.babel.candidates import next_cells, tops
from vision.patches import open_squares, patch_frames, view_vectors

from .degrading import degraded
from .layers import Shapes, load_weights, write_onnx
from .photos import TrainingPhoto, cut_located, examples_from, joined

#: Patches of absent faces kept for each photo beside those that are hard to tell, and of those inside the tower.
ABSENT_PER_PHOTO = 6
#: Standard deviations (edges) of the shifts that show misplaced cubes, and of those of the whole tower: pose errors.
#: Some poses are much better than others.
MISPLACEMENT, POSE_ERROR, POSE_ERROR_SPREAD = 0.015, 0.02, 0.6
#: Share of the faces of which the network is told what stands before them.
TOLD_SHARE = 0.7
#: Share of the photos in which it is told so of a tower with one cube too few, and with one too many.
SHORT_SHARE, OVER_SHARE = 0.35, 0.15
#: Faces of which a part is hidden are few, and the only trace of some cubes: each counts as often as this.
PARTLY_HIDDEN_WEIGHT = 6.0
#: From this visible share on, a face's mark is learned.
LEAST_SHARE_FOR_MARK = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Patches and what is to be learned from them.

    Attributes
    ----------
    patches : uint8 array of shape (n, PLANES, PATCH_PX, PATCH_PX)
    colours : uint8 array of shape (n, PATCH_PX, PATCH_PX, 3)
    views : float32 array of shape (n, 3)
        Direction to the camera, right, up, outward (`patches.patch_frames`).
    is_open, is_told_open : bool arrays of shape (n, OPEN_SQUARES, OPEN_SQUARES)
        What is in the picture, and what of it is hidden by none of the cubes that the network is told of.
    shares, free_shares : float32 arrays of shape (n,)
        Visible share of the face, 0 where there is none, and the share that those cubes leave open.
    bulges : float32 array of shape (n,)
        1 bulge, 0 hollow, NaN where no mark is in view.
    """

    patches: NDArray[np.uint8]
    colours: NDArray[np.uint8]
    views: NDArray[np.float32]
    is_open: NDArray[np.bool_]
    is_told_open: NDArray[np.bool_]
    shares: NDArray[np.float32]
    free_shares: NDArray[np.float32]
    bulges: NDArray[np.float32]


def examples_of(photo: TrainingPhoto, generator: np.random.Generator) -> Examples:
    """All faces in view, some places where none is, and a mark for each face of which enough is in view."""
    told_cubes = _nearly_right(photo, generator)
    free_shares = photo.lines.visible_shares(told_cubes)
    rows = generator.permutation(np.flatnonzero(photo.lines.in_picture > 0))
    present, absent = rows[photo.shares[rows] > 0], rows[photo.shares[rows] == 0]
    # How high a column stands is the question: one cube more has faces that are not there, one less shows hidden ones.
    is_inside = np.array([photo.lines.sites[i].cell in photo.cubes for i in absent], np.bool_)
    free = next_cells(photo.cubes)
    is_hard = np.array([photo.lines.sites[i].cell in free for i in absent], np.bool_)
    is_hard |= is_inside & (free_shares[absent] > 0)
    others = absent[is_inside & ~is_hard], absent[~is_inside & ~is_hard]
    kept = np.concatenate([present, absent[is_hard], *(some[:ABSENT_PER_PHOTO] for some in others)])
    sites = [photo.lines.sites[i] for i in kept]
    shares = photo.shares[kept]
    bulges = [
        site.face.name in photo.cubes[site.cell]["bulges"] if share >= LEAST_SHARE_FOR_MARK else np.nan
        for site, share in zip(sites, shares, strict=True)
    ]
    frame_gray = grey(photo.frame_bgr)
    shifts = generator.normal(0.0, MISPLACEMENT, (len(sites), 3))
    pose_error = POSE_ERROR * np.exp(generator.normal(0.0, POSE_ERROR_SPREAD))
    shifts += patch_frames(sites, photo.pose)[:, 1:] @ generator.normal(0.0, pose_error, 3)
    return Examples(
        patches=cut_patches(frame_gray, sites, photo.pose, shifts),
        colours=cut_colours(photo.frame_bgr, sites, photo.pose, shifts),
        views=view_vectors(sites, photo.pose),
        is_open=open_squares(sites, (), photo.pose, OPEN_SQUARES, PATCH_EDGES),
        is_told_open=open_squares(sites, told_cubes, photo.pose, OPEN_SQUARES, PATCH_EDGES),
        shares=shares.astype(np.float32),
        free_shares=free_shares[kept].astype(np.float32),
        bulges=np.array(bulges, np.float32),
    )


def _nearly_right(photo: TrainingPhoto, generator: np.random.Generator) -> list[Cell]:
    """The tower as the reader may have found it at first: often a cube short, or with one too many."""
    cubes = set(photo.cubes)
    chance = generator.random()
    if chance < SHORT_SHARE:
        last = sorted(tops(cubes))
        cubes.remove(last[generator.integers(len(last))])
    elif chance < SHORT_SHARE + OVER_SHARE:
        free = sorted(next_cells(cubes))
        cubes.add(free[generator.integers(len(free))])
    return sorted(cubes)


class FaceNetwork(nn.Module):
    """Log-odds that the face is there, and that its mark is a bulge.

    The reader uses only the first; the second is learned along, because who knows marks knows faces.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shapes = Shapes(FACE_PLANES, PATCH_PX, (16, 32, 32, 64, 64, 96), features=128, dropout=0.3)
        self.output = nn.Linear(128, 2)

    def forward(self, patches: torch.Tensor, views: torch.Tensor) -> torch.Tensor:
        return torch.as_tensor(self.output(self.shapes(patches, views)))


def varied(
    patches: NDArray[np.uint8],
    colours: NDArray[np.uint8],
    views: NDArray[np.float32],
    is_open: NDArray[np.bool_],
    generator: np.random.Generator,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mirror, bend the tone curve, change the light's colour, blur and add noise: the network's input of such faces."""
    shapes, tinted, views = patches.astype(np.float32), colours.astype(np.float32), views.copy()
    mirrored = generator.random(len(shapes)) < 0.5
    shapes[mirrored] = shapes[mirrored][..., ::-1]
    tinted[mirrored] = tinted[mirrored][:, :, ::-1]
    views[mirrored, 0] *= -1
    is_open = np.where(mirrored[:, None, None], is_open[..., ::-1], is_open)
    tinted *= generator.normal(1.0, 0.12, (len(tinted), 1, 1, 3)).astype(np.float32)
    tinted += generator.exponential(2.5, (len(tinted), 1, 1, 1)) * generator.standard_normal(tinted.shape, np.float32)
    return face_planes(degraded(shapes, generator), np.clip(tinted, 0, 255), is_open), views


def fit(examples: Examples, epochs: int, seed: int, start: Path | None) -> FaceNetwork:
    """Fit the network; binary cross-entropy for both answers, the mark's only where a mark is in view."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    network = FaceNetwork()
    if start:
        load_weights(network, start)
    batch = 128
    rate = 1e-3 if start else 2e-3
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-2)
    steps = epochs * (len(examples.patches) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.1)
    cross_entropy = nn.functional.binary_cross_entropy_with_logits
    network.train()
    for epoch in range(epochs):
        order = generator.permutation(len(examples.patches))
        total = 0.0
        for first in track(range(0, len(order) - batch + 1, batch), f"epoch {epoch + 1} of {epochs}"):
            chosen = order[first : first + batch]
            free = examples.free_shares[chosen]
            # What is hidden almost as a whole is never asked about.
            told = (free >= SHARE_OUT_OF_VIEW) & (generator.random(batch) < TOLD_SHARE)
            is_open = np.where(told[:, None, None], examples.is_told_open[chosen], examples.is_open[chosen])
            inputs = varied(
                examples.patches[chosen], examples.colours[chosen], examples.views[chosen], is_open, generator
            )
            # Half precision is three times as fast on processors that have it, and as good here.
            with torch.autocast("cpu", torch.bfloat16):
                answers = network(*(torch.from_numpy(values) for values in inputs)).float()
            shares, bulges = torch.from_numpy(examples.shares[chosen]), torch.from_numpy(examples.bulges[chosen])
            marked = ~torch.isnan(bulges)
            is_told = torch.from_numpy(told)
            least = torch.where(is_told, SHARE_OUT_OF_VIEW, SHARE_IN_VIEW)
            # Whether a face counts as there is a matter of taste between the two shares: nothing is learned from it.
            clear = (shares == 0) | (~is_told & (shares <= SHARE_OUT_OF_VIEW)) | (shares >= least)
            is_partial = torch.from_numpy((free >= SHARE_OUT_OF_VIEW) & (free < 0.95))
            weights = torch.where(is_partial, PARTLY_HIDDEN_WEIGHT, 1.0)
            # Labels a little short of certain keep the log-odds honest on photos of other origin.
            loss = cross_entropy(answers[clear, 0], (shares >= least)[clear] * 0.99 + 0.005, weights[clear])
            loss = loss + cross_entropy(answers[marked, 1], bulges[marked] * 0.99 + 0.005)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach()) * batch / len(order)
        click.echo(f"epoch {epoch + 1}: loss {total:.4f}", err=True)
    network.eval()
    return network


def _copies_of(photo: TrainingPhoto, copies: int, seed: int) -> Examples:
    generator = np.random.default_rng([seed, crc32(photo.name.encode())])
    return joined([examples_of(photo, generator) for _ in range(copies)])


def train_faces(
    folders: tuple[Path, ...], output: Path, epochs: int, copies: int, seed: int, jobs: int, start: Path | None
) -> None:
    """Train on all photos in `folders`, each cut `copies` times, and write the network as ONNX for OpenCV."""
    examples = joined(
        examples_from(folders, partial(cut_located, cut=partial(_copies_of, copies=copies, seed=seed)), jobs)
    )
    click.echo(f"{len(examples.patches)} patches, {np.nansum(examples.bulges):.0f} bulges", err=True)
    network = fit(examples, epochs, seed, start)
    write_onnx(network, FACE_PLANES, PATCH_PX, "log_odds", output)
