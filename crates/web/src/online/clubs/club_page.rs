//! The page of a club.

use leptos::prelude::*;
use shangrila_protocol::{
    ClubEntry, ClubId, ClubPage, ClubRole, NewTable, PersonKind, Refusal, TableSettings, TableSummary,
};

use super::super::api::{Answer, ApiError};
use super::super::error_text::error_text;
use super::super::identity::identity;
use super::super::online_page::{Fetched, Loaded, OnlinePage, fetch, follow};
use super::super::table_list::{TableList, date_and_time};
use super::event_form::EventForm;
use super::league::LeagueTable;
use super::members::{Members, Requests};
use super::moderation::ClubModeration;
use super::requests;
use super::settings_form::ClubSettings;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

/// A club as this page knows it, and how it changes.
#[derive(Clone, Copy)]
pub(super) struct OpenClub {
    id: StoredValue<ClubId>,
    secret: StoredValue<String>,
    answer: Fetched<ClubPage>,
}

impl OpenClub {
    pub(super) fn id(self) -> ClubId {
        self.id.get_value()
    }

    /// Reads the page again.
    pub(super) fn refresh(self) {
        let (id, secret) = (self.id.get_value(), self.secret.get_value());
        fetch(self.answer, async move { requests::page(&id, &secret).await });
    }
}

/// Returns a function that sends a request and reads the page again, or says why it was refused.
pub(super) fn changes(
    club: OpenClub,
) -> impl Fn(std::pin::Pin<Box<dyn Future<Output = Answer<()>>>>) + Copy + Send + Sync {
    let (preferences, notices) = (preferences(), notices());
    move |request| {
        leptos::task::spawn_local(async move {
            match request.await {
                Ok(()) => club.refresh(),
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    }
}

/// The page of a club, with the secret of its link if the user has come by it.
#[component]
pub(in super::super) fn ClubScreen(id: String, secret: String) -> impl IntoView {
    let preferences = preferences();
    let answer: Fetched<ClubPage> = RwSignal::new(None);
    let club = match id.parse::<ClubId>() {
        Ok(id) => Some(OpenClub { id: StoredValue::new(id), secret: StoredValue::new(secret), answer }),
        Err(_) => {
            answer.set(Some(Err(ApiError::Refused(Refusal::NotFound))));
            None
        }
    };
    if let Some(club) = club {
        club.refresh();
    }
    view! {
        <OnlinePage title=Signal::derive(move || preferences.language.get().clubs().title) here=Route::Clubs>
            <Loaded answer show=move |page| club.map(|club| view! { <ClubView club page/> })/>
        </OnlinePage>
    }
}

#[component]
fn ClubView(club: OpenClub, page: ClubPage) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let ClubPage { summary, role, asked, season, defaults, event, next_event, tables, members, requests, secret } =
        page;
    let is_organiser = role.is_some_and(|role| role <= ClubRole::Organiser);
    let count = summary.member_count;
    let when = move || match next_event {
        Some(time) if time <= crate::browser::now() as u64 => words().event_now.to_string(),
        Some(time) => words().next_event(date_and_time(preferences.language.get().code(), time)),
        None => words().no_event.to_string(),
    };
    let table_settings = defaults.clone();
    let owner = members.iter().find(|member| member.role == ClubRole::Owner).map(|member| member.person.clone());
    // The link shows what a hidden club is, but not who has played there.
    let shows_league = role.is_some() || summary.entry != ClubEntry::Link;
    let about = summary.about.clone();
    view! {
        <section data-club-page=summary.name.clone()>
            <h2>{summary.name.clone()}</h2>
            <p class="quiet">{move || words().member_count(count)}</p>
            {(!about.is_empty()).then(|| view! { <p class="club-about">{about}</p> })}
            <JoinButtons club entry=summary.entry role asked/>
        </section>
        <section data-event=next_event.map(|time| time.to_string())>
            <h2>{move || words().event}</h2>
            <p>{when}</p>
            {is_organiser.then(|| view! { <EventForm club event=event.clone() defaults=defaults.clone()/> })}
        </section>
        {role.map(|_| view! { <ClubTables club tables settings=table_settings/> })}
        {shows_league.then(|| view! { <LeagueTable club/> })}
        <Requests club people=requests/>
        <Members club role members secret=secret.clone()/>
        {is_organiser.then(|| view! {
            <ClubSettings club summary season defaults is_owner={role == Some(ClubRole::Owner)}/>
        })}
        {owner.map(|owner| view! { <ClubModeration club owner/> })}
    }
}

/// The tables for members. An event opens some while people are looking, so the list is kept up to date.
#[component]
fn ClubTables(club: OpenClub, tables: Vec<TableSummary>, settings: TableSettings) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let latest: Fetched<Vec<TableSummary>> = follow(move || {
        let (id, secret) = (club.id(), club.secret.get_value());
        async move { requests::page(&id, &secret).await.map(|page| page.tables) }
    });
    let shown = Memo::new(move |_| match latest.get() {
        Some(Ok(tables)) => tables,
        _ => tables.clone(),
    });
    let count = Memo::new(move |_| shown.with(Vec::len));
    view! {
        <section data-club-tables=move || count.get()>
            <h2>{move || words().tables}</h2>
            <TableList tables=Signal::from(shown)/>
            {move || (count.get() == 0).then(|| view! { <p class="quiet">{move || words().no_tables}</p> })}
            <OpenTable club settings/>
            <p class="quiet">{move || words().tables_help}</p>
        </section>
    }
}

#[component]
fn OpenTable(club: OpenClub, settings: TableSettings) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let settings = StoredValue::new(settings);
    let open = move |_| {
        let (id, table) = (club.id(), NewTable { settings: settings.get_value(), seats: Vec::new() });
        leptos::task::spawn_local(async move {
            match requests::open_table(&id, &table).await {
                Ok(created) => Route::Table(created.table.to_string()).go(),
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    };
    view! {
        <p><button type="button" class="button main" data-do="open-club-table" on:click=open>
            {move || preferences.language.get().clubs().open_table}
        </button></p>
    }
}

#[component]
fn JoinButtons(club: OpenClub, entry: ClubEntry, role: Option<ClubRole>, asked: bool) -> impl IntoView {
    let (preferences, identity) = (preferences(), identity());
    let words = move || preferences.language.get().clubs();
    let change = changes(club);
    let has_account =
        move || identity.me.with(|me| me.as_ref().is_some_and(|me| me.person.kind == PersonKind::Account));
    let join = move |_| {
        let (id, secret) = (club.id(), club.secret.get_value());
        change(Box::pin(async move { requests::join(&id, &secret).await }));
    };
    let leave = move |_| {
        let id = club.id();
        change(Box::pin(async move { requests::leave(&id).await }));
    };
    let has_link = club.secret.with_value(|secret| !secret.is_empty());
    move || {
        match role {
        Some(ClubRole::Owner) => ().into_any(),
        Some(_) => view! {
            <p><button type="button" class="button small" data-do="leave-club" on:click=leave>{move || words().leave}</button></p>
        }
        .into_any(),
        None if !has_account() => view! {
            <p>{move || words().needs_account}</p>
            <p><a class="button main" href=Route::Account.fragment()>{move || preferences.language.get().meeting().to_account}</a></p>
        }
        .into_any(),
        None if asked && !has_link => view! { <p data-asked="">{move || words().asked}</p> }.into_any(),
        None => view! {
            <p><button type="button" class="button main" data-do="join-club" on:click=join>
                {move || if entry == ClubEntry::Request && !has_link { words().ask } else { words().join }}
            </button></p>
        }
        .into_any(),
    }
    }
}
