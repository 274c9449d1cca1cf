"""The game as a PettingZoo AEC environment: every seat is an agent, and illegal moves are masked.

The observation of an agent is a dictionary: ``observation`` is ``Position.observation`` from its own point of view,
``action_mask`` marks the legal moves if it is its turn. ``docs/python.md`` describes both. The reward of an agent is its
share of the victory, paid when the game ends.

>>> env = raw_env()
>>> env.reset(seed=7)
>>> env.agent_selection
'seat_0'
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((788,), 91)
>>> env.step(0)
>>> env.agent_selection
'seat_1'
"""

from __future__ import annotations

from typing import Any

import gymnasium.spaces
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._environment import observation_space, shares, start_position
from ._native import ACTIONS, Options


def env(**settings: Any) -> AECEnv:
    """Returns the environment with PettingZoo's usual checks around it."""
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1))


class raw_env(AECEnv):  # noqa: N801 - PettingZoo's convention
    """The environment itself.

    ``seats`` are the clans in turn order, three or four; ``setup`` is "free", "first-game" or a position;
    ``options`` are the rule options. An illegal action raises IllegalMoveError.
    """

    metadata = {"name": "shangrila_v0", "is_parallelizable": False, "render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        seats: str = "rbvy",
        setup: str = "free",
        options: Options | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.start = start_position(seats, setup, options)
        self.possible_agents = [f"seat_{seat}" for seat in range(len(self.start.seats))]
        self.render_mode = render_mode
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.position = self.start

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. Nothing in the game is random, so the seed changes nothing."""
        self.position = self.start
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_to_move()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        if self.position.seat_to_move == seat:
            mask = self.position.action_mask().astype(np.int8)
        else:
            mask = np.zeros(ACTIONS, np.int8)
        return {"observation": self.position.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = self.position.play_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.position.is_over:
            for agent, share in zip(self.agents, shares(self.position), strict=True):
                self.rewards[agent] = share
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._agent_to_move()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.position.svg()
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def _agent_to_move(self) -> str:
        return self.possible_agents[self.position.seat_to_move or 0]
