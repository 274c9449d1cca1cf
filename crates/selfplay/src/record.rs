//! Training records: one position each, with everything it is trained towards, in a fixed number of bytes.
//!
//! `train/shangrila_net/records.py` reads them. Seats are counted from the one to move, spaces by village and then guild;
//! numbers are little-endian.
//!
//! | at | bytes | |
//! |---|---|---|
//! | 0 | 91 | each space: the owner's seat, or 4; plus 8 with a student |
//! | 91 | 91 | each space at the end: the owner's seat, or 4 |
//! | 182 | 4 | standing bridges, as in the notation |
//! | 186 | 1 | clans |
//! | 187 | 1 | ply of the set-up, 28 after it |
//! | 188 | 1 | options: 1 twelve stones, 2 recruit up to two |
//! | 189 | 1 | flags: 1 two students can be recruited, 2 one alone may be, 4 has a policy, 8 has win chances of a search |
//! | 190 | 1 | guilds with one tile left in the supply, as bits |
//! | 191 | 13 | placements that the search tells apart: guilds of each village, as bits |
//! | 204 | 13 | masters that may take a student, likewise |
//! | 217 | 6 | legal journeys, as bits: twice the bridge, plus 1 against the alphabet |
//! | 223 | 1 | who moved: see [`crate::players::Kind`] |
//! | 224 | 16 | share of the victory of each seat |
//! | 240 | 16 | win chances of the search, seat by seat |
//! | 256 | 4 | number of the game |
//! | 260 | 96 | policy: 24 entries of two bytes for the move and two for its share of the visits, of 65,535 |
//!
//! A move is two bytes: space and 255 for a placement, 91 + journey and 255 for a journey, two spaces for a recruit of two,
//! space and 254 for a recruit of one.

use shangrila_ai::network::distinct_placements;
use shangrila_rules::{Bridge, Choices, GameOptions, Move, Position, RecruitRule, Seat, Space, SpaceSet, Stones};

/// Bytes of a record.
pub(crate) const RECORD_SIZE: usize = 356;

/// Moves of a policy that are kept, the most visited.
const POLICY_MOVES: usize = 24;

const NO_SECOND: u8 = 254;
const NO_RECRUIT: u8 = 255;

/// What is known about a turn beside its position.
pub(crate) struct Turn {
    pub(crate) position: Position,
    /// Who moved.
    pub(crate) kind: u8,
    /// Each move's share of the visits; empty where nobody searched in earnest.
    pub(crate) policy: Vec<(Move, f32)>,
    /// The win chances of each seat by the search, the first seat first.
    pub(crate) wins: Option<[f32; 4]>,
}

/// Writes the record of a turn.
pub(crate) fn write(turn: &Turn, end: &Position, win_shares: [f32; 4], game: u32, out: &mut Vec<u8>) {
    let position = &turn.position;
    let start = out.len();
    let clans = position.seats().count();
    let mover = position.seat_to_move().map_or(0, Seat::index);
    let in_game = |seat: usize| (mover + seat) % clans;
    let relative = |values: [f32; 4]| -> [f32; 4] {
        std::array::from_fn(|seat| if seat < clans { values[in_game(seat)] } else { 0.0 })
    };
    let owner = |board: &Position, space: Space| {
        (0..clans).find(|&seat| board.masters_of_seat(Seat::ALL[in_game(seat)]).contains(space)).unwrap_or(4) as u8
    };
    out.extend(Space::all().map(|space| owner(position, space) | u8::from(position.students().contains(space)) << 3));
    out.extend(Space::all().map(|space| owner(end, space)));
    out.extend(position.bridges().bits().to_le_bytes());
    let ply = if position.in_opening() { position.ply() as u8 } else { 28 };
    let GameOptions { stones, recruit } = position.options();
    let options = u8::from(stones == Stones::Twelve) | u8::from(recruit == RecruitRule::UpToTwo) << 1;
    let choices = Choices::of(position);
    let flags = u8::from(choices.can_recruit_two())
        | u8::from(choices.single_by_choice) << 1
        | u8::from(!turn.policy.is_empty()) << 2
        | u8::from(turn.wins.is_some()) << 3;
    out.extend([clans as u8, ply, options, flags, choices.last_tile_guilds.bits()]);
    out.extend(village_bytes(distinct_placements(position)));
    out.extend(village_bytes(choices.recruits));
    let journeys =
        choices.journeys.into_iter().fold(0_u64, |bits, (bridge, from, _)| bits | 1 << journey(bridge, from));
    out.extend(&journeys.to_le_bytes()[..6]);
    out.push(turn.kind);
    out.extend(relative(win_shares).iter().flat_map(|share| share.to_le_bytes()));
    out.extend(relative(turn.wins.unwrap_or_default()).iter().flat_map(|chance| chance.to_le_bytes()));
    out.extend(game.to_le_bytes());
    write_policy(&turn.policy, out);
    debug_assert_eq!(out.len() - start, RECORD_SIZE);
}

fn write_policy(policy: &[(Move, f32)], out: &mut Vec<u8>) {
    let mut kept: Vec<([u8; 2], f32)> =
        policy.iter().filter_map(|&(mv, share)| Some((move_bytes(mv)?, share))).collect();
    kept.sort_by(|one, other| other.1.total_cmp(&one.1));
    kept.truncate(POLICY_MOVES);
    let all: f32 = kept.iter().map(|(_, share)| share).sum();
    for index in 0..POLICY_MOVES {
        let (bytes, share) = kept.get(index).copied().unwrap_or(([NO_RECRUIT; 2], 0.0));
        out.extend(bytes);
        out.extend(((share / all.max(f32::MIN_POSITIVE) * 65535.0).round() as u16).to_le_bytes());
    }
}

fn move_bytes(mv: Move) -> Option<[u8; 2]> {
    Some(match mv {
        Move::Place { space } => [index(space), NO_RECRUIT],
        Move::Recruit { first, second } => [index(first), second.map_or(NO_SECOND, index)],
        Move::Journey { from, to } => [Space::COUNT as u8 + journey(Bridge::between(from, to)?, from), NO_RECRUIT],
        Move::Pass => return None,
    })
}

fn index(space: Space) -> u8 {
    space.village() as u8 * 7 + space.guild() as u8
}

fn journey(bridge: Bridge, from: shangrila_rules::Village) -> u8 {
    let number = Bridge::all().position(|other| other == bridge).unwrap_or(0) as u8;
    2 * number + u8::from(bridge.ends().0 != from)
}

fn village_bytes(spaces: SpaceSet) -> [u8; 13] {
    std::array::from_fn(|village| spaces.bits().to_le_bytes()[village])
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::Seats;

    #[test]
    fn a_record_says_who_owns_what_seen_from_the_seat_to_move() {
        let mut position = Position::start(Seats::FOUR, GameOptions::default());
        position.play("R@a".parse().unwrap()).unwrap();
        let end: Position = "rb5/7/7/7/7/7/7/7/7/7/7/7/7 000001 rbvy - 120 0".parse().unwrap();
        let policy = vec![("R@b".parse().unwrap(), 0.25), ("A@m".parse().unwrap(), 0.75)];
        let turn = Turn { position, kind: 3, policy, wins: Some([0.4, 0.3, 0.2, 0.1]) };
        let mut bytes = Vec::new();
        write(&turn, &end, [1.0, 0.0, 0.0, 0.0], 7, &mut bytes);
        assert_eq!(bytes.len(), RECORD_SIZE);
        // Blue moves, so red, who has moved, is the last of four.
        assert_eq!((bytes[0], bytes[1]), (3, 4));
        assert_eq!((bytes[91], bytes[92], bytes[93]), (3, 0, 4));
        assert_eq!(&bytes[186..190], &[4, 1, 0, 12]);
        let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!([0, 4, 8, 12].map(|at| float(224 + at)), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!([0, 4, 8, 12].map(|at| float(240 + at)), [0.3, 0.2, 0.1, 0.4]);
        assert_eq!(&bytes[260..264], &[12 * 7 + 1, 255, 0xFF, 0xBF]);
        assert_eq!(&bytes[264..266], &[7, 255]);
        // Six guilds lie alike, so one of them stands for all; the rainmaker's space is taken in a.
        assert_eq!((bytes[191], bytes[192]), (0b10, 0b11));
    }

    #[test]
    fn every_legal_move_has_bytes_of_its_own() {
        let mut rng = fastrand::Rng::with_seed(4);
        let mut position = Position::start(Seats::FOUR, GameOptions::default());
        while !position.is_over() {
            let mut seen: Vec<[u8; 2]> = position.legal_moves().iter().filter_map(move_bytes).collect();
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count, "{position}");
            position.play_random(|n| rng.u32(..n));
        }
    }
}
