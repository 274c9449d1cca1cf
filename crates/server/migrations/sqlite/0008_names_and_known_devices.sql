-- What a name looks like, see identity/name.rs; only accounts and bots have it, and each its own. The server fills it in at its start.
ALTER TABLE people ADD COLUMN name_skeleton TEXT;
CREATE UNIQUE INDEX people_by_skeleton ON people (name_skeleton);

-- Browsers on which a person has signed in before, and may try passwords whatever others do.
CREATE TABLE known_devices (
    person TEXT NOT NULL REFERENCES people (id),
    -- SHA-256 of the token in the browser's cookie.
    token_hash BLOB NOT NULL,
    -- When it last signed in.
    used INTEGER NOT NULL,
    PRIMARY KEY (person, token_hash)
) STRICT, WITHOUT ROWID;
