//! The home screen: the title, the tutorial for newcomers, the new-game form, and the game to continue.

pub(crate) mod fair_start;
mod last_setup;
mod new_game;

use leptos::prelude::*;
use shangrila_i18n::LESSONS;
use shangrila_scene::{self as scene, Icon};
use shangrila_table::{Player, TurnNumber, record_notes, wording};

use crate::erased::click;
use crate::pictures::{emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::{AnalysisPlace, Route};
use crate::saved_games::{self, SavedGame};
use crate::settings::Settings;
use crate::tutorial::Progress;
pub(crate) use new_game::FIRST_OPPONENT;
use new_game::NewGame;

/// The home screen.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let preferences = preferences();
    let settings = RwSignal::new(false);
    view! {
        <main class="home">
            <svg
                class="home-picture"
                viewBox=scene::HOME_VIEW_BOX
                preserveAspectRatio="xMidYMid slice"
                aria-hidden="true"
                inner_html=scene::home_scene()
            ></svg>
            <nav class="top-links" aria-label=move || preferences.words().app.menu>
                <a href=Progress::load().route().fragment() data-do="tutorial">
                    {icon_picture(Icon::Play)} {move || preferences.words().home.tutorial}
                </a>
                <a href=Route::Puzzles.fragment() data-do="puzzles">
                    {icon_picture(Icon::Hint)} {move || preferences.words().app.puzzles}
                </a>
                <a href=Route::Rules.fragment()>{icon_picture(Icon::Rules)} {move || preferences.words().app.rules}</a>
                <a href=Route::Games.fragment()>{icon_picture(Icon::List)} {move || preferences.words().app.games}</a>
                <a href=Route::Record.fragment() data-do="record">
                    {icon_picture(Icon::Crown)} {move || preferences.words().app.record}
                </a>
                <a class="roomy-only" data-do="analysis" href=Route::Analysis(AnalysisPlace::Landing).fragment()>
                    {icon_picture(Icon::Eye)} {move || preferences.words().app.analysis}
                </a>
                <a class="roomy-only" href=Route::Online.fragment()>
                    {icon_picture(Icon::Language)} {move || preferences.words().lobby.title}
                </a>
                <a class="roomy-only" href=Route::Account.fragment()>
                    {icon_picture(Icon::Person)} {move || preferences.words().account.title}
                </a>
                <button type="button" data-do="settings" on:click=click(move || settings.set(true))>
                    {icon_picture(Icon::Settings)} {move || preferences.words().app.settings}
                </button>
            </nav>
            <header class="title">
                <h1>
                    <small>{move || preferences.words().home.title_small}</small>
                    {move || preferences.words().home.title_large}
                </h1>
                <p>{move || preferences.words().home.tagline}</p>
                <TutorialOffer/>
                <a class="friends" href=Route::PlayNow.fragment() data-do="play-now">
                    {icon_picture(Icon::Play)}
                    <span>
                        <b>{move || preferences.words().lobby.play_now}</b>
                        <small>{move || preferences.words().lobby.play_now_help}</small>
                    </span>
                    {icon_picture(Icon::Forward)}
                </a>
                <a class="friends" href=Route::Online.fragment() data-do="friends">
                    {icon_picture(Icon::Link)}
                    <span>
                        <b>{move || preferences.words().lobby.friends}</b>
                        <small>{move || preferences.words().lobby.friends_help}</small>
                    </span>
                    {icon_picture(Icon::Forward)}
                </a>
            </header>
            <NewGame/>
            <ContinueGame/>
            <Settings open=settings/>
        </main>
    }
}

/// Offers the tutorial to newcomers, and to those who have begun it.
#[component]
fn TutorialOffer() -> impl IntoView {
    let preferences = preferences();
    let progress = Progress::load();
    let (begun, address) = (progress.lesson, progress.route().fragment());
    let is_newcomer = begun.is_some() || saved_games::list().is_empty();
    if progress.is_finished() || progress.dismissed || !is_newcomer {
        return None;
    }
    let dismissed = RwSignal::new(false);
    let dismiss = move |_| {
        Progress { dismissed: true, ..Progress::load() }.save();
        dismissed.set(true);
    };
    let title = move || {
        let words = &preferences.words().home;
        if begun.is_some() { words.tutorial_resume } else { words.tutorial_offer }
    };
    let help = move || {
        let words = &preferences.words().home;
        begun.map_or(words.tutorial_help.to_string(), |number| words.lesson_of(number, LESSONS))
    };
    Some(move || {
        (!dismissed.get()).then(|| {
            view! {
                <div class="tutorial-offer">
                    <a href=address.clone() data-do="learn">
                        {icon_picture(Icon::Play)}
                        <span>
                            <b>{title}</b>
                            <small>{help}</small>
                        </span>
                    </a>
                    <button
                        type="button"
                        class="round"
                        data-do="no-tutorial"
                        aria-label=move || preferences.words().home.no_tutorial
                        title=move || preferences.words().home.no_tutorial
                        on:click=dismiss
                    >
                        {icon_picture(Icon::Close)}
                    </button>
                </div>
            }
        })
    })
}

/// A link to the latest unfinished game.
#[component]
fn ContinueGame() -> impl IntoView {
    let preferences = preferences();
    let unfinished = |saved: &SavedGame| saved.content.as_ref().is_ok_and(|record| !record_notes::is_finished(record));
    let latest = saved_games::list().into_iter().find(unfinished)?;
    let record = latest.content.ok()?;
    let position = record.final_position();
    let mover = position.to_move()?;
    let others = move || {
        let words = preferences.words();
        let names = position.seats().iter().filter_map(|clan| {
            let player = Player::from_record(record.players[clan].as_deref()?).ok()?;
            (!player.is_person()).then(|| player.shown_name(words, true))
        });
        names.collect::<Vec<_>>().join(", ")
    };
    let line = move || {
        let words = preferences.words();
        let bridges = words.count.bridges_left(position.bridges().len());
        let others = others();
        if others.is_empty() { bridges } else { format!("{bridges} · {}", words.home.with(others)) }
    };
    Some(view! {
        <a class="go-on" href=Route::Play(latest.id).fragment() data-do="continue">
            {emblem_picture(mover)}
            <span>
                <b>{move || wording::turn(preferences.words(), TurnNumber::of(&position))}</b>
                <small>{line}</small>
            </span>
            <em>{move || preferences.words().home.resume}</em>
        </a>
    })
}
