//! What a process may believe about itself: who it is, until when it counts as alive, and which tasks it leads. Pure logic without a database or a clock of its
//! own, so that the simulation runs it as it is.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use super::ProcessId;
use crate::random;

/// Whether a process may do a task.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Leading {
    Yes,
    No,
    /// If the database grants this.
    IfGranted(Claim),
}

/// A request for a task. The database learns its number with the task, so that a request to leave the task that arrives late leaves a later claim alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub(crate) process: ProcessId,
    pub(crate) task: String,
    pub(crate) number: u64,
}

/// A task that the database may keep for this process although it does not lead it: a claim that was not answered, or one that was left.
struct Loose {
    number: u64,
    /// Until when the answer to the claim may still come. The task is not left before.
    answered_until: Instant,
    /// From when on the claim has no effect in the database, if it is still on its way there.
    settled_at: Instant,
}

/// A task that this process leads.
struct Led {
    number: u64,
    settled_at: Instant,
}

/// What a process may do.
pub(super) struct Standing {
    /// Who it is; another after it was taken for dead.
    process: ProcessId,
    /// Until when nobody can take its tasks over, by its own steady clock.
    alive_until: Option<Instant>,
    /// The tasks it leads.
    tasks: HashMap<String, Led>,
    /// The tasks it has to leave.
    loose: HashMap<String, Loose>,
    /// The number of the last claim.
    claims: u64,
    /// Whether the process ends. It takes nothing up any more.
    is_retired: bool,
}

impl Standing {
    /// A process that nobody knows yet.
    pub(super) fn new() -> Standing {
        Standing {
            process: ProcessId(random::word::<8>()),
            alive_until: None,
            tasks: HashMap::new(),
            loose: HashMap::new(),
            claims: 0,
            is_retired: false,
        }
    }

    pub(super) fn process(&self) -> &ProcessId {
        &self.process
    }

    /// The database has noted that this process lives for so long. That counts from before the question, so that a process never believes in itself for
    /// longer than the others do.
    pub(super) fn confirm(&mut self, process: &ProcessId, asked: Instant, lifetime: Duration) {
        if self.process == *process && !self.is_retired {
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

    /// Whether this process may do a task now. The database has `patience` to answer a claim, and one that it has not seen after as long again has no effect.
    pub(super) fn leading(&mut self, task: &str, now: Instant, patience: Duration) -> Leading {
        match (self.is_alive(now), self.tasks.contains_key(task)) {
            (false, _) => Leading::No,
            (true, true) => Leading::Yes,
            (true, false) => {
                self.claims += 1;
                let number = self.claims;
                // Until the database has answered, it may have given the task to this process.
                let loose = Loose { number, answered_until: now + patience, settled_at: now + 2 * patience };
                self.loose.insert(task.to_string(), loose);
                Leading::IfGranted(Claim { process: self.process.clone(), task: task.to_string(), number })
            }
        }
    }

    /// The database has granted a claim. Returns whether that still counts: the answer may have taken too long, or longer than the process was known to live.
    pub(super) fn grant(&mut self, claim: &Claim, now: Instant) -> bool {
        if !self.is_open(claim) || self.loose.get(&claim.task).is_none_or(|loose| loose.answered_until <= now) {
            return false;
        }
        if let Some(loose) = self.loose.remove(&claim.task) {
            self.tasks.insert(claim.task.clone(), Led { number: loose.number, settled_at: loose.settled_at });
        }
        self.is_alive(now)
    }

    /// The database has not granted a claim: somebody else has the task.
    pub(super) fn refuse(&mut self, claim: &Claim) {
        if self.is_open(claim) {
            self.loose.remove(&claim.task);
        }
    }

    fn is_open(&self, claim: &Claim) -> bool {
        self.process == claim.process && self.loose.get(&claim.task).is_some_and(|loose| loose.number == claim.number)
    }

    /// Leaves a task. Returns the claim by which it was held.
    pub(super) fn leave(&mut self, task: &str, now: Instant) -> Option<Claim> {
        let Led { number, settled_at } = self.tasks.remove(task)?;
        self.loose.insert(task.to_string(), Loose { number, answered_until: now, settled_at });
        Some(Claim { process: self.process.clone(), task: task.to_string(), number })
    }

    /// The claims that have to be taken back.
    pub(super) fn loose_claims(&self, now: Instant) -> Vec<Claim> {
        let loose = self.loose.iter().filter(|(_, loose)| loose.answered_until <= now);
        let claim = |(task, loose): (&String, &Loose)| Claim {
            process: self.process.clone(),
            task: task.clone(),
            number: loose.number,
        };
        let mut claims: Vec<Claim> = loose.map(claim).collect();
        // In the same order every time, so that a simulation can be repeated.
        claims.sort_by_key(|claim| claim.number);
        claims
    }

    /// The database has taken back what was asked at this moment.
    pub(super) fn taken_back(&mut self, claims: &[Claim], asked: Instant) {
        for claim in claims {
            // A claim that can still arrive has to be taken back again.
            if self.is_open(claim) && self.loose.get(&claim.task).is_some_and(|loose| loose.settled_at <= asked) {
                self.loose.remove(&claim.task);
            }
        }
    }

    /// Leaves everything, because the process ends. Returns its last name.
    pub(super) fn retire(&mut self) -> ProcessId {
        self.alive_until = None;
        self.tasks.clear();
        self.loose.clear();
        self.is_retired = true;
        self.process.clone()
    }

    /// Whether the process ends.
    pub(super) fn is_retired(&self) -> bool {
        self.is_retired
    }

    /// Whether this process believes to lead a task.
    #[cfg(test)]
    pub(super) fn leads(&self, task: &str, now: Instant) -> bool {
        self.is_alive(now) && self.tasks.contains_key(task)
    }

    /// The tasks that this process believes to lead.
    #[cfg(test)]
    pub(super) fn led_tasks(&self, now: Instant) -> impl Iterator<Item = &str> {
        self.tasks.keys().map(String::as_str).filter(move |_| self.is_alive(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIFETIME: Duration = Duration::from_secs(3);
    const PATIENCE: Duration = Duration::from_secs(1);

    /// A process that is alive, and the moment.
    fn alive() -> (Standing, Instant) {
        let (mut standing, now) = (Standing::new(), Instant::now());
        let process = standing.process().clone();
        standing.confirm(&process, now, LIFETIME);
        (standing, now)
    }

    fn claim(standing: &mut Standing, now: Instant) -> Claim {
        match standing.leading("sweep", now, PATIENCE) {
            Leading::IfGranted(claim) => claim,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_process_leads_what_it_was_granted_for_as_long_as_it_is_known_to_live() {
        let (mut standing, now) = (Standing::new(), Instant::now());
        let process = standing.process().clone();
        assert_eq!(standing.leading("sweep", now, PATIENCE), Leading::No, "nobody knows it yet");
        standing.confirm(&process, now, LIFETIME);
        let claim = claim(&mut standing, now);
        assert!(standing.grant(&claim, now));
        assert_eq!(standing.leading("sweep", now + LIFETIME / 2, PATIENCE), Leading::Yes);
        assert_eq!(standing.leading("sweep", now + LIFETIME, PATIENCE), Leading::No);
        standing.confirm(&process, now + LIFETIME, LIFETIME);
        let later = standing.leading("sweep", now + LIFETIME, PATIENCE);
        assert_eq!(later, Leading::Yes, "nobody can have taken it meanwhile");
    }

    #[test]
    fn a_process_that_was_taken_for_dead_has_lost_everything_and_its_name() {
        let (mut standing, now) = alive();
        let before = standing.process().clone();
        let old = claim(&mut standing, now);
        assert!(standing.grant(&old, now));
        let after = standing.start_over();
        assert_ne!(before, after);
        standing.confirm(&before, now, LIFETIME);
        let leading = standing.leading("sweep", now, PATIENCE);
        assert_eq!(leading, Leading::No, "what was said about the old name counts no more");
        standing.confirm(&after, now, LIFETIME);
        assert!(!standing.grant(&old, now));
        assert_eq!(claim(&mut standing, now).process, after);
    }

    #[test]
    fn a_claim_that_is_granted_too_late_or_never_answered_is_taken_back() {
        let (mut standing, now) = alive();
        let claim = claim(&mut standing, now);
        assert!(standing.loose_claims(now).is_empty(), "the answer may still come");
        assert!(!standing.grant(&claim, now + PATIENCE));
        assert_eq!(standing.loose_claims(now + PATIENCE), std::slice::from_ref(&claim));
        standing.taken_back(std::slice::from_ref(&claim), now + PATIENCE);
        assert_eq!(standing.loose_claims(now + PATIENCE), std::slice::from_ref(&claim), "it may arrive after that");
        standing.taken_back(&[claim], now + 2 * PATIENCE);
        assert!(standing.loose_claims(now + 2 * PATIENCE).is_empty());
    }

    #[test]
    fn a_task_that_was_left_is_taken_back_until_that_succeeds_unless_it_is_claimed_again() {
        let (mut standing, now) = alive();
        let first = claim(&mut standing, now);
        assert!(standing.grant(&first, now));
        let later = now + 2 * PATIENCE;
        assert_eq!(standing.leave("sweep", later), Some(first.clone()));
        assert_eq!(standing.leave("sweep", later), None);
        assert_eq!(standing.loose_claims(later), std::slice::from_ref(&first));
        let second = claim(&mut standing, later);
        assert!(second.number > first.number);
        standing.taken_back(&[first], later);
        assert!(standing.grant(&second, later), "leaving the first claim does not concern the second");
        assert!(standing.loose_claims(later + LIFETIME).is_empty());
    }

    #[test]
    fn a_process_that_ends_takes_nothing_up_any_more() {
        let (mut standing, now) = alive();
        let claim = claim(&mut standing, now);
        let process = standing.retire();
        standing.confirm(&process, now, LIFETIME);
        assert!(!standing.grant(&claim, now));
        assert_eq!(standing.leading("sweep", now, PATIENCE), Leading::No);
    }
}
