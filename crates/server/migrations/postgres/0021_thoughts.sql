-- The moves that computer players owe, for workers that think on behalf of servers: one at most for each table. Nothing is lost with these rows, because whoever
-- waits asks again, so they are not logged.
CREATE UNLOGGED TABLE thoughts (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    -- Whose table it is: hosts take turns.
    host TEXT COLLATE "C" NOT NULL,
    -- The level, the position and what else it needs, as JSON.
    question TEXT COLLATE "C" NOT NULL,
    -- The server that waits for the answer.
    asker TEXT COLLATE "C" NOT NULL,
    asked BIGINT NOT NULL,
    -- The place in the queue, which grows with every other question of the same host.
    place BIGINT NOT NULL,
    -- The process that thinks about it. It holds for as long as that lives.
    worker TEXT COLLATE "C",
    answer TEXT COLLATE "C"
);
CREATE INDEX thoughts_by_place ON thoughts (place, asked) WHERE answer IS NULL;
CREATE INDEX thoughts_by_asker ON thoughts (asker);
