//! What differs between clients: timing, pace and a seed.

use std::time::Duration;

/// How a [`ClientCore`](crate::ClientCore) behaves. The defaults suit a person's device and the default limits of a server.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// Makes command ids unique and spreads reconnects. Two clients of one person must not share it, so it should be random.
    pub seed: u64,
    /// The wait before the first reconnect; each further failure doubles it.
    pub first_wait: Duration,
    /// The longest wait between two attempts.
    pub longest_wait: Duration,
    /// How long a connection must last before its loss counts as a first failure again. Without this, a server that
    /// accepts connections and drops them at once would be asked without pause.
    pub stable_after: Duration,
    /// How long the server may be silent before it is pinged.
    pub ping_after: Duration,
    /// How long it may take to open a connection, and to answer a ping.
    pub answer_within: Duration,
    /// How fast messages are sent; `None` for servers without limits.
    pub send_rate: Option<SendRate>,
    /// Closes a connection that has not been needed for this long, and opens one only when something needs it. `None` keeps a
    /// connection open all the time.
    pub close_idle_after: Option<Duration>,
}

/// A rate limit for outgoing messages: `burst` at once, then one per `interval`.
#[derive(Clone, Copy, Debug)]
pub struct SendRate {
    /// Messages that may be sent at once.
    pub burst: u32,
    /// The time after which one more may be sent.
    pub interval: Duration,
}

impl ClientSettings {
    /// The default settings with this seed.
    pub fn new(seed: u64) -> ClientSettings {
        ClientSettings {
            seed,
            first_wait: Duration::from_millis(300),
            longest_wait: Duration::from_secs(10),
            stable_after: Duration::from_secs(5),
            ping_after: Duration::from_secs(20),
            answer_within: Duration::from_secs(10),
            // Slightly below the default limits of a server: 40 at once, then 10 a second.
            send_rate: Some(SendRate { burst: 36, interval: Duration::from_millis(110) }),
            close_idle_after: None,
        }
    }
}
