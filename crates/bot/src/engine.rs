//! The engine: another program that is asked for moves, one JSON object a line (`docs/engine-protocol.md`).

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::Arc;

use serde_json::{Value, json};
use shangrila_rules::{Move, Position};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// A question on its way to the engine.
type Question = (Value, oneshot::Sender<Value>);

/// The engine. Copies ask the same one.
#[derive(Clone)]
pub(crate) struct Engine {
    questions: mpsc::Sender<Question>,
    /// How it thinks: a field of every question.
    limit: (&'static str, Value),
    /// How many questions it thinks about at the same time.
    places: Arc<Semaphore>,
}

impl Engine {
    /// Starts the program with its arguments.
    pub(crate) fn start(command: &str, limit: (&'static str, Value), at_once: usize) -> Result<Engine, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("--engine names no program")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("the engine {program:?} cannot be started: {error}"))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("the engine {program:?} has no pipes"));
        };
        let (questions, inbox) = mpsc::channel(1);
        tokio::spawn(talk(child, stdin, BufReader::new(stdout).lines(), inbox));
        Ok(Engine { questions, limit, places: Arc::new(Semaphore::new(at_once.max(1))) })
    }

    /// The move it would play.
    pub(crate) async fn best(&self, position: &Position) -> Result<Move, String> {
        let gone = || "the engine has ended".to_string();
        let _place = self.places.acquire().await.map_err(|_| gone())?;
        let (answer, answered) = oneshot::channel();
        let mut question = json!({ "do": "best", "position": position.to_string() });
        question[self.limit.0] = self.limit.1.clone();
        self.questions.send((question, answer)).await.map_err(|_| gone())?;
        let answer = answered.await.map_err(|_| gone())?;
        let mv = answer["move"].as_str().and_then(|text| text.parse().ok());
        mv.ok_or_else(|| format!("the engine answers without a move: {answer}"))
    }
}

/// Writes questions and reads answers until one side ends.
async fn talk(
    mut child: Child,
    mut stdin: ChildStdin,
    mut lines: Lines<BufReader<ChildStdout>>,
    mut inbox: mpsc::Receiver<Question>,
) {
    let mut waiting: HashMap<u64, oneshot::Sender<Value>> = HashMap::new();
    let mut asked = 0;
    loop {
        tokio::select! {
            question = inbox.recv() => {
                let Some((mut question, answer)) = question else { break };
                asked += 1;
                question["id"] = asked.into();
                waiting.insert(asked, answer);
                if stdin.write_all(format!("{question}\n").as_bytes()).await.is_err() {
                    break;
                }
            }
            line = lines.next_line() => {
                let Ok(Some(line)) = line else { break };
                let answer: Value = serde_json::from_str(&line).unwrap_or_default();
                let asker = answer["id"].as_u64().and_then(|id| waiting.remove(&id));
                // Who does not wait any more does not miss the answer.
                let _ = asker.map(|asker| asker.send(answer));
            }
        }
    }
    let _ = child.kill().await;
}
