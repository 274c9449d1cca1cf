-- Counts what a person has opened, with or without a seat there.
CREATE INDEX tables_by_host ON tables (host) WHERE phase IN ('waiting', 'playing');
