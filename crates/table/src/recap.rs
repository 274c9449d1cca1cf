//! What happened since a player's last own move: every turn with the tiles that came and went, and one line per player.
//!
//! A pure function of the moves played, so that games against computer players and online games tell the same story.

use core::fmt;

use shangrila_i18n::{Who, Words};
use shangrila_rules::{Clan, ClanSet, Fate, Guild, JourneyReport, Move, Position, Space, Village};

use crate::session::Session;
use crate::wording;

/// The turns since a player's last own move.
#[derive(Clone, PartialEq, Debug)]
pub struct Recap {
    /// The number of turns played before the first of them.
    pub since: usize,
    /// In the order in which they were played.
    pub turns: Vec<RecapTurn>,
}

/// A turn of a [`Recap`].
#[derive(Clone, PartialEq, Debug)]
pub struct RecapTurn {
    /// Its number in the recap, from 1, as marks on the board and lines of text show it.
    pub number: usize,
    /// Who made the move.
    pub clan: Clan,
    /// The move.
    pub mv: Move,
    /// What the journey did, if it was one.
    pub report: Option<JourneyReport>,
}

/// A mark that a turn leaves on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnMark {
    /// A tile of this clan came here: a new master, or a student of the master that was there.
    Came {
        /// Where it lies now.
        space: Space,
        /// Whose it is.
        clan: Clan,
        /// Whether it is a student.
        student: bool,
    },
    /// The tiles of this clan that lay here, or were to arrive here, returned to the supply.
    Went {
        /// Where they lay, or where they found no room.
        space: Space,
        /// Whose they are.
        clan: Clan,
        /// Whether a master was among them, so that the clan lost a point.
        master: bool,
    },
    /// Students travelled.
    Travelled {
        /// The village they left.
        from: Village,
        /// The village they went to.
        to: Village,
    },
}

/// What one player did, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct RecapLine {
    /// Who did it.
    pub clan: Clan,
    /// The turns it tells.
    pub turns: Vec<RecapTurn>,
    /// One or more sentences.
    pub text: String,
}

/// For attributes that tests and other programs read: `came r H@e`, `went b H@e`, `a>d`.
impl fmt::Display for TurnMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TurnMark::Came { space, clan, .. } => write!(f, "came {} {space}", clan.letter()),
            TurnMark::Went { space, clan, .. } => write!(f, "went {} {space}", clan.letter()),
            TurnMark::Travelled { from, to } => write!(f, "{}", Move::Journey { from, to }),
        }
    }
}

impl Recap {
    /// The turns since the last move that the player with the clans `own` chose, or since `seen` turns if that is earlier. A forced pass is
    /// not a choice. Spectators, who have no clan, get the latest round.
    pub fn of(session: &Session, own: ClanSet, seen: Option<usize>) -> Recap {
        let played = session.played();
        let chosen = |(before, mv, _): (&Position, Move, &Position)| {
            before.to_move().is_some_and(|mover| own.contains(mover)) && mv != Move::Pass
        };
        let since = if own.is_empty() {
            played.saturating_sub(session.position().seats().count())
        } else {
            let moves: Vec<bool> = session.turns().map(chosen).collect();
            moves.iter().rposition(|&chosen| chosen).map_or(0, |index| index + 1)
        };
        let since = seen.map_or(since, |seen| since.min(seen));
        let turns = session.turns().skip(since).zip(1..);
        let turns = turns.filter_map(|((before, mv, _), number)| RecapTurn::of(number, before, mv));
        Recap { since, turns: turns.collect() }
    }

    /// One line per clan, in the order in which they first moved. The player of `you` is addressed as “you”; `who` names the others.
    pub fn lines<'a>(&self, words: &Words, you: ClanSet, who: &dyn Fn(Clan) -> Who<'a>) -> Vec<RecapLine> {
        let mut lines: Vec<RecapLine> = Vec::new();
        for turn in &self.turns {
            let text = turn.words(words, you, who);
            match lines.iter_mut().find(|line| line.clan == turn.clan) {
                Some(line) => {
                    line.turns.push(turn.clone());
                    line.text = format!("{} {text}", line.text);
                }
                None => lines.push(RecapLine { clan: turn.clan, turns: vec![turn.clone()], text }),
            }
        }
        lines
    }
}

impl RecapTurn {
    /// Describes a turn by its move and the position before it; `None` if nobody was to move.
    pub fn of(number: usize, before: &Position, mv: Move) -> Option<RecapTurn> {
        let clan = before.to_move()?;
        let report = match mv {
            Move::Journey { from, to } => before.journey_report(from, to).ok(),
            _ => None,
        };
        Some(RecapTurn { number, clan, mv, report })
    }

    /// The marks it leaves on the board.
    pub fn marks(&self) -> Vec<TurnMark> {
        let came = |space, student| TurnMark::Came { space, clan: self.clan, student };
        match (self.mv, &self.report) {
            (Move::Place { space }, _) => vec![came(space, false)],
            (Move::Recruit { first, second }, _) => {
                std::iter::once(first).chain(second).map(|space| came(space, true)).collect()
            }
            (Move::Journey { from, to }, Some(report)) => {
                let mut marks = vec![TurnMark::Travelled { from, to }];
                marks.extend(arrivals(report));
                marks
            }
            (Move::Journey { from, to }, None) => vec![TurnMark::Travelled { from, to }],
            (Move::Pass, _) => Vec::new(),
        }
    }

    /// The guilds in which a clan gained and lost a master.
    pub fn masters_changed(&self, clan: Clan) -> (Vec<Guild>, Vec<Guild>) {
        let (mut gained, mut lost) = (Vec::new(), Vec::new());
        for mark in self.marks() {
            match mark {
                TurnMark::Came { space, clan: owner, student: false } if owner == clan => gained.push(space.guild()),
                TurnMark::Went { space, clan: owner, master: true } if owner == clan => lost.push(space.guild()),
                _ => {}
            }
        }
        (gained, lost)
    }

    /// The turn in sentences: what was played, and for a journey who gained and who lost which masters.
    pub fn words<'a>(&self, words: &Words, you: ClanSet, who: &dyn Fn(Clan) -> Who<'a>) -> String {
        if self.mv == Move::Pass {
            return if you.contains(self.clan) {
                words.story.you_pass.to_string()
            } else {
                words.choose.must_pass(who(self.clan))
            };
        }
        let mut sentences = vec![wording::move_words(words, who(self.clan), self.mv) + "."];
        let Some(report) = &self.report else { return sentences.remove(0) };
        for you in you {
            let (gained, lost) = self.masters_changed(you);
            let names = |guilds: &[Guild]| {
                guilds.iter().map(|&guild| wording::guild(words, guild)).collect::<Vec<_>>().join(", ")
            };
            if !lost.is_empty() {
                sentences.push(words.story.you_lose(lost.len(), names(&lost)));
            }
            if !gained.is_empty() {
                sentences.push(words.story.you_gain(gained.len(), names(&gained)));
            }
        }
        let others = Clan::ALL.into_iter().filter(|&clan| clan != self.clan);
        let others = std::iter::once(self.clan).chain(others).filter(|&clan| !you.contains(clan));
        let changes: Vec<String> = others.filter_map(|clan| self.change_words(clan, who(clan))).collect();
        if !changes.is_empty() {
            sentences.push(changes.join(", ") + ".");
        }
        if sentences.len() == 1 {
            sentences.push(words.story.no_masters_change.to_string());
        }
        sentences.extend(report.stones.into_iter().map(|village| words.journey.stone(wording::village(village))));
        if report.ends_game {
            sentences.push(words.journey.ends_game.to_string());
        }
        sentences.join(" ")
    }

    /// How many masters a clan gained or lost: `Ba-Lao +2`; `None` if neither.
    fn change_words(&self, clan: Clan, who: Who<'_>) -> Option<String> {
        let (gained, lost) = self.masters_changed(clan);
        let sign = if gained.len() > lost.len() { '+' } else { '−' };
        (gained.len() != lost.len()).then(|| format!("{who} {sign}{}", gained.len().abs_diff(lost.len())))
    }

    /// What was played in a few words, for lists that show who played by a picture: `Healer in A`, `A → D: Ba-Lao +2`.
    pub fn brief_words<'a>(&self, words: &Words, who: &dyn Fn(Clan) -> Who<'a>) -> String {
        match self.mv {
            Move::Place { space } => wording::space(words, space).to_string(),
            Move::Recruit { first, second } => {
                let spaces = std::iter::once(first).chain(second);
                spaces.map(|space| wording::space(words, space).to_string()).collect::<Vec<_>>().join(", ")
            }
            Move::Journey { from, to } => {
                let way = format!("{} → {}", wording::village(from), wording::village(to));
                let changes: Vec<String> =
                    Clan::ALL.into_iter().filter_map(|clan| self.change_words(clan, who(clan))).collect();
                if changes.is_empty() { way } else { format!("{way}: {}", changes.join(", ")) }
            }
            Move::Pass => words.story.passes.to_string(),
        }
    }
}

/// What became of the students of a journey, and of the masters in their way.
fn arrivals(report: &JourneyReport) -> Vec<TurnMark> {
    let mut marks = Vec::new();
    for (guild, student) in report.students.iter() {
        let Some(student) = student else { continue };
        let space = Space::new(report.to, guild);
        let came = |student_tile| TurnMark::Came { space, clan: student.clan, student: student_tile };
        match student.fate {
            Fate::BecomesMaster => marks.push(came(false)),
            Fate::JoinsOwnMaster => marks.push(came(true)),
            Fate::DrivesOut { clan, .. } => {
                marks.extend([TurnMark::Went { space, clan, master: true }, came(false)]);
            }
            Fate::Bounces(_) => marks.push(TurnMark::Went { space, clan: student.clan, master: false }),
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;
    use shangrila_rules::record::Start;
    use shangrila_rules::{GameOptions, Occupant, Seats};

    fn session(seats: &[&str]) -> Session {
        let clans = if seats.len() == 3 { Seats::THREE } else { Seats::FOUR };
        let start = Start::FirstGame { seats: clans, options: GameOptions::default() };
        Session::new(start, seats.iter().map(|seat| seat.parse().unwrap()).collect(), None)
    }

    /// Plays random moves until the game is over, and calls `check` after each of them.
    fn play_random_games(mut check: impl FnMut(&Session)) {
        for seed in 0..40 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut game = session(if seed % 2 == 0 { &["person"; 3] } else { &["person"; 4] });
            let mut position = *game.position();
            while let Some(mv) = position.play_random(|n| rng.u32(..n)) {
                game.play(mv).unwrap();
                check(&game);
            }
        }
    }

    #[test]
    fn the_marks_of_a_turn_explain_every_change_of_the_board() {
        play_random_games(|game| {
            let (before, mv, after) = game.turns().last().unwrap();
            let turn = RecapTurn::of(1, before, mv).unwrap();
            let mut spaces: Vec<Option<Occupant>> = Space::all().map(|space| before.occupant(space)).collect();
            let index = |space: Space| Space::all().position(|other| other == space).unwrap();
            for mark in turn.marks() {
                match mark {
                    TurnMark::Travelled { from, .. } => {
                        for guild in Guild::ALL {
                            let left = &mut spaces[index(Space::new(from, guild))];
                            *left = left.map(|occupant| Occupant { student: false, ..occupant });
                        }
                    }
                    TurnMark::Came { space, clan, student } => {
                        spaces[index(space)] = Some(Occupant { clan, student });
                    }
                    TurnMark::Went { space, master: true, .. } => spaces[index(space)] = None,
                    TurnMark::Went { master: false, .. } => {}
                }
            }
            let expected: Vec<Option<Occupant>> = Space::all().map(|space| after.occupant(space)).collect();
            assert_eq!(spaces, expected, "{mv} in {before}");
        });
    }

    #[test]
    fn gains_and_losses_add_up_to_the_scores() {
        play_random_games(|game| {
            let (before, mv, after) = game.turns().last().unwrap();
            let turn = RecapTurn::of(1, before, mv).unwrap();
            for clan in before.seats().iter() {
                let (gained, lost) = turn.masters_changed(clan);
                let [had, has] = [before, after].map(|position| position.score(clan).masters);
                assert_eq!(had + gained.len(), has + lost.len(), "{mv} in {before}");
            }
        });
    }

    #[test]
    fn a_recap_starts_after_the_last_move_the_viewer_chose() {
        play_random_games(|game| {
            for viewer in game.position().seats().iter() {
                let recap = Recap::of(game, ClanSet::only(viewer), None);
                assert_eq!(recap.since + recap.turns.len(), game.played());
                let own = |turn: &RecapTurn| turn.clan == viewer && turn.mv != Move::Pass;
                assert!(!recap.turns.iter().any(own), "nothing of the viewer's own");
                if let Some(last) = recap.since.checked_sub(1) {
                    let (before, mv, _) = game.turns().nth(last).unwrap();
                    assert!(before.to_move() == Some(viewer) && mv != Move::Pass);
                }
            }
        });
    }

    #[test]
    fn an_absence_widens_the_recap_and_spectators_get_the_latest_round() {
        let mut game = session(&["person"; 4]);
        for _ in 0..9 {
            let mv = game.position().legal_moves().get(0).unwrap();
            game.play(mv).unwrap();
        }
        let since = |own: &[Clan], seen| Recap::of(&game, own.iter().copied().collect(), seen).since;
        // Blue moves second: its last move was the sixth.
        assert_eq!(since(&[Clan::Blue], None), 6);
        assert_eq!(since(&[Clan::Blue], Some(3)), 3, "a stand-in may have moved in the meantime");
        assert_eq!(since(&[Clan::Blue], Some(8)), 6);
        // With two clans, what the other one did last is known, too.
        assert_eq!(since(&[Clan::Blue, Clan::Yellow], None), 8);
        assert_eq!(since(&[], None), 5);
        assert_eq!(since(&[], Some(2)), 2);
    }

    #[test]
    fn journeys_are_told_with_gains_and_losses_and_passes_with_their_reason() {
        let words = Language::English.words();
        let who = |clan| wording::player(words, clan, None);
        let told = |position: &str, mv: &str, you| {
            let before: Position = position.parse().unwrap();
            let you = Option::<Clan>::into_iter(you).collect();
            RecapTurn::of(1, &before, mv.parse().unwrap()).unwrap().words(words, you, &who)
        };
        let text = told("RB5/7/7/bv5/7/7/7/7/7/7/7/7/b6 400003 rbvy r 28 0", "a>d", Some(Clan::Violet));
        assert_eq!(
            text,
            "Ro-Tarya sends the students from A to D. You lose 1 master (Astrologer). Ro-Tarya +1. D gets a stone."
        );
        let told_to_blue = told("RB5/7/7/bv5/7/7/7/7/7/7/7/7/b6 400003 rbvy r 28 0", "a>d", Some(Clan::Blue));
        assert!(
            told_to_blue.contains("You lose 1 master (Rainmaker). You gain 1 master (Astrologer)."),
            "{told_to_blue}"
        );
        let tie = told("R6/7/7/B6/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0", "a>d", None);
        assert_eq!(tie, "Ro-Tarya sends the students from A to D. No masters gained or lost.");
        let stuck = "R6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy b 40 0";
        assert_eq!(told(stuck, "pass", None), "Ba-Lao has no legal move and passes.");
        assert_eq!(told(stuck, "pass", Some(Clan::Blue)), "You have no legal move and pass.");
    }

    #[test]
    fn every_player_has_one_line() {
        play_random_games(|game| {
            let words = Language::English.words();
            let recap = Recap::of(game, ClanSet::EMPTY, Some(0));
            let lines = recap.lines(words, ClanSet::EMPTY, &|clan| game.who(words, clan));
            let mut numbers: Vec<usize> =
                lines.iter().flat_map(|line| line.turns.iter().map(|turn| turn.number)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(1..=game.played()));
            assert!(lines.len() <= game.position().seats().count());
        });
    }
}
