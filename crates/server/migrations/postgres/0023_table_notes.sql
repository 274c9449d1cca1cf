-- What players write down at a table for themselves.
CREATE TABLE table_notes (
    table_id TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    -- Grows with every change, so that two devices do not overwrite each other's.
    revision BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX table_notes_by_person ON table_notes (person);
