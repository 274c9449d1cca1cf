-- Whether the members of the club have been told that the event has begun.
ALTER TABLE club_evenings ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
