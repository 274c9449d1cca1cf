-- Who may do more than play; granted on the host only.
CREATE TABLE roles (
    person TEXT PRIMARY KEY,
    -- moderator or administrator
    role TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Everything that moderators and the operator have done. Each line is written in the transaction of what it changes.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- A person; nobody for the operator, on the host.
    by TEXT,
    -- The action as JSON.
    action TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
-- INSERT OR REPLACE would delete a line without asking the trigger above.
CREATE TRIGGER audit_is_never_replaced BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE number = NEW.number)
BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;

-- The last line of the log that the server has carried out.
CREATE TABLE audit_carried_out (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    number INTEGER NOT NULL
) STRICT;

-- Bans and mutes in force. What was lifted is in the log only.
CREATE TABLE sanctions (
    -- ban or mute
    kind TEXT NOT NULL,
    -- The id of a person, or an address range.
    target TEXT NOT NULL,
    since INTEGER NOT NULL,
    -- When it ends by itself.
    until INTEGER,
    reason TEXT NOT NULL,
    PRIMARY KEY (kind, target)
) STRICT, WITHOUT ROWID;

-- 0: shown, 1: shown to moderators only, 2: the text is erased.
ALTER TABLE chat ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
