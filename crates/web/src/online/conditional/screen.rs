//! The screen on which conditional moves are entered: the board of the game, and beside it the line so far and the lines there are.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use shangrila_i18n::DaysWords;
use shangrila_protocol::ConditionalLine;
use shangrila_rules::{Clan, Move};
use shangrila_scene::Icon;
use shangrila_table::wording;

use super::draft::Draft;
use super::{added, lines, save};
use crate::notices::notices;
use crate::online::table::OnlineTable;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::{Preferences, preferences};
use crate::table::{Board, ChoiceInProgress, DragGhost, Meters, VillagePanel, board_arrows, is_typing, layout};

fn texts(preferences: Preferences) -> &'static DaysWords {
    preferences.language.get().days()
}

/// The screen, in place of the game.
#[component]
pub(in crate::online) fn ConditionalScreen(table: OnlineTable) -> impl IntoView {
    let draft = Draft::open(table)?;
    let game = draft.game;
    listen(draft);
    Some(view! {
        <main
            class="table conditional"
            class:near=move || game.zoomed.get().is_some()
            // For tests and other programs that use the page.
            data-position=move || game.session.with(|session| session.position().to_string())
            data-busy=move || game.animation.with(Option::is_some).to_string()
        >
            <Board/>
            <Meters/>
            <LinePanel draft/>
            <DragGhost/>
        </main>
    })
}

/// Listens for the keys of the board until the screen is left.
fn listen(draft: Draft) {
    let highlights = expect_context();
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || is_typing(&event) {
            return;
        }
        let is_known = match event.key().as_str() {
            "Escape" => draft.game.back(),
            key => board_arrows(draft.game, highlights, key),
        };
        if is_known {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

/// The panel beside the board.
#[component]
fn LinePanel(draft: Draft) -> impl IntoView {
    let game = draft.game;
    let compact = layout().compact;
    let preferences = preferences();
    let near = Memo::new(move |_| if compact.get() { game.zoomed.get() } else { None });
    view! {
        <aside class="panel" aria-label=move || texts(preferences).conditional_moves>
            <div class="panel-face" hidden=move || near.get().is_some()>
                <PanelHead draft/>
                // Focusable, so that the keyboard can scroll it.
                <div class="panel-scroll" tabindex="0">
                    <ChoiceInProgress/>
                    <Entered draft/>
                    <Lines draft/>
                    <TypedLine draft/>
                </div>
            </div>
            {move || near.get().map(|village| view! { <VillagePanel village/> })}
        </aside>
    }
}

/// Whose ply comes next, and the way back to the game.
#[component]
fn PanelHead(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let mover = Memo::new(move |_| draft.game.mover());
    let title = move || match mover.get() {
        Some(clan) if draft.is_own(clan) => texts(preferences).your_answer.to_string(),
        Some(clan) => texts(preferences).if_plays(draft.name_of(clan)),
        None => preferences.words().table.over.to_string(),
    };
    view! {
        <header class="turn">
            {move || mover.get().map(emblem_picture)}
            <div>
                <h1>{title}</h1>
                <p>{move || texts(preferences).conditional_moves}</p>
            </div>
            <button
                type="button"
                class="round menu-button"
                data-do="close-conditional"
                aria-label=move || preferences.words().app.close
                on:click=move |_| draft.table.conditional.open.set(false)
            >
                {icon_picture(Icon::Close)}
            </button>
        </header>
    }
}

/// A ply in the colour of its clan. The sentence says what it is.
fn ply_view(draft: Draft, clan: Clan, ply: Option<Move>, preferences: Preferences) -> AnyView {
    let text = ply.map_or_else(|| texts(preferences).any_move.to_string(), |mv| mv.to_string());
    let words = preferences.words();
    let sentence = match ply {
        Some(mv) => wording::move_words(words, words.named(&draft.name_of(clan)), mv),
        None => format!("{}: {}", draft.name_of(clan), texts(preferences).any_move),
    };
    let title = sentence.clone();
    view! {
        <li class=format!("ply {}", clan_class(clan)) class:own=draft.is_own(clan) title=title>
            <span aria-hidden="true">{text}</span>
            <span class="visually-hidden">{sentence}</span>
        </li>
    }
    .into_any()
}

fn line_view(draft: Draft, plies: Vec<Option<Move>>, preferences: Preferences) -> AnyView {
    let ply = |(index, ply): (usize, &Option<Move>)| Some(ply_view(draft, draft.clan_at(index)?, *ply, preferences));
    view! { <ol class="plies">{plies.iter().enumerate().filter_map(ply).collect_view()}</ol> }.into_any()
}

/// The line so far, and what can be done with it.
#[component]
fn Entered(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let is_empty = Memo::new(move |_| draft.plies.with(Vec::is_empty));
    let can_be_any = Memo::new(move |_| draft.can_be_any());
    let is_complete = Memo::new(move |_| draft.is_complete());
    let add = move |_| {
        save(draft.table, &added(untrack(move || lines(draft.table)), draft.line()), move || draft.go_to(Vec::new()));
    };
    view! {
        <section class="entered" aria-label=move || texts(preferences).new_line>
            {move || if is_empty.get() {
                view! { <p class="quiet">{texts(preferences).conditional_help}</p> }.into_any()
            } else {
                line_view(draft, draft.plies.get(), preferences)
            }}
            <div class="line-buttons">
                <button
                    type="button"
                    class="button small"
                    data-do="any-move"
                    disabled=move || !can_be_any.get()
                    on:click=move |_| draft.play_any()
                >
                    {move || texts(preferences).any_move}
                </button>
                <button
                    type="button"
                    class="button small"
                    data-do="line-back"
                    disabled=move || is_empty.get()
                    on:click=move |_| draft.back()
                >
                    {move || preferences.words().table.back}
                </button>
                <button
                    type="button"
                    class="button small main"
                    data-do="add-line"
                    disabled=move || !is_complete.get()
                    on:click=add
                >
                    {move || texts(preferences).add_line}
                </button>
            </div>
        </section>
    }
}

/// The lines there are, in the order in which the server tries them.
#[component]
fn Lines(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let known = Memo::new(move |_| lines(draft.table));
    let row = move |(index, line): (usize, ConditionalLine)| {
        let remove = move |_| {
            let mut lines = known.get_untracked();
            lines.remove(index);
            save(draft.table, &lines, || ());
        };
        let move_up = move |_| {
            let mut lines = known.get_untracked();
            lines.swap(index - 1, index);
            save(draft.table, &lines, || ());
        };
        view! {
            <li data-line=line.to_string()>
                {line_view(draft, line.plies().to_vec(), preferences)}
                {(index > 0).then(|| view! {
                    <button
                        type="button"
                        class="round tiny"
                        data-do="line-up"
                        aria-label=texts(preferences).move_up
                        title=texts(preferences).move_up
                        on:click=move_up
                    >
                        "↑"
                    </button>
                })}
                <button
                    type="button"
                    class="round tiny"
                    data-do="remove-line"
                    aria-label=texts(preferences).remove_line
                    title=texts(preferences).remove_line
                    on:click=remove
                >
                    {icon_picture(Icon::Trash)}
                </button>
            </li>
        }
    };
    view! {
        <section class="lines" aria-label=move || texts(preferences).conditional_moves>
            {move || known.with(Vec::is_empty).then(|| view! { <p class="quiet">{texts(preferences).no_lines}</p> })}
            <ol>{move || known.get().into_iter().enumerate().map(row).collect_view()}</ol>
        </section>
    }
}

/// A field for a whole line in notation.
#[component]
fn TypedLine(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let field = NodeRef::<html::Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(input) = field.get_untracked() else { return };
        match input.value().parse::<ConditionalLine>() {
            Ok(line) if !line.plies().is_empty() => {
                save(draft.table, &added(untrack(move || lines(draft.table)), line), move || {
                    field.get_untracked().into_iter().for_each(|input| input.set_value(""));
                });
            }
            Ok(_) => {}
            Err(error) => notices.show(preferences.words_now().choose.not_a_move(error.0)),
        }
    };
    view! {
        <form class="typed" on:submit=submit>
            <label for="typed-line">{move || texts(preferences).type_line}</label>
            <input
                id="typed-line"
                node_ref=field
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                maxlength="120"
                placeholder="b>c * +R@a+Y@c"
            />
        </form>
    }
}
