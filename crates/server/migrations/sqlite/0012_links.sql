-- Links in one table, whoever has issued them: each works once, and for a while. Those that set a new password may have been mailed, or handed
-- over by a moderator.
CREATE TABLE links (
    -- SHA-256 of the token in the link.
    token_hash BLOB PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    -- verify or reset
    purpose TEXT NOT NULL,
    -- Where it was sent to; nowhere if a moderator has issued it.
    email TEXT,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_person ON links (person);
INSERT INTO links (token_hash, person, purpose, email, expires)
    SELECT token_hash, person, purpose, email, expires FROM mailed_links;
INSERT OR IGNORE INTO links (token_hash, person, purpose, expires)
    SELECT token_hash, person, 'reset', expires FROM reset_links WHERE person IN (SELECT id FROM people);
DROP TABLE mailed_links;
DROP TABLE reset_links;
