//! The requests about people.

use shangrila_protocol::{
    HeadToHead, MyPeople, NewInvitation, Person, PersonId, PersonResults, RatingHistory, RatingList, RatingQuery,
    Relation, TableId, TableInvitations, Tables,
};

use super::super::api::{Answer, NOTHING, ask, send};

pub(super) async fn my_people() -> Answer<MyPeople> {
    ask("GET", "me/people", NOTHING).await
}

pub(super) async fn find(name: &str) -> Answer<Person> {
    ask("GET", &format!("people?name={}", js_sys::encode_uri_component(name)), NOTHING).await
}

/// Asks someone to be friends, or agrees.
pub(super) async fn befriend(person: &PersonId) -> Answer<Relation> {
    ask("PUT", &format!("me/friends/{person}"), NOTHING).await
}

/// Ends a friendship, declines a request or withdraws one.
pub(super) async fn unfriend(person: &PersonId) -> Answer<()> {
    send("DELETE", &format!("me/friends/{person}"), NOTHING).await.map(drop)
}

/// Follows a person, or stops following them.
pub(super) async fn follow(person: &PersonId, on: bool) -> Answer<()> {
    send(if on { "PUT" } else { "DELETE" }, &format!("me/following/{person}"), NOTHING).await.map(drop)
}

pub(super) async fn invite(table: &TableId, person: PersonId) -> Answer<()> {
    send("POST", &format!("tables/{table}/invitations"), Some(&NewInvitation { person })).await.map(drop)
}

pub(super) async fn my_invitations() -> Answer<TableInvitations> {
    ask("GET", "me/invitations", NOTHING).await
}

pub(super) async fn decline(table: &TableId) -> Answer<()> {
    send("DELETE", &format!("me/invitations/{table}"), NOTHING).await.map(drop)
}

/// Finished public games before a time.
pub(super) async fn games(person: &PersonId, before: Option<u64>) -> Answer<Tables> {
    let query = before.map_or_else(String::new, |before| format!("?before={before}"));
    ask("GET", &format!("people/{person}/games{query}"), NOTHING).await
}

pub(super) async fn results(person: &PersonId) -> Answer<PersonResults> {
    ask("GET", &format!("people/{person}/results"), NOTHING).await
}

pub(super) async fn against(person: &PersonId, other: &PersonId) -> Answer<HeadToHead> {
    ask("GET", &format!("people/{person}/against/{other}"), NOTHING).await
}

pub(super) async fn rating_history(person: &PersonId, query: RatingQuery) -> Answer<RatingHistory> {
    let list = match query.list {
        RatingList::People => "people",
        RatingList::Bots => "bots",
    };
    ask("GET", &format!("people/{person}/rating-history?players={}&list={list}", query.players), NOTHING).await
}
