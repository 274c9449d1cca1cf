"""Writes the network of a run's state as a weight file.

    python3 train/export.py --state train/checkpoint/state.pt --out crates/ai/weights/network.bin
"""

import argparse
from pathlib import Path

import torch

from shangrila_net import weights
from shangrila_net.model import Network


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    state = torch.load(args.state, map_location="cpu", weights_only=False)
    model = Network(state["channels"], state["blocks"])
    model.load_state_dict(state["average"])
    weights.write(model, args.out)


if __name__ == "__main__":
    main()
