"""The Bridges of Shangri-La: positions, moves, records, computer players, and thousands of games at once.

>>> position = Position.start()
>>> position = position.play("H@e")
>>> position.to_move
'b'

The environments are modules of their own, because they need other packages: ``shangrila.pettingzoo``,
``shangrila.gymnasium`` and ``shangrila.openspiel``. ``shangrila.engine`` talks to an engine over a pipe,
``shangrila.server`` to a server, and ``shangrila.dataset`` plays and reads datasets.
"""

from ._native import (
    ACTIONS,
    JOURNEY,
    OBSERVATION_SIZE,
    PASS,
    RECRUIT_ONE,
    RECRUIT_TWO,
    RULES_VERSION,
    Analysis,
    AnalysisLine,
    ArrangementError,
    Batch,
    IllegalMoveError,
    JourneyReport,
    Move,
    NotationError,
    Options,
    Player,
    Position,
    Record,
    RecordFormatError,
    ShangrilaError,
    Thought,
    Traveller,
    __version__,
    analyse,
)

__all__ = [
    "ACTIONS",
    "JOURNEY",
    "OBSERVATION_SIZE",
    "PASS",
    "RECRUIT_ONE",
    "RECRUIT_TWO",
    "RULES_VERSION",
    "Analysis",
    "AnalysisLine",
    "ArrangementError",
    "Batch",
    "IllegalMoveError",
    "JourneyReport",
    "Move",
    "NotationError",
    "Options",
    "Player",
    "Position",
    "Record",
    "RecordFormatError",
    "ShangrilaError",
    "Thought",
    "Traveller",
    "__version__",
    "analyse",
]
