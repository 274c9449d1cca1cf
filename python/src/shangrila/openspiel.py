"""The game for OpenSpiel: importing this module registers ``python_shangrila``.

Parameters: ``players`` (3 or 4), ``setup`` ("free" or "first-game"), and the rule options ``stones`` (11 or 12) and
``recruit`` ("two" or "up-to-two"). A player's return is its share of the victory, so the returns add up to 1.

>>> import pyspiel
>>> game = pyspiel.load_game("python_shangrila", {"players": 3})
>>> state = game.new_initial_state()
>>> len(state.legal_actions()), state.action_to_string(state.legal_actions()[0])
(84, 'R@a')
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._native import ACTIONS, OBSERVATION_SIZE, Move, Options, Position

MAX_TURNS = 4000
"""A generous bound on the length of a game: random games take about 200 turns."""

SEATS = {3: "rby", 4: "rbvy"}

_GAME_TYPE = pyspiel.GameType(
    short_name="python_shangrila",
    long_name="The Bridges of Shangri-La",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 4, "setup": "free", "stones": 11, "recruit": "two"},
)


class ShangrilaGame(pyspiel.Game):
    """The rules for a number of players, a set-up and options."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        players = params.get("players", 4)
        if players not in SEATS:
            raise ValueError(f"the game is for 3 or 4 players, not {players}")
        setup, options = params.get("setup", "free"), Options(params.get("stones", 11), params.get("recruit", "two"))
        if setup not in ("free", "first-game"):
            raise ValueError(f"the set-up is free or first-game, not {setup!r}")
        first = Position.first_game if setup == "first-game" else Position.start
        self.start = first(SEATS[players], options)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MAX_TURNS,
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self) -> ShangrilaState:
        return ShangrilaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ShangrilaObserver:
        # Everything is public, so every kind of observer sees the same.
        return ShangrilaObserver(params)


class ShangrilaState(pyspiel.State):
    """A position, as OpenSpiel wants it."""

    def __init__(self, game: ShangrilaGame) -> None:
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> int:
        seat = self.position.seat_to_move
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions().tolist()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(Move.from_action(action))

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        winners = self.position.winners
        return [1.0 / len(winners) if clan in winners else 0.0 for clan in self.position.seats]

    def __str__(self) -> str:
        return str(self.position)


class ShangrilaObserver:
    """Writes ``Position.observation`` of a player into a tensor."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.tensor = np.zeros(OBSERVATION_SIZE, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ShangrilaState, player: int) -> None:
        self.tensor[:] = state.position.observation(player)

    def string_from(self, state: ShangrilaState, player: int) -> str:
        return str(state.position)


pyspiel.register_game(_GAME_TYPE, ShangrilaGame)
