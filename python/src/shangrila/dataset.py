"""Plays datasets of strong games, and reads them.

    python -m shangrila.dataset --out games --games 1000 --visits 400
    python -m shangrila.dataset --check games

A dataset is a folder:

- ``games.jsonl.gz``: one game on a line, with its record and the win chances before every move
- ``turns.parquet``: one row for each turn, see ``COLUMNS``
- ``README.md``: the data card
- ``LICENSE``: the licence of the data
- ``SHA256SUMS``: checksums of the other files

The same seed plays the same games, whatever the number of threads. Writing and reading Parquet needs pyarrow.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import gzip
import hashlib
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ._native import Player, Position, Record, __version__

KINDS = (("rbvy", "free"), ("rbvy", "first-game"), ("rby", "free"), ("rby", "first-game"))
"""Seats and set-ups; game number n is of kind n modulo 4."""

COLUMNS = {
    "game": "the number of the game, from 0",
    "clans": "how many clans play, 3 or 4",
    "setup": "free or first-game",
    "ply": "turns taken before this one; the set-up counts",
    "seat": "the seat to move, from 0",
    "move": "the move, as docs/notation.md writes it",
    "bridges": "bridges standing before the move",
    "visits": "positions that the player visited; 0 for a forced move",
    "win_0, win_1, win_2, win_3": "each seat's chance of winning in thousandths, as the player to move judged it after its "
    "search; empty for a forced move and for a fourth seat that does not play",
    "masters_0 … masters_3": "each seat's masters on the board before the move",
    "students_0 … students_3": "each seat's students on the board before the move",
    "result_0 … result_3": "each seat's share of the victory in thousandths, the same in all rows of a game",
}
"""What the columns of ``turns.parquet`` mean."""


def play_game(number: int, seed: int, visits: int, variety: int = 4) -> dict[str, Any]:
    """Plays one game between players of full strength.

    Each seat has a player with its own seed. To make games differ, the first ``variety`` turns are random.

    >>> game = play_game(1, seed=7, visits=5)
    >>> record = Record.parse(game["record"])
    >>> record.end.is_over, len(game["win_chances"]) == len(record.moves)
    (True, True)
    """
    seats, setup = KINDS[number % len(KINDS)]
    position = Position.first_game(seats) if setup == "first-game" else Position.start(seats)
    start, moves, chances, searched = position, [], [], []
    base = (seed << 32) + number * 8
    players = [Player("sage", base + seat) for seat in range(len(seats))]
    random = Player("random", base + 7)
    while not position.is_over:
        player = random if len(moves) < variety else players[position.seat_to_move]
        thought = player.think(position, visits=visits)
        known = player is not random and thought.visits > 0
        chances.append([round(1000 * share) for share in thought.wins.values()] if known else None)
        searched.append(thought.visits if known else 0)
        moves.append(thought.move)
        position = position.play(thought.move)
        for other in players:
            other.observe(thought.move)
    names = {clan: "sage" for clan in seats}
    settings = {"Number": number, "Visits": visits, "Seed": seed, "RandomTurns": variety}
    record = Record(start, moves, names, [(name, str(value)) for name, value in settings.items()])
    return {"number": number, "record": str(record), "win_chances": chances, "visits": searched}


def play(out: Path, games: int, visits: int, seed: int, threads: int, variety: int = 4) -> None:
    """Plays a dataset and writes its folder."""
    out.mkdir(parents=True, exist_ok=True)
    played = []
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        # The players release the interpreter while they think, so threads are enough.
        for game in pool.map(lambda number: play_game(number, seed, visits, variety), range(games)):
            played.append(game)
            if sys.stderr.isatty():
                print(f"\r{len(played)} of {games} games", end="", file=sys.stderr)
    write(out, played, f"--games {games} --visits {visits} --seed {seed} --variety {variety}")


def write(out: Path, games: list[dict[str, Any]], settings: str) -> None:
    """Writes the folder of a dataset."""
    lines = "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games)
    compressed = io.BytesIO()
    # Without a name and a time in it, equal games give equal files.
    with gzip.GzipFile("", "wb", 9, compressed, mtime=0) as file:
        file.write(lines.encode())
    (out / "games.jsonl.gz").write_bytes(compressed.getvalue())
    write_parquet(out / "turns.parquet", games)
    turns = sum(len(game["visits"]) for game in games)
    (out / "README.md").write_text(data_card(len(games), turns, settings), encoding="utf-8")
    (out / "LICENSE").write_text(LICENCE, encoding="utf-8")
    (out / "SHA256SUMS").write_text(checksums(out), encoding="utf-8")


def read(folder: str | os.PathLike) -> Iterator[dict[str, Any]]:
    """Yields the games of a dataset; ``Record.parse(game["record"])`` reads the record of one."""
    with gzip.open(Path(folder) / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def check(folder: str | os.PathLike) -> int:
    """Checks the checksums, replays every record and compares the columns; returns the number of games.

    Raises ValueError if anything does not match.
    """
    import pyarrow.parquet

    folder = Path(folder)
    if (folder / "SHA256SUMS").read_text(encoding="utf-8") != checksums(folder):
        raise ValueError("the checksums do not match")
    games = list(read(folder))
    stored = pyarrow.parquet.read_table(folder / "turns.parquet")
    if not stored.equals(turns_table(games)):
        raise ValueError("turns.parquet does not match games.jsonl.gz")
    return len(games)


def write_parquet(path: Path, games: list[dict[str, Any]]) -> None:
    """Writes one row for each turn of the games."""
    import pyarrow.parquet

    table = turns_table(games)
    plain = [name for name in table.column_names if name.startswith("win_")]
    pyarrow.parquet.write_table(
        table,
        path,
        compression="zstd",
        compression_level=19,
        use_dictionary=[name for name in table.column_names if name not in plain],
        column_encoding={name: "DELTA_BINARY_PACKED" for name in plain},
        row_group_size=1 << 20,
    )


def turns_table(games: list[dict[str, Any]]) -> Any:
    """Returns the columns of ``turns.parquet`` as a pyarrow table."""
    import pyarrow

    whole, text = {"game": "int32", "ply": "int16"}, ("setup", "move")
    columns: dict[str, list] = {}

    def add(name: str, value: Any) -> None:
        columns.setdefault(name, []).append(value)

    for game in games:
        record = Record.parse(game["record"])
        winners, seats = record.end.winners, record.start.seats
        share = round(1000 / len(winners))
        turns = zip(record.positions(), record.moves, game["win_chances"], game["visits"], strict=False)
        for position, mv, chances, visits in turns:
            add("game", game["number"])
            add("clans", len(seats))
            add("setup", record.setup)
            add("ply", position.ply)
            add("seat", position.seat_to_move)
            add("move", str(mv))
            add("bridges", len(position.bridges))
            add("visits", visits)
            for seat in range(4):
                plays = seat < len(seats)
                clan = seats[seat] if plays else "-"
                add(f"win_{seat}", chances[seat] if plays and chances else None)
                add(f"masters_{seat}", len(position.masters(clan)) if plays else None)
                add(f"students_{seat}", len(position.students(clan)) if plays else None)
                add(f"result_{seat}", (share if clan in winners else 0) if plays else None)
    kinds = {"win": "int16", "result": "int16", "visits": "int32"}
    arrays = {}
    for name, values in columns.items():
        kind = "string" if name in text else whole.get(name) or kinds.get(name.split("_")[0], "int8")
        arrays[name] = pyarrow.array(values, getattr(pyarrow, kind)())
    return pyarrow.table(arrays)


def checksums(folder: Path) -> str:
    """Returns the checksums of a dataset, as ``sha256sum`` writes them."""
    names = ("LICENSE", "README.md", "games.jsonl.gz", "turns.parquet")
    return "".join(f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names)


def data_card(games: int, turns: int, settings: str) -> str:
    """Returns the data card."""
    columns = "".join(f"| `{name}` | {meaning} |\n" for name, meaning in COLUMNS.items())
    return f"""---
license: cc0-1.0
pretty_name: Strong games of The Bridges of Shangri-La
tags: [board-games, multi-player, perfect-information]
---

# Strong games of The Bridges of Shangri-La

{games} games with {turns} turns between computer players of full strength (`sage`), with the win chances of every seat on every turn.
Equal shares of games with four and three clans, each with the free and the first-game set-up.

**How they were played.** `python -m shangrila.dataset {settings}`, version {__version__} of the package; the same command plays
the same games. In each game the first turns (`--variety`) are random, so that games differ; every other move is the choice of a
Monte Carlo tree search with that many visits.

**What they are for.** Statistics of the game, value and policy learning, tests of engines. They show how this engine plays, not how
people do, and the win chances are its judgement, not the truth.

**What is in them.** No personal data. `games.jsonl.gz` has one JSON object on a line: `number`, `record` (the notation of the
project), and for each move `win_chances` (thousandths, in turn order; null for random and forced moves) and `visits`.
`turns.parquet` has one row for each turn:

| column | meaning |
|---|---|
{columns}
**Checks.** `sha256sum --check SHA256SUMS`; `python -m shangrila.dataset --check FOLDER` also replays every record.

**Licence.** CC0 1.0: use them as you like.
"""


LICENCE = """The games and tables in this folder are dedicated to the public domain under the
Creative Commons CC0 1.0 Universal Public Domain Dedication:
https://creativecommons.org/publicdomain/zero/1.0/legalcode

SPDX-License-Identifier: CC0-1.0
"""


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m shangrila.dataset", description="Plays and checks datasets of strong games")
    parser.add_argument("--out", type=Path, help="the folder to write")
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--visits", type=int, default=400, help="visits per move (400)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of all randomness (0)")
    parser.add_argument("--variety", type=int, default=4, help="random turns at the beginning of each game (4)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="games played at the same time (all cores)")
    parser.add_argument("--check", type=Path, metavar="FOLDER", help="check a dataset instead of playing one")
    args = parser.parse_args()
    if args.check:
        print(f"{check(args.check)} games are as they should be")
    elif args.out:
        play(args.out, args.games, args.visits, args.seed, args.threads, args.variety)
    else:
        parser.error("give --out or --check")


if __name__ == "__main__":
    main()
