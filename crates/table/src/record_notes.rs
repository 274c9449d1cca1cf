//! What a saved game notes about itself beyond the rules, in headers of its record: its title, that it came
//! from a link, that a player has resigned, that its set-up is fair, that two people played two clans each.

use shangrila_rules::record::GameRecord;
use shangrila_rules::{Clan, PairScoring};

use crate::fair_start::FairStart;

const SHARED: &str = "Shared";
const RESIGNED: &str = "Resigned";
const FAIR_START: &str = "FairStart";
const PAIRS: &str = "Pairs";
const TITLE: &str = "Event";

/// The title of a game or an analysis.
pub fn title(record: &GameRecord) -> Option<&str> {
    value(record, TITLE)
}

/// Sets the title, or removes it if it is empty.
pub fn set_title(record: &mut GameRecord, title: &str) {
    let title = title.trim();
    set(record, TITLE, (!title.is_empty()).then(|| title.to_string()));
}

/// Whether the game came from a link, so that the people in it are not those at this screen.
pub fn is_shared(record: &GameRecord) -> bool {
    value(record, SHARED).is_some()
}

/// The clan whose player has resigned.
pub fn resigned_clan(record: &GameRecord) -> Option<Clan> {
    let name = value(record, RESIGNED)?;
    record.start.position().seats().iter().find(|clan| clan.to_string() == name)
}

/// Whether nobody moves any more: the game is over, or someone has resigned.
pub fn is_finished(record: &GameRecord) -> bool {
    resigned_clan(record).is_some() || record.final_position().is_over()
}

/// The fair start of the game. `None` if it has none, or one for another number of seats.
pub fn fair_start(record: &GameRecord) -> Option<FairStart> {
    let start: FairStart = value(record, FAIR_START)?.parse().ok()?;
    Some(start).filter(|start| start.percents().len() == record.start.position().seats().count())
}

/// What counted in a game of two players with two clans each; `None` for other games.
pub fn pairs(record: &GameRecord) -> Option<PairScoring> {
    match value(record, PAIRS)? {
        "sum" => Some(PairScoring::Sum),
        "weaker" => Some(PairScoring::Weaker),
        _ => None,
    }
}

/// Notes that two players have two clans each, and what counts for them.
pub fn set_pairs(record: &mut GameRecord, pairs: Option<PairScoring>) {
    let name = pairs.map(|pairs| match pairs {
        PairScoring::Sum => "sum",
        PairScoring::Weaker => "weaker",
    });
    set(record, PAIRS, name.map(str::to_string));
}

pub(crate) fn set_shared(record: &mut GameRecord, shared: bool) {
    set(record, SHARED, shared.then(|| "yes".to_string()));
}

/// Notes whose player has resigned, so that nobody moves any more.
pub fn set_resigned(record: &mut GameRecord, clan: Option<Clan>) {
    set(record, RESIGNED, clan.map(|clan| clan.to_string()));
}

pub(crate) fn set_fair_start(record: &mut GameRecord, start: Option<&FairStart>) {
    set(record, FAIR_START, start.map(FairStart::to_string));
}

fn value<'a>(record: &'a GameRecord, name: &str) -> Option<&'a str> {
    record.other_headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
}

fn set(record: &mut GameRecord, name: &str, value: Option<String>) {
    record.other_headers.retain(|(header, _)| header != name);
    record.other_headers.extend(value.map(|value| (name.to_string(), value)));
}
