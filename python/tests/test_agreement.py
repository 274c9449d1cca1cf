"""Games stepped through Python are the games of the Rust engine."""

import numpy as np
from shangrila import Batch, Move, Position, Record


def test_a_thousand_games_agree_turn_by_turn(rust_games):
    assert len(rust_games) == 1000
    for game in rust_games:
        record = Record.parse(game["record"])
        assert str(record) == game["record"]
        position = record.start
        assert len(record.moves) == len(game["hashes"])
        for mv, hash64, count in zip(record.moves, game["hashes"], game["legal"], strict=True):
            assert len(position.legal_actions()) == count
            position = position.play(mv)
            assert position.hash64 == int(hash64, 16)
        assert str(position) == game["end"] == str(record.end)
        assert position.is_over


def test_a_record_built_in_python_is_the_record_of_the_engine(rust_games):
    for game in rust_games[:200]:
        record = Record.parse(game["record"])
        assert str(Record(record.start, [str(mv) for mv in record.moves])) == game["record"]


def test_a_batch_steps_the_same_games(rust_games):
    for start in {Record.parse(game["record"]).start for game in rust_games}:
        records = [record for record in map(lambda game: Record.parse(game["record"]), rust_games) if record.start == start]
        actions = [[mv.action for mv in record.moves] for record in records]
        batch = Batch(len(records), start, auto_reset=False)
        for ply in range(max(map(len, actions))):
            batch.step(np.array([game[ply] if ply < len(game) else -1 for game in actions]))
        assert batch.games_finished == len(records)
        for index, record in enumerate(records):
            assert batch.position(index) == record.end
            assert batch.masters[index].tolist()[: len(start.seats)] == [record.end.scores()[clan][0] for clan in start.seats]


def test_every_move_has_one_number():
    moves = [Move.from_action(action) for action in range(4324)]
    assert len(set(moves)) == 4324
    assert [mv.action for mv in moves] == list(range(4324))


def test_masks_mark_exactly_the_legal_moves(rust_games):
    for game in rust_games[::100]:
        for position in Record.parse(game["record"]).positions():
            legal = sorted(mv.action for mv in position.legal_moves())
            assert np.flatnonzero(position.action_mask()).tolist() == legal == position.legal_actions().tolist()


def test_observations_tell_every_fact(rust_games):
    """Reads a position back from its observation, so nothing that matters is missing."""
    for game in rust_games[::50]:
        for position in Record.parse(game["record"]).positions()[::7]:
            clans = len(position.seats)
            for seat in range(clans):
                row = position.observation(seat)
                order = [position.seats[(seat + offset) % clans] for offset in range(clans)]
                for offset, clan in enumerate(order):
                    spaces = sorted(Move.from_action(int(n)).spaces[0] for n in np.flatnonzero(row[91 * offset :][:91]))
                    students = np.flatnonzero(row[364 + 91 * offset :][:91])
                    assert spaces == sorted(position.masters(clan))
                    assert sorted(Move.from_action(int(n)).spaces[0] for n in students) == sorted(position.students(clan))
                    assert row[751 + 7 * offset :][:7].tolist() == list(position.supplies()[clan].values())
                    assert bool(row[779 + offset]) == (position.to_move == clan)
                standing = [Move.from_action(182 + 2 * int(n)) for n in np.flatnonzero(row[728:751])]
                assert [mv.origin + mv.destination for mv in standing] == position.bridges
                assert row[783:].tolist() == [position.in_opening, clans == 4, 0, 0, position.passes]


def test_the_number_of_threads_does_not_change_the_games():
    one, two = Batch(2000, seed=3, threads=1), Batch(2000, seed=3, threads=2)
    for batch in (one, two):
        for _ in range(60):
            batch.step_random(7)
    assert one.games_finished == two.games_finished > 0
    assert all(one.position(game) == two.position(game) for game in range(0, 2000, 17))


def test_a_batch_writes_into_the_same_arrays():
    batch = Batch(300, Position.first_game("rby"), observe=True, mask=True, threads=2)
    arrays = [batch.to_move, batch.ended, batch.rewards, batch.masters, batch.plies, batch.observations, batch.masks]
    addresses = [array.ctypes.data for array in arrays]
    rng = np.random.default_rng(1)
    paid = 0.0
    for _ in range(400):
        scores = rng.random(batch.masks.shape, np.float32) * batch.masks
        batch.step(scores.argmax(axis=1))
        paid += float(batch.rewards.sum())
        game = int(rng.integers(300))
        assert np.array_equal(batch.masks[game], batch.position(game).action_mask())
        assert np.array_equal(batch.observations[game], batch.position(game).observation())
    assert [array.ctypes.data for array in arrays] == addresses
    assert batch.games_finished > 300
    assert abs(paid - batch.games_finished) < 1e-3
    fresh = [batch.to_move, batch.ended, batch.rewards, batch.masters, batch.plies, batch.observations, batch.masks]
    assert all(array is same for array, same in zip(arrays, fresh, strict=True))
