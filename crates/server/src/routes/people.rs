//! Profiles and ratings.

use axum::Json;
use axum::extract::State;
use shangrila_protocol::{PersonId, Problem, Profile, RatingQuery, Ratings, Refusal};

use super::ApiError;
use super::input::{PathId, QueryParams};
use crate::identity::Caller;
use crate::state::Server;

/// A person's profile. A private one is visible to its owner only.
#[utoipa::path(get, path = "/people/{id}", tag = "people", params(("id" = String, Path, description = "The id of the person")),
    responses((status = OK, body = Profile), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn profile(
    State(server): State<Server>,
    caller: Caller,
    PathId(id): PathId<PersonId>,
) -> Result<Json<Profile>, ApiError> {
    let entry = server.people.find(&id).await?.ok_or(Refusal::NotFound)?;
    let own = caller.person.is_some_and(|person| person.id == id);
    if !entry.profile_public && !own {
        return Err(Refusal::NotFound.into());
    }
    let played = server.people.public_games(&id).await?;
    Ok(Json(Profile {
        person: entry.person,
        since: entry.since,
        games: played.games,
        wins: played.wins,
        ratings: server.people.ratings_of(&id).await?,
        latest: played.latest,
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
