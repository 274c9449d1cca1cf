//! The WebSocket route.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use shangrila_protocol::Refusal;

use super::ApiError;
use crate::client_address::ClientAddress;
use crate::identity::Caller;
use crate::socket;
use crate::state::Server;

/// Upgrades a request to a WebSocket. Anyone may connect; anonymous clients can only watch.
pub(crate) async fn connect(
    State(server): State<Server>,
    address: ClientAddress,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if !server.rooms.is_in_touch() {
        return Err(ApiError::from(Refusal::NotStored));
    }
    let permit = server.web_sockets.admit(address, &server.config.limits)?;
    // In a box, because the upgrade keeps what it was given for as long as the connection lasts.
    let (server, caller) = (Box::new(server), Box::new(caller));
    Ok(socket::configure(upgrade).on_upgrade(move |socket| socket::serve(socket, server, caller, permit)))
}
