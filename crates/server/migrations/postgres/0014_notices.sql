-- How people are told that it is their turn when the app is closed.

CREATE TABLE server_keys (
    name TEXT COLLATE "C" PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE TABLE notice_settings (
    person TEXT COLLATE "C" PRIMARY KEY,
    settings TEXT COLLATE "C" NOT NULL,
    -- The secret in the link that stops mails.
    unsubscribe TEXT COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE push_subscriptions (
    endpoint TEXT COLLATE "C" PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    p256dh TEXT COLLATE "C" NOT NULL,
    auth TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);

CREATE TABLE notice_queue (
    person TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    -- email, digest, webhook, or push: and the id of a subscription.
    channel TEXT COLLATE "C" NOT NULL,
    due BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    PRIMARY KEY (person, table_id, channel)
);
CREATE INDEX notice_queue_by_due ON notice_queue (due);
