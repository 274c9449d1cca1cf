//! Tests of the server through its routes and sockets, all in one program: linking several takes minutes.

mod api;
mod clubs;
mod common;
mod conditional;
mod friends;
mod http;
mod invitations;
mod moderation;
mod nonsense;
mod notices;
mod permissions;
mod play_now;
mod reports;
mod retention;
mod table_talk;
mod tables;
mod tournaments;
mod two_servers;
mod vacation;
