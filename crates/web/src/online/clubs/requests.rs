//! The requests about clubs.

use shangrila_protocol::{
    ChangeClub, ClubCreated, ClubEvent, ClubId, ClubPage, ClubRole, Clubs, League, NewClub, NewTable, PersonId,
    SetClubRole, TableCreated,
};

use super::super::api::{Answer, NOTHING, ask, send};

fn with_secret(path: &str, secret: &str) -> String {
    if secret.is_empty() { path.to_string() } else { format!("{path}?secret={}", js_sys::encode_uri_component(secret)) }
}

pub(super) async fn find(name: &str) -> Answer<Clubs> {
    ask("GET", &format!("clubs?name={}", js_sys::encode_uri_component(name)), NOTHING).await
}

pub(super) async fn mine() -> Answer<Clubs> {
    ask("GET", "me/clubs", NOTHING).await
}

pub(super) async fn found(new: &NewClub) -> Answer<ClubCreated> {
    ask("POST", "clubs", Some(new)).await
}

pub(super) async fn page(club: &ClubId, secret: &str) -> Answer<ClubPage> {
    ask("GET", &with_secret(&format!("clubs/{club}"), secret), NOTHING).await
}

pub(super) async fn change(club: &ClubId, change: &ChangeClub) -> Answer<()> {
    send("PATCH", &format!("clubs/{club}"), Some(change)).await.map(drop)
}

pub(super) async fn close(club: &ClubId) -> Answer<()> {
    send("DELETE", &format!("clubs/{club}"), NOTHING).await.map(drop)
}

/// Joins a club, or asks to.
pub(super) async fn join(club: &ClubId, secret: &str) -> Answer<()> {
    send("PUT", &with_secret(&format!("clubs/{club}/membership"), secret), NOTHING).await.map(drop)
}

pub(super) async fn leave(club: &ClubId) -> Answer<()> {
    send("DELETE", &format!("clubs/{club}/membership"), NOTHING).await.map(drop)
}

/// Lets somebody in, or gives a member another role.
pub(super) async fn set_role(club: &ClubId, person: &PersonId, role: ClubRole) -> Answer<()> {
    send("PUT", &format!("clubs/{club}/members/{person}"), Some(&SetClubRole { role })).await.map(drop)
}

/// Removes a member, or declines a request.
pub(super) async fn remove(club: &ClubId, person: &PersonId) -> Answer<()> {
    send("DELETE", &format!("clubs/{club}/members/{person}"), NOTHING).await.map(drop)
}

pub(super) async fn renew_link(club: &ClubId) -> Answer<()> {
    send("POST", &format!("clubs/{club}/link"), NOTHING).await.map(drop)
}

/// Sets the weekly event, or removes it.
pub(super) async fn set_event(club: &ClubId, event: Option<&ClubEvent>) -> Answer<()> {
    let method = if event.is_some() { "PUT" } else { "DELETE" };
    send(method, &format!("clubs/{club}/event"), event).await.map(drop)
}

pub(super) async fn open_table(club: &ClubId, table: &NewTable) -> Answer<TableCreated> {
    ask("POST", &format!("clubs/{club}/tables"), Some(table)).await
}

pub(super) async fn league(club: &ClubId, ago: u16) -> Answer<League> {
    ask("GET", &format!("clubs/{club}/league?ago={ago}"), NOTHING).await
}
