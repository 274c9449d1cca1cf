-- Answers that players have left for moves of the others. Nobody else may read them.
CREATE TABLE conditional_moves (
    table_id TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    -- The last event when they were left.
    number BIGINT NOT NULL,
    -- The number of moves before the lines.
    ply BIGINT NOT NULL,
    lines TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX conditional_moves_by_person ON conditional_moves (person);
