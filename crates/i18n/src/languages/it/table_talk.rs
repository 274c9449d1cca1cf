//! What people say to each other at a table, in Italian.

use super::PLURALS;
use crate::table_talk::TableTalkWords;

pub(crate) const TABLE_TALK: TableTalkWords = TableTalkWords {
    plurals: PLURALS,
    spectator_chat: "Gli spettatori hanno una chat propria",
    spectators_only: "Questa chat è solo per gli spettatori.",
    name_to_chat: "Il tuo nome, per scrivere qui",
    save_name: "Salva",
    reactions: "Reazioni rapide",
    good_luck: "Buona fortuna!",
    well_played: "Ben giocato!",
    thanks: "Grazie!",
    ouch: "Ahi!",
    one_moment: "Un momento, per favore.",
    good_game: "Bella partita!",
    back_to_game: "Torna alla partita",
    withdraw: "Ritira",
    takeback_lapsed: "La richiesta di annullare la mossa è decaduta perché la partita è andata avanti.",
    takeback_of: "{name} vorrebbe annullare questa mossa: {mv}.",
    own_takeback_of: "Hai chiesto di annullare questa mossa: {mv}. Gli altri devono ancora acconsentire.",
    withdrew: "{name} ha ritirato la richiesta di annullare la mossa.",
};
