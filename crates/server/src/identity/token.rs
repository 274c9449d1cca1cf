//! API tokens of bots: 256 random bits behind a prefix that people and secret scanners recognise. Only a hash is stored; it needs no
//! salt, because a token cannot be guessed.

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};

use crate::random;

const PREFIX: &str = "shangrila_";
/// The number of hexadecimal digits for 256 bits.
const DIGITS: usize = 64;

/// The API token of a bot.
pub(crate) struct Token(String);

/// The `Authorization` header does not contain a token of ours.
pub(crate) struct InvalidToken;

impl Token {
    /// Creates a random token.
    pub(crate) fn new() -> Token {
        Token(format!("{PREFIX}{}", random::word::<{ DIGITS / 2 }>()))
    }

    /// Returns the token of a request, if it has an `Authorization` header.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Result<Token, InvalidToken>> {
        let header = headers.get(header::AUTHORIZATION)?;
        let token = header.to_str().ok().and_then(|header| header.split_once(' ')).and_then(|(scheme, token)| {
            let token = token.trim();
            let digits = token.strip_prefix(PREFIX)?;
            let is_valid = digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            (scheme.eq_ignore_ascii_case("bearer") && is_valid).then(|| Token(token.to_string()))
        });
        Some(token.ok_or(InvalidToken))
    }

    /// Returns the hash that is stored.
    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Returns the token itself, to be shown once.
    pub(crate) fn reveal(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &str) -> Option<Result<Token, InvalidToken>> {
        Token::of(&HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())]))
    }

    #[test]
    fn only_well_formed_tokens_are_accepted() {
        let token = Token::new();
        let hash = token.hash();
        let text = token.reveal();
        assert!(matches!(shown(&format!("Bearer {text}")), Some(Ok(token)) if token.hash() == hash));
        assert!(matches!(shown(&format!("bearer  {text} ")), Some(Ok(_))));
        assert!(Token::of(&HeaderMap::new()).is_none());
        for wrong in ["Bearer", "Bearer shangrila_12", &format!("Basic {text}"), &text] {
            assert!(matches!(shown(wrong), Some(Err(InvalidToken))), "{wrong}");
        }
    }
}
