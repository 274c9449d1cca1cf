//! The engine: a separate program that chooses the moves, one JSON object per line (`docs/engine-protocol.md`).

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::Arc;

use serde_json::{Value, json};
use shangrila_rules::{Move, Position};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// A request to the engine and where its answer goes.
type Request = (Value, oneshot::Sender<Value>);

/// A running engine. Clones share it.
#[derive(Clone)]
pub(crate) struct Engine {
    requests: mpsc::Sender<Request>,
    /// How it thinks: a field of every request.
    limit: (&'static str, Value),
    /// Limits how many requests it works on at the same time.
    slots: Arc<Semaphore>,
}

impl Engine {
    /// Starts the engine's command line.
    pub(crate) fn start(command: &str, limit: (&'static str, Value), at_once: usize) -> Result<Engine, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("--engine is empty")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("cannot start the engine {program:?}: {error}"))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("the engine {program:?} has no pipes"));
        };
        let (requests, inbox) = mpsc::channel(1);
        tokio::spawn(talk(child, stdin, BufReader::new(stdout).lines(), inbox));
        Ok(Engine { requests, limit, slots: Arc::new(Semaphore::new(at_once.max(1))) })
    }

    /// Returns the move it would play.
    pub(crate) async fn best(&self, position: &Position) -> Result<Move, String> {
        let gone = || "the engine has ended".to_string();
        let _slot = self.slots.acquire().await.map_err(|_| gone())?;
        let (answer, answered) = oneshot::channel();
        let mut request = json!({ "do": "best", "position": position.to_string() });
        request[self.limit.0] = self.limit.1.clone();
        self.requests.send((request, answer)).await.map_err(|_| gone())?;
        let answer = answered.await.map_err(|_| gone())?;
        let mv = answer["move"].as_str().and_then(|text| text.parse().ok());
        mv.ok_or_else(|| format!("the engine answered without a move: {answer}"))
    }
}

/// Writes requests and reads answers until one side ends.
async fn talk(
    mut child: Child,
    mut stdin: ChildStdin,
    mut lines: Lines<BufReader<ChildStdout>>,
    mut inbox: mpsc::Receiver<Request>,
) {
    let mut waiting: HashMap<u64, oneshot::Sender<Value>> = HashMap::new();
    let mut asked = 0;
    loop {
        tokio::select! {
            request = inbox.recv() => {
                let Some((mut request, answer)) = request else { break };
                asked += 1;
                request["id"] = asked.into();
                waiting.insert(asked, answer);
                if stdin.write_all(format!("{request}\n").as_bytes()).await.is_err() {
                    break;
                }
            }
            line = lines.next_line() => {
                let Ok(Some(line)) = line else { break };
                let answer: Value = serde_json::from_str(&line).unwrap_or_default();
                let sender = answer["id"].as_u64().and_then(|id| waiting.remove(&id));
                // Whoever asked may no longer be waiting.
                let _ = sender.map(|sender| sender.send(answer));
            }
        }
    }
    let _ = child.kill().await;
}
