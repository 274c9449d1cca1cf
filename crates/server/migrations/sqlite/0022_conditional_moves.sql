-- Answers that players have left for moves of the others. Nobody else may read them.
CREATE TABLE conditional_moves (
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    -- The last event when they were left.
    number INTEGER NOT NULL,
    -- The number of moves before the lines.
    ply INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX conditional_moves_by_person ON conditional_moves (person);
