"""The model, its optimiser, the average of its weights, and how they are kept between runs."""

import copy
from pathlib import Path

import torch

from . import loss
from .features import Features
from .model import Network
from .records import Batch

AVERAGE_DECAY = 0.998
WARM_UP_STEPS = 200


class Trainer:
    def __init__(
        self,
        channels: int,
        blocks: int,
        device: torch.device,
        weight_decay: float = 1e-4,
        search_share: float = loss.SEARCH_SHARE,
    ):
        self.device = device
        self.search_share = search_share
        self.model = Network(channels, blocks).to(device)
        self.average = copy.deepcopy(self.model)
        self.average.requires_grad_(False)
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=1e-3, weight_decay=weight_decay, betas=(0.9, 0.99))
        self.steps = 0
        self.samples = 0

    def step(self, raw: torch.Tensor, rate: float) -> dict:
        """One step on a batch of records; returns the losses, still on the device."""
        self.steps += 1
        self.samples += len(raw)
        for group in self.optimiser.param_groups:
            group["lr"] = rate * min(1.0, self.steps / WARM_UP_STEPS)
        batch = Batch(raw)
        x = Features(batch)
        parts = loss.losses(batch, x, self.model(x), self.search_share)
        self.optimiser.zero_grad(set_to_none=True)
        loss.total(parts).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.model.keep_in_range()
        self.update_average()
        return {name: part.detach() for name, part in parts.items()}

    @torch.no_grad()
    def update_average(self):
        # Young averages follow quickly.
        decay = min(AVERAGE_DECAY, (1 + self.steps) / (10 + self.steps))
        ours, theirs = list(self.average.parameters()), list(self.model.parameters())
        torch._foreach_lerp_(ours, theirs, 1 - decay)

    def state(self) -> dict:
        return {
            "channels": self.model.channels,
            "blocks": len(self.model.blocks),
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "samples": self.samples,
        }

    def load(self, state: dict):
        self.model.load_state_dict(state["model"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]
        self.samples = state["samples"]


def load_state(folder: Path, device: torch.device) -> dict | None:
    path = folder / "state.pt"
    return torch.load(path, map_location=device, weights_only=False) if path.exists() else None
