//! A simulated connection between a client and a process: slow, uneven, and liable to break without anyone noticing.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::ws::Message as Frame;
use fastrand::Rng;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures::{Sink, Stream};

/// What a process sees of a connection.
pub(super) struct ServerEnd {
    incoming: UnboundedReceiver<Frame>,
    outgoing: UnboundedSender<Frame>,
}

impl Stream for ServerEnd {
    type Item = Result<Frame, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.incoming).poll_next(context).map(|frame| frame.map(Ok))
    }
}

impl Sink<Frame> for ServerEnd {
    type Error = axum::Error;

    fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        Poll::Ready(Ok(()))
    }

    fn start_send(self: Pin<&mut Self>, frame: Frame) -> Result<(), axum::Error> {
        self.outgoing.unbounded_send(frame).map_err(axum::Error::new)
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        Poll::Ready(Ok(()))
    }
}

/// Frames on their way in one direction. They never overtake each other within a connection.
#[derive(Default)]
struct Wire {
    frames: VecDeque<(Duration, Frame)>,
    last: Duration,
}

impl Wire {
    fn put(&mut self, now: Duration, delay: Duration, frame: Frame) {
        self.last = self.last.max(now + delay);
        self.frames.push_back((self.last, frame));
    }

    fn arrived(&mut self, now: Duration) -> Option<Frame> {
        self.frames.pop_front_if(|(at, _)| *at <= now).map(|(_, frame)| frame)
    }
}

/// A connection, seen from between both ends.
pub(super) struct Link {
    /// The process at the other end, and how often it has been started.
    pub(super) process: (usize, u32),
    to_server: Option<UnboundedSender<Frame>>,
    from_server: UnboundedReceiver<Frame>,
    up: Wire,
    down: Wire,
    /// Nothing arrives any more, in either direction.
    is_silent: bool,
    /// When the client notices that the connection is broken.
    client_notices: Option<Duration>,
    /// When the server does.
    server_notices: Option<Duration>,
    rng: Rng,
}

impl Link {
    pub(super) fn new(process: (usize, u32), rng: Rng) -> (Link, ServerEnd) {
        let (to_server, incoming) = unbounded();
        let (outgoing, from_server) = unbounded();
        let link = Link {
            process,
            to_server: Some(to_server),
            from_server,
            up: Wire::default(),
            down: Wire::default(),
            is_silent: false,
            client_notices: None,
            server_notices: None,
            rng,
        };
        (link, ServerEnd { incoming, outgoing })
    }

    /// How long the next frame takes. Each connection has its own random numbers, so that the order in which a process serves its
    /// connections changes nothing.
    fn delay(&mut self) -> Duration {
        let most = if self.rng.u8(..40) == 0 { 1500 } else { 40 };
        Duration::from_millis(2 + self.rng.u64(..most))
    }

    pub(super) fn send(&mut self, now: Duration, text: String) {
        let delay = self.delay();
        self.up.put(now, delay, Frame::Text(text.into()));
    }

    /// Breaks the connection. Either end may notice at once, later, or only by itself.
    pub(super) fn cut(&mut self, now: Duration) {
        self.is_silent = true;
        let mut notices = |most: u64| (self.rng.u8(..3) > 0).then(|| now + Duration::from_millis(self.rng.u64(..most)));
        self.client_notices = notices(1000);
        self.server_notices = Some(notices(3000).unwrap_or(now + Duration::from_secs(8)));
    }

    /// The process has died, and the operating system closes its connections.
    pub(super) fn process_died(&mut self, now: Duration) {
        (self.is_silent, self.to_server, self.client_notices) = (true, None, Some(now));
    }

    /// The client has turned to another connection. What it sent before still arrives, some of it after what it sends there.
    pub(super) fn abandon(&mut self, now: Duration) {
        let later = now + Duration::from_millis(self.rng.u64(..4000));
        self.server_notices = Some(self.server_notices.map_or(later, |notices| notices.min(later)));
    }

    /// Whether the server has been told everything there is to tell.
    pub(super) fn is_over(&self) -> bool {
        self.to_server.is_none()
    }

    /// Moves what has arrived to the server.
    pub(super) fn deliver_up(&mut self, now: Duration) {
        while let Some(frame) = self.up.arrived(now) {
            if let Some(server) = self.to_server.as_ref().filter(|_| !self.is_silent) {
                // A server that has closed the connection takes nothing.
                let _ = server.unbounded_send(frame);
            }
        }
        if self.server_notices.is_some_and(|notices| notices <= now) {
            self.to_server = None;
        }
    }

    /// Returns the next frame that has arrived at the client; an error once the client knows that the connection is over.
    pub(super) fn deliver_down(&mut self, now: Duration) -> Result<Option<String>, ()> {
        while let Ok(frame) = self.from_server.try_recv() {
            let delay = self.delay();
            self.down.put(now, delay, frame);
        }
        if self.client_notices.is_some_and(|notices| notices <= now) {
            return Err(());
        }
        match self.down.arrived(now).filter(|_| !self.is_silent) {
            Some(Frame::Text(text)) => Ok(Some(text.as_str().to_string())),
            Some(Frame::Close(_)) => Err(()),
            _ => Ok(None),
        }
    }
}
