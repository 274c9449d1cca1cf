-- The same structure as migrations/sqlite has after the file with this number. From here on, both folders have the same numbers.
--
-- Times are milliseconds since 1970. Bodies are JSON as text, as in crates/protocol, and 0 and 1 stand for no and yes: as in SQLite, so that
-- most statements are the same. Texts compare by their bytes, as in SQLite.

CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN strpos($1, $2);

CREATE TABLE people (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- guest, account, bot or deleted
    kind TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    -- The name folded for comparison; only accounts and bots have one, and each its own.
    name_key TEXT COLLATE "C" CONSTRAINT people_name_key UNIQUE,
    password_hash TEXT COLLATE "C",
    -- The account a bot belongs to.
    owner TEXT COLLATE "C" REFERENCES people (id),
    token_hash BYTEA UNIQUE,
    profile_public BIGINT NOT NULL DEFAULT 1,
    since BIGINT NOT NULL,
    -- When they last came back, to the day; retention is counted from here.
    seen BIGINT NOT NULL DEFAULT 0,
    -- What the name looks like, see identity/name.rs; only accounts and bots have it, and each its own.
    name_skeleton TEXT COLLATE "C" CONSTRAINT people_name_skeleton UNIQUE,
    -- The verified e-mail address of an account, and the same in lower case.
    email TEXT COLLATE "C",
    email_key TEXT COLLATE "C" UNIQUE
);
CREATE INDEX people_by_owner ON people (owner) WHERE owner IS NOT NULL;
CREATE INDEX guests_by_seen ON people (seen) WHERE kind = 'guest';

CREATE TABLE mutes (
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id),
    muted TEXT COLLATE "C" NOT NULL REFERENCES people (id),
    PRIMARY KEY (person, muted)
);

CREATE TABLE tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- waiting, playing, finished or closed
    phase TEXT COLLATE "C" NOT NULL,
    public BIGINT NOT NULL,
    seats BIGINT NOT NULL,
    host TEXT COLLATE "C" NOT NULL,
    settings TEXT COLLATE "C" NOT NULL,
    -- The seats as JSON, people by their ids alone.
    players TEXT COLLATE "C" NOT NULL,
    winners TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    masters TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    -- When the game ended.
    finished BIGINT
);
CREATE INDEX tables_open ON tables (phase) WHERE phase = 'waiting' AND public = 1;
CREATE INDEX tables_finished ON tables (finished) WHERE phase = 'finished' AND public = 1;
CREATE INDEX tables_by_host ON tables (host) WHERE phase IN ('waiting', 'playing');

-- What changes with every move, apart from what does not. Pages have room for the next version of their rows.
CREATE TABLE turns (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    moves BIGINT NOT NULL,
    next BIGINT,
    deadline BIGINT,
    -- When the server has to do something by itself: a clock, a computer player.
    wake BIGINT,
    changed BIGINT NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX turns_by_wake ON turns (wake) WHERE wake IS NOT NULL;

CREATE TABLE players (
    person TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX players_by_table ON players (table_id);

-- A game is its events. The key refuses a second event with the same number, whichever process writes it.
CREATE TABLE events (
    table_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE chat (
    table_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    command TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    -- 0: shown, 1: shown to moderators only, 2: the text is erased.
    hidden BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX chat_by_person ON chat (person);

CREATE TABLE ratings (
    -- The id of a person or bot, or level:NAME.
    rated TEXT COLLATE "C" NOT NULL,
    players BIGINT NOT NULL,
    -- people or bots
    list TEXT COLLATE "C" NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    uncertainty DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    wins DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (rated, players, list)
);

-- How rated games changed ratings, and so also who has played whom.
CREATE TABLE rating_changes (
    table_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    rated TEXT COLLATE "C" NOT NULL,
    before DOUBLE PRECISION NOT NULL,
    after DOUBLE PRECISION NOT NULL,
    -- When the game ended.
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX rating_changes_by_rated ON rating_changes (rated, at);

-- One row, written to find out whether the database can be written.
CREATE TABLE heartbeat (
    id BIGINT PRIMARY KEY CHECK (id = 0),
    at BIGINT NOT NULL
);

-- A browser that is signed in. Its cookie holds a random token, of which only the hash is stored.
CREATE TABLE sessions (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- SHA-256 of the token.
    token_hash BYTEA NOT NULL UNIQUE,
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id),
    created BIGINT NOT NULL,
    -- To the hour.
    used BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    -- What the browser calls itself, reduced to two words.
    browser TEXT COLLATE "C",
    system TEXT COLLATE "C"
);
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX sessions_by_expiry ON sessions (expires);

-- Browsers on which a person has signed in before, and may try passwords whatever others do.
CREATE TABLE known_devices (
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id),
    -- SHA-256 of the token in the browser's cookie.
    token_hash BYTEA NOT NULL,
    -- When it last signed in.
    used BIGINT NOT NULL,
    PRIMARY KEY (person, token_hash)
);

-- Who may do more than play; granted on the host only.
CREATE TABLE roles (
    person TEXT COLLATE "C" PRIMARY KEY,
    -- moderator or administrator
    role TEXT COLLATE "C" NOT NULL,
    since BIGINT NOT NULL
);

-- Everything that moderators and the operator have done. Each line is written in the transaction of what it changes.
CREATE TABLE audit (
    number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    -- A person; nobody for the operator, on the host.
    by TEXT COLLATE "C",
    -- The action as JSON.
    action TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL
);
CREATE FUNCTION refuse_to_change_audit() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_audit();

-- The last line of the log that a server has carried out.
CREATE TABLE audit_carried_out (
    id BIGINT PRIMARY KEY CHECK (id = 0),
    number BIGINT NOT NULL
);

-- Bans and mutes in force. What was lifted is in the log only.
CREATE TABLE sanctions (
    -- ban or mute
    kind TEXT COLLATE "C" NOT NULL,
    -- The id of a person, or an address range.
    target TEXT COLLATE "C" NOT NULL,
    since BIGINT NOT NULL,
    -- When it ends by itself.
    until BIGINT,
    reason TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, target)
);

-- What people have reported to the moderators. The context is not copied: moderators read the chat around the line.
CREATE TABLE reports (
    number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    by TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    -- The table, and the chat line there, if it is about one.
    table_id TEXT COLLATE "C",
    line BIGINT,
    text TEXT COLLATE "C" NOT NULL,
    -- open, taken or resolved
    state TEXT COLLATE "C" NOT NULL DEFAULT 'open',
    -- The moderator who has taken or resolved it.
    taken_by TEXT COLLATE "C",
    -- upheld or dismissed
    outcome TEXT COLLATE "C"
);
CREATE INDEX reports_by_state ON reports (state, number);
CREATE INDEX reports_by_person ON reports (person);
CREATE INDEX reports_by_author ON reports (by);

-- Whose chat a person does not get, and who cannot join their tables.
CREATE TABLE blocks (
    person TEXT COLLATE "C" NOT NULL,
    blocked TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (person, blocked)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- How often a player chose the move of the strongest level, by game and seat.
CREATE TABLE agreements (
    table_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    -- Moves with more than one choice that the player chose.
    moves BIGINT NOT NULL,
    agreed BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);

-- One-time codes with which an account can set a new password.
CREATE TABLE recovery_codes (
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id),
    -- SHA-256 of the code, which is random and long enough not to be guessed.
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (person, code_hash)
);

-- Passkeys with which accounts sign in. Nothing here is a secret: the private keys never leave the authenticators.
CREATE TABLE passkeys (
    id TEXT COLLATE "C" PRIMARY KEY,
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id),
    -- What the owner calls it.
    name TEXT COLLATE "C" NOT NULL,
    -- The id that the authenticator gave it, and how the browser can reach the authenticator.
    credential BYTEA NOT NULL UNIQUE,
    transports BIGINT NOT NULL,
    -- The public key, as webauthn_rp encodes it.
    public_key BYTEA NOT NULL,
    -- How often the authenticator has signed; 0 if it does not count. It must grow, or there are two copies of the key.
    counter BIGINT NOT NULL,
    -- 0: stays on one device, 1: can be copied to others of the same owner, 2: has been.
    backup BIGINT NOT NULL,
    created BIGINT NOT NULL,
    -- When it last signed in.
    used BIGINT
);
CREATE INDEX passkeys_by_person ON passkeys (person);

-- Links, each of which works once, and for a while: to verify an e-mail address, and to set a new password.
CREATE TABLE links (
    -- SHA-256 of the token in the link.
    token_hash BYTEA PRIMARY KEY,
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id),
    -- verify or reset
    purpose TEXT COLLATE "C" NOT NULL,
    -- Where it was sent to; nowhere if a moderator has issued it.
    email TEXT COLLATE "C",
    expires BIGINT NOT NULL
);
CREATE INDEX links_by_person ON links (person);

-- What processes need that share this database. None of it matters after a crash, so it is not logged.

-- The processes that are running.
CREATE UNLOGGED TABLE processes (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- server or worker
    kind TEXT COLLATE "C" NOT NULL,
    -- By the clock of the database, like all times in these tables. Whoever does not renew it in time counts as dead.
    expires BIGINT NOT NULL
);

-- Who does what only one process does at a time. It holds for as long as the holder lives.
CREATE UNLOGGED TABLE leases (
    task TEXT COLLATE "C" PRIMARY KEY,
    holder TEXT COLLATE "C" NOT NULL
);
CREATE INDEX leases_by_holder ON leases (holder);
