//! The bots of an account: programs that sign in with a token.

use leptos::prelude::*;
use shangrila_protocol::{BotCreated, LONGEST_NAME, Person};
use shangrila_scene::Icon;

use super::api;
use super::error_text::Place;
use super::form::{Field, Form, Submission, Submit};
use super::online_page::{Fetched, Loaded, fetch};
use crate::notices::notices;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;
use crate::share;

/// The document that explains how to write a bot.
const DOCUMENT: &str = "docs/bots.md";

/// The list of bots, and the form for a new one.
#[component]
pub(crate) fn Bots() -> impl IntoView {
    let preferences = preferences();
    let bots: Fetched<Vec<Person>> = RwSignal::new(None);
    let created = RwSignal::new(None::<BotCreated>);
    let (name, submission) = (RwSignal::new(String::new()), Submission::new());
    fetch(bots, api::my_bots());
    let submit = move |()| {
        submission.send(api::new_bot(name.get_untracked()), move |bot| {
            let _ = name.try_set(String::new());
            let _ = created.try_set(Some(bot));
            fetch(bots, api::my_bots());
        });
    };
    let list = move |list: Vec<Person>| {
        let none =
            list.is_empty().then(|| view! { <p class="quiet">{move || preferences.words().account.no_bots}</p> });
        view! {
            {none}
            <ul class="bots">{list.into_iter().map(|bot| view! { <BotRow bot bots created/> }).collect_view()}</ul>
        }
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().account.bots}</h2>
            <p class="quiet">{move || preferences.words().account.bots_help(DOCUMENT)}</p>
            <Loaded answer=bots show=list/>
            {move || created.get().map(|created| view! { <Token created/> })}
            <Form submission submit=Callback::new(submit) fields=&[Place::Name]>
                <Field id="bot-name" name="bot" value=name autocomplete="off" longest=LONGEST_NAME
                    label=Signal::derive(move || preferences.words().account.bot_name) submission places=&[Place::Name]/>
                <Submit label=Signal::derive(move || preferences.words().account.new_bot) name="new-bot" submission quiet=true/>
            </Form>
        </section>
    }
}

/// A new bot's token. The server stores only its hash, so it is shown once.
#[component]
fn Token(created: BotCreated) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let BotCreated { bot, token } = created;
    let copied = token.clone();
    let copy = move |_| {
        let words = preferences.words_now();
        share::copy_text(&copied, words.account.token_copied, words.account.token, notices);
    };
    view! {
        <div class="token" role="status">
            <p>{move || preferences.words().account.token_once(&bot.name)}</p>
            <code data-token="">{token}</code>
            <button type="button" class="button small" data-do="copy-token" on:click=copy>
                {icon_picture(Icon::Link)} {move || preferences.words().account.copy}
            </button>
        </div>
    }
}

#[component]
fn BotRow(bot: Person, bots: Fetched<Vec<Person>>, created: RwSignal<Option<BotCreated>>) -> impl IntoView {
    let preferences = preferences();
    let submission = Submission::new();
    let asked = RwSignal::new(false);
    let id = bot.id.clone();
    let profile = Route::Person(id.to_string()).fragment();
    let name = id.to_string();
    let renewing = id.clone();
    let renew = move |_| {
        let id = renewing.clone();
        submission.send(async move { api::renew_token(&id).await }, move |bot| drop(created.try_set(Some(bot))));
    };
    let remove = move |()| {
        let id = id.clone();
        submission.send(async move { api::delete_bot(&id).await }, move |()| fetch(bots, api::my_bots()));
    };
    view! {
        <li data-bot=name>
            <Form submission submit=Callback::new(remove) fields=&[]>
                <span class="bot-line">
                    <a href=profile>{bot.name}</a>
                    <button type="button" class="button small" data-do="renew-token" on:click=renew>
                        {move || preferences.words().security.new_token}
                    </button>
                    <button type="button" class="round" data-do="delete-bot" hidden=move || asked.get()
                        title=move || preferences.words().games.delete
                        aria-label=move || preferences.words().games.delete
                        on:click=move |_| asked.set(true)>
                        {icon_picture(Icon::Trash)}
                    </button>
                </span>
                <p class="sure" hidden=move || !asked.get()>
                    <span>{move || preferences.words().account.bot_sure}</span>
                    <button type="button" class="button small" on:click=move |_| asked.set(false)>
                        {move || preferences.words().table.back}
                    </button>
                    <button type="submit" class="button small main" data-do="delete-bot-yes">
                        {move || preferences.words().games.delete}
                    </button>
                </p>
            </Form>
        </li>
    }
}
