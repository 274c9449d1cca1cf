//! A position as numbers, as one of its seats sees it.
//!
//! The seats are counted from the observer: 0 is the observer, 1 the next in turn order, and so on; with three clans, seat 3
//! has zeros only. `docs/python.md` has the same table for readers.
//!
//! | from | length | contents |
//! |---|---|---|
//! | 0 | 4 × 91 | masters: for each seat, the spaces with one of its masters |
//! | 364 | 4 × 91 | students: for each seat, the spaces with one of its students |
//! | 728 | 23 | standing bridges |
//! | 751 | 4 × 7 | supplies: for each seat and guild, the tiles left, 0 to 6 |
//! | 779 | 4 | the seat to move; zeros when the game is over |
//! | 783 | 5 | set-up under way; four clans; twelve stones; one student allowed by choice; passes in a row |

use shangrila_rules::{Bridge, GameOptions, Guild, Position, RecruitRule, Seat, Space, Stones};

use crate::actions::space_number;

const STUDENTS: usize = Seat::COUNT * Space::COUNT;
const BRIDGES: usize = STUDENTS + Seat::COUNT * Space::COUNT;
const SUPPLIES: usize = BRIDGES + Bridge::COUNT;
const TO_MOVE: usize = SUPPLIES + Seat::COUNT * Guild::COUNT;
const FACTS: usize = TO_MOVE + Seat::COUNT;
/// The length of an observation.
pub(crate) const OBSERVATION: usize = FACTS + 5;

/// Writes what `observer` sees into a row of [`OBSERVATION`] entries.
pub(crate) fn write(position: &Position, observer: Seat, row: &mut [u8]) {
    row.fill(0);
    let clans = position.seats().count();
    for seat in Seat::ALL.into_iter().take(clans) {
        let relative = (seat.index() + clans - observer.index() % clans) % clans;
        let masters = position.masters_of_seat(seat);
        for space in masters {
            row[relative * Space::COUNT + space_number(space)] = 1;
        }
        for space in masters & position.students() {
            row[STUDENTS + relative * Space::COUNT + space_number(space)] = 1;
        }
        if let Some(clan) = position.seats().clan_at(seat) {
            for guild in Guild::ALL {
                row[SUPPLIES + relative * Guild::COUNT + guild as usize] = position.supply(clan, guild) as u8;
            }
        }
        row[TO_MOVE + relative] = u8::from(position.seat_to_move() == Some(seat));
    }
    let bridges = position.bridges().bits();
    for (bridge, entry) in row[BRIDGES..SUPPLIES].iter_mut().enumerate() {
        *entry = (bridges >> bridge & 1) as u8;
    }
    let GameOptions { stones, recruit } = position.options();
    row[FACTS..].copy_from_slice(&[
        u8::from(position.in_opening()),
        u8::from(clans == 4),
        u8::from(stones == Stones::Twelve),
        u8::from(recruit == RecruitRule::UpToTwo),
        position.passes() as u8,
    ]);
}
