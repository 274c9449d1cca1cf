"""What the tests share: the program `shangrila`, the games of the Rust engine, the repository."""

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def program() -> str:
    """The program, built by ``cargo xtask python``."""
    return os.environ.get("SHANGRILA_PROGRAM", str(ROOT / "target/debug/shangrila"))


@pytest.fixture(scope="session")
def rust_games() -> list[dict]:
    """Random games as the rules play them, written by ``cargo xtask python`` without any Python."""
    path = os.environ.get("SHANGRILA_GAMES", str(ROOT / "target/python-package/games.jsonl"))
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
