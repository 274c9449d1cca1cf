//! Games over days, in English.

use super::PLURALS;
use crate::days::DaysWords;

pub(crate) const DAYS: DaysWords = DaysWords {
    plurals: PLURALS,
    conditional_moves: "Conditional moves",
    conditional_help: "Play out on the board what the others may do, and then your answer. As soon as it comes to that, the server plays it for you. Only you can see these lines.",
    no_lines: "No conditional moves yet.",
    any_move: "any move",
    your_answer: "Your answer",
    new_line: "New line",
    add_line: "Add this line",
    remove_line: "Remove this line",
    move_up: "Try this line earlier",
    type_line: "Or type a line; * is any move",
    line_full: "A line has at most 12 moves.",
    line_dropped: "The game has gone on, so the line you were entering was dropped.",
    played_for_you: "Your conditional move was played.",
    was_conditional: "conditional move",
    if_plays: "If {name} plays…",
    notes: "Notes",
    notes_help: "Plans, threats, agreements…",
    notes_private: "Only you can read your notes.",
    notes_saved: "Saved",
    notes_pending: "Saving…",
    notes_failed: "Not saved: {why}",
    vacation: "Vacation",
    vacation_help: "While you are on vacation, the clocks of your games over days stand still, you get no turn notices, and you cannot move there; conditional moves are still played. Live games go on. A vacation takes at least one day, and every day that has begun.",
    begin_vacation: "Go on vacation",
    end_vacation: "End vacation",
    vacation_left: "{left:one # day|other # days} of {all} left this year.",
    vacation_until: "On vacation until {date} at the latest",
    own_vacation_until: "You are on vacation, until {date} at the latest. Your clock stands still.",
};
