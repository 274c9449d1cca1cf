-- Who has been in the lobby lately. Old rows are deleted, so it refers to nobody who could not be deleted otherwise.
CREATE TABLE lobby_visits (
    person TEXT COLLATE "C" PRIMARY KEY,
    seen BIGINT NOT NULL
);

-- Games in progress that anyone may watch.
CREATE INDEX tables_running ON tables (phase) WHERE phase = 'playing' AND public = 1;
