//! What people say to each other at a table, in German.

use super::PLURALS;
use crate::table_talk::TableTalkWords;

pub(crate) const TABLE_TALK: TableTalkWords = TableTalkWords {
    plurals: PLURALS,
    spectator_chat: "Zuschauer haben einen eigenen Chat",
    spectators_only: "Diesen Chat lesen nur Zuschauer.",
    name_to_chat: "Dein Name, um mitzuschreiben",
    save_name: "Speichern",
    reactions: "Schnelle Reaktionen",
    good_luck: "Viel Glück!",
    well_played: "Gut gespielt!",
    thanks: "Danke!",
    ouch: "Autsch!",
    one_moment: "Einen Moment, bitte.",
    good_game: "Schöne Partie!",
    back_to_game: "Zurück zur Partie",
    withdraw: "Zurückziehen",
    takeback_lapsed: "Die Bitte um Rücknahme hat sich erledigt, weil die Partie weiterging.",
    takeback_of: "{name} möchte diesen Zug zurücknehmen: {mv}.",
    own_takeback_of: "Du möchtest diesen Zug zurücknehmen: {mv}. Die anderen müssen noch zustimmen.",
    withdrew: "{name} hat die Bitte um Rücknahme zurückgezogen.",
};
