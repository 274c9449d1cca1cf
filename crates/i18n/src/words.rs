//! What there is to say, by topic: one type that every language fills in.

/// A struct of texts that can list them, for the tests that compare languages.
macro_rules! topic {
    ($(#[$doc:meta])* $name:ident { $($field:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "the English text of a field says what it is for")]
        pub struct $name {
            $(pub $field: &'static str,)*
        }

        impl $name {
            #[cfg(test)]
            fn texts(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((concat!(stringify!($name), "::", stringify!($field)), self.$field)),*]
            }
        }
    };
}

/// Everything a language says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The clans in the order red, blue, yellow, violet.
    pub clans: [ClanWords; 4],
    /// The guilds in the order of the spaces of a village: R A D P Y F H.
    pub guilds: [GuildWords; 7],
    /// The levels of the computer players, from the weakest to the strongest.
    pub levels: [LevelWords; 5],
    /// Labels and short notes on the screen.
    pub screen: ScreenWords,
    /// Choosing a move.
    pub choose: ChooseWords,
    /// Moves that were played.
    pub log: LogWords,
    /// What a journey will do.
    pub journey: JourneyWords,
    /// Why a move is refused.
    pub refusals: RefusalWords,
    /// The help page.
    pub help: HelpWords,
    /// Numbers of things, one and several.
    pub count: CountWords,
    /// The whole app: its screens and what they share.
    pub app: AppWords,
    /// The first screen.
    pub home: HomeWords,
    /// Playing at the table.
    pub table: TableWords,
    /// The board for those who listen.
    pub board: BoardWords,
    /// The end of a game.
    pub end: EndWords,
    /// The games kept in this browser.
    pub games: GamesWords,
    /// Settings.
    pub settings: SettingsWords,
    /// Playing at tables of the server.
    pub online: OnlineWords,
    /// The rules.
    pub rules: RulesWords,
    /// Online tables, finished games, people and ratings.
    pub lobby: LobbyWords,
    /// Who one is to the server.
    pub account: AccountWords,
    /// Why the server does not do something.
    pub server: ServerWords,
}

topic! {
    /// A clan; the colour is written as inside a sentence.
    ClanWords { name, colour }
}

topic! {
    /// A guild: its name, and one member of it as the object of a sentence.
    GuildWords { name, one }
}

topic! {
    /// A level of the computer players.
    LevelWords { name, description }
}

topic! {
    /// Labels and short notes on the screen.
    ScreenWords {
        title, state, opening, masters, villages, stone, not_used, log, preview, you, person, too_small, paused, thinking,
        viewing, keys, prompt, saved, go_on, save_failed, resume_offer, hint_search, hint, undone, redone, no_undo, no_redo,
        not_now, over_stones, over_passes, wins, shared, and,
    }
}

topic! {
    /// Choosing a move.
    ChooseWords {
        turn, opening, place, recruit, recruit_second, alone, origin, destination, impossible, must_pass, enter_place,
        enter_first, enter_recruit, enter_alone, enter_origin, enter_journey, no_move,
    }
}

topic! {
    /// Moves that were played.
    LogWords { place, recruit_two, recruit_one, journey, pass, stone }
}

topic! {
    /// What a journey will do.
    JourneyWords {
        origin_tiles, origin_masters, destination_tiles, destination_masters, tie, becomes_master, joins, drives_out,
        drives_out_both, has_student, occupied, bridge, stone, ends_game, scores,
    }
}

topic! {
    /// Why a move is refused, in the order of the rules crate.
    RefusalWords {
        game_over, pass_not_forced, opening_only_places, guild_already_placed, opening_village_full, opening_clan_limit,
        village_out_of_play, village_has_stone, no_master_in_village, space_occupied, no_tile_to_place,
        no_own_master_empty, no_own_master_other, has_student_already, too_few_tiles, same_master_twice,
        second_student_possible, not_neighbours, bridge_down, no_student_to_send,
    }
}

topic! {
    /// The help page: what each key does, and what the signs on the board mean.
    HelpWords {
        title, cursor, choose, actions, back, notation, undo, redo, hint, history, scroll, pause, language, quit, mouse,
        signs, place, recruit, journey, end, close,
    }
}

topic! {
    /// Numbers of things, one and several.
    CountWords {
        one_tile, tiles, one_master, masters, in_one_village, in_villages, one_bridge_left, bridges_left, one_turn, turns,
    }
}

topic! {
    /// The whole app: its screens and what they share.
    AppWords {
        home, back, close, menu, games, rules, settings, nowhere, nowhere_help, bad_link, bad_link_help,
    }
}

topic! {
    /// The first screen.
    HomeWords {
        title_small, title_large, tagline, learn, new_game, players, three, four, seats, who_plays, person, computer,
        your_name, clan, setup, first_game, free, first_game_help, free_help, more, drawn, twelve_stones, up_to_two,
        options_help, start, go_on, with,
    }
}

topic! {
    /// Playing at the table.
    TableWords {
        ask_turn, ask_opening, ask_second, ask_destination, panel, your_turn, turn_of, thinks, past, over, turn_number,
        players, place_number, supply, stones, kinds, place, recruit, journey, wait, elsewhere, play_here,
        not_your_turn, looking_back, enter_confirms, confirm, back, send, one_student, hint, undo, redo, whole_game,
        take_advice, advice_chance, thinker_lost, not_saved, typed_move, journey_title, other_way, strength_of,
        takes_empty, joins_own, drives_out, drives_out_both, no_room, occupied, back_to_supply, bridge_breaks,
        comes_to_peace, what_happened, nothing_yet, log, since_my_turn, turn_of_turns, first_turn, previous_turn,
        next_turn, last_turn, replay, my_previous_turn, my_next_turn, to_present, threats, threats_help, nobody_can,
        village, whole_board, empty_space, with_student, trip_to, stronger, weaker, board_in_words, keys, key_enter,
        share_game, share_position, link_copied, link_to_copy, export, leave, tip_goal, tip_place, tip_recruit,
        tip_journey, tip_strength, tip_opening, no_tips,
    }
}

topic! {
    /// The board for those who listen.
    BoardWords {
        label, help, village, at_peace, can_choose, empty, master, with_student, can_place, can_recruit, bridges_to,
    }
}

topic! {
    /// The end of a game.
    EndWords {
        title, how_counted, tie_break, shared_why, curve, curve_words, rematch, look_back, new_game,
    }
}

topic! {
    /// The games kept in this browser.
    GamesWords {
        none, missing, missing_help, damaged, damaged_help, export, delete, delete_sure, import, choose_file, paste,
        not_imported, not_exported,
    }
}

topic! {
    /// Settings.
    SettingsWords {
        language, light, as_device, day, night, motion, off, quick, calm, sound, confirm, tips, notify,
    }
}

topic! {
    /// Playing at tables of the server.
    OnlineWords {
        connecting, lost, lost_with_move, sending, outdated, move_refused, waiting_room, all_here, one_missing, missing,
        invite, copy_link, kept, kept_for_you, join, join_as, sit_here, seat_computer, unseat, fill, leave_seat, close_table,
        closed, rated, unrated, public, private, twelve_stones, one_or_two, drawn, days_hours, time_left, present, absent,
        plays_instead, gave_up, watching, one_spectator, spectators, your_time_ran_out, you_left, you_resigned,
        take_seat_back, ask_takeback, takeback_sent, takeback_waits, asks_takeback, declined_takeback, taken_back, yes, no,
        missed, replay_missed, come_back, come_back_help, leave, leave_help, resign, resign_help, resign_sure, rematch,
        join_rematch, watch_rematch, chat, chat_unread, chat_help, nothing_said, say, send, mute, unmute, no_hints,
        no_notifications, joined, started, time_ran_out, left, resigned, returned, elsewhere_turn, elsewhere_started,
        elsewhere_finished, elsewhere_takeback, elsewhere_time, elsewhere_rematch, not_found, not_found_help,
    }
}

topic! {
    /// The rules as the app teaches them.
    RulesWords {
        contents, idea_title, idea, no_luck, board_title, board, guilds, clans, clans_help, tiles_title, tiles, supply,
        empty_space, master, master_with_student, badge, setup_title, setup_first, setup_free, setup_limits, players_4,
        players_3, limit_tiles, limit_clan, setup_then, turn_title, turn, place_title, place, recruit_title, recruit,
        journey_title, journey, from_stronger, from_weaker, steps, before, on_the_way, after, strength_title, strength,
        strength_tiles, strength_masters, strength_tie, fates_title, fates, fate_master, fate_master_when, fate_student,
        fate_student_when, fate_drive, fate_drive_when, fate_back, fate_back_when, bridges_title, bridges, end_title,
        end, tie_break, three_title, three, options_title, last_stone, questions_title, pass_question, pass_answer,
        all_pass_question, all_pass_answer, own_master_question, own_master_answer, others_question, others_answer,
        setup_question, setup_answer, first_question, first_answer, play,
    }
}

topic! {
    /// Online tables, finished games, people and ratings.
    LobbyWords {
        title, friends, friends_help, tables, finished, ratings, loading, no_server, server_lost, without_server,
        try_again, intro, open_table, my_games, open_tables, no_open_tables, nobody_yet, open, join, watch, free_seat,
        one_seat_free, seats_free, to_move, won_by, shared_by, closed, rated, free_opening, private, one_day, days,
        for_a_turn, left, replay, any_number, no_games, older, player, search, people_alone, with_bots, opponents,
        nobody_rated, rating, games, wins, how_rated, profile, results, since, latest_games, no_ratings, mute, create,
        me, for_a_friend, who_finds_it, private_table, public_table, private_help, public_help, clock, no_clock,
        live_clock, days_clock, no_clock_help, live_clock_help, days_clock_help, minutes_and_seconds, minutes,
        seconds, days_a_turn, spectators, bots_may_join, rated_game, rated_needs_account,
    }
}

topic! {
    /// Who one is to the server.
    AccountWords {
        title, why, you_are, guest, account, bot, public, see_profile, sign_out, sign_in, sign_up, signed_up, name,
        your_name, name_help, password, password_help, rename, saved, old_password, new_password, change_password,
        password_changed, data, data_help, export, delete, delete_sure, deleted, bots, bots_help, no_bots, bot_name,
        new_bot, token, token_once, token_copied, copy, bot_sure,
    }
}

topic! {
    /// Why the server does not do something, by its codes; and that it does not answer.
    ServerWords {
        unreachable, unexpected, not_found, nobody_known, needs_account, not_for_bots, not_seated, not_host,
        not_your_turn, stale, no_move, illegal_move, wrong_phase, seat_taken, already_seated, stood_in, resigned,
        rated_game, nothing_to_take_back, seats_free, bad_name, name_taken, bad_password, wrong_password, bad_text,
        too_many, too_fast, foreign_origin, bad_message, failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fill::placeholders;
    use crate::language::Language;

    impl Words {
        fn texts(&self) -> Vec<(&'static str, &'static str)> {
            let mut texts = Vec::new();
            self.clans.iter().for_each(|clan| texts.extend(clan.texts()));
            self.guilds.iter().for_each(|guild| texts.extend(guild.texts()));
            self.levels.iter().for_each(|level| texts.extend(level.texts()));
            texts.extend(self.screen.texts());
            texts.extend(self.choose.texts());
            texts.extend(self.log.texts());
            texts.extend(self.journey.texts());
            texts.extend(self.refusals.texts());
            texts.extend(self.help.texts());
            texts.extend(self.count.texts());
            texts.extend(self.app.texts());
            texts.extend(self.home.texts());
            texts.extend(self.table.texts());
            texts.extend(self.board.texts());
            texts.extend(self.end.texts());
            texts.extend(self.games.texts());
            texts.extend(self.settings.texts());
            texts.extend(self.online.texts());
            texts.extend(self.rules.texts());
            texts.extend(self.lobby.texts());
            texts.extend(self.account.texts());
            texts.extend(self.server.texts());
            texts
        }
    }

    #[test]
    fn every_language_uses_the_placeholders_of_english() {
        for language in Language::ALL {
            let pairs = Language::English.words().texts().into_iter().zip(language.words().texts());
            let mut with_values = 0;
            for ((key, english), (_, text)) in pairs {
                assert_eq!(placeholders(english), placeholders(text), "{language} {key}: {text:?}");
                with_values += usize::from(!placeholders(text).is_empty());
            }
            assert!(with_values > 40, "{with_values} texts have values");
        }
    }

    #[test]
    fn texts_are_there_and_well_formed() {
        for language in Language::ALL {
            for (key, text) in language.words().texts() {
                assert!(!text.is_empty() && text.trim() == text && !text.contains("  "), "{language} {key}: {text:?}");
                assert_eq!(text.matches('{').count(), text.matches('}').count(), "{language} {key}: {text:?}");
            }
        }
    }

    #[test]
    fn sentences_are_translated() {
        // A text of values alone is the same everywhere, and so are some single words.
        let outside_braces = |text: &str| text.split('{').flat_map(|part| part.rsplit('}').next()).collect::<String>();
        let is_sentence = |text: &str| text.contains(' ') && outside_braces(text).contains(char::is_alphabetic);
        let english = Language::English.words().texts();
        for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
            for ((key, text), (_, other)) in english.iter().zip(language.words().texts()) {
                assert!(*text != other || !is_sentence(text), "{language} {key} is still English: {text:?}");
            }
        }
    }

    #[test]
    fn short_labels_fit_their_places() {
        for words in Language::ALL.map(Language::words) {
            let width = |text: &str| text.chars().count();
            assert!(width(words.screen.stone) <= 7, "{}", words.screen.stone);
            assert!(width(words.screen.not_used) <= 10, "{}", words.screen.not_used);
            assert!(width(words.screen.masters) <= 9 && width(words.screen.villages) <= 9);
            assert!(width(words.screen.keys) <= 78, "{} is {} wide", words.screen.keys, width(words.screen.keys));
        }
    }
}
