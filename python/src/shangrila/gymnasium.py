"""One seat against computer players, as a Gymnasium environment.

>>> env = SeatEnv(opponents="random")
>>> observation, info = env.reset(seed=7)
>>> action = int(observation["action_mask"].argmax())
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> reward, terminated
(0.0, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from ._environment import observation_space, shares, start_position
from ._native import ACTIONS, IllegalMoveError, Options, Player


class SeatEnv(gymnasium.Env):
    """One seat of a game; computer players play the others.

    ``seat`` is the learner's, from 0, or None for a different one each game. ``opponents`` is a player's name or one name
    for each other seat in turn order; ``visits`` limits their search. The reward is the share of the victory when
    the game ends. An illegal action ends the episode with a reward of -1 and its code in ``info["illegal_move"]``;
    ``info["action_mask"]`` helps to avoid that.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        seats: str = "rbvy",
        setup: str = "free",
        options: Options | str | None = None,
        seat: int | None = None,
        opponents: str | Sequence[str] = "goatherd",
        visits: int = 100,
        render_mode: str | None = None,
    ) -> None:
        self.start = start_position(seats, setup, options)
        others = len(self.start.seats) - 1
        self.names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.names) != others:
            raise ValueError(f"{others} opponents are needed, not {len(self.names)}")
        if seat is not None and not 0 <= seat <= others:
            raise ValueError(f"the seat must be from 0 to {others}")
        self.fixed_seat = seat
        self.visits = visits
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.position = self.start
        self.seat = seat or 0
        self.players: dict[int, Player] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        super().reset(seed=seed)
        clans = len(self.start.seats)
        self.position = self.start
        self.seat = int(self.np_random.integers(clans)) if self.fixed_seat is None else self.fixed_seat
        seeds = self.np_random.integers(2**63, size=clans)
        others = [seat for seat in range(clans) if seat != self.seat]
        self.players = {seat: Player(name, int(seeds[seat])) for seat, name in zip(others, self.names, strict=True)}
        self._play_opponents()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict, float, bool, bool, dict]:
        try:
            self.position = self.position.play_action(int(action))
        except IllegalMoveError as error:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal_move": error.code}
        self._play_opponents()
        reward = shares(self.position)[self.seat] if self.position.is_over else 0.0
        return self._observation(), reward, self.position.is_over, False, self._info()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.position.svg()
        return str(self.position) if self.render_mode == "ansi" else None

    def _play_opponents(self) -> None:
        while self.position.seat_to_move not in (None, self.seat):
            thought = self.players[self.position.seat_to_move].think(self.position, visits=self.visits)
            self.position = self.position.play(thought.move)

    def _observation(self) -> dict[str, np.ndarray]:
        mask = self.position.action_mask().astype(np.int8)
        return {"observation": self.position.observation(self.seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.position.action_mask(), "seat": self.seat, "position": str(self.position)}
