-- A browser that is signed in. Its cookie holds a random token, of which only the hash is stored, so nothing has to be signed.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    -- SHA-256 of the token.
    token_hash BLOB NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (id),
    created INTEGER NOT NULL,
    -- To the hour.
    used INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    -- What the browser calls itself, reduced to two words.
    browser TEXT,
    system TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX sessions_by_expiry ON sessions (expires);

-- Signed cookies are gone, and with them the key that signed them and the number that made old ones invalid.
DROP TABLE secrets;
ALTER TABLE people DROP COLUMN epoch;
