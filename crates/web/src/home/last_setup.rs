//! The set-up of the last game that was started here, for the next one.

use shangrila_ai::Level;
use shangrila_rules::{Clan, GameOptions};

use crate::browser;

const KEY: &str = "shangrila.setup";

/// Everything the form for a new game asks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LastSetup {
    pub(super) seats: [SavedSeat; 4],
    pub(super) count: usize,
    pub(super) first_game: bool,
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
        let start = if self.first_game { "first" } else { "free" };
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
        let (first_game, drawn) = (general.next()? == "first", general.next()? == "drawn");
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
        all_clans.then_some(LastSetup { seats, count, first_game, drawn, options })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{RecruitRule, Stones};

    #[test]
    fn set_ups_survive_saving_and_other_texts_are_ignored() {
        let seat = |clan, level, name: &str| SavedSeat { clan, level, name: name.to_string() };
        for options in [GameOptions::default(), GameOptions { stones: Stones::Twelve, recruit: RecruitRule::UpToTwo }] {
            let setup = LastSetup {
                seats: [
                    seat(Clan::Violet, None, "Ada of the Hill"),
                    seat(Clan::Red, Some(Level::Goatherd), ""),
                    seat(Clan::Blue, Some(Level::Companion), ""),
                    seat(Clan::Yellow, None, ""),
                ],
                count: 3,
                first_game: false,
                drawn: true,
                options,
            };
            assert_eq!(LastSetup::parse(&setup.text()), Some(setup));
        }
        let clan_twice = "4 first fixed \nr person \nr person \nv person \ny person ";
        for text in ["", "5 first fixed ", "4 first fixed \nr person", clan_twice] {
            assert_eq!(LastSetup::parse(text), None, "{text}");
        }
    }
}
