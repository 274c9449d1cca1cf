//! Friends, people one follows, and invitations to tables.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{
    FindPerson, Friendship, MyPeople, NewInvitation, NoticeKind, Person, PersonId, PersonKind, Problem, Refusal,
    Relation, TableId, TableInvitations,
};

use super::ApiError;
use super::input::{JsonBody, PathId, QueryParams};
use crate::clock;
use crate::identity::{Account, Human};
use crate::presence::online_since;
use crate::state::Server;
use crate::store::{InviteOutcome, PersonEntry};

/// The most friends and open requests of one person.
const MOST_FRIENDS: u32 = 500;
/// The most people one person can follow.
const MOST_FOLLOWED: u32 = 500;

/// Returns another account that has not blocked the caller and whom the caller has not blocked. Someone with a private profile can be
/// found only by those who know them already.
async fn other_account(server: &Server, caller: &Person, id: &PersonId) -> Result<(PersonEntry, Relation), ApiError> {
    let entry = server.people.find(id).await?.ok_or(Refusal::NotFound)?;
    if entry.person.kind != PersonKind::Account || entry.person.id == caller.id {
        return Err(Refusal::NotFound.into());
    }
    if server.moderation.blockers_of(&caller.id).await?.contains(id)
        || server.moderation.blocked_by(&caller.id).await?.contains(id)
    {
        return Err(Refusal::Blocked.into());
    }
    let standing = server.friends.standing(&caller.id, id).await?;
    if !entry.profile_public && matches!(standing.friendship, Friendship::None | Friendship::Asked) {
        return Err(Refusal::NotFound.into());
    }
    Ok((entry, standing))
}

/// Your friends, requests, whom you follow, and who of them is online.
#[utoipa::path(get, path = "/me/people", tag = "friends", responses((status = OK, body = MyPeople), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn my_people(
    State(server): State<Server>,
    Account(person): Account,
) -> Result<Json<MyPeople>, ApiError> {
    Ok(Json(server.friends.people_of(&person.id, online_since()).await?))
}

/// The account with a name, if its profile is public.
#[utoipa::path(get, path = "/people", tag = "friends", params(FindPerson),
    responses((status = OK, body = Person), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn find(
    State(server): State<Server>,
    QueryParams(wanted): QueryParams<FindPerson>,
) -> Result<Json<Person>, ApiError> {
    let found = server.people.find_by_name(&wanted.name).await?;
    let found = found.filter(|entry| entry.profile_public && entry.person.kind == PersonKind::Account);
    Ok(Json(found.ok_or(Refusal::NotFound)?.person))
}

/// Ask someone to be friends, or agree if they have asked.
#[utoipa::path(put, path = "/me/friends/{person}", tag = "friends", params(("person" = String, Path, description = "The id of the person")), responses(
    (status = OK, body = Relation),
    (status = FORBIDDEN, body = Problem),
    (status = NOT_FOUND, body = Problem),
    (status = CONFLICT, body = Problem, description = "Too many friends"),
))]
pub(super) async fn befriend(
    State(server): State<Server>,
    Account(person): Account,
    PathId(other): PathId<PersonId>,
) -> Result<Json<Relation>, ApiError> {
    let (_, standing) = other_account(&server, &person, &other).await?;
    server.limits.allow_friend(&person.id)?;
    let friendship = server.friends.befriend(&person.id, &other, clock::now(), MOST_FRIENDS).await?;
    Ok(Json(Relation { friendship: friendship.ok_or(Refusal::TooMany)?, ..standing }))
}

/// End a friendship, decline a request or withdraw your own.
#[utoipa::path(delete, path = "/me/friends/{person}", tag = "friends", params(("person" = String, Path, description = "The id of the person")),
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn unfriend(
    State(server): State<Server>,
    Account(person): Account,
    PathId(other): PathId<PersonId>,
) -> Result<StatusCode, ApiError> {
    server.friends.unfriend(&person.id, &other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Follow someone.
#[utoipa::path(put, path = "/me/following/{person}", tag = "friends", params(("person" = String, Path, description = "The id of the person")), responses(
    (status = NO_CONTENT),
    (status = FORBIDDEN, body = Problem),
    (status = NOT_FOUND, body = Problem),
    (status = CONFLICT, body = Problem, description = "You follow too many people"),
))]
pub(super) async fn follow(
    State(server): State<Server>,
    Account(person): Account,
    PathId(other): PathId<PersonId>,
) -> Result<StatusCode, ApiError> {
    other_account(&server, &person, &other).await?;
    server.limits.allow_friend(&person.id)?;
    if !server.friends.follow(&person.id, &other, clock::now(), MOST_FOLLOWED).await? {
        return Err(Refusal::TooMany.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Stop following someone.
#[utoipa::path(delete, path = "/me/following/{person}", tag = "friends", params(("person" = String, Path, description = "The id of the person")),
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn unfollow(
    State(server): State<Server>,
    Account(person): Account,
    PathId(other): PathId<PersonId>,
) -> Result<StatusCode, ApiError> {
    server.friends.unfollow(&person.id, &other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Invite an account to a table in the waiting room at which you sit or that you host. Friends, and people who follow you, are also told
/// outside the app, if they want that.
#[utoipa::path(post, path = "/tables/{id}/invitations", tag = "friends", params(("id" = String, Path, description = "The id of the table")),
    request_body = NewInvitation, responses(
    (status = NO_CONTENT, description = "Also if they were invited before"),
    (status = FORBIDDEN, body = Problem),
    (status = NOT_FOUND, body = Problem),
    (status = CONFLICT, body = Problem, description = "The table is not waiting for players"),
))]
pub(super) async fn invite(
    State(server): State<Server>,
    Human(person): Human,
    PathId(table): PathId<TableId>,
    JsonBody(new): JsonBody<NewInvitation>,
) -> Result<StatusCode, ApiError> {
    let (invited, standing) = other_account(&server, &person, &new.person).await?;
    server.limits.allow_invitation(&person.id)?;
    match server.friends.invite(&table, &person.id, &invited.person.id, clock::now()).await? {
        InviteOutcome::Invited => {
            server.rooms.tell(&invited.person.id, &table, NoticeKind::Invited);
            let knows = standing.friendship == Friendship::Friends
                || server.friends.standing(&invited.person.id, &person.id).await?.following;
            if knows {
                server.notices.queue_invitation(&invited.person.id, &table);
            }
            Ok(StatusCode::NO_CONTENT)
        }
        InviteOutcome::Again => Ok(StatusCode::NO_CONTENT),
        InviteOutcome::NotWaiting => Err(Refusal::WrongPhase.into()),
        InviteOutcome::NotThere => Err(Refusal::NotSeated.into()),
    }
}

/// The tables that others have invited you to.
#[utoipa::path(get, path = "/me/invitations", tag = "friends", responses((status = OK, body = TableInvitations), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn my_invitations(
    State(server): State<Server>,
    Account(person): Account,
) -> Result<Json<TableInvitations>, ApiError> {
    Ok(Json(TableInvitations { invitations: server.friends.invitations_of(&person.id).await? }))
}

/// Decline an invitation. Whoever has sent it is not told.
#[utoipa::path(delete, path = "/me/invitations/{table}", tag = "friends", params(("table" = String, Path, description = "The id of the table")),
    responses((status = NO_CONTENT), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn decline(
    State(server): State<Server>,
    Account(person): Account,
    PathId(table): PathId<TableId>,
) -> Result<StatusCode, ApiError> {
    server.friends.decline(&table, &person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
