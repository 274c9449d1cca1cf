"""Draws the curves of all training runs: python3 train/plot.py train/checkpoint/log.jsonl docs/pictures/training-curves.svg"""

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, GAP = 760, 190, 54, 40, 70
COLOURS = ("#7a4b2a", "#2b6f77")

# Title, unit, and the curves: their labels and where a line of the log has them.
PANELS = (
    ("Prediction of the winner, games of strangers (nats)", (
        ("four clans", lambda line: line["validation"]["win of 4"]),
        ("three clans", lambda line: line["validation"]["win of 3"]),
    )),
    ("Policy against the visits of the search (nats)", (
        ("games held out", lambda line: line["held_out"]["policy"]),
        ("training", lambda line: line["losses"]["policy"]),
    )),
)


def runs(log: Path) -> list[list[dict]]:
    """The lines of each run, with the minutes of all runs before added to their times."""
    found, before = [], 0.0
    for text in log.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if line["event"] == "begin" or not found:
            found.append([])
        line["minutes"] = before + line.get("time", 0.0) / 60
        found[-1].append(line)
        if line["event"] == "end":
            before = line["minutes"]
    return found


def value(read, line):
    try:
        return read(line)
    except KeyError:
        return None


def panel(top: float, title: str, curves, found, to_x, matches=()) -> list[str]:
    points = [[(line["minutes"], value(read, line)) for line in run if line["event"] == "train"] for _, read in curves for run in found]
    values = [y for curve in points for _, y in curve if y is not None] + [y for _, _, low, high in matches for y in (low, high)]
    low, high = min(values), max(values)
    low, high = low - 0.05 * (high - low), high + 0.05 * (high - low)
    to_y = lambda y: top + HEIGHT * (high - y) / (high - low)
    parts = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{title}</text>']
    for step in range(5):
        y = low + (high - low) * step / 4
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{to_y(y):.1f}" y2="{to_y(y):.1f}" stroke="#ccc"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{to_y(y) + 4:.1f}" text-anchor="end">{y:.2f}</text>')
    for index, (label, read) in enumerate(curves):
        colour = COLOURS[index]
        for run in found:
            line = [(to_x(l["minutes"]), to_y(value(read, l))) for l in run if l["event"] == "train" and value(read, l) is not None]
            if line:
                path = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
                parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - 16}" y="{top - 8 - 14 * index}" text-anchor="end" fill="{colour}">{label}</text>')
    for kind, (colour, label) in enumerate(zip(COLOURS, ("among three fitted", "among three uct"))):
        for minutes, of_kind, least, most in matches:
            if of_kind == kind:
                x = to_x(minutes) + 5 * kind
                parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{to_y(least):.1f}" y2="{to_y(most):.1f}" stroke="{colour}" stroke-width="2"/>')
                parts.append(f'<circle cx="{x:.1f}" cy="{to_y((least + most) / 2):.1f}" r="4" fill="{colour}"/>')
        if matches:
            parts.append(f'<text x="{WIDTH - 16}" y="{top - 8 - 14 * kind}" text-anchor="end" fill="{colour}">{label}</text>')
    return parts


def picture(found) -> str:
    end = max(line["minutes"] for run in found for line in run)
    to_x = lambda minutes: LEFT + (WIDTH - 16 - LEFT) * minutes / end
    matches = [
        (line["minutes"], 0 if line["seats"][1] != "uct" else 1, line["low"], line["high"])
        for run in found for line in run if line["event"] == "gate" and line["seats"][1] in ("sage", "fitted", "uct")
    ]
    height = TOP + 3 * (HEIGHT + GAP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>']
    for index, (title, curves) in enumerate(PANELS):
        parts += panel(TOP + index * (HEIGHT + GAP), title, curves, found, to_x)
    parts += panel(TOP + 2 * (HEIGHT + GAP), "Share of the victories at 20 ms, four clans (par 0.25)", (), found, to_x, matches)
    bottom = TOP + 3 * HEIGHT + 2 * GAP
    for number, run in enumerate(found, 1):
        x = to_x(run[0]["minutes"])
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}" stroke="#888" stroke-dasharray="3 3"/>')
        parts.append(f'<text x="{x + 4:.1f}" y="{bottom + 18}">run {number} ({run[0]["minutes"]:.0f} min)</text>')
    return "".join(parts) + "</svg>\n"


if __name__ == "__main__":
    log, out = map(Path, sys.argv[1:3])
    out.write_text(picture(runs(log)), encoding="utf-8")
