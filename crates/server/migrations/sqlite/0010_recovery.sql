-- One-time codes with which an account can set a new password.
CREATE TABLE recovery_codes (
    person TEXT NOT NULL REFERENCES people (id),
    -- SHA-256 of the code, which is random and long enough not to be guessed.
    code_hash BLOB NOT NULL,
    PRIMARY KEY (person, code_hash)
) STRICT, WITHOUT ROWID;

-- The verified e-mail address of an account, and the same in lower case.
ALTER TABLE people ADD COLUMN email TEXT;
ALTER TABLE people ADD COLUMN email_key TEXT;
CREATE UNIQUE INDEX people_by_email ON people (email_key);

-- Links that were mailed: each works once, and for a while.
CREATE TABLE mailed_links (
    -- SHA-256 of the token in the link.
    token_hash BLOB PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    -- verify or reset
    purpose TEXT NOT NULL,
    -- Where it was sent to.
    email TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mailed_links_by_person ON mailed_links (person);
