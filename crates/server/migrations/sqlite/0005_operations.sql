-- One row, written to find out whether the database can be written.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    at INTEGER NOT NULL
) STRICT;

-- When a person last came back, in milliseconds since 1970 and to the day; retention is counted from here.
ALTER TABLE people ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE people SET seen = unixepoch() * 1000 WHERE kind <> 'deleted';
CREATE INDEX guests_by_seen ON people (seen) WHERE kind = 'guest';
