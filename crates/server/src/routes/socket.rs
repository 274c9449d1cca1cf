//! The door to the tables: where a request becomes a connection.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;

use super::ApiError;
use crate::identity::Caller;
use crate::limits::ClientAddress;
use crate::socket;
use crate::state::Server;

/// Anybody may connect; who has no name may only watch.
pub(crate) async fn connect(
    State(server): State<Server>,
    ClientAddress(address): ClientAddress,
    Caller { person }: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let pass = server.door.enter(address, &server.config.limits)?;
    let rooms = server.rooms.clone();
    Ok(socket::prepare(upgrade).on_upgrade(move |socket| socket::talk(socket, rooms, person, pass)))
}
