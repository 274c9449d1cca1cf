//! The chat of a table, for seated players: beside the board and in the waiting room.

use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html;
use leptos::prelude::*;
use shangrila_protocol::{ChatLine, ClientMessage, LONGEST_CHAT, Person};
use shangrila_scene::Icon;

use super::mutes::mute_action;
use super::report_form::{ReportForm, Reported};
use super::table::{OnlineTable, clan_of};
use crate::browser;
use crate::pictures::{emblem_picture, icon_picture};
use crate::preferences::preferences;

/// The button that opens the chat, with the number of unread messages.
#[component]
pub(crate) fn ChatButton(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let open = move |_| {
        table.toggle_chat();
        request_animation_frame(|| browser::focus("#chat-line"));
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
            // Only players chat.
            hidden=move || table.my_seat.get().is_none()
            disabled=move || table.my_seat.get().is_none()
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

/// The chat, shown in the panel.
#[component]
pub(crate) fn ChatPanel(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    view! {
        <header class="turn">
            <div>
                <h1>{move || preferences.words().online.chat}</h1>
                <p>{move || preferences.words().online.chat_help}</p>
            </div>
            <button
                type="button"
                class="round menu-button"
                data-do="close-chat"
                aria-label=move || preferences.words().app.close
                on:click=move |_| table.chat_open.set(false)
            >
                {icon_picture(Icon::Close)}
            </button>
        </header>
        <Chat table/>
    }
}

/// The messages, the mute buttons, and the input field.
#[component]
pub(super) fn Chat(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let lines = NodeRef::<html::Ol>::new();
    table.chat_shown.set_value(true);
    table.unread.set(0);
    on_cleanup(move || {
        let _ = table.chat_shown.try_update_value(|shown| *shown = false);
    });
    let visible = Memo::new(move |_| {
        let is_visible = |line: &&ChatLine| {
            !table.identity.has_muted(&line.by)
                && !table.identity.has_blocked(&line.by)
                && (line.hidden || !line.text.is_empty())
        };
        table.chat.with(|chat| chat.iter().filter(is_visible).cloned().collect::<Vec<_>>())
    });
    // Keep the latest message in view; earlier ones that are loaded do not move it.
    let latest = Memo::new(move |_| visible.with(|lines| lines.last().map(|line| line.number)));
    Effect::new(move || {
        latest.track();
        if let Some(list) = lines.get() {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let has_earlier = Memo::new(move |_| table.has_earlier_chat());
    view! {
        <div class="chat">
            <ol class="chat-lines" node_ref=lines tabindex="0" aria-label=move || preferences.words().online.chat>
                {move || has_earlier.get().then(|| view! {
                    <li>
                        <button
                            type="button"
                            class="link"
                            data-do="earlier-chat"
                            on:click=move |_| table.load_earlier_chat()
                        >
                            {preferences.words().online.earlier_chat}
                        </button>
                    </li>
                })}
                {move || visible.with(Vec::is_empty).then(|| view! {
                    <li class="quiet">{preferences.words().online.no_messages}</li>
                })}
                <For each=move || visible.get() key=|line| (line.number, line.hidden) let:line>
                    <ChatMessage table line/>
                </For>
            </ol>
            <MuteButtons table/>
            <ChatInput table/>
        </div>
    }
}

#[component]
fn ChatMessage(table: OnlineTable, line: ChatLine) -> impl IntoView {
    let preferences = preferences();
    let (is_reporting, number) = (RwSignal::new(false), line.number);
    let author = StoredValue::new(line.by.clone());
    let is_other = move || table.connection.person.get().is_some_and(|me| author.with_value(|author| me.id != *author));
    let done = Callback::new(move |()| is_reporting.set(false));
    let reported = move || Reported { person: author.get_value(), line: Some((table.id(), number)) };
    let can_report = !line.hidden;
    let by = line.by.clone();
    let clan = move || table.read(|state| state.seats.iter().find(|seat| seat.is_of(&by)).and_then(clan_of)).flatten();
    let name = table.name_of(&line.by);
    view! {
        <li data-chat=line.number>
            {move || clan().map(emblem_picture)}
            {if line.hidden {
                view! { <span class="quiet"><b>{name}</b>" "{move || preferences.words().online.hidden_line}</span> }.into_any()
            } else {
                view! { <span><b>{name}</b>" "{line.text}</span> }.into_any()
            }}
            {move || (can_report && is_other() && !is_reporting.get()).then(|| view! {
                <button type="button" class="link report-line" data-do="report-line" on:click=move |_| is_reporting.set(true)>
                    {move || preferences.words().moderation.report}
                </button>
            })}
            {move || is_reporting.get().then(|| view! { <ReportForm reported=reported() done/> })}
        </li>
    }
}

/// A mute button for every other person at the table.
#[component]
fn MuteButtons(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let mute = mute_action();
    let others = Memo::new(move |_| {
        let me = table.connection.person.get().map(|me| me.id);
        table.people().into_iter().filter(|person| Some(&person.id) != me.as_ref()).collect::<Vec<Person>>()
    });
    let button = move |person: Person| {
        let (id, asked) = (person.id.clone(), person.id.clone());
        let muted = Memo::new(move |_| table.identity.has_muted(&id));
        let label = move || {
            let words = &preferences.words().online;
            if muted.get() { words.unmute(&person.name) } else { words.mute(&person.name) }
        };
        view! {
            <button
                type="button"
                class="link"
                data-do="mute"
                aria-pressed=move || muted.get().to_string()
                on:click=move |_| mute(asked.clone(), !muted.get_untracked())
            >
                {label}
            </button>
        }
    };
    view! { <p class="mutes">{move || others.get().into_iter().map(button).collect_view()}</p> }
}

/// The input field.
#[component]
fn ChatInput(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let field = NodeRef::<html::Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(input) = field.get_untracked() else { return };
        let text = input.value().trim().to_string();
        if !text.is_empty() {
            table.command(|id, table| ClientMessage::Say { id, table, text });
            input.set_value("");
            table.draft.set_value(String::new());
        }
    };
    // Escape first leaves the field, and only then closes the chat.
    let leave = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            field.get_untracked().into_iter().for_each(|input| drop(input.blur()));
        }
    };
    view! {
        <form class="say" on:submit=submit>
            <input
                id="chat-line"
                node_ref=field
                type="text"
                autocomplete="off"
                maxlength=LONGEST_CHAT
                placeholder=move || preferences.words().online.say
                aria-label=move || preferences.words().online.say
                prop:value=table.draft.get_value()
                on:input=move |event| table.draft.set_value(event_target_value(&event))
                on:keydown=leave
            />
            <button type="submit" class="button small main" data-do="say">
                {move || preferences.words().online.send}
            </button>
        </form>
    }
}
