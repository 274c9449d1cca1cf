"""Rounding as inference does it, so that training sees what it costs. `crates/ai/src/network` has the same numbers."""

import contextlib
import math

import torch
from torch import nn

# Channels are multiples of 1/16 in seven bits, first-layer weights multiples of 1/64 in sixteen.
ACTIVATION = 16
MAX_ACTIVATION = 127 / ACTIVATION
FIRST_LAYER = 64
MAX_FIRST_LAYER = 460 / FIRST_LAYER
# Means are an eighth of a step exact.
MEAN = 8 * ACTIVATION
MAX_SHIFT = 12

_is_on = True


@contextlib.contextmanager
def off():
    """Computes without rounding, to see what rounding costs."""
    global _is_on
    _is_on = False
    try:
        yield
    finally:
        _is_on = True


def rounded(x: torch.Tensor, scale: float) -> torch.Tensor:
    """Rounds to multiples of 1/scale; gradients pass as if nothing had happened."""
    if not _is_on:
        return x
    return x + (torch.floor(x.detach() * scale + 0.5) / scale - x.detach())


def activation(x: torch.Tensor) -> torch.Tensor:
    return rounded(x.clamp(0, MAX_ACTIVATION), ACTIVATION)


def mean(x: torch.Tensor) -> torch.Tensor:
    return rounded(x, MEAN)


def scale(layers: list[nn.Linear]) -> torch.Tensor:
    """The power of two by which the weights of these layers together fill eight bits, as a tensor."""
    largest = torch.stack([layer.weight.detach().abs().max() for layer in layers]).max()
    return torch.exp2(torch.floor(torch.log2(127.4 / largest.clamp(min=1e-9))).clamp(0, MAX_SHIFT))


def shift(layers: list[nn.Linear]) -> int:
    return round(math.log2(scale(layers).item()))
