"""The network. `crates/ai/src/network/forward.rs` computes the same from the weight file that `weights.py` writes."""

import torch
import torch.nn.functional as F
from torch import nn

from . import features, quantise
from .features import Features

JOURNEY_HIDDEN = 8
SPACE_OUTPUTS = 8 + 2 * JOURNEY_HIDDEN
WIN_HIDDEN = 32
WIN_EXTRA = 32
NEVER = -1e9


class Block(nn.Module):
    """Mixes the channels of every space with those of its neighbours, its village, its guild and the whole board."""

    def __init__(self, channels: int):
        super().__init__()
        self.own = nn.Linear(channels, channels)
        self.strong = nn.Linear(channels, channels, bias=False)
        self.weak = nn.Linear(channels, channels, bias=False)
        self.village = nn.Linear(channels, channels, bias=False)
        self.guild = nn.Linear(channels, channels, bias=False)
        self.overall = nn.Linear(channels, channels, bias=False)
        for layer in self.layers():
            nn.init.normal_(layer.weight, std=0.4 / channels**0.5)

    def layers(self) -> list[nn.Linear]:
        return [self.own, self.strong, self.weak, self.village, self.guild, self.overall]

    def forward(self, h, strong, weak, opened):
        guild_mean = h.sum(1, keepdim=True) / 13
        flat = h.flatten(2)
        scale = quantise.scale(self.layers())

        def product(layer, x):
            return F.linear(x, quantise.rounded(layer.weight, scale))

        mixed = (
            h
            + quantise.rounded(self.own.bias, scale * quantise.ACTIVATION)
            + product(self.own, h)
            + product(self.strong, torch.bmm(strong, flat).view_as(h))
            + product(self.weak, torch.bmm(weak, flat).view_as(h))
            + product(self.village, quantise.mean(h.mean(2, keepdim=True)))
            + product(self.guild, quantise.mean(guild_mean))
            + product(self.overall, quantise.mean(guild_mean.mean(2, keepdim=True)))
        )
        return quantise.activation(mixed) * opened


class Network(nn.Module):
    def __init__(self, channels: int = 32, blocks: int = 2):
        super().__init__()
        self.channels = channels
        self.space = nn.Linear(features.SPACE, channels)
        self.guild = nn.Linear(features.GUILD, channels, bias=False)
        self.village = nn.Linear(features.VILLAGE, channels, bias=False)
        self.overall = nn.Linear(features.GLOBAL, channels, bias=False)
        for layer, scale in ((self.space, 0.5), (self.guild, 0.2), (self.village, 0.15), (self.overall, 0.15)):
            nn.init.normal_(layer.weight, std=scale)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.outputs = nn.Linear(channels, SPACE_OUTPUTS)
        self.kind = nn.Linear(channels, 3)
        self.journey_from = nn.Linear(channels, 1, bias=False)
        self.journey_to = nn.Linear(channels, 1, bias=False)
        self.journey_slope = nn.Embedding(4, JOURNEY_HIDDEN)
        self.journey_out = nn.Linear(JOURNEY_HIDDEN, 1, bias=False)
        self.journey_bias = nn.Embedding(4, 1)
        nn.init.normal_(self.journey_slope.weight, std=0.1)
        nn.init.zeros_(self.journey_bias.weight)
        inputs = channels + WIN_EXTRA
        self.win = nn.ModuleList([nn.Linear(inputs, WIN_HIDDEN), nn.Linear(WIN_HIDDEN, WIN_HIDDEN), nn.Linear(WIN_HIDDEN, 4)])
        self.win_direct = nn.Linear(inputs, 4, bias=False)
        nn.init.normal_(self.win_direct.weight, std=0.01)
        self.register_buffer("source", torch.tensor(features.FROM), persistent=False)
        self.register_buffer("target", torch.tensor(features.TO), persistent=False)

    def forward(self, x: Features) -> dict:
        size = len(x.open)
        opened = x.open[:, :, None, None]

        def first(layer, x):
            return F.linear(x, quantise.rounded(layer.weight, quantise.FIRST_LAYER))

        of_position = quantise.rounded(self.overall(x.overall) + self.space.bias, quantise.FIRST_LAYER)
        h = first(self.space, x.space) + first(self.guild, x.guild)[:, None] + first(self.village, x.village)[:, :, None]
        h = quantise.activation(h + of_position[:, None, None]) * opened
        edge = self.target * 13 + self.source

        def adjacency(weights):
            matrix = torch.zeros(size, 169, device=h.device, dtype=weights.dtype)
            return matrix.index_add_(1, edge, weights).view(size, 13, 13).to(h.dtype)

        strong, weak = adjacency(x.strong), adjacency(x.weak)
        for block in self.blocks:
            h = block(h, strong, weak, opened)
        return self.heads(h, x)

    @torch.no_grad()
    def keep_in_range(self):
        """Keeps the weights of the first layer small enough for sixteen-bit sums."""
        for layer in (self.space, self.guild, self.village):
            layer.weight.clamp_(-quantise.MAX_FIRST_LAYER, quantise.MAX_FIRST_LAYER)

    def heads(self, h, x: Features) -> dict:
        scale = quantise.scale([self.outputs])
        outputs = F.linear(h, quantise.rounded(self.outputs.weight, scale), self.outputs.bias).float()
        village_mean = h.mean(2).float()
        pooled = village_mean.sum(1) / 13
        kind = self.kind(pooled).float()
        first, second = outputs[..., 8 : 8 + JOURNEY_HIDDEN], outputs[..., 8 + JOURNEY_HIDDEN :]
        hidden = F.relu(first[:, self.source] + second[:, self.target] + self.journey_slope(x.slope).unsqueeze(2))
        by_guild = self.journey_out(hidden).squeeze(-1) * x.student[:, self.source]
        journey = (
            by_guild.sum(2)
            + self.journey_from(village_mean).squeeze(-1)[:, self.source]
            + self.journey_to(village_mean).squeeze(-1)[:, self.target]
            + self.journey_bias(x.slope).squeeze(-1)
            + kind[:, 2:]
        )
        owner = outputs[..., :5]
        seat_open = torch.cat([x.playing, torch.ones_like(x.playing[:, :1])], 1)
        owner = owner.masked_fill(~seat_open[:, None, None], NEVER)
        chance = F.softmax(owner, -1)[..., :4]
        opened = x.open[:, :, None, None]
        masters = (chance * opened + x.owner_one_hot * (1 - opened)).sum((1, 2))
        # The win head reads the expected owners but does not bend them.
        variance = (chance * (1 - chance) * opened).sum((1, 2)).detach()
        expected = masters.detach()
        pairs = [(one, other) for one in range(4) for other in range(one + 1, 4)]
        leads = [
            (expected[:, one] - expected[:, other]) / (variance[:, one] + variance[:, other] + 0.5).sqrt()
            for one, other in pairs
        ]
        extra = torch.cat(
            [
                expected / 20,
                (variance + 1e-12).sqrt() / 3,
                torch.stack(leads, 1),
                x.scalars,
                x.bridges_left[:, None] / 23,
                x.three[:, None],
            ],
            1,
        )
        inputs = torch.cat([pooled, extra], 1)
        deep = F.relu(self.win[0](inputs))
        deep = F.relu(self.win[1](deep))
        win = (self.win[2](deep) + self.win_direct(inputs)).masked_fill(~x.playing, NEVER)
        return {
            "owner": owner,
            "masters": masters,
            "win": win,
            "place": outputs[..., 5].flatten(1) + kind[:, :1],
            "recruit": outputs[..., 6].flatten(1) + kind[:, 1:2],
            "journey": journey,
        }
