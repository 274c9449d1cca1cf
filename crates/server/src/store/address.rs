//! Where the data is.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Where the data is: in a file, or in a PostgreSQL database.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum DatabaseAddress {
    /// An SQLite file.
    File(PathBuf),
    /// The URL of a PostgreSQL database, which may contain a password.
    Postgres(String),
}

impl DatabaseAddress {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            DatabaseAddress::File(file) => Some(file),
            DatabaseAddress::Postgres(_) => None,
        }
    }
}

impl From<String> for DatabaseAddress {
    fn from(text: String) -> DatabaseAddress {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return DatabaseAddress::Postgres(text);
        }
        let file = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")).unwrap_or(&text);
        DatabaseAddress::File(PathBuf::from(file))
    }
}

impl FromStr for DatabaseAddress {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<DatabaseAddress, Infallible> {
        Ok(DatabaseAddress::from(text.to_string()))
    }
}

impl From<PathBuf> for DatabaseAddress {
    fn from(file: PathBuf) -> DatabaseAddress {
        DatabaseAddress::File(file)
    }
}

impl From<DatabaseAddress> for String {
    fn from(address: DatabaseAddress) -> String {
        match address {
            DatabaseAddress::File(file) => file.display().to_string(),
            DatabaseAddress::Postgres(url) => url,
        }
    }
}

/// For messages: without a password.
impl fmt::Display for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseAddress::File(file) => file.display().fmt(f),
            DatabaseAddress::Postgres(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                // A password may also be among the parameters.
                let rest = rest.split_once('?').map_or(rest, |(before, _)| before);
                let (user, place) = rest.rsplit_once('@').map_or((None, rest), |(user, place)| (Some(user), place));
                match user.map(|user| user.split_once(':').map_or(user, |(name, _)| name)) {
                    Some(name) => write!(f, "{scheme}://{name}@{place}"),
                    None => write!(f, "{scheme}://{place}"),
                }
            }
        }
    }
}

impl fmt::Debug for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_file_or_a_url() {
        for (text, file) in
            [("games.db", "games.db"), ("sqlite:games.db", "games.db"), ("sqlite:///var/g.db", "/var/g.db")]
        {
            assert_eq!(DatabaseAddress::from(text.to_string()).file(), Some(Path::new(file)));
        }
        assert_eq!(DatabaseAddress::from("postgres://localhost/games".to_string()).file(), None);
    }

    #[test]
    fn passwords_are_not_shown() {
        for (url, shown) in [
            ("postgres://ada:secret@one,two/games?password=secret", "postgres://ada@one,two/games"),
            ("postgresql://localhost/games", "postgresql://localhost/games"),
        ] {
            let address = DatabaseAddress::from(url.to_string());
            assert_eq!((address.to_string().as_str(), format!("{address:?}").as_str()), (shown, shown));
            assert_eq!(String::from(address), url);
        }
    }
}
