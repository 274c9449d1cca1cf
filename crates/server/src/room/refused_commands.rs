//! The commands that a table has refused most recently.

use std::collections::VecDeque;

use shangrila_protocol::{CommandId, PersonId, Refusal};

/// How many refusals a table remembers.
const REMEMBERED: usize = 256;

/// A refusal is final, like any other answer. A copy of the command may arrive late, over a connection that the client has given up, when the
/// command has become possible: after a takeback, a stale move fits again. It must not be played then, because its player has been told
/// that it was not. Late copies do not outlive the server, so neither does this memory.
#[derive(Default)]
pub(super) struct RefusedCommands(VecDeque<(PersonId, CommandId, Refusal)>);

impl RefusedCommands {
    /// Remembers a refusal, unless it invites the client to try the same command again.
    pub(super) fn remember(&mut self, by: &PersonId, id: &CommandId, reason: &Refusal) {
        if matches!(reason, Refusal::TooFast { .. } | Refusal::NotStored | Refusal::Failed) {
            return;
        }
        self.0.truncate(REMEMBERED - 1);
        self.0.push_front((by.clone(), id.clone(), reason.clone()));
    }

    /// Returns why a command was refused, if it was.
    pub(super) fn reason(&self, by: &PersonId, id: &CommandId) -> Option<Refusal> {
        let refused = self.0.iter().find(|(person, command, _)| command == id && person == by);
        refused.map(|(_, _, reason)| reason.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_refusals_are_remembered_by_person_and_command() {
        let mut refused = RefusedCommands::default();
        let (ada, ben): (PersonId, PersonId) = ("ada".parse().unwrap(), "ben".parse().unwrap());
        let command = |number: usize| -> CommandId { format!("c{number}").parse().unwrap() };
        for number in 0..=REMEMBERED {
            refused.remember(&ada, &command(number), &Refusal::NotYourTurn);
        }
        assert_eq!(refused.reason(&ada, &command(0)), None, "memory is limited");
        assert_eq!(refused.reason(&ada, &command(1)), Some(Refusal::NotYourTurn));
        assert_eq!(refused.reason(&ada, &command(REMEMBERED)), Some(Refusal::NotYourTurn));
        assert_eq!(refused.reason(&ben, &command(1)), None);
    }

    #[test]
    fn refusals_that_invite_another_attempt_are_not_remembered() {
        let mut refused = RefusedCommands::default();
        let (ada, id): (PersonId, CommandId) = ("ada".parse().unwrap(), "c1".parse().unwrap());
        refused.remember(&ada, &id, &Refusal::TooFast { wait: 1 });
        refused.remember(&ada, &id, &Refusal::NotStored);
        refused.remember(&ada, &id, &Refusal::Failed);
        assert_eq!(refused.reason(&ada, &id), None);
    }
}
