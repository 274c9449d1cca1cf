//! What people say to each other at a table, in French.

use super::PLURALS;
use crate::table_talk::TableTalkWords;

pub(crate) const TABLE_TALK: TableTalkWords = TableTalkWords {
    plurals: PLURALS,
    spectator_chat: "Les spectateurs ont leur propre chat",
    spectators_only: "Seuls les spectateurs lisent ce chat.",
    name_to_chat: "Ton nom, pour écrire ici",
    save_name: "Enregistrer",
    reactions: "Réactions rapides",
    good_luck: "Bonne chance !",
    well_played: "Bien joué !",
    thanks: "Merci !",
    ouch: "Aïe !",
    one_moment: "Un instant, s’il te plaît.",
    good_game: "Belle partie !",
    back_to_game: "Retour à la partie",
    withdraw: "Retirer",
    takeback_lapsed: "La demande d’annulation est caduque : la partie a continué.",
    takeback_of: "{name} voudrait annuler ce coup : {mv}.",
    own_takeback_of: "Tu as demandé l’annulation de ce coup : {mv}. Les autres doivent encore l’accepter.",
    withdrew: "{name} a retiré sa demande d’annulation.",
};
