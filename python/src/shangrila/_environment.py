"""What the environments share: where games start, what agents see, what they earn."""

from __future__ import annotations

import gymnasium.spaces
import numpy as np

from ._native import ACTIONS, OBSERVATION_SIZE, Options, Position


def observation_space() -> gymnasium.spaces.Dict:
    """Returns the space of observations."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0, 6, (OBSERVATION_SIZE,), np.uint8),
            "action_mask": gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def start_position(seats: str, setup: str, options: Options | str | None) -> Position:
    """Returns the position a game begins with."""
    if setup == "free":
        return Position.start(seats, options)
    return Position.first_game(seats, options) if setup == "first-game" else Position(setup)


def shares(end: Position) -> list[float]:
    """Returns the share of the victory of every seat."""
    winners = end.winners
    return [1.0 / len(winners) if clan in winners else 0.0 for clan in end.seats]
