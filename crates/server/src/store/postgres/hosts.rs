//! Where PostgreSQL is: one server, or several of which one accepts writes at a time.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::super::StoreError;

/// The servers of a URL such as `postgres://name@one:5432,two:5432/shangrila`, and the one that accepted writes last.
#[derive(Clone)]
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
                .disable_statement_logging())
        };
        let all = single_urls(url).iter().map(options).collect::<Result<_, StoreError>>()?;
        Ok(Hosts { all, current: Arc::default() })
    }

    /// How to connect to the server that accepted writes last.
    pub(super) fn current(&self) -> PgConnectOptions {
        self.all[self.current.load(Ordering::Relaxed)].clone()
    }

    /// Connects to the server that accepts writes.
    pub(super) async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let (first, count) = (self.current.load(Ordering::Relaxed), self.all.len());
        let mut failure = None;
        for index in (0..count).map(|index| (first + index) % count) {
            match connect_for_writing(&self.all[index], count > 1).await {
                Ok(connection) => {
                    self.current.store(index, Ordering::Relaxed);
                    return Ok(connection);
                }
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        Err(failure.unwrap_or(sqlx::Error::PoolClosed))
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
    use super::*;

    #[test]
    fn a_url_with_several_hosts_is_one_for_each() {
        assert_eq!(single_urls("postgres://one/x"), ["postgres://one/x"]);
        assert_eq!(
            single_urls("postgres://ada:p%40ss@one:1,two:2/games?sslmode=require"),
            ["postgres://ada:p%40ss@one:1/games?sslmode=require", "postgres://ada:p%40ss@two:2/games?sslmode=require"]
        );
    }
}
