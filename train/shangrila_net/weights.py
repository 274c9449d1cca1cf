"""Weight files, as `crates/ai/src/network/weights.rs` reads them."""

import copy
import hashlib
import os
import struct
from pathlib import Path

import torch
from torch import nn

from . import quantise, records
from .features import Features
from .model import Network
from .records import Batch

MAGIC = b"SHGRLN\n"
VERSION = 3
# The positions of `CANARY_POSITIONS` in `crates/ai/src/network/canaries.rs`.
CANARIES = Path(__file__).with_name("canaries.rec")


def _integers(tensor: torch.Tensor, scale: float, kind: str) -> bytes:
    return torch.floor(tensor.double() * scale + 0.5).cpu().numpy().astype(kind).tobytes()


def _floats(tensor: torch.Tensor) -> bytes:
    return tensor.float().cpu().contiguous().numpy().astype("<f4").tobytes()


def _shift(layers: list[nn.Linear]) -> bytes:
    return struct.pack("B", quantise.shift(layers))


def tensors(model: Network):
    """All weights in the order of the file, each matrix with one row for each input."""
    for layer in (model.space, model.guild, model.village):
        yield _integers(layer.weight.T, quantise.FIRST_LAYER, "<i2")
    yield _floats(model.overall.weight.T)
    yield _floats(model.space.bias)
    for block in model.blocks:
        scale = 2.0 ** quantise.shift(block.layers())
        yield _shift(block.layers())
        for layer in block.layers():
            yield _integers(layer.weight.T, scale, "<i1")
        yield _integers(block.own.bias, scale * quantise.ACTIVATION, "<i4")
    yield _shift([model.outputs])
    yield _integers(model.outputs.weight.T, 2.0 ** quantise.shift([model.outputs]), "<i1")
    yield _floats(model.outputs.bias)
    yield _floats(model.kind.weight.T)
    yield _floats(model.kind.bias)
    yield _floats(model.journey_from.weight.T)
    yield _floats(model.journey_to.weight.T)
    yield _floats(model.journey_slope.weight)
    yield _floats(model.journey_out.weight.T)
    yield _floats(model.journey_bias.weight)
    for layer in model.win:
        yield _floats(layer.weight.T)
    for layer in model.win:
        yield _floats(layer.bias)
    yield _floats(model.win_direct.weight.T)
    yield _floats(_canary_answers(model))


def _canary_answers(model: Network) -> torch.Tensor:
    # On the processor: a GPU that multiplies with fewer digits rounds some channels otherwise, and the program would refuse the file.
    model = copy.deepcopy(model).cpu()
    return torch.softmax(model(Features(Batch(records.read(CANARIES))))["win"], -1)


def to_bytes(model: Network) -> bytes:
    with torch.no_grad():
        body = b"".join(tensors(model))
    header = MAGIC + struct.pack("<BIIQ", VERSION, model.channels, len(model.blocks), len(body))
    return header + hashlib.sha256(body).digest() + body


def write(model: Network, path: Path):
    """Writes a weight file that appears whole."""
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(to_bytes(model))
    os.replace(unfinished, path)
