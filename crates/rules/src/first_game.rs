//! The first-game set-ups from the cards in the box (R2.4).

use crate::clan::Clan;
use crate::options::GameOptions;
use crate::position::Position;
use crate::seats::Seats;
use crate::setup::Setup;

/// The card for three clans: red, blue and yellow.
const THREE: &str = "b3r2/7/7/1b3r1/3rb2/5yb/3by2/yr5/2b3y/2ry3/r1y4/5br/1y5 7fff2f rby r 21 0";

/// The card for four clans. The published transcription omits violet's Astrologer; it is reconstructed in `f`, the only
/// village with two tiles of one clan and no third tile.
const FOUR: &str = "4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0";

impl Position {
    /// The board after the first-game set-up, with the first seat to move.
    ///
    /// Each clan gets the tiles of its own colour on the card, whatever its seat. The card for three clans does not show
    /// violet; if violet plays, it gets the tiles of the absent clan.
    ///
    /// ```
    /// # use shangrila_rules::{Clan, GameOptions, Position, Seats};
    /// let position = Position::first_game(Seats::THREE, GameOptions::default());
    /// assert_eq!(position.masters(Clan::Yellow).len(), 7);
    /// assert!(!position.in_opening());
    /// ```
    #[must_use]
    pub fn first_game(seats: Seats, options: GameOptions) -> Position {
        let (text, on_card) = if seats.count() == 3 { (THREE, Seats::THREE) } else { (FOUR, Seats::FOUR) };
        let card: Setup = text.parse().expect("the card is well formed");
        let absent = on_card.iter().find(|&clan| !seats.contains(clan));
        let player = |clan: Clan| if Some(clan) == absent { Clan::Violet } else { clan };
        let mut setup = Setup { seats, options, turn: seats.iter().next(), ..card };
        for occupant in setup.spaces.values_mut() {
            occupant.clan = player(occupant.clan);
        }
        setup.position().expect("the card is legal")
    }
}
