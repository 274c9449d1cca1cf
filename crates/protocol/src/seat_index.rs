//! The wire form of a [`Seat`]: its index from 0. Anything above 3 is rejected when a message is parsed.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};
use shangrila_rules::Seat;

pub(crate) fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(u8::from(*seat))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    from_index(u8::deserialize(deserializer)?)
}

fn from_index<E: Error>(index: u8) -> Result<Seat, E> {
    Seat::new(index).ok_or_else(|| E::custom(format!("there is no seat {index}: seats are 0 to 3")))
}

/// The wire form of an optional seat: its index or null.
pub(crate) mod optional {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use shangrila_rules::Seat;

    use super::from_index;

    pub(crate) fn serialize<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
        seat.map(u8::from).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seat>, D::Error> {
        Option::<u8>::deserialize(deserializer)?.map(from_index).transpose()
    }
}

/// The wire form of several seats: a list of their indices.
pub(crate) mod list {
    use serde::{Deserialize, Deserializer, Serializer};
    use shangrila_rules::Seat;

    use super::from_index;

    pub(crate) fn serialize<S: Serializer>(seats: &[Seat], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(seats.iter().map(|&seat| u8::from(seat)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Seat>, D::Error> {
        Vec::<u8>::deserialize(deserializer)?.into_iter().map(from_index).collect()
    }
}
