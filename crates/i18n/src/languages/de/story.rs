//! What happened, what threatens and what to do in German.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const STORY: StoryWords = StoryWords {
    plurals: PLURALS,
    since_your_move: "Seit deinem letzten Zug",
    latest_moves: "Die letzten Züge",
    nothing_since: "Seither hat niemand gezogen.",
    replay: "Abspielen",
    you_pass: "Du hast keinen möglichen Zug und passt.",
    no_masters_change: "Kein Meister gewonnen oder verloren.",
    you_gain: "Du gewinnst {n} Meister ({guilds}).",
    you_lose: "Du verlierst {n} Meister ({guilds}).",
    passes: "passt: kein möglicher Zug",
    bot_pace: "Tempo der Computerspieler",
    calm: "Ruhig",
    quick: "Zügig",
    instant: "Sofort",
};
