//! Playing on from the position under study against computer players of any level.

use leptos::prelude::*;
use shangrila_ai::{BotSpec, Level};
use shangrila_i18n::capitalise;
use shangrila_rules::record::Start;
use shangrila_rules::{Clan, Position};
use shangrila_table::{Player, Session};

use super::study::Study;
use super::{texts, texts_now};
use crate::dialog::Dialog;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;
use crate::{saved_games, today};

/// A window that asks for one's own clan and the level of the others.
#[component]
pub(super) fn PlayHere(open: RwSignal<bool>) -> impl IntoView {
    let study = expect_context::<Study>();
    let preferences = preferences();
    let title = Signal::derive(move || texts(preferences).board.play_here.to_string());
    view! {
        <Dialog open title name="play-here">
            <PlayHereForm position=study.tree.with_untracked(|tree| *tree.position())/>
        </Dialog>
    }
}

#[component]
fn PlayHereForm(position: Position) -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let clan = RwSignal::new(position.to_move().or(position.seats().iter().next()).unwrap_or(Clan::Red));
    let level = RwSignal::new(Level::Guide);
    let start = move |_| {
        let player = |seated: Clan| match seated == clan.get_untracked() {
            true => Player::person(),
            false => Player::Bot(BotSpec::Level(level.get_untracked())),
        };
        let players = position.seats().iter().map(player).collect();
        let session = Session::new(Start::Position(position), players, today());
        let id = saved_games::new_id();
        match saved_games::write(&id, &session.record()) {
            Ok(()) => Route::Play(id).go(),
            Err(()) => notices.show(texts_now(preferences).board.not_saved.to_string()),
        }
    };
    let choose_clan = move |event| {
        let letter = event_target_value(&event).chars().next();
        letter.and_then(Clan::from_letter).into_iter().for_each(|chosen| clan.set(chosen));
    };
    let choose_level = move |event| {
        event_target_value(&event).parse().into_iter().for_each(|chosen| level.set(chosen));
    };
    view! {
        <p>{move || texts(preferences).board.play_here_help}</p>
        <label class="field">
            {move || texts(preferences).board.you_play}
            <select data-option="clan" on:change=choose_clan>
                {position.seats().iter().map(|one| view! {
                    <option value=one.letter().to_string() selected=move || clan.get() == one>
                        {move || capitalise(preferences.words().clans[one as usize].colour)}
                    </option>
                }).collect_view()}
            </select>
        </label>
        <label class="field">
            {move || texts(preferences).board.against}
            <select data-option="level" on:change=choose_level>
                {Level::ALL.map(|one| view! {
                    <option value=one.id() selected=move || level.get() == one>
                        {move || preferences.words().levels[one.number() - 1].name}
                    </option>
                }).collect_view()}
            </select>
        </label>
        <div class="confirm">
            <button type="button" class="button main" data-do="start-here" disabled=position.is_over() on:click=start>
                {move || texts(preferences).board.start_game}
            </button>
        </div>
    }
}
