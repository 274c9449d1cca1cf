//! The texts of the strategy page, apart from [`Words`](crate::Words) like those of the tutorial: the browser downloads them with the page.
//! The figures are arguments, so that every language states the same ones.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// What the strongest computer player has taught us.
    StrategyWords {
        labels {
            title, intro, open, source, seats_title, card_title, setup_title, students_title, rhythm_title, travel_title, bridge_title, villages_title, close_title,
        }
        messages {
            seats(four: Text, three: Text),
            card(four: Text, three: Text),
            setup(games: Number, first: Text, first_share: Number, second: Text, second_share: Number),
            students(worth: Text, low: Text, high: Text, late: Text),
            rhythm(place_early: Number, journey_early: Number, place_late: Number, journey_late: Number, recruit: Number),
            travel(share: Number, students: Text, gained: Text, attacks: Number),
            bridge(share: Number, gained: Text),
            villages(least: Text, most: Text, contested: Text, quiet: Text),
            close(lead: Text, villages: Number, shared: Number),
        }
    }
}

impl Language {
    /// What the strategy page says.
    pub const fn strategy(self) -> &'static StrategyWords {
        match self {
            Language::English => &en::STRATEGY,
            Language::German => &de::STRATEGY,
            Language::Italian => &it::STRATEGY,
            Language::Dutch => &nl::STRATEGY,
            Language::French => &fr::STRATEGY,
        }
    }
}
