-- When the clocks of a person's games over days stand still.
CREATE TABLE vacations (
    person TEXT COLLATE "C" NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    -- What the person's tables do not know yet: 0 if it is the present row, 1 if it is the end, 2 if they know everything.
    told BIGINT NOT NULL,
    PRIMARY KEY (person, since)
);
CREATE INDEX vacations_to_tell ON vacations (until) WHERE told < 2;
