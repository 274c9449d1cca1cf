//! People: profiles with results and ratings over time, friends, and invitations to tables.

mod friends_page;
mod head_to_head;
mod history;
mod invitations;
mod profile;
mod rating_graph;
mod requests;
mod results;
mod standing;

pub(super) use friends_page::FriendsPage;
pub(super) use invitations::{InviteFriends, OwnInvitations};
pub(super) use profile::{PersonPage, kind_name};

/// The styles of these parts.
pub(super) const STYLE: &str = include_str!("people.css");
