-- Tournaments. Everything about one is in its body, which changes only together with its version; results are those of its tables.

CREATE TABLE tournaments (
    id TEXT COLLATE "C" PRIMARY KEY,
    version BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    director TEXT COLLATE "C" NOT NULL,
    -- open, running, finished or cancelled.
    phase TEXT COLLATE "C" NOT NULL,
    -- How many rounds have begun.
    round BIGINT NOT NULL,
    -- When the server next has to act, apart from the end of the games.
    wake BIGINT,
    created BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL
);
CREATE INDEX tournaments_by_phase ON tournaments (phase, created);
CREATE INDEX tournaments_by_director ON tournaments (director);

CREATE TABLE tournament_people (
    person TEXT COLLATE "C" NOT NULL,
    tournament TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (person, tournament)
);

CREATE TABLE tournament_tables (
    tournament TEXT COLLATE "C" NOT NULL,
    round BIGINT NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, round, table_id)
);
