"""Writes a small random network and what it says about some positions: the fixture of `crates/ai/tests/it/network.rs`.

    cargo run --release -p shangrila-selfplay -- canaries --positions /tmp/positions.txt --records /tmp/positions.rec \
        --loading train/shangrila_net/canaries.rec
    python3 train/canaries.py --positions /tmp/positions.txt --records /tmp/positions.rec --out crates/ai/tests/fixtures

With --state train/checkpoint/state.pt it writes the answers of the trained network, `crates/ai/weights/network.bin`.
"""

import argparse
from pathlib import Path

import torch

from shangrila_net import quantise, records, weights
from shangrila_net.features import BRIDGES, Features
from shangrila_net.model import Network
from shangrila_net.records import Batch

GUILDS = "RADPYFH"
JOURNEYS = [f"{one}>{other}" for name in BRIDGES for one, other in (name, name[::-1])]


def answers(model: Network, raw: torch.Tensor, positions: list[str]) -> str:
    """One line for each position: win chances, masters, the policy's number for each legal step, win chances without rounding."""
    batch = Batch(raw)
    with torch.no_grad():
        out = model(Features(batch))
        with quantise.off():
            exact = torch.softmax(model(Features(batch))["win"], -1)
    wins = torch.softmax(out["win"], -1)
    lines = []
    for row, position in enumerate(positions):
        steps = []
        for index in range(91):
            space = f"{GUILDS[index % 7]}@{chr(97 + index // 7)}"
            if batch.places[row, index]:
                steps.append(f"{space}={out['place'][row, index]:.5f}")
            if batch.recruits[row, index]:
                steps.append(f"+{space}={out['recruit'][row, index]:.5f}")
        for index, journey in enumerate(JOURNEYS):
            if batch.journeys[row, index]:
                steps.append(f"{journey}={out['journey'][row, index]:.5f}")
        numbers = [" ".join(f"{value:.5f}" for value in values[row]) for values in (wins, out["masters"], exact)]
        lines.append("\t".join([position, numbers[0], numbers[1], " ".join(steps), numbers[2]]))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=Path, required=True)
    parser.add_argument("--records", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--state", type=Path, help="the state of a run: answers of its network")
    args = parser.parse_args()
    if args.state:
        state = torch.load(args.state, map_location="cpu", weights_only=False)
        model = Network(state["channels"], state["blocks"])
        model.load_state_dict(state["average"])
        name = "network"
    else:
        torch.manual_seed(7)
        model = Network(channels=16, blocks=2)
        name = "canary"
        weights.write(model, args.out / "canary-network.bin")
    positions = args.positions.read_text().split("\n")[:-1]
    (args.out / f"{name}-answers.tsv").write_text(answers(model, records.read(args.records), positions))


if __name__ == "__main__":
    main()
