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
        let english = Language::English.words().texts();
        for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
            for ((key, text), (_, other)) in english.iter().zip(language.words().texts()) {
                assert!(*text != other || !text.contains(' '), "{language} {key} is still English: {text:?}");
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
