//! The graph of every clan's masters after every turn.

use leptos::prelude::*;
use shangrila_rules::{Clan, PerClan, Position};
use shangrila_table::DecisiveJourney;

use super::game::Game;
use crate::erased::click;
use crate::line_graph::{GraphWithSlider, LineGraph};
use crate::preferences::preferences;

/// The size of the drawing.
const SIZE: (f64, f64) = (340.0, 158.0);

/// The graph, with the decisive journeys marked.
#[component]
pub(crate) fn ScoreGraph(decisive: Vec<DecisiveJourney>) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let graph = masters_over_time(game, &decisive);
    let last = graph.last();
    let read = RwSignal::new(last);
    view! {
        <GraphWithSlider
            graph
            read
            label=Signal::derive(move || preferences.words().end.masters_over_time)
            name=Callback::new(move |clan| game.player_name(clan))
        >
            <button
                type="button"
                class="button small"
                data-do="show-turn"
                disabled=move || read.get() == last
                on:click=click(move || game.view(read.get_untracked()))
            >
                {move || preferences.words().end.show_turn}
            </button>
        </GraphWithSlider>
    }
}

fn masters_over_time(game: Game, decisive: &[DecisiveJourney]) -> LineGraph {
    let positions: Vec<Position> = game
        .session
        .with_untracked(|session| (0..=session.played()).map(|turns| *session.position_after(turns)).collect());
    let clans: Vec<Clan> = positions[0].seats().iter().collect();
    let masters = |position: &Position| PerClan::from_fn(|clan| position.masters(clan).len() as f64);
    let values: Vec<PerClan<f64>> = positions.iter().map(masters).collect();
    let all = values.iter().flat_map(|values| clans.iter().map(|&clan| values[clan]));
    let most = all.fold(1.0, f64::max);
    let step = if most > 10.0 { 5 } else { 2 };
    let ticks = (0..=most as usize).step_by(step).map(|tick| tick as f64).collect();
    let marks = decisive.iter().map(|decisive| (decisive.index, decisive.journey.clan)).collect();
    LineGraph { positions, clans, values, most, ticks, marks, value_text: |value| value.to_string(), size: SIZE }
}
