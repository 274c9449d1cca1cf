-- The people and computer players on the seats are called players, as in the protocol.
ALTER TABLE tables RENAME COLUMN sitters TO players;
ALTER TABLE sitters RENAME TO players;
DROP INDEX sitters_by_table;
CREATE INDEX players_by_table ON players (table_id);
