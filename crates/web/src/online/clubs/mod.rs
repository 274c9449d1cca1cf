//! Clubs: the list, the page of a club with its tables, event, league and members, and what organisers can change.

mod club_page;
mod event_form;
mod league;
mod list_page;
mod members;
mod moderation;
mod requests;
mod settings_form;
mod table_settings;

pub(super) use club_page::ClubScreen;
pub(super) use list_page::ClubList;

/// The styles of these parts.
pub(super) const STYLE: &str = include_str!("clubs.css");
