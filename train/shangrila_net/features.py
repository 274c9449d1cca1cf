"""What the network sees of a position. `crates/ai/src/network/features.rs` computes the same; see there for the meaning."""

import torch
import torch.nn.functional as F

from .records import Batch

BRIDGES = "ab ad ae ag bc bf cf cj de dg dk ef eh fi gk hi hk hl ij im jm kl lm".split()
ENDS = [(ord(name[0]) - 97, ord(name[1]) - 97) for name in BRIDGES]
# Every bridge in both directions: journey 2 b follows the alphabet, 2 b + 1 goes back.
FROM = [village for one, other in ENDS for village in (one, other)]
TO = [village for one, other in ENDS for village in (other, one)]

SPACE = 9 + 4 * 4 * 3
GUILD = 4 * 8
VILLAGE = 13 + 15 + 8 + 6 + 4 * 8 + 4 * 8 + 4 * 5
SCALARS = 16
GLOBAL = 1 + 29 + 24 + 2 + SCALARS


class Features:
    """Features of a batch, as dense tensors."""

    def __init__(self, batch: Batch):
        device = batch.owner.device
        size = batch.size
        source = torch.tensor(FROM, device=device)
        target = torch.tensor(TO, device=device)
        owner_one_hot = F.one_hot(batch.owner, 5)[..., :4].float()  # (batch, village, guild, seat)
        student = batch.student.float()
        own_students = owner_one_hot * student.unsqueeze(-1)
        tiles_by_seat = (owner_one_hot + own_students).sum(1)  # (batch, guild, seat)
        supply = 6 - tiles_by_seat
        playing = torch.arange(4, device=device) < batch.clans[:, None]  # (batch, seat)
        supply = torch.where(playing[:, None], supply, 0.0)

        masters = owner_one_hot.sum((2, 3))
        tiles = masters + student.sum(2)
        rank = 8 * tiles + masters
        standing = batch.bridges.repeat_interleave(2, dim=1).float()  # (batch, journey)
        stronger = rank[:, source] > rank[:, target]
        difference = tiles[:, source] - tiles[:, target]
        slope = torch.where(stronger, torch.where(difference >= 2, 3, 2), torch.where(difference <= -2, 0, 1))
        self.slope = slope
        self.standing = standing
        self.strong = standing * (slope >= 2)
        self.weak = standing * (slope < 2)
        bridges_here = torch.zeros(size, 13, device=device).index_add_(1, target, standing)
        self.open = (bridges_here > 0).float()
        self.student = student

        # Spaces: what lies here, and what lies next door on the space of the same guild.
        own = torch.where(batch.owner == 4, 8, 2 * batch.owner + batch.student.long())
        there = batch.owner[:, source]  # (batch, journey, guild)
        has_supply = torch.gather(torch.cat([supply, supply[..., :1]], -1), 2, batch.owner[:, :, :].transpose(1, 2)).transpose(1, 2) > 0
        kind = torch.where(batch.student > 0, 0, torch.where(has_supply, 1, 2))[:, source]
        code = (slope.unsqueeze(-1) * 4 + there.clamp(max=3)) * 3 + kind
        seen = standing.unsqueeze(-1) * (there < 4)
        flat = (target[None, :, None] * 7 + torch.arange(7, device=device)) * 48 + code
        around = torch.zeros(size, 91 * 48, device=device).scatter_add_(1, flat.flatten(1), seen.flatten(1))
        self.space = torch.cat([F.one_hot(own, 9).float(), around.view(size, 13, 7, 48)], -1)

        # Guilds: the supply of each seat.
        supply_class = torch.where(playing[:, None], supply.long(), 7)
        self.guild = F.one_hot(supply_class, 8).float().flatten(2)

        # Villages.
        seat_masters = owner_one_hot.sum(2).long()
        seat_students = own_students.sum(2).long()
        armed = (seat_students > 0).float()[:, source]  # (batch, journey, seat)
        arrivals = standing.unsqueeze(-1) * torch.cat([torch.ones_like(armed[..., :1]), armed], -1)
        slope_code = (target * 4)[None] + slope
        near = torch.zeros(size, 13 * 4, 5, device=device)
        near.scatter_add_(1, slope_code.unsqueeze(-1).expand(-1, -1, 5), arrivals)
        self.village = torch.cat(
            [
                torch.eye(13, device=device).expand(size, -1, -1),
                F.one_hot(tiles.long(), 15).float(),
                F.one_hot(masters.long(), 8).float(),
                F.one_hot(bridges_here.long(), 6).float(),
                F.one_hot(seat_masters, 8).float().flatten(2),
                F.one_hot(seat_students, 8).float().flatten(2),
                near.view(size, 13, 20),
            ],
            -1,
        )

        # The whole position.
        self.bridges_left = batch.bridges.sum(1)
        self.three = (batch.clans == 3).float()
        self.playing = playing
        self.scalars = torch.cat(
            [
                owner_one_hot.sum((1, 2)) / 20,
                own_students.sum((1, 2)) / 10,
                supply.sum(1) / 42,
                (seat_masters > 0).float().sum(1) / 13,
            ],
            -1,
        )
        self.overall = torch.cat(
            [
                self.three[:, None],
                F.one_hot(batch.ply, 29).float(),
                F.one_hot(self.bridges_left, 24).float(),
                (batch.options & 1).float()[:, None],
                (batch.options >> 1 & 1).float()[:, None],
                self.scalars,
            ],
            -1,
        )
        self.owner_one_hot = owner_one_hot
