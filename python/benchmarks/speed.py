"""Random games per second, beside python-chess and OpenSpiel's own games: `cargo xtask python --bench`.

Everything runs on one core, in short slices in turn. Processor time counts, and the median slice, because other processes
disturb some.
"""

import random
import re
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import numpy as np
import pyspiel
import shangrila.openspiel  # noqa: F401 - registers the game
from shangrila import Batch, Position

ROUNDS = 51
"""How often each measurement is repeated."""

Measurement = Callable[[], tuple[float, float]]
"""Plays for a while and returns the games and the turns played."""


def native() -> tuple[float, float]:
    """Returns games and turns per second of the engine itself, from its own benchmark."""
    command = ["cargo", "bench", "--locked", "--package", "shangrila-rules", "--bench", "playouts", "--", "hundred_games_sampled"]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]).stdout
    median, unit = re.search(r"rbvy\s+[^│]*│[^│]*│\s*([\d.]+) (µs|ms)", output).groups()
    games = 100 / (float(median) * {"µs": 1e-6, "ms": 1e-3}[unit])
    lengths = [Position.start().random_playout(seed).ply for seed in range(2000)]
    return games, games * statistics.mean(lengths)


def batch(turns: int, games: int = 1024) -> Measurement:
    """Steps a batch with random moves, `turns` of them in every call."""
    all_games = Batch(games, seed=1, threads=1)
    for _ in range(300):
        all_games.step_random()

    def play() -> tuple[float, float]:
        before = all_games.games_finished, all_games.turns_played
        for _ in range(10 if turns == 1 else 1):
            all_games.step_random(turns)
        return all_games.games_finished - before[0], all_games.turns_played - before[1]

    return play


def masked_batch(games: int = 256) -> Measurement:
    """Steps a batch with masks and observations; NumPy chooses the moves, as a learner would."""
    all_games = Batch(games, seed=1, threads=1, observe=True, mask=True)
    rng = np.random.default_rng(1)

    def play() -> tuple[float, float]:
        before = all_games.games_finished, all_games.turns_played
        for _ in range(2):
            rows, actions = all_games.masks.nonzero()
            counts = all_games.masks.sum(axis=1)
            firsts = counts.cumsum() - counts
            all_games.step(actions[firsts + (rng.random(games) * counts).astype(np.int64)])
        turns = all_games.turns_played - before[1]
        # Games are long compared with a slice, so the turns tell how many there would be.
        return turns / MEAN_LENGTH, turns

    return play


MEAN_LENGTH = statistics.mean(Position.start().random_playout(seed).ply for seed in range(2000))


def loop(game: Callable[[], int], count: int) -> Measurement:
    """Plays games one after the other; `game` returns its turns."""
    return lambda: (count, sum(game() for _ in range(count)))


def moves_in_python() -> int:
    position = Position.start()
    while not position.is_over:
        position = position.play(random.choice(position.legal_moves()))
    return position.ply


def actions_in_python() -> int:
    position = Position.start()
    while not position.is_over:
        actions = position.legal_actions()
        position = position.play_action(actions[random.randrange(len(actions))])
    return position.ply


def chess_in_python() -> int:
    board = chess.Board()
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
    return len(board.move_stack)


def openspiel(name: str) -> Callable[[], int]:
    game = pyspiel.load_game(name)

    def play() -> int:
        state, turns = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            turns += 1
        return turns

    return play


def measurements() -> Iterator[tuple[str, Measurement]]:
    yield "shangrila, batch of 1024, one turn a call", batch(1)
    yield "shangrila, batch of 1024, ten turns a call", batch(10)
    yield "shangrila, batch of 256, masks and moves chosen by NumPy", masked_batch()
    yield "shangrila, Python loop over actions", loop(actions_in_python, 2)
    yield "shangrila, Python loop over moves", loop(moves_in_python, 2)
    yield "shangrila in OpenSpiel", loop(openspiel("python_shangrila"), 1)
    yield "python-chess", loop(chess_in_python, 1)
    for name in ("chess", "go(board_size=9)", "breakthrough", "hex(board_size=11)", "connect_four"):
        yield f"OpenSpiel {name}", loop(openspiel(name), 2)


def main() -> None:
    random.seed(1)
    all_measurements = list(measurements())
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name, _ in all_measurements}
    natives = [native()]
    for _ in range(ROUNDS):
        for name, play in all_measurements:
            # The first slice finds the caches full of something else.
            play()
            began = time.process_time()
            games, turns = play()
            seconds = time.process_time() - began
            rates[name].append((games / seconds, turns / seconds))
    natives.append(native())
    games, turns = (statistics.mean(rates) for rates in zip(*natives, strict=True))
    print(f"{'random games on one core':<58}{'games/s':>12}{'turns/s':>14}{'of native':>11}")
    print(f"{'shangrila, the engine itself':<58}{games:>12,.0f}{turns:>14,.0f}{1:>11.0%}")
    for name, slices in rates.items():
        played = statistics.median(rate[1] for rate in slices)
        length = statistics.mean(rate[1] for rate in slices) / max(1e-9, statistics.mean(rate[0] for rate in slices))
        share = f"{played / turns:>11.0%}" if name.startswith("shangrila") else ""
        print(f"{name:<58}{played / length:>12,.0f}{played:>14,.0f}{share}")


if __name__ == "__main__":
    main()
