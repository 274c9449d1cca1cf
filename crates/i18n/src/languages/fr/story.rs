//! What happened, what threatens and what to do in French.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const STORY: StoryWords = StoryWords {
    plurals: PLURALS,
    since_your_move: "Depuis ton dernier coup",
    latest_moves: "Derniers coups",
    nothing_since: "Personne n’a joué depuis.",
    replay: "Revoir",
    you_pass: "Tu n’as aucun coup possible et tu passes.",
    no_masters_change: "Aucun maître gagné ou perdu.",
    you_gain: "Tu gagnes {n:one # maître|other # maîtres} ({guilds}).",
    you_lose: "Tu perds {n:one # maître|other # maîtres} ({guilds}).",
    passes: "passe : aucun coup possible",
    bot_pace: "Rythme des ordinateurs",
    calm: "Calme",
    quick: "Rapide",
    instant: "Immédiat",
};
