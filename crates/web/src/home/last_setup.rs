//! The set-up of the last game that was started here, for the next one.

use shangrila_ai::Level;
use shangrila_rules::{Clan, GameOptions};

use super::fair_start::FairChoice;
use crate::browser;
use crate::setup_controls::SetupChoice;

const KEY: &str = "shangrila.setup";
/// Stands for the fair set-up of the day.
const TODAY: &str = "daily";

/// Everything the form for a new game asks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LastSetup {
    pub(super) seats: [SavedSeat; 4],
    pub(super) count: usize,
    pub(super) setup: SetupChoice,
    /// Which set-up a fair start has.
    pub(super) fair: FairChoice,
    pub(super) drawn: bool,
    pub(super) options: GameOptions,
}

/// Who sat on a seat.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SavedSeat {
    pub(super) clan: Clan,
    /// `None` for a person.
    pub(super) level: Option<Level>,
    pub(super) name: String,
}

impl LastSetup {
    /// The saved set-up; `None` if there is none, or if another version has written something else.
    pub(super) fn load() -> Option<LastSetup> {
        LastSetup::parse(&browser::storage()?.get_item(KEY).ok().flatten()?)
    }

    pub(super) fn save(&self) {
        // Without storage, the next form starts with the defaults.
        let _ = browser::storage().map(|storage| storage.set_item(KEY, &self.text()));
    }

    /// A line of general choices, then a line for each seat: clan, level or `person`, and the name.
    fn text(&self) -> String {
        let start = match (self.setup, self.fair) {
            (SetupChoice::Fair, FairChoice::Today) => TODAY,
            _ => self.setup.id(),
        };
        let order = if self.drawn { "drawn" } else { "fixed" };
        let mut text = format!("{} {start} {order} {}", self.count, self.options);
        for SavedSeat { clan, level, name } in &self.seats {
            let name: String = name.chars().filter(|letter| !letter.is_control()).collect();
            text += &format!("\n{} {} {name}", clan.letter(), level.map_or("person", Level::id));
        }
        text
    }

    fn parse(text: &str) -> Option<LastSetup> {
        let mut lines = text.split('\n');
        let mut general = lines.next()?.splitn(4, ' ');
        let count = general.next()?.parse().ok().filter(|count| (3..=4).contains(count))?;
        let start = general.next()?;
        let setup = SetupChoice::ALL.into_iter().find(|setup| setup.id() == start);
        let setup = setup.or((start == TODAY).then_some(SetupChoice::Fair))?;
        let fair = if start == SetupChoice::Fair.id() { FairChoice::Random } else { FairChoice::Today };
        let drawn = general.next()? == "drawn";
        let options = general.next()?.parse().ok()?;
        let seat = |line: &str| {
            let mut fields = line.splitn(3, ' ');
            let clan = fields.next()?.chars().next().and_then(Clan::from_letter)?;
            let id = fields.next()?;
            let level = Level::ALL.into_iter().find(|level| level.id() == id);
            (level.is_some() || id == "person").then(|| SavedSeat {
                clan,
                level,
                name: fields.next().unwrap_or_default().to_string(),
            })
        };
        let seats: [SavedSeat; 4] = lines.map(seat).collect::<Option<Vec<_>>>()?.try_into().ok()?;
        let all_clans = Clan::ALL.iter().all(|&clan| seats.iter().any(|seat| seat.clan == clan));
        all_clans.then_some(LastSetup { seats, count, setup, fair, drawn, options })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{RecruitRule, Stones};

    #[test]
    fn set_ups_survive_saving_and_other_texts_are_ignored() {
        let seat = |clan, level, name: &str| SavedSeat { clan, level, name: name.to_string() };
        let starts = [
            (SetupChoice::FirstGame, FairChoice::Today),
            (SetupChoice::Free, FairChoice::Today),
            (SetupChoice::Fair, FairChoice::Today),
            (SetupChoice::Fair, FairChoice::Random),
        ];
        let options = [GameOptions::default(), GameOptions { stones: Stones::Twelve, recruit: RecruitRule::UpToTwo }];
        for ((start, fair), options) in starts.into_iter().zip(options.into_iter().cycle()) {
            let setup = LastSetup {
                seats: [
                    seat(Clan::Violet, None, "Ada of the Hill"),
                    seat(Clan::Red, Some(Level::Goatherd), ""),
                    seat(Clan::Blue, Some(Level::Companion), ""),
                    seat(Clan::Yellow, None, ""),
                ],
                count: 3,
                setup: start,
                fair,
                drawn: true,
                options,
            };
            assert_eq!(LastSetup::parse(&setup.text()), Some(setup));
        }
        let clan_twice = "4 first fixed \nr person \nr person \nv person \ny person ";
        let unknown = "4 other fixed \nr person \nb person \nv person \ny person ";
        for text in ["", "5 first fixed ", "4 first fixed \nr person", clan_twice, unknown] {
            assert_eq!(LastSetup::parse(text), None, "{text}");
        }
    }
}
