"""What the network is trained towards."""

import torch
import torch.nn.functional as F

from .features import Features
from .model import NEVER
from .records import Batch

# How much of the win target is the search's opinion, unless a run chooses otherwise; the rest is how the game ended.
SEARCH_SHARE = 0.3
WEIGHTS = {"owner": 1.5, "win": 1.0, "policy": 0.6, "masters": 0.1}
PHASES = ["set-up", "19-23", "14-18", "9-13", "5-8", "1-4"]


def win_target(batch: Batch, search_share: float) -> torch.Tensor:
    share = search_share * batch.has_root.float()[:, None]
    return (1 - share) * batch.wins + share * batch.root


def owner_losses(batch: Batch, x: Features, out: dict) -> torch.Tensor:
    """Mean cross-entropy over the spaces of open villages, for each position."""
    losses = F.cross_entropy(out["owner"].flatten(0, 2), batch.end.flatten(), reduction="none").view(-1, 13, 7)
    return (losses * x.open[:, :, None]).sum((1, 2)) / (7 * x.open.sum(1)).clamp(min=1)


def win_losses(target: torch.Tensor, out: dict) -> torch.Tensor:
    return -(target * F.log_softmax(out["win"], -1)).sum(-1)


def masters_losses(batch: Batch, out: dict) -> torch.Tensor:
    final = F.one_hot(batch.end, 5)[..., :4].float().sum((1, 2))
    return ((out["masters"] - final) / 6).square().mean(-1)


def _log_recruits(batch: Batch, recruit: torch.Tensor) -> torch.Tensor:
    """The logarithm of the weights of all recruits together."""
    legal = batch.recruits > 0
    logits = recruit.masked_fill(~legal, NEVER)
    highest = logits.max(1, keepdim=True).values.clamp(min=-50).detach()
    weight = torch.where(legal, (logits - highest).exp(), 0.0)
    by_guild = weight.view(-1, 13, 7)
    one, square = by_guild.sum(1), by_guild.square().sum(1)  # (batch, guild)
    total = one.sum(1)
    pairs = (total.square() - square.sum(1)) / 2
    # Two masters of a guild cannot share its last tile.
    pairs = pairs - ((one.square() - square) / 2 * batch.last_tile.float()).sum(1)
    log_pairs = pairs.clamp(min=1e-12).log() + 2 * highest.squeeze(1)
    log_single = total.clamp(min=1e-12).log() + highest.squeeze(1)
    either = torch.where(batch.single_by_choice, torch.logaddexp(log_pairs, log_single), log_pairs)
    log_weight = torch.where(batch.two_recruits, either, log_single)
    return torch.where(legal.any(1), log_weight, torch.full_like(log_weight, NEVER))


def policy_losses(batch: Batch, out: dict) -> torch.Tensor:
    """Cross-entropy with the visits of the search over whole moves; only meaningful where there is a policy."""
    place = out["place"].masked_fill(batch.places == 0, NEVER)
    journey = out["journey"].masked_fill(batch.journeys == 0, NEVER)
    recruits = _log_recruits(batch, out["recruit"])
    partition = torch.logsumexp(torch.cat([place, journey, recruits[:, None]], 1), 1)
    first, second = batch.policy_first, batch.policy_second
    whole = torch.cat([out["place"], out["journey"]], 1)
    of_place_or_journey = torch.gather(whole, 1, first.clamp(max=136))
    of_first = torch.gather(out["recruit"], 1, first.clamp(max=90))
    of_second = torch.gather(out["recruit"], 1, second.clamp(max=90))
    logit = torch.where(second == 255, of_place_or_journey, of_first + torch.where(second < 91, of_second, 0.0))
    share = batch.policy_share
    share = share / share.sum(1, keepdim=True).clamp(min=1e-6)
    entropy = -(share * share.clamp(min=1e-6).log()).sum(1)
    # Counted from the entropy of the visits, so that zero is perfect.
    return partition - (share * logit).sum(1) - entropy


def losses(batch: Batch, x: Features, out: dict, search_share: float = SEARCH_SHARE) -> dict:
    has_policy = batch.has_policy.float()
    return {
        "owner": owner_losses(batch, x, out).mean(),
        "win": win_losses(win_target(batch, search_share), out).mean(),
        "policy": (policy_losses(batch, out) * has_policy).sum() / has_policy.sum().clamp(min=1),
        "masters": masters_losses(batch, out).mean(),
    }


def total(parts: dict) -> torch.Tensor:
    return sum(WEIGHTS[name] * part for name, part in parts.items())


def phase(batch: Batch) -> torch.Tensor:
    """The stretch of the game: an index of `PHASES`."""
    left = batch.bridges.sum(1)
    by_bridges = torch.bucketize(left, torch.tensor([5, 9, 14, 19], device=left.device), right=True)
    return torch.where(batch.ply < 28, 0, 5 - by_bridges)


@torch.no_grad()
def evaluate(model, raw: torch.Tensor, size: int = 4096) -> dict:
    """Losses on records, with the game's end alone as the target of the win chances."""
    sums: dict[str, float] = {}
    counts: dict[str, float] = {}

    def add(name, values, mask=None):
        mask = torch.ones_like(values) if mask is None else mask.float()
        sums[name] = sums.get(name, 0.0) + (values * mask).sum().item()
        counts[name] = counts.get(name, 0.0) + mask.sum().item()

    for start in range(0, len(raw), size):
        batch = Batch(raw[start : start + size])
        x = Features(batch)
        out = model(x)
        add("owner", owner_losses(batch, x, out))
        add("masters", masters_losses(batch, out))
        win = win_losses(batch.wins, out)
        add("win", win)
        if batch.has_policy.any():
            add("policy", policy_losses(batch, out), batch.has_policy)
        phases = phase(batch)
        for clans in (3, 4):
            add(f"win of {clans}", win, batch.clans == clans)
            for index, name in enumerate(PHASES):
                add(f"win of {clans}, {name}", win, (phases == index) & (batch.clans == clans))
    return {name: round(sums[name] / counts[name], 5) for name in sums if counts[name]}
