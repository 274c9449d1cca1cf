//! Where everyone plays: one server with a database file, or several with one PostgreSQL.

use std::fs;
use std::path::Path;

use shangrila_client::Address;
use shangrila_load::ServerProcess;
use shangrila_test_cluster::{Cluster, Durability};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::{Args, Kind, RAW, raw};

const DATABASE: &str = "shangrila";

/// Servers and their database.
pub(crate) struct Hall {
    /// Single commits per second of the same database on the same disk.
    pub(crate) raw: f64,
    servers: Vec<ServerProcess>,
    /// Stopped after the servers.
    cluster: Option<Cluster>,
}

impl Hall {
    /// Measures the database alone, and starts the servers.
    pub(crate) async fn open(args: &Args, program: &Path, folder: &Path) -> Result<Hall, String> {
        let failed = |error: std::io::Error| error.to_string();
        if args.database == Kind::Sqlite {
            if args.processes > 1 {
                return Err("a database file is for one server; use --database postgres".to_string());
            }
            let raw = raw::commits_a_second(folder, RAW).await.map_err(|error| error.to_string())?;
            let server = ServerProcess::start(program, folder).map_err(failed)?;
            return Ok(Hall { raw, servers: vec![server], cluster: None });
        }
        let cluster = Cluster::create(folder, "postgres", Durability::Full).map_err(failed)?;
        cluster.create_database(DATABASE).map_err(failed)?;
        let raw = raw::postgres_commits_a_second(&cluster, RAW).map_err(failed)?;
        let mut servers = Vec::new();
        for number in 0..args.processes {
            let place = folder.join(format!("server-{number}"));
            fs::create_dir_all(&place).map_err(failed)?;
            servers.push(ServerProcess::start_on(program, &place, &cluster.url(DATABASE), &[]).map_err(failed)?);
        }
        Ok(Hall { raw, servers, cluster: Some(cluster) })
    }

    pub(crate) fn addresses(&self) -> Vec<Address> {
        self.servers.iter().map(ServerProcess::address).collect()
    }

    /// The memory of all servers together, without PostgreSQL.
    pub(crate) fn memory(&self) -> u64 {
        self.servers.iter().map(ServerProcess::memory).sum()
    }

    /// The processor time of all servers and of PostgreSQL together, in seconds.
    pub(crate) fn processor(&self) -> f64 {
        let servers: f64 = self.servers.iter().map(ServerProcess::processor_seconds).sum();
        servers + self.database_processor()
    }

    /// The processor time of PostgreSQL, in seconds.
    pub(crate) fn database_processor(&self) -> f64 {
        self.cluster.as_ref().map_or(0.0, Cluster::processor_seconds)
    }

    pub(crate) fn complaints(&self) -> String {
        self.servers.iter().map(ServerProcess::log).collect()
    }

    pub(crate) fn database_name(&self) -> &'static str {
        if self.cluster.is_some() { "PostgreSQL" } else { "SQLite" }
    }

    /// For each table: its events, the last number, and its moves.
    pub(crate) async fn tables(&self) -> Result<Vec<(String, i64, i64, i64)>, String> {
        let broken = |error: sqlx::Error| error.to_string();
        match &self.cluster {
            None => {
                let options = SqliteConnectOptions::new().filename(self.servers[0].database()).read_only(true);
                let mut connection = options.disable_statement_logging().connect().await.map_err(broken)?;
                let sql = "SELECT table_id, count(*), max(number), sum(body ->> 'event' = 'moved') FROM events GROUP BY table_id";
                let rows = sqlx::query_as(sql).fetch_all(&mut connection).await.map_err(broken)?;
                connection.close().await.map_err(broken)?;
                Ok(rows)
            }
            Some(cluster) => {
                let options: PgConnectOptions = cluster.url(DATABASE).parse().map_err(broken)?;
                let mut connection = options.disable_statement_logging().connect().await.map_err(broken)?;
                let sql =
                    "SELECT table_id, count(*), max(number), count(*) FILTER (WHERE body::jsonb ->> 'event' = 'moved')
                    FROM events GROUP BY table_id";
                sqlx::query_as(sql).fetch_all(&mut connection).await.map_err(broken)
            }
        }
    }

    /// The bytes that events take in PostgreSQL, with their index; `None` for a database file.
    pub(crate) fn event_bytes(&self) -> Result<Option<i64>, String> {
        let Some(cluster) = &self.cluster else { return Ok(None) };
        let bytes =
            cluster.psql(DATABASE, "SELECT pg_total_relation_size('events')").map_err(|error| error.to_string())?;
        bytes.trim().parse().map(Some).map_err(|_| format!("PostgreSQL says {bytes}"))
    }
}
