//! How many connections there may be, in all and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shangrila_protocol::Refusal;

use crate::config::Limits;

/// Counts those who come and go.
#[derive(Clone, Default)]
pub(crate) struct Door {
    inside: Arc<Mutex<Inside>>,
}

#[derive(Default)]
struct Inside {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The right to be inside; given back when dropped.
pub(crate) struct Pass {
    door: Door,
    address: IpAddr,
}

impl Door {
    /// Lets a connection in, if there is room.
    pub(crate) fn enter(&self, address: IpAddr, limits: &Limits) -> Result<Pass, Refusal> {
        let mut inside = self.inside();
        let here = inside.by_address.get(&address).copied().unwrap_or(0);
        if inside.all >= limits.connections || (limits.by_address && here >= limits.connections_per_address) {
            return Err(Refusal::TooMany);
        }
        inside.all += 1;
        *inside.by_address.entry(address).or_default() += 1;
        Ok(Pass { door: self.clone(), address })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inside = self.door.inside();
        inside.all -= 1;
        if let Some(here) = inside.by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                inside.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_leaves_makes_room() {
        let (door, one, other) = (Door::default(), IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let limits = Limits { connections: 3, connections_per_address: 2, ..Limits::default() };
        let passes: Vec<Pass> = (0..2).map(|_| door.enter(one, &limits).unwrap()).collect();
        assert!(door.enter(one, &limits).is_err(), "two from one address");
        let _third = door.enter(other, &limits).unwrap();
        assert!(door.enter(other, &limits).is_err(), "three in all");
        drop(passes);
        assert!(door.enter(one, &limits).is_ok());
        assert!(!door.inside().by_address.contains_key(&one));
    }
}
