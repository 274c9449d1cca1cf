-- How people are told that it is their turn when the app is closed.

CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notice_settings (
    person TEXT PRIMARY KEY,
    settings TEXT NOT NULL,
    -- The secret in the link that stops mails.
    unsubscribe TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TABLE push_subscriptions (
    endpoint TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    person TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);

CREATE TABLE notice_queue (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    -- email, digest, webhook, or push: and the id of a subscription.
    channel TEXT NOT NULL,
    due INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (person, table_id, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX notice_queue_by_due ON notice_queue (due);
