-- Who has been in the lobby lately. Old rows are deleted, so it refers to nobody who could not be deleted otherwise.
CREATE TABLE lobby_visits (
    person TEXT PRIMARY KEY,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Games in progress that anyone may watch.
CREATE INDEX tables_running ON tables (phase) WHERE phase = 'playing' AND public = 1;
