//! Play now: the number of players and the pace, and then a seat with whoever is waiting.

use leptos::prelude::*;
use shangrila_protocol::{Fill, LONGEST_NAME, PlayNow as Wish, TimeControl};

use super::api;
use super::error_text::Place;
use super::form::{Field, Form, Submission, Submit};
use super::identity::{Identity, identity};
use super::online_page::OnlinePage;
use super::table_text::clock_text;
use crate::browser;
use crate::controls::Segments;
use crate::preferences::{Preferences, preferences};
use crate::route::Route;

/// The paces to choose from. Few, so that people meet.
const PACES: [TimeControl; 4] = [
    TimeControl::Live { base: 600, increment: 10 },
    TimeControl::Live { base: 1200, increment: 20 },
    TimeControl::Days { days: 1 },
    TimeControl::Days { days: 3 },
];
/// After how many seconds computer players may take the free seats; 0 for never.
const DELAYS: [u32; 4] = [15, 60, 300, 0];

/// The page that finds a seat.
#[component]
pub(crate) fn PlayNow() -> impl IntoView {
    let preferences = preferences();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().lobby.play_now) here=Route::PlayNow>
            <PlayNowForm/>
        </OnlinePage>
    }
}

/// A name for someone who has not chosen one.
pub(super) fn guest_name(preferences: Preferences) -> String {
    format!("{} {}", preferences.words_now().account.guest, 1000 + browser::random_u32() % 9000)
}

/// Makes the user known to the server, under this name if they have none yet.
pub(super) async fn be_someone(identity: Identity, name: String) -> Result<(), api::ApiError> {
    if identity.me.with_untracked(Option::is_none) {
        identity.set_person(Some(api::new_guest(name).await?));
    }
    Ok(())
}

#[component]
fn PlayNowForm() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let meeting = move || preferences.language.get().meeting();
    let submission = Submission::new();
    let name = RwSignal::new(guest_name(preferences));
    let (seats, pace, delay) = (RwSignal::new(None::<u8>), RwSignal::new(PACES[0]), RwSignal::new(DELAYS[0]));
    let play = move |alone: bool| {
        let after = delay.get_untracked();
        let fill = Some(Fill { after, ..Fill::default() }).filter(|_| alone || after > 0);
        let wish = Wish { seats: seats.get_untracked(), clock: pace.get_untracked(), fill, alone };
        let question = async move {
            be_someone(identity, name.get_untracked()).await?;
            api::play_now(wish).await
        };
        submission.send(question, |found| Route::Table(found.table.to_string()).go());
    };
    let asks_name =
        Memo::new(move |asked: Option<&bool>| asked.copied().unwrap_or(false) || identity.me.with(Option::is_none));
    let counts = [(None, "any"), (Some(3), "3"), (Some(4), "4")].map(|(count, id)| {
        let label = Signal::derive(move || match count {
            None => meeting().any_players.to_string(),
            Some(n) => n.to_string(),
        });
        (count, id.to_string(), label)
    });
    let paces = PACES.into_iter().enumerate().map(move |(index, pace)| {
        (pace, index.to_string(), Signal::derive(move || clock_text(preferences.words(), pace)))
    });
    let delays = DELAYS.map(|delay| {
        let label = Signal::derive(move || match delay {
            0 => meeting().never.to_string(),
            60.. => format!("{}\u{a0}min", delay / 60),
            _ => format!("{delay}\u{a0}s"),
        });
        (delay, delay.to_string(), label)
    });
    let choose_pace = move |chosen: TimeControl| {
        pace.set(chosen);
        // Those who play over days have time to wait for people.
        delay.set(if matches!(chosen, TimeControl::Days { .. }) { 0 } else { DELAYS[0] });
    };
    view! {
        <Form submission submit=Callback::new(move |()| play(false)) fields=&[Place::Name]>
            {move || asks_name.get().then(|| view! {
                <Field
                    id="play-name"
                    name="name"
                    label=Signal::derive(move || preferences.words().account.your_name)
                    value=name
                    autocomplete="nickname"
                    longest=LONGEST_NAME
                    submission
                    places=&[Place::Name]
                />
            })}
            <Segments
                label=Signal::derive(move || meeting().players)
                attribute="data-players"
                choices=counts.to_vec()
                chosen=seats
                choose=Callback::new(move |count| seats.set(count))
            />
            <Segments
                label=Signal::derive(move || meeting().pace)
                attribute="data-pace"
                choices=paces.collect()
                chosen=pace
                choose=Callback::new(choose_pace)
            />
            <Segments
                label=Signal::derive(move || meeting().fill_after)
                attribute="data-delay"
                choices=delays.to_vec()
                chosen=delay
                choose=Callback::new(move |chosen| delay.set(chosen))
            />
            <div class="form-foot play-now">
                <Submit label=Signal::derive(move || meeting().find_game) name="find-game" submission/>
                <button
                    type="button"
                    class="button"
                    data-do="alone"
                    disabled=move || submission.busy.get()
                    on:click=move |_| play(true)
                >
                    {move || meeting().start_alone}
                </button>
                <p class="quiet">{move || meeting().alone_help}</p>
            </div>
        </Form>
    }
}

/// Starts a game against computer players right away, whose seats people can take over.
#[component]
pub(super) fn StartAlone() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let submission = Submission::new();
    let start = move |()| {
        let wish = Wish { clock: PACES[0], alone: true, ..Wish::default() };
        let name = guest_name(preferences);
        let question = async move {
            be_someone(identity, name).await?;
            api::play_now(wish).await
        };
        submission.send(question, |found| Route::Table(found.table.to_string()).go());
    };
    let label = Signal::derive(move || preferences.language.get().meeting().start_alone);
    view! {
        <Form submission submit=Callback::new(start) fields=&[]>
            <div><Submit label name="start-alone" submission quiet=true/></div>
        </Form>
    }
}
