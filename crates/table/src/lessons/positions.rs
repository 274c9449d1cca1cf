//! The boards of the lessons.

use super::Lesson;

impl Lesson {
    /// The position in which the lesson starts, in notation.
    pub(super) const fn notation(self) -> &'static str {
        match self {
            // D has four tiles but two masters, E three of each.
            Lesson::Village => "7/7/7/R2B3/r1b1v2/7/7/1r4y/7/7/7/7/7 7fffff rbvy r 28 0",
            // A and H are as strong as E; K is not joined to it.
            Lesson::Placing => "r5v/7/7/7/1b1b3/7/7/2r1y2/7/7/r6/7/7 7fffff rbvy r 28 0",
            // A has three pairs of masters, D one.
            Lesson::Recruiting => "rr2r2/7/7/3r1r1/b1v4/7/1y3b1/7/7/7/7/7/7 7fffff rbvy r 28 0",
            // A and F are weaker than E and have masters in the students' way; D is stronger, H empty.
            Lesson::Stronger => "b6/7/7/YyyY2y/RR1r3/1v1v3/7/7/7/7/7/7/7 7fffff rbvy r 28 0",
            // Every neighbour of H is stronger. E and I have room for both students, L for one, K for none.
            Lesson::Weaker => "7/7/7/7/1b1bvbv/7/7/R1R4/1v1Yyv1/7/bvbv1b1/1yvbyb1/7 7fffff rbvy r 28 0",
            // Four tiles everywhere. I and K have fewer masters than H, E as many, L more.
            Lesson::Ties => "7/7/7/7/b1B3b/7/7/R2r2r/V2V3/7/YY5/bbvy3/7 7fffff rbvy r 28 0",
            // A and M have one bridge left; H and its neighbours have more.
            Lesson::Stones => "Rr5/b2y3/7/7/b3v2/7/3vb2/R4r1/1bv4/1y1y3/1v3b1/7/2R1r2 35bd84 rbvy r 60 0",
            // Two bridges are left. The journeys a>b and l>m win, m>l does not.
            Lesson::End => "RRr4/bb1v3/2b1v2/b3y2/1v2b2/r1b1y2/3b2v/1y1b3/v3y2/7/7/2R1R1y/1Rb3v 400001 rbvy r 100 0",
            // Red has 8 masters and blue 9, both in five villages. The journeys a>b and m>l enter new ones.
            Lesson::TieBreak => {
                "R1r4/1bb1v2/rb1b3/1r1rb2/3r2v/2b1b2/vv2y2/1y2v2/2yv3/7/7/bb3y1/3R1r1 400001 rbvy r 100 0"
            }
            // The last round of a free set-up. Search values joining an own master, in B or H, clearly above everything else.
            Lesson::Plan => "y1rv3/3r3/1bv3y/b2yv2/7/vrb4/7/2y3r/1v2yb1/7/r2b2v/7/1y2br1 7fffff rbvy r 24 0",
            // From a game between computer players. Red can force the win, but most moves give it away.
            Lesson::Endgame => {
                "byyyyb1/yyyyyyr/7/bbbbbrb/BBBBBRb/yryryyr/BBBBBRB/yrrryyr/yrrryyr/yrrrryy/Rbb1b1r/yrryyyr/rr1yr2 01400c rby r 96 0"
            }
        }
    }
}
