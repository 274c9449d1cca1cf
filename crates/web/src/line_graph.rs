//! A graph with one line per clan over the turns of a game: labelled, and readable turn by turn with mouse, finger or keyboard.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use shangrila_rules::{Clan, PerClan, Position};
use shangrila_scene::{self as scene, Point};
use shangrila_table::{TurnNumber, wording};
use wasm_bindgen::JsCast;

use crate::pictures::{clan_class, emblem_picture};
use crate::preferences::preferences;

/// The plot inside the drawing leaves room for the labels.
const LEFT: f64 = 24.0;
const LABELS: f64 = 48.0;
const TOP: f64 = 10.0;
const BELOW: f64 = 22.0;
/// The distance of two labels at the end of the lines.
const LABEL_HEIGHT: f64 = 14.0;
/// The most labels on the axis of turns.
const MOST_TICKS: usize = 6;

/// What is drawn. All values are from 0 to `most`.
#[derive(Clone)]
pub(crate) struct LineGraph {
    /// The position after each number of turns.
    pub(crate) positions: Vec<Position>,
    /// In turn order.
    pub(crate) clans: Vec<Clan>,
    /// The value of each clan after each number of turns.
    pub(crate) values: Vec<PerClan<f64>>,
    /// The top of the graph.
    pub(crate) most: f64,
    /// The labels of the axis of values.
    pub(crate) ticks: Vec<f64>,
    /// Numbered marks: the number of turns before them, and the clan on whose line they are.
    pub(crate) marks: Vec<(usize, Clan)>,
    /// How a value is written.
    pub(crate) value_text: fn(f64) -> String,
    /// The size of the drawing in its own units, which are about pixels on a desktop.
    pub(crate) size: (f64, f64),
}

impl LineGraph {
    pub(crate) fn last(&self) -> usize {
        self.positions.len() - 1
    }

    pub(crate) fn text(&self, turns: usize, clan: Clan) -> String {
        (self.value_text)(self.values[turns.min(self.last())][clan])
    }

    fn right(&self) -> f64 {
        self.size.0 - LABELS
    }

    fn bottom(&self) -> f64 {
        self.size.1 - BELOW
    }

    fn x(&self, turns: usize) -> f64 {
        LEFT + turns as f64 / self.last().max(1) as f64 * (self.right() - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom() - value / self.most * (self.bottom() - TOP)
    }

    fn y_of(&self, turns: usize, clan: Clan) -> f64 {
        self.y(self.values[turns.min(self.last())][clan])
    }

    fn line(&self, clan: Clan) -> String {
        let points =
            (0..self.positions.len()).map(|turns| format!("{:.1} {:.1}", self.x(turns), self.y_of(turns, clan)));
        format!("M{}", points.collect::<Vec<_>>().join("L"))
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
    fn labels(&self) -> Vec<(Clan, f64)> {
        let mut labels: Vec<(Clan, f64)> =
            self.clans.iter().map(|&clan| (clan, self.y_of(self.last(), clan))).collect();
        labels.sort_by(|one, other| one.1.total_cmp(&other.1));
        let mut free = TOP;
        for label in &mut labels {
            label.1 = label.1.max(free);
            free = label.1 + LABEL_HEIGHT;
        }
        let mut floor = self.bottom();
        for label in labels.iter_mut().rev() {
            label.1 = label.1.min(floor);
            floor = label.1 - LABEL_HEIGHT;
        }
        labels
    }

    /// Everything that stays the same: axes with their labels, lines, marks, and the values at the end.
    fn drawing(&self) -> String {
        let (right, bottom) = (self.right(), self.bottom());
        let mut svg = String::new();
        for &value in &self.ticks {
            let y = self.y(value);
            svg += &format!(
                "<path class=\"axis\" d=\"M{LEFT} {y:.1}H{right}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                value.round()
            );
        }
        for (turns, number) in self.turn_ticks() {
            let x = self.x(turns);
            svg += &format!(
                "<path class=\"axis\" d=\"M{x:.1} {bottom}v4\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
                bottom + 16.0
            );
        }
        for &clan in &self.clans {
            svg += &format!("<path class=\"line {}\" d=\"{}\"/>", clan_class(clan), self.line(clan));
        }
        for (&(turns, clan), number) in self.marks.iter().zip(1..) {
            let (x, y) = (self.x(turns + 1), self.y_of(turns + 1, clan));
            svg += &format!(
                "<g class=\"graph-mark {}\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text></g>",
                clan_class(clan),
                y + 3.5,
            );
        }
        for (clan, y) in self.labels() {
            svg += &scene::emblem(clan, Point::new(right + 11.0, y), 13.0);
            let value = self.text(self.last(), clan);
            svg += &format!("<text class=\"end-label\" x=\"{:.1}\" y=\"{:.1}\">{value}</text>", right + 21.0, y + 4.5);
        }
        svg
    }
}

/// The graph. A slider lies over it, so that it can be read with every kind of input; `read` is the number of turns it points at.
#[component]
pub(crate) fn GraphWithSlider(
    graph: LineGraph,
    read: RwSignal<usize>,
    label: Signal<&'static str>,
    /// What a clan's player is called.
    name: Callback<Clan, String>,
    /// What belongs beside the values.
    children: Children,
) -> impl IntoView {
    let preferences = preferences();
    let last = graph.last();
    let (drawing, size) = (graph.drawing(), graph.size);
    let (left, right) = (LEFT / size.0 * 100.0, LABELS / size.0 * 100.0);
    let graph = StoredValue::new(graph);
    let turn = move || {
        let position = graph.with_value(|graph| graph.positions[read.get().min(last)]);
        let words = preferences.words();
        if position.is_over() { words.table.over.to_string() } else { wording::turn(words, TurnNumber::of(&position)) }
    };
    let clans = graph.with_value(|graph| graph.clans.clone());
    let in_words = move || {
        let value =
            |clan: Clan| format!("{} {}", name.run(clan), graph.with_value(|graph| graph.text(read.get(), clan)));
        let values: Vec<String> = graph.with_value(|graph| graph.clans.clone()).into_iter().map(value).collect();
        format!("{}: {}", turn(), values.join(", "))
    };
    let cursor =
        move || graph.with_value(|graph| format!("M{:.1} {TOP}V{}", graph.x(read.get().min(last)), graph.bottom()));
    let dots = move || {
        let turns = read.get().min(last);
        graph.with_value(|graph| {
            let dot = |&clan: &Clan| {
                let (x, y) = (graph.x(turns), graph.y_of(turns, clan));
                view! { <circle class=clan_class(clan) cx=x cy=y r="3.5"></circle> }
            };
            graph.clans.iter().map(dot).collect_view()
        })
    };
    let follow = move |event: PointerEvent| {
        let Some(slider) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return };
        let share = f64::from(event.offset_x()) / f64::from(slider.client_width().max(1));
        read.set((share.clamp(0.0, 1.0) * last as f64).round() as usize);
    };
    let value = move |clan: Clan| {
        let value = move || graph.with_value(|graph| graph.text(read.get(), clan));
        view! { <span class=clan_class(clan) data-clan=clan.letter().to_string()>{emblem_picture(clan)} <b>{value}</b></span> }
    };
    view! {
        <div class="graph">
            <svg viewBox=format!("0 0 {} {}", size.0, size.1) aria-hidden="true">
                <g inner_html=drawing></g>
                <path class="graph-cursor" d=cursor></path>
                {dots}
            </svg>
            <input
                type="range"
                class="graph-slider"
                min="0"
                max=last
                style=format!("left:{left:.2}%;right:{right:.2}%")
                aria-label=move || label.get()
                aria-valuetext=in_words
                prop:value=move || read.get().to_string()
                on:input=move |event| read.set(event_target_value(&event).parse().unwrap_or(last).min(last))
                on:pointermove=follow
            />
        </div>
        <p class="graph-readout" data-turns=move || read.get()>
            <span class="graph-turn">{turn}</span>
            {clans.into_iter().map(value).collect_view()}
            {children()}
        </p>
    }
}
