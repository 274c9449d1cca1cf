"""A bot in fifty lines: plays on a server with the package's own computer players, or with your idea.

    SHANGRILA_TOKEN=… python bot.py http://127.0.0.1:8080
    SHANGRILA_TOKEN=… python bot.py https://shangrila.example --level sage --join

docs/bots.md explains how to get a token.
"""

import argparse

from shangrila import Player
from shangrila.server import Client


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays on a server")
    parser.add_argument("server", help="http://… or https://…")
    parser.add_argument("--level", default="guide", help="goatherd, pilgrim, guide, abbot, sage or uct:N")
    parser.add_argument("--seconds", type=float, default=1.0, help="thinking time per move")
    parser.add_argument("--join", action="store_true", help="sit down at open tables that allow bots")
    parser.add_argument("--ca-file", help="certificates to trust besides the public authorities")
    parser.add_argument("--games", type=int, help="stop after this many games")
    args = parser.parse_args()

    client = Client(args.server, ca_file=args.ca_file, join=args.join)
    player = Player(args.level)
    finished = []

    def choose(table):
        # Any function from a position to a move will do: replace this line with your own.
        thought = player.think(table.position, seconds=args.seconds)
        print(f"{table.id}: {thought.move} ({thought.wins[table.position.to_move]:.0%})", flush=True)
        return thought.move

    def on_end(table):
        finished.append(table.id)
        place = "won" if table.seat in table.state["winners"] else "lost"
        print(f"{table.id}: {place}", flush=True)
        if args.games and len(finished) >= args.games:
            client.stop()

    client.run(choose, on_end)


if __name__ == "__main__":
    main()
