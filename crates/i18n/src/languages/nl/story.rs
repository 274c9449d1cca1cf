//! What happened, what threatens and what to do in Dutch.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const STORY: StoryWords = StoryWords {
    plurals: PLURALS,
    since_your_move: "Sinds je laatste zet",
    latest_moves: "Laatste zetten",
    nothing_since: "Sindsdien heeft niemand gezet.",
    replay: "Afspelen",
    you_pass: "Je hebt geen geldige zet en past.",
    no_masters_change: "Geen wijsgeren gewonnen of verloren.",
    you_gain: "Je wint {n:one # wijsgeer|other # wijsgeren} ({guilds}).",
    you_lose: "Je verliest {n:one # wijsgeer|other # wijsgeren} ({guilds}).",
    passes: "past: geen geldige zet",
    bot_pace: "Tempo van computerspelers",
    calm: "Rustig",
    quick: "Vlot",
    instant: "Direct",
};
