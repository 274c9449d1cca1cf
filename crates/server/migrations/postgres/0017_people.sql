-- What profiles show of ratings: which list a change belongs to, and how certain the rating was afterwards.
ALTER TABLE rating_changes ADD COLUMN players BIGINT;
ALTER TABLE rating_changes ADD COLUMN list TEXT COLLATE "C";
-- Unknown for games that were rated before there was this column.
ALTER TABLE rating_changes ADD COLUMN uncertainty DOUBLE PRECISION;
UPDATE rating_changes SET players = (SELECT seats FROM tables WHERE id = rating_changes.table_id),
    list = CASE WHEN EXISTS (
        SELECT 1 FROM rating_changes other LEFT JOIN people p ON p.id = other.rated
        WHERE other.table_id = rating_changes.table_id AND (other.rated LIKE 'level:%' OR p.kind = 'bot')
    ) THEN 'bots' ELSE 'people' END;

-- Friends, and those who have asked. Nobody has a row in both directions.
CREATE TABLE friendships (
    asker TEXT COLLATE "C" NOT NULL,
    asked TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    accepted BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (asker, asked)
);
CREATE INDEX friendships_by_asked ON friendships (asked);

CREATE TABLE follows (
    person TEXT COLLATE "C" NOT NULL,
    followed TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, followed)
);
CREATE INDEX follows_by_followed ON follows (followed);

-- Accounts that are connected, and when a process last noticed. Old rows are deleted.
CREATE TABLE connected_people (
    person TEXT COLLATE "C" PRIMARY KEY,
    seen BIGINT NOT NULL
);

-- Whom somebody has asked to a table. A declined one stays, so that it is not sent again.
CREATE TABLE table_invitations (
    table_id TEXT COLLATE "C" NOT NULL,
    invited TEXT COLLATE "C" NOT NULL,
    by TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    declined BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, invited)
);
CREATE INDEX table_invitations_by_invited ON table_invitations (invited);
CREATE INDEX table_invitations_by_inviter ON table_invitations (by);
