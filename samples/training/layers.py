"""The part that both networks share: from a face's patch to what its shape is."""

from pathlib import Path

import onnx
import torch
from torch import nn

from vision.face_network import PATCH_PX, PLANES

SHAPE_WIDTH = 96


class Shapes(nn.Module):
    """Normalised patches (n, PLANES, PATCH_PX, PATCH_PX) and view directions (n, 3) in; SHAPE_WIDTH features out."""

    def __init__(self) -> None:
        super().__init__()
        widths_and_strides = ((16, 1), (32, 2), (32, 1), (48, 2), (48, 1), (64, 2))
        layers: list[nn.Module] = []
        inputs = PLANES
        for outputs, stride in widths_and_strides:
            convolution = nn.Conv2d(inputs, outputs, 3, stride, 1)
            nn.init.kaiming_normal_(convolution.weight, nonlinearity="relu")
            layers += [convolution, nn.ReLU()]
            inputs = outputs
        self.convolutions = nn.Sequential(*layers)
        self.dropout = nn.Dropout(0.4)
        self.joint = nn.Sequential(nn.Linear(inputs * (PATCH_PX // 8) ** 2 + 3, SHAPE_WIDTH), nn.ReLU())

    def forward(self, patches: torch.Tensor, views: torch.Tensor) -> torch.Tensor:
        features = self.dropout(self.convolutions(patches).flatten(1))
        return torch.as_tensor(self.joint(torch.cat([features, views], dim=1)))


def load_weights(network: nn.Module, path: Path) -> None:
    """Put the weights of an ONNX file that was exported from a network of the same class into `network`."""
    stored = {
        tensor.name: torch.from_numpy(onnx.numpy_helper.to_array(tensor).copy())
        for tensor in onnx.load(str(path)).graph.initializer
    }
    network.load_state_dict({name: stored[name] for name in network.state_dict()})
