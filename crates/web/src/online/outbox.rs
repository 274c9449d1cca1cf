//! What was sent and not answered yet, and how long to wait before trying to connect again. No browser in here.

use std::time::Duration;

use shangrila_protocol::{ClientMessage, CommandId};

/// The first wait, and the longest.
const SHORTEST: Duration = Duration::from_millis(300);
const LONGEST: Duration = Duration::from_secs(10);

/// How long to wait after so many failures in a row. `random`, from 0 to 1, spreads those who lost the same server.
pub(super) fn delay(failures: u32, random: f64) -> Duration {
    let grown = SHORTEST.saturating_mul(1 << failures.min(6)).min(LONGEST);
    grown.mul_f64(0.75 + 0.25 * random.clamp(0.0, 1.0))
}

/// A name for a command that no other command has, from four random numbers.
pub(super) fn command_id(mut random: impl FnMut() -> u32) -> CommandId {
    let text = format!("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
    text.parse().expect("hexadecimal digits are a name")
}

/// The commands that wait for an answer, in the order in which they were given.
#[derive(Default)]
pub(super) struct Outbox {
    waiting: Vec<(CommandId, ClientMessage)>,
}

impl Outbox {
    pub(super) fn add(&mut self, id: CommandId, message: ClientMessage) {
        self.waiting.push((id, message));
    }

    /// A command was answered, perhaps not for the first time.
    pub(super) fn answered(&mut self, id: &CommandId) {
        self.waiting.retain(|(waiting, _)| waiting != id);
    }

    /// What has to be said again over a new connection.
    pub(super) fn unanswered(&self) -> Vec<ClientMessage> {
        self.waiting.iter().map(|(_, message)| message.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_stay_within_their_limits() {
        let longest = |failures| delay(failures, 1.0).as_millis();
        assert_eq!([0, 1, 2, 3].map(longest), [300, 600, 1200, 2400]);
        assert_eq!([5, 6, 40].map(longest), [9600, 10_000, 10_000]);
        assert_eq!(delay(0, 0.0).as_millis(), 225);
        assert!(delay(9, 0.5) < delay(9, 1.0));
    }

    #[test]
    fn unanswered_commands_are_said_again_in_order_with_their_names() {
        let table: shangrila_protocol::TableId = "t".parse().unwrap();
        let mut numbers = 0..;
        let mut outbox = Outbox::default();
        let mut give = |outbox: &mut Outbox, text: &str| {
            let id = command_id(|| numbers.next().unwrap());
            let message = ClientMessage::Say { id: id.clone(), table: table.clone(), text: text.to_string() };
            outbox.add(id.clone(), message.clone());
            (id, message)
        };
        let (first, first_message) = give(&mut outbox, "one");
        let (second, second_message) = give(&mut outbox, "two");
        assert_ne!(first, second);
        assert_eq!(outbox.unanswered(), [first_message, second_message.clone()]);
        outbox.answered(&first);
        outbox.answered(&first);
        assert_eq!(outbox.unanswered(), [second_message]);
    }
}
