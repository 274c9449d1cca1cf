-- Times are milliseconds since 1970. Bodies are JSON, as in crates/protocol.

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    -- guest, account, bot or deleted
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name folded for comparison; only accounts and bots have one, and each its own.
    name_key TEXT UNIQUE,
    password_hash TEXT,
    -- The account a bot belongs to.
    owner TEXT REFERENCES people (id),
    token_hash BLOB UNIQUE,
    -- Cookies of another epoch are worth nothing.
    epoch INTEGER NOT NULL DEFAULT 0,
    profile_public INTEGER NOT NULL DEFAULT 1,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX people_by_owner ON people (owner) WHERE owner IS NOT NULL;

CREATE TABLE mutes (
    person TEXT NOT NULL REFERENCES people (id),
    muted TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (person, muted)
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    -- waiting, playing, finished or closed
    phase TEXT NOT NULL,
    public INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    host TEXT NOT NULL,
    settings TEXT NOT NULL,
    -- The seats as JSON, people by their ids alone.
    sitters TEXT NOT NULL,
    winners TEXT NOT NULL DEFAULT '[]',
    masters TEXT NOT NULL DEFAULT '[]',
    -- When the game ended.
    finished INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_open ON tables (phase) WHERE phase = 'waiting' AND public = 1;
CREATE INDEX tables_finished ON tables (finished) WHERE phase = 'finished' AND public = 1;

-- What changes with every move, apart from what does not.
CREATE TABLE turns (
    table_id TEXT PRIMARY KEY,
    moves INTEGER NOT NULL,
    next INTEGER,
    deadline INTEGER,
    -- When the server has to do something by itself: a clock, a computer player.
    wake INTEGER,
    changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_by_wake ON turns (wake) WHERE wake IS NOT NULL;

CREATE TABLE sitters (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sitters_by_table ON sitters (table_id);

-- A game is its events. The key refuses a second event with the same number.
CREATE TABLE events (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    command TEXT NOT NULL,
    person TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_by_person ON chat (person);

CREATE TABLE ratings (
    -- The id of a person or bot, or level:NAME.
    rated TEXT NOT NULL,
    players INTEGER NOT NULL,
    -- people or bots
    list TEXT NOT NULL,
    rating REAL NOT NULL,
    uncertainty REAL NOT NULL,
    games INTEGER NOT NULL,
    wins REAL NOT NULL,
    PRIMARY KEY (rated, players, list)
) STRICT, WITHOUT ROWID;

-- What the server keeps for itself, such as the key that signs cookies.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
