//! The report on a game: made in a worker of its own, turn by turn, then shown with a graph of everyone's win chances. `making` runs the
//! worker, `turns` lists the turns worth looking at.

mod making;
mod turns;

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_i18n::{GameReportWords, Who, Words};
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Clan, PerClan};
use shangrila_study::words::percent;
use shangrila_study::{GameReport, PlayerReport, ReportText, StudySearch};
use shangrila_table::{Player, Session};

use crate::engine_worker::study::StudyFailure;
use crate::line_graph::{GraphWithSlider, LineGraph};
use crate::page::Page;
use crate::pictures::{clan_class, emblem_picture};
use crate::preferences::{Preferences, preferences};
use crate::route::Route;
use crate::thumbnail::thumbnail;
use crate::{browser, player_names, rated_games, saved_games};
use making::{Making, make};
use turns::{KingmakingTurns, TurnList, TurningPoints};

/// The size of the graph where there is room, and on a phone.
const WIDE: (f64, f64) = (620.0, 220.0);
const NARROW: (f64, f64) = (340.0, 190.0);

/// The words of the report in the chosen language.
fn texts(preferences: Preferences) -> &'static GameReportWords {
    preferences.language.get().game_report()
}

/// A saved game and the report on it.
#[derive(Clone, Copy)]
struct Reported {
    id: StoredValue<String>,
    session: StoredValue<Session>,
    preferences: Preferences,
}

impl Reported {
    /// A saved game; `None` if it is not there or cannot be read.
    fn open(id: String) -> Option<Reported> {
        let record = saved_games::read(&id)?.content.ok()?;
        let people = |record: &GameRecord| vec![Player::person(); record.start.position().seats().count()];
        let session = Session::resume(record.clone(), None).or_else(|_| {
            let players = people(&record);
            Session::resume(record, Some(players))
        });
        Some(Reported {
            id: StoredValue::new(id),
            session: StoredValue::new(session.ok()?),
            preferences: preferences(),
        })
    }

    fn name(self, clan: Clan) -> String {
        let words = self.preferences.words();
        let name = |session: &Session| player_names::name(words, clan, session.player(clan), session.you().is_some());
        self.session.with_value(name)
    }

    /// Puts something about the report into words.
    fn tell(self, report: &GameReport, told: impl Fn(&ReportText<'_>) -> String) -> String {
        let (words, texts): (&Words, _) = (self.preferences.words(), texts(self.preferences));
        self.session.with_value(|session| {
            let who = |clan: Clan| -> Who<'_> { session.who(words, clan) };
            told(&ReportText { words, texts, who: &who, report })
        })
    }
}

/// The report on a saved game.
#[component]
pub(crate) fn ReportScreen(id: String) -> impl IntoView {
    let preferences = preferences();
    let title = Signal::derive(move || texts(preferences).title);
    let Some(game) = Reported::open(id) else {
        return view! { <Page title><p>{move || preferences.words().games.missing}</p></Page> }.into_any();
    };
    // A saved copy of a rated game may have gone on with other moves, and a report would judge all those before.
    if game.session.with_value(|session| rated_games::table_shared_with(&session.record())).is_some() {
        let reason = move || texts(preferences).rated;
        return view! { <Page title><p data-refused="rated">{reason}</p></Page> }.into_any();
    }
    if game.session.with_value(|session| session.pairs().is_some()) {
        let reason = move || preferences.language.get().pairs().no_report;
        return view! { <Page title><p data-refused="pairs">{reason}</p></Page> }.into_any();
    }
    if game.session.with_value(Session::played) == 0 {
        return view! { <Page title><p>{move || texts(preferences).no_turns}</p></Page> }.into_any();
    }
    let state = make(game.session.with_value(Session::record));
    let again = move |_| _ = window().location().reload();
    let content = move || {
        match state.get() {
        Making::Working { done, all } => view! {
            <div class="making" role="status" data-making=done>
                <p>{move || texts(preferences).progress(done, all)}</p>
                <progress value=done max=all></progress>
                <a class="button" data-do="stop-report" href=move || Route::Play(game.id.get_value()).fragment()>
                    {move || texts(preferences).stop}
                </a>
            </div>
        }
        .into_any(),
        Making::Failed(failure) => view! {
            <p>
                {move || match failure {
                    StudyFailure::NoNetwork => texts(preferences).no_network,
                    StudyFailure::Worker => texts(preferences).failed,
                }}
            </p>
            <button type="button" class="button main" on:click=again>{move || preferences.words().lobby.try_again}</button>
        }
        .into_any(),
        Making::Done(report) => view! { <Finished game report/> }.into_any(),
    }
    };
    view! { <Page title><div class="report">{content}</div></Page> }.into_any()
}

/// A report that is complete.
#[component]
fn Finished(game: Reported, report: Arc<GameReport>) -> impl IntoView {
    let preferences = game.preferences;
    let read = RwSignal::new(report.turning_points.first().map_or(report.positions.len() - 1, |point| point.turn));
    let over = report.positions.last().is_some_and(|last| last.is_over());
    let worst = turn_list(&report, |player| player.worst);
    let best = turn_list(&report, |player| player.best);
    let placements = turn_list(&report, |player| player.worst_setup);
    let setup = report.has_setup().then(|| {
        let report = Arc::clone(&report);
        view! {
            <h2>{move || texts(preferences).setup}</h2>
            <p>{move || game.tell(&report, |text| text.setup())}</p>
        }
    });
    view! {
        {(!over).then(|| view! { <p class="quiet">{move || texts(preferences).unfinished}</p> })}
        <Accuracy game report=Arc::clone(&report)/>
        <h2>{move || texts(preferences).win_chances}</h2>
        <Chances game report=Arc::clone(&report) read/>
        <h2>{move || texts(preferences).turning_points}</h2>
        <TurningPoints game report=Arc::clone(&report) read/>
        <h2>{move || texts(preferences).worst_turns}</h2>
        <TurnList
            game
            report=Arc::clone(&report)
            turns=worst
            none=Signal::derive(move || texts(preferences).no_worst_turns)
            name="worst"
            read
        />
        <h2>{move || texts(preferences).best_turns}</h2>
        <TurnList
            game
            report=Arc::clone(&report)
            turns=best
            none=Signal::derive(move || texts(preferences).no_best_turns)
            name="best"
            read
        />
        {setup}
        {(!placements.is_empty()).then(|| view! {
            <h3 class="label">{move || texts(preferences).costliest_placements}</h3>
            <TurnList game report=Arc::clone(&report) turns=placements none=Signal::derive(|| "") name="placements" read/>
        })}
        <KingmakingTurns game report=Arc::clone(&report) read/>
        <p class="quiet">
            {move || texts(preferences).how_judged} " " {move || texts(preferences).searched(StudySearch::VISITS)}
        </p>
    }
}

/// The turns that the players' reports pick out, in the order of play.
fn turn_list(report: &GameReport, pick: fn(&PlayerReport) -> Option<usize>) -> Vec<usize> {
    let mut turns: Vec<usize> = report.players.iter().filter_map(pick).collect();
    turns.sort_unstable();
    turns
}

/// How well everyone has played.
#[component]
fn Accuracy(game: Reported, report: Arc<GameReport>) -> impl IntoView {
    let preferences = game.preferences;
    let setup = report.has_setup();
    let share = move |accuracy: Option<f32>| {
        move || accuracy.map_or("–".to_string(), |value| texts(preferences).percent(value.round() as u32))
    };
    let row = move |player: &PlayerReport| {
        let PlayerReport { clan, accuracy, setup_accuracy, lapses, .. } = *player;
        view! {
            <tr class=clan_class(clan) data-accuracy=clan.letter().to_string()>
                <th scope="row">{emblem_picture(clan)} <span>{move || game.name(clan)}</span></th>
                <td><b>{share(accuracy)}</b></td>
                {setup.then(|| view! { <td>{share(setup_accuracy)}</td> })}
                {lapses.map(|count| view! { <td>{count}</td> }).collect_view()}
            </tr>
        }
    };
    let head = move |text: fn(&GameReportWords) -> &'static str| {
        view! { <th scope="col">{move || text(texts(preferences))}</th> }
    };
    view! {
        <div class="accuracy" tabindex="0">
            <table>
                <thead>
                    <tr>
                        <td></td>
                        {head(|texts| texts.accuracy)}
                        {setup.then(|| head(|texts| texts.setup))}
                        {head(|texts| texts.inaccuracies)}
                        {head(|texts| texts.mistakes)}
                        {head(|texts| texts.blunders)}
                    </tr>
                </thead>
                <tbody>{report.players.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// Everyone's win chances over the game, and the board at the turn that is read.
#[component]
fn Chances(game: Reported, report: Arc<GameReport>, read: RwSignal<usize>) -> impl IntoView {
    let preferences = game.preferences;
    let wide = browser::matches_media("(min-width: 700px)");
    let graph = LineGraph {
        positions: report.positions.clone(),
        clans: report.players.iter().map(|player| player.clan).collect(),
        values: report.chances.iter().map(|wins| PerClan::from_fn(|clan| f64::from(wins[clan]) * 100.0)).collect(),
        most: 100.0,
        ticks: vec![0.0, 25.0, 50.0, 75.0, 100.0],
        marks: report.turning_points.iter().map(|point| (point.turn, report.turns[point.turn].clan)).collect(),
        value_text: |value| percent(value as f32 / 100.0).to_string(),
        size: if wide { WIDE } else { NARROW },
    };
    let last = graph.last();
    view! {
        <div class="chances">
            <GraphWithSlider
                graph
                read
                label=Signal::derive(move || texts(preferences).win_chances)
                name=Callback::new(move |clan| game.name(clan))
            >
                <a
                    class="button small"
                    data-do="show-turn"
                    href=move || Route::Turn(game.id.get_value(), read.get().min(last)).fragment()
                >
                    {move || texts(preferences).show}
                </a>
            </GraphWithSlider>
            {move || thumbnail(&report.positions[read.get().min(last)])}
        </div>
    }
}
