//! A socket while it is open: sends no faster than servers like it, and notices when nobody is at the other end.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::{Sink, Stream};
use shangrila_protocol::ClientMessage;
use tokio::time::{Instant, Sleep, sleep};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::error::Error;
use crate::socket::Socket;

/// After so much silence the server is asked whether it is there, and after as much again it is not.
const SILENCE: Duration = Duration::from_secs(40);
/// Messages that are sent at once, and then one after each pause: a little less than servers let in.
const BURST: u32 = 36;
const PAUSE: Duration = Duration::from_millis(110);

/// An open socket.
pub(crate) struct Open {
    socket: Socket,
    /// Until the server has said who this is, nothing is sent.
    welcomed: bool,
    unflushed: bool,
    silence: Pin<Box<Sleep>>,
    asked: bool,
    pace: Option<Pace>,
}

/// How many messages may be sent now.
struct Pace {
    left: u32,
    since: Instant,
    pause: Pin<Box<Sleep>>,
}

impl Open {
    pub(crate) fn new(socket: Socket, is_paced: bool) -> Open {
        let pace = Pace { left: BURST, since: Instant::now(), pause: Box::pin(sleep(PAUSE)) };
        let silence = Box::pin(sleep(SILENCE));
        Open { socket, welcomed: false, unflushed: false, silence, asked: false, pace: is_paced.then_some(pace) }
    }

    pub(crate) fn is_welcomed(&self) -> bool {
        self.welcomed
    }

    pub(crate) fn welcome(&mut self) {
        self.welcomed = true;
    }

    /// Sends what waits, and receives the next message.
    pub(crate) fn poll(
        &mut self,
        outgoing: &mut VecDeque<ClientMessage>,
        context: &mut Context<'_>,
    ) -> Poll<Result<Utf8Bytes, Error>> {
        loop {
            match Pin::new(&mut self.socket).poll_next(context) {
                Poll::Ready(Some(Ok(message))) => {
                    self.silence.as_mut().reset(Instant::now() + SILENCE);
                    self.asked = false;
                    match message {
                        Message::Text(text) => return Poll::Ready(Ok(text)),
                        _ => continue,
                    }
                }
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Err(error.into())),
                Poll::Ready(None) => {
                    return Poll::Ready(Err(Error::Io(std::io::ErrorKind::ConnectionAborted.into())));
                }
                Poll::Pending => {}
            }
            if self.silence.as_mut().poll(context).is_ready() {
                if self.asked {
                    return Poll::Ready(Err(Error::Silence));
                }
                self.asked = true;
                self.silence.as_mut().reset(Instant::now() + SILENCE);
                outgoing.push_back(ClientMessage::Ping);
                continue;
            }
            ready!(self.poll_send(outgoing, context))?;
            return Poll::Pending;
        }
    }

    fn poll_send(
        &mut self,
        outgoing: &mut VecDeque<ClientMessage>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Error>> {
        while !outgoing.is_empty() && self.pace.as_mut().is_none_or(|pace| pace.poll(context).is_ready()) {
            ready!(Pin::new(&mut self.socket).poll_ready(context))?;
            let Some(message) = outgoing.pop_front() else { break };
            let text = serde_json::to_string(&message).map_err(|error| Error::Answer(error.to_string()))?;
            Pin::new(&mut self.socket).start_send(Message::text(text))?;
            self.unflushed = true;
            if let Some(pace) = &mut self.pace {
                pace.left -= 1;
            }
        }
        if self.unflushed {
            ready!(Pin::new(&mut self.socket).poll_flush(context))?;
            self.unflushed = false;
        }
        Poll::Ready(Ok(()))
    }
}

impl Pace {
    /// Ready when a message may be sent.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            let pauses = self.since.elapsed().as_millis() / PAUSE.as_millis();
            if pauses > 0 {
                self.left = BURST.min(self.left.saturating_add(u32::try_from(pauses).unwrap_or(BURST)));
                self.since = Instant::now();
            }
            if self.left > 0 {
                return Poll::Ready(());
            }
            self.pause.as_mut().reset(self.since + PAUSE);
            ready!(self.pause.as_mut().poll(context));
        }
    }
}
