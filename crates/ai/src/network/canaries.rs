//! Positions whose answers stand in every weight file. A program that sees positions differently from the one that trained
//! the network gives other answers, and refuses the file instead of playing badly.

use super::features::{Features, SEATS};
use super::forward::{Scratch, forward};
use super::weights::{NetworkError, Weights};
use shangrila_rules::Position;

/// The positions, in the order of the answers. `train/shangrila_net/canaries.rec` holds them as training records.
pub const CANARY_POSITIONS: [&str; 6] = [
    "3yv1r/rr4v/bb5/5b1/2r2yb/5r1/v2bb2/4y2/2b4/2vrr2/1y4y/3v3/yv3v1 7fffff rbvy y 27 0",
    "1y2r2/by1rR2/7/y1Ryr2/3yB2/2Br1r1/b1y1y1b/1B2bb1/1r1b3/r5Y/5B1/5YR/4Y2 7fff2e rby y 35 0",
    "4B1y/2b3r/7/r2y3/3r2b/b1y4/3b3/1b3yy/y1r4/5B1/1r2r2/1r2y2/1y3r1 7fff2f rby r 24 0",
    "rbbyByy/BrbbrBR/7/Rryyy2/BbbyBYy/yBRRryr/r2Bb2/bbb2yy/ybrRryR/ryr2rb/YrryY1Y/YRYYY1r/rYrR1R1 480401 rby y 113 0",
    "Bvbbyvv/YYYrBbB/1yrrvby/1vbBybv/YyyVYv1/yy2vY1/r1bbrVV/rrbvYvv/1y1Y1Y1/r1RrrR1/vrb1rr1/bvvyvbv/bvvyvbb 04ac01 rbvy v 106 0",
    "BBYBrrr/Rrrry1V/y1b1yby/ryYRRRr/yyybrrR/3vvvB/1y1YbRb/1b1y1y1/v2vvv1/R1brrby/V1VVVbv/bb1yvyy/1vbrvb1 058028 rbvy y 103 0",
];

/// How far a win chance may be off: the last digits depend on the order in which the training adds up.
const TOLERANCE: f32 = 1e-3;

/// Compares the network's answers with those of the training.
pub(super) fn check(weights: &Weights) -> Result<(), NetworkError> {
    let mut scratch = Scratch::new(weights);
    for (text, answer) in CANARY_POSITIONS.iter().zip(weights.canaries.as_chunks::<SEATS>().0) {
        let position: Position = text.parse().map_err(|_| NetworkError::WrongAnswer)?;
        let output = forward(weights, &Features::of(&position), &mut scratch);
        let is_close = output.wins.iter().zip(answer).all(|(ours, theirs)| (ours - theirs).abs() <= TOLERANCE);
        if !is_close {
            return Err(NetworkError::WrongAnswer);
        }
    }
    Ok(())
}
