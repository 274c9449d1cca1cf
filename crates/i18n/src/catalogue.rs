//! Everything there is to say, by topic. Every language fills in the same types, so the compiler points at a text that is missing.

use crate::coach::CoachWords;
pub use crate::local_games::*;
use crate::phrase::{SpaceName, Who};
use crate::topic;

/// Everything a language says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The ISO 639-1 code.
    pub code: &'static str,
    /// What its speakers call the language.
    pub own_name: &'static str,
    /// What separates whole numbers from fractions.
    pub decimal_mark: char,
    /// What separates a name from what is said about it.
    pub colon: &'static str,
    /// The clans in the order red, blue, yellow, violet.
    pub clans: [ClanWords; 4],
    /// The guilds in the order of the spaces of a village: R A D P Y F H.
    pub guilds: [GuildWords; 7],
    /// The levels of the computer players, from the weakest to the strongest.
    pub levels: [LevelWords; 6],
    /// Parts of sentences.
    pub phrases: PhraseWords,
    /// Numbers of things.
    pub count: CountWords,
    /// Choosing a move.
    pub choose: ChooseWords,
    /// Moves that were played.
    pub log: LogWords,
    /// What a journey will do.
    pub journey: JourneyWords,
    /// Why a move is illegal.
    pub refusals: RefusalWords,
    /// What is wrong with a record, a link or a position.
    pub faults: FaultWords,
    /// The game in the terminal.
    pub screen: ScreenWords,
    /// The help page of the terminal, and what the keys do.
    pub help: HelpWords,
    /// The names on the keys of a keyboard.
    pub keys: KeyWords,
    /// What all screens of the app share.
    pub app: AppWords,
    /// The home screen.
    pub home: HomeWords,
    /// Playing a game.
    pub table: TableWords,
    /// The board for screen readers.
    pub board: BoardWords,
    /// What happened, what threatens and what to do.
    pub story: StoryWords,
    /// What the coach says.
    pub coach: CoachWords,
    /// The end of a game.
    pub end: EndWords,
    /// The games saved in this browser.
    pub games: GamesWords,
    /// Settings.
    pub settings: SettingsWords,
    /// Playing at an online table.
    pub online: OnlineWords,
    /// The rules page.
    pub rules: RulesWords,
    /// Online tables, finished games, people and ratings.
    pub lobby: LobbyWords,
    /// Names, accounts and bots.
    pub account: AccountWords,
    /// Devices, and getting back into an account.
    pub security: SecurityWords,
    /// Mails.
    pub mail: MailWords,
    /// Why the server refuses a request.
    pub server: ServerWords,
    /// Moderation, reports and blocks.
    pub moderation: ModerationWords,
}

impl Words {
    /// A player by name, for messages that name who does something.
    pub const fn named<'a>(&'a self, name: &'a str) -> Who<'a> {
        Who::Named { name, phrases: &self.phrases }
    }

    /// A guild's space in a village: “Healer in A”.
    pub const fn space(&self, guild: usize, village: char) -> SpaceName<'_> {
        SpaceName { guild: &self.guilds[guild], village, phrases: &self.phrases }
    }

    /// Items in a sentence: “A”, “A and B”, “A, B and C”.
    pub fn list(&self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => format!("{} {} {last}", first.join(", "), self.phrases.and),
        }
    }

    /// Fails, while compiling, if a text does not fit its declaration.
    pub(crate) const fn check(&self) {
        let mut index = 0;
        while index < self.guilds.len() {
            self.guilds[index].check();
            index += 1;
        }
        index = 0;
        while index < self.clans.len() {
            self.clans[index].check();
            index += 1;
        }
        index = 0;
        while index < self.levels.len() {
            self.levels[index].check();
            index += 1;
        }
        self.phrases.check();
        self.count.check();
        self.choose.check();
        self.log.check();
        self.journey.check();
        self.refusals.check();
        self.faults.check();
        self.screen.check();
        self.help.check();
        self.keys.check();
        self.app.check();
        self.home.check();
        self.table.check();
        self.board.check();
        self.story.check();
        self.coach.check();
        self.end.check();
        self.games.check();
        self.settings.check();
        self.online.check();
        self.rules.check();
        self.lobby.check();
        self.account.check();
        self.security.check();
        self.mail.check();
        self.server.check();
        self.moderation.check();
    }
}

topic! {
    /// A clan. `colour` is the plain word, as in a list; `the`, `of`, `by` and `to` are the colour as a noun in a sentence:
    /// subject or object, owner, agent, recipient.
    ClanWords {
        labels { name, colour, the, of, by, to }
    }
}

topic! {
    /// A member of a guild. `name` is the plain word; `one` is an indefinite object, `the` a definite subject, `object` a definite
    /// object, `of` an owner, `to` a recipient.
    GuildWords {
        labels { name, one, the, object, of, to }
    }
}

topic! {
    /// A level of the computer players.
    LevelWords {
        labels { name, description }
    }
}

topic! {
    /// Parts of sentences: the forms of a player's name, and a guild's space in a village.
    PhraseWords {
        labels { and }
        messages { of(name: Text), by(name: Text), to(name: Text), space(guild: Text, village: Text) }
    }
}

topic! {
    /// Numbers of things.
    CountWords {
        messages { in_villages(n: Number), bridges_left(n: Number), turns(n: Number) }
    }
}

topic! {
    /// Choosing a move.
    ChooseWords {
        labels { place, recruit, origin, impossible }
        messages {
            turn(clan: Who),
            setup(clan: Who),
            recruit_second(space: Space),
            recruit_one(space: Space),
            destination(village: Text),
            must_pass(who: Who),
            enter_place(guild: Guild, village: Text),
            enter_first(space: Space),
            enter_recruit(first: Space, second: Space),
            enter_recruit_one(space: Space),
            enter_origin(village: Text),
            enter_journey(from: Text, to: Text),
            not_a_move(text: Text),
        }
    }
}

topic! {
    /// Moves that were played, without the full stop.
    LogWords {
        messages {
            place(who: Who, guild: Guild, village: Text),
            recruit_two(who: Who, first: Space, second: Space),
            recruit_one(who: Who, space: Space),
            journey(who: Who, from: Text, to: Text),
            pass(who: Who),
            changes(changes: Text),
            stones(n: Number, villages: Text),
        }
    }
}

topic! {
    /// What a journey will do.
    JourneyWords {
        labels { ends_game }
        messages {
            origin_tiles(from: Text, to: Text, origin: Number, destination: Number),
            origin_masters(from: Text, to: Text, tiles: Number, origin: Number, destination: Number),
            destination_tiles(from: Text, to: Text, origin: Number, destination: Number),
            destination_masters(from: Text, to: Text, tiles: Number, origin: Number, destination: Number),
            tie(from: Text, to: Text),
            becomes_master(guild: Guild, clan: Who),
            joins(guild: Guild, clan: Who),
            drives_out(guild: Guild, clan: Who, other: Who),
            drives_out_both(guild: Guild, clan: Who, other: Who),
            has_student(guild: Guild, clan: Who),
            occupied(guild: Guild, clan: Who, other: Who),
            bridge(bridge: Text),
            stone(village: Text),
            scores(scores: Text),
        }
    }
}

topic! {
    /// Why a move is illegal, in the order of the rules crate; and the rule it breaks.
    RefusalWords {
        labels { game_over, setup_only_places }
        messages {
            pass_not_forced(mv: Text),
            guild_already_placed(clan: Who, guild: Guild),
            setup_village_full(village: Text, tiles: Number, limit: Number),
            setup_clan_limit(village: Text, clan: Who, tiles: Number, limit: Number),
            village_out_of_play(village: Text),
            village_has_stone(village: Text),
            no_master_in_village(village: Text, clan: Who),
            space_occupied(space: Space, other: Who),
            no_tile_to_place(clan: Who, guild: Guild),
            no_own_master_empty(space: Space, clan: Who),
            no_own_master_other(space: Space, clan: Who, other: Who),
            has_student_already(space: Space),
            too_few_tiles(clan: Who, guild: Guild, needed: Number, supply: Number),
            same_master_twice(space: Space),
            second_student_possible(space: Space, also: Space),
            not_neighbours(from: Text, to: Text),
            bridge_down(bridge: Text),
            no_student_to_send(village: Text, clan: Who),
            rule(rule: Text),
        }
    }
}

topic! {
    /// What is wrong with a record, a link or a position: parts of a sentence, without a capital or a full stop.
    FaultWords {
        labels {
            bad_header, late_header, unterminated, not_a_move, unmatched_bracket, variation_without_move, link_incomplete, position_impossible,
            not_a_date,
        }
        messages {
            at(line: Number, column: Number, fault: Text),
            too_many_headers(limit: Number),
            repeated_header(name: Text),
            missing_header(name: Text),
            bad_value(name: Text, reason: Text),
            rules_version(supported: Number, version: Text),
            clan_not_seated(clan: Who),
            unreadable_from(column: Number),
            contradicts(name: Text),
            too_deep(limit: Number),
            illegal(mv: Text, reason: Text),
            wrong_result(name: Text),
            unknown_player(clan: Who),
            seat_count(clans: Number, players: Number),
            link_version(version: Text),
            link_move(number: Number),
            position_unreadable(column: Number),
        }
    }
}

topic! {
    /// The game in the terminal; the end of a game everywhere.
    ScreenWords {
        labels {
            title, masters, villages, stone, not_used, log, preview, you, person, paused, keys, prompt, resume_offer,
            hint_search, hint_more, no_undo, no_redo, not_now, over_stones, over_passes, save_denied, save_full,
        }
        messages {
            state(turn: Number, stones: Number, all: Number, bridges: Number),
            setup(turn: Number, last: Number),
            too_small(width: Number, height: Number),
            thinking(clan: Who, player: Text),
            viewing(turn: Text),
            saved(file: Text),
            resume(command: Text),
            save_failed(reason: Text),
            undone(turn: Text),
            redone(turn: Text),
            wins(who: Who, masters: Number, villages: Number),
            shared(winners: Text, masters: Number, villages: Number),
        }
    }
}

topic! {
    /// The help page: what each key does, and what the signs on the board mean.
    HelpWords {
        labels {
            title, cursor, choose, actions, back, notation, undo, redo, hint, history, scroll, pause, language, quit, mouse,
            signs, place, recruit, journey, end, close,
        }
    }
}

topic! {
    /// The names on the keys of a keyboard, as they are sold where the language is spoken.
    KeyWords {
        labels { enter, escape, space, home, end, page_up, page_down }
    }
}

topic! {
    /// What all screens of the app share.
    AppWords {
        labels {
            home, back, close, menu, games, record, puzzles, analysis, rules, settings, not_found, not_found_help, not_downloaded,
            bad_link, bad_link_help,
        }
    }
}

topic! {
    /// The home screen.
    HomeWords {
        labels {
            title_small, title_large, tagline, learn, new_game, players, three, four, seats, who_plays, person, computer,
            your_name, clan, setup, first_game, free_setup, fair_start, first_game_help, free_setup_help, fair_start_help, more, random_seats,
            twelve_stones, up_to_two, options_help, levels_title, try_it, start, resume, tutorial, tutorial_offer, tutorial_help,
            tutorial_resume, no_tutorial,
        }
        messages { with(names: Text), level_offer(n: Number, level: Text), lesson_of(n: Number, all: Number) }
    }
}

topic! {
    /// Playing a game.
    TableWords {
        labels {
            ask_turn, ask_setup, panel, your_turn, viewing_earlier_turn, over, players, supply, move_kinds, place, recruit, journey, wait, open_in_other_tab,
            play_here, not_your_turn, no_moves_in_the_past, enter_confirms, confirm, back, send, one_student, hint, undo, redo,
            review, play_hint, computer_restarts, not_saved, typed_move, reverse_direction, takes_empty, joins_own, no_room,
            back_to_supply, bridge_breaks, what_happened, nothing_yet, log, replay_since_my_turn, first_turn, previous_turn,
            next_turn, last_turn, replay, my_previous_turn, my_next_turn, back_to_game, threats, threats_help, nobody_can_travel,
            village, whole_board, empty_space, with_student, stronger, weaker, tied, board_in_words, keys, key_enter,
            share_game, share_position, link_copied, link_to_copy, export, leave, tip_goal, tip_place, tip_recruit,
            tip_journey, tip_strength, tip_setup, no_tips,
        }
        messages {
            ask_second(space: Space),
            ask_destination(village: Text),
            turn_of(name: Text),
            to_move(name: Text),
            turn_number(turn: Number),
            setup_turn(turn: Number, last: Number),
            turn_of_turns(turn: Number, last: Number),
            place_number(place: Number),
            stones(stones: Number, all: Number),
            hint_chance(percent: Number),
            percent(n: Number),
            fair_start(chances: Text),
            setup_of_day(day: Text, chances: Text),
            journey_title(from: Text, to: Text),
            strength_of(village: Text),
            drives_out(clan: Who),
            drives_out_both(clan: Who),
            occupied(clan: Who),
            at_peace(village: Text),
            journey_to(village: Text),
        }
    }
}

topic! {
    /// The board for screen readers.
    BoardWords {
        labels { label, help, at_peace, can_choose, can_place, can_recruit }
        messages {
            village(village: Text, tiles: Number, masters: Number),
            empty(space: Space),
            master(space: Space, clan: Who),
            with_student(space: Space, clan: Who),
            bridges_to(n: Number, villages: Text),
        }
    }
}

topic! {
    /// What happened, what threatens and what to do.
    StoryWords {
        labels {
            since_your_move, latest_moves, nothing_since, replay, you_pass, no_masters_change, passes, bot_pace, calm,
            quick, instant, danger, danger_help, safe, nothing_to_win, against_you, for_you, other_journeys,
            after_preparation, no_flip, may_end, may_end_soon,
        }
        messages {
            danger_help_for(who: Who),
            against_player(who: Who),
            for_player(who: Who),
            you_gain(n: Number, guilds: Text),
            you_lose(n: Number, guilds: Text),
            could_lose(n: Number),
            could_win(n: Number),
            drives_out_yours(who: Who, guilds: Text),
            your_masters(before: Number, after: Number),
            becomes_stronger(village: Text, others: Text),
            now_tied(village: Text, others: Text),
            hint_wins(n: Number),
            hint_costs(n: Number),
            hint_drives_out(names: Text),
            hint_threatens(from: Text, to: Text, n: Number),
        }
    }
}

topic! {
    /// Settings.
    SettingsWords {
        labels { language, theme, system_theme, light, dark, motion, off, fast, slow, sound, volume, sound_offer, sound_yes, sound_no, confirm, tips, teaching, notify }
    }
}

topic! {
    /// Playing at an online table.
    OnlineWords {
        labels {
            connecting, lost, lost_with_move, sending, outdated, waiting_room, everyone_here, invite, copy_link, reserved,
            reserved_for_you, join, sit_here, seat_computer, free_seat, fill, leave_seat, close_table, closed, rated, unrated,
            public, private, twelve_stones, one_or_two, random_seats, time_left, connected, disconnected, watching, your_time_ran_out,
            you_left, you_resigned, take_seat_back, request_takeback, takeback_requested, taken_back, yes, no, missed,
            leave_for_now, leave_for_now_help, leave, leave_help, resign, resign_help, resign_sure, rematch,
            join_rematch, watch_rematch, chat, chat_help, no_messages, hidden_line, earlier_chat, say, send, no_hints, no_reports, no_notifications,
            started, helped, vote_replace, vote_skip, vote_end, vote_about_you, you_were_replaced, you_were_skipped, ended,
            elsewhere_vote,
            elsewhere_turn, elsewhere_started, elsewhere_finished, elsewhere_takeback, elsewhere_time, elsewhere_rematch,
            not_found, not_found_help,
        }
        messages {
            move_refused(reason: Text),
            missing(n: Number),
            join_as(name: Text),
            days_hours(days: Number, hours: Number),
            standing_in(level: Text),
            resigned_seat(level: Text),
            rating_change(before: Text, after: Text),
            vote_about(name: Text),
            voted(name: Text, choice: Text),
            replaced(name: Text),
            skipped(name: Text),
            spectators(n: Number),
            requests_takeback(name: Text),
            declined_takeback(name: Text),
            chat_unread(n: Number),
            closed_by_moderator(reason: Text),
            mute(name: Text),
            unmute(name: Text),
            joined(name: Text),
            time_ran_out(name: Text),
            left(name: Text),
            resigned(name: Text),
            returned(name: Text),
        }
    }
}

topic! {
    /// The rules as the app teaches them.
    RulesWords {
        labels {
            contents, idea_title, idea, no_luck, board_title, board, guilds, clans, clans_help, tiles_title, tiles, supply,
            empty_space, master, master_with_student, badge, setup_title, setup_first, setup_free, setup_limits, players_4,
            players_3, setup_then, turn_title, turn, place_title, place, recruit_title, recruit, journey_title, journey,
            from_stronger, from_weaker, steps, before, on_the_way, after, strength_title, strength, strength_tiles,
            strength_masters, strength_tie, fates_title, fates, fate_master, fate_master_when, fate_student,
            fate_student_when, fate_drive, fate_drive_when, fate_back, fate_back_when, bridges_title, bridges, end_title, end,
            tie_break, three_title, three, three_first_game, options_title, last_stone, questions_title, pass_question, pass_answer,
            all_pass_question, all_pass_answer, own_master_question, own_master_answer, others_question, others_answer,
            weaker_question, weaker_answer, setup_question, setup_answer, first_question, first_answer, play, tutorial, strategy,
        }
        messages { limit_tiles(tiles: Number), limit_clan(tiles: Number) }
    }
}

topic! {
    /// Online tables, finished games, people and ratings.
    LobbyWords {
        labels {
            title, play_now, play_now_help, friends, friends_help, tables, finished, ratings, loading, no_server, server_lost, without_server,
            try_again, intro, open_table, my_games, open_tables, nobody_yet, open, join, watch, free_seat, deleted_player,
            closed, rated, free_setup, private, replay, any_number, no_games, older, player, search, people_only, with_bots,
            opponents, nobody_rated, rating, games, wins, how_rated, profile, latest_games, no_ratings, mute, create, me,
            open_seat, visibility, private_table, public_table, private_help, public_help, clock, no_clock,
            live_clock, days_clock, no_clock_help, live_clock_help, days_clock_help, minutes_and_seconds, minutes,
            seconds, days_per_turn, spectators, bots_may_join, rated_game, rated_needs_account,
        }
        messages {
            seats_free(n: Number),
            won_by(names: Text),
            shared_by(names: Text),
            with_stand_in(name: Text),
            days(n: Number),
            per_turn(time: Text),
            left(time: Text),
            results(games: Number, wins: Text),
            since(kind: Text, date: Text),
        }
    }
}

topic! {
    /// Names, accounts and bots.
    AccountWords {
        labels {
            title, about, guest, account, bot, public, see_profile, sign_out, sign_in, sign_up, account_created, name, your_name,
            name_help, password, password_help, rename, saved, old_password, new_password, change_password,
            password_changed, data, data_help, export, delete, delete_sure, deleted, bots, no_bots, bot_name, new_bot, token,
            token_copied, copy, bot_sure,
        }
        messages { you_are(name: Text, kind: Text), bots_help(document: Text), token_once(name: Text) }
    }
}

topic! {
    /// Devices, and getting back into an account.
    SecurityWords {
        labels {
            devices, devices_help, this_device, unknown_device, sign_out_others, sign_out_everywhere, signed_out_others, sign_out_also, revoke_tokens, password_saved, new_token, recovery, recovery_help, codes, new_codes, codes_once, codes_copied, email, email_help, email_address, set_email, remove_email, email_sent, email_removed, no_mail, forgotten, forgotten_title, by_mail, by_mail_help, send_link, link_sent, by_code, by_code_help, code, set_password, password_set, reset_title, verify_title, verified, passkeys, passkeys_help, passkey_name, passkey_name_help, add_passkey, passkey_added, remove_passkey, remove_passkeys, sign_in_with_passkey, passkey_failed, passkey_not_added, passkeys_unsupported, password_and_passkeys,
        }
        messages { device(browser: Text, system: Text), last_used(date: Text), added_on(date: Text), codes_left(n: Number), email_is(address: Text) }
    }
}

topic! {
    /// Mails about accounts.
    MailWords {
        labels { verify_subject, reset_subject }
        messages { verify_text(name: Text, link: Text), reset_text(name: Text, link: Text) }
    }
}

topic! {
    /// Why the server refuses a request, by its codes; and that it does not answer.
    ServerWords {
        labels {
            unreachable, unexpected, not_found, not_signed_in, needs_account, not_for_bots, not_seated, not_host,
            not_your_turn, your_turn, outdated, on_vacation, no_vacation, stale, wrong_phase, seat_taken, already_seated, stood_in, resigned,
            rated_game, nothing_to_take_back, seats_free, bad_name, hidden_in_name, mixed_scripts, name_taken,
            name_too_similar, bad_password, wrong_password, bad_email, bad_address, email_taken, no_mail, wrong_code, link_expired, wrong_passkey, no_passkeys,
            last_way_in, bad_text,
            too_many, foreign_origin, bad_message, not_stored, failed, needs_role, banned, muted, blocked,
        }
        messages { too_fast(seconds: Number) }
    }
}

topic! {
    /// Moderation, reports and blocks.
    ModerationWords {
        labels {
            title, reports, people, tables, audit, fair_play, open, taken, resolved, no_reports, take, uphold, dismiss,
            reason, reason_help, hide_line, show_line, remove_line, hidden, removed, search, find, nobody_found, no_tables,
            mute, unmute, ban, unban, duration, for_hour, for_day, for_week, for_good, close_table, close_tournament, see_chat, no_entries,
            operator, grant, revoke, ban_network, unban_network, reset_link, reset_link_help, moderator, administrator,
            agreement, agreement_help, thinking_times, companions, no_games, nobody, report, report_help, what_is_wrong,
            report_sent, block, block_help, blocked_people, nobody_blocked, unblock, networks, network, network_help,
            bad_network, no_networks, administrators_only, muted_for_good, banned_for_good, banned_help,
        }
        messages {
            report_line(by: Text, about: Text),
            taken_by(name: Text),
            muted_until(date: Text),
            banned_until(date: Text),
            you_are_banned(date: Text),
            ban_reason(reason: Text),
            agreed(agreed: Number, moves: Number),
            comparing(n: Number),
            below_seconds(n: Number),
            longer(n: Number),
            games_together(n: Number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::template::without_placeholders;

    impl Words {
        pub(crate) fn texts(&self) -> Vec<(&'static str, &'static str)> {
            let mut texts = Vec::new();
            self.clans.iter().for_each(|clan| texts.extend(clan.texts()));
            self.guilds.iter().for_each(|guild| texts.extend(guild.texts()));
            self.levels.iter().for_each(|level| texts.extend(level.texts()));
            texts.extend(self.phrases.texts());
            texts.extend(self.count.texts());
            texts.extend(self.choose.texts());
            texts.extend(self.log.texts());
            texts.extend(self.journey.texts());
            texts.extend(self.refusals.texts());
            texts.extend(self.faults.texts());
            texts.extend(self.screen.texts());
            texts.extend(self.help.texts());
            texts.extend(self.keys.texts());
            texts.extend(self.app.texts());
            texts.extend(self.home.texts());
            texts.extend(self.table.texts());
            texts.extend(self.board.texts());
            texts.extend(self.story.texts());
            texts.extend(self.coach.texts());
            texts.extend(self.end.texts());
            texts.extend(self.games.texts());
            texts.extend(self.settings.texts());
            texts.extend(self.online.texts());
            texts.extend(self.rules.texts());
            texts.extend(self.lobby.texts());
            texts.extend(self.account.texts());
            texts.extend(self.security.texts());
            texts.extend(self.mail.texts());
            texts.extend(self.server.texts());
            texts.extend(self.moderation.texts());
            texts
        }
    }

    #[test]
    fn texts_are_present_and_tidy() {
        for language in Language::ALL {
            for (key, text) in language.all_texts() {
                assert!(!text.is_empty() && text.trim() == text && !text.contains("  "), "{language} {key}: {text:?}");
                assert!(
                    !text.contains(" …") && !text.contains("..."),
                    "{language} {key}: {text:?} – an ellipsis is “…”"
                );
                assert!(!text.contains('\''), "{language} {key}: {text:?} – an apostrophe is “’”");
            }
        }
    }

    #[test]
    fn sentences_are_translated() {
        // A text of placeholders alone is the same everywhere, and so are some single words.
        let is_word = |word: &&str| word.contains(char::is_alphabetic);
        let is_sentence = |text: &str| without_placeholders(text).split_whitespace().filter(is_word).count() > 1;
        let english = Language::English.all_texts();
        for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
            for ((key, text), (_, other)) in english.iter().zip(language.all_texts()) {
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

    #[test]
    fn clans_and_players_are_inflected() {
        let words = Language::Italian.words();
        let red = Who::Clan(&words.clans[0]);
        assert_eq!(words.table.drives_out(red), words.table.drives_out(Who::Clan(&words.clans[0])));
        let english = Language::English.words();
        let drives_out = |other| english.journey.drives_out(&english.guilds[6], Who::Clan(&english.clans[0]), other);
        assert_eq!(
            drives_out(Who::Clan(&english.clans[1])),
            "Healer (red) drives out blue’s master and takes its place."
        );
        assert_eq!(drives_out(english.named("Ada")), "Healer (red) drives out Ada’s master and takes its place.");
    }

    #[test]
    fn french_punctuation_follows_a_narrow_no_break_space() {
        for (key, text) in Language::French.all_texts() {
            // After a “·” the sign is a key to press, not punctuation.
            let signs = [" ;", " :", " !", " ?", " %", " »", "« "];
            let wrong = signs.into_iter().find(|sign| text.replace("· ", "·").contains(sign));
            assert_eq!(wrong, None, "{key}: {text:?}");
        }
    }

    #[test]
    fn french_contracts_articles_and_counts_zero_in_the_singular() {
        let words = Language::French.words();
        let refusal = |guild| words.refusals.same_master_twice(words.space(guild, 'A'));
        assert!(refusal(6).ends_with("pas tous les deux au Guérisseur en A."));
        assert!(refusal(1).ends_with("pas tous les deux à l’Astrologue en A."));
        assert_eq!([0_u8, 1, 2].map(|n| words.count.turns(n)), ["0 tour", "1 tour", "2 tours"]);
    }

    #[test]
    fn a_sentence_starts_with_a_capital_but_a_name_is_left_alone() {
        let words = Language::English.words();
        assert_eq!(words.log.pass(Who::Clan(&words.clans[0])), "Red has no legal move and passes");
        assert_eq!(words.log.pass(words.named("ada")), "ada has no legal move and passes");
        assert_eq!(words.refusals.has_student_already(words.space(6, 'A')), "The Healer in A already has a student.");
    }

    #[test]
    fn lists_end_in_and() {
        let words = Language::English.words();
        let list = |items: &[&str]| words.list(&items.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(
            [list(&[]), list(&["A"]), list(&["A", "B"]), list(&["A", "B", "C"])],
            ["", "A", "A and B", "A, B and C"]
        );
    }
}
