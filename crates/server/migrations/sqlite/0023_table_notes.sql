-- What players write down at a table for themselves.
CREATE TABLE table_notes (
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    text TEXT NOT NULL,
    -- Grows with every change, so that two devices do not overwrite each other's.
    revision INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_notes_by_person ON table_notes (person);
