//! Names of things: each kind its own type, so that none is taken for another.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $longest:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $name(String);

        impl $name {
            /// The text itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<$name, ParseIdError> {
                check(text, $longest).map(|()| $name(text.to_string()))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = String::deserialize(deserializer)?;
                check(&text, $longest).map_err(serde::de::Error::custom)?;
                Ok($name(text))
            }
        }
    };
}

id!(
    /// A table. Who knows the name of a private table may look at it: it cannot be guessed.
    TableId,
    32
);
id!(
    /// A person or bot. No secret.
    PersonId,
    32
);
id!(
    /// What a client calls one of its commands, so that sending it again changes nothing. Different for every command of a person.
    CommandId,
    64
);

fn check(text: &str, longest: usize) -> Result<(), ParseIdError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if plain && (1..=longest).contains(&text.len()) { Ok(()) } else { Err(ParseIdError { longest }) }
}

/// A text that names nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseIdError {
    longest: usize,
}

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an id has 1 to {} letters, digits, - or _", self.longest)
    }
}

impl core::error::Error for ParseIdError {}
