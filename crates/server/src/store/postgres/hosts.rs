//! Where PostgreSQL is: one server, or several of which one accepts writes at a time.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::time::sleep;

use super::super::StoreError;
use super::pool::within;

/// How long a server is asked alone before the next one is asked as well.
const HEAD_START: Duration = Duration::from_millis(100);
/// How long all of them together have to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a transaction may wait for its next statement.
const LONGEST_PAUSE: &str = "2s";

/// The servers of a URL such as `postgres://name@one:5432,two:5432/shangrila`, and the one that accepted writes last.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    all: Arc<[PgConnectOptions]>,
    current: Arc<AtomicUsize>,
}

impl Hosts {
    pub(super) fn parse(url: &str) -> Result<Hosts, StoreError> {
        let options = |url: &String| {
            let options = PgConnectOptions::from_str(url).map_err(|error| StoreError::Broken(error.to_string()))?;
            Ok(options
                .application_name("shangrila")
                // A commit is on disk when it returns, whatever the server is set to.
                .options([("synchronous_commit", "on"), ("timezone", "UTC")])
                // A process that falls silent in the middle of a transaction would keep its locks, and hold up the tables it was writing.
                .options([("idle_in_transaction_session_timeout", LONGEST_PAUSE)])
                .disable_statement_logging())
        };
        let all = single_urls(url).iter().map(options).collect::<Result<_, StoreError>>()?;
        Ok(Hosts { all, current: Arc::default() })
    }

    /// How to connect to the server that accepted writes last.
    pub(super) fn current(&self) -> PgConnectOptions {
        self.all[self.current.load(Ordering::Relaxed)].clone()
    }

    /// Connects to the server that accepts writes. All are asked, one soon after the other: one that is out of reach may never answer.
    pub(super) async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let (first, count) = (self.current.load(Ordering::Relaxed), self.all.len());
        let attempt = |place: usize| async move {
            let index = (first + place) % count;
            sleep(HEAD_START * place as u32).await;
            (index, connect_for_writing(&self.all[index], count > 1).await)
        };
        let mut attempts: FuturesUnordered<_> = (0..count).map(attempt).collect();
        within(PATIENCE, async {
            let mut failure = None;
            while let Some((index, attempt)) = attempts.next().await {
                match attempt {
                    Ok(connection) => {
                        self.current.store(index, Ordering::Relaxed);
                        return Ok(connection);
                    }
                    Err(error) => failure = failure.or(Some(error)),
                }
            }
            Err(failure.unwrap_or(sqlx::Error::PoolClosed))
        })
        .await
    }
}

/// Connects to a server. Where there are others, only if it is not a standby.
async fn connect_for_writing(options: &PgConnectOptions, has_others: bool) -> Result<PgConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    if has_others {
        let (is_standby,): (bool,) = sqlx::query_as("SELECT pg_is_in_recovery()").fetch_one(&mut connection).await?;
        if is_standby {
            let _ = connection.close().await;
            return Err(sqlx::Error::Io(std::io::Error::other("the server is a standby")));
        }
    }
    Ok(connection)
}

/// Splits a URL with several hosts into one URL for each.
fn single_urls(url: &str) -> Vec<String> {
    let Some((scheme, rest)) = url.split_once("://") else { return vec![url.to_string()] };
    let (authority, tail) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (user, hosts) = authority.rsplit_once('@').map_or(("", authority), |(user, hosts)| (user, hosts));
    let user = if user.is_empty() { String::new() } else { format!("{user}@") };
    hosts.split(',').map(|host| format!("{scheme}://{user}{host}{tail}")).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use shangrila_test_cluster::TestDatabase;
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_server_that_never_answers_does_not_hide_the_next_one() {
        let database = TestDatabase::create();
        // It accepts connections and says nothing, like a machine that hangs.
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = silent.local_addr().unwrap().port();
        let hosts = Hosts::parse(&database.url().replacen('@', &format!("@127.0.0.1:{port},"), 1)).unwrap();
        for _ in 0..2 {
            let began = Instant::now();
            hosts.connect().await.unwrap();
            assert!(began.elapsed() < PATIENCE / 2, "{:?}", began.elapsed());
            assert_eq!(hosts.current.load(Ordering::Relaxed), 1);
        }
    }

    #[tokio::test]
    async fn a_process_that_falls_silent_in_a_transaction_does_not_hold_the_others_up() {
        let database = TestDatabase::create();
        database.psql("CREATE TABLE events (number BIGINT PRIMARY KEY)");
        let hosts = Hosts::parse(database.url()).unwrap();
        let (mut silent, mut other) = (hosts.connect().await.unwrap(), hosts.connect().await.unwrap());
        let insert = "INSERT INTO events VALUES (1)";
        sqlx::query("BEGIN").execute(&mut silent).await.unwrap();
        sqlx::query(insert).execute(&mut silent).await.unwrap();
        within(2 * PATIENCE, sqlx::query(insert).execute(&mut other)).await.unwrap();
        sqlx::query("COMMIT").execute(&mut silent).await.unwrap_err();
    }

    #[test]
    fn a_url_with_several_hosts_is_one_for_each() {
        assert_eq!(single_urls("postgres://one/x"), ["postgres://one/x"]);
        assert_eq!(
            single_urls("postgres://ada:p%40ss@one:1,two:2/games?sslmode=require"),
            ["postgres://ada:p%40ss@one:1/games?sslmode=require", "postgres://ada:p%40ss@two:2/games?sslmode=require"]
        );
    }
}
