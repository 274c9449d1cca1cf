"""Talks to an engine over a pipe: ``shangrila engine``, or any program that speaks docs/engine-protocol.md.

    with Engine(["shangrila", "engine"]) as engine:
        engine.best("card4", visits=800)["move"]

Several threads may share an engine: answers are matched to requests by their ``id``.
"""

from __future__ import annotations

import itertools
import json
import queue
import subprocess
import threading
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any

from ._native import Position


class EngineError(Exception):
    """The engine refused a request. ``code`` says why, ``details`` has the other fields of the error."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error.get("message", error.get("code", "unknown error")))
        self.code: str = error.get("code", "unknown")
        self.details = error


class Engine:
    """A running engine."""

    def __init__(self, command: Sequence[str] = ("shangrila", "engine")) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self._ids = itertools.count(1)
        self._waiting: dict[int, queue.SimpleQueue] = {}
        self._lock = threading.Lock()
        self._ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Sends a request and waits for its final answer. Raises EngineError if it is refused."""
        *_, answer = self.ask_repeatedly(do, **fields)
        return answer

    def ask_repeatedly(self, do: str, **fields: Any) -> Iterator[dict[str, Any]]:
        """Sends a request and yields its answers: partial ones, if it asks for them, and the final one."""
        number, answers = next(self._ids), queue.SimpleQueue()
        if isinstance(fields.get("position"), Position):
            fields["position"] = str(fields["position"])
        if "moves" in fields:
            fields["moves"] = [str(mv) for mv in fields["moves"]]
        with self._lock:
            if self._ended:
                raise EOFError("the engine has ended")
            self._waiting[number] = answers
            self._process.stdin.write(json.dumps({"id": number, "do": do, **fields}) + "\n")
            self._process.stdin.flush()
        try:
            while True:
                answer = answers.get()
                if answer is None:
                    raise EOFError("the engine has ended")
                if "error" in answer:
                    raise EngineError(answer["error"])
                yield answer
                if not answer.get("partial"):
                    return
        finally:
            with self._lock:
                self._waiting.pop(number, None)

    def moves(self, position: Position | str) -> list[str]:
        """Returns the legal moves, sorted."""
        return self.ask("moves", position=position)["moves"]

    def play(self, position: Position | str, moves: Sequence[Any]) -> Position:
        """Returns the position after some moves."""
        return Position(self.ask("play", position=position, moves=moves)["position"])

    def perft(self, position: Position | str, depth: int) -> int:
        """Counts the sequences of legal moves."""
        return self.ask("perft", position=position, depth=depth)["count"]

    def best(self, position: Position | str, **limits: Any) -> dict[str, Any]:
        """Chooses a move; needs ``level``, ``visits`` or ``time_ms``."""
        return self.ask("best", position=position, **limits)

    def analyse(self, position: Position | str, **limits: Any) -> dict[str, Any]:
        """Returns the best moves; needs ``visits`` or ``time_ms``, otherwise it never ends."""
        return self.ask("analyse", position=position, **limits)

    def close(self) -> None:
        """Ends the engine after the searches that are still running."""
        if not self._process.stdin.closed:
            self._process.stdin.close()
        self._process.wait()
        self._reader.join()
        self._process.stdout.close()

    def _read(self) -> None:
        for line in self._process.stdout:
            answer = json.loads(line)
            with self._lock:
                answers = self._waiting.get(answer.get("id"))
            if answers is not None:
                answers.put(answer)
        with self._lock:
            self._ended = True
            for answers in self._waiting.values():
                answers.put(None)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
