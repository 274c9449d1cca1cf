"""Weight files, as `crates/ai/src/network/weights.rs` reads them."""

import hashlib
import os
import struct
from pathlib import Path

import torch

from .model import Network

MAGIC = b"SHGRLN\n"
VERSION = 1


def tensors(model: Network):
    """All weights in the order of the file, each matrix with one row for each input."""
    for layer in (model.space, model.guild, model.village, model.overall):
        yield layer.weight.T
    yield model.space.bias
    for block in model.blocks:
        # Inference has no separate residual connection.
        yield block.own.weight.T + torch.eye(model.channels, device=block.own.weight.device)
        for layer in (block.strong, block.weak, block.village, block.guild, block.overall):
            yield layer.weight.T
        yield block.own.bias
    yield model.outputs.weight.T
    yield model.outputs.bias
    yield model.kind.weight.T
    yield model.kind.bias
    yield model.journey_from.weight.T
    yield model.journey_to.weight.T
    yield model.journey_slope.weight
    yield model.journey_out.weight.T
    yield model.journey_bias.weight
    for layer in model.win:
        yield layer.weight.T
    for layer in model.win:
        yield layer.bias
    yield model.win_direct.weight.T


def to_bytes(model: Network) -> bytes:
    with torch.no_grad():
        numbers = torch.cat([tensor.detach().float().cpu().reshape(-1) for tensor in tensors(model)]).numpy()
    body = numbers.astype("<f4").tobytes()
    header = MAGIC + struct.pack("<BIIQ", VERSION, model.channels, len(model.blocks), len(numbers))
    return header + hashlib.sha256(body).digest() + body


def write(model: Network, path: Path):
    """Writes a weight file that appears whole."""
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(to_bytes(model))
    os.replace(unfinished, path)
