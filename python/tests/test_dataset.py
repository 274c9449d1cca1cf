"""Datasets can be played, checked and read again; the sample is intact and the notebook finds what it says."""

import gzip
from pathlib import Path

import nbclient
import nbformat
import pytest
from shangrila import Record, dataset

SAMPLE = Path(__file__).parents[1] / "data/sample"


def test_the_sample_is_intact_and_small():
    assert dataset.check(SAMPLE) == 120
    assert sum(file.stat().st_size for file in SAMPLE.iterdir()) < 300_000


def test_a_dataset_is_the_same_whatever_the_number_of_threads(tmp_path):
    for threads in (1, 3):
        dataset.play(tmp_path / str(threads), games=8, visits=8, seed=5, threads=threads)
    for file in (tmp_path / "1").iterdir():
        assert file.read_bytes() == (tmp_path / "3" / file.name).read_bytes(), file.name
    assert dataset.check(tmp_path / "1") == 8
    kinds = [Record.parse(game["record"]) for game in dataset.read(tmp_path / "1")]
    assert {(len(record.start.seats), record.setup) for record in kinds} == {
        (clans, setup) for clans in (3, 4) for setup in ("free", "first-game")
    }


def test_a_damaged_dataset_is_refused(tmp_path):
    dataset.play(tmp_path, games=4, visits=4, seed=1, threads=1)
    games = gzip.decompress((tmp_path / "games.jsonl.gz").read_bytes())
    (tmp_path / "games.jsonl.gz").write_bytes(gzip.compress(games.replace(b"sage", b"Sage", 1)))
    with pytest.raises(ValueError, match="checksums"):
        dataset.check(tmp_path)


def test_the_notebook_reproduces_its_findings(root):
    path = root / "python/notebooks/findings.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    texts = [output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for cell in notebook.cells for output in cell.get("outputs", []) if "image/svg+xml" in output.get("data", {})]
    assert any("a student" in text for text in texts) and pictures
