"""The classes of the package: what they say, what they refuse, and how they are stored."""

import copy
import pickle
import subprocess
import sys
import threading
import xml.etree.ElementTree

import numpy as np
import pytest
import shangrila
from shangrila import (
    ArrangementError,
    Batch,
    IllegalMoveError,
    Move,
    NotationError,
    Options,
    Player,
    Position,
    Record,
    RecordFormatError,
    ShangrilaError,
    analyse,
)


def test_every_reason_for_an_illegal_move_has_its_code_rule_and_fields():
    position = Position.first_game()
    cases = {
        "pass": ("pass_not_forced", "R7.3", {"instead"}),
        "D@k": ("no_master_in_village", "R3.1", {"village", "clan"}),
        "F@a": ("space_occupied", "R3.2", {"space", "by"}),
        "+R@b+A@b": ("no_own_master", "R4.1", {"space", "clan", "occupant"}),
        "+H@a": ("second_student_possible", "R4.5", {"recruited", "also"}),
        "+H@a+H@a": ("same_master_twice", "R4.4", {"space"}),
        "a>m": ("not_neighbours", "R5.2", {"from", "to"}),
        "a>b": ("no_student_to_send", "R5.1", {"village", "clan"}),
    }
    for text, (code, rule, fields) in cases.items():
        with pytest.raises(IllegalMoveError) as caught:
            position.play(text)
        assert (caught.value.code, caught.value.rule, set(caught.value.fields)) == (code, rule, fields)
        assert isinstance(caught.value, ShangrilaError) and isinstance(caught.value, ValueError)
        assert pickle.loads(pickle.dumps(caught.value)).code == code
        assert not position.is_legal(text)


def test_a_text_that_is_not_a_position_says_where_and_why():
    with pytest.raises(NotationError) as caught:
        Position("7/7")
    assert (caught.value.code, caught.value.column, caught.value.fields) == ("village_count", 1, {"villages": 2})
    with pytest.raises(ArrangementError) as caught:
        Position("7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy - 0 0")
    assert [problem["code"] for problem in caught.value.problems] == ["nobody_to_move"]
    with pytest.raises(NotationError):
        Move("a-b")
    with pytest.raises(NotationError):
        Options(13)
    with pytest.raises(NotationError):
        Position.start("rr")


def test_a_record_that_cannot_be_read_says_where_and_why():
    with pytest.raises(RecordFormatError) as caught:
        Record.parse('[Rules "1"]\n[Seats "rbvy"]\n[Setup "first-game"]\n\n8. a>b')
    assert (caught.value.line, caught.value.code, caught.value.fields) == (5, "illegal_move", {"ply": 28, "move": "a>b"})
    assert caught.value.__cause__.code == "no_student_to_send"
    with pytest.raises(IllegalMoveError):
        Record(Position.start(), ["pass"])
    with pytest.raises(RecordFormatError):
        Record(Position.start(), headers=[("Rules", "2")])


def test_records_keep_players_headers_comments_and_variations(root):
    for path in (root / "fixtures/games").glob("*.shangrila"):
        record = Record.parse(path.read_text(encoding="utf-8"))
        assert Record.parse(str(record)) == record
        assert record.end == record.positions()[-1]
    record = Record.parse(
        '[Rules "1"]\n[Seats "rbvy"]\n[Setup "first-game"]\n[Red "Ada"]\n[Event "Test"]\n\n8. P@a {Quiet.} (+H@a+R@h) +F@f+H@f'
    )
    assert record.players == {"r": "Ada"} and record.headers == [("Event", "Test")]
    assert record.comments == [(1, "Quiet.")] and record.variations == [(0, [Move("+H@a+R@h")])]
    assert record.setup == "first-game" and len(record) == 2


def test_values_can_be_copied_pickled_compared_and_hashed():
    start = Position.first_game("rby", Options(12, "up-to-two"))
    position = start.play(start.legal_moves()[0])
    record = Record(position, players={"b": "Ben"})
    for value in (position, Move("a>b"), Options(12), record):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert len({position, Position(str(position))}) == 1
    assert len({Move("+R@a+Y@c"), Move("+Y@c+R@a")}) == 1
    assert position.options.stones == 12


def test_a_journey_is_reported_student_by_student():
    # The journey from the stronger village in the rulebook: red drives out two yellow tiles.
    position = Position("R1Ry1bV/Y2by1b/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0")
    report = position.journey_report("a", "b")
    assert (report.stronger, report.decided_by, report.bridge) == ("origin", "tiles", "ab")
    assert (report.origin_strength, report.destination_strength) == ((8, 5), (5, 4))
    assert {guild: student.fate for guild, student in report.students.items()} == {
        "R": "drives_out",
        "D": "becomes_master",
        "H": "drives_out",
    }
    assert report.students["R"].tiles_returned == 2
    after = position.play("a>b")
    assert {clan: masters for clan, (masters, _) in after.scores().items()} == report.masters_after
    assert after.supply("y", "R") == 6
    with pytest.raises(IllegalMoveError):
        position.journey_report("a", "m")


def test_the_picture_is_a_document_of_its_own():
    svg = Position.first_game()._repr_svg_()
    document = xml.etree.ElementTree.fromstring(svg)
    assert document.tag == "{http://www.w3.org/2000/svg}svg"
    assert ":root" not in svg and ".dark" not in svg
    assert all(f".clan-{clan} {{" in svg for clan in "rbyv")
    used = {use.get("href").lstrip("#") for use in document.iter("{http://www.w3.org/2000/svg}use")}
    defined = {element.get("id") for element in document.iter() if element.get("id")}
    assert used <= defined
    assert Position.first_game("rby").svg() != svg


def test_perft_counts_are_those_of_the_engine():
    assert [Position.first_game().perft(depth) for depth in range(3)] == [1, 47, 1965]


@pytest.mark.parametrize("name", ["random", "greedy", "uct:20", "goatherd", "pilgrim", "guide", "abbot", "sage"])
def test_every_computer_player_finishes_a_game_the_same_way_twice(name):
    def play():
        position, player = Position.first_game("rby"), Player(name, seed=5)
        others = Player("random", seed=9)
        while not position.is_over:
            thinker = player if position.to_move == "r" else others
            thought = thinker.think(position, visits=20)
            assert position.is_legal(thought.move)
            position = position.play(thought.move)
        assert player.think(position, visits=20) is None
        return str(position)

    assert play() == play()


def test_other_threads_run_while_a_player_thinks_and_ctrl_c_stops_it():
    # The search would take hours, and only another thread of Python can end it.
    code = """
import os, signal, threading
from shangrila import Player, Position
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    Player("sage").think(Position.start(), visits=4_000_000_000)
except KeyboardInterrupt:
    print("stopped")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.stdout == "stopped\n", run.stderr


def test_a_player_thinks_for_one_thread_at_a_time():
    player = Player("sage")
    thinker = threading.Thread(target=lambda: player.think(Position.start(), seconds=1.0))
    thinker.start()
    refused = False
    while thinker.is_alive() and not refused:
        try:
            player.observe("R@a")
        except RuntimeError:
            refused = True
    thinker.join()
    assert refused


def test_an_analysis_lists_the_best_moves():
    position = Position.first_game()
    analysis = analyse(position, visits=400, lines=3, seed=1)
    assert [line.visits for line in analysis.lines] == sorted((line.visits for line in analysis.lines), reverse=True)
    assert abs(sum(analysis.wins.values()) - 1) < 1e-4 and list(analysis.wins) == list("rbvy")
    assert all(position.is_legal(line.move) and line.variation[0] == line.move for line in analysis.lines)
    with pytest.raises(ValueError):
        analyse(position, visits=0)
    with pytest.raises(ValueError):
        analyse(position, seconds=float("nan"))


def test_a_batch_with_an_illegal_move_changes_no_game():
    batch = Batch(3)
    with pytest.raises(IllegalMoveError) as caught:
        batch.step([0, 182, 0])
    assert (caught.value.game, caught.value.code) == (1, "opening_only_places")
    assert batch.plies.tolist() == [0, 0, 0]
    batch.step(np.array([0, -1, 1], dtype=np.int32))
    assert batch.plies.tolist() == [1, 0, 1]
    batch.reset(np.array([True, False, False]))
    assert batch.plies.tolist() == [0, 0, 1]
    for wrong in ([0], [0.5, 0, 0], "abc", [4324, 0, 0], None):
        with pytest.raises((ValueError, TypeError)):
            batch.step(wrong)


def test_the_stubs_name_everything_there_is(root):
    import ast

    stub = ast.parse((root / "python/src/shangrila/_native.pyi").read_text(encoding="utf-8"))
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    native = shangrila._native
    for name, value in vars(native).items():
        if isinstance(value, type) and not issubclass(value, Exception):
            described = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
            real = {key for key in vars(value) if not key.startswith("__")}
            assert real == {key for key in described if not key.startswith("__")}, name
            assert value.__doc__, f"{name} has no docstring"
        elif isinstance(value, type):
            assert name in classes
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    assert functions == {"analyse"}
