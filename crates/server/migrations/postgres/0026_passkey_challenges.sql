-- Challenges for passkeys, so that whichever process receives an answer knows what was asked. Nothing is lost with these rows, because a new
-- challenge can be had at any time, so they are not logged.
CREATE UNLOGGED TABLE passkey_challenges (
    challenge BYTEA PRIMARY KEY,
    -- add or sign-in
    purpose TEXT COLLATE "C" NOT NULL,
    -- What is expected of the answer, as webauthn_rp encodes it.
    state BYTEA NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (purpose, expires);
