//! The texts of two players with two clans each. They are apart from [`Words`](crate::Words) because a first visit does not need them, and
//! those of the rules page are apart from those of the online tables because the browser downloads the two with different screens.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// Two players with two clans each, at an online table.
    PairsWords {
        labels {
            two, help, what_counts, sum, weaker, sum_help, weaker_help, sum_counts, weaker_counts, shared, you_won, you_lost,
            no_report,
        }
        messages {
            won(name: Text, own: Number, other: Number),
            won_weaker(name: Text, own: Number, other: Number),
            won_resigned(name: Text),
            tie_break(name: Text),
        }
    }
}

topic! {
    /// Two players with two clans each, on the rules page.
    PairRulesWords {
        labels { title, players, agree, sum, weaker, equal }
    }
}

impl Language {
    /// The words of games of two players.
    pub const fn pairs(self) -> &'static PairsWords {
        match self {
            Language::English => &en::PAIRS,
            Language::German => &de::PAIRS,
            Language::Italian => &it::PAIRS,
            Language::Dutch => &nl::PAIRS,
            Language::French => &fr::PAIRS,
        }
    }

    /// The rules of games of two players.
    pub const fn pair_rules(self) -> &'static PairRulesWords {
        match self {
            Language::English => &en::PAIR_RULES,
            Language::German => &de::PAIR_RULES,
            Language::Italian => &it::PAIR_RULES,
            Language::Dutch => &nl::PAIR_RULES,
            Language::French => &fr::PAIR_RULES,
        }
    }
}
