-- Passkeys with which accounts sign in. Nothing here is a secret: the private keys never leave the authenticators.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    -- What the owner calls it.
    name TEXT NOT NULL,
    -- The id that the authenticator gave it, and how the browser can reach the authenticator.
    credential BLOB NOT NULL UNIQUE,
    transports INTEGER NOT NULL,
    -- The public key, as webauthn_rp encodes it.
    public_key BLOB NOT NULL,
    -- How often the authenticator has signed; 0 if it does not count. It must grow, or there are two copies of the key.
    counter INTEGER NOT NULL,
    -- 0: stays on one device, 1: can be copied to others of the same owner, 2: has been.
    backup INTEGER NOT NULL,
    created INTEGER NOT NULL,
    -- When it last signed in.
    used INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_person ON passkeys (person);
