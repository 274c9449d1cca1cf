"""The replay window: the newest records, on the device."""

import lzma
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch

from . import records

# One of so many games is kept apart, to see how well the network does on games it was not trained on.
HELD_OUT = 64
HELD_OUT_RECORDS = 20_000


class Window:
    """A ring of records, and a second, small one of games that are held out."""

    def __init__(self, capacity: int, device: torch.device):
        self.data = torch.zeros(capacity, records.SIZE, dtype=torch.uint8, device=device)
        self.device = device
        self.next = 0
        self.size = 0
        self.total = 0
        self.held_out = torch.zeros(0, records.SIZE, dtype=torch.uint8, device=device)

    def add(self, raw: torch.Tensor):
        raw = raw.to(self.device)
        apart = raw[:, 256] % HELD_OUT == 0
        self.held_out = torch.cat([self.held_out, raw[apart]])[-HELD_OUT_RECORDS:]
        self.extend(raw[~apart])

    def extend(self, raw: torch.Tensor):
        """Adds records that are all for training."""
        self.total += len(raw)
        raw = raw[-len(self.data) :]
        first = min(len(raw), len(self.data) - self.next)
        self.data[self.next : self.next + first] = raw[:first]
        self.data[: len(raw) - first] = raw[first:]
        self.next = (self.next + len(raw)) % len(self.data)
        self.size = min(self.size + len(raw), len(self.data))

    def sample(self, count: int) -> torch.Tensor:
        return self.data[torch.randint(self.size, (count,), device=self.device)]

    def ordered(self) -> torch.Tensor:
        """All records, the oldest first."""
        if self.size < len(self.data):
            return self.data[: self.size].cpu()
        return torch.cat([self.data[self.next :], self.data[: self.next]]).cpu()

    def save(self, path: Path):
        self.ordered().numpy().tofile(path)

    def save_newest(self, folder: Path, pieces: int, limit: int):
        """Writes the newest records as compressed pieces of at most `limit` bytes each."""
        rows = self.ordered()
        if not pieces or not len(rows):
            return
        sample = rows[-min(len(rows), 20_000) :].numpy().tobytes()
        each = max(1, int(limit * 0.9 * len(sample) / len(lzma.compress(sample, preset=1)) / records.SIZE))
        starts = [max(0, len(rows) - each * (index + 1)) for index in range(pieces)]
        ends = [len(rows), *starts[:-1]]

        def write(index):
            piece = rows[starts[index] : ends[index]]
            data = lzma.compress(piece.numpy().tobytes(), preset=1)
            while len(data) > limit and len(piece) > 1:
                piece = piece[len(piece) // 10 :]
                data = lzma.compress(piece.numpy().tobytes(), preset=1)
            if len(piece):
                (folder / f"window-{index}.rec.xz").write_bytes(data)

        with ThreadPoolExecutor() as pool:
            list(pool.map(write, range(pieces)))

    def load(self, folder: Path):
        """Reads what `save` or `save_newest` has written."""
        whole = folder / "window.rec"
        if whole.exists():
            self.extend(records.read(whole).to(self.device))
            return
        for piece in sorted(folder.glob("window-*.rec.xz"), reverse=True):
            data = bytearray(lzma.decompress(piece.read_bytes()))
            self.extend(torch.frombuffer(data, dtype=torch.uint8).view(-1, records.SIZE).to(self.device))
