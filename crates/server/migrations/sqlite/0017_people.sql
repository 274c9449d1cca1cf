-- What profiles show of ratings: which list a change belongs to, and how certain the rating was afterwards.
ALTER TABLE rating_changes ADD COLUMN players INTEGER;
ALTER TABLE rating_changes ADD COLUMN list TEXT;
-- Unknown for games that were rated before there was this column.
ALTER TABLE rating_changes ADD COLUMN uncertainty REAL;
UPDATE rating_changes SET players = (SELECT seats FROM tables WHERE id = rating_changes.table_id),
    list = CASE WHEN EXISTS (
        SELECT 1 FROM rating_changes other LEFT JOIN people p ON p.id = other.rated
        WHERE other.table_id = rating_changes.table_id AND (other.rated LIKE 'level:%' OR p.kind = 'bot')
    ) THEN 'bots' ELSE 'people' END;

-- Friends, and those who have asked. Nobody has a row in both directions.
CREATE TABLE friendships (
    asker TEXT NOT NULL,
    asked TEXT NOT NULL,
    at INTEGER NOT NULL,
    accepted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (asker, asked)
) STRICT, WITHOUT ROWID;
CREATE INDEX friendships_by_asked ON friendships (asked);

CREATE TABLE follows (
    person TEXT NOT NULL,
    followed TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, followed)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_followed ON follows (followed);

-- Accounts that are connected, and when a process last noticed. Old rows are deleted.
CREATE TABLE connected_people (
    person TEXT PRIMARY KEY,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whom somebody has asked to a table. A declined one stays, so that it is not sent again.
CREATE TABLE table_invitations (
    table_id TEXT NOT NULL,
    invited TEXT NOT NULL,
    by TEXT NOT NULL,
    at INTEGER NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, invited)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_invitations_by_invited ON table_invitations (invited);
CREATE INDEX table_invitations_by_inviter ON table_invitations (by);
