"""Plays and trains at the same time, resuming where the last run stopped. `docs/training.md` says what it does and why.

    python3 train/run.py --minutes 9 --state train/state/run --out "$OUT" --threads 15
    python3 train/run.py --smoke
"""

import argparse
import json
import math
import shutil
import sys
import time
from pathlib import Path

import torch

from shangrila_net import loss, records, weights
from shangrila_net.selfplay import SelfPlay, play_match
from shangrila_net.trainer import Trainer, load_state
from shangrila_net.window import Window

PIECE_LIMIT = 14 << 20


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=9.0, help="when to have finished, matches included")
    parser.add_argument("--state", type=Path, default=Path("train/state/run"), help="folder that the next run resumes from")
    parser.add_argument("--resume", type=Path, help="folder of an earlier run's results, used if --state is empty")
    parser.add_argument("--teacher", type=Path, help="folder with the results of a network of another size: it plays until --bootstrap")
    parser.add_argument("--out", type=Path, help="folder for the results: network, state, log, newest records")
    parser.add_argument("--threads", type=int, default=15, help="games at the same time")
    parser.add_argument("--selfplay", type=Path, default=Path("train/bin/shangrila-selfplay"))
    parser.add_argument("--validation", type=Path, default=Path("train/data/validation.rec"))
    parser.add_argument("--channels", type=int, default=32)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, nargs=2, default=[2e-3, 1e-3], help="learning rate at the start and at the end")
    parser.add_argument("--reuse", type=float, default=8.0, help="positions seen in training for each one played in this run")
    parser.add_argument("--search-share", type=float, default=loss.SEARCH_SHARE, help="how much of the win target is the opinion of searches")
    parser.add_argument("--window", type=int, default=4_000_000, help="positions that are kept")
    parser.add_argument("--first-positions", type=int, default=60_000, help="positions before training begins")
    parser.add_argument("--bootstrap", type=float, default=150, help="seconds before the first network plays")
    parser.add_argument("--export", type=float, default=50, help="seconds between networks")
    parser.add_argument("--gate", type=float, default=60, help="seconds of matches at the end")
    parser.add_argument("--gate-time-ms", type=int, default=20)
    parser.add_argument("--pieces", type=int, default=1, help="compressed pieces of the newest records among the results")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--selfplay-options", default="", help="passed on to the self-play program, separated by spaces")
    parser.add_argument("--smoke", action="store_true", help="a minute with tiny settings, to see that everything works")
    args = parser.parse_args()
    if args.smoke:
        args.minutes, args.threads, args.batch, args.window = 1.5, 1, 64, 20_000
        args.first_positions, args.bootstrap, args.export, args.gate = 300, 15, 15, 12
        args.state = Path("train/state/smoke")
        args.out = args.out or Path("train/state/smoke-out")
        shutil.rmtree(args.state, ignore_errors=True)
        args.selfplay_options = "--full-visits 60 --fast-visits 20 --uct-playouts 300 --fitted-visits 100 --shard-games 2"
    args.out = args.out or args.state / "out"
    return args


class Run:
    def __init__(self, args: argparse.Namespace):
        self.began = time.monotonic()
        self.args = args
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.backends.cuda.matmul.allow_tf32 = True
        if self.device.type == "cpu":
            torch.set_num_threads(1)  # the games need the other cores
        self.networks = args.state / "networks"
        for folder in (args.out, self.networks):
            folder.mkdir(parents=True, exist_ok=True)
        self.log_file = open(args.state / "log.jsonl", "a")
        self.window = Window(args.window, self.device)
        self.run_number = 1
        source = args.state if (args.state / "state.pt").exists() else args.resume
        state = load_state(source, self.device) if source else None
        channels, blocks = (state["channels"], state["blocks"]) if state else (args.channels, args.blocks)
        torch.manual_seed(args.seed)
        self.trainer = Trainer(channels, blocks, self.device, search_share=args.search_share)
        if state:
            self.trainer.load(state)
            self.run_number = state["run"] + 1
            self.window.load(source)
            self.window.total = state["positions"]
            if source != args.state:
                self.restore(source)
        elif args.teacher:
            self.window.load(args.teacher)
            shutil.copy(args.teacher / "network.bin", self.networks / "gen-00000000.bin")
        self.samples_before, self.positions_before = self.trainer.samples, self.window.total
        self.validation = None
        if args.validation.exists():
            self.validation = records.read(args.validation)[:: 20 if args.smoke else 1].to(self.device)
        self.first_network = self.newest_network()
        self.log("begin", run=self.run_number, device=str(self.device), torch=torch.__version__, resumed=bool(state))
        self.log("settings", **{name: str(value) for name, value in vars(args).items()})

    def restore(self, source: Path):
        """Takes over the network and the log of an earlier run's results."""
        self.export()
        log = source / "log.jsonl"
        if log.exists():
            self.log_file.write(log.read_text())

    def seconds(self) -> float:
        return time.monotonic() - self.began

    def log(self, event: str, **facts):
        line = json.dumps({"event": event, "time": round(self.seconds(), 1), **facts})
        self.log_file.write(line + "\n")
        self.log_file.flush()
        print(line[:600], flush=True)

    def newest_network(self) -> Path | None:
        return max(self.networks.glob("*.bin"), default=None)

    def export(self):
        path = self.networks / f"gen-{self.trainer.steps:08}.bin"
        weights.write(self.trainer.average, path)
        return path

    def validate(self) -> dict:
        facts = {}
        if self.validation is not None:
            facts["validation"] = loss.evaluate(self.trainer.average, self.validation)
        if len(self.window.held_out):
            facts["held_out"] = loss.evaluate(self.trainer.average, self.window.held_out)
        return facts

    def ingest(self, games: SelfPlay):
        for shard in games.new_shards():
            self.window.add(records.read(shard))
            shard.unlink()

    def rate(self, end: float) -> float:
        first, last = self.args.rate
        part = min(1.0, self.seconds() / end)
        return math.exp(math.log(first) + part * (math.log(last) - math.log(first)))

    def is_ahead_of_the_games(self) -> bool:
        """Whether the positions of this run have been seen often enough; earlier runs may have had another rule."""
        new = self.window.total - self.positions_before
        return self.trainer.samples - self.samples_before >= self.args.reuse * new

    def play_and_train(self, end: float):
        args = self.args
        seed = args.seed * 1000 + self.run_number
        options = args.selfplay_options.split()
        shards = args.state / "shards"
        games = SelfPlay(args.selfplay, self.networks, shards, args.threads, end - self.seconds(), seed, options)
        last_export = last_report = self.seconds()
        sums, count, busy = {}, 0, 0.0
        try:
            while self.seconds() < end:
                if not games.is_running() and self.seconds() < end - 30:
                    raise RuntimeError("the self-play program has ended early")
                self.ingest(games)
                enough = self.window.total >= args.first_positions
                if not enough or self.is_ahead_of_the_games():
                    time.sleep(0.2)
                else:
                    started = time.monotonic()
                    for _ in range(20):
                        parts = self.trainer.step(self.window.sample(args.batch), self.rate(end))
                        for name, part in parts.items():
                            sums[name] = sums.get(name, 0.0) + part
                        count += 1
                        if self.seconds() >= end:
                            break
                    float(sums["win"])  # waits for the device
                    busy += time.monotonic() - started
                due = self.seconds() - last_export >= args.export
                ripe = self.run_number > 1 or self.seconds() >= args.bootstrap
                if count and due and ripe:
                    last_export = self.seconds()
                    self.export()
                if self.seconds() - last_report >= min(args.export, 25):
                    last_report = self.seconds()
                    self.report(games, sums, count, busy, end)
                    sums, count, busy = {}, 0, 0.0
        finally:
            games.stop()
            self.ingest(games)
            self.report(games, sums, count, busy, end)

    def report(self, games: SelfPlay, sums: dict, count: int, busy: float, end: float):
        for news in games.take_news():
            self.log("games", **news)
        means = {name: round(float(value) / count, 5) for name, value in sums.items()}
        facts = self.validate() if self.trainer.steps else {}
        self.log(
            "train",
            steps=self.trainer.steps,
            samples=self.trainer.samples,
            positions=self.window.total,
            window=self.window.size,
            rate=round(self.rate(end), 6),
            busy=round(busy, 1),
            losses=means,
            **facts,
        )

    def save(self):
        """Writes the state for the next run, and the results."""
        args = self.args
        network = self.export()
        state = self.trainer.state() | {"run": self.run_number, "positions": self.window.total}
        torch.save(state, args.state / "state.pt")
        self.window.save(args.state / "window.rec")
        shutil.copy(network, args.out / "network.bin")
        shutil.copy(args.state / "state.pt", args.out / "state.pt")
        self.window.save_newest(args.out, args.pieces, PIECE_LIMIT)
        self.log("saved", network=network.name, **self.validate())
        self.copy_log()

    def copy_log(self):
        shutil.copy(self.args.state / "log.jsonl", self.args.out / "log.jsonl")

    def gate(self, deadline: float):
        """Plays the new network against the one the run began with, and against other players."""
        args = self.args
        new = f"network:{self.newest_network()}"
        old = f"network:{self.first_network}" if self.first_network else None
        tables = [[new, "fitted", "fitted", "fitted"], [new, "uct", "uct", "uct"]]
        if old and old != new:
            tables.insert(0, [new, old, old, old])
        for index, seats in enumerate(tables):
            # Games that have begun are played to their end, which takes a few seconds.
            last_games = 0.2 * args.gate_time_ms + 1
            seconds = (deadline - self.seconds()) / (len(tables) - index) - last_games
            if seconds < 2:
                break
            report = play_match(args.selfplay, seats, args.threads + 1, seconds, args.gate_time_ms, self.run_number)
            self.log("gate", **(report or {"seats": seats, "failed": True}))
        self.copy_log()


def main():
    run = Run(arguments())
    limit = 60 * run.args.minutes
    try:
        # Saving and compressing take a few seconds.
        run.play_and_train(limit - run.args.gate - (6 if run.args.smoke else 25))
    finally:
        if run.trainer.steps:
            run.save()
    run.gate(limit)
    run.log("end")
    run.copy_log()


if __name__ == "__main__":
    sys.exit(main())
