//! Why a move misses the goal of a lesson, in words.

use shangrila_i18n::{Language, Words};
use shangrila_rules::{Clan, Move, Position, Village};

use crate::wording;

/// Why a move misses the goal of a lesson.
#[derive(Clone, PartialEq, Debug)]
pub enum Miss {
    /// The goal takes a placement.
    WantsPlace,
    /// The goal takes a recruitment.
    WantsRecruit,
    /// The goal takes a journey.
    WantsJourney,
    /// Another village with masters of the learner has more tiles.
    FewerTiles {
        /// Where the master was to be placed.
        village: Village,
        /// The strongest village.
        best: Village,
    },
    /// No village becomes stronger than the rival's.
    NotAbove,
    /// The students are in different villages.
    Apart,
    /// The origin is stronger, but no student meets another clan's master.
    NobodyThere,
    /// The origin is not stronger.
    NotStronger,
    /// The journey wins fewer than two masters.
    TooFew {
        /// The masters it wins.
        masters: usize,
    },
    /// No village with masters of the learner gets a stone.
    NoStone,
    /// The game does not end.
    GoesOn,
    /// The game ends, and somebody else wins it or shares the victory.
    NotWon,
    /// The learner has no other master in the village.
    NoCompany {
        /// Where the master was to be placed.
        village: Village,
    },
    /// The others can prevent the win.
    Refuted {
        /// How.
        answers: Vec<(Clan, Move)>,
    },
}

impl Miss {
    /// The reason in a sentence or two. `position` is the one before the move.
    pub fn words(&self, words: &Words, language: Language, position: &Position) -> String {
        let common = &language.tutorial().common;
        let label = match self {
            Miss::FewerTiles { village, best } => {
                let tiles = |village: Village| position.strength(village).tiles;
                let names = (wording::village(*village), wording::village(*best));
                return common.fewer_tiles(names.0, tiles(*village), names.1, tiles(*best));
            }
            Miss::TooFew { masters } => return common.too_few(*masters),
            Miss::NoCompany { village } => return common.no_company(wording::village(*village)),
            Miss::Refuted { answers } => {
                let said = |&(clan, mv): &(Clan, Move)| wording::move_words(words, wording::clan(words, clan), mv);
                return common.refuted(answers.iter().map(said).collect::<Vec<_>>().join("; "));
            }
            Miss::WantsPlace => common.wants_place,
            Miss::WantsRecruit => common.wants_recruit,
            Miss::WantsJourney => common.wants_journey,
            Miss::NotAbove => common.not_above,
            Miss::Apart => common.apart,
            Miss::NobodyThere => common.nobody_there,
            Miss::NotStronger => common.not_stronger,
            Miss::NoStone => common.no_stone,
            Miss::GoesOn => common.goes_on,
            Miss::NotWon => common.not_won,
        };
        label.to_string()
    }
}
