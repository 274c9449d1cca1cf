//! A limited number of permits, handed out in turn to everyone who waits: somebody with many requests waits for their own, and does not
//! keep others waiting.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Permits, and those who wait for one by their key.
pub(crate) struct FairQueue<K: Hash + Eq + Clone> {
    state: Arc<Mutex<State<K>>>,
}

struct State<K: Hash + Eq + Clone> {
    free: usize,
    /// Whose turn it is: every key in `waiting` once.
    turns: VecDeque<K>,
    waiting: HashMap<K, VecDeque<oneshot::Sender<FairPermit<K>>>>,
}

/// A permit; dropping it hands it on.
pub(crate) struct FairPermit<K: Hash + Eq + Clone> {
    /// `None` once there is nothing to hand on.
    queue: Option<FairQueue<K>>,
}

impl<K: Hash + Eq + Clone> FairQueue<K> {
    pub(crate) fn new(permits: usize) -> FairQueue<K> {
        let state = State { free: permits, turns: VecDeque::new(), waiting: HashMap::new() };
        FairQueue { state: Arc::new(Mutex::new(state)) }
    }

    /// Waits for a permit. The request is forgotten if the caller stops waiting.
    pub(crate) async fn acquire(&self, key: K) -> FairPermit<K> {
        let turn = {
            let mut state = self.state();
            if state.free > 0 {
                state.free -= 1;
                return self.permit();
            }
            let (sender, turn) = oneshot::channel();
            state.add(key, sender);
            turn
        };
        match turn.await {
            Ok(permit) => permit,
            // The sender is dropped only after it was used, or together with the queue.
            Err(_) => FairPermit { queue: None },
        }
    }

    /// How many requests are waiting.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.state().waiting.values().flatten().filter(|sender| !sender.is_closed()).count()
    }

    fn permit(&self) -> FairPermit<K> {
        FairPermit { queue: Some(self.clone()) }
    }

    /// Hands a permit to the next in turn.
    fn hand_on(&self) {
        let mut state = self.state();
        while let Some(sender) = state.next() {
            match sender.send(self.permit()) {
                Ok(()) => return,
                // Nobody waits for it any more. Dropped as it is, the permit would be handed on a second time.
                Err(mut permit) => permit.queue = None,
            }
        }
        state.free += 1;
    }

    fn state(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq + Clone> Clone for FairQueue<K> {
    fn clone(&self) -> FairQueue<K> {
        FairQueue { state: Arc::clone(&self.state) }
    }
}

impl<K: Hash + Eq + Clone> State<K> {
    fn add(&mut self, key: K, sender: oneshot::Sender<FairPermit<K>>) {
        let waiting = self.waiting.entry(key.clone()).or_default();
        if waiting.is_empty() {
            self.turns.push_back(key);
        } else {
            waiting.retain(|sender| !sender.is_closed());
        }
        waiting.push_back(sender);
    }

    fn next(&mut self) -> Option<oneshot::Sender<FairPermit<K>>> {
        let key = self.turns.pop_front()?;
        let waiting = self.waiting.get_mut(&key)?;
        let sender = waiting.pop_front();
        if waiting.is_empty() {
            self.waiting.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        sender
    }
}

impl<K: Hash + Eq + Clone> Drop for FairPermit<K> {
    fn drop(&mut self) {
        if let Some(queue) = self.queue.take() {
            queue.hand_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// Polls once.
    fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Option<F::Output> {
        match future.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(output) => Some(output),
            Poll::Pending => None,
        }
    }

    #[test]
    fn someone_with_one_request_does_not_wait_for_someone_with_many() {
        let queue = FairQueue::new(1);
        let first = poll(pin!(queue.acquire("eve"))).unwrap();
        let mut eves: Vec<_> = (0..80).map(|_| Box::pin(queue.acquire("eve"))).collect();
        assert!(eves.iter_mut().all(|request| poll(request.as_mut()).is_none()));
        let mut ada = pin!(queue.acquire("ada"));
        assert!(poll(ada.as_mut()).is_none());
        drop(first);
        // Eve asked first, so she has one turn before Ada.
        let second = poll(eves[0].as_mut()).unwrap();
        assert!(poll(ada.as_mut()).is_none());
        drop(second);
        assert!(poll(ada.as_mut()).is_some());
    }

    #[test]
    fn a_permit_is_handed_past_those_who_have_stopped_waiting() {
        let queue = FairQueue::new(1);
        let permit = poll(pin!(queue.acquire("ada"))).unwrap();
        for _ in 0..1000 {
            assert!(poll(pin!(queue.acquire("eve"))).is_none(), "and stops waiting");
        }
        let mut ben = pin!(queue.acquire("ben"));
        assert!(poll(ben.as_mut()).is_none());
        assert_eq!(queue.waiting(), 1);
        drop(permit);
        drop(poll(ben.as_mut()).unwrap());
        let state = queue.state();
        assert_eq!((state.free, state.waiting.len(), state.turns.len()), (1, 0, 0));
    }

    #[test]
    fn a_permit_that_was_granted_but_never_taken_is_handed_on() {
        let queue = FairQueue::new(1);
        let permit = poll(pin!(queue.acquire("ada"))).unwrap();
        let mut ben = Box::pin(queue.acquire("ben"));
        assert!(poll(ben.as_mut()).is_none());
        drop(permit);
        drop(ben);
        assert!(poll(pin!(queue.acquire("cleo"))).is_some());
    }
}
