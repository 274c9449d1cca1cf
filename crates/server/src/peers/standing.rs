//! What a process may believe about itself: who it is, until when it counts as alive, and which tasks it leads. Pure logic without a database or a clock of its
//! own, so that the simulation runs it as it is.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::Instant;

use super::ProcessId;
use crate::random;

/// Whether a process may do a task.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Leading {
    Yes,
    No,
    /// If the database gives it the task under this name.
    IfGranted(ProcessId),
}

/// What a process may do.
pub(super) struct Standing {
    /// Who it is; another after it was taken for dead.
    process: ProcessId,
    /// Until when nobody can take its tasks over, by its own steady clock.
    alive_until: Option<Instant>,
    /// The tasks it leads.
    tasks: HashSet<String>,
}

impl Standing {
    /// A process that nobody knows yet.
    pub(super) fn new() -> Standing {
        Standing { process: ProcessId(random::word::<8>()), alive_until: None, tasks: HashSet::new() }
    }

    pub(super) fn process(&self) -> &ProcessId {
        &self.process
    }

    /// The database has noted that this process lives for so long. That counts from before the question, so that a process never believes in itself for
    /// longer than the others do.
    pub(super) fn confirm(&mut self, process: &ProcessId, asked: Instant, lifetime: Duration) {
        if self.process == *process {
            self.alive_until = Some(asked + lifetime);
        }
    }

    /// The database does not know this process: it is new, or was taken for dead. Whatever it led, others may lead now, so it comes back under another name.
    pub(super) fn start_over(&mut self) -> ProcessId {
        *self = Standing::new();
        self.process.clone()
    }

    fn is_alive(&self, now: Instant) -> bool {
        self.alive_until.is_some_and(|until| now < until)
    }

    /// Whether this process may do a task now.
    pub(super) fn leading(&self, task: &str, now: Instant) -> Leading {
        match (self.is_alive(now), self.tasks.contains(task)) {
            (false, _) => Leading::No,
            (true, true) => Leading::Yes,
            (true, false) => Leading::IfGranted(self.process.clone()),
        }
    }

    /// The database has given this process a task. Returns whether that still counts: the answer may have taken longer than the process was known to live.
    pub(super) fn grant(&mut self, task: &str, process: &ProcessId, now: Instant) -> bool {
        if self.process != *process {
            return false;
        }
        self.tasks.insert(task.to_string());
        self.is_alive(now)
    }

    /// Leaves a task. Returns under which name it was held.
    pub(super) fn leave(&mut self, task: &str) -> Option<ProcessId> {
        self.tasks.remove(task).then(|| self.process.clone())
    }

    /// Leaves everything, because the process ends. Returns its last name.
    pub(super) fn retire(&mut self) -> ProcessId {
        self.alive_until = None;
        self.tasks.clear();
        self.process.clone()
    }

    /// The tasks that this process believes to lead.
    #[cfg(test)]
    pub(super) fn led_tasks(&self, now: Instant) -> impl Iterator<Item = &str> {
        self.tasks.iter().map(String::as_str).filter(move |_| self.is_alive(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIFETIME: Duration = Duration::from_secs(3);

    #[test]
    fn a_process_leads_what_it_was_given_until_its_life_ends() {
        let (mut standing, now) = (Standing::new(), Instant::now());
        assert_eq!(standing.leading("sweep", now), Leading::No, "nobody knows it yet");
        let process = standing.process().clone();
        standing.confirm(&process, now, LIFETIME);
        assert_eq!(standing.leading("sweep", now), Leading::IfGranted(process.clone()));
        assert!(standing.grant("sweep", &process, now));
        assert_eq!(standing.leading("sweep", now + LIFETIME / 2), Leading::Yes);
        assert_eq!(standing.leading("sweep", now + LIFETIME), Leading::No);
        standing.confirm(&process, now + LIFETIME, LIFETIME);
        assert_eq!(standing.leading("sweep", now + LIFETIME), Leading::Yes, "nobody can have taken it meanwhile");
    }

    #[test]
    fn a_process_that_was_taken_for_dead_has_lost_everything_and_its_name() {
        let (mut standing, now) = (Standing::new(), Instant::now());
        let before = standing.process().clone();
        standing.confirm(&before, now, LIFETIME);
        assert!(standing.grant("sweep", &before, now));
        let after = standing.start_over();
        assert_ne!(before, after);
        standing.confirm(&before, now, LIFETIME);
        assert_eq!(standing.leading("sweep", now), Leading::No, "what was said about the old name counts no more");
        assert!(!standing.grant("sweep", &before, now));
        standing.confirm(&after, now, LIFETIME);
        assert_eq!(standing.leading("sweep", now), Leading::IfGranted(after));
    }

    #[test]
    fn a_task_that_is_granted_too_late_is_not_done() {
        let (mut standing, now) = (Standing::new(), Instant::now());
        let process = standing.process().clone();
        standing.confirm(&process, now, LIFETIME);
        assert!(!standing.grant("sweep", &process, now + LIFETIME));
        assert_eq!(standing.leave("sweep"), Some(process), "but it has to be given back");
        assert_eq!(standing.leave("sweep"), None);
    }
}
