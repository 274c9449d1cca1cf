"""The environments pass the tests that come with PettingZoo, OpenSpiel and Gymnasium."""

import warnings

import numpy as np
import pyspiel
import pytest
import shangrila.gymnasium
import shangrila.openspiel  # noqa: F401 - registers the game
import shangrila.pettingzoo
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, performance_benchmark, seed_test
from shangrila import IllegalMoveError


@pytest.mark.parametrize("seats", ["rbvy", "rby"])
@pytest.mark.parametrize("setup", ["free", "first-game"])
def test_pettingzoo_api(seats, setup):
    with warnings.catch_warnings():
        # PettingZoo warns about dictionaries as observations, and recommends them for action masks.
        warnings.simplefilter("ignore")
        api_test(shangrila.pettingzoo.raw_env(seats, setup), num_cycles=500)
        api_test(shangrila.pettingzoo.env(seats=seats, setup=setup), num_cycles=500)


def test_pettingzoo_seeds():
    seed_test(shangrila.pettingzoo.env, num_cycles=500)


def test_pettingzoo_performance_benchmark(capsys):
    performance_benchmark(shangrila.pettingzoo.raw_env())
    assert "turns per second" in capsys.readouterr().out


def test_every_agent_earns_its_share_of_the_victory():
    env = shangrila.pettingzoo.raw_env("rby")
    for seed in range(5):
        env.reset(seed=seed)
        rng, earned = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            earned[agent] += reward
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if termination or truncation else int(rng.choice(legal)))
        winners = env.position.winners
        assert earned == {
            f"seat_{seat}": 1 / len(winners) if clan in winners else 0.0 for seat, clan in enumerate(env.position.seats)
        }


def test_illegal_actions_raise_the_typed_reason():
    env = shangrila.pettingzoo.raw_env()
    env.reset()
    with pytest.raises(IllegalMoveError) as caught:
        env.step(228)
    assert caught.value.code == "pass_not_forced"


@pytest.mark.parametrize("params", [{}, {"players": 3, "setup": "first-game"}, {"stones": 12, "recruit": "up-to-two"}])
def test_openspiel_random_simulation(params):
    game = pyspiel.load_game("python_shangrila", params)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_openspiel_mcts_beats_random_moves():
    game = pyspiel.load_game("python_shangrila", {"players": 3, "setup": "first-game"})
    shares = []
    for seed in range(3):
        random = np.random.RandomState(seed)
        bot = mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, random), random_state=random)
        state = game.new_initial_state()
        while not state.is_terminal():
            mine = state.current_player() == seed % 3
            state.apply_action(bot.step(state) if mine else int(random.choice(state.legal_actions())))
        shares.append(state.returns()[seed % 3])
    assert sum(shares) >= 2


def test_gymnasium_checker():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(shangrila.gymnasium.SeatEnv(opponents="random"), skip_render_check=True)
        check_env(shangrila.gymnasium.SeatEnv("rby", "first-game", seat=1, opponents=["goatherd", "greedy"]))


def test_a_seat_plays_whole_games_against_computer_players():
    env = shangrila.gymnasium.SeatEnv("rby", opponents=["goatherd", "random"], visits=3)
    rewards = []
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        rng, ended = np.random.default_rng(seed), False
        while not ended:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, ended, _, info = env.step(action)
        rewards.append(reward)
        assert reward in (0.0, 0.5, 1.0) or abs(reward - 1 / 3) < 1e-6
        assert env.position.is_over
    assert env.reset(seed=1)[1]["position"] == env.reset(seed=1)[1]["position"]
    _, reward, ended, _, info = env.step(228)
    assert (reward, ended, info["illegal_move"]) == (-1.0, True, "pass_not_forced")
