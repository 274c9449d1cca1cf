//! What a player could lose before their next turn, what a clan could win now, and whether the game may end before a player moves again.
//!
//! All of it is exact: the rules are played out, and nothing is estimated.
//!
//! - [`Danger`]: every opponent acts once before the player's next turn, in turn order, with any legal move. A master is at risk if
//!   some sequence of such moves drives it out. If it is the player's own turn, the opponents are assumed to act on the board as it
//!   is, as if the player had been skipped: this is what happens if their own move changes nothing there.
//! - [`journeys_that_win`]: the journeys that the clan can send now, or could if it were its turn, and that gain it masters.
//! - [`may_end_before_next_turn`]: whether some sequence of legal moves ends the game before the player moves again. If it is the
//!   player's turn, their own move now is part of the sequence.
//!
//! A player has one clan, or two in a game of two (R9.1), so both take a set of clans.

use shangrila_rules::{Clan, ClanSet, JourneyReport, Move, Position, Setup, SpaceSet, Village, VillageSet};

use crate::short_list::sort_short_list;

/// What a player could lose before their next turn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Danger {
    /// The player's masters that can be driven out.
    pub at_risk: SpaceSet,
    /// The most masters that can be driven out together.
    pub worst: usize,
    /// The journeys that drive them out: first those that can be sent at once, then those that another move must prepare. A
    /// prepared journey is listed only for masters that no other one reaches.
    pub attacks: Vec<Attack>,
}

/// A journey that drives out masters of the player in danger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Who sends it.
    pub clan: Clan,
    /// The village the students leave.
    pub from: Village,
    /// The village they travel to.
    pub to: Village,
    /// The masters it drives out.
    pub spaces: SpaceSet,
    /// Whether opponents must prepare it with earlier moves.
    pub prepared: bool,
}

impl Danger {
    /// Plays out everything that the opponents can do before the next turn of the player with these clans.
    pub fn of(position: &Position, clans: ClanSet) -> Danger {
        let Some(start) = before_opponents(position, clans) else { return Danger::default() };
        let mut search =
            Search { clans, own: masters_of(&start, clans), danger: Danger::default(), prepared: Vec::new() };
        search.explore(&start, SpaceSet::default(), 0);
        let mut danger = search.danger;
        // An opponent may be forced to spoil a later one's journey.
        danger.attacks = direct_attacks(&start, clans);
        danger.attacks.retain(|attack| attack.spaces.without(danger.at_risk).is_empty());
        let mut covered: SpaceSet = danger.attacks.iter().fold(SpaceSet::default(), |all, attack| all | attack.spaces);
        sort_short_list(&mut search.prepared, |(depth, attack)| (*depth, core::cmp::Reverse(attack.spaces.len())));
        for (_, attack) in search.prepared {
            if !attack.spaces.without(covered).is_empty() {
                covered = covered | attack.spaces;
                danger.attacks.push(attack);
            }
        }
        danger
    }
}

/// The position in which the first opponent acts; `None` if none of the clans plays or the game is over.
fn before_opponents(position: &Position, clans: ClanSet) -> Option<Position> {
    let seats = position.seats();
    let mover = position.to_move()?;
    if !clans.contains(mover) {
        return seats.iter().any(|clan| clans.contains(clan)).then_some(*position);
    }
    let next = seats.clan_at(seats.next(seats.seat_of(mover)?))?;
    with_turn(position, next)
}

/// The masters of all these clans.
fn masters_of(position: &Position, clans: ClanSet) -> SpaceSet {
    clans.into_iter().fold(SpaceSet::default(), |all, clan| all | position.masters(clan))
}

/// The same board with another clan to move.
fn with_turn(position: &Position, clan: Clan) -> Option<Position> {
    let mut setup = Setup::from(*position);
    setup.turn = Some(clan);
    setup.position().ok()
}

/// The opponents that act before the player's next turn, in turn order.
fn opponents_to_act(position: &Position, clans: ClanSet) -> impl Iterator<Item = Clan> + use<> {
    let seats = position.seats();
    let turns = core::iter::successors(position.seat_to_move(), move |&seat| Some(seats.next(seat)));
    turns.map_while(move |seat| seats.clan_at(seat)).take_while(move |&mover| !clans.contains(mover))
}

/// The journeys that any other clan could send on this board if it were its turn, and that drive out masters of the clan.
pub fn journeys_against(position: &Position, clan: Clan) -> Vec<Attack> {
    if position.is_over() {
        return Vec::new();
    }
    attacks_by(position, ClanSet::only(clan), position.seats().iter().filter(|&other| other != clan))
}

/// The journeys that opponents can send on this board before the player's next turn.
fn direct_attacks(position: &Position, clans: ClanSet) -> Vec<Attack> {
    attacks_by(position, clans, opponents_to_act(position, clans))
}

/// The journeys that these others can send on this board and that drive out masters of the clans.
fn attacks_by(position: &Position, clans: ClanSet, others: impl Iterator<Item = Clan>) -> Vec<Attack> {
    let boards = others.filter_map(|other| Some((other, with_turn(position, other)?)));
    let mut attacks: Vec<Attack> = boards
        .flat_map(|(sender, board)| {
            board.choices().journeys.into_iter().filter_map(move |(_, from, to)| {
                let after = board.after(Move::Journey { from, to });
                let spaces = driven_out(&board, &after, clans);
                (!spaces.is_empty()).then_some(Attack { clan: sender, from, to, spaces, prepared: false })
            })
        })
        .collect();
    sort_short_list(&mut attacks, |attack| core::cmp::Reverse(attack.spaces.len()));
    attacks
}

/// The masters of the clans that are there before, and no longer after.
fn driven_out(before: &Position, after: &Position, clans: ClanSet) -> SpaceSet {
    clans.into_iter().fold(SpaceSet::default(), |all, clan| all | before.masters(clan).without(after.masters(clan)))
}

/// Whether a clan has a student on the board that a bridge leads away from.
fn has_student(position: &Position, clan: Clan) -> bool {
    !journeys_of(position, clan).is_empty()
}

/// The villages between which a clan can travel now and reach one of these masters.
fn attack_villages(position: &Position, clan: Clan, masters: SpaceSet) -> VillageSet {
    let reaches = |&(_, to): &(Village, Village)| !masters.in_village(to).is_empty();
    journeys_of(position, clan).into_iter().filter(reaches).flat_map(|(from, to)| [from, to]).collect()
}

/// The journeys that a clan could send if it were its turn.
fn journeys_of(position: &Position, clan: Clan) -> Vec<(Village, Village)> {
    let students = (position.masters(clan) & position.students()).villages();
    let ways = position.bridges().into_iter().flat_map(|bridge| {
        let (one, other) = bridge.ends();
        [(one, other), (other, one)]
    });
    ways.filter(|&(from, _)| students.contains(from)).collect()
}

/// The search through the opponents' moves.
struct Search {
    clans: ClanSet,
    /// The masters of these clans at the start.
    own: SpaceSet,
    danger: Danger,
    /// Journeys that drive out masters, with the number of moves before them.
    prepared: Vec<(usize, Attack)>,
}

impl Search {
    /// Tries every move of the clan to move, and of those that follow. `lost`: the masters driven out on the way here.
    fn explore(&mut self, position: &Position, lost: SpaceSet, depth: usize) {
        self.danger.at_risk = self.danger.at_risk | lost;
        self.danger.worst = self.danger.worst.max(lost.len());
        let Some(mover) = position.to_move().filter(|&mover| !self.clans.contains(mover)) else { return };
        let choices = position.choices();
        let later: Vec<Clan> = opponents_to_act(position, self.clans).skip(1).collect();
        let left = (masters_of(position, self.clans) & self.own).without(lost);
        for (_, from, to) in choices.journeys {
            // The last opponent's journeys matter only if they reach a master.
            if later.is_empty() && left.in_village(to).is_empty() {
                continue;
            }
            let after = position.after(Move::Journey { from, to });
            let spaces = left & driven_out(position, &after, self.clans);
            if !spaces.is_empty() {
                self.note(depth, Attack { clan: mover, from, to, spaces, prepared: true });
            }
            self.explore(&after, lost | spaces, depth + 1);
        }
        // Masters are driven out by journeys only. Other moves matter if a later opponent can still travel, for which it needs a
        // student on the board: recruiting one takes its only turn.
        let decisive = match later[..] {
            [last] => attack_villages(position, last, left),
            _ if later.iter().any(|&clan| has_student(position, clan)) => VillageSet::ALL,
            _ => VillageSet::default(),
        };
        if decisive.is_empty() {
            return;
        }
        // Moves that change the same spaces of these villages lead to the same journeys, so one of each kind is enough.
        let spaces = SpaceSet::in_villages(decisive);
        let mut tried: Vec<(SpaceSet, bool)> = Vec::new();
        for mv in &position.legal_moves() {
            let changed = match mv {
                Move::Journey { .. } => continue,
                Move::Place { space } => SpaceSet::only(space),
                Move::Recruit { first, second } => std::iter::once(first).chain(second).collect(),
                Move::Pass => SpaceSet::default(),
            } & spaces;
            let kind = (changed, !changed.is_empty() && matches!(mv, Move::Place { .. }));
            if !tried.contains(&kind) {
                tried.push(kind);
                self.explore(&position.after(mv), lost, depth + 1);
            }
        }
    }

    fn note(&mut self, depth: usize, attack: Attack) {
        let same = |(_, other): &&mut (usize, Attack)| {
            (other.clan, other.from, other.to, other.spaces) == (attack.clan, attack.from, attack.to, attack.spaces)
        };
        match self.prepared.iter_mut().find(same) {
            Some((found, _)) => *found = depth.min(*found),
            None => self.prepared.push((depth, attack)),
        }
    }
}

/// The journeys that gain the clan masters, the best first, with the number of masters gained.
pub fn journeys_that_win(position: &Position, clan: Clan) -> Vec<(JourneyReport, usize)> {
    let Some(board) = with_turn(position, clan).filter(|_| !position.is_over()) else { return Vec::new() };
    let mut found: Vec<(JourneyReport, usize)> = board
        .choices()
        .journeys
        .into_iter()
        .filter_map(|(_, from, to)| {
            let report = board.journey_report(from, to).ok()?;
            let gain = report.scores.after[clan].masters.saturating_sub(report.scores.before[clan].masters);
            (gain > 0).then_some((report, gain))
        })
        .collect();
    sort_short_list(&mut found, |(_, gain)| core::cmp::Reverse(*gain));
    found
}

/// Whether the game can end before the player with these clans moves again after the current turn.
pub fn may_end_before_next_turn(position: &Position, clans: ClanSet) -> bool {
    let Some(mover) = position.seat_to_move() else { return false };
    let seats = position.seats();
    let later = core::iter::successors(Some(seats.next(mover)), |&seat| Some(seats.next(seat)));
    let is_own = |seat| seats.clan_at(seat).is_some_and(|clan| clans.contains(clan));
    let Some(turns) = later.take(seats.count()).position(is_own).map(|others| others + 1) else { return false };
    all_pass(position, turns) || can_finish(position, turns)
}

/// Whether forced passes alone end the game.
fn all_pass(position: &Position, turns: usize) -> bool {
    let mut position = *position;
    for _ in 0..turns {
        if position.is_over() || !position.choices().must_pass() {
            break;
        }
        position = position.after(Move::Pass);
    }
    position.is_over()
}

/// Whether the last stone can be placed within this many turns.
fn can_finish(position: &Position, turns: usize) -> bool {
    let needed = position.journeys_left();
    if position.is_over() || needed == 0 {
        return true;
    }
    // Every journey needs a sender with a student on the board: recruiting takes a clan's only turn.
    let students = position.students() & SpaceSet::in_villages(position.open_villages());
    let seats = position.seats();
    let turn_order = core::iter::successors(position.seat_to_move(), |&seat| Some(seats.next(seat)));
    let movers = turn_order.map_while(|seat| seats.clan_at(seat)).take(turns);
    if movers.filter(|&clan| !(position.masters(clan) & students).is_empty()).count() < needed {
        return false;
    }
    let choices = position.choices();
    let journeys = choices
        .journeys
        .into_iter()
        .any(|(_, from, to)| can_finish(&position.after(Move::Journey { from, to }), turns - 1));
    journeys
        || needed < turns
            && position
                .legal_moves()
                .iter()
                .filter(|mv| !matches!(mv, Move::Journey { .. }))
                .any(|mv| can_finish(&position.after(mv), turns - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{GameOptions, Seats};

    /// Positions of random games, from any stage.
    fn positions(games: u64, mut check: impl FnMut(&Position)) {
        for seed in 0..games {
            let mut rng = fastrand::Rng::with_seed(seed);
            let seats = if seed % 2 == 0 { Seats::THREE } else { Seats::FOUR };
            let mut position = Position::first_game(seats, GameOptions::default());
            loop {
                if rng.u32(..6) == 0 {
                    check(&position);
                }
                if position.play_random(|n| rng.u32(..n)).is_none() {
                    break;
                }
            }
        }
    }

    /// The most positions that brute force looks at.
    const PATIENCE: usize = 3_000;

    /// Plays every legal move of every opponent, without any shortcut.
    struct BruteForce {
        clans: ClanSet,
        /// The masters of these clans at the start.
        own: SpaceSet,
        at_risk: SpaceSet,
        worst: usize,
        patience: usize,
    }

    impl BruteForce {
        /// `kept`: the masters not driven out so far. Gives up with `None` when patience runs out.
        fn explore(&mut self, position: &Position, kept: SpaceSet) -> Option<()> {
            self.patience = self.patience.checked_sub(1)?;
            let lost = self.own.without(kept);
            self.at_risk = self.at_risk | lost;
            self.worst = self.worst.max(lost.len());
            if position.to_move().is_some_and(|mover| !self.clans.contains(mover)) {
                for mv in &position.legal_moves() {
                    let mut after = *position;
                    after.play(mv).unwrap();
                    // A master that was driven out is lost, even if a student of its clan takes the space again.
                    let own = self.clans.into_iter().map(|clan| position.masters(clan) & after.masters(clan));
                    self.explore(&after, kept & own.fold(SpaceSet::default(), |all, own| all | own))?;
                }
            }
            Some(())
        }
    }

    #[test]
    fn danger_is_what_brute_force_finds() {
        let (mut compared, mut with_losses, mut prepared) = (0, 0, 0);
        positions(40, |position| {
            for clan in position.seats().iter() {
                // Every other position is that of two players with two clans each.
                let pair = position.pair(position.seats().seat_of(clan).unwrap());
                let clans =
                    if position.seats().count() == 4 && position.ply() % 2 == 0 { pair } else { ClanSet::only(clan) };
                let Some(start) = before_opponents(position, clans) else { continue };
                let own = masters_of(position, clans);
                let (at_risk, worst) = Default::default();
                let mut brute_force = BruteForce { clans, own, at_risk, worst, patience: PATIENCE };
                if brute_force.explore(&start, own).is_none() {
                    continue;
                }
                let danger = Danger::of(position, clans);
                let expected = (brute_force.at_risk, brute_force.worst);
                assert_eq!((danger.at_risk, danger.worst), expected, "{clan} in {position}");
                let attacked = danger.attacks.iter().fold(SpaceSet::default(), |all, attack| all | attack.spaces);
                assert_eq!(attacked, danger.at_risk, "every master at risk is explained: {clan} in {position}");
                compared += 1;
                with_losses += usize::from(danger.worst > 0);
                prepared += usize::from(danger.attacks.iter().any(|attack| attack.prepared));
            }
        });
        assert!(compared > 300 && with_losses > 50 && prepared > 10, "{compared}, {with_losses}, {prepared}");
    }

    #[test]
    fn the_approaching_end_is_what_brute_force_finds() {
        fn ends(position: &Position, turns: usize, patience: &mut usize) -> Option<bool> {
            *patience = patience.checked_sub(1)?;
            if position.is_over() || turns == 0 {
                return Some(position.is_over());
            }
            for mv in &position.legal_moves() {
                let mut after = *position;
                after.play(mv).unwrap();
                if ends(&after, turns - 1, patience)? {
                    return Some(true);
                }
            }
            Some(false)
        }
        let (mut near, mut far) = (0, 0);
        positions(40, |position| {
            let seats: Vec<Clan> = position.seats().iter().collect();
            let Some(mover) = position.to_move() else { return };
            let first = seats.iter().position(|&clan| clan == mover).unwrap();
            for turns in 1..=seats.len() {
                let clan = seats[(first + turns) % seats.len()];
                let mut patience = PATIENCE;
                let Some(expected) = ends(position, turns, &mut patience) else { continue };
                assert_eq!(may_end_before_next_turn(position, ClanSet::only(clan)), expected, "{clan} in {position}");
                near += usize::from(expected);
                far += usize::from(!expected);
            }
        });
        assert!(near > 20 && far > 100, "{near}, {far}");
    }

    #[test]
    fn winning_journeys_are_legal_and_gain_what_they_promise() {
        positions(20, |position| {
            let Some(mover) = position.to_move() else { return };
            let found = journeys_that_win(position, mover);
            for &(report, gain) in &found {
                let mut after = *position;
                after.play(Move::Journey { from: report.from, to: report.to }).unwrap();
                assert_eq!(after.score(mover).masters, position.score(mover).masters + gain);
            }
            assert!(found.is_sorted_by(|(_, one), (_, other)| one >= other));
        });
    }

    #[test]
    fn a_prepared_attack_names_the_journey_that_drives_out() {
        // Blue's student in a is too weak alone: a has two tiles, as many as d. Violet can strengthen a first.
        let position: Position = "Bv5/7/7/rrv4/7/7/7/7/7/7/7/7/b6 400003 rvby r 40 0".parse().unwrap();
        let danger = Danger::of(&position, ClanSet::only(Clan::Red));
        assert_eq!(danger.worst, 1);
        let attack = danger.attacks[0];
        assert_eq!((attack.clan, attack.from, attack.to, attack.prepared), (Clan::Blue, Village::A, Village::D, true));
        assert_eq!(Danger::of(&position, ClanSet::only(Clan::Violet)).worst, 0);
    }
}
