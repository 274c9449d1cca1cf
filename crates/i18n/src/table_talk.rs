//! The texts of the table between people: the chat, takebacks and what finished games tell. They are apart from [`Words`](crate::Words)
//! because a first visit does not need them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// The chat, and takebacks.
    TableTalkWords {
        labels {
            spectator_chat, spectators_only, name_to_chat, save_name, reactions, good_luck, well_played, thanks, ouch,
            one_moment, good_game, back_to_game, withdraw, takeback_lapsed,
        }
        messages {
            takeback_of(name: Text, mv: Text),
            own_takeback_of(mv: Text),
            withdrew(name: Text),
        }
    }
}

impl Language {
    /// What people say to each other at a table.
    pub const fn table_talk(self) -> &'static TableTalkWords {
        match self {
            Language::English => &en::TABLE_TALK,
            Language::German => &de::TABLE_TALK,
            Language::Italian => &it::TABLE_TALK,
            Language::Dutch => &nl::TABLE_TALK,
            Language::French => &fr::TABLE_TALK,
        }
    }
}
