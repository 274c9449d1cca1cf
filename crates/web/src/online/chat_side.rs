//! Where the chat is: beside the game on wide screens, and otherwise in the panel, below a strip that tells whose turn it is.

use leptos::prelude::*;
use shangrila_protocol::{Audience, Phase, TableState};
use shangrila_scene::Icon;

use super::chat::Chat;
use super::own_notes::{NotesPage, SideTab};
use super::table::{OnlineTable, clan_of};
use super::table_text::player_name;
use crate::browser;
use crate::pictures::{emblem_picture, icon_picture};
use crate::preferences::preferences;

/// Screens with room for the chat beside board and panel.
pub(super) const WIDE: &str = "(min-width: 1280px) and (min-height: 601px) and (orientation: landscape)";

/// The button that opens the chat, with the number of unread messages.
#[component]
pub(crate) fn ChatButton(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let open = move |_| {
        table.toggle_chat();
        if table.chat_open.get_untracked() {
            request_animation_frame(|| browser::focus("#chat-line"));
        }
    };
    let label = move || {
        let words = &preferences.words().online;
        match table.unread.get() {
            0 => words.chat.to_string(),
            n => words.chat_unread(n),
        }
    };
    view! {
        <button
            type="button"
            class="foot-button"
            data-do="chat"
            hidden=move || table.audience.get().is_none()
            disabled=move || table.audience.get().is_none()
            aria-pressed=move || table.chat_open.get().to_string()
            aria-label=label
            on:click=open
        >
            {icon_picture(Icon::Chat)}
            <span>{move || preferences.words().online.chat}</span>
            {move || (table.unread.get() > 0).then(|| view! {
                <b class="unread" data-unread=table.unread.get()>{table.unread.get()}</b>
            })}
        </button>
    }
}

/// The same after the game, among the buttons of the ending.
#[component]
pub(super) fn EndChatButton(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let label = move || {
        let words = &preferences.words().online;
        match table.unread.get() {
            0 => words.chat.to_string(),
            n => words.chat_unread(n),
        }
    };
    move || {
        table.audience.get().map(|_| {
            view! {
                <button type="button" class="button" data-do="chat" on:click=move |_| table.toggle_chat()>{label}</button>
            }
        })
    }
}

/// The chat beside the game, where there is room for it.
#[component]
pub(super) fn ChatSide(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let is_shown = Memo::new(move |_| table.is_wide.get() && table.chat_open.get() && table.audience.get().is_some());
    move || {
        is_shown.get().then(|| {
            view! {
                <aside class="chat-side" aria-label=move || preferences.words().online.chat>
                    <ChatHead table/>
                    <SideContent table/>
                </aside>
            }
        })
    }
}

/// The chat in the panel. What happens in the game stays in sight.
#[component]
pub(crate) fn ChatPanel(table: OnlineTable) -> impl IntoView {
    view! {
        <TurnStrip table/>
        <ChatHead table/>
        <SideContent table/>
    }
}

/// The chat or the notes.
#[component]
fn SideContent(table: OnlineTable) -> impl IntoView {
    let tab = Memo::new(move |_| table.shown_tab());
    move || match tab.get() {
        SideTab::Chat => view! { <Chat table/> }.into_any(),
        SideTab::Notes => view! { <NotesPage table/> }.into_any(),
    }
}

/// The buttons that choose between the chat and the notes.
#[component]
fn SideTabs(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let button = move |tab: SideTab, name: &'static str, label: Signal<&'static str>| {
        view! {
            <button
                type="button"
                class="side-tab"
                data-tab=name
                aria-pressed=move || (table.shown_tab() == tab).to_string()
                on:click=move |_| table.side_tab.set(tab)
            >
                {move || label.get()}
            </button>
        }
    };
    view! {
        <div class="side-tabs" role="group">
            {button(SideTab::Chat, "chat", Signal::derive(move || preferences.words().online.chat))}
            {button(SideTab::Notes, "notes", Signal::derive(move || preferences.language.get().days().notes))}
        </div>
    }
}

#[component]
fn ChatHead(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let help = move || match table.audience.get() {
        _ if table.shown_tab() == SideTab::Notes => preferences.language.get().days().notes_private,
        Some(Audience::Spectators) => preferences.language.get().table_talk().spectators_only,
        _ => preferences.words().online.chat_help,
    };
    view! {
        <header class="chat-head">
            <div>
                {move || if table.my_seat.get().is_some() {
                    view! { <SideTabs table/> }.into_any()
                } else {
                    view! { <h2>{preferences.words().online.chat}</h2> }.into_any()
                }}
                <p class="quiet">{help}</p>
            </div>
            <button
                type="button"
                class="round menu-button"
                data-do="close-chat"
                aria-label=move || preferences.words().app.close
                on:click=move |_| table.close_chat()
            >
                {icon_picture(Icon::Close)}
            </button>
        </header>
    }
}

/// Whose turn it is, and the way back to the game.
#[component]
fn TurnStrip(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let is_mine = Memo::new(move |_| table.awaits_me());
    let clan = move || table.read(|state| state.seats.get(state.next?.index()).and_then(clan_of)).flatten();
    let text = move || {
        let words = preferences.words();
        let of_others = |state: &TableState| match state.next.and_then(|seat| state.seats.get(seat.index())) {
            Some(seat) => words.table.to_move(player_name(words, seat.player.as_ref())),
            None if state.phase == Phase::Finished => words.table.over.to_string(),
            None => String::new(),
        };
        if is_mine.get() { words.table.your_turn.to_string() } else { table.read(of_others).unwrap_or_default() }
    };
    view! {
        <button
            type="button"
            class="turn-strip"
            class:mine=move || is_mine.get()
            data-turn-strip=""
            on:click=move |_| table.close_chat()
        >
            {move || clan().map(emblem_picture)}
            <b>{text}</b>
            <span>{move || preferences.language.get().table_talk().back_to_game}</span>
        </button>
    }
}
