"""The tower network as it is trained: types by colour and marks by shape, all faces of a tower together."""

import torch
from torch import nn

from rules.games.babel import TYPES
from vision.games.babel.telling.tower_network import (
    COLOUR_PLANES,
    FEATURES,
    HEADS_FOR_ALL,
    HEADS_FOR_CUBE,
    HEADS_FOR_SIDE,
    SHAPE_PLANES,
)
from vision.games.babel.telling.tower_picture import COLOUR_PX, SHAPE_PX

from .layers import Shapes, convolutions

HEADS = HEADS_FOR_ALL + HEADS_FOR_SIDE + HEADS_FOR_CUBE
WIDTH = 24 * HEADS
COLOUR_WIDTH, SHAPE_WIDTH = 128, 192


class Layer(nn.Module):
    """Attention among faces, then a small network for each, both added to what came in."""

    def __init__(self) -> None:
        super().__init__()
        self.before_attention, self.before_own = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.questions = nn.Linear(WIDTH, 3 * WIDTH)
        self.answer = nn.Linear(WIDTH, WIDTH)
        self.own = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.ReLU(inplace=True), nn.Linear(4 * WIDTH, WIDTH))
        self.dropout = nn.Dropout(0.05)

    def forward(self, faces: torch.Tensor, attention: torch.Tensor) -> torch.Tensor:
        count = faces.shape[0]
        parts = self.questions(self.before_attention(faces)).reshape(count, 3, HEADS, WIDTH // HEADS)
        query, key, value = parts.permute(1, 2, 0, 3)
        weights = torch.softmax(query @ key.transpose(1, 2) / (WIDTH // HEADS) ** 0.5 + attention, dim=-1)
        faces = faces + self.dropout(self.answer((weights @ value).permute(1, 0, 2).reshape(count, WIDTH)))
        return torch.as_tensor(faces + self.dropout(self.own(self.before_own(faces))))


class TowerNetwork(nn.Module):
    """What the reader's `network_input` makes in; log-odds of types of cubes and of bulges on faces out."""

    def __init__(self) -> None:
        super().__init__()
        self.colours = nn.Sequential(
            convolutions(COLOUR_PLANES, [(24, 1), (48, 2), (48, 1), (64, 2), (96, 2)]), nn.Flatten(), nn.Dropout(0.3),
            nn.Linear(96 * (COLOUR_PX // 8) ** 2, COLOUR_WIDTH), nn.ReLU(inplace=True), nn.Dropout(0.1),
        )  # fmt: skip
        self.shapes = Shapes(SHAPE_PLANES, SHAPE_PX, (32, 64, 64, 96, 96, 128), SHAPE_WIDTH, dropout=0.15)
        self.mark_alone = nn.Linear(SHAPE_WIDTH, 1)
        self.start = nn.Linear(COLOUR_WIDTH + SHAPE_WIDTH + FEATURES, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(4))
        self.types = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, len(TYPES)))
        self.mark_among_others = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 1))

    def forward(
        self,
        colours: torch.Tensor,
        shapes: torch.Tensor,
        views: torch.Tensor,
        features: torch.Tensor,
        attention: torch.Tensor,
        pooling: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        shape = self.shapes(shapes, views)
        faces = self.start(torch.cat([self.colours(colours), shape, features], dim=1))
        for layer in self.layers:
            faces = layer(faces, attention)
        return self.types(pooling @ faces), (self.mark_alone(shape) + self.mark_among_others(faces))[:, 0]


class TowerNetworks(nn.Module):
    """Several networks trained from different random numbers; their mean errs less than each."""

    def __init__(self, members: int) -> None:
        super().__init__()
        self.members = nn.ModuleList(TowerNetwork() for _ in range(members))

    def forward(self, *inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        answers = [member(*inputs) for member in self.members]
        types, marks = (torch.stack(parts).mean(0) for parts in zip(*answers, strict=True))
        return types, marks
