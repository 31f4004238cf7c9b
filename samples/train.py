"""Train the face network: is a face of a cube here, and is its mark a bulge? From rendered photos with truth files.

`python -m samples.train PHOTOS_DIR... --output FILE.onnx` makes the committed network again, up to the order of
floating-point sums. Needs the extra `train`.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn

from calibration.mat import locate_mat
from rules.games.babel import Cell, Face
from vision.faces import face_points, sightlines
from vision.games.babel.candidates import CANDIDATE_CELLS
from vision.patches import PATCH_PX, PLANE_HEIGHTS, edge_px, normalised, patch_offsets, sample_patches, view_vectors

#: Patches of absent faces kept for each photo: many are alike.
ABSENT_PER_PHOTO = 40


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Patches and what is to be learned from them.

    Attributes
    ----------
    patches : uint8 array of shape (n, 2, PATCH_PX, PATCH_PX)
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


def examples_of(photo: Path, copies: int, generator: np.random.Generator) -> Examples | None:
    """Cut the examples out of one photo, `copies` times with a little misplacement; None where no mat is found."""
    truth = json.loads(photo.with_suffix(".json").read_text())
    frame_gray = cv2.imread(str(photo), cv2.IMREAD_GRAYSCALE)
    located = locate_mat(frame_gray)
    if not located:
        return None
    pose = located.pose
    bulges: dict[Cell, set[str]] = {tuple(cube["cell"]): set(cube["bulges"]) for cube in truth["cubes"]}
    cells = sorted(set(CANDIDATE_CELLS) | set(bulges))
    lines = sightlines(cells, pose)
    shares = lines.visible_shares(sorted(bulges))
    present = np.array([site.cell in bulges for site in lines.sites])
    shares = np.where(present, shares, 0.0)
    absent = np.flatnonzero(shares == 0)
    absent = generator.permutation(absent)[:ABSENT_PER_PHOTO]
    kept = np.concatenate([np.flatnonzero(shares > 0), absent])
    marks = np.array(
        [
            float(site.face.name in bulges[site.cell]) if site.cell in bulges and share >= 0.2 else np.nan
            for site, share in zip(lines.sites, shares, strict=True)
        ]
    )
    sites = [lines.sites[i] for i in kept]
    parts = []
    for _ in range(copies):
        points = face_points(sites, patch_offsets()) + _misplacement(len(sites), generator)
        parts.append(sample_patches(frame_gray, pose.project(points), edge_px(sites, pose)))
    return Examples(
        np.concatenate(parts).round().astype(np.uint8),
        np.tile(view_vectors(sites, pose).astype(np.float32), (copies, 1)),
        np.tile(shares[kept].astype(np.float32), copies),
        np.tile(marks[kept].astype(np.float32), copies),
        np.tile(np.array([site.face is Face.U for site in sites]), copies),
    )


def _misplacement(count: int, generator: np.random.Generator) -> NDArray[np.float64]:
    """Shifts of a few hundredths of an edge, as a badly set cube or a pose error makes them; shape (n, 1, 1, 1, 3)."""
    return generator.normal(0.0, 0.015, (count, 1, 1, 1, 3))


def gather(folders: tuple[Path, ...], copies: int, seed: int) -> Examples:
    """The examples of all photos with the mat in `folders`."""
    generator = np.random.default_rng(seed)
    photos = sorted(
        photo for folder in folders for photo in folder.rglob("*.jpg") if photo.with_suffix(".json").exists()
    )
    found = [e for photo in track(photos, "cutting patches") if (e := examples_of(photo, copies, generator))]
    return Examples(
        *(
            np.concatenate([getattr(e, name) for e in found])
            for name in ("patches", "views", "shares", "bulges", "tops")
        )
    )


class FaceNetwork(nn.Module):
    """Patch and view direction in; log-odds that the face is there, and that its mark is a bulge, out."""

    def __init__(self) -> None:
        super().__init__()

        def block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
            )

        planes = len(PLANE_HEIGHTS)
        self.features = nn.Sequential(
            block(planes, 16, 1),
            block(16, 32, 2),
            block(32, 32, 1),
            block(32, 48, 2),
            block(48, 48, 1),
            block(48, 64, 2),
        )
        side = PATCH_PX // 8
        self.dropout = nn.Dropout(0.3)
        self.joint = nn.Sequential(nn.Linear(64 * side * side + 3, 96), nn.ReLU(inplace=True))
        self.output = nn.Linear(96, 2)

    def forward(self, patches: torch.Tensor, views: torch.Tensor) -> torch.Tensor:
        features = self.dropout(self.features(patches).flatten(1))
        return self.output(self.joint(torch.cat([features, views], dim=1)))


def augmented(
    patches: NDArray[np.uint8], views: NDArray[np.float32], tops: NDArray[np.bool_], generator: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mirror, turn upper faces, bend the tone curve, blur and add noise; then normalise."""
    out = patches.astype(np.float32)
    views = views.copy()
    mirrored = generator.random(len(out)) < 0.5
    out[mirrored] = out[mirrored][..., ::-1]
    views[mirrored, 0] *= -1
    for turns in (1, 2, 3):
        turned = tops & (generator.random(len(out)) < 1 / (5 - turns))
        # A quarter turn against the clock brings right to up: (right, up) -> (-up, right).
        out[turned] = np.rot90(out[turned], turns, axes=(2, 3))
        for _ in range(turns):
            views[turned, 0], views[turned, 1] = -views[turned, 1], views[turned, 0].copy()
        tops = tops & ~turned
    gamma = generator.uniform(0.6, 1.6, (len(out), 1, 1, 1)).astype(np.float32)
    out = 255 * (out / 255) ** gamma
    blurred = np.flatnonzero(generator.random(len(out)) < 0.25)
    for i in blurred:
        sigma = generator.uniform(0.4, 1.2)
        for plane in out[i]:
            cv2.GaussianBlur(plane, (0, 0), sigma, dst=plane)
    noise = generator.exponential(2.5, (len(out), 1, 1, 1)).astype(np.float32)
    out += noise * generator.standard_normal(out.shape, np.float32)
    return normalised(np.clip(out, 0, 255)), views


def train(examples: Examples, epochs: int, seed: int) -> FaceNetwork:
    """Fit the network; binary cross-entropy for both answers, the mark's only where a mark is in view."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    network = FaceNetwork()
    batch = 256
    steps = epochs * (len(examples.patches) // batch)
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps)
    for epoch in range(epochs):
        order = generator.permutation(len(examples.patches))
        total = 0.0
        network.train()
        for start in track(range(0, len(order) - batch + 1, batch), f"epoch {epoch + 1}/{epochs}"):
            chosen = order[start : start + batch]
            patches, views = augmented(
                examples.patches[chosen], examples.views[chosen], examples.tops[chosen], generator
            )
            shares = torch.from_numpy(examples.shares[chosen])
            bulges = torch.from_numpy(examples.bulges[chosen])
            answers = network(torch.from_numpy(patches), torch.from_numpy(views))
            marked = ~torch.isnan(bulges)
            # Labels a little short of certain keep the log-odds honest on photos of other origin.
            loss = nn.functional.binary_cross_entropy_with_logits(answers[:, 0], shares * 0.98 + 0.01)
            loss = loss + nn.functional.binary_cross_entropy_with_logits(
                answers[marked, 1], bulges[marked] * 0.98 + 0.01
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach()) * batch / len(order)
        click.echo(f"epoch {epoch + 1}: loss {total:.4f}", err=True)
    return network.eval()


def export(network: FaceNetwork, output: Path) -> None:
    """Write the network as ONNX, for OpenCV to run."""
    torch.onnx.export(
        network,
        (torch.zeros(2, len(PLANE_HEIGHTS), PATCH_PX, PATCH_PX), torch.zeros(2, 3)),
        str(output),
        input_names=["patches", "views"],
        output_names=["log_odds"],
        dynamic_axes={"patches": {0: "n"}, "views": {0: "n"}, "log_odds": {0: "n"}},
        dynamo=False,
    )


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="ONNX file to write.")
@click.option("--epochs", default=12, show_default=True)
@click.option("--copies", default=2, show_default=True, help="Cuts of each photo, each a little misplaced.")
@click.option("--seed", default=1, show_default=True)
def main(folders: tuple[Path, ...], output: Path, epochs: int, copies: int, seed: int) -> None:
    """Train the face network on the photos with truth files in FOLDERS.

    Example: python -m samples.train rendered/ --output vision/games/babel/faces.onnx
    """
    examples = gather(folders, copies, seed)
    click.echo(f"{len(examples.patches)} patches, {np.nansum(examples.bulges):.0f} bulges", err=True)
    export(train(examples, epochs, seed), output)


if __name__ == "__main__":
    main()
