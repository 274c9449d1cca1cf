-- Tournaments. Everything about one is in its body, which changes only together with its version; results are those of its tables.

CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    director TEXT NOT NULL,
    -- open, running, finished or cancelled.
    phase TEXT NOT NULL,
    -- How many rounds have begun.
    round INTEGER NOT NULL,
    -- When the server next has to act, apart from the end of the games.
    wake INTEGER,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tournaments_by_phase ON tournaments (phase, created);
CREATE INDEX tournaments_by_director ON tournaments (director);

CREATE TABLE tournament_people (
    person TEXT NOT NULL,
    tournament TEXT NOT NULL,
    PRIMARY KEY (person, tournament)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_tables (
    tournament TEXT NOT NULL,
    round INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (tournament, round, table_id)
) STRICT, WITHOUT ROWID;
