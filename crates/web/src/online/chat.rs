//! A chat of a table: of its players, at the board and in the waiting room, or of its spectators.

use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_i18n::TableTalkWords;
use shangrila_protocol::{ChatLine, ClientMessage, LONGEST_CHAT, LONGEST_NAME, Person, Reaction, clean_name};

use super::api;
use super::chat_text::{self, Part};
use super::error_text::error_text;
use super::identity::identity;
use super::mutes::mute_action;
use super::report_form::{ReportForm, Reported};
use super::table::{OnlineTable, clan_of};
use crate::browser;
use crate::notices::notices;
use crate::pictures::emblem_picture;
use crate::preferences::preferences;

/// The messages, the mute buttons, and the input field.
#[component]
pub(super) fn Chat(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let lines = NodeRef::<html::Ol>::new();
    // Whoever sees the chat has read it.
    Effect::new(move || table.note_chat_read());
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
                // At the beginning, where it takes no room from the latest messages.
                <MuteButtons table/>
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
            {move || if table.connection.person.with(Option::is_some) {
                view! { <Reactions table/> <ChatInput table/> }.into_any()
            } else {
                view! { <NameForm/> }.into_any()
            }}
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
    let name = table.author_of(&line);
    let at = line.at;
    let time = move || view! { <time>{browser::time_words(at, preferences.language.get())}</time> };
    let reaction = Reaction::of_text(&line.text);
    let text = line.text.clone();
    let body = move || match reaction {
        Some(reaction) => {
            let words = reaction_text(preferences.language.get().table_talk(), reaction);
            view! { <em class="reaction">{words}</em> }.into_any()
        }
        None => chat_text::parts(&text).into_iter().map(part_view).collect_view().into_any(),
    };
    view! {
        <li data-chat=line.number>
            {move || clan().map_or_else(|| view! { <i></i> }.into_any(), |clan| emblem_picture(clan).into_any())}
            {if line.hidden {
                view! { <span class="quiet"><b>{name}</b> {time} " " {move || preferences.words().online.hidden_line}</span> }.into_any()
            } else {
                view! { <span><b>{name}</b> {time} <br/> {body}</span> }.into_any()
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

/// A part of a line. Links show where they lead, open apart from the game, and vouch for nothing.
fn part_view(part: Part<'_>) -> AnyView {
    match part {
        Part::Text(text) => text.to_string().into_any(),
        Part::Link(address) => {
            let (href, shown) = (address.to_string(), address.to_string());
            view! { <a href=href target="_blank" rel="noopener noreferrer nofollow ugc">{shown}</a> }.into_any()
        }
    }
}

fn reaction_text(words: &TableTalkWords, reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::GoodLuck => words.good_luck,
        Reaction::WellPlayed => words.well_played,
        Reaction::Thanks => words.thanks,
        Reaction::Ouch => words.ouch,
        Reaction::OneMoment => words.one_moment,
        Reaction::GoodGame => words.good_game,
    }
}

/// What a line says to someone who does not see it.
pub(super) fn line_words(words: &TableTalkWords, line: &ChatLine) -> String {
    Reaction::of_text(&line.text)
        .map_or_else(|| line.text.clone(), |reaction| reaction_text(words, reaction).to_string())
}

/// Short lines that everyone reads in their own language.
#[component]
fn Reactions(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let button = move |reaction: Reaction| {
        let say = move |_| {
            let text = reaction.text().to_string();
            table.command(|id, table| ClientMessage::Say { id, table, text });
        };
        view! {
            <button type="button" data-reaction=reaction.text() on:click=say>
                {move || reaction_text(preferences.language.get().table_talk(), reaction)}
            </button>
        }
    };
    view! {
        <div class="reactions" role="group" aria-label=move || preferences.language.get().table_talk().reactions>
            {Reaction::ALL.map(button).collect_view()}
        </div>
    }
}

/// Asks spectators for a name before they write.
#[component]
fn NameForm() -> impl IntoView {
    let preferences = preferences();
    let (notices, identity) = (notices(), identity());
    let field = NodeRef::<html::Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let given = field.get_untracked().map(|input| input.value()).unwrap_or_default();
        let Some(name) = clean_name(&given) else {
            return notices.show(preferences.words_now().server.bad_name.to_string());
        };
        spawn_local(async move {
            match api::new_guest(name).await {
                Ok(me) => identity.set_person(Some(me)),
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    };
    view! {
        <form class="say" on:submit=submit>
            <input
                id="chat-name"
                node_ref=field
                type="text"
                autocomplete="nickname"
                maxlength=LONGEST_NAME
                placeholder=move || preferences.language.get().table_talk().name_to_chat
                aria-label=move || preferences.language.get().table_talk().name_to_chat
            />
            <button type="submit" class="button small main" data-do="chat-name">
                {move || preferences.language.get().table_talk().save_name}
            </button>
        </form>
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
    move || {
        let buttons = others.get().into_iter().map(button).collect_view();
        (!buttons.is_empty()).then(|| view! { <li class="mutes">{buttons}</li> })
    }
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
