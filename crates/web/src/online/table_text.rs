//! Tables, clocks and numbers as text, and the order of table lists.

use shangrila_i18n::{MeetingWords, PairsWords, Words};
use shangrila_protocol::{
    LevelId, Opening, Pairs, PersonId, PersonOrLevel, Phase, RatingChange, SeatedPlayer, TableSettings, TableSummary,
    TimeControl, Visibility, VoteChoice,
};
use shangrila_rules::{Clan, OPENING_MASTERS, Seat};
use shangrila_table::{TurnNumber, wording};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// What a user can do with a table in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableAction {
    /// Return to their own seat.
    Return,
    /// Take a free seat.
    Join,
    /// Watch the game.
    Watch,
}

/// Whether it is this person's turn at the table.
pub(crate) fn is_turn_of(table: &TableSummary, person: &PersonId) -> bool {
    let seat = table.next.and_then(|seat| table.seats.get(seat.index()));
    table.phase == Phase::Playing && seat.is_some_and(|seat| seat.is_of(person) && seat.stand_in.is_none())
}

/// Whether everyone is there, and the game waits for this person to say that they are ready.
pub(crate) fn asks_whether_ready(table: &TableSummary, person: &PersonId) -> bool {
    table.phase == Phase::Waiting && players(table).any(|seat| seat.asked && seat.is_of(person))
}

/// What this person, or an unknown visitor, can do with the table.
pub(crate) fn action_at(table: &TableSummary, person: Option<&PersonId>) -> TableAction {
    if person.is_some_and(|person| table.seats.iter().any(|seat| seat.is_of(person))) {
        return TableAction::Return;
    }
    let is_open = |seat: &SeatedPlayer| {
        seat.player.is_none() && seat.kept_for.as_ref().is_none_or(|kept_for| Some(kept_for) == person)
    };
    let is_computer = |seat: &SeatedPlayer| matches!(seat.player, Some(PersonOrLevel::Level(_)));
    let has_seat = match table.phase {
        Phase::Waiting => table.seats.iter().any(is_open),
        Phase::Playing => table.settings.open_seats && table.seats.iter().any(is_computer),
        Phase::Finished | Phase::Closed => false,
    };
    if has_seat { TableAction::Join } else { TableAction::Watch }
}

/// Sorts the user's own tables: their turn first, then other running games, then waiting rooms; latest first.
pub(crate) fn sort_own(tables: &mut [TableSummary], person: &PersonId) {
    tables.sort_by_key(|table| {
        let group = match table.phase {
            _ if is_turn_of(table, person) => 0,
            Phase::Playing => 1,
            Phase::Waiting => 2,
            Phase::Finished | Phase::Closed => 3,
        };
        (group, core::cmp::Reverse(table.changed))
    });
}

/// Sorts open tables: those with a seat for the user first; latest first.
pub(crate) fn sort_open(tables: &mut [TableSummary], person: Option<&PersonId>) {
    tables.sort_by_key(|table| (action_at(table, person) != TableAction::Join, core::cmp::Reverse(table.changed)));
}

/// The players of a table, each once even if they have two seats.
pub(crate) fn players(table: &TableSummary) -> impl Iterator<Item = &SeatedPlayer> + Clone {
    table.settings.player_seats().zip(&table.seats).map(|(_, player)| player)
}

/// The name of the player on a seat.
pub(crate) fn player_name(words: &Words, player: Option<&PersonOrLevel>) -> String {
    match player {
        Some(PersonOrLevel::Person(person)) if person.name.is_empty() => words.lobby.deleted_player.to_string(),
        Some(PersonOrLevel::Person(person)) => person.name.clone(),
        Some(PersonOrLevel::Level(level)) => level_name(words, *level).to_string(),
        None => words.lobby.free_seat.to_string(),
    }
}

pub(crate) fn level_name(words: &Words, level: LevelId) -> &'static str {
    words.levels[level as usize].name
}

/// The names of the clans of one player.
pub(crate) fn clan_names(words: &Words, clans: &[Clan]) -> String {
    words.list(&clans.iter().map(|&clan| words.clans[clan as usize].name.to_string()).collect::<Vec<_>>())
}

/// That two people play with two clans each, and what counts for them.
pub(crate) const fn pairs_text(words: &PairsWords, pairs: Pairs) -> &'static str {
    match pairs {
        Pairs::Sum => words.sum_counts,
        Pairs::Weaker => words.weaker_counts,
    }
}

/// What counts for two players, in a sentence.
pub(crate) const fn pairs_help(words: &PairsWords, pairs: Pairs) -> &'static str {
    match pairs {
        Pairs::Sum => words.sum_help,
        Pairs::Weaker => words.weaker_help,
    }
}

/// A choice in a vote about a player who does not move.
pub(crate) fn vote_text(words: &Words, choice: VoteChoice) -> &'static str {
    match choice {
        VoteChoice::Replace => words.online.vote_replace,
        VoteChoice::Skip => words.online.vote_skip,
        VoteChoice::End => words.online.vote_end,
    }
}

/// The state of a table: free seats, turn, or result.
pub(crate) fn state_text(words: &Words, table: &TableSummary, now: u64) -> String {
    let names = |seats: &[Seat]| {
        let seats = seats.iter().filter_map(|&seat| table.seats.get(seat.index()));
        words.list(&seats.map(|seat| player_name(words, seat.player.as_ref())).collect::<Vec<_>>())
    };
    match table.phase {
        Phase::Waiting => {
            let free = players(table).filter(|seat| seat.player.is_none()).count();
            words.lobby.seats_free(free)
        }
        Phase::Playing => {
            let mut parts = vec![wording::turn(words, turn_number(table))];
            parts.extend(table.next.map(|seat| words.table.to_move(names(&[seat]))));
            parts.extend(table.deadline.map(|deadline| time_left(words, deadline.saturating_sub(now))));
            parts.join(" · ")
        }
        Phase::Finished => result_text(words, &table.settings, &table.seats, &table.winners, &table.masters),
        Phase::Closed => words.lobby.closed.to_string(),
    }
}

/// Who has won, and everyone's masters: those of both clans if a player has two.
pub(crate) fn result_text(
    words: &Words,
    settings: &TableSettings,
    seats: &[SeatedPlayer],
    winners: &[Seat],
    masters: &[u8],
) -> String {
    let of_player = |player: Seat| {
        let clans = settings.seats_with(player).filter_map(|seat| masters.get(seat.index()));
        clans.map(u8::to_string).collect::<Vec<_>>().join("+")
    };
    let masters: Vec<String> = settings.player_seats().map(of_player).collect();
    let winner = |seat: &SeatedPlayer| {
        let name = player_name(words, seat.player.as_ref());
        if seat.plays_alone() { name } else { words.lobby.with_stand_in(name) }
    };
    let names = winners.iter().filter_map(|seat| seats.get(seat.index())).map(winner);
    let names = words.list(&names.collect::<Vec<_>>());
    let text = if winners.len() > 1 { words.lobby.shared_by(names) } else { words.lobby.won_by(names) };
    format!("{text} · {}", masters.join("\u{a0}:\u{a0}"))
}

/// The ratings after a rated game, with those before; empty for other games.
pub(crate) fn rating_changes_text(words: &Words, table: &TableSummary) -> String {
    let change = |change: &RatingChange| {
        let player = table.seats.get(change.seat.index())?.player.as_ref();
        Some(format!("{}{}{}", player_name(words, player), words.colon, rating_change_text(words, change)))
    };
    table.rating_changes.iter().filter_map(change).collect::<Vec<_>>().join(" · ")
}

/// A rating before and after a game.
pub(crate) fn rating_change_text(words: &Words, change: &RatingChange) -> String {
    let rounded = |rating: f64| decimal(words, (rating * 10.0).round() / 10.0);
    words.online.rating_change(rounded(change.before), rounded(change.after))
}

/// The turn to be played. The moves of a table include those of a free set-up.
fn turn_number(table: &TableSummary) -> TurnNumber {
    turn_after(&table.settings, table.moves)
}

/// The turn after so many moves of a game with these settings.
pub(crate) fn turn_after(settings: &TableSettings, moves: u32) -> TurnNumber {
    let clans = usize::from(settings.seats);
    let set_up = if settings.opening == Opening::Free { 0 } else { OPENING_MASTERS * clans };
    TurnNumber::after(set_up + moves as usize, clans)
}

/// The settings of a table that differ from the default.
pub(crate) fn settings_text(words: &Words, pairs: &PairsWords, table: &TableSummary) -> String {
    let settings = &table.settings;
    let notes = [
        settings.pairs.map(|counts| pairs_text(pairs, counts).to_string()),
        // Whoever looks for a table wants to know the pace, even if there is none.
        (settings.clock != TimeControl::None || table.phase == Phase::Waiting)
            .then(|| clock_text(words, settings.clock)),
        settings.rated.then(|| words.lobby.rated.to_string()),
        match settings.opening {
            Opening::Card => None,
            Opening::Free => Some(words.lobby.free_setup.to_string()),
            Opening::Fair(_) => Some(words.home.fair_start.to_string()),
        },
        (settings.visibility == Visibility::Private).then(|| words.lobby.private.to_string()),
    ];
    notes.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// How long a table in the waiting room has been open; empty for others.
pub(crate) fn age_text(words: &Words, meeting: &MeetingWords, table: &TableSummary, now: u64) -> String {
    if table.phase != Phase::Waiting {
        return String::new();
    }
    meeting.waiting_since(time_text(words, now.saturating_sub(table.opened)))
}

/// The time control.
pub(crate) fn clock_text(words: &Words, clock: TimeControl) -> String {
    match clock {
        TimeControl::None => words.lobby.no_clock.to_string(),
        TimeControl::Live { base, increment } if base % 60 == 0 => format!("{} min + {increment} s", base / 60),
        TimeControl::Live { base, increment } => format!("{base} s + {increment} s"),
        TimeControl::Days { days } => words.lobby.per_turn(words.lobby.days(days)),
    }
}

/// The remaining time, rounded.
fn time_left(words: &Words, milliseconds: u64) -> String {
    words.lobby.left(time_text(words, milliseconds))
}

/// A time, rounded.
pub(crate) fn time_text(words: &Words, milliseconds: u64) -> String {
    match milliseconds {
        DAY.. => words.lobby.days(milliseconds / DAY),
        HOUR.. => format!("{}\u{a0}h", milliseconds / HOUR),
        _ => format!("{}\u{a0}min", milliseconds.div_ceil(MINUTE)),
    }
}

/// A number with at most two decimals: shared wins are fractions.
pub(crate) fn decimal(words: &Words, value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('.', &words.decimal_mark.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;
    use shangrila_protocol::{Person, PersonKind};

    fn person(id: &str) -> PersonOrLevel {
        PersonOrLevel::Person(Person {
            id: id.parse().expect("a plain id"),
            name: id.to_string(),
            kind: PersonKind::Guest,
        })
    }

    fn table(
        id: &str,
        phase: Phase,
        next: Option<Seat>,
        changed: u64,
        players: [Option<PersonOrLevel>; 3],
    ) -> TableSummary {
        let seat = |(clan, player)| SeatedPlayer::new(clan, player);
        TableSummary {
            table: id.parse().expect("a plain id"),
            settings: TableSettings { seats: 3, ..TableSettings::default() },
            host: "ada".parse().expect("a plain id"),
            seats: ['r', 'b', 'v'].into_iter().zip(players).map(seat).collect(),
            phase,
            moves: 4,
            next,
            deadline: None,
            winners: Vec::new(),
            masters: Vec::new(),
            rating_changes: Vec::new(),
            opened: 0,
            changed,
        }
    }

    fn ada_and_ben() -> [Option<PersonOrLevel>; 3] {
        [Some(person("ada")), Some(person("ben")), Some(PersonOrLevel::Level(LevelId::Guide))]
    }

    #[test]
    fn tables_where_it_is_the_users_turn_come_first() {
        let mut tables = vec![
            table("over", Phase::Finished, None, 9, ada_and_ben()),
            table("bens", Phase::Playing, Some(Seat::Second), 8, ada_and_ben()),
            table("new", Phase::Waiting, None, 7, [Some(person("ada")), None, None]),
            table("mine-old", Phase::Playing, Some(Seat::First), 1, ada_and_ben()),
            table("mine", Phase::Playing, Some(Seat::First), 2, ada_and_ben()),
        ];
        sort_own(&mut tables, &"ada".parse().expect("a plain id"));
        let order: Vec<&str> = tables.iter().map(|table| table.table.as_str()).collect();
        assert_eq!(order, ["mine", "mine-old", "bens", "new", "over"]);
    }

    #[test]
    fn only_those_who_are_not_ready_yet_are_asked() {
        let (ada, ben) = ("ada".parse().expect("a plain id"), "ben".parse().expect("a plain id"));
        let mut table = table("t", Phase::Waiting, None, 1, ada_and_ben());
        assert!(!asks_whether_ready(&table, &ada), "no live game");
        table.seats[1].asked = true;
        assert_eq!((asks_whether_ready(&table, &ada), asks_whether_ready(&table, &ben)), (false, true));
    }

    #[test]
    fn a_reserved_seat_is_free_only_for_its_person() {
        let (ada, ben) = ("ada".parse().expect("a plain id"), "ben".parse().expect("a plain id"));
        let mut waiting = table("t", Phase::Waiting, None, 1, [Some(person("ada")), None, Some(person("cleo"))]);
        assert_eq!(action_at(&waiting, Some(&ada)), TableAction::Return);
        assert_eq!(action_at(&waiting, Some(&ben)), TableAction::Join);
        assert_eq!(action_at(&waiting, None), TableAction::Join);
        waiting.seats[1].kept_for = Some("dora".parse().expect("a plain id"));
        assert_eq!(action_at(&waiting, Some(&ben)), TableAction::Watch);
        assert_eq!(action_at(&waiting, Some(&"dora".parse().expect("a plain id"))), TableAction::Join);
        let mut tables = vec![waiting, table("open", Phase::Waiting, None, 0, [None, None, None])];
        sort_open(&mut tables, Some(&ben));
        assert_eq!(tables[0].table.as_str(), "open");
    }

    #[test]
    fn tables_show_their_state() {
        let words = Language::English.words();
        let mut playing = table("t", Phase::Playing, Some(Seat::Second), 1, ada_and_ben());
        playing.deadline = Some(3 * DAY + 5);
        assert_eq!(state_text(words, &playing, 0), "turn 5 · ben to move · 3 days left");
        assert_eq!(state_text(words, &playing, 2 * DAY), "turn 5 · ben to move · 1 day left");
        assert_eq!(state_text(words, &playing, 3 * DAY - HOUR), "turn 5 · ben to move · 1\u{a0}h left");
        assert_eq!(state_text(words, &playing, 3 * DAY), "turn 5 · ben to move · 1\u{a0}min left");
        let waiting = table("t", Phase::Waiting, None, 1, [Some(person("ada")), None, None]);
        assert_eq!(state_text(words, &waiting, 0), "2 seats free");
        let mut over = table("t", Phase::Finished, None, 1, ada_and_ben());
        (over.winners, over.masters) = (vec![Seat::First, Seat::Third], vec![9, 4, 9]);
        assert_eq!(state_text(words, &over, 0), "ada and Guide share the victory · 9\u{a0}:\u{a0}4\u{a0}:\u{a0}9");
        (over.seats[0].helped, over.winners) = (true, vec![Seat::First]);
        assert_eq!(state_text(words, &over, 0), "ada (with a stand-in) won · 9\u{a0}:\u{a0}4\u{a0}:\u{a0}9");
        over.rating_changes = vec![RatingChange { seat: Seat::Second, before: 25.0, after: 23.456 }];
        assert_eq!(rating_changes_text(words, &over), "ben: Rating 25 → 23.5");
    }

    #[test]
    fn two_players_with_two_clans_each_are_named_once() {
        let words = Language::English.words();
        let seat = |(clan, id): (char, Option<&str>)| SeatedPlayer::new(clan, id.map(person));
        let seats =
            |ben| ['r', 'b', 'v', 'y'].into_iter().zip([Some("ada"), ben, Some("ada"), ben]).map(seat).collect();
        let mut table = table("t", Phase::Waiting, None, 1, [None, None, None]);
        table.settings = TableSettings { pairs: Some(Pairs::Weaker), ..TableSettings::default() };
        table.seats = seats(None);
        assert_eq!(state_text(words, &table, 0), "1 seat free");
        let settings = settings_text(words, Language::English.pairs(), &table);
        assert_eq!(settings, "two players with two clans each: the weaker clan counts · No clock · private");
        (table.phase, table.seats, table.next) = (Phase::Playing, seats(Some("ben")), Some(Seat::Fourth));
        assert_eq!(state_text(words, &table, 0), "turn 5 · ben to move");
        assert!(is_turn_of(&table, &"ben".parse().expect("a plain id")));
        let names: Vec<String> = players(&table).map(|seat| player_name(words, seat.player.as_ref())).collect();
        assert_eq!(names, ["ada", "ben"]);
        (table.phase, table.winners, table.masters) = (Phase::Finished, vec![Seat::First], vec![16, 14, 15, 12]);
        assert_eq!(state_text(words, &table, 0), "ada won · 16+15\u{a0}:\u{a0}14+12");
    }

    #[test]
    fn time_controls_are_written_out() {
        let words = Language::English.words();
        assert_eq!(clock_text(words, TimeControl::Live { base: 600, increment: 10 }), "10 min + 10 s");
        assert_eq!(clock_text(words, TimeControl::Live { base: 90, increment: 0 }), "90 s + 0 s");
        assert_eq!(clock_text(words, TimeControl::Days { days: 3 }), "3 days per turn");
    }

    #[test]
    fn shared_wins_are_shown_with_decimals() {
        assert_eq!([3.0, 2.5, 1.0 / 3.0].map(|wins| decimal(Language::English.words(), wins)), ["3", "2.5", "0.33"]);
        assert_eq!(decimal(Language::German.words(), 2.5), "2,5");
    }
}
