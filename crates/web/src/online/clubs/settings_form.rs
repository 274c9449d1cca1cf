//! What organisers can change about a club.

use leptos::prelude::*;
use shangrila_protocol::{
    ChangeClub, ClubEntry, ClubSummary, LONGEST_CLUB_NAME, LONGEST_CLUB_TEXT, Season, TableSettings,
};

use super::super::error_text::Place;
use super::super::form::{Field, Form, Submission, Submit};
use super::club_page::OpenClub;
use super::requests;
use super::table_settings::TableSettingsChoice;
use crate::controls::Segments;
use crate::preferences::preferences;
use crate::route::Route;

/// How people get into a club.
#[component]
pub(super) fn EntryChoice(entry: RwSignal<ClubEntry>) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let choice = move |entry: ClubEntry, id: &str| {
        let label = Signal::derive(move || {
            let words = words();
            let name = match entry {
                ClubEntry::Open => words.entry_open,
                ClubEntry::Request => words.entry_request,
                ClubEntry::Link => words.entry_link,
            };
            name.to_string()
        });
        (entry, id.to_string(), label)
    };
    view! {
        <Segments
            label=Signal::derive(move || words().entry)
            attribute="data-entry"
            choices=vec![
                choice(ClubEntry::Open, "open"),
                choice(ClubEntry::Request, "request"),
                choice(ClubEntry::Link, "link"),
            ]
            chosen=entry
            choose=Callback::new(move |chosen| entry.set(chosen))
        />
    }
}

/// The name, the description, who can join, the season, and the settings of new tables.
#[component]
pub(super) fn ClubSettings(
    club: OpenClub,
    summary: ClubSummary,
    season: Season,
    defaults: TableSettings,
    is_owner: bool,
) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let (name, about) = (RwSignal::new(summary.name), RwSignal::new(summary.about));
    let (entry, season, defaults) = (RwSignal::new(summary.entry), RwSignal::new(season), RwSignal::new(defaults));
    let submission = Submission::new();
    let submit = move |()| {
        let change = ChangeClub {
            name: Some(name.get_untracked()),
            about: Some(about.get_untracked()),
            entry: Some(entry.get_untracked()),
            season: Some(season.get_untracked()),
            defaults: Some(defaults.get_untracked()),
        };
        let id = club.id();
        submission.send(async move { requests::change(&id, &change).await }, move |()| club.refresh());
    };
    let seasons =
        [(Season::Month, "month"), (Season::Quarter, "quarter"), (Season::Year, "year")].map(|(season, id)| {
            let label = Signal::derive(move || {
                let words = words();
                let name = match season {
                    Season::Month => words.season_month,
                    Season::Quarter => words.season_quarter,
                    Season::Year => words.season_year,
                };
                name.to_string()
            });
            (season, id.to_string(), label)
        });
    view! {
        <details class="club-part">
            <summary data-do="club-settings">{move || words().settings}</summary>
            <Form submission submit=Callback::new(submit) fields=&[Place::Name]>
                <Field id="club-new-name" name="club" value=name autocomplete="off" longest=LONGEST_CLUB_NAME
                    label=Signal::derive(move || words().name) submission places=&[Place::Name]/>
                <div class="field">
                    <label for="club-new-about">{move || words().about}</label>
                    <textarea id="club-new-about" rows="4" maxlength=LONGEST_CLUB_TEXT prop:value=move || about.get()
                        on:input=move |event| about.set(event_target_value(&event))></textarea>
                </div>
                <EntryChoice entry/>
                <Segments
                    label=Signal::derive(move || words().season)
                    attribute="data-season"
                    choices=seasons.to_vec()
                    chosen=season
                    choose=Callback::new(move |chosen| season.set(chosen))
                />
                <h3>{move || words().tables_settings}</h3>
                <TableSettingsChoice settings=defaults players="data-club-players" pace="data-club-pace"/>
                <div><Submit label=Signal::derive(move || words().save) name="save-club" submission/></div>
            </Form>
            {is_owner.then(|| view! { <CloseClub club/> })}
        </details>
    }
}

/// Closes the club, after a question.
#[component]
fn CloseClub(club: OpenClub) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let (is_sure, submission) = (RwSignal::new(false), Submission::new());
    let close = move |()| {
        let id = club.id();
        submission.send(async move { requests::close(&id).await }, |()| Route::Clubs.go());
    };
    move || {
        if is_sure.get() {
            view! {
                <Form submission submit=Callback::new(close) fields=&[]>
                    <p>{move || words().close_sure}</p>
                    <p class="row-of-buttons">
                        <button type="button" class="button" on:click=move |_| is_sure.set(false)>
                            {move || preferences.words().table.back}
                        </button>
                        <Submit label=Signal::derive(move || words().close) name="close-club-yes" submission/>
                    </p>
                </Form>
            }
            .into_any()
        } else {
            view! {
                <p><button type="button" class="button small" data-do="close-club" on:click=move |_| is_sure.set(true)>
                    {move || words().close}
                </button></p>
            }
            .into_any()
        }
    }
}
