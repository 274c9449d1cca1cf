//! Ids. Each kind is its own type, so that one cannot be passed for another.

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
            /// The id as text.
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
    /// The id of a table. It cannot be guessed: anyone who knows the id of a private table has its link and may look at it.
    TableId,
    32
);
id!(
    /// The id of a tournament. Not a secret.
    TournamentId,
    32
);
id!(
    /// The id of a person or bot. Not a secret.
    PersonId,
    32
);
id!(
    /// The id of a session: a browser that is signed in. Not a secret; the token in the browser's cookie is.
    SessionId,
    32
);
id!(
    /// The id of a passkey in lists. Not a secret, and not the id that the authenticator gave it.
    PasskeyId,
    32
);
id!(
    /// The id of a club. Not a secret; that of its link is.
    ClubId,
    32
);
id!(
    /// The idempotency key of a command, chosen by the client: sending the command again changes nothing. Unique among the commands of
    /// one person.
    CommandId,
    64
);

fn check(text: &str, longest: usize) -> Result<(), ParseIdError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if plain && (1..=longest).contains(&text.len()) { Ok(()) } else { Err(ParseIdError { longest }) }
}

/// The text is not a valid id.
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
