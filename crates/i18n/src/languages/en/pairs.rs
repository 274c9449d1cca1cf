//! Two players with two clans each, in English.

use super::PLURALS;
use crate::pairs::{PairRulesWords, PairsWords};

pub(crate) const PAIRS: PairsWords = PairsWords {
    plurals: PLURALS,
    two: "Two",
    help: "Each plays two clans, in opposite seats.",
    what_counts: "What counts",
    sum: "Both clans together",
    weaker: "The weaker clan",
    sum_help: "The masters of both your clans are added up.",
    weaker_help: "For each player, only the clan with fewer masters counts.",
    sum_counts: "two players with two clans each: the sum counts",
    weaker_counts: "two players with two clans each: the weaker clan counts",
    won: "{name} wins by {own:one # master|other # masters} to {other}.",
    won_weaker: "{name} wins: the weaker clan has {own:one # master|other # masters}, the opponent’s {other}.",
    won_resigned: "{name} wins, because the other player resigned.",
    shared: "The victory is shared.",
    tie_break: "Equal masters: {name} wins by the tie-break.",
    you_won: "You won",
    you_lost: "You lost",
    no_report: "There is no report on games of two: the engine judges every clan as if it played for itself.",
};

pub(crate) const PAIR_RULES: PairRulesWords = PairRulesWords {
    title: "Two players",
    players: "Two can also play at an online table for four: each plays two clans in opposite seats, the first and third or the second and fourth. All other rules stay as they are: your two clans are rivals like any others.",
    agree: "You agree before the game on what counts:",
    sum: "Both clans together: whoever has more masters in total wins. If tied, the villages where each clan has masters are counted and added up.",
    weaker: "The weaker clan: for each player, the clan with fewer masters counts, or if tied, the one in fewer villages. The better of these two wins; if they are equal, the other clans decide.",
    equal: "If all of this is equal, the victory is shared.",
};
