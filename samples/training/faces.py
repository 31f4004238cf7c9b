"""Trains the face network: is a face of a cube here, and is its mark a bulge?"""

from dataclasses import dataclass, fields
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn

from rules.games.babel import COLUMNS, Cell
from vision.face_network import (
    FACE_PLANES,
    PATCH_PX,
    SHARE_IN_VIEW,
    SHARE_OUT_OF_VIEW,
    cut_colours,
    cut_patches,
    face_planes,
)
from vision.patches import view_vectors

from .layers import Shapes, load_weights
from .photos import TrainingPhoto, examples_from

#: Patches of absent faces kept for each photo beside those that are hard to tell: many are alike.
ABSENT_PER_PHOTO = 12
#: Standard deviation of the shifts (edges) that show misplaced cubes and pose errors.
MISPLACEMENT = 0.015
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
    shares : float32 array of shape (n,)
        Visible share of the face, 0 where there is none.
    bulges : float32 array of shape (n,)
        1 bulge, 0 hollow, NaN where no mark is in view.
    """

    patches: NDArray[np.uint8]
    colours: NDArray[np.uint8]
    views: NDArray[np.float32]
    shares: NDArray[np.float32]
    bulges: NDArray[np.float32]

    @classmethod
    def joined(cls, parts: list["Examples"]) -> "Examples":
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


def examples_of(photo: TrainingPhoto, generator: np.random.Generator) -> Examples:
    """All faces in view, some places where none is, and a mark for each face of which enough is in view."""
    present = np.flatnonzero(photo.shares > 0)
    absent = generator.permutation(np.flatnonzero(photo.shares == 0))
    is_hard = np.array([_is_in_column(photo.lines.sites[i].cell, photo) for i in absent], np.bool_)
    # How high a column stands is the question: one cube more has faces that are not there, one less hidden ones.
    kept = np.concatenate([present, absent[is_hard], absent[~is_hard][:ABSENT_PER_PHOTO]])
    sites = [photo.lines.sites[i] for i in kept]
    shares = photo.shares[kept]
    bulges = [
        site.face.name in photo.cubes[site.cell]["bulges"] if share >= LEAST_SHARE_FOR_MARK else np.nan
        for site, share in zip(sites, shares, strict=True)
    ]
    frame_gray = np.asarray(cv2.cvtColor(photo.frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    shifts = generator.normal(0.0, MISPLACEMENT, (len(sites), 3))
    return Examples(
        patches=cut_patches(frame_gray, sites, photo.pose, shifts),
        colours=cut_colours(photo.frame_bgr, sites, photo.pose, shifts),
        views=view_vectors(sites, photo.pose),
        shares=shares.astype(np.float32),
        bulges=np.array(bulges, np.float32),
    )


def _is_in_column(cell: Cell, photo: TrainingPhoto) -> bool:
    """Whether a cube stands here, or would stand on one or on the ground of the footprint."""
    x, y, z = cell
    return cell in photo.cubes or ((x, y) in COLUMNS and (z == 0 or (x, y, z - 1) in photo.cubes))


class FaceNetwork(nn.Module):
    """Log-odds that the face is there, and that its mark is a bulge.

    The reader uses only the first; the second is learned along, because who knows marks knows faces.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shapes = Shapes(FACE_PLANES, PATCH_PX, (16, 32, 32, 48, 48, 64), features=96, dropout=0.3)
        self.output = nn.Linear(96, 2)

    def forward(self, patches: torch.Tensor, views: torch.Tensor) -> torch.Tensor:
        return torch.as_tensor(self.output(self.shapes(patches, views)))


def varied(
    patches: NDArray[np.uint8], colours: NDArray[np.uint8], views: NDArray[np.float32], generator: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mirror, bend the tone curve, change the light's colour, blur and add noise: the network's input of such faces."""
    shapes, tinted, views = patches.astype(np.float32), colours.astype(np.float32), views.copy()
    mirrored = generator.random(len(shapes)) < 0.5
    shapes[mirrored] = shapes[mirrored][..., ::-1]
    tinted[mirrored] = tinted[mirrored][:, :, ::-1]
    views[mirrored, 0] *= -1
    tinted *= generator.normal(1.0, 0.12, (len(tinted), 1, 1, 3)).astype(np.float32)
    tinted += generator.exponential(2.5, (len(tinted), 1, 1, 1)) * generator.standard_normal(tinted.shape, np.float32)
    return face_planes(degraded(shapes, generator), np.clip(tinted, 0, 255)), views


def degraded(patches: NDArray[np.float32], generator: np.random.Generator) -> NDArray[np.float32]:
    """Other tone curves, uneven light, things before it, blur and noise.

    Patches and result have shape (n, PLANES, side, side), 0..255.
    """
    side = patches.shape[-1]
    gamma = generator.uniform(0.6, 1.6, (len(patches), 1, 1, 1)).astype(np.float32)
    out = 255 * (patches / 255) ** gamma
    out *= 1 + _ramps(len(out), side, generator)
    for i in np.flatnonzero(generator.random(len(out)) < 0.3):
        # Something stands before a part of it.
        top, left = generator.integers(0, side * 4 // 5, 2)
        height, width = generator.integers(side // 10, side * 2 // 5, 2)
        out[i, :, top : top + height, left : left + width] = generator.uniform(0, 255)
    for i in np.flatnonzero(generator.random(len(out)) < 0.25):
        blur(out[i], generator.uniform(0.4, 1.2))
    noise = generator.exponential(2.5, (len(out), 1, 1, 1)).astype(np.float32)
    out += noise * generator.standard_normal(out.shape, np.float32)
    return np.clip(out, 0, 255)


def blur(planes: NDArray[np.float32], sigma: float) -> None:
    """Blur planes of shape (n, side, side), in place; sigma in pixels."""
    for plane in planes:
        cv2.GaussianBlur(plane, (0, 0), sigma, dst=plane)


def _ramps(count: int, side: int, generator: np.random.Generator) -> NDArray[np.float32]:
    """Light that changes evenly across each patch, shape (count, 1, side, side), as a share of itself."""
    steps = np.linspace(-1, 1, side, dtype=np.float32)
    slopes = generator.normal(0, 0.15, (count, 2, 1, 1)).astype(np.float32)
    return np.clip(slopes[:, :1] * steps[:, None] + slopes[:, 1:] * steps, -0.6, 0.6)


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
        for start in track(range(0, len(order) - batch + 1, batch), f"epoch {epoch + 1} of {epochs}"):
            chosen = order[start : start + batch]
            inputs = varied(examples.patches[chosen], examples.colours[chosen], examples.views[chosen], generator)
            # Half precision is three times as fast on processors that have it, and as good here.
            with torch.autocast("cpu", torch.bfloat16):
                answers = network(*(torch.from_numpy(values) for values in inputs)).float()
            shares, bulges = torch.from_numpy(examples.shares[chosen]), torch.from_numpy(examples.bulges[chosen])
            marked = ~torch.isnan(bulges)
            # Whether a face counts as there is a matter of taste between the two shares: nothing is learned from it.
            clear = (shares <= SHARE_OUT_OF_VIEW) | (shares >= SHARE_IN_VIEW)
            weights = torch.where((shares > 0) & (shares < 0.95), PARTLY_HIDDEN_WEIGHT, 1.0)
            # Labels a little short of certain keep the log-odds honest on photos of other origin.
            loss = cross_entropy(answers[clear, 0], (shares[clear] >= SHARE_IN_VIEW) * 0.99 + 0.005, weights[clear])
            loss = loss + cross_entropy(answers[marked, 1], bulges[marked] * 0.99 + 0.005)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach()) * batch / len(order)
        click.echo(f"epoch {epoch + 1}: loss {total:.4f}", err=True)
    return network.eval()


def train_faces(
    folders: tuple[Path, ...], output: Path, epochs: int, copies: int, seed: int, start: Path | None
) -> None:
    """Train on all photos in `folders`, each cut `copies` times, and write the network as ONNX for OpenCV."""
    generator = np.random.default_rng(seed)
    parts = examples_from(
        folders, lambda photo: Examples.joined([examples_of(photo, generator) for _ in range(copies)])
    )
    examples = Examples.joined(parts)
    click.echo(f"{len(examples.patches)} patches, {np.nansum(examples.bulges):.0f} bulges", err=True)
    network = fit(examples, epochs, seed, start)
    torch.onnx.export(
        network,
        (torch.zeros(2, FACE_PLANES, PATCH_PX, PATCH_PX), torch.zeros(2, 3)),
        str(output),
        input_names=["patches", "views"],
        output_names=["log_odds"],
        dynamic_axes={name: {0: "n"} for name in ("patches", "views", "log_odds")},
        dynamo=False,
    )
