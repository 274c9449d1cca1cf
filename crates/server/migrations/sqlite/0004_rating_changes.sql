-- How rated games changed ratings, and so also who has played whom.
CREATE TABLE rating_changes (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    -- The id of a person or bot, or level:NAME.
    rated TEXT NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    -- When the game ended.
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_changes_by_rated ON rating_changes (rated, at);
