"""Training records, as `crates/selfplay/src/record.rs` writes them.

Records stay bytes until they are on the device: a batch is a tensor of shape (batch, SIZE), and `Batch` cuts the fields out of it.
"""

from pathlib import Path

import numpy as np
import torch

SIZE = 356
SPACES = 91
POLICY_MOVES = 24


def read(path: Path) -> torch.Tensor:
    """Reads a file of records."""
    data = np.fromfile(path, dtype=np.uint8)
    if len(data) % SIZE:
        raise ValueError(f"{path}: {len(data)} bytes are not whole records")
    return torch.from_numpy(data.reshape(-1, SIZE))


def _floats(raw: torch.Tensor, at: int, count: int) -> torch.Tensor:
    return raw[:, at : at + 4 * count].contiguous().view(torch.float32)


def _bits(raw: torch.Tensor, count: int) -> torch.Tensor:
    """The lowest `count` bits of each byte, along a new last axis."""
    return raw.unsqueeze(-1) >> torch.arange(count, device=raw.device, dtype=torch.uint8) & 1


class Batch:
    """The fields of some records."""

    def __init__(self, raw: torch.Tensor):
        self.size = len(raw)
        board = raw[:, :91].view(-1, 13, 7)
        self.owner = (board & 7).long()
        self.student = board >> 3
        self.end = raw[:, 91:182].view(-1, 13, 7).long()
        self.bridges = _bits(raw[:, 182:185], 8).flatten(1)[:, :23]
        self.clans = raw[:, 186].long()
        self.ply = raw[:, 187].long()
        self.options = raw[:, 188]
        flags = raw[:, 189]
        self.two_recruits = flags & 1 > 0
        self.single_by_choice = flags & 2 > 0
        self.has_policy = flags & 4 > 0
        self.has_root = flags & 8 > 0
        self.last_tile = _bits(raw[:, 190], 7)
        self.places = _bits(raw[:, 191:204], 7).flatten(1)
        self.recruits = _bits(raw[:, 204:217], 7).flatten(1)
        self.journeys = _bits(raw[:, 217:223], 8).flatten(1)[:, :46]
        self.kind = raw[:, 223]
        self.wins = _floats(raw, 224, 4)
        self.root = _floats(raw, 240, 4)
        policy = raw[:, 260:].view(-1, POLICY_MOVES, 4).long()
        self.policy_first = policy[..., 0]
        self.policy_second = policy[..., 1]
        self.policy_share = (policy[..., 2] + 256 * policy[..., 3]).float() / 65535
