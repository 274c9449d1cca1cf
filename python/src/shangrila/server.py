"""A client for a server: bots that sign in with a token, follow tables and play (docs/server-protocol.md).

The client keeps the state of every table it watches up to date, reconnects when the connection is lost, and sends
commands again that were not answered. ``https://`` addresses use TLS; ``ca_file`` names certificates to trust besides the
public authorities.

    client = Client("https://shangrila.example", token)
    client.run(lambda table: random.choice(table.position.legal_moves()))
"""

from __future__ import annotations

import dataclasses
import json
import os
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import websockets.exceptions
from websockets.sync.client import ClientConnection, connect

from ._native import Move, Options, Position, Record

PROTOCOL_VERSION = 6
"""The version of the protocol that this client speaks."""

BURST, MESSAGES_PER_SECOND = 30, 8
"""The server allows 40 messages in a burst, then ten per second."""


class Refused(Exception):
    """The server refused a request. ``code`` says why, ``reason`` has the details."""

    def __init__(self, reason: dict[str, Any], message: str = "") -> None:
        super().__init__(message or reason.get("code", "refused"))
        self.code: str = reason.get("code", "unknown")
        self.reason = reason


@dataclasses.dataclass(frozen=True)
class Table:
    """A table as one person sees it. ``state`` is the server's whole state of it."""

    state: dict[str, Any]
    me: str

    @property
    def id(self) -> str:
        """The table's identifier."""
        return self.state["table"]

    @property
    def phase(self) -> str:
        """"waiting", "playing", "finished" or "closed"."""
        return self.state["phase"]

    @property
    def seat(self) -> int | None:
        """My seat, from 0, or None. In a game of two I have two; this is the first."""
        return next((number for number, seat in enumerate(self.state["seats"]) if self._is_mine(seat)), None)

    def _is_mine(self, seat: dict[str, Any]) -> bool:
        return ((seat.get("player") or {}).get("person") or {}).get("id") == self.me

    @property
    def is_my_turn(self) -> bool:
        """Whether I am to move and nobody stands in for me."""
        to_move = self.state["next"]
        seat = None if to_move is None else self.state["seats"][to_move]
        return seat is not None and self._is_mine(seat) and not seat.get("stand_in")

    @property
    def someone_stands_in(self) -> bool:
        """Whether a computer player plays for me, although I have not resigned."""
        seat = self.seat
        stand_in = None if seat is None else self.state["seats"][seat].get("stand_in")
        return bool(stand_in) and stand_in[0] != "resigned"

    @property
    def start(self) -> Position:
        """The position before the first move."""
        settings = self.state["settings"]
        seats = "".join(seat["clan"] for seat in self.state["seats"])
        options = Options(settings["options"]["stones"], settings["options"]["recruit"].replace("_", "-"))
        if settings["opening"] == "card":
            return Position.first_game(seats, options)
        position = Position.start(seats, options)
        if isinstance(settings["opening"], dict):
            # A fair set-up: as if the players had placed these masters in turn.
            for guild, villages in zip("RADPYFH", zip(*settings["opening"]["fair"]["masters"])):
                for village in villages:
                    position = position.play(f"{guild}@{village}")
        return position

    @property
    def position(self) -> Position:
        """The current position."""
        position = self.start
        for mv in self.state["moves"]:
            position = position.play(mv)
        return position


class Client:
    """A connection to a server with a bot's token."""

    def __init__(
        self, server: str, token: str | None = None, *, ca_file: str | None = None, join: bool = False, tables: int = 8
    ) -> None:
        """``join`` sits down at open tables that allow bots, at up to ``tables`` at the same time."""
        address = urllib.parse.urlsplit(server)
        if address.scheme not in ("http", "https") or not address.netloc:
            raise ValueError(f"the server's address must begin with http:// or https://, not {server!r}")
        self.server = server.rstrip("/")
        self.token = token or os.environ.get("SHANGRILA_TOKEN")
        self.join = join
        self.max_tables = tables
        self.me: dict[str, Any] | None = None
        self.tables: dict[str, Table] = {}
        self._tls = ssl.create_default_context() if address.scheme == "https" else None
        if self._tls and ca_file:
            self._tls.load_verify_locations(ca_file)
        self._socket: ClientConnection | None = None
        self._sent_at: deque[float] = deque(maxlen=BURST)
        self._unanswered: dict[str, dict[str, Any]] = {}
        self._wanted: dict[str, None] = {}
        self._stopped = False

    def request(self, path: str, body: Any = None, method: str | None = None) -> Any:
        """Sends an HTTP request and returns its JSON answer. Raises Refused if the server refuses it."""
        text = self._request(path, body, method)
        return json.loads(text) if text else None

    def record(self, table: str) -> Record:
        """Returns the record of a game."""
        return Record.parse(self._request(f"/api/tables/{table}/record", None, None).decode())

    def _request(self, path: str, body: Any, method: str | None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", **self._authorisation()}
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, context=self._tls) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            try:
                refusal = json.loads(error.read())
            except ValueError:
                raise error from None
            raise Refused(refusal.get("reason", {}), refusal.get("message", "")) from None

    def open_table(self, **settings: Any) -> str:
        """Opens a table and returns its identifier; settings that are left out take their defaults."""
        return self.request("/api/tables", {"settings": settings})["table"]

    def watch(self, table: str) -> None:
        """Follows a table, now and after every reconnection."""
        self._wanted[table] = None
        self._send({"do": "watch", "table": table})

    def command(self, do: str, table: str, **fields: Any) -> str:
        """Sends a command and returns its id. It is sent again after a reconnection until it is answered."""
        message = {"do": do, "id": uuid.uuid4().hex, "table": table, **fields}
        self._unanswered[message["id"]] = message
        self._send(message)
        return message["id"]

    def play(self, table: Table, mv: Move | str) -> str:
        """Plays a move in the position that ``table`` shows."""
        return self.command("play", table.id, ply=len(table.state["moves"]), mv=str(mv))

    def stop(self) -> None:
        """Ends ``run`` and ``events``. Any thread may call it."""
        self._stopped = True
        if self._socket is not None:
            self._socket.close()

    def run(self, choose: Callable[[Table], Move | str], on_end: Callable[[Table], None] | None = None) -> None:
        """Plays at all its tables until ``stop`` is called: ``choose`` returns a move when it is the bot's turn."""
        ended: set[str] = set()
        answered: dict[str, int] = {}
        for table in self.events():
            if table.phase == "finished" and table.id not in ended:
                ended.add(table.id)
                if on_end:
                    on_end(table)
            elif table.someone_stands_in and table.phase == "playing":
                self.command("return", table.id)
            elif table.is_my_turn and answered.get(table.id) != table.state["number"]:
                answered[table.id] = table.state["number"]
                self.play(table, choose(table))

    def events(self) -> Iterator[Table]:
        """Yields a table whenever its state changes, and reconnects when the connection is lost."""
        wait = 0.5
        while not self._stopped:
            try:
                for table in self._connection():
                    wait = 0.5
                    yield table
                    if self._stopped:
                        return
            except (OSError, websockets.exceptions.WebSocketException) as error:
                if self._stopped:
                    return
                self._stop_if_banned(error)
                time.sleep(wait)
                wait = min(2 * wait, 30.0)

    def _connection(self) -> Iterator[Table]:
        address = "ws" + self.server.removeprefix("http") + "/api/socket"
        with connect(address, additional_headers=self._authorisation(), ssl=self._tls, max_size=None) as socket:
            self._socket = socket
            welcome = json.loads(socket.recv())
            if welcome.get("version") != PROTOCOL_VERSION:
                self._stopped = True
                raise Refused({"code": "version"}, f"the server speaks version {welcome.get('version')} of the protocol")
            self.me = welcome["you"]
            for table in self.request("/api/me/tables")["tables"] if self.me else []:
                self._wanted[table["table"]] = None
            for table in self._wanted:
                self._send({"do": "watch", "table": table})
            for message in list(self._unanswered.values()):
                self._send(message)
            if self.join:
                self._send({"do": "watch_lobby"})
            for text in socket:
                yield from self._receive(json.loads(text))

    def _receive(self, message: dict[str, Any]) -> Iterator[Table]:
        kind = message.get("is")
        if kind == "state":
            yield self._keep(message["state"])
        elif kind == "events":
            table = message["table"]
            for event in message["events"]:
                self._unanswered.pop(event.get("id"), None)
            state = self._with_moves(table, message["events"])
            if state is None:
                # The whole state is simpler than adding up other events.
                self._send({"do": "watch", "table": table})
            else:
                yield self._keep(state)
        elif kind == "notice":
            self.watch(message["table"])
        elif kind == "refused":
            refused = self._unanswered.pop(message.get("id"), None)
            if refused and message["reason"]["code"] in ("too_fast", "failed"):
                # The only refusals that are not final.
                time.sleep(message["reason"].get("wait", 1))
                self._unanswered[refused["id"]] = refused
                self._send(refused)
            if message["reason"]["code"] == "banned":
                self._stopped = True
                raise Refused(message["reason"], "banned from this server")
            if "state" in message:
                yield self._keep(message["state"])
        elif kind == "lobby":
            self._join_open_tables(message["tables"])

    def _stop_if_banned(self, error: Exception) -> None:
        """Raises Refused if the connection was refused because of a ban: further attempts would be refused too."""
        if not isinstance(error, websockets.exceptions.InvalidStatus):
            return
        try:
            refusal = json.loads(error.response.body or b"")
        except ValueError:
            return
        if refusal.get("reason", {}).get("code") == "banned":
            self._stopped = True
            raise Refused(refusal["reason"], refusal.get("message", "")) from None

    def _with_moves(self, table: str, events: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Adds events to a table's state; None if they are not just the next moves."""
        if table not in self.tables:
            return None
        state = dict(self.tables[table].state)
        for event in events:
            if event["number"] <= state["number"]:
                continue
            follows = event["number"] == state["number"] + 1 and event.get("ply") == len(state["moves"])
            if event["event"] != "moved" or not follows or event["next"] is None:
                return None
            state.update(number=event["number"], moves=[*state["moves"], event["mv"]], next=event["next"])
        return state

    def _keep(self, state: dict[str, Any]) -> Table:
        table = Table(state, (self.me or {}).get("id", ""))
        self.tables[table.id] = table
        if table.phase in ("finished", "closed"):
            self._wanted.pop(table.id, None)
        return table

    def _join_open_tables(self, tables: list[dict[str, Any]]) -> None:
        mine = [table for table in self.tables.values() if table.seat is not None and table.phase != "finished"]
        free = self.max_tables - len(mine)
        for summary in tables:
            if free <= 0:
                return
            is_open = summary["settings"].get("bots_may_join") and any(not seat["player"] for seat in summary["seats"])
            if is_open and summary["table"] not in self._wanted:
                self.watch(summary["table"])
                self.command("join", summary["table"])
                free -= 1

    def _send(self, message: dict[str, Any]) -> None:
        if self._socket is None:
            return
        if len(self._sent_at) == BURST:
            time.sleep(max(0.0, self._sent_at[0] + BURST / MESSAGES_PER_SECOND - time.monotonic()))
        self._sent_at.append(time.monotonic())
        try:
            self._socket.send(json.dumps(message))
        except websockets.exceptions.ConnectionClosed:
            # The loop that reads notices it as well, reconnects and sends unanswered commands again.
            return

    def _authorisation(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}
