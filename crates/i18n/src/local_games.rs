//! Texts about the games of this browser once they are over: the end, the saved games, the results.

use crate::topic;

topic! {
    /// The end of a game.
    EndWords {
        labels {
            how_counted, tie_break, shared_victory, masters_over_time, rematch, review, new_game, you_won, you_shared,
            second, third, fourth, you_resigned, shared_title, decisive, show_turn, restart, restarted, resign_help,
        }
        messages { wins_title(who: Who), ahead(n: Number, who: Text), led_since(turn: Number) }
    }
}

topic! {
    /// The games saved in this browser.
    GamesWords {
        labels {
            none, missing, missing_help, damaged, damaged_help, export, delete, delete_sure, import, choose_file, paste,
            not_exported,
        }
        messages { not_imported(reason: Text) }
    }
}
