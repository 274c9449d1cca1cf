//! Invitations, the ready check and games that wait for a move, in French.

use super::PLURALS;
use crate::meeting::MeetingWords;

pub(crate) const MEETING: MeetingWords = MeetingWords {
    plurals: PLURALS,
    invited: "Invitation à une partie",
    game_link: "Une partie des Ponts de Shangri-La",
    rules_title: "Les règles en deux minutes",
    share: "Partager",
    share_text: "Joue aux Ponts de Shangri-La avec moi",
    qr_code: "Code QR",
    qr_help: "Scanne-le avec un téléphone pour y ouvrir la table.",
    rated_table: "Cette partie est classée : il faut un compte pour la rejoindre.",
    to_account: "S’inscrire ou se connecter",
    ready_title: "Tu es prêt ?",
    ready_help: "La partie commence dès que tout le monde est prêt.",
    ready: "Je suis prêt",
    is_ready: "prêt",
    elsewhere_ready: "Ta partie peut commencer. Tu es prêt ?",
    games_waiting: "Parties qui t’attendent",
    invites_you: "{name} t’invite à une partie",
    seats_free: "{seats} joueurs, {free:one # place libre|other # places libres}",
    live_clock: "{minutes} min chacun, plus {seconds} s par tour",
    up_to_minutes: "au plus environ {n:one # minute|other # minutes}",
    waiting_for: "En attente de {names}.",
    seconds_left: "Encore {n:one # seconde|other # secondes}. Passé ce délai, qui n’est pas prêt perd sa place.",
    your_turn_in: "C’est à toi de jouer dans {n:one # partie|other # parties}",
};
