//! Questions to workers as rows: servers ask, workers take them with `SKIP LOCKED`, and answers wait there until their server has read them. NOTIFY says that there is
//! something to take or to read; whoever misses that finds it soon after.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use shangrila_protocol::{PersonId, TableId};
use tokio::sync::{Notify, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::peers::PeerTables;
use super::pool::Pool;
use crate::background::keep_running;
use crate::peers::{Membership, Peers as _, ProcessId};
use crate::random;
use crate::store::StoreError;
use crate::workers::{QuestionQueue, TakenQuestion, Workers};

/// Says that there is a question.
const QUESTIONS: &str = "shangrila_questions";
/// Says that there is an answer; the text is the name of its server.
const ANSWERS: &str = "shangrila_answers";
/// How often to look for what no message has announced.
const LOOK: Duration = Duration::from_millis(500);
/// How long to wait before the next attempt to listen.
const RETRY: Duration = Duration::from_millis(250);

/// Leaves a question. If another server has asked the same, which is gone or has lost the table, what was thought about it so far is kept. A host's next question stands
/// behind those of everyone else who waits.
const ASK: &str = "WITH time AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    asked AS (INSERT INTO thoughts (table_id, host, question, asker, asked, place)
        SELECT $1, $2, $3, $4, now, coalesce(
            (SELECT max(place) + 1 FROM thoughts WHERE host = $2 AND table_id <> $1 AND answer IS NULL),
            (SELECT min(place) FROM thoughts WHERE answer IS NULL), 0) FROM time
        ON CONFLICT (table_id) DO UPDATE SET asker = excluded.asker, host = excluded.host, asked = excluded.asked,
            place = excluded.place, question = excluded.question,
            worker = CASE WHEN thoughts.question = excluded.question THEN thoughts.worker END,
            answer = CASE WHEN thoughts.question = excluded.question THEN thoughts.answer END
        RETURNING answer)
    SELECT pg_notify(CASE WHEN answer IS NULL THEN $5 ELSE $6 END, $4) FROM asked";

/// Takes the next question that nobody alive thinks about. Questions that nobody has waited for in a long time are not taken.
const TAKE: &str = "WITH time AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
    UPDATE thoughts SET worker = $1 WHERE table_id = (
        SELECT t.table_id FROM thoughts t, time WHERE t.answer IS NULL AND t.asked > now - 60000 AND NOT EXISTS (
            SELECT 1 FROM processes p WHERE p.id = t.worker AND p.expires > now)
        ORDER BY t.place, t.asked LIMIT 1 FOR UPDATE OF t SKIP LOCKED)
    RETURNING table_id, question";

/// Stores an answer.
const ANSWER: &str = "WITH answered AS (
        UPDATE thoughts SET answer = $4 WHERE table_id = $1 AND question = $2 AND worker = $3 RETURNING asker)
    SELECT pg_notify($5, asker) FROM answered";

/// Reads the answers to the questions of a server, and forgets them.
const READ: &str = "DELETE FROM thoughts WHERE asker = $1 AND answer IS NOT NULL RETURNING table_id, question, answer";

/// Forgets questions that nobody waits for: the servers that have asked them are gone.
const FORGET: &str =
    "DELETE FROM thoughts WHERE asked < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 60000";

/// A server that waits for answers.
pub(crate) struct AskingServer {
    member: Arc<Membership<PeerTables>>,
    pool: Pool,
    /// Who waits here. It stays the same if the process was taken for dead.
    asker: String,
    waiting: Mutex<HashMap<String, Waiting>>,
    news: Notify,
}

struct Waiting {
    question: String,
    /// Whether the database has the question.
    is_stored: bool,
    answer: oneshot::Sender<Option<String>>,
}

impl AskingServer {
    pub(super) fn start(member: Arc<Membership<PeerTables>>, pool: Pool) -> Arc<AskingServer> {
        let (asker, waiting, news) = (random::word::<8>(), Mutex::default(), Notify::new());
        let asking = Arc::new(AskingServer { member, pool, asker, waiting, news });
        let (listening, reading) = (Arc::clone(&asking), Arc::clone(&asking));
        keep_running("listener to workers", move || Arc::clone(&listening).listen());
        keep_running("answers of workers", move || Arc::clone(&reading).read_answers());
        asking
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<String, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn listen(self: Arc<AskingServer>) {
        loop {
            if let Ok(mut listener) = self.pool.listen(ANSWERS).await {
                while let Ok(Some(notification)) = listener.try_recv().await {
                    if notification.payload() == self.asker {
                        self.news.notify_one();
                    }
                }
            }
            sleep(RETRY).await;
        }
    }

    /// Reads answers when a message announces them, and also without one.
    async fn read_answers(self: Arc<AskingServer>) {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.news.notified() => self.read(false).await,
                _ = looks.tick() => self.read(true).await,
            }
        }
    }

    /// Hands the answers to those who wait for them. If it looks for everything, whoever waits for a question that is not stored any more learns that.
    async fn read(&self, everything: bool) {
        // An answer can be there before the one who has asked knows that the question is stored.
        if self.waiting().is_empty() {
            return;
        }
        let stored: Vec<String> =
            self.waiting().iter().filter(|(_, waiting)| waiting.is_stored).map(|(table, _)| table.clone()).collect();
        let answers: Result<Vec<(String, String, String)>, _> =
            sqlx::query_as(READ).bind(&self.asker).fetch_all(&self.pool).await;
        for (table, question, answer) in answers.unwrap_or_default() {
            let mut waiting = self.waiting();
            if waiting.get(&table).is_some_and(|waiting| waiting.question == question)
                && let Some(waiting) = waiting.remove(&table)
            {
                let _ = waiting.answer.send((!answer.is_empty()).then_some(answer));
            }
        }
        if !everything {
            return;
        }
        // PostgreSQL forgets these rows when it crashes.
        let sql = "SELECT table_id FROM thoughts WHERE asker = $1";
        let Ok(kept) = sqlx::query_as::<_, (String,)>(sql).bind(&self.asker).fetch_all(&self.pool).await else {
            return;
        };
        for table in stored.iter().filter(|table| !kept.iter().any(|(kept,)| kept == *table)) {
            if let Some(waiting) = self.waiting().remove(table) {
                let _ = waiting.answer.send(None);
            }
        }
    }
}

/// Withdraws a question when dropped.
struct Withdrawal {
    asking: Arc<AskingServer>,
    table: String,
    question: String,
}

impl Drop for Withdrawal {
    fn drop(&mut self) {
        let mut waiting = self.asking.waiting();
        if waiting.get(&self.table).is_none_or(|waiting| waiting.question != self.question) {
            return;
        }
        waiting.remove(&self.table);
        let sql = "DELETE FROM thoughts WHERE table_id = $1 AND question = $2 AND asker = $3";
        let (asking, table, question) =
            (Arc::clone(&self.asking), std::mem::take(&mut self.table), std::mem::take(&mut self.question));
        // What stays is not taken for long, and replaced by the table's next question.
        tokio::spawn(async move {
            let _ = sqlx::query(sql).bind(table).bind(question).bind(&asking.asker).execute(&asking.pool).await;
        });
    }
}

#[async_trait]
impl Workers for Arc<AskingServer> {
    fn exist(&self) -> bool {
        self.member.has_workers()
    }

    async fn ask(&self, table: &TableId, host: &PersonId, question: &str) -> Option<String> {
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting { question: question.to_string(), is_stored: false, answer };
        self.waiting().insert(table.to_string(), waiting);
        let _withdrawal =
            Withdrawal { asking: Arc::clone(self), table: table.to_string(), question: question.to_string() };
        let asked = sqlx::query(ASK)
            .bind(table.as_str())
            .bind(host.as_str())
            .bind(question)
            .bind(&self.asker)
            .bind(QUESTIONS)
            .bind(ANSWERS)
            .execute(&self.pool);
        asked.await.ok()?;
        if let Some(waiting) = self.waiting().get_mut(table.as_str()) {
            waiting.is_stored = true;
        }
        answered.await.ok().flatten()
    }
}

/// The questions of all servers, as a worker finds them.
#[derive(Clone)]
pub(crate) struct QuestionsOfServers {
    member: Arc<Membership<PeerTables>>,
    pool: Pool,
    news: Arc<Notify>,
}

impl QuestionsOfServers {
    pub(super) fn start(member: Arc<Membership<PeerTables>>, pool: Pool) -> QuestionsOfServers {
        let questions = QuestionsOfServers { member, pool, news: Arc::default() };
        let listening = questions.clone();
        keep_running("questions to workers", move || listening.clone().listen());
        questions
    }

    async fn listen(self) {
        loop {
            if let Ok(mut listener) = self.pool.listen(QUESTIONS).await {
                while let Ok(Some(_)) = listener.try_recv().await {
                    self.news.notify_one();
                }
            }
            sleep(RETRY).await;
        }
    }
}

#[async_trait]
impl QuestionQueue for QuestionsOfServers {
    fn worker(&self) -> ProcessId {
        self.member.process()
    }

    async fn take(&self) -> Result<Option<TakenQuestion>, StoreError> {
        let worker = self.worker();
        let row: Option<(String, String)> = sqlx::query_as(TAKE).bind(&worker.0).fetch_optional(&self.pool).await?;
        let taken = row.map(|(table, question)| TakenQuestion { table, question, worker });
        if taken.is_some() {
            // There may be more, for another thread.
            self.news.notify_one();
        }
        Ok(taken)
    }

    async fn answer(&self, taken: &TakenQuestion, answer: &str) -> Result<(), StoreError> {
        let stored = sqlx::query(ANSWER)
            .bind(&taken.table)
            .bind(&taken.question)
            .bind(&taken.worker.0)
            .bind(answer)
            .bind(ANSWERS)
            .execute(&self.pool);
        Ok(stored.await.map(drop)?)
    }

    async fn wait(&self) {
        if timeout(LOOK, self.news.notified()).await.is_err() {
            // Nothing happens just now: a good moment to tidy up. What fails is done the next time.
            let _ = sqlx::query(FORGET).execute(&self.pool).await;
        }
    }

    async fn retire(&self) {
        self.member.say_goodbye().await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::JoinHandle;

    use super::super::testing::TestStore;
    use super::*;

    /// Has a server ask, and returns once the question is stored.
    async fn ask(
        store: &TestStore,
        server: &Arc<dyn Workers>,
        [table, host, question]: [&'static str; 3],
    ) -> JoinHandle<Option<String>> {
        let before = askers(store, table).await;
        let server = Arc::clone(server);
        let asking =
            tokio::spawn(async move { server.ask(&table.parse().unwrap(), &host.parse().unwrap(), question).await });
        while askers(store, table).await == before {
            sleep(Duration::from_millis(5)).await;
        }
        asking
    }

    async fn askers(store: &TestStore, table: &str) -> Vec<(String, String)> {
        let sql = "SELECT asker, question FROM thoughts WHERE table_id = $1";
        sqlx::query_as(sql).bind(table).fetch_all(&store.pool).await.unwrap()
    }

    #[tokio::test]
    async fn hosts_take_turns_and_no_question_is_taken_twice() {
        let store = TestStore::open().await;
        let server = store.company(Duration::ZERO).await.unwrap().workers.unwrap();
        let (one, other) = (store.questions().await.unwrap(), store.questions().await.unwrap());
        let mut asking = Vec::new();
        for (table, host) in [("eve-1", "eve"), ("eve-2", "eve"), ("eve-3", "eve"), ("ada-1", "ada")] {
            asking.push(ask(&store, &server, [table, host, "?"]).await);
        }
        let mut taken = Vec::new();
        for _ in 0..2 {
            taken.push((&one, one.take().await.unwrap().unwrap()));
            taken.push((&other, other.take().await.unwrap().unwrap()));
        }
        let order: Vec<&str> = taken.iter().map(|(_, question)| question.table.as_str()).collect();
        assert_eq!(order, ["eve-1", "ada-1", "eve-2", "eve-3"], "Ada does not wait for all of Eve's");
        assert!(one.take().await.unwrap().is_none() && other.take().await.unwrap().is_none());
        for (worker, question) in &taken {
            worker.answer(question, &question.table).await.unwrap();
        }
        for (asking, table) in asking.into_iter().zip(["eve-1", "eve-2", "eve-3", "ada-1"]) {
            assert_eq!(asking.await.unwrap().as_deref(), Some(table));
        }
    }

    #[tokio::test]
    async fn what_a_dead_worker_has_left_is_taken_up_and_its_late_answer_ignored() {
        let store = TestStore::open().await;
        let server = store.company(Duration::ZERO).await.unwrap().workers.unwrap();
        let (dying, other) = (store.questions().await.unwrap(), store.questions().await.unwrap());
        let asking = ask(&store, &server, ["table", "ada", "?"]).await;
        let left = dying.take().await.unwrap().unwrap();
        assert!(other.take().await.unwrap().is_none(), "somebody alive thinks about it");
        dying.retire().await;
        let taken = other.take().await.unwrap().unwrap();
        assert_eq!(taken.question, "?");
        dying.answer(&left, "late").await.unwrap();
        other.answer(&taken, "right").await.unwrap();
        assert_eq!(asking.await.unwrap().as_deref(), Some("right"));
    }

    #[tokio::test]
    async fn a_server_that_takes_over_a_table_gets_the_answer_to_what_another_has_asked() {
        let store = TestStore::open().await;
        let first = store.company(Duration::ZERO).await.unwrap().workers.unwrap();
        let second = store.company(Duration::ZERO).await.unwrap().workers.unwrap();
        let worker = store.questions().await.unwrap();
        let lost = ask(&store, &first, ["table", "ada", "?"]).await;
        let taken = worker.take().await.unwrap().unwrap();
        let asking = ask(&store, &second, ["table", "ada", "?"]).await;
        assert!(worker.take().await.unwrap().is_none(), "it is being thought about already");
        worker.answer(&taken, "move").await.unwrap();
        assert_eq!(asking.await.unwrap().as_deref(), Some("move"));
        assert_eq!(lost.await.unwrap(), None, "the first one learns that its question is gone");
    }

    #[tokio::test]
    async fn a_withdrawn_question_is_gone_and_a_changed_one_is_thought_about_anew() {
        let store = TestStore::open().await;
        let server = store.company(Duration::ZERO).await.unwrap().workers.unwrap();
        let worker = store.questions().await.unwrap();
        let first = ask(&store, &server, ["table", "ada", "first"]).await;
        let outdated = worker.take().await.unwrap().unwrap();
        let second = ask(&store, &server, ["table", "ada", "second"]).await;
        worker.answer(&outdated, "wrong").await.unwrap();
        let taken = worker.take().await.unwrap().unwrap();
        assert_eq!(taken.question, "second");
        assert_eq!(first.await.unwrap(), None);
        second.abort();
        while !askers(&store, "table").await.is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
    }
}
