//! What people say to each other at a table, in English.

use super::PLURALS;
use crate::table_talk::TableTalkWords;

pub(crate) const TABLE_TALK: TableTalkWords = TableTalkWords {
    plurals: PLURALS,
    spectator_chat: "Spectators have a chat of their own",
    spectators_only: "Only spectators read this chat.",
    name_to_chat: "Your name, to write here",
    save_name: "Save",
    reactions: "Quick reactions",
    good_luck: "Good luck!",
    well_played: "Well played!",
    thanks: "Thank you!",
    ouch: "Ouch!",
    one_moment: "One moment, please.",
    good_game: "Good game!",
    back_to_game: "Back to the game",
    withdraw: "Withdraw",
    takeback_lapsed: "The takeback request has lapsed because the game went on.",
    takeback_of: "{name} would like to take back this move: {mv}.",
    own_takeback_of: "You asked to take back this move: {mv}. Waiting for the others to agree.",
    withdrew: "{name} withdrew the takeback request.",
};
