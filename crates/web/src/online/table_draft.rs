//! The settings of a new online table before it is created.

use shangrila_protocol::{NewSeat, NewSeatPlayer, NewTable, Pairs, TableSettings, TimeControl, Visibility};
use shangrila_rules::Clan;

use crate::setup_controls::default_clans;

/// Presets of the live clock: minutes per player, seconds added per turn.
pub(crate) const LIVE_PRESETS: [(u32, u32); 4] = [(5, 5), (10, 10), (20, 15), (30, 30)];
/// Presets of the correspondence clock: days per turn.
pub(crate) const DAY_PRESETS: [u32; 4] = [1, 2, 3, 7];

/// The type of clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockKind {
    None,
    Live,
    Days,
}

impl ClockKind {
    pub(crate) const ALL: [ClockKind; 3] = [ClockKind::None, ClockKind::Live, ClockKind::Days];

    pub(crate) const fn id(self) -> &'static str {
        match self {
            ClockKind::None => "none",
            ClockKind::Live => "live",
            ClockKind::Days => "days",
        }
    }
}

/// A table being set up. Values of options not chosen are kept, in case the user returns to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableDraft {
    /// Everything except the clock, the number of seats and what counts for two players.
    pub(crate) settings: TableSettings,
    /// The number of players.
    pub(crate) count: usize,
    /// What counts if two play.
    pub(crate) pairs: Pairs,
    pub(crate) clans: [Clan; 4],
    /// Who takes each seat. Two players are those of the first two seats, who have the opposite ones too.
    pub(crate) players: [NewSeatPlayer; 4],
    pub(crate) clock: ClockKind,
    pub(crate) minutes: u32,
    pub(crate) seconds: u32,
    pub(crate) days: u32,
}

impl Default for TableDraft {
    /// A private table for four, with three open seats for friends.
    fn default() -> TableDraft {
        TableDraft {
            settings: TableSettings::default(),
            count: 4,
            pairs: Pairs::Sum,
            clans: default_clans(4),
            players: [NewSeatPlayer::Me, NewSeatPlayer::Free, NewSeatPlayer::Free, NewSeatPlayer::Free],
            clock: ClockKind::None,
            minutes: 10,
            seconds: 10,
            days: 2,
        }
    }
}

impl TableDraft {
    /// Whether two people play, with two clans each.
    pub(crate) fn is_for_two(&self) -> bool {
        self.count == 2
    }

    /// The number of seats.
    pub(crate) fn seats(&self) -> usize {
        seats_for(self.count)
    }

    /// The clans of the player of a row of the form.
    pub(crate) fn clans_of(&self, player: usize) -> Vec<Clan> {
        self.clans[..self.seats()].iter().copied().skip(player).step_by(self.count).collect()
    }

    /// Assigns a clan to a seat; the seat that had it takes the other clan.
    pub(crate) fn choose_clan(&mut self, seat: usize, clan: Clan) {
        if let Some(other) = self.clans.iter().position(|&other| other == clan) {
            self.clans.swap(seat, other);
        }
    }

    /// Chooses who takes a seat. The host can take only one.
    pub(crate) fn choose_player(&mut self, seat: usize, player: NewSeatPlayer) {
        if player == NewSeatPlayer::Me {
            self.free_own_seat();
        }
        self.players[seat] = player;
        self.ensure_a_person_plays(seat);
    }

    /// A table needs at least one person: if only computer players are left, the host takes the seat after `changed`.
    fn ensure_a_person_plays(&mut self, changed: usize) {
        if self.players[..self.count].iter().all(|player| matches!(player, NewSeatPlayer::Level(_))) {
            self.players[(changed + 1) % self.count] = NewSeatPlayer::Me;
        }
    }

    /// Sets the number of players. A host whose seat goes moves to the last that is left, and clans that nobody has chosen
    /// follow the default order of the new number. Two play without computer players and not for rating.
    pub(crate) fn choose_count(&mut self, count: usize) {
        if self.players[count..].contains(&NewSeatPlayer::Me) {
            self.choose_player(count - 1, NewSeatPlayer::Me);
        }
        if self.clans == default_clans(self.seats()) {
            self.clans = default_clans(seats_for(count));
        }
        self.count = count;
        if self.is_for_two() {
            let computers = self.players[..count].iter_mut().filter(|player| matches!(player, NewSeatPlayer::Level(_)));
            computers.for_each(|player| *player = NewSeatPlayer::Free);
            (self.settings.rated, self.settings.open_seats) = (false, false);
        }
        self.ensure_a_person_plays(count - 1);
    }

    fn free_own_seat(&mut self) {
        let own = self.players.iter_mut().filter(|player| **player == NewSeatPlayer::Me);
        own.for_each(|player| *player = NewSeatPlayer::Free);
    }

    /// The clock, clamped to the server's limits.
    pub(crate) fn chosen_clock(&self) -> TimeControl {
        match self.clock {
            ClockKind::None => TimeControl::None,
            ClockKind::Live => {
                TimeControl::Live { base: self.minutes.clamp(1, 180) * 60, increment: self.seconds.min(600) }
            }
            ClockKind::Days => TimeControl::Days { days: self.days.clamp(1, 30) },
        }
    }

    /// Makes the game rated or not. Rated games are public and have a clock.
    pub(crate) fn choose_rated(&mut self, rated: bool) {
        self.settings.rated = rated;
        if rated {
            self.settings.visibility = Visibility::Public;
            if self.clock == ClockKind::None {
                self.clock = ClockKind::Live;
            }
        }
    }

    /// Chooses who can find the table. A private game is not rated.
    pub(crate) fn choose_visibility(&mut self, visibility: Visibility) {
        self.settings.visibility = visibility;
        self.settings.rated &= visibility == Visibility::Public;
    }

    /// Sets the clock. Choosing no clock also makes the table unrated.
    pub(crate) fn choose_clock(&mut self, clock: ClockKind) {
        self.clock = clock;
        self.settings.rated &= clock != ClockKind::None;
    }

    /// The request to create the table. Only accounts can play rated games.
    pub(crate) fn new_table(&self, is_account: bool) -> NewTable {
        let players = self.players[..self.count].iter().cycle();
        let seats = self.clans[..self.seats()].iter().zip(players);
        let settings = TableSettings {
            seats: self.seats() as u8,
            pairs: self.is_for_two().then_some(self.pairs),
            clock: self.chosen_clock(),
            rated: self.settings.rated && is_account,
            ..self.settings.clone()
        };
        let seat = |(clan, &player): (&Clan, &NewSeatPlayer)| NewSeat { clan: clan.letter(), player };
        NewTable { settings, seats: seats.map(seat).collect() }
    }
}

/// The number of seats for so many players: two have two clans each.
const fn seats_for(players: usize) -> usize {
    if players == 2 { 4 } else { players }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_protocol::LevelId;

    #[test]
    fn the_default_table_is_private_with_three_open_seats() {
        let table = TableDraft::default().new_table(false);
        assert_eq!(table.settings, TableSettings::default());
        assert_eq!(table.settings.visibility, Visibility::Private);
        assert_eq!(table.seats.iter().map(|seat| seat.clan).collect::<String>(), "rbvy");
        assert_eq!(table.seats.iter().filter(|seat| seat.player == NewSeatPlayer::Free).count(), 3);
        assert_eq!(table.seats[0].player, NewSeatPlayer::Me);
    }

    #[test]
    fn the_host_takes_one_seat_and_every_clan_plays_once() {
        let mut draft = TableDraft::default();
        draft.choose_player(2, NewSeatPlayer::Me);
        draft.choose_player(1, NewSeatPlayer::Level(LevelId::Sage));
        draft.choose_clan(0, Clan::Yellow);
        assert_eq!(
            draft.players,
            [NewSeatPlayer::Free, NewSeatPlayer::Level(LevelId::Sage), NewSeatPlayer::Me, NewSeatPlayer::Free]
        );
        assert_eq!(draft.clans, [Clan::Yellow, Clan::Blue, Clan::Violet, Clan::Red]);
        draft.choose_player(3, NewSeatPlayer::Me);
        draft.choose_count(3);
        let table = draft.new_table(false);
        assert_eq!((table.settings.seats, table.seats.len()), (3, 3));
        assert_eq!(table.seats[2].player, NewSeatPlayer::Me);
    }

    #[test]
    fn clans_nobody_chose_follow_the_default_order_of_the_rules() {
        let mut draft = TableDraft::default();
        draft.choose_count(3);
        assert_eq!(draft.clans[..3], [Clan::Red, Clan::Blue, Clan::Yellow]);
        draft.choose_count(4);
        assert_eq!(draft.clans, [Clan::Red, Clan::Blue, Clan::Violet, Clan::Yellow]);
        draft.choose_clan(0, Clan::Violet);
        let chosen = draft.clans;
        draft.choose_count(3);
        assert_eq!(draft.clans, chosen);
    }

    #[test]
    fn two_people_have_opposite_seats_and_play_without_computers_and_ratings() {
        let mut draft = TableDraft::default();
        draft.choose_rated(true);
        draft.settings.open_seats = true;
        draft.choose_player(0, NewSeatPlayer::Level(LevelId::Guide));
        draft.choose_player(3, NewSeatPlayer::Me);
        draft.choose_count(2);
        draft.pairs = Pairs::Weaker;
        let table = draft.new_table(true);
        assert_eq!(table.settings.check(), Ok(()));
        assert_eq!((table.settings.seats, table.settings.pairs), (4, Some(Pairs::Weaker)));
        assert_eq!(table.seats.iter().map(|seat| seat.clan).collect::<String>(), "rbvy");
        let (free, me) = (NewSeatPlayer::Free, NewSeatPlayer::Me);
        assert_eq!(table.seats.iter().map(|seat| seat.player).collect::<Vec<_>>(), [free, me, free, me]);
        assert_eq!(draft.clans_of(1), [Clan::Blue, Clan::Yellow]);
        draft.choose_count(4);
        let table = draft.new_table(true);
        assert_eq!(table.settings.pairs, None);
        assert_eq!(table.seats.iter().filter(|seat| seat.player == me).count(), 1);
    }

    #[test]
    fn at_least_one_person_plays() {
        let mut draft = TableDraft::default();
        for seat in 0..4 {
            draft.choose_player(seat, NewSeatPlayer::Level(LevelId::Guide));
        }
        assert_eq!(draft.players[0], NewSeatPlayer::Me);
        draft.choose_player(3, NewSeatPlayer::Free);
        draft.choose_player(0, NewSeatPlayer::Level(LevelId::Guide));
        draft.choose_count(3);
        assert!(draft.players[..3].contains(&NewSeatPlayer::Me));
    }

    #[test]
    fn the_server_accepts_every_clock_that_can_be_chosen() {
        let mut draft = TableDraft::default();
        for clock in ClockKind::ALL {
            draft.choose_clock(clock);
            for (minutes, seconds, days) in [(0, 0, 0), (10, 10, 2), (u32::MAX, u32::MAX, u32::MAX)] {
                (draft.minutes, draft.seconds, draft.days) = (minutes, seconds, days);
                assert_eq!(draft.new_table(true).settings.check(), Ok(()), "{draft:?}");
            }
        }
        (draft.clock, draft.minutes, draft.seconds) = (ClockKind::Live, 10, 10);
        assert_eq!(draft.chosen_clock(), TimeControl::Live { base: 600, increment: 10 });
    }

    #[test]
    fn only_accounts_play_rated_games() {
        let mut draft = TableDraft::default();
        draft.choose_rated(true);
        assert!(draft.new_table(true).settings.rated);
        assert!(!draft.new_table(false).settings.rated);
    }

    #[test]
    fn a_rated_game_is_public_and_has_a_clock() {
        let mut draft = TableDraft::default();
        draft.choose_rated(true);
        assert_eq!(draft.new_table(true).settings.check(), Ok(()));
        draft.choose_visibility(Visibility::Private);
        assert!(!draft.settings.rated);
        draft.choose_rated(true);
        draft.choose_clock(ClockKind::None);
        assert!(!draft.settings.rated);
        assert_eq!(draft.new_table(true).settings.check(), Ok(()));
    }
}
