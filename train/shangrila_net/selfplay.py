"""The self-play program as a child process, and matches that measure networks."""

import json
import subprocess
import threading
import time
from pathlib import Path


class SelfPlay:
    """Games being played in the background."""

    def __init__(self, program: Path, networks: Path, shards: Path, threads: int, seconds: float, seed: int, extra: list[str]):
        self.shards = shards
        self.stop_file = shards / "stop"
        shards.mkdir(parents=True, exist_ok=True)
        for old in shards.iterdir():
            old.unlink()
        command = [program, "play", "--networks", networks, "--out", shards, "--threads", threads, "--seconds", int(seconds)]
        command += ["--seed", seed, "--stop-file", self.stop_file, *extra]
        self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
        self.news: list[dict] = []
        self.latest: dict = {}
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.latest = json.loads(line)
            self.news.append(self.latest)

    def take_news(self) -> list[dict]:
        news, self.news = self.news, []
        return news

    def new_shards(self) -> list[Path]:
        return sorted(self.shards.glob("*.rec"))

    def is_running(self) -> bool:
        return self.process.poll() is None

    def stop(self):
        """Asks the games to end, and makes sure that they do."""
        self.stop_file.touch()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(5)


def play_match(program: Path, seats: list[str], threads: int, seconds: float, options: list[str]) -> dict | None:
    """Plays a match for some seconds and returns its report; `None` if there is none."""
    command = [str(program), "match", "--seats", ",".join(seats), "--threads", str(threads), "--json", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    began = time.monotonic()
    try:
        text, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(subprocess.signal.SIGINT)
        try:
            text, _ = process.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            return None
    try:
        return json.loads(text) | {"seconds": round(time.monotonic() - began, 1)}
    except json.JSONDecodeError:
        return None
