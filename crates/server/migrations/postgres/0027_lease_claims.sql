-- By which of its claims the holder has a task, so that a request to leave it that arrives late does not end a later claim.
ALTER TABLE leases ADD COLUMN claim BIGINT NOT NULL DEFAULT 0;
