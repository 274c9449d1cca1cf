//! The frame of the online pages: navigation, the state without a server, and fetched data.

use std::time::Duration;

use leptos::prelude::*;

use super::api::ApiError;
use super::ban::{BanMessage, own_ban};
use super::connection::connection;
use super::error_text::error_text;
use super::identity::{ServerStatus, identity};
use crate::page::Page;
use crate::preferences::preferences;
use crate::route::Route;

/// How often a polled list is refreshed.
const REFRESH: Duration = Duration::from_secs(5);

/// A response that may not have arrived yet.
pub(crate) type Fetched<T> = RwSignal<Option<Result<T, ApiError>>>;

/// A page that needs the server. Without one it says so.
#[component]
pub(crate) fn OnlinePage(title: Signal<&'static str>, here: Route, children: ChildrenFn) -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    identity.refresh();
    let server = Memo::new(move |_| identity.server.get());
    let ban = own_ban();
    // The account page still offers to sign out, to download data and to delete the account.
    let is_own_page = here == Route::Account;
    let is_shut_out =
        Memo::new(move |_| ban.with(Option::is_some) && !(is_own_page && identity.me.with(Option::is_some)));
    let has_role = Memo::new(move |_| identity.me.with(|me| me.as_ref().is_some_and(|me| me.role.is_some())));
    let is_account = Memo::new(move |_| identity.is_account());
    let words = move || preferences.words();
    view! {
        <Page title>
            {move || is_account.get().then(|| view! { <StayOnline/> })}
            <nav class="online-links" aria-label=move || words().lobby.title>
                {[
                    (Route::Online, Signal::derive(move || words().lobby.tables)),
                    (Route::Tournaments, Signal::derive(move || preferences.language.get().tournaments().title)),
                    (Route::FinishedGames, Signal::derive(move || words().lobby.finished)),
                    (Route::Ratings, Signal::derive(move || words().lobby.ratings)),
                    (Route::People, Signal::derive(move || preferences.language.get().people().title)),
                    (Route::Clubs, Signal::derive(move || preferences.language.get().clubs().title)),
                    (Route::Account, Signal::derive(move || words().account.title)),
                ].map(|(route, name)| {
                    let current = (route == here).then_some("page");
                    view! { <a href=route.fragment() aria-current=current>{move || name.get()}</a> }
                }).collect_view()}
                {
                    let here = matches!(here, Route::Moderation(_)).then_some("page");
                    move || has_role.get().then(|| view! {
                        <a href=Route::Moderation(String::new()).fragment() aria-current=here data-do="moderation">
                            {move || words().moderation.title}
                        </a>
                    })
                }
            </nav>
            {move || ban.get().map(|ban| view! { <BanMessage ban/> })}
            {move || match server.get() {
                _ if is_shut_out.get() => ().into_any(),
                ServerStatus::Unknown => view! { <p class="quiet" aria-busy="true">{move || words().lobby.loading}</p> }.into_any(),
                ServerStatus::Reachable => children().into_any(),
                missing => view! { <NoServer missing/> }.into_any(),
            }}
        </Page>
    }
}

/// Keeps the connection open: friends see people with an account online on all of these pages, and invitations reach them there.
#[component]
fn StayOnline() -> impl IntoView {
    connection().watch_lobby();
}

/// Shown instead of the page when there is no server.
#[component]
fn NoServer(missing: ServerStatus) -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let (name, is_lost) = if missing == ServerStatus::Unreachable { ("lost", true) } else { ("absent", false) };
    let text = move || {
        let words = &preferences.words().lobby;
        if is_lost { words.server_lost } else { words.no_server }
    };
    view! {
        <section class="no-server" data-server=name>
            <p>{text}</p>
            <p class="quiet">{move || preferences.words().lobby.without_server}</p>
            <p class="row-of-buttons">
                <a class="button main" href=Route::Home.fragment()>{move || preferences.words().app.home}</a>
                {is_lost.then(|| view! {
                    <button type="button" class="button" on:click=move |_| identity.refresh()>
                        {move || preferences.words().lobby.try_again}
                    </button>
                })}
            </p>
        </section>
    }
}

/// Shows a response once it arrives, or why it failed.
#[component]
pub(crate) fn Loaded<T, V>(answer: Fetched<T>, show: impl Fn(T) -> V + Send + 'static) -> impl IntoView
where
    T: Clone + Send + Sync + 'static,
    V: IntoView + 'static,
{
    let preferences = preferences();
    move || match answer.get() {
        None => view! { <p class="quiet" aria-busy="true">{preferences.words().lobby.loading}</p> }.into_any(),
        Some(Ok(answer)) => show(answer).into_any(),
        Some(Err(error)) => {
            view! { <p class="problem" role="alert">{error_text(preferences.words(), &error)}</p> }.into_any()
        }
    }
}

/// Sends a request and stores its response.
pub(crate) fn fetch<T: Send + Sync + 'static>(
    answer: Fetched<T>,
    question: impl Future<Output = Result<T, ApiError>> + 'static,
) {
    leptos::task::spawn_local(async move {
        let answered = question.await;
        // The page may have been left in the meantime.
        let _ = answer.try_set(Some(answered));
    });
}

/// Sends a request now, and again every few seconds while the page is visible.
pub(crate) fn follow<T, F>(ask: impl Fn() -> F + Clone + 'static) -> Fetched<T>
where
    T: PartialEq + Send + Sync + 'static,
    F: Future<Output = Result<T, ApiError>> + 'static,
{
    let answer: Fetched<T> = RwSignal::new(None);
    let is_asking = StoredValue::new(false);
    let ask_now = move || {
        if is_asking.get_value() {
            return;
        }
        is_asking.set_value(true);
        let question = ask();
        leptos::task::spawn_local(async move {
            let answered = question.await;
            let _ = is_asking.try_set_value(false);
            // Keep the last list while the server is briefly away, and do not redraw an unchanged one.
            let is_news = answer
                .try_with_untracked(|known| match known {
                    Some(Ok(known)) => answered.as_ref().is_ok_and(|answered| answered != known),
                    _ => true,
                })
                .unwrap_or(false);
            if is_news {
                let _ = answer.try_set(Some(answered));
            }
        });
    };
    ask_now();
    let again = move || {
        if !document().hidden() {
            ask_now();
        }
    };
    if let Ok(timer) = set_interval_with_handle(again, REFRESH) {
        on_cleanup(move || timer.clear());
    }
    answer
}
