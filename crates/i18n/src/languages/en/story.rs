//! What happened, what threatens and what to do in English.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const STORY: StoryWords = StoryWords {
    plurals: PLURALS,
    since_your_move: "Since your last move",
    latest_moves: "Latest moves",
    nothing_since: "Nobody has moved since.",
    replay: "Replay",
    you_pass: "You have no legal move and pass.",
    no_masters_change: "No masters gained or lost.",
    you_gain: "You gain {n:one # master|other # masters} ({guilds}).",
    you_lose: "You lose {n:one # master|other # masters} ({guilds}).",
    passes: "passes: no legal move",
    bot_pace: "Pace of computer players",
    calm: "Calm",
    quick: "Quick",
    instant: "Instant",
};
