-- What people have reported to the moderators. The context is not copied: moderators read the chat around the line.
CREATE TABLE reports (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    person TEXT NOT NULL,
    -- The table, and the chat line there, if it is about one.
    table_id TEXT,
    line INTEGER,
    text TEXT NOT NULL,
    -- open, taken or resolved
    state TEXT NOT NULL DEFAULT 'open',
    -- The moderator who has taken or resolved it.
    taken_by TEXT,
    -- upheld or dismissed
    outcome TEXT
) STRICT;
CREATE INDEX reports_by_state ON reports (state, number);
CREATE INDEX reports_by_person ON reports (person);
CREATE INDEX reports_by_author ON reports (by);

-- Links with which an account chooses a new password. Each works once. Whoever issues one, a moderator or the server by e-mail, adds a row
-- here, so that choosing a password uses up every other link of the account.
CREATE TABLE reset_links (
    -- SHA-256 of the token in the link.
    token_hash BLOB PRIMARY KEY,
    person TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_links_by_person ON reset_links (person);

-- Whose chat a person does not get, and who cannot join their tables.
CREATE TABLE blocks (
    person TEXT NOT NULL,
    blocked TEXT NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- How often a player chose the move of the strongest level, by game and seat.
CREATE TABLE agreements (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    -- Moves with more than one choice that the player chose.
    moves INTEGER NOT NULL,
    agreed INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
