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

from rules.games.babel import COLUMNS, Cell, Face
from vision.face_network import PATCH_PX, PLANES, SHARE_IN_VIEW, SHARE_OUT_OF_VIEW, cut_patches, normalised
from vision.patches import view_vectors

from .layers import Shapes, load_weights
from .photos import TrainingPhoto, examples_from

#: Patches of absent faces kept for each photo beside those on top of the tower: many are alike.
ABSENT_PER_PHOTO = 24
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
    views : float32 array of shape (n, 3)
        Direction to the camera in the face's right, up, outward.
    shares : float32 array of shape (n,)
        Visible share of the face, 0 where there is none.
    bulges : float32 array of shape (n,)
        1 bulge, 0 hollow, NaN where no mark is in view.
    tops : bool array of shape (n,)
        Whether the face is an upper one.
    """

    patches: NDArray[np.uint8]
    views: NDArray[np.float32]
    shares: NDArray[np.float32]
    bulges: NDArray[np.float32]
    tops: NDArray[np.bool_]

    @classmethod
    def joined(cls, parts: list["Examples"]) -> "Examples":
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


def examples_of(photo: TrainingPhoto, generator: np.random.Generator) -> Examples:
    """All faces in view, some places where none is, and a mark for each face of which enough is in view."""
    present = np.flatnonzero(photo.shares > 0)
    absent = generator.permutation(np.flatnonzero(photo.shares == 0))
    on_top = np.array([_stands_on_tower(photo.lines.sites[i].cell, photo) for i in absent], np.bool_)
    # Whether one more cube stands on the tower is the question that is hard.
    kept = np.concatenate([present, absent[on_top], absent[~on_top][:ABSENT_PER_PHOTO]])
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
        views=view_vectors(sites, photo.pose),
        shares=shares.astype(np.float32),
        bulges=np.array(bulges, np.float32),
        tops=np.array([site.face is Face.U for site in sites]),
    )


def _stands_on_tower(cell: Cell, photo: TrainingPhoto) -> bool:
    """Whether a cube here would stand on the ground of the footprint or on another, and there is none."""
    x, y, z = cell
    return cell not in photo.cubes and (x, y) in COLUMNS and (z == 0 or (x, y, z - 1) in photo.cubes)


class FaceNetwork(nn.Module):
    """Log-odds that the face is there, and that its mark is a bulge.

    The reader uses only the first; the second is learned along, because who knows marks knows faces.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shapes = Shapes(PLANES, PATCH_PX, (16, 32, 32, 48, 48, 64), features=96, dropout=0.4)
        self.output = nn.Linear(96, 2)

    def forward(self, patches: torch.Tensor, views: torch.Tensor) -> torch.Tensor:
        return torch.as_tensor(self.output(self.shapes(patches, views)))


def varied(
    patches: NDArray[np.uint8], views: NDArray[np.float32], tops: NDArray[np.bool_], generator: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mirror, turn upper faces, bend the tone curve, blur and add noise; then normalise."""
    out, views = patches.astype(np.float32), views.copy()
    mirrored = generator.random(len(out)) < 0.5
    out[mirrored] = out[mirrored][..., ::-1]
    views[mirrored, 0] *= -1
    turns = np.where(tops, generator.integers(0, 4, len(out)), 0)
    for count in (1, 2, 3):
        turned = turns == count
        # The plane that faces the camera stays as it is when the face turns.
        out[turned, :-1] = np.rot90(out[turned, :-1], count, axes=(2, 3))
        for _ in range(count):
            # A quarter turn against the clock: what was right is up, what was up is left.
            views[turned, :2] = np.stack([-views[turned, 1], views[turned, 0]], axis=-1)
    return normalised(degraded(out, generator)), views


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
        sigma = generator.uniform(0.4, 1.2)
        for plane in out[i]:
            cv2.GaussianBlur(plane, (0, 0), sigma, dst=plane)
    noise = generator.exponential(2.5, (len(out), 1, 1, 1)).astype(np.float32)
    out += noise * generator.standard_normal(out.shape, np.float32)
    return np.clip(out, 0, 255)


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
            inputs = varied(examples.patches[chosen], examples.views[chosen], examples.tops[chosen], generator)
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
        (torch.zeros(2, PLANES, PATCH_PX, PATCH_PX), torch.zeros(2, 3)),
        str(output),
        input_names=["patches", "views"],
        output_names=["log_odds"],
        dynamic_axes={name: {0: "n"} for name in ("patches", "views", "log_odds")},
        dynamo=False,
    )
