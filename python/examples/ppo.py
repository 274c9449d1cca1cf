"""PPO learns the game by playing against itself, in one file in the style of CleanRL. Needs PyTorch.

    python ppo.py --updates 150 --out curve

All seats share one policy and see the board from their own point of view. Every few updates the policy plays against
random players and against goatherd, the weakest level; --out writes these results as a table and as a picture.
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from shangrila import OBSERVATION_SIZE, RECRUIT_TWO, Batch, Player, Position
from torch import nn

CLANS = 3
SPACES = 91


class Agent(nn.Module):
    """A small network. The logit of recruiting two students is the sum of what the policy thinks of each."""

    def __init__(self, width: int = 192) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(OBSERVATION_SIZE, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, RECRUIT_TWO + SPACES)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)
        # The two outputs that add up to the logit of each action; single actions add a column of zeros.
        parts = [(action, RECRUIT_TWO + SPACES) for action in range(RECRUIT_TWO)]
        parts += [(RECRUIT_TWO + one, RECRUIT_TWO + other) for other in range(SPACES) for one in range(other)]
        self.register_buffer("parts", torch.tensor(parts))

    def forward(self, observations: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns the logarithms of the policy for the legal actions, and the values."""
        hidden = self.body(observations.float())
        outputs = nn.functional.pad(self.policy(hidden), (0, 1))
        parts = self.parts[legal.clamp(min=0)]
        logits = outputs.gather(1, parts[..., 0]) + outputs.gather(1, parts[..., 1])
        return logits.masked_fill(legal < 0, -1e9).log_softmax(dim=1), self.value(hidden).squeeze(1)


def legal_actions(masks: np.ndarray) -> torch.Tensor:
    """Returns the legal actions of every game in a row, filled up with -1: a few dozen instead of thousands."""
    games, actions = masks.nonzero()
    counts = masks.sum(axis=1)
    legal = np.full((len(masks), max(1, counts.max())), -1)
    legal[games, np.arange(len(games)) - (counts.cumsum() - counts)[games]] = actions
    return torch.tensor(legal)


def choose(agent: Agent, batch: Batch) -> tuple[torch.Tensor, ...]:
    """Returns what the policy saw and did in every game: observations, legal actions, choices among them, their log
    probabilities, and values."""
    observations, legal = torch.tensor(batch.observations), legal_actions(batch.masks)
    with torch.no_grad():
        log_policy, values = agent(observations, legal)
    noise = -torch.empty_like(log_policy).exponential_().log()
    choices = (log_policy + noise).argmax(dim=1)
    return observations, legal, choices, log_policy.gather(1, choices[:, None]).squeeze(1), values


def played(legal: torch.Tensor, choices: torch.Tensor) -> np.ndarray:
    """Returns the actions that were chosen."""
    return legal.gather(1, choices[:, None]).squeeze(1).numpy()


def rollout(agent: Agent, batch: Batch, turns: int, trace: float) -> tuple[torch.Tensor, ...]:
    """Plays in all games and returns what was seen and chosen, with advantages and returns."""
    steps, seats, rewards, ended = [], [], [], []
    for _ in range(turns + CLANS):
        seats.append(batch.to_move.copy())
        steps.append(choose(agent, batch))
        batch.step(played(steps[-1][1], steps[-1][2]))
        rewards.append(batch.rewards.copy())
        ended.append(batch.ended.copy())
    values = torch.stack([step[4] for step in steps])
    advantages = torch.zeros_like(values)
    games = np.arange(len(batch))
    for turn in reversed(range(turns)):
        # The same seat moves again after one round, unless the game ends before that.
        reward, over = np.zeros(len(batch), np.float32), np.zeros(len(batch), bool)
        for later in range(turn, turn + CLANS):
            now = ended[later] & ~over
            reward[now] = rewards[later][games, seats[turn]][now]
            over |= ended[later]
        follows = torch.tensor(~over)
        delta = torch.tensor(reward) + follows * values[turn + CLANS] - values[turn]
        advantages[turn] = delta + trace * follows * advantages[turn + CLANS]
    most = max(step[1].shape[1] for step in steps)
    legal = torch.cat([nn.functional.pad(step[1], (0, most - step[1].shape[1]), value=-1) for step in steps[:turns]])
    observations, choices, log_probabilities = (torch.cat([step[index] for step in steps[:turns]]) for index in (0, 2, 3))
    return observations, legal, choices, log_probabilities, advantages[:turns].flatten(), (advantages + values)[:turns].flatten()


def update(agent: Agent, optimiser: torch.optim.Optimizer, data: tuple[torch.Tensor, ...], args: argparse.Namespace) -> float:
    """Improves the policy on what was played; returns the entropy of the policy."""
    observations, legal, choices, old, advantages, returns = data
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    entropy = torch.zeros(())
    for _ in range(args.epochs):
        for rows in torch.randperm(len(choices)).split(args.minibatch):
            log_policy, values = agent(observations[rows], legal[rows])
            ratio = (log_policy.gather(1, choices[rows, None]).squeeze(1) - old[rows]).exp()
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            policy_loss = -torch.min(ratio * advantages[rows], clipped * advantages[rows]).mean()
            value_loss = (values - returns[rows]).square().mean()
            entropy = -(log_policy.exp() * log_policy.clamp(min=-50)).sum(dim=1).mean()
            optimiser.zero_grad()
            (policy_loss + args.value_weight * value_loss - args.entropy_weight * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()
    return entropy.item()


def evaluate(agent: Agent, opponent: str, games: int, start: Position, seed: int) -> float:
    """Returns the policy's share of the victories on one seat against two opponents, who would get a third each."""
    batch = Batch(games, start, observe=True, mask=True, auto_reset=False, threads=1)
    mine = np.arange(games) % CLANS
    players = [Player(opponent, seed + game) for game in range(games)]
    share = 0.0
    while (batch.to_move >= 0).any():
        _, legal, choices, *_ = choose(agent, batch)
        actions = played(legal, choices)
        for game, seat in enumerate(batch.to_move):
            # A finished game has no legal action, and -1 leaves it as it is.
            if seat >= 0 and seat != mine[game]:
                actions[game] = players[game].think(batch.position(game), visits=100).move.action
        batch.step(actions)
        share += float(batch.rewards[np.arange(games), mine][batch.ended].sum())
    return share / games


def picture(rows: list[dict]) -> str:
    """Draws the curves as SVG."""
    width, height, most = 640, 320, max(row["turns"] for row in rows) or 1
    x = lambda turns: 50 + turns / most * (width - 80)  # noqa: E731
    y = lambda share: height - 40 - share * (height - 70)  # noqa: E731
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">']
    parts.append(f'<rect width="{width}" height="{height}" fill="white"/>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M50 {y(share)}H{width - 30}" stroke="#ddd"/><text x="12" y="{y(share) + 4}">{share:.0%}</text>')
    parts.append(f'<path d="M50 {y(1 / 3):.1f}H{width - 30}" stroke="#888" stroke-dasharray="4 4"/>')
    for number, (name, colour) in enumerate((("random", "#2f86c9"), ("goatherd", "#c8322b"))):
        points = " ".join(f"{x(row['turns']):.1f},{y(row[name]):.1f}" for row in rows)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{60 + 150 * number}" y="20" fill="{colour}">share against {name}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">turns of self-play (of {most:,}); dashed: equal strength</text>')
    return "".join(parts) + "</svg>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO by self-play")
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--games", type=int, default=128, help="games at the same time")
    parser.add_argument("--turns", type=int, default=60, help="turns of each game between updates")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--minibatch", type=int, default=512)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of the generalised advantage estimate")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--value-weight", type=float, default=0.5)
    parser.add_argument("--entropy-weight", type=float, default=0.003)
    parser.add_argument("--evaluate-every", type=int, default=10)
    parser.add_argument("--evaluation-games", type=int, default=150)
    parser.add_argument("--minutes", type=float, help="stop after this time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, help="folder for curve.csv and curve.svg")
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    start = Position.first_game("rby")
    agent = Agent()
    optimiser = torch.optim.Adam(agent.parameters(), args.learning_rate, eps=1e-5)
    batch = Batch(args.games, start, seed=args.seed, observe=True, mask=True, threads=args.threads)
    # Random games end at different times, so afterwards the games are in different phases.
    for _ in range(300):
        batch.step_random()
    began, rows = time.monotonic(), []
    for number in range(args.updates + 1):
        late = args.minutes is not None and time.monotonic() - began > 60 * args.minutes
        if number % args.evaluate_every == 0 or late:
            row = {"update": number, "turns": number * args.games * args.turns, "minutes": round((time.monotonic() - began) / 60, 1)}
            for opponent in ("random", "goatherd"):
                row[opponent] = round(evaluate(agent, opponent, args.evaluation_games, start, 1000 * number), 3)
            rows.append(row)
            print(row, flush=True)
            if args.out:
                args.out.mkdir(parents=True, exist_ok=True)
                with open(args.out / "curve.csv", "w", newline="", encoding="utf-8") as file:
                    writer = csv.DictWriter(file, rows[0])
                    writer.writeheader()
                    writer.writerows(rows)
                (args.out / "curve.svg").write_text(picture(rows), encoding="utf-8")
        if late:
            break
        entropy = update(agent, optimiser, rollout(agent, batch, args.turns, args.trace), args)
        if number % 5 == 0:
            print(f"update {number}: entropy {entropy:.2f}, {batch.games_finished} games", flush=True)


if __name__ == "__main__":
    main()
