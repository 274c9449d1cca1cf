//! Messages to and from Chromium: commands with their answers, and events.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};

use crate::Result;

/// How long to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Every message ends with this byte.
const END: u8 = 0;

/// Something that happened in a page.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// A connection to Chromium. Clones share it.
#[derive(Clone)]
pub(crate) struct Connection {
    state: Arc<Mutex<State>>,
}

struct State {
    /// Messages to be written; `None` once the connection is closed.
    outgoing: Option<mpsc::UnboundedSender<Vec<u8>>>,
    last_id: u64,
    unanswered: HashMap<u64, oneshot::Sender<Result<Value>>>,
    /// The recipients of events, by session.
    listeners: Vec<(String, mpsc::UnboundedSender<Event>)>,
    /// Why the connection was closed.
    end: String,
}

impl Connection {
    /// Connects to the two ends of Chromium's pipes. Once they close, errors quote the end of its log.
    pub(crate) fn open(
        commands: impl AsyncWrite + Unpin + Send + 'static,
        answers: impl AsyncRead + Unpin + Send + 'static,
        log: PathBuf,
    ) -> Connection {
        let (outgoing, messages) = mpsc::unbounded_channel();
        let state = State {
            outgoing: Some(outgoing),
            last_id: 0,
            unanswered: HashMap::new(),
            listeners: Vec::new(),
            end: String::new(),
        };
        let connection = Connection { state: Arc::new(Mutex::new(state)) };
        tokio::spawn(write(commands, messages));
        tokio::spawn(connection.clone().read(answers, log));
        connection
    }

    /// Sends a command and waits for its answer. Commands are executed in the order in which they were sent.
    ///
    /// A command without a session is for the browser itself.
    pub(crate) async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value> {
        let answer = self.send(session, method, params).map_err(|error| format!("{method}: {error}"))?;
        match tokio::time::timeout(PATIENCE, answer).await {
            Ok(Ok(answer)) => answer.map_err(|error| format!("{method}: {error}")),
            Ok(Err(_)) => Err(format!("{method}: {}", self.state().end)),
            Err(_) => Err(format!("{method}: no answer within {} s", PATIENCE.as_secs())),
        }
    }

    fn send(&self, session: Option<&str>, method: &str, params: Value) -> Result<oneshot::Receiver<Result<Value>>> {
        let mut state = self.state();
        state.last_id += 1;
        let id = state.last_id;
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        let mut message = command.to_string().into_bytes();
        message.push(END);
        let sent = state.outgoing.as_ref().is_some_and(|outgoing| outgoing.send(message).is_ok());
        if !sent {
            return Err(state.end.clone());
        }
        let (answer, receiver) = oneshot::channel();
        state.unanswered.insert(id, answer);
        Ok(receiver)
    }

    /// The events of a session from now on.
    pub(crate) fn events(&self, session: &str) -> mpsc::UnboundedReceiver<Event> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let mut state = self.state();
        // A closed connection reports no events, so the receiver must not wait for any.
        if state.outgoing.is_some() {
            state.listeners.push((session.to_string(), sender));
        }
        receiver
    }

    async fn read(self, answers: impl AsyncRead + Unpin, log: PathBuf) {
        let mut answers = BufReader::new(answers);
        let mut message = Vec::new();
        while answers.read_until(END, &mut message).await.is_ok_and(|length| length > 0) {
            let content = message.strip_suffix(&[END]).unwrap_or(&message);
            if let Ok(content) = serde_json::from_slice(content) {
                self.receive(content);
            }
            message.clear();
        }
        let log = fs::read_to_string(&log).unwrap_or_default();
        let mut state = self.state();
        state.end = format!("Chromium has ended{}", last_lines(&log));
        state.outgoing = None;
        // Dropping the senders tells everyone who waits.
        state.unanswered.clear();
        state.listeners.clear();
    }

    fn receive(&self, mut message: Value) {
        let mut state = self.state();
        if let Some(id) = message["id"].as_u64() {
            let Some(answer) = state.unanswered.remove(&id) else { return };
            let result = match message.get("error") {
                Some(error) => Err(error["message"].as_str().unwrap_or("unknown error").to_string()),
                None => Ok(message["result"].take()),
            };
            // Whoever asked may have stopped waiting.
            let _ = answer.send(result);
        } else if let (Some(method), Some(session)) = (message["method"].as_str(), message["sessionId"].as_str()) {
            let event = Event { method: method.to_string(), params: message["params"].clone() };
            state.listeners.retain(|(of, listener)| of != session || listener.send(event.clone()).is_ok());
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn write(mut commands: impl AsyncWrite + Unpin, mut messages: mpsc::UnboundedReceiver<Vec<u8>>) {
    while let Some(message) = messages.recv().await {
        // If Chromium has ended, the reader notices as well, and tells everyone who waits.
        if commands.write_all(&message).await.is_err() || commands.flush().await.is_err() {
            return;
        }
    }
}

/// The last lines of a log, for an error message; empty if there are none.
fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(5)..];
    if last.is_empty() { String::new() } else { format!(". Its last messages:\n  {}", last.join("\n  ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{DuplexStream, duplex};

    /// A connection, with the other end of both pipes.
    fn connect() -> (Connection, BufReader<DuplexStream>, DuplexStream) {
        let (commands, received) = duplex(1024);
        let (answering, answers) = duplex(1024);
        (Connection::open(commands, answers, PathBuf::from("/nowhere")), BufReader::new(received), answering)
    }

    async fn command(received: &mut BufReader<DuplexStream>) -> Value {
        let mut message = Vec::new();
        received.read_until(END, &mut message).await.unwrap();
        serde_json::from_slice(message.strip_suffix(&[END]).unwrap()).unwrap()
    }

    async fn answer(answering: &mut DuplexStream, message: Value) {
        answering.write_all(format!("{message}\0").as_bytes()).await.unwrap();
    }

    #[tokio::test]
    async fn answers_find_their_commands_in_any_order() {
        let (connection, mut received, mut answering) = connect();
        let chromium = async {
            let (first, second) = (command(&mut received).await, command(&mut received).await);
            assert_eq!(first, json!({ "id": 1, "method": "Page.enable", "params": {}, "sessionId": "s" }));
            assert_eq!(second["method"], "Browser.close");
            answer(&mut answering, json!({ "id": second["id"], "error": { "message": "not now" } })).await;
            answer(&mut answering, json!({ "id": first["id"], "result": { "done": true } })).await;
        };
        let enabled = connection.call(Some("s"), "Page.enable", json!({}));
        let closed = connection.call(None, "Browser.close", json!({}));
        let (enabled, closed, ()) = tokio::join!(enabled, closed, chromium);
        assert_eq!(enabled, Ok(json!({ "done": true })));
        assert_eq!(closed, Err("Browser.close: not now".to_string()));
    }

    #[tokio::test]
    async fn events_reach_the_listeners_of_their_session() {
        let (connection, _received, mut answering) = connect();
        let (mut ours, mut theirs) = (connection.events("ours"), connection.events("theirs"));
        for (session, method) in [("theirs", "A"), ("ours", "B")] {
            answer(&mut answering, json!({ "method": method, "params": { "n": 1 }, "sessionId": session })).await;
        }
        let event = ours.recv().await.unwrap();
        assert_eq!((event.method.as_str(), &event.params["n"]), ("B", &json!(1)));
        assert_eq!(theirs.recv().await.unwrap().method, "A");
    }

    #[tokio::test]
    async fn when_chromium_ends_everyone_who_waits_is_told() {
        let (connection, received, answering) = connect();
        let mut events = connection.events("s");
        let waiting = connection.call(None, "Browser.getVersion", json!({}));
        let ending = async {
            drop(received);
            drop(answering);
        };
        let (answer, ()) = tokio::join!(waiting, ending);
        assert_eq!(answer, Err("Browser.getVersion: Chromium has ended".to_string()));
        assert!(events.recv().await.is_none());
        let later = connection.call(None, "Browser.close", json!({})).await;
        assert_eq!(later, Err("Browser.close: Chromium has ended".to_string()));
        assert!(connection.events("s").recv().await.is_none());
    }

    #[test]
    fn an_error_quotes_the_end_of_the_log() {
        assert_eq!(last_lines("\n"), "");
        assert_eq!(last_lines("1\n2\n3\n\n4\n5\n6\n"), ". Its last messages:\n  2\n  3\n  4\n  5\n  6");
    }
}
