-- Clubs: groups of people who play with each other.
CREATE TABLE clubs (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    -- The name folded for comparison; nothing once the club is closed.
    name_key TEXT COLLATE "C" UNIQUE,
    about TEXT COLLATE "C" NOT NULL,
    -- open, request or link
    entry TEXT COLLATE "C" NOT NULL,
    -- The secret in the link with which anyone can join.
    secret TEXT COLLATE "C" NOT NULL,
    -- month, quarter or year
    season TEXT COLLATE "C" NOT NULL,
    -- The settings of new tables, as JSON.
    defaults TEXT COLLATE "C" NOT NULL,
    -- The weekly event, as JSON.
    event TEXT COLLATE "C",
    created BIGINT NOT NULL,
    -- Whether its owner or a moderator has closed it.
    closed BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE club_members (
    club TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    -- owner, organiser, member, or asking: whoever would like to join
    role TEXT COLLATE "C" NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (club, person)
);
CREATE INDEX club_members_by_person ON club_members (person);

-- Tables for the members of a club. Those that an event has opened are numbered; the key sees to it that each is opened once.
CREATE TABLE club_tables (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    club TEXT COLLATE "C" NOT NULL,
    -- When the event began.
    starts BIGINT,
    number BIGINT,
    at BIGINT NOT NULL,
    UNIQUE (club, starts, number)
);

-- Events that have begun and whose empty tables have not been closed yet.
CREATE TABLE club_evenings (
    club TEXT COLLATE "C" NOT NULL,
    starts BIGINT NOT NULL,
    ends BIGINT NOT NULL,
    PRIMARY KEY (club, starts)
);
