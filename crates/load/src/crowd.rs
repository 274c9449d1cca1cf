//! All parties together, and the orders they get.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures::{StreamExt, TryStreamExt, stream};
use shangrila_client::{Address, Client};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until, timeout};

use crate::party::{Order, Party, Seen};
use crate::stats::{Stats, Times};

/// Requests in flight at the same time while everybody arrives.
const AT_ONCE: usize = 32;
/// Longer than anything takes that happens at all.
const PATIENCE: Duration = Duration::from_secs(120);

/// All parties.
pub(crate) struct Crowd {
    stats: Arc<Stats>,
    orders: Vec<mpsc::Sender<Order>>,
    tasks: JoinSet<Result<Seen, String>>,
}

/// The result of a phase.
pub(crate) struct Phase {
    /// Moves that were confirmed.
    pub(crate) moves: u64,
    /// How long it took.
    pub(crate) took: Duration,
    /// How long answers took.
    pub(crate) times: Times,
}

impl Phase {
    pub(crate) fn rate(&self) -> f64 {
        self.moves as f64 / self.took.as_secs_f64()
    }
}

impl Crowd {
    /// Signs in guests for this many tables. The players of a table are spread over the servers.
    pub(crate) async fn guests(servers: &[Address], tables: usize) -> Result<Vec<Vec<Client>>, String> {
        let arriving = (0..tables).map(|number| Party::meet(servers, number));
        stream::iter(arriving).buffer_unordered(AT_ONCE).try_collect().await.map_err(|error| error.to_string())
    }

    /// Opens a connection for each of them.
    pub(crate) async fn connect(guests: Vec<Vec<Client>>) -> Result<(Arc<Stats>, Vec<Party>), String> {
        let stats = Arc::new(Stats::default());
        let connecting =
            guests.into_iter().zip(0..).map(|(clients, seed)| Party::connect(clients, Arc::clone(&stats), seed));
        let parties: Result<Vec<Party>, String> =
            stream::iter(connecting).buffer_unordered(AT_ONCE).try_collect().await;
        Ok((Arc::clone(&stats), parties?))
    }

    /// Seats them at tables, and waits until all games have started.
    pub(crate) async fn sit_down((stats, parties): (Arc<Stats>, Vec<Party>)) -> Result<Crowd, String> {
        let mut crowd = Crowd { stats, orders: Vec::new(), tasks: JoinSet::new() };
        for (index, party) in parties.into_iter().enumerate() {
            let (sender, orders) = mpsc::channel(8);
            crowd.orders.push(sender);
            crowd.tasks.spawn(party.run(orders));
            // Spread over time, so that the server is not measured while it is swamped.
            while crowd.started() + AT_ONCE < index {
                crowd.sleep(Duration::from_millis(1)).await?;
            }
        }
        let began = Instant::now();
        while crowd.started() < crowd.orders.len() {
            crowd.sleep(Duration::from_millis(10)).await?;
            if began.elapsed() > PATIENCE {
                return Err(format!("only {} games have started", crowd.started()));
            }
        }
        Ok(crowd)
    }

    fn started(&self) -> usize {
        self.stats.started.load(Ordering::Relaxed) as usize
    }

    /// Sleeps. An error if a party ends meanwhile.
    async fn sleep(&mut self, duration: Duration) -> Result<(), String> {
        tokio::select! {
            () = sleep(duration) => Ok(()),
            Some(ended) = self.tasks.join_next() => Err(failure(ended)),
        }
    }

    /// Plays this many moves per second, at one table after another.
    pub(crate) async fn pace(&mut self, rate: f64, duration: Duration) -> Result<Phase, String> {
        let (began, before) = (Instant::now(), self.stats.answered.load(Ordering::Relaxed));
        self.stats.begin()?;
        let moves = (rate * duration.as_secs_f64()) as u64;
        let (mut late, tables) = (0, self.orders.len());
        for number in 0..moves {
            let due = began + Duration::from_secs_f64(number as f64 / rate);
            tokio::select! {
                biased;
                Some(ended) = self.tasks.join_next() => return Err(failure(ended)),
                () = sleep_until(due.into()) => {}
            }
            let order = &self.orders[number as usize % tables];
            late += u64::from(order.try_send(Order::Move(due)).is_err());
        }
        if late > 0 {
            return Err(format!("{late} moves could not be sent: the server or this program is too far behind"));
        }
        let patience = Instant::now();
        while self.stats.answered.load(Ordering::Relaxed) - before < moves {
            self.sleep(Duration::from_millis(1)).await?;
            if patience.elapsed() > PATIENCE {
                let answered = self.stats.answered.load(Ordering::Relaxed) - before;
                return Err(format!("of {moves} moves only {answered} were answered"));
            }
        }
        self.phase(began, before)
    }

    /// Plays as fast as possible, at all tables.
    pub(crate) async fn race(&mut self, duration: Duration) -> Result<Phase, String> {
        let (began, before) = (Instant::now(), self.stats.answered.load(Ordering::Relaxed));
        self.stats.begin()?;
        for order in &self.orders {
            order.try_send(Order::Race(began + duration)).map_err(|_| "a party accepts no orders".to_string())?;
        }
        self.sleep(duration).await?;
        self.phase(began, before)
    }

    fn phase(&self, began: Instant, before: u64) -> Result<Phase, String> {
        let moves = self.stats.answered.load(Ordering::Relaxed) - before;
        let times = self.stats.end().ok_or("nothing was measured")?;
        Ok(Phase { moves, took: began.elapsed(), times })
    }

    /// Stops all games where they are, and returns how far each has come.
    pub(crate) async fn end(mut self) -> Result<BTreeMap<String, (u64, usize)>, String> {
        self.orders.clear();
        let mut seen = BTreeMap::new();
        while let Some(ended) = timeout(PATIENCE, self.tasks.join_next()).await.map_err(|_| "answers are missing")? {
            let tables = ended.map_err(|error| error.to_string())??;
            seen.extend(tables.into_iter().map(|(table, number, moves)| (table.to_string(), (number, moves))));
        }
        Ok(seen)
    }
}

fn failure(ended: Result<Result<Seen, String>, tokio::task::JoinError>) -> String {
    match ended {
        Ok(Ok(_)) => "a party ended too early".to_string(),
        Ok(Err(message)) => message,
        Err(error) => error.to_string(),
    }
}
