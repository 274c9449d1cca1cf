-- Leases need PostgreSQL: a database file has one process.
SELECT 1;
