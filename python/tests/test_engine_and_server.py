"""The clients talk to the real engine and play on the real server, over http and https."""

import json
import os
import re
import socket
import ssl
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest
import trustme
from shangrila import Position
from shangrila.engine import Engine, EngineError
from shangrila.server import Client, Refused


def test_the_engine_answers_as_the_package_does(program):
    with Engine([program, "engine"]) as engine:
        position = Position.first_game()
        assert engine.moves("card4") == sorted(str(mv) for mv in position.legal_moves())
        assert engine.play(position, ["P@a"]) == position.play("P@a")
        assert engine.perft("card4", 2) == 1965
        best = engine.best(position, visits=50, seed=1)
        assert position.is_legal(best["move"]) and best["visits"] == 50
        partial = list(engine.ask_repeatedly("analyse", position=position, time_ms=400, interval_ms=50, lines=1))
        assert len(partial) > 1 and not partial[-1]["partial"]
        with pytest.raises(EngineError) as caught:
            engine.play(position, ["a>b"])
        assert (caught.value.code, caught.value.details["reason"]) == ("illegal_move", "no_student_to_send")
        answers = []
        threads = [
            threading.Thread(target=lambda n=n: answers.append((n, engine.best("card3", visits=n)["visits"])))
            for n in range(20, 40)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all(asked == visits for asked, visits in answers) and len(answers) == 20
    with pytest.raises(EOFError):
        engine.moves("card4")


@pytest.fixture
def server(program, tmp_path):
    """The address of a server with an empty database."""
    (tmp_path / "index.html").write_text("<!doctype html>")
    command = [program, "serve", "--port", "0", "--database", str(tmp_path / "games.db"), "--web-dir", str(tmp_path)]
    # The server reads its settings from variables with this prefix.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SHANGRILA_")}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield re.search(r"http://[^/\s]+", process.stdout.readline())[0]
    finally:
        process.kill()
        process.wait()


def new_bot(server: str, name: str) -> str:
    """Creates an account with a bot and returns the bot's token."""
    cookies = urllib.request.HTTPCookieProcessor()
    browser = urllib.request.build_opener(cookies)

    def post(path, body):
        request = urllib.request.Request(server + path, json.dumps(body).encode(), {"content-type": "application/json"})
        return json.load(browser.open(request))

    post("/api/accounts", {"name": f"Owner of {name}"[:24], "password": "correct horse"})
    return post("/api/me/bots", {"name": name})["token"]


def run_example(server: str, token: str, *arguments: str) -> subprocess.Popen:
    bot = Path(__file__).parents[1] / "examples/bot.py"
    command = [sys.executable, str(bot), server, "--seconds", "0.02", *arguments]
    environment = {**os.environ, "SHANGRILA_TOKEN": token}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def follow(client: Client, table: str, sat_down: threading.Event) -> None:
    """Sits down at a table and plays the first legal move whenever it can, until the game ends."""
    client.watch(table)
    for state in client.events():
        if state.phase == "waiting" and state.seat is None and not sat_down.is_set():
            client.command("join", table)
        if state.seat is not None:
            sat_down.set()
        if state.is_my_turn:
            client.play(state, state.position.legal_moves()[0])
        if state.phase == "finished":
            client.stop()


def play_a_game(server: str, http: str, *arguments: str) -> str:
    """Lets the example bot play against two bots of this process, and returns what it printed."""
    clients = [Client(http, new_bot(http, name)) for name in ("Host", "Guest")]
    table = clients[0].open_table(seats=3, opening="card", bots_may_join=True, visibility="public", clock="none")
    threads = []
    for client in clients:
        sat_down = threading.Event()
        threads.append(threading.Thread(target=follow, args=(client, table, sat_down), daemon=True))
        threads[-1].start()
        assert sat_down.wait(60), "there was no seat"
    example = run_example(server, new_bot(http, "Example"), "--join", "--games", "1", *arguments)
    try:
        printed, _ = example.communicate(timeout=300)
    finally:
        example.kill()
    assert example.returncode == 0, printed
    for client, thread in zip(clients, threads, strict=True):
        thread.join(60)
        assert client.tables[table].phase == "finished"
    record = clients[0].record(table)
    assert set(record.players.values()) == {"Host", "Guest", "Example"} and record.end.is_over
    return printed


def test_the_example_bot_finishes_a_game_on_the_real_server(server):
    printed = play_a_game(server, server)
    assert re.search(r": (won|lost)$", printed, re.MULTILINE)


def test_the_example_bot_plays_over_https(server, tmp_path):
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    with socket.create_server(("localhost", 0)) as listener:
        threading.Thread(target=tls_proxy, args=(listener, context, server), daemon=True).start()
        address = f"https://localhost:{listener.getsockname()[1]}"
        printed = play_a_game(address, server, "--ca-file", str(tmp_path / "ca.pem"))
        assert re.search(r": (won|lost)$", printed, re.MULTILINE)
        with pytest.raises(OSError, match="certificate verify failed"):
            Client(address).request("/api/tables")


def tls_proxy(listener: socket.socket, context: ssl.SSLContext, server: str) -> None:
    """Passes connections on to the server, as a reverse proxy would."""
    host, port = server.removeprefix("http://").split(":")

    def pump(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        finally:
            for end in (source, target):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    while True:
        try:
            plain, _ = listener.accept()
        except OSError:
            return
        try:
            outside = context.wrap_socket(plain, server_side=True)
        except OSError:
            continue
        inside = socket.create_connection((host, int(port)))
        for ends in ((outside, inside), (inside, outside)):
            threading.Thread(target=pump, args=ends, daemon=True).start()


def test_a_refusal_carries_its_reason(server):
    with pytest.raises(Refused) as caught:
        Client(server, "shangrila_wrong").open_table()
    assert caught.value.code == "not_signed_in"
    with pytest.raises(ValueError):
        Client("127.0.0.1:8080")
