//! Connections for reads and rare writes, which are given up together when the database has moved or was out of reach: nobody waits for an answer on a wire
//! that has fallen silent.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt, TryStreamExt};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{
    PgConnectOptions, PgListener, PgPool, PgPoolOptions, PgQueryResult, PgRow, PgStatement, PgTypeInfo,
};
use sqlx::{Connection as _, Either, Error, Execute, Executor, Postgres, SqlStr};
use tokio::time::timeout;

use super::hosts::Hosts;

/// How long someone waits for a connection.
const PATIENCE: Duration = Duration::from_secs(3);
/// A connection that was idle for longer is tested before it is used: the server may have been restarted.
const TRUSTED: Duration = Duration::from_secs(1);
/// How long a statement may take. Most take milliseconds; someone's whole data, or a search in many games, may take seconds.
const LONGEST_STATEMENT: Duration = Duration::from_secs(15);

/// Connections to the server that accepts writes.
#[derive(Clone, Debug)]
pub(in super::super) struct Pool {
    hosts: Hosts,
    most: u32,
    /// Replaced as a whole.
    current: Arc<RwLock<PgPool>>,
}

impl Pool {
    pub(super) fn new(hosts: &Hosts, most: u32) -> Pool {
        Pool { hosts: hosts.clone(), most, current: Arc::new(RwLock::new(open(hosts.current(), most))) }
    }

    fn current(&self) -> PgPool {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Gives up all connections, and what is being read on them, for new ones to where the database is now. Listeners have to start again.
    pub(super) fn start_over(&self) {
        let new = open(self.hosts.current(), self.most);
        let old = std::mem::replace(&mut *self.current.write().unwrap_or_else(PoisonError::into_inner), new);
        // Closing waits for connections that may never answer; whoever uses them learns of it at once.
        tokio::spawn(async move { old.close().await });
    }

    pub(super) async fn acquire(&self) -> Result<PoolConnection<Postgres>, Error> {
        self.current().acquire().await
    }

    /// Listens until the connections are given up.
    pub(super) async fn listen(&self, channel: &str) -> Result<PgListener, Error> {
        let mut listener = PgListener::connect_with(&self.current()).await?;
        within(PATIENCE, listener.listen(channel)).await?;
        Ok(listener)
    }

    pub(super) async fn close(&self) {
        // Connections that do not answer close themselves.
        let _ = timeout(PATIENCE, self.current().close()).await;
    }
}

fn open(options: PgConnectOptions, most: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move { Ok(meta.idle_for < TRUSTED || within(PATIENCE, connection.ping()).await.is_ok()) })
        })
        .connect_lazy_with(options)
}

/// Gives up after a time.
pub(super) async fn within<T>(patience: Duration, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let late = || Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the database does not answer"));
    timeout(patience, work).await.unwrap_or_else(|_| Err(late()))
}

/// Carries out a statement, unless the connections are given up meanwhile.
async fn until_given_up<T>(pool: &PgPool, statement: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    pool.close_event().do_until(statement).await?
}

/// Puts a connection back after a statement. One that did not answer is not waited for again.
fn put_back<T>(mut connection: PoolConnection<Postgres>, done: &Result<T, Error>) {
    if matches!(done, Err(Error::Io(_))) {
        connection.close_on_drop();
    }
}

impl<'p> Executor<'p> for &'_ Pool {
    type Database = Postgres;

    /// Returns all rows together, once the last one has come.
    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.current();
        let statement = async move {
            let statement = async {
                let mut connection = pool.acquire().await?;
                let done = within(LONGEST_STATEMENT, connection.fetch_many(query).try_collect::<Vec<_>>()).await;
                put_back(connection, &done);
                done
            };
            let steps = until_given_up(&pool, statement).await?;
            Ok::<_, Error>(stream::iter(steps.into_iter().map(Ok::<_, Error>)))
        };
        stream::once(statement).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.current();
        let statement = async move {
            let statement = async {
                let mut connection = pool.acquire().await?;
                let done = within(LONGEST_STATEMENT, connection.fetch_optional(query)).await;
                put_back(connection, &done);
                done
            };
            until_given_up(&pool, statement).await
        };
        statement.boxed()
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'p: 'e,
    {
        let pool = self.current();
        async move { pool.acquire().await?.prepare_with(sql, parameters).await }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use shangrila_test_cluster::TestDatabase;
    use tokio::time::sleep;

    use super::*;

    #[tokio::test]
    async fn whoever_waits_on_connections_that_are_given_up_is_told_at_once() {
        let database = TestDatabase::create();
        let pool = Pool::new(&Hosts::parse(database.url()).unwrap(), 3);
        let mut listener = pool.listen("news").await.unwrap();
        let (reading, began) = (pool.clone(), Instant::now());
        let reading = tokio::spawn(async move { sqlx::query("SELECT pg_sleep(60)").fetch_all(&reading).await });
        sleep(Duration::from_millis(200)).await;
        pool.start_over();
        assert!(reading.await.unwrap().is_err());
        assert!(listener.try_recv().await.is_err(), "a listener would wait indefinitely");
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        sqlx::query("SELECT 1").execute(&pool).await.unwrap();
        pool.listen("news").await.unwrap();
    }
}
