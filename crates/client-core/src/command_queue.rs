//! Commands that the server has not answered yet.

use std::time::Duration;

use shangrila_protocol::{ClientMessage, CommandId, TableId};

use crate::delivery::Delivery;

/// A command without an answer.
pub(crate) struct UnansweredCommand {
    pub(crate) id: CommandId,
    pub(crate) table: TableId,
    pub(crate) message: ClientMessage,
    pub(crate) delivery: Delivery,
}

/// The unanswered commands, in the order in which they were given. Each keeps its id, so the server carries out a repeated one only once.
pub(crate) struct CommandQueue {
    prefix: u64,
    count: u64,
    commands: Vec<UnansweredCommand>,
}

impl CommandQueue {
    pub(crate) fn new(seed: u64) -> CommandQueue {
        CommandQueue { prefix: seed, count: 0, commands: Vec::new() }
    }

    pub(crate) fn add(
        &mut self,
        table: &TableId,
        command: impl FnOnce(CommandId, TableId) -> ClientMessage,
    ) -> CommandId {
        self.count += 1;
        let id: CommandId = format!("{:016x}-{}", self.prefix, self.count).parse().expect("digits and a hyphen");
        let message = command(id.clone(), table.clone());
        let command = UnansweredCommand { id: id.clone(), table: table.clone(), message, delivery: Delivery::Due };
        self.commands.push(command);
        id
    }

    /// Takes out a command that was answered; `None` if that happened before.
    pub(crate) fn take(&mut self, id: &CommandId) -> Option<UnansweredCommand> {
        let index = self.commands.iter().position(|command| command.id == *id)?;
        Some(self.commands.remove(index))
    }

    /// Sends a command again at this time.
    pub(crate) fn repeat_at(&mut self, id: &CommandId, time: Duration) {
        let command = self.commands.iter_mut().find(|command| command.id == *id);
        command.into_iter().for_each(|command| command.delivery = Delivery::DueAt(time));
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &UnansweredCommand> {
        self.commands.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut UnansweredCommand> {
        self.commands.iter_mut()
    }

    pub(crate) fn len(&self) -> usize {
        self.commands.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }
}
