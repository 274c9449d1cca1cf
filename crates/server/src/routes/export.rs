//! The download of everything the server knows about someone, written piece by piece: an export may be long, and clients slow.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures::stream;
use shangrila_protocol::{PersonId, Refusal};
use tokio::sync::mpsc;

use super::ApiError;
use crate::identity::Human;
use crate::state::Server;
use crate::store::{Export, ExportList, StoreError};

/// How many pieces wait for a slow client.
const PIECES: usize = 2;

/// The exports being written, one per person.
#[derive(Clone, Default)]
pub(crate) struct RunningExports {
    people: Arc<Mutex<HashSet<PersonId>>>,
}

/// The place of a running export; dropping it allows the person another one.
struct ExportPermit {
    exports: RunningExports,
    person: PersonId,
}

impl RunningExports {
    fn begin(&self, person: &PersonId) -> Result<ExportPermit, Refusal> {
        let is_first = self.people.lock().unwrap_or_else(PoisonError::into_inner).insert(person.clone());
        let permit = || ExportPermit { exports: self.clone(), person: person.clone() };
        is_first.then(permit).ok_or(Refusal::TooMany)
    }
}

impl Drop for ExportPermit {
    fn drop(&mut self) {
        self.exports.people.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.person);
    }
}

/// Download everything the server knows about you.
#[utoipa::path(get, path = "/me/export", tag = "me", responses(
    (status = OK, body = Object, description = "Profile, muted and blocked people, bots, ratings, devices, passkeys, bans and mutes, friends, invitations, tables, own events, \
        own chat lines, own reports"),
    (status = CONFLICT, body = shangrila_protocol::Problem, description = "Another export is running"),
))]
pub(super) async fn export(State(server): State<Server>, Human(person): Human) -> Result<Response, ApiError> {
    let permit = server.exports.begin(&person.id)?;
    let export = server.people.export(&person.id).await?.ok_or(Refusal::NotSignedIn)?;
    let (pieces, receiver) = mpsc::channel(PIECES);
    tokio::spawn(async move {
        if let Err(error) = write(&server, &permit.person, &export, &pieces).await {
            tracing::error!(%error, "an export ended early");
            // The client must not take the beginning for the whole.
            let _ = pieces.send(Err(io::Error::other("the export ended early"))).await;
        }
        drop(permit);
    });
    let received =
        stream::unfold(receiver, async |mut receiver: mpsc::Receiver<_>| Some((receiver.recv().await?, receiver)));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"shangrila-data.json\""),
    ];
    Ok((headers, Body::from_stream(received)).into_response())
}

/// Writes the export as one JSON object. Ends early if the client is gone.
async fn write(
    server: &Server,
    person: &PersonId,
    export: &Export,
    pieces: &mpsc::Sender<Result<Bytes, io::Error>>,
) -> Result<(), StoreError> {
    let mut text = serde_json::to_string(export)?;
    // The lists are further members of the same object.
    text.truncate(text.len() - 1);
    for (name, list) in [
        ("tables", ExportList::Tables),
        ("events", ExportList::Events),
        ("chat", ExportList::Chat),
        ("reports", ExportList::Reports),
    ] {
        text += &format!(",\"{name}\":[");
        let (mut after, mut is_first) = (None, true);
        loop {
            let page = server.people.export_page(person, list, after).await?;
            for item in &page.items {
                if !is_first {
                    text.push(',');
                }
                is_first = false;
                text += item;
            }
            if pieces.send(Ok(Bytes::from(std::mem::take(&mut text)))).await.is_err() {
                return Ok(());
            }
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        text.push(']');
    }
    text.push('}');
    let _ = pieces.send(Ok(Bytes::from(text))).await;
    Ok(())
}
