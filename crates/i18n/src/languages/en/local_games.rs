//! Games in this browser in English: the fair start and the results.

use super::PLURALS;
use crate::catalogue::*;

pub(crate) const FAIR_START: FairStartWords = FairStartWords {
    plurals: PLURALS,
    today: "Today’s set-up",
    random: "Random set-up",
    another: "Show another",
    today_help: "The same for everyone today (UTC).",
    chances: "Chances of winning",
    judged: "Judged by a long search between equally strong players.",
    standard_rules: "The chances are for the standard rules.",
    none: "There’s no fair set-up for this number of players yet.",
    compare: "For comparison, the first-game set-up: {chances}.",
};

pub(crate) const RECORD: RecordWords = RecordWords {
    plurals: PLURALS,
    none: "No finished games yet.",
    what_counts: "Counts every game you finish or resign in this browser, alone against computer players. Games with several players on one device, online games and games from links don’t count.",
    games: "Games",
    won: "Won",
    streak: "Wins in a row",
    longest_streak: "Longest streak",
    by_level: "By level",
    by_players: "By number of players",
    level: "Level",
    players: "Players",
    mixed: "Mixed levels",
    best: "Best game",
    latest: "Latest games",
    open: "Open game",
    gone: "This game is no longer saved.",
    resigned: "resigned",
    delete: "Delete record",
    delete_sure: "Delete all results for good? Saved games are kept.",
    against: "Against {level}",
    best_line: "{masters:one # master|other # masters}, {lead} more than anyone else",
    unreadable: "{n:one # result can’t be read and is|other # results can’t be read and are} left out.",
};
