//! The graph of every clan's masters after every turn: labelled, and readable turn by turn with mouse, finger or keyboard.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use shangrila_rules::{Clan, Position};
use shangrila_scene::{self as scene, Point};
use shangrila_table::{DecisiveJourney, TurnNumber, wording};
use wasm_bindgen::JsCast;

use super::game::Game;
use crate::pictures::{clan_class, emblem_picture};
use crate::preferences::preferences;

/// The drawing in its own units, which are about pixels on a desktop.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 158.0;
/// The plot inside it, which leaves room for the labels.
const LEFT: f64 = 24.0;
const RIGHT: f64 = 300.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 136.0;
/// The distance of two labels at the end of the lines.
const LABEL_HEIGHT: f64 = 14.0;
/// The most labels on the axis of turns.
const MOST_TICKS: usize = 6;

/// The masters of every clan after every turn, and where they are drawn.
#[derive(Clone)]
struct Plot {
    positions: Vec<Position>,
    clans: Vec<Clan>,
    most: usize,
}

impl Plot {
    fn of(game: Game) -> Plot {
        game.session.with_untracked(|session| {
            let positions: Vec<Position> = (0..=session.played()).map(|turns| *session.position_after(turns)).collect();
            let clans: Vec<Clan> = session.position().seats().iter().collect();
            let scores = positions.iter().flat_map(|position| clans.iter().map(|&clan| position.score(clan).masters));
            let most = scores.max().unwrap_or(0).max(1);
            Plot { positions, clans, most }
        })
    }

    fn last(&self) -> usize {
        self.positions.len() - 1
    }

    fn masters(&self, turns: usize, clan: Clan) -> usize {
        self.positions[turns.min(self.last())].score(clan).masters
    }

    fn x(&self, turns: usize) -> f64 {
        LEFT + turns as f64 / self.last().max(1) as f64 * (RIGHT - LEFT)
    }

    fn y(&self, masters: usize) -> f64 {
        BOTTOM - masters as f64 / self.most as f64 * (BOTTOM - TOP)
    }

    fn line(&self, clan: Clan) -> String {
        let points = (0..self.positions.len())
            .map(|turns| format!("{:.1} {:.1}", self.x(turns), self.y(self.masters(turns, clan))));
        format!("M{}", points.collect::<Vec<_>>().join("L"))
    }

    /// The labels of the axis of masters.
    fn master_ticks(&self) -> Vec<usize> {
        let step = if self.most > 10 { 5 } else { 2 };
        (0..=self.most).step_by(step).collect()
    }

    /// The labels of the axis of turns, each with the number of turns played before it.
    fn turn_ticks(&self) -> Vec<(usize, usize)> {
        let numbered =
            self.positions.iter().enumerate().filter_map(|(turns, position)| match TurnNumber::of(position) {
                TurnNumber::Play(number) if !position.is_over() => Some((turns, number)),
                _ => None,
            });
        let numbered: Vec<(usize, usize)> = numbered.collect();
        let steps = [5, 10, 20, 50, 100];
        let step = steps.into_iter().find(|step| numbered.len() / step <= MOST_TICKS).unwrap_or(200);
        numbered.into_iter().filter(|(_, number)| number % step == 0).collect()
    }

    /// Where the labels at the end of the lines go: at their line, but never on top of each other.
    fn labels(&self) -> Vec<(Clan, usize, f64)> {
        let at_end = |&clan: &Clan| (clan, self.masters(self.last(), clan));
        let mut labels: Vec<(Clan, usize, f64)> =
            self.clans.iter().map(at_end).map(|(clan, masters)| (clan, masters, self.y(masters))).collect();
        labels.sort_by(|one, other| one.2.total_cmp(&other.2));
        let mut free = TOP;
        for label in &mut labels {
            label.2 = label.2.max(free);
            free = label.2 + LABEL_HEIGHT;
        }
        let mut floor = BOTTOM;
        for label in labels.iter_mut().rev() {
            label.2 = label.2.min(floor);
            floor = label.2 - LABEL_HEIGHT;
        }
        labels
    }
}

/// The graph. A slider lies over it, so that it can be read with every kind of input.
#[component]
pub(crate) fn ScoreGraph(decisive: Vec<DecisiveJourney>) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let plot = Plot::of(game);
    let last = plot.last();
    let read = RwSignal::new(last);
    let drawing = drawing(&plot, &decisive);
    let plot = StoredValue::new(plot);
    let turn = move || {
        let position = plot.with_value(|plot| plot.positions[read.get()]);
        let words = preferences.words();
        if position.is_over() { words.table.over.to_string() } else { wording::turn(words, TurnNumber::of(&position)) }
    };
    let in_words = move || {
        let score = |clan: Clan| {
            format!("{} {}", game.player_name(clan), plot.with_value(|plot| plot.masters(read.get(), clan)))
        };
        let scores: Vec<String> = plot.with_value(|plot| plot.clans.clone()).into_iter().map(score).collect();
        format!("{}: {}", turn(), scores.join(", "))
    };
    let cursor = move || plot.with_value(|plot| format!("M{:.1} {TOP}V{BOTTOM}", plot.x(read.get())));
    let dots = move || {
        let turns = read.get();
        plot.with_value(|plot| {
            let dot = |&clan: &Clan| {
                let (x, y) = (plot.x(turns), plot.y(plot.masters(turns, clan)));
                view! { <circle class=clan_class(clan) cx=x cy=y r="3.5"></circle> }
            };
            plot.clans.iter().map(dot).collect_view()
        })
    };
    let follow = move |event: PointerEvent| {
        let Some(slider) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return };
        let share = f64::from(event.offset_x()) / f64::from(slider.client_width().max(1));
        read.set((share.clamp(0.0, 1.0) * last as f64).round() as usize);
    };
    let scores = move || {
        let score = |clan: Clan| {
            let masters = move || plot.with_value(|plot| plot.masters(read.get(), clan));
            view! { <span class=clan_class(clan) data-clan=clan.letter().to_string()>{emblem_picture(clan)} <b>{masters}</b></span> }
        };
        plot.with_value(|plot| plot.clans.clone()).into_iter().map(score).collect_view()
    };
    view! {
        <div class="graph">
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true">
                <g inner_html=drawing></g>
                <path class="graph-cursor" d=cursor></path>
                {dots}
            </svg>
            <input
                type="range"
                class="graph-slider"
                min="0"
                max=last
                style=format!("left:{:.2}%;right:{:.2}%", LEFT / WIDTH * 100.0, (1.0 - RIGHT / WIDTH) * 100.0)
                aria-label=move || preferences.words().end.masters_over_time
                aria-valuetext=in_words
                prop:value=move || read.get().to_string()
                on:input=move |event| read.set(event_target_value(&event).parse().unwrap_or(last).min(last))
                on:pointermove=follow
            />
        </div>
        <p class="graph-readout" data-turns=move || read.get()>
            <span class="graph-turn">{turn}</span>
            {scores()}
            <button
                type="button"
                class="button small"
                data-do="show-turn"
                disabled=move || read.get() == last
                on:click=move |_| game.view(read.get_untracked())
            >
                {move || preferences.words().end.show_turn}
            </button>
        </p>
    }
}

/// Everything that stays the same: axes with their labels, lines, the decisive journeys, and the scores at the end.
fn drawing(plot: &Plot, decisive: &[DecisiveJourney]) -> String {
    let mut svg = String::new();
    for masters in plot.master_ticks() {
        let y = plot.y(masters);
        svg += &format!(
            "<path class=\"axis\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{masters}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
    for (turns, number) in plot.turn_ticks() {
        let x = plot.x(turns);
        svg += &format!(
            "<path class=\"axis\" d=\"M{x:.1} {BOTTOM}v4\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
            BOTTOM + 16.0
        );
    }
    for &clan in &plot.clans {
        svg += &format!("<path class=\"line {}\" d=\"{}\"/>", clan_class(clan), plot.line(clan));
    }
    for DecisiveJourney { index, journey, .. } in decisive {
        let (x, y) = (plot.x(index + 1), plot.y(plot.masters(index + 1, journey.clan)));
        svg += &format!(
            "<g class=\"graph-mark {}\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text></g>",
            clan_class(journey.clan),
            y + 3.5,
            journey.number
        );
    }
    for (clan, masters, y) in plot.labels() {
        svg += &scene::emblem(clan, Point::new(RIGHT + 11.0, y), 13.0);
        svg += &format!("<text class=\"end-label\" x=\"{:.1}\" y=\"{:.1}\">{masters}</text>", RIGHT + 21.0, y + 4.5);
    }
    svg
}
