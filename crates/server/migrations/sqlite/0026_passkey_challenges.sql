-- Challenges for passkeys, so that whichever process receives an answer knows what was asked.
CREATE TABLE passkey_challenges (
    challenge BLOB PRIMARY KEY,
    -- add or sign-in
    purpose TEXT NOT NULL,
    -- What is expected of the answer, as webauthn_rp encodes it.
    state BLOB NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (purpose, expires);
