//! Recovery codes: 80 random bits each, written so that people can copy them from paper.

use sha2::{Digest, Sha256};

use super::TokenHash;
use crate::random;

/// How many codes an account has at a time.
const COUNT: usize = 10;
/// The 32 letters and digits that are hard to confuse (Crockford's base 32).
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The number of digits between two hyphens.
const GROUP: usize = 4;
/// The number of digits of a code.
const LENGTH: usize = 16;

/// Returns new codes to be shown, with the hashes to be stored.
pub(crate) fn new_recovery_codes() -> Vec<(String, TokenHash)> {
    let code = || {
        let digits: String =
            random::bytes::<LENGTH>().iter().map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect();
        let groups: Vec<&str> = (0..LENGTH).step_by(GROUP).map(|start| &digits[start..start + GROUP]).collect();
        (groups.join("-"), hash(&digits))
    };
    (0..COUNT).map(|_| code()).collect()
}

/// Returns the hash of a code that someone has typed. It needs no salt, because a code cannot be guessed.
pub(crate) fn recovery_code_hash(typed: &str) -> TokenHash {
    let digit = |letter: char| match letter.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    };
    let digits: String = typed.chars().filter(char::is_ascii_alphanumeric).take(2 * LENGTH).map(digit).collect();
    hash(&digits)
}

fn hash(digits: &str) -> TokenHash {
    Sha256::digest(digits.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_recognised_however_they_are_typed() {
        let codes = new_recovery_codes();
        assert_eq!(codes.len(), 10);
        for (shown, stored) in codes {
            assert_eq!(shown.len(), 19);
            let spaced = shown.replace('-', " ").to_uppercase();
            let misread = shown.replace('0', "O").replace('1', "l");
            for typed in [shown.clone(), spaced, misread] {
                assert_eq!(recovery_code_hash(&typed), stored, "{typed}");
            }
            assert_ne!(recovery_code_hash(&shown[1..]), stored);
        }
    }
}
