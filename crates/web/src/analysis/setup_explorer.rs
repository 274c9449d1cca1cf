//! The set-up explorer: what strong players placed in the free set-up, and how they fared, as a table beside the map. `map_marks` draws the
//! same on the map. The figures are downloaded when a set-up is first looked at.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_rules::Village;
use shangrila_table::setup_explorer::{PlacementResults, SetupExplorer, SetupTurn};

use super::study::Study;
use super::texts;
use crate::controls::SignalSwitch;
use crate::preferences::{Preferences, preferences};
use crate::{browser, lazy};

const SETTING: &str = "shangrila.setup-explorer";

/// The explorer of an analysis board.
#[derive(Clone, Copy)]
pub(super) struct SetupView {
    on: RwSignal<bool>,
    /// Whether the figures have arrived; `None` while they are on their way.
    downloaded: RwSignal<Option<bool>>,
    /// Whether the position under study is one of the set-up that may be explored.
    applies: Memo<bool>,
    /// What is shown, if anything is.
    pub(super) turn: Memo<Option<SetupTurn>>,
    /// The village that is pointed at in the table.
    pub(super) hovered: RwSignal<Option<Village>>,
}

impl SetupView {
    pub(super) fn new(study: Study) -> SetupView {
        let saved = browser::storage().and_then(|storage| storage.get_item(SETTING).ok().flatten());
        let on = RwSignal::new(saved.as_deref() != Some("off"));
        let downloaded = RwSignal::new(None);
        let explorer: RwSignal<Option<Arc<SetupExplorer>>> = RwSignal::new(None);
        let applies = Memo::new(move |_| study.position().in_opening() && study.rated.with(Option::is_none));
        let turn = Memo::new(move |_| {
            let shown = on.get() && applies.get();
            explorer.with(|explorer| explorer.as_ref().filter(|_| shown)?.at(&study.position()))
        });
        let wanted = Memo::new(move |_| on.get() && applies.get());
        Effect::new(move || {
            if !wanted.get() || explorer.with_untracked(Option::is_some) {
                return;
            }
            downloaded.set(None);
            spawn_local(async move {
                let arrived = lazy::setup_explorer().await.ok();
                // The board may have been left in the meantime.
                let _ = downloaded.try_set(Some(arrived.is_some()));
                let _ = explorer.try_set(arrived.map(Arc::new));
            });
        });
        Effect::new(move || {
            let value = if on.get() { "on" } else { "off" };
            let _ = browser::storage().map(|storage| storage.set_item(SETTING, value));
        });
        SetupView { on, downloaded, applies, turn, hovered: RwSignal::new(None) }
    }
}

/// The explorer's switch and table, during the set-up.
#[component]
pub(super) fn SetupPanel() -> impl IntoView {
    let setup = expect_context::<SetupView>();
    let preferences = preferences();
    let body = move || match (setup.on.get(), setup.downloaded.get()) {
        (true, Some(false)) => {
            view! { <p class="quiet" role="alert">{move || texts(preferences).board.explorer_failed}</p> }.into_any()
        }
        (true, _) => setup.turn.get().map(|turn| view! { <SetupTable turn/> }).into_any(),
        _ => ().into_any(),
    };
    move || {
        setup.applies.get().then(|| {
            view! {
                <section class="setup-explorer">
                    <SignalSwitch
                        signal=setup.on
                        label=Signal::derive(move || texts(preferences).board.explorer)
                        name="setup-explorer"
                    />
                    {body}
                </section>
            }
        })
    }
}

/// How every village fared, those chosen most often first.
#[component]
fn SetupTable(turn: SetupTurn) -> impl IntoView {
    let setup = expect_context::<SetupView>();
    let preferences = preferences();
    let words = move || &texts(preferences).board;
    on_cleanup(move || _ = setup.hovered.try_set(None));
    let (seat, round, all) = (turn.seat + 1, turn.round + 1, turn.all);
    let about = move || words().explorer_of(count(preferences, all.games), round, seat, percent(all.win_share()));
    let row = |&(village, results): &(Village, PlacementResults)| {
        let hover = move |on: bool| _ = setup.hovered.try_set(on.then_some(village));
        let letter = village.letter().to_ascii_uppercase();
        let (won, (low, high)) = (percent(results.win_share()), results.interval());
        let (low, high) = (percent(low), percent(high));
        let label =
            move || words().explorer_result(letter.to_string(), won, low, high, count(preferences, results.games));
        let masters = move || {
            let mark = preferences.words().decimal_mark;
            format!("{:.1}", results.mean_masters()).replace('.', &mark.to_string())
        };
        let share = turn.chosen_share(&results);
        let class = format!("{:?}", turn.compare(&results)).to_lowercase();
        view! {
            <tr
                class=class
                data-village=village.letter().to_string()
                data-games=results.games
                title=label
                on:mouseenter=move |_| hover(true)
                on:mouseleave=move |_| hover(false)
            >
                <th scope="row">{letter}</th>
                <td><i class="setup-share" style=format!("--share:{share:.3}")></i> {percent(share)} "%"</td>
                <td><b>{won} "%"</b> " " <small>"(" {low} "–" {high} ")"</small></td>
                <td>{masters}</td>
                <td>{move || count(preferences, results.games)}</td>
            </tr>
        }
    };
    let head = move |text: fn(&shangrila_i18n::AnalysisWords) -> &'static str| {
        view! { <th scope="col">{move || text(words())}</th> }
    };
    view! {
        <p class="quiet">{about}</p>
        <table>
            <thead>
                <tr>
                    {head(|words| words.explorer_village)}
                    {head(|words| words.explorer_chosen)}
                    {head(|words| words.explorer_won)}
                    {head(|words| words.explorer_masters)}
                    {head(|words| words.explorer_games)}
                </tr>
            </thead>
            <tbody>{turn.villages.iter().map(row).collect_view()}</tbody>
        </table>
        <p class="quiet">{move || words().explorer_note}</p>
    }
}

fn percent(share: f64) -> u32 {
    (share * 100.0).round() as u32
}

/// A number as people in the user's language write it.
fn count(preferences: Preferences, number: u32) -> String {
    String::from(js_sys::Number::from(number).to_locale_string(preferences.language.get().code()))
}
