//! Worked examples. Their moves are played by the rules crate, so pictures and texts cannot be wrong.

use leptos::prelude::*;
use shangrila_i18n::{Words, capitalise};
use shangrila_rules::{Clan, Guild, JourneyReport, Move, Position, Setup, Space, Traveller, Village};
use shangrila_scene as scene;
use shangrila_table::wording;

use super::picture::{self, Part};
use crate::pictures::{emblem_picture, tile_picture};
use crate::table::preview_drawing;

/// A position, the moves played from it, and the villages to show.
pub(super) struct Example {
    villages: &'static [Village],
    start: &'static str,
    moves: &'static [&'static str],
    /// The index of the moment shown first.
    shown: usize,
}

pub(super) static PLACING: Example = Example {
    villages: &[Village::H],
    start: "7/7/7/7/7/7/7/yr1b3/7/7/7/7/7 7fffff rbvy y 40 0",
    moves: &["D@h"],
    shown: 1,
};

pub(super) static RECRUITING: Example = Example {
    villages: &[Village::D, Village::E],
    start: "7/7/7/y3y1b/v1vy1bR/7/7/7/7/7/7/7/7 7fffff rvyb y 40 0",
    moves: &["+R@d+Y@d", "+H@d+F@e"],
    shown: 2,
};

pub(super) static FROM_STRONGER: Example = Example {
    villages: &[Village::E, Village::F],
    start: "7/7/7/7/R1Ry1bV/Y2by1b/7/7/7/7/7/7/7 7fffff rbvy r 40 0",
    moves: &["e>f"],
    shown: 1,
};

pub(super) static FROM_WEAKER: Example = Example {
    villages: &[Village::K, Village::L],
    start: "7/7/7/7/7/7/7/7/7/7/R1r1vvV/YrvbYB1/7 7fffff rbvy v 40 0",
    moves: &["k>l"],
    shown: 1,
};

/// The red village loses its last bridge.
pub(super) static PEACE: Example = Example {
    villages: &[Village::C, Village::F],
    start: "7/7/bR1Vy2/7/7/1v1yb2/7/7/7/7/7/7/7 7fff6f rbvy r 60 0",
    moves: &["c>f"],
    shown: 2,
};

/// Placements that other clans might try in [`PLACING`].
pub(super) const TRIALS: [(Clan, &str); 3] = [(Clan::Red, "R@h"), (Clan::Red, "Y@h"), (Clan::Violet, "D@h")];

/// One picture of an example.
#[derive(Clone)]
struct Moment {
    position: Position,
    /// The journey in progress.
    journey: Option<JourneyReport>,
    /// The clan that has just moved, and the spaces that got a tile.
    moved: Option<(Clan, Vec<Space>)>,
}

impl Example {
    fn start(&self) -> Position {
        self.start.parse().expect("examples are valid")
    }

    /// The moves, each with the position it is played in.
    fn plays(&self) -> Vec<(Position, Move)> {
        let mut position = self.start();
        let play = |text: &&str| {
            let (before, mv) = (position, text.parse().expect("examples are valid"));
            position.play(mv).expect("examples are legal");
            (before, mv)
        };
        self.moves.iter().map(play).collect()
    }

    /// The pictures in order: the start, each journey in progress, the board after each move.
    fn moments(&self) -> Vec<Moment> {
        let mut moments = vec![Moment { position: self.start(), journey: None, moved: None }];
        for (before, mv) in self.plays() {
            if let Some(report) = report(&before, mv) {
                moments.push(Moment { position: before, journey: Some(report), moved: None });
            }
            let mut after = before;
            after.play_unchecked(mv);
            let came = match mv {
                Move::Place { space } => vec![space],
                Move::Recruit { first, second } => [first].into_iter().chain(second).collect(),
                Move::Journey { .. } | Move::Pass => Vec::new(),
            };
            moments.push(Moment { position: after, journey: None, moved: before.to_move().map(|clan| (clan, came)) });
        }
        moments
    }

    /// Whether the clan could play the move at the start, in words: the move, or why it is illegal.
    pub(super) fn trial(&self, words: &Words, clan: Clan, mv: &str) -> Result<String, String> {
        let setup: Setup = self.start.parse().expect("examples are valid");
        let position = Setup { turn: Some(clan), ..setup }.position().expect("the clan plays");
        let mv = mv.parse().expect("examples are valid");
        match position.check_legal(mv) {
            Ok(()) => Ok(format!("{}.", wording::move_words(words, wording::clan(words, clan), mv))),
            Err(reason) => Err(wording::refusal(words, reason)),
        }
    }
}

fn report(position: &Position, mv: Move) -> Option<JourneyReport> {
    let Move::Journey { from, to } = mv else { return None };
    position.journey_report(from, to).ok()
}

impl Moment {
    fn drawing(&self, part: Part) -> String {
        let mut drawing = picture::board(&self.position, part);
        if let Some(report) = &self.journey {
            drawing += &preview_drawing(&self.position, report);
        }
        for &space in self.moved.iter().flat_map(|(_, came)| came) {
            let centre = scene::space_centre(space);
            drawing += &format!(r#"<circle class="ring came" cx="{:.1}" cy="{:.1}" r="36"/>"#, centre.x, centre.y);
        }
        drawing
    }

    /// The label of its button. If several clans move, their moments are named after them.
    fn label(&self, words: &'static Words, several: bool) -> String {
        match (&self.journey, &self.moved) {
            (Some(_), _) => words.rules.on_the_way.to_string(),
            (None, None) => words.rules.before.to_string(),
            (None, Some((clan, _))) if several => capitalise(wording::colour(words, *clan)),
            (None, Some(_)) => words.rules.after.to_string(),
        }
    }
}

/// An example to step through, with its moves in words and any further remarks as children.
#[component]
pub(super) fn ExampleFigure(
    words: &'static Words,
    example: &'static Example,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let part = Part::around(example.villages);
    let moments = StoredValue::new(example.moments());
    let count = moments.with_value(Vec::len);
    let (chosen, choose) = signal(example.shown);
    let now = move |of: &dyn Fn(&Moment) -> String| moments.with_value(|all| of(&all[chosen.get()]));
    let step = |index: usize| {
        let label = moments.with_value(|all| all[index].label(words, example.moves.len() > 1));
        view! {
            <button type="button" aria-pressed=move || (chosen.get() == index).to_string()
                on:click=move |_| choose.set(index)>{label}</button>
        }
    };
    view! {
        <figure class="example">
            <div>
                <svg class="board-part" viewBox=part.view_box() role="img"
                    aria-label=move || now(&|moment| picture::in_words(words, &moment.position, example.villages))
                    inner_html=move || now(&|moment| moment.drawing(part))></svg>
                <div class="segments" role="group" aria-label=words.rules.steps>
                    {(0..count).map(step).collect_view()}
                </div>
            </div>
            <figcaption>
                {example.plays().into_iter().map(|(position, mv)| play_words(words, position, mv)).collect_view()}
                {children.map(|children| children())}
            </figcaption>
        </figure>
    }
}

/// A move in words. For a journey: which village is stronger, each student's fate with its mark, and the rest.
fn play_words(words: &'static Words, position: Position, mv: Move) -> impl IntoView {
    let title = position.to_move().map(|clan| {
        view! { <p class="played">{emblem_picture(clan)} <b>{wording::move_words(words, wording::clan(words, clan), mv)}"."</b></p> }
    });
    let journey = report(&position, mv).map(|report| {
        let lines = wording::journey_words(words, &position, &report);
        let travellers: Vec<_> = report.students.iter().filter_map(|(guild, one)| one.map(|one| (guild, one))).collect();
        let (strength, others) = lines.split_at(1);
        let (fates, rest) = others.split_at(travellers.len());
        let fate = |((guild, student), line): ((Guild, Traveller), &String)| {
            view! {
                <li>
                    {tile_picture(student.clan, guild, false)}
                    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" inner_html=scene::fate_mark(student.fate)></svg>
                    <span>{line.clone()}</span>
                </li>
            }
        };
        view! {
            <p>{strength.concat()}</p>
            <ul class="travellers">{travellers.into_iter().zip(fates).map(fate).collect_view()}</ul>
            <p class="quiet">{rest.join(" ")}</p>
        }
    });
    view! { {title} {journey} }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position after the example's moves, and its villages in notation.
    fn after(example: &Example) -> (Position, Vec<String>) {
        let end = example.moments().pop().expect("a start").position;
        let text = end.to_string();
        let fields: Vec<&str> = text.split([' ', '/']).collect();
        (end, example.villages.iter().map(|&village| fields[village as usize].to_string()).collect())
    }

    #[test]
    fn the_examples_end_as_in_the_rulebook() {
        assert_eq!(after(&PLACING).1, ["yryb3"]);
        assert_eq!(after(&RECRUITING).1, ["Y3Y1B", "v1vy1BR"]);
        assert_eq!(after(&FROM_STRONGER).1, ["r1ry1bv", "r1rby1v"]);
        assert_eq!(after(&FROM_WEAKER).1, ["r1r1vvv", "YrvbYBv"]);
        let (end, villages) = after(&PEACE);
        assert_eq!(villages, ["br1vy2", "1r1vb2"]);
        assert!(end.has_stone(Village::C) && !end.has_stone(Village::F));
    }

    #[test]
    fn strengths_and_returned_tiles_match_the_text() {
        let strengths = |example: &Example| {
            let (before, mv) = example.plays()[0];
            report(&before, mv).map(|report| (report.origin.tiles, report.destination.tiles))
        };
        assert_eq!(strengths(&FROM_STRONGER), Some((8, 5)));
        assert_eq!(strengths(&FROM_WEAKER), Some((7, 9)));
        let returned =
            |example: &Example, clan, guild| after(example).0.supply(clan, guild) - example.start().supply(clan, guild);
        assert_eq!(returned(&FROM_STRONGER, Clan::Yellow, Guild::Rainmaker), 2);
        assert_eq!(returned(&FROM_STRONGER, Clan::Blue, Guild::Healer), 1);
        assert_eq!(returned(&FROM_WEAKER, Clan::Red, Guild::Rainmaker), 1);
    }

    #[test]
    fn the_trials_of_placing_match_the_rulebook() {
        let words = shangrila_i18n::Language::English.words();
        let verdicts = TRIALS.map(|(clan, mv)| PLACING.trial(words, clan, mv).is_ok());
        assert_eq!(verdicts, [false, true, false]);
    }
}
