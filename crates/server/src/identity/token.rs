//! Tokens of bots: 256 random bits behind a prefix by which people and programs that look for leaked secrets recognise them. Only a
//! hash is stored; it needs no salt, since nobody can guess a token.

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};

use crate::random;

const PREFIX: &str = "shangrila_";
/// Hexadecimal digits of 256 bits.
const DIGITS: usize = 64;

/// The token of a bot.
pub(crate) struct Token(String);

/// What claims to be a token and is none.
pub(crate) struct NoToken;

impl Token {
    /// A token that nobody has.
    pub(crate) fn new() -> Token {
        Token(format!("{PREFIX}{}", random::word::<{ DIGITS / 2 }>()))
    }

    /// The token of a request, if it shows one.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Result<Token, NoToken>> {
        let shown = headers.get(header::AUTHORIZATION)?;
        let token = shown.to_str().ok().and_then(|shown| shown.split_once(' ')).and_then(|(scheme, token)| {
            let token = token.trim();
            let digits = token.strip_prefix(PREFIX)?;
            let fits = digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            (scheme.eq_ignore_ascii_case("bearer") && fits).then(|| Token(token.to_string()))
        });
        Some(token.ok_or(NoToken))
    }

    /// What is stored of it.
    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// The token itself, to be shown once.
    pub(crate) fn reveal(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &str) -> Option<Result<Token, NoToken>> {
        Token::of(&HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())]))
    }

    #[test]
    fn a_token_is_read_as_it_was_made() {
        let token = Token::new();
        let hash = token.hash();
        let text = token.reveal();
        assert!(matches!(shown(&format!("Bearer {text}")), Some(Ok(token)) if token.hash() == hash));
        assert!(matches!(shown(&format!("bearer  {text} ")), Some(Ok(_))));
        assert!(Token::of(&HeaderMap::new()).is_none());
        for wrong in ["Bearer", "Bearer shangrila_12", &format!("Basic {text}"), &text] {
            assert!(matches!(shown(wrong), Some(Err(NoToken))), "{wrong}");
        }
    }
}
