//! Profiles, with results and ratings over time, and rating lists.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use shangrila_protocol::{
    HeadToHead, HistoryPage, Person, PersonId, PersonKind, PersonResults, Problem, Profile, RatingHistory, RatingQuery,
    Ratings, Refusal, Tables,
};

use super::ApiError;
use super::input::{PathId, QueryParams};
use crate::identity::Caller;
use crate::state::Server;
use crate::store::PersonEntry;

/// Returns a person whose profile the caller may see. A private one is visible to its owner only.
async fn visible(server: &Server, caller: Option<&Person>, id: &PersonId) -> Result<PersonEntry, ApiError> {
    let entry = server.people.find(id).await?.ok_or(Refusal::NotFound)?;
    let own = caller.is_some_and(|person| person.id == *id);
    if !entry.profile_public && !own {
        return Err(Refusal::NotFound.into());
    }
    Ok(entry)
}

/// The person in the path, whose profile the caller may see.
pub(super) struct Shown(PersonEntry);

impl FromRequestParts<Server> for Shown {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Shown, ApiError> {
        let caller = Caller::from_request_parts(parts, server).await?;
        let PathId(id) = PathId::<PersonId>::from_request_parts(parts, server).await?;
        Ok(Shown(visible(server, caller.person.as_ref(), &id).await?))
    }
}

/// A person's profile. A private one is visible to its owner only.
#[utoipa::path(get, path = "/people/{id}", tag = "people", params(("id" = String, Path, description = "The id of the person")),
    responses((status = OK, body = Profile), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn profile(
    State(server): State<Server>,
    caller: Caller,
    Shown(entry): Shown,
) -> Result<Json<Profile>, ApiError> {
    let id = &entry.person.id;
    let played = server.people.public_games(id).await?;
    let is_account = |person: &Person| person.kind == PersonKind::Account;
    let viewer = caller.person.filter(|person| is_account(person) && is_account(&entry.person) && person.id != *id);
    let standing = match viewer {
        Some(viewer) => Some(server.friends.standing(&viewer.id, id).await?),
        None => None,
    };
    Ok(Json(Profile {
        since: entry.since,
        games: played.games,
        wins: played.wins,
        ratings: server.people.ratings_of(id).await?,
        latest: played.latest,
        standing,
        vacation_until: server.vacations.status(id).await?.now.map(|vacation| vacation.until),
        person: entry.person,
    }))
}

/// A page of a person's finished public games, the latest first.
#[utoipa::path(get, path = "/people/{id}/games", tag = "people", params(("id" = String, Path, description = "The id of the person"), HistoryPage),
    responses((status = OK, body = Tables), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn games(
    State(server): State<Server>,
    Shown(entry): Shown,
    QueryParams(page): QueryParams<HistoryPage>,
) -> Result<Json<Tables>, ApiError> {
    Ok(Json(Tables { tables: server.statistics.games_of(&entry.person.id, page.before).await? }))
}

/// A person's results in public games, by seat and by clan.
#[utoipa::path(get, path = "/people/{id}/results", tag = "people", params(("id" = String, Path, description = "The id of the person")),
    responses((status = OK, body = PersonResults), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn results(
    State(server): State<Server>,
    Shown(entry): Shown,
) -> Result<Json<PersonResults>, ApiError> {
    Ok(Json(server.statistics.results_of(&entry.person.id).await?))
}

/// How a rating of a person developed.
#[utoipa::path(get, path = "/people/{id}/rating-history", tag = "people",
    params(("id" = String, Path, description = "The id of the person"), RatingQuery),
    responses((status = OK, body = RatingHistory), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn rating_history(
    State(server): State<Server>,
    Shown(entry): Shown,
    QueryParams(query): QueryParams<RatingQuery>,
) -> Result<Json<RatingHistory>, ApiError> {
    Ok(Json(RatingHistory { points: server.statistics.rating_history(&entry.person.id, query).await? }))
}

/// The public games of two people with each other. Both profiles have to be visible to you.
#[utoipa::path(get, path = "/people/{id}/against/{other}", tag = "people", params(
    ("id" = String, Path, description = "The id of the person"),
    ("other" = String, Path, description = "The id of the other one"),
), responses((status = OK, body = HeadToHead), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn against(
    State(server): State<Server>,
    caller: Caller,
    Path((id, other)): Path<(String, String)>,
) -> Result<Json<HeadToHead>, ApiError> {
    let parsed = |id: &str| id.parse::<PersonId>().map_err(|_| Refusal::NotFound);
    let (id, other) = (parsed(&id)?, parsed(&other)?);
    if id == other {
        return Err(Refusal::NotFound.into());
    }
    let person = visible(&server, caller.person.as_ref(), &id).await?.person;
    let compared = visible(&server, caller.person.as_ref(), &other).await?.person;
    let met = server.statistics.encounters(&id, &other).await?;
    Ok(Json(HeadToHead {
        person,
        other: compared,
        games: met.games,
        wins: met.wins,
        other_wins: met.other_wins,
        latest: server.statistics.games_between(&id, &other).await?,
    }))
}

/// The top 100 players with at least 5 games, by rating minus twice its uncertainty.
#[utoipa::path(get, path = "/ratings", tag = "people", params(RatingQuery), responses((status = OK, body = Ratings)))]
pub(super) async fn ratings(
    State(server): State<Server>,
    QueryParams(query): QueryParams<RatingQuery>,
) -> Result<Json<Ratings>, ApiError> {
    Ok(Json(Ratings { rated: server.people.best_rated(query).await? }))
}
