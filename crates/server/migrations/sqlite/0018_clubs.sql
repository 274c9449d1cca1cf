-- Clubs: groups of people who play with each other.
CREATE TABLE clubs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name folded for comparison; nothing once the club is closed.
    name_key TEXT UNIQUE,
    about TEXT NOT NULL,
    -- open, request or link
    entry TEXT NOT NULL,
    -- The secret in the link with which anyone can join.
    secret TEXT NOT NULL,
    -- month, quarter or year
    season TEXT NOT NULL,
    -- The settings of new tables, as JSON.
    defaults TEXT NOT NULL,
    -- The weekly event, as JSON.
    event TEXT,
    created INTEGER NOT NULL,
    -- Whether its owner or a moderator has closed it.
    closed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE club_members (
    club TEXT NOT NULL,
    person TEXT NOT NULL,
    -- owner, organiser, member, or asking: whoever would like to join
    role TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (club, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX club_members_by_person ON club_members (person);

-- Tables for the members of a club. Those that an event has opened are numbered; the key sees to it that each is opened once.
CREATE TABLE club_tables (
    table_id TEXT PRIMARY KEY,
    club TEXT NOT NULL,
    -- When the event began.
    starts INTEGER,
    number INTEGER,
    at INTEGER NOT NULL,
    UNIQUE (club, starts, number)
) STRICT, WITHOUT ROWID;

-- Events that have begun and whose empty tables have not been closed yet.
CREATE TABLE club_evenings (
    club TEXT NOT NULL,
    starts INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    PRIMARY KEY (club, starts)
) STRICT, WITHOUT ROWID;
