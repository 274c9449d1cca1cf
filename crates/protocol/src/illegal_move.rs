//! The wire form of [`IllegalMove`], the rules' reason for rejecting a move.
//!
//! A reason is an object with a `code` and the fields of its variant. Villages, guilds and clans are their letters, a space is `H@e`, a
//! bridge its two villages (`ab`), a move is written as in `docs/notation.md`. `rules` knows nothing about JSON, so the mapping is
//! spelled out here; a variant or field that is missing does not compile.

use core::str::FromStr;

use serde::{Deserialize, Serialize};
use shangrila_rules::{Bridge, Clan, Guild, IllegalMove, Move, Space, Village};

#[derive(Serialize, Deserialize)]
#[serde(remote = "IllegalMove", tag = "code", rename_all = "snake_case")]
pub(crate) enum IllegalMoveWire {
    GameOver,
    PassNotForced {
        #[serde(with = "text")]
        instead: Move,
    },
    OpeningOnlyPlaces,
    GuildAlreadyPlaced {
        #[serde(with = "text")]
        clan: Clan,
        #[serde(with = "text")]
        guild: Guild,
    },
    OpeningVillageFull {
        #[serde(with = "text")]
        village: Village,
        tiles: usize,
        limit: usize,
    },
    OpeningClanLimit {
        #[serde(with = "text")]
        village: Village,
        #[serde(with = "text")]
        clan: Clan,
        tiles: usize,
        limit: usize,
    },
    VillageOutOfPlay {
        #[serde(with = "text")]
        village: Village,
    },
    VillageHasStone {
        #[serde(with = "text")]
        village: Village,
    },
    NoMasterInVillage {
        #[serde(with = "text")]
        village: Village,
        #[serde(with = "text")]
        clan: Clan,
    },
    SpaceOccupied {
        #[serde(with = "text")]
        space: Space,
        #[serde(with = "text")]
        by: Clan,
    },
    NoTileToPlace {
        #[serde(with = "text")]
        clan: Clan,
        #[serde(with = "text")]
        guild: Guild,
    },
    NoOwnMaster {
        #[serde(with = "text")]
        space: Space,
        #[serde(with = "text")]
        clan: Clan,
        #[serde(default, with = "optional_text", skip_serializing_if = "Option::is_none")]
        occupant: Option<Clan>,
    },
    HasStudentAlready {
        #[serde(with = "text")]
        space: Space,
    },
    TooFewTiles {
        #[serde(with = "text")]
        clan: Clan,
        #[serde(with = "text")]
        guild: Guild,
        needed: usize,
        supply: usize,
    },
    SameMasterTwice {
        #[serde(with = "text")]
        space: Space,
    },
    SecondStudentPossible {
        #[serde(with = "text")]
        recruited: Space,
        #[serde(with = "text")]
        also: Space,
    },
    NotNeighbours {
        #[serde(with = "text")]
        from: Village,
        #[serde(with = "text")]
        to: Village,
    },
    BridgeDown {
        #[serde(with = "text")]
        bridge: Bridge,
    },
    NoStudentToSend {
        #[serde(with = "text")]
        village: Village,
        #[serde(with = "text")]
        clan: Clan,
    },
}

/// A part of the game that has a text form in the notation.
trait Notation: Sized {
    fn write(&self) -> String;
    fn read(text: &str) -> Option<Self>;
}

/// The only character of a text.
fn letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

impl Notation for Village {
    fn write(&self) -> String {
        self.letter().to_string()
    }

    fn read(text: &str) -> Option<Village> {
        letter(text).and_then(Village::from_letter)
    }
}

impl Notation for Clan {
    fn write(&self) -> String {
        self.letter().to_string()
    }

    fn read(text: &str) -> Option<Clan> {
        letter(text).and_then(Clan::from_letter)
    }
}

impl Notation for Guild {
    fn write(&self) -> String {
        self.letter().to_string()
    }

    fn read(text: &str) -> Option<Guild> {
        letter(text).and_then(Guild::from_letter)
    }
}

impl Notation for Space {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Space> {
        let (guild, village) = text.split_once('@')?;
        Some(Space::new(Village::read(village)?, Guild::read(guild)?))
    }
}

impl Notation for Bridge {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Bridge> {
        Bridge::all().find(|bridge| bridge.to_string() == text)
    }
}

impl Notation for Move {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Move> {
        Move::from_str(text).ok()
    }
}

mod text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Notation;

    pub(super) fn serialize<T: Notation, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&value.write())
    }

    pub(super) fn deserialize<'de, T: Notation, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        T::read(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is not in the notation of docs/notation.md")))
    }
}

mod optional_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Notation;

    pub(super) fn serialize<T: Notation, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map(T::write).serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: Notation, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        let value = T::read(&text);
        value.map(Some).ok_or_else(|| D::Error::custom(format!("{text:?} is not in the notation of docs/notation.md")))
    }
}
