"""Fuzzed arguments raise exceptions; they never end the interpreter."""

import inspect
import random
import subprocess
import sys

import numpy as np
import shangrila
from shangrila import Batch, Move, Options, Player, Position, Record

CALLS = 200_000

LETTERS = "rbyvRADPYFHabcdefghijklm@>+/ 01234567-,=\n\"[]{}()*pass\U0001f600\ud800\0"
WORDS = ["R@a", "+R@a+Y@c", "a>b", "pass", "rbvy", "rby", "stones=12", "random", "goatherd", "uct:3", "r", "H", "a", ""]


def argument(rng: random.Random, depth: int = 0):
    """Something: mostly of a kind that a function might expect."""
    kind = rng.randrange(16 if depth < 2 else 12)
    if kind == 0:
        return None
    if kind == 1:
        return rng.choice([0, 1, -1, 3, 4, 255, 256, 4323, 4324, 2**31, 2**63, -(2**63) - 1, 2**64, 10**30])
    if kind == 2:
        return rng.choice([0.0, -1.5, float("nan"), float("inf"), 1e308, 0.001])
    if kind == 3:
        return rng.choice(WORDS)
    if kind == 4:
        return "".join(rng.choice(LETTERS) for _ in range(rng.randrange(40)))
    if kind == 5:
        text = list(str(Position.first_game()))
        text[rng.randrange(len(text))] = rng.choice(LETTERS)
        return "".join(text)
    if kind == 6:
        return rng.choice([Position.start(), Position.first_game("rby"), Position.start("rby").random_playout(1)])
    if kind == 7:
        return Move.from_action(rng.randrange(4324))
    if kind == 8:
        return rng.choice([Options(), Options(12, "up-to-two"), Record(Position.start(), ["R@a"])])
    if kind == 9:
        return rng.choice([True, False, b"bytes", object(), Position, 3 + 4j])
    if kind == 10:
        shape = rng.choice([0, 1, 2, 3, (2, 2), (3, 0)])
        return np.zeros(shape, rng.choice([np.int64, np.int32, np.bool_, np.float32, np.uint8, object]))
    if kind == 11:
        return np.arange(12)[:: rng.choice([1, 4, -1])]
    if kind == 12:
        return [argument(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind == 13:
        return {rng.choice(WORDS): argument(rng, depth + 1)}
    if kind == 14:
        return tuple(argument(rng, depth + 1) for _ in range(rng.randrange(3)))
    return range(rng.randrange(5))


# Limits that keep single calls short; their arguments are fuzzed all the same.
SLOW = {"perft", "think", "analyse"}


def call(rng: random.Random, function, name: str) -> None:
    arguments = [argument(rng) for _ in range(rng.randrange(4))]
    keywords = {}
    if name in SLOW:
        if name == "perft":
            arguments = [rng.choice([0, 1, -1, 21, None, "1"])]
        else:
            keywords = {"visits": rng.choice([1, 5, 0, -1, 2**32, None, "1"]), "seconds": rng.choice([0.001, 0, -1, "x"])}
    elif rng.randrange(4) == 0:
        keywords = {rng.choice(["seed", "start", "options", "seats", "threads", "moves", "which"]): argument(rng)}
    try:
        function(*arguments, **keywords)
    except Exception:
        # Any exception will do, except PyO3's PanicException, which is no Exception: a panic is a bug.
        pass


def fuzz(seed: int, calls: int) -> int:
    rng = random.Random(seed)
    classes = [value for value in vars(shangrila._native).values() if inspect.isclass(value)]
    objects = [
        *[cls for cls in classes if not issubclass(cls, Exception)],
        Position.first_game(),
        Position.start("rby").random_playout(3),
        Record(Position.first_game(), ["P@a"]),
        Move("a>b"),
        Player("goatherd"),
        Batch(3, observe=True, mask=True),
        Batch(2, Position.first_game("rby"), auto_reset=False),
    ]
    targets = [(shangrila.analyse, "analyse")] + [(cls, cls.__name__) for cls in classes]
    for value in objects:
        for name in dir(value):
            member = getattr(value, name, None)
            if callable(member) and name not in ("__class__", "__init_subclass__", "__subclasshook__", "__reduce_ex__"):
                targets.append((member, name))
    for _ in range(calls):
        call(rng, *rng.choice(targets))
    return len(targets)


def test_fuzzed_arguments_never_abort_the_interpreter():
    # In a process of its own, so that an abort fails this test instead of ending all of them.
    code = f"import test_fuzz; print(test_fuzz.fuzz(7, {CALLS}))"
    run = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code], capture_output=True, text=True, cwd=__file__[: -len("test_fuzz.py")])
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) > 200
