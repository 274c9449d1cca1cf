//! Tournaments in words.

use shangrila_i18n::{TournamentWords, Words};
use shangrila_protocol::{
    PersonId, PersonOrLevel, Phase, TournamentEntry, TournamentFormat, TournamentPhase, TournamentSummary,
    TournamentView,
};

use super::super::table_text::{clock_text, decimal, player_name};

/// The format of a tournament.
pub(super) fn format_name(words: &TournamentWords, format: TournamentFormat) -> &'static str {
    match format {
        TournamentFormat::Swiss => words.swiss,
        TournamentFormat::Knockout { .. } => words.knockout,
        TournamentFormat::Duplicate => words.duplicate,
    }
}

/// What a format means.
pub(super) fn format_help(words: &TournamentWords, format: TournamentFormat) -> &'static str {
    match format {
        TournamentFormat::Swiss => words.swiss_help,
        TournamentFormat::Knockout { .. } => words.knockout_help,
        TournamentFormat::Duplicate => words.duplicate_help,
    }
}

/// The stage of a tournament.
pub(super) fn phase_text(words: &TournamentWords, summary: &TournamentSummary) -> String {
    match summary.phase {
        TournamentPhase::Open => words.open.to_string(),
        TournamentPhase::Running if matches!(summary.settings.format, TournamentFormat::Knockout { .. }) => {
            words.round(summary.round)
        }
        TournamentPhase::Running => words.round_of(summary.round, summary.settings.rounds),
        TournamentPhase::Finished => words.finished.to_string(),
        TournamentPhase::Cancelled => words.cancelled.to_string(),
    }
}

/// The settings of a tournament in a line.
pub(super) fn settings_line(words: &Words, own: &TournamentWords, summary: &TournamentSummary) -> String {
    let settings = &summary.settings;
    let mut parts = vec![format_name(own, settings.format).to_string(), clock_text(words, settings.clock)];
    parts.extend(settings.rated.then(|| words.lobby.rated.to_string()));
    parts.push(own.entered(summary.players));
    parts.join(" · ")
}

/// The name of a tournament, also after its director was deleted.
pub(super) fn title_of<'a>(own: &TournamentWords, summary: &'a TournamentSummary) -> std::borrow::Cow<'a, str> {
    if summary.settings.name.is_empty() {
        format_name(own, summary.settings.format).into()
    } else {
        summary.settings.name.as_str().into()
    }
}

/// The name of an entry.
pub(super) fn entry_name(words: &Words, entries: &[TournamentEntry], number: u16) -> String {
    let entry = entries.get(usize::from(number));
    match entry.map(|entry| &entry.player) {
        // Several computer players of a level are told apart by their number.
        Some(PersonOrLevel::Level(_)) => {
            format!("{} {}", player_name(words, entry.map(|entry| &entry.player)), number + 1)
        }
        Some(PersonOrLevel::Person(person)) if person.name.is_empty() => "–".to_string(),
        player => player_name(words, player),
    }
}

/// A number of points. Where points are compared, with a sign.
pub(super) fn points_text(words: &Words, thousandths: i64, is_compared: bool) -> String {
    let hundredths = (thousandths as f64 / 10.0).round() as i64;
    let size = decimal(words, hundredths.abs() as f64 / 100.0);
    match hundredths {
        ..=-1 => format!("\u{2212}{size}"),
        1.. if is_compared => format!("+{size}"),
        _ => size,
    }
}

/// The number of this person's entry, if they have entered.
pub(super) fn entry_of(view: &TournamentView, person: &PersonId) -> Option<u16> {
    let is_theirs = |entry: &TournamentEntry| entry.player.person().is_some_and(|one| one.id == *person);
    view.entries.iter().position(is_theirs).map(|number| number as u16)
}

/// Where an entry plays now; `Err` if it has no game in the current round.
pub(super) fn game_of(view: &TournamentView, entry: u16) -> Option<Result<String, ()>> {
    let round = view.rounds.last()?;
    if round.byes.contains(&entry) {
        return Some(Err(()));
    }
    let table = round.tables.iter().find(|table| table.seats.contains(&entry))?;
    matches!(table.phase, Phase::Waiting | Phase::Playing).then(|| Ok(table.table.to_string()))
}

#[cfg(test)]
mod tests {
    use shangrila_i18n::Language;

    use super::*;

    #[test]
    fn points_are_whole_or_have_two_decimals() {
        let words = Language::German.words();
        let text = |thousandths, is_compared| points_text(words, thousandths, is_compared);
        assert_eq!(text(12_000, false), "12");
        assert_eq!(text(1_333, true), "+1,33");
        assert_eq!(text(-250, true), "\u{2212}0,25");
        assert_eq!(text(0, true), "0");
        assert_eq!(text(4, true), "0", "what is too small to show has no sign");
    }
}
