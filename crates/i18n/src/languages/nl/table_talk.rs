//! What people say to each other at a table, in Dutch.

use super::PLURALS;
use crate::table_talk::TableTalkWords;

pub(crate) const TABLE_TALK: TableTalkWords = TableTalkWords {
    plurals: PLURALS,
    spectator_chat: "Toeschouwers hebben een eigen chat",
    spectators_only: "Alleen toeschouwers lezen deze chat.",
    name_to_chat: "Je naam, om hier te schrijven",
    save_name: "Opslaan",
    reactions: "Snelle reacties",
    good_luck: "Succes!",
    well_played: "Goed gespeeld!",
    thanks: "Bedankt!",
    ouch: "Au!",
    one_moment: "Een ogenblik.",
    good_game: "Mooie partij!",
    back_to_game: "Terug naar de partij",
    withdraw: "Intrekken",
    takeback_lapsed: "Het verzoek om een terugname is vervallen omdat de partij doorging.",
    takeback_of: "{name} wil deze zet terugnemen: {mv}.",
    own_takeback_of: "Je hebt gevraagd om deze zet terug te nemen: {mv}. De anderen moeten nog instemmen.",
    withdrew: "{name} heeft het verzoek om een terugname ingetrokken.",
};
