//! Which lines of a chat count as read.

use shangrila_protocol::{Audience, ChatLine};

/// Returns the last line that counts as read when somebody comes to a chat for the first time; `None` if they have been there before. They need not
/// read what was said before they opened the table. Players and spectators have separate chats, so whoever takes a seat comes to another one.
pub(super) fn first_read(read: Option<u64>, chat: Audience, lines: &[ChatLine], opened: u64) -> Option<u64> {
    // If nothing has been read yet, it is the number before the first line.
    if read.is_some_and(|read| Audience::of_line(read + 1) == chat) {
        return None;
    }
    let before = lines.iter().filter(|line| line.at < opened).map(|line| line.number);
    Some(before.max().unwrap_or(chat.first_line() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u64, at: u64) -> ChatLine {
        let (id, by) = ("c1".parse().expect("a plain id"), "ada".parse().expect("a plain id"));
        ChatLine { number, at, id, by, name: "Ada".to_string(), text: "Hello".to_string(), hidden: false }
    }

    #[test]
    fn each_chat_counts_as_read_up_to_the_first_visit() {
        let spectators = Audience::Spectators.first_line();
        let said = [line(1, 5), line(2, 7), line(3, 9)];
        assert_eq!(first_read(None, Audience::Players, &said, 8), Some(2));
        assert_eq!(first_read(None, Audience::Players, &[], 8), Some(0));
        assert_eq!(first_read(Some(0), Audience::Players, &said, 8), None, "an earlier visit to an empty chat");
        assert_eq!(first_read(Some(2), Audience::Players, &said, 8), None);
        // A spectator who has read their chat takes a seat.
        assert_eq!(first_read(Some(spectators + 4), Audience::Players, &said, 8), Some(2));
        assert_eq!(first_read(None, Audience::Spectators, &[], 8), Some(spectators - 1));
        assert_eq!(first_read(Some(spectators - 1), Audience::Spectators, &[line(spectators, 5)], 8), None);
    }
}
