//! What a game that begins with a fair set-up notes about it in its record: the chances of its seats, and the day whose set-up it is.

use core::fmt;
use core::str::FromStr;

use shangrila_rules::GameOptions;
use shangrila_rules::record::Date;

use crate::fair_setup::FairSetup;

/// The fair start of a game. As text, the seats' chances in thousandths and the day, if any: `251 249 252 248 2026-11-18`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FairStart {
    /// In thousandths, in turn order.
    chances: Vec<u16>,
    day: Option<Date>,
}

impl FairStart {
    /// The fair start of a game with this set-up; `day` if it is the set-up of a day. `None` if the game has rule options: the chances
    /// were judged without.
    pub fn of(setup: &FairSetup, day: Option<Date>, options: GameOptions) -> Option<FairStart> {
        let chances = setup.chances().map(|chance| (chance * 1000.0).round() as u16).collect();
        (options == GameOptions::default()).then_some(FairStart { chances, day })
    }

    /// Each seat's chance of winning in percent, in turn order.
    pub fn percents(&self) -> impl ExactSizeIterator<Item = u16> {
        self.chances.iter().map(|chance| (chance + 5) / 10)
    }

    /// The day, in UTC, whose set-up this is.
    pub const fn day(&self) -> Option<Date> {
        self.day
    }
}

impl fmt::Display for FairStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields: Vec<String> = self.chances.iter().map(u16::to_string).collect();
        fields.extend(self.day.map(|day| day.to_string()));
        f.write_str(&fields.join(" "))
    }
}

/// A text that is not a fair start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFairStartError;

impl fmt::Display for ParseFairStartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the chances of three or four seats in thousandths, and perhaps a date")
    }
}

impl core::error::Error for ParseFairStartError {}

impl FromStr for FairStart {
    type Err = ParseFairStartError;

    fn from_str(text: &str) -> Result<FairStart, ParseFairStartError> {
        let mut fields: Vec<&str> = text.split(' ').collect();
        let day = fields.last().and_then(|last| last.parse().ok());
        if day.is_some() {
            fields.pop();
        }
        let chance = |field: &&str| field.parse().ok().filter(|&chance: &u16| chance <= 1000);
        let chances: Option<Vec<u16>> = fields.iter().map(chance).collect();
        let chances = chances.filter(|chances| (3..=4).contains(&chances.len())).ok_or(ParseFairStartError)?;
        Ok(FairStart { chances, day })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{RecruitRule, Stones};

    #[test]
    fn fair_starts_survive_a_record_and_other_texts_are_refused() {
        let setup: FairSetup = "mebgjif kdfehaj hlkagmi 345 328 327".parse().unwrap();
        for day in [None, Date::new(2026, 11, 18)] {
            let start = FairStart::of(&setup, day, GameOptions::default()).unwrap();
            assert_eq!(start.to_string().parse(), Ok(start.clone()));
            assert_eq!(start.percents().collect::<Vec<_>>(), [35, 33, 33]);
            assert_eq!(start.day(), day);
        }
        for text in ["", "250", "250 250 250 250 250", "2000 1 1", "-1 2 3", "2026-11-18", "250 250 250 2026-02-30"] {
            assert_eq!(text.parse::<FairStart>(), Err(ParseFairStartError), "{text}");
        }
    }

    #[test]
    fn rule_options_change_the_chances() {
        let setup: FairSetup = "mebgjif kdfehaj hlkagmi 345 328 327".parse().unwrap();
        let options = GameOptions { stones: Stones::Twelve, recruit: RecruitRule::Two };
        assert_eq!(FairStart::of(&setup, None, options), None);
    }
}
