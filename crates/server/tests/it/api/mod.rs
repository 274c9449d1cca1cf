//! The HTTP routes under `/api`.

mod accounts;
mod bots;
mod guards;
mod lists;
mod lockout;
mod me;
mod names;
mod passkeys;
mod recovery;
mod sessions;
