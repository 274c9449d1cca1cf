"""The self-play program as a child process, and matches that measure networks."""

import json
import subprocess
import threading
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


def play_match(program: Path, seats: list[str], threads: int, seconds: float, time_ms: int, seed: int) -> dict | None:
    """Plays a match for some seconds and returns its result; `None` if there is none."""
    command = [program, "contest", "--seats", ",".join(seats), "--threads", threads, "--seconds", int(seconds)]
    command += ["--time-ms", time_ms, "--seed", seed]
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=seconds + 40)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None
