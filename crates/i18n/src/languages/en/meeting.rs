//! Invitations, the ready check and games that wait for a move, in English.

use super::PLURALS;
use crate::meeting::MeetingWords;

pub(crate) const MEETING: MeetingWords = MeetingWords {
    plurals: PLURALS,
    invited: "You’re invited to a game",
    game_link: "A game of The Bridges of Shangri-La",
    rules_title: "The rules in two minutes",
    share: "Share",
    share_text: "Play The Bridges of Shangri-La with me",
    qr_code: "QR code",
    qr_help: "Scan it with a phone to open the table there.",
    rated_table: "This game is rated, so you need an account to join.",
    to_account: "Sign up or sign in",
    ready_title: "Are you ready?",
    ready_help: "The game starts as soon as everybody is ready.",
    ready: "I’m ready",
    is_ready: "ready",
    elsewhere_ready: "Your game can start. Are you ready?",
    games_waiting: "Games waiting for you",
    invites_you: "{name} invites you to a game",
    seats_free: "{seats} players, {free:one # seat|other # seats} free",
    live_clock: "{minutes} min each, plus {seconds} s per turn",
    up_to_minutes: "at most about {n:one # minute|other # minutes}",
    waiting_for: "Waiting for {names}.",
    seconds_left: "{n:one # second|other # seconds} left. Anyone who isn’t ready by then loses their seat.",
    your_turn_in: "It’s your turn in {n:one # game|other # games}",
};
