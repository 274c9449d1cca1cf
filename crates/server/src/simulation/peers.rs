//! What simulated processes need of their database among themselves: signs of life, tasks, and messages that are late, overtake each other or get lost. What a process
//! does about it is the real code.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use shangrila_protocol::TableId;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::store::{Connection, Weather, lock};
use crate::peers::{Claim, Ears, LastNumbers, PeerDatabase, ProcessId, ProcessKind, Renewal};
use crate::store::StoreError;

/// Someone who listens: where messages go, and how the way there is.
pub(super) struct Listener {
    messages: mpsc::UnboundedSender<String>,
    weather: Arc<Mutex<Weather>>,
}

#[async_trait]
impl PeerDatabase for Connection {
    async fn renew(&self, process: &ProcessId, lifetime: Duration) -> Result<Renewal, StoreError> {
        self.travel().await?;
        let renewal = lock(&self.database).renew(process, lifetime);
        self.travel().await?;
        Ok(renewal)
    }

    async fn enter(&self, process: &ProcessId, kind: ProcessKind) -> Result<(), StoreError> {
        self.travel().await?;
        lock(&self.database).enter(process, kind.lifetime());
        self.travel().await
    }

    async fn take(&self, claim: &Claim, until: u64) -> Result<bool, StoreError> {
        self.travel().await?;
        let is_taken = lock(&self.database).take_task(claim, until);
        self.travel().await?;
        Ok(is_taken)
    }

    async fn leave(&self, claims: &[Claim]) -> Result<(), StoreError> {
        self.travel().await?;
        claims.iter().for_each(|claim| lock(&self.database).leave_task(claim));
        self.travel().await
    }

    async fn remove(&self, process: &ProcessId) -> Result<(), StoreError> {
        self.travel().await?;
        lock(&self.database).remove_process(process);
        Ok(())
    }

    async fn send(&self, messages: &[String]) -> Result<(), StoreError> {
        self.travel().await?;
        let mut database = lock(&self.database);
        database.listeners.retain(|listener| !listener.messages.is_closed());
        for listener in &database.listeners {
            for message in messages {
                if self.below(20) == 0 {
                    continue;
                }
                let most = if self.below(40) == 0 { 1500 } else { 20 };
                let delay = Duration::from_millis(1 + self.below(most));
                let (to, weather, message) =
                    (listener.messages.clone(), Arc::clone(&listener.weather), message.clone());
                // In the sender's process, with which it may die.
                tokio::spawn(async move {
                    sleep(delay).await;
                    if !weather.lock().unwrap_or_else(PoisonError::into_inner).is_cut_off {
                        let _ = to.send(message);
                    }
                });
            }
        }
        Ok(())
    }

    async fn listen(&self, ears: &Ears) {
        if self.travel().await.is_err() {
            return;
        }
        let (messages, mut arriving) = mpsc::unbounded_channel();
        lock(&self.database).listeners.push(Listener { messages, weather: Arc::clone(&self.weather) });
        ears.open().await;
        while let Some(message) = arriving.recv().await {
            ears.hear(&message).await;
        }
    }

    async fn last_numbers(&self, tables: &[TableId]) -> Result<Vec<LastNumbers>, StoreError> {
        self.travel().await?;
        let numbers = {
            let database = lock(&self.database);
            let last = |table: &TableId| database.events(table).last().map_or(0, |event| event.number);
            tables
                .iter()
                .map(|table| LastNumbers { table: table.clone(), events: Some(last(table)), lines: [0; 2] })
                .collect()
        };
        self.travel().await?;
        Ok(numbers)
    }
}
