//! Clubs: their pages, members, tables, events and leagues.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use shangrila_protocol::{
    ChangeClub, ClubCreated, ClubEntry, ClubEvent, ClubId, ClubPage, ClubRole, ClubSearch, ClubSecret, Clubs,
    LONGEST_CLUB_NAME, LONGEST_CLUB_TEXT, League, LeagueQuery, NewClub, NewTable, Person, PersonId, Problem, Refusal,
    SetClubRole, TableCreated,
};

use super::ApiError;
use super::input::{JsonBody, PathId, QueryParams};
use crate::client_address::ClientAddress;
use crate::clock;
use crate::clubs::{current_or_next, is_time_zone, season};
use crate::identity::{Account, Caller};
use crate::random;
use crate::state::Server;
use crate::store::{ClubLimits, ClubRow, JoinOutcome, Membership, NewClubEntry};

/// The most clubs one person can own.
const MOST_OWNED: u32 = 3;
/// How many members, requests and clubs there may be.
const LIMITS: ClubLimits = ClubLimits { members: 500, requests: 100, clubs: 20 };

fn bad(message: impl Into<String>) -> ApiError {
    Refusal::BadMessage { message: message.into() }.into()
}

/// Returns a name as it will be displayed.
fn checked_name(name: &str) -> Result<String, Refusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_plain = !name.chars().any(|letter| letter.is_control() || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'));
    if !is_plain {
        return Err(Refusal::HiddenInName);
    }
    if (1..=LONGEST_CLUB_NAME).contains(&name.chars().count()) { Ok(name) } else { Err(Refusal::BadName) }
}

fn checked_text(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let is_bad =
        text.chars().count() > LONGEST_CLUB_TEXT || text.chars().any(|letter| letter.is_control() && letter != '\n');
    if is_bad { Err(Refusal::BadText) } else { Ok(text.to_string()) }
}

/// The caller's view of a club.
struct View {
    club: ClubRow,
    membership: Option<Membership>,
}

impl View {
    /// Returns a club that the caller may see: members see theirs, holders of the link too, and everyone those that are not hidden.
    async fn of(server: &Server, caller: Option<&Person>, id: &ClubId, secret: Option<&str>) -> Result<View, ApiError> {
        let club = server.clubs.club(id).await?.ok_or(Refusal::NotFound)?;
        let membership = match caller {
            Some(person) => server.clubs.membership(id, &person.id).await?,
            None => None,
        };
        let is_member = matches!(membership, Some(Membership::Member(_)));
        if club.summary.entry == ClubEntry::Link && !is_member && secret != Some(club.secret.as_str()) {
            return Err(Refusal::NotFound.into());
        }
        Ok(View { club, membership })
    }

    fn role(&self) -> Option<ClubRole> {
        match self.membership {
            Some(Membership::Member(role)) => Some(role),
            _ => None,
        }
    }

    /// Refuses whoever has a lesser role.
    fn need(&self, least: ClubRole) -> Result<(), Refusal> {
        if self.role().is_some_and(|role| role <= least) { Ok(()) } else { Err(Refusal::NeedsRole) }
    }
}

/// The id of a club and of a person in the path.
fn two_ids<T: DeserializeOwned>(path: Result<Path<T>, axum::extract::rejection::PathRejection>) -> Result<T, Refusal> {
    path.map(|Path(ids)| ids).map_err(|_| Refusal::NotFound)
}

/// Clubs that anyone can see.
#[utoipa::path(get, path = "/clubs", tag = "clubs", params(ClubSearch), responses((status = OK, body = Clubs)))]
pub(super) async fn list(
    State(server): State<Server>,
    QueryParams(search): QueryParams<ClubSearch>,
) -> Result<Json<Clubs>, ApiError> {
    Ok(Json(Clubs { clubs: server.clubs.find_clubs(search.name.as_deref().unwrap_or_default()).await? }))
}

/// Your clubs.
#[utoipa::path(get, path = "/me/clubs", tag = "clubs", responses((status = OK, body = Clubs), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn mine(State(server): State<Server>, Account(person): Account) -> Result<Json<Clubs>, ApiError> {
    Ok(Json(Clubs { clubs: server.clubs.clubs_of(&person.id).await? }))
}

/// Found a club.
#[utoipa::path(post, path = "/clubs", tag = "clubs", request_body = NewClub, responses(
    (status = CREATED, body = ClubCreated),
    (status = FORBIDDEN, body = Problem),
    (status = CONFLICT, body = Problem, description = "The name is taken, or you own too many clubs"),
))]
pub(super) async fn found(
    State(server): State<Server>,
    Account(person): Account,
    JsonBody(new): JsonBody<NewClub>,
) -> Result<(StatusCode, Json<ClubCreated>), ApiError> {
    let (name, about) = (checked_name(&new.name)?, checked_text(&new.about)?);
    server.limits.allow_club(&person.id)?;
    let id: ClubId = random::word::<8>().parse().map_err(|_| Refusal::Failed)?;
    let entry = NewClubEntry {
        id: id.clone(),
        name: &name,
        about: &about,
        entry: new.entry,
        secret: random::word::<12>(),
        owner: &person.id,
        created: clock::now(),
    };
    if !server.clubs.found_club(entry, MOST_OWNED).await? {
        return Err(Refusal::TooMany.into());
    }
    Ok((StatusCode::CREATED, Json(ClubCreated { club: id })))
}

/// The page of a club.
#[utoipa::path(get, path = "/clubs/{id}", tag = "clubs", params(("id" = String, Path, description = "The id of the club"), ClubSecret),
    responses((status = OK, body = ClubPage), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn page(
    State(server): State<Server>,
    caller: Caller,
    PathId(id): PathId<ClubId>,
    QueryParams(link): QueryParams<ClubSecret>,
) -> Result<Json<ClubPage>, ApiError> {
    let view = View::of(&server, caller.person.as_ref(), &id, link.secret.as_deref()).await?;
    let role = view.role();
    let next_event =
        view.club.event.as_ref().and_then(|event| current_or_next(event, clock::now())).map(|one| one.starts);
    let is_organiser = role.is_some_and(|role| role <= ClubRole::Organiser);
    Ok(Json(ClubPage {
        tables: if role.is_some() { server.clubs.club_tables(&id).await? } else { Vec::new() },
        members: server.clubs.club_members(&id).await?,
        requests: if is_organiser { server.clubs.club_requests(&id).await? } else { Vec::new() },
        secret: role.map(|_| view.club.secret.clone()),
        asked: view.membership == Some(Membership::Asking),
        role,
        next_event,
        season: view.club.season,
        defaults: view.club.defaults,
        event: view.club.event,
        summary: view.club.summary,
    }))
}

/// Change what a club says about itself, how people get in, its season, or the settings of new tables. For organisers.
#[utoipa::path(patch, path = "/clubs/{id}", tag = "clubs", params(("id" = String, Path, description = "The id of the club")), request_body = ChangeClub,
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem), (status = CONFLICT, body = Problem)))]
pub(super) async fn change(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<ClubId>,
    JsonBody(change): JsonBody<ChangeClub>,
) -> Result<StatusCode, ApiError> {
    View::of(&server, Some(&person), &id, None).await?.need(ClubRole::Organiser)?;
    if let Some(settings) = &change.defaults {
        settings.check().map_err(|error| bad(error.to_string()))?;
    }
    let name = change.name.as_deref().map(checked_name).transpose()?;
    let about = change.about.as_deref().map(checked_text).transpose()?;
    server.clubs.change_club(&id, &ChangeClub { name, about, ..change }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Close a club for good. For its owner.
#[utoipa::path(delete, path = "/clubs/{id}", tag = "clubs", params(("id" = String, Path, description = "The id of the club")),
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn close(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<ClubId>,
) -> Result<StatusCode, ApiError> {
    View::of(&server, Some(&person), &id, None).await?.need(ClubRole::Owner)?;
    server.clubs.close_club(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Join a club, or ask to. With its link, anyone can join.
#[utoipa::path(put, path = "/clubs/{id}/membership", tag = "clubs", params(("id" = String, Path, description = "The id of the club"), ClubSecret),
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem), (status = CONFLICT, body = Problem, description = "The club is full, or you are in too many clubs")))]
pub(super) async fn join(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<ClubId>,
    QueryParams(link): QueryParams<ClubSecret>,
) -> Result<StatusCode, ApiError> {
    let view = View::of(&server, Some(&person), &id, link.secret.as_deref()).await?;
    let owner = server.clubs.club_members(&id).await?.into_iter().find(|member| member.role == ClubRole::Owner);
    if let Some(owner) = owner
        && server.moderation.blockers_of(&person.id).await?.contains(&owner.person.id)
    {
        return Err(Refusal::Blocked.into());
    }
    server.limits.allow_club(&person.id)?;
    let has_link = link.secret.as_deref() == Some(view.club.secret.as_str());
    let as_what = match view.club.summary.entry {
        ClubEntry::Request if !has_link => Membership::Asking,
        _ => Membership::Member(ClubRole::Member),
    };
    match server.clubs.enter_club(&id, &person.id, as_what, clock::now(), LIMITS).await? {
        JoinOutcome::Done => Ok(StatusCode::NO_CONTENT),
        JoinOutcome::ClubFull | JoinOutcome::TooManyClubs => Err(Refusal::TooMany.into()),
    }
}

/// Leave a club, or withdraw your request. Its owner has to hand it over first.
#[utoipa::path(delete, path = "/clubs/{id}/membership", tag = "clubs", params(("id" = String, Path, description = "The id of the club")),
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn leave(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<ClubId>,
) -> Result<StatusCode, ApiError> {
    if server.clubs.membership(&id, &person.id).await? == Some(Membership::Member(ClubRole::Owner)) {
        return Err(Refusal::NeedsRole.into());
    }
    server.clubs.leave_club(&id, &person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Let someone in who has asked, or give a member another role. Organisers let people in; the owner appoints organisers and can hand the club over.
#[utoipa::path(put, path = "/clubs/{id}/members/{person}", tag = "clubs", params(
    ("id" = String, Path, description = "The id of the club"), ("person" = String, Path, description = "The id of the person"),
), request_body = SetClubRole, responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn set_role(
    State(server): State<Server>,
    Account(person): Account,
    path: Result<Path<(ClubId, PersonId)>, axum::extract::rejection::PathRejection>,
    JsonBody(SetClubRole { role }): JsonBody<SetClubRole>,
) -> Result<StatusCode, ApiError> {
    let (id, other) = two_ids(path)?;
    let view = View::of(&server, Some(&person), &id, None).await?;
    view.need(ClubRole::Organiser)?;
    match server.clubs.membership(&id, &other).await?.ok_or(Refusal::NotFound)? {
        Membership::Asking => {
            let member = Membership::Member(ClubRole::Member);
            match server.clubs.enter_club(&id, &other, member, clock::now(), LIMITS).await? {
                JoinOutcome::Done => {}
                JoinOutcome::ClubFull | JoinOutcome::TooManyClubs => return Err(Refusal::TooMany.into()),
            }
        }
        Membership::Member(_) => {
            view.need(ClubRole::Owner)?;
            if other != person.id {
                server.clubs.set_role(&id, &other, role).await?;
            }
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a member, or decline a request. For organisers; only the owner removes organisers.
#[utoipa::path(delete, path = "/clubs/{id}/members/{person}", tag = "clubs", params(
    ("id" = String, Path, description = "The id of the club"), ("person" = String, Path, description = "The id of the person"),
), responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn remove(
    State(server): State<Server>,
    Account(person): Account,
    path: Result<Path<(ClubId, PersonId)>, axum::extract::rejection::PathRejection>,
) -> Result<StatusCode, ApiError> {
    let (id, other) = two_ids(path)?;
    let view = View::of(&server, Some(&person), &id, None).await?;
    let least = match server.clubs.membership(&id, &other).await? {
        Some(Membership::Member(ClubRole::Owner | ClubRole::Organiser)) => ClubRole::Owner,
        _ => ClubRole::Organiser,
    };
    view.need(least)?;
    server.clubs.leave_club(&id, &other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make the club's link invalid and get another one. For organisers.
#[utoipa::path(post, path = "/clubs/{id}/link", tag = "clubs", params(("id" = String, Path, description = "The id of the club")),
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn renew_link(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<ClubId>,
) -> Result<StatusCode, ApiError> {
    View::of(&server, Some(&person), &id, None).await?.need(ClubRole::Organiser)?;
    server.clubs.set_secret(&id, &random::word::<12>()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Set the weekly event. For organisers.
#[utoipa::path(put, path = "/clubs/{id}/event", tag = "clubs", params(("id" = String, Path, description = "The id of the club")), request_body = ClubEvent,
    responses((status = NO_CONTENT), (status = BAD_REQUEST, body = Problem), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn set_event(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<ClubId>,
    JsonBody(event): JsonBody<ClubEvent>,
) -> Result<StatusCode, ApiError> {
    View::of(&server, Some(&person), &id, None).await?.need(ClubRole::Organiser)?;
    event.check().map_err(|error| bad(error.to_string()))?;
    if !is_time_zone(&event.time_zone) {
        return Err(bad("time_zone: not in the IANA database"));
    }
    // Tables with computer players would close before the first member has come.
    if event.settings.fill.is_some() {
        return Err(bad("settings.fill: the tables of an event wait for members"));
    }
    server.clubs.set_event(&id, Some(&event)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove the weekly event. For organisers.
#[utoipa::path(delete, path = "/clubs/{id}/event", tag = "clubs", params(("id" = String, Path, description = "The id of the club")),
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn remove_event(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<ClubId>,
) -> Result<StatusCode, ApiError> {
    View::of(&server, Some(&person), &id, None).await?.need(ClubRole::Organiser)?;
    server.clubs.set_event(&id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Open a table for the members. Its results count in the league.
#[utoipa::path(post, path = "/clubs/{id}/tables", tag = "clubs", params(("id" = String, Path, description = "The id of the club")), request_body = NewTable,
    responses((status = CREATED, body = TableCreated), (status = BAD_REQUEST, body = Problem), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn open_table(
    State(server): State<Server>,
    from: ClientAddress,
    Account(person): Account,
    PathId(id): PathId<ClubId>,
    JsonBody(new): JsonBody<NewTable>,
) -> Result<(StatusCode, Json<TableCreated>), ApiError> {
    View::of(&server, Some(&person), &id, None).await?.need(ClubRole::Member)?;
    server.limits.allow_table(&person.id)?;
    let table = server.rooms.create(&person, from, new).await?;
    server.clubs.add_club_table(&id, &table, clock::now()).await?;
    Ok((StatusCode::CREATED, Json(TableCreated { table })))
}

/// A season of the league. A game gives one point to everyone who played it to the end, and as many points as there were players to the
/// winner; several winners share them.
#[utoipa::path(get, path = "/clubs/{id}/league", tag = "clubs", params(("id" = String, Path, description = "The id of the club"), LeagueQuery),
    responses((status = OK, body = League), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn league(
    State(server): State<Server>,
    caller: Caller,
    PathId(id): PathId<ClubId>,
    QueryParams(query): QueryParams<LeagueQuery>,
) -> Result<Json<League>, ApiError> {
    let view = View::of(&server, caller.person.as_ref(), &id, None).await?;
    let (from, to) = season(view.club.season, clock::now(), query.ago).ok_or(Refusal::NotFound)?;
    Ok(Json(League { from, to, standings: server.clubs.league(&id, from, to).await? }))
}
