//! The online part of a player's card: presence, clock, and the stand-in.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_protocol::{PersonOrLevel, Phase, StandInReason};
use shangrila_rules::Clan;

use super::clock;
use super::game_facts::SeatFacts;
use super::table::OnlineTable;
use super::table_list::date_text;
use super::table_text::level_name;
use super::vacation::vacation_of;
use crate::preferences::preferences;

/// How often a running clock is updated.
const TICK: Duration = Duration::from_millis(250);

/// The presence, clock and stand-in of one seat.
#[component]
pub(crate) fn SeatStatus(table: OnlineTable, clan: Clan) -> impl IntoView {
    let preferences = preferences();
    let present = Memo::new(move |_| table.is_present(clan));
    // On the page of a finished game, it says nothing to those who have not played it.
    let is_person = Memo::new(move |_| {
        if table.phase() == Some(Phase::Finished) && table.my_seat.get().is_none() {
            return false;
        }
        let player = table.seat(clan).and_then(|(_, seat)| seat.player);
        player.as_ref().and_then(PersonOrLevel::person).is_some()
    });
    // Of finished games, the facts tell who stood in when.
    let stand_in = Memo::new(move |_| {
        table.seat(clan).and_then(|(_, seat)| seat.stand_in).filter(|_| table.phase() != Some(Phase::Finished))
    });
    let presence_words = move || {
        let words = &preferences.words().online;
        if present.get() { words.connected } else { words.disconnected }
    };
    let stand_in_words = move || {
        let words = preferences.words();
        let (reason, level) = stand_in.get()?;
        let level = level_name(words, level);
        Some(match reason {
            StandInReason::Resigned => words.online.resigned_seat(level),
            StandInReason::Time | StandInReason::Left | StandInReason::Voted | StandInReason::Skipped => {
                words.online.standing_in(level)
            }
        })
    };
    let vacation = Memo::new(move |_| vacation_of(table, clan));
    let vacation_words = move || {
        let language = preferences.language.get();
        vacation.get().map(|vacation| language.days().vacation_until(date_text(language.code(), vacation.until)))
    };
    view! {
        {move || is_person.get().then(|| view! {
            <i class="presence" class:on=move || present.get() role="img" aria-label=presence_words title=presence_words></i>
        })}
        <SeatClock table clan/>
        <SeatFacts table clan/>
        {move || vacation_words().map(|text| view! { <em class="stand-in" data-on-vacation="">{text}</em> })}
        {move || stand_in_words().map(|text| view! { <em class="stand-in" data-stand-in="">{text}</em> })}
    }
}

/// The remaining time of a seat. Computer players have no clock.
#[component]
fn SeatClock(table: OnlineTable, clan: Clan) -> impl IntoView {
    let preferences = preferences();
    let now = RwSignal::new(table.connection.server_now());
    let runs = Memo::new(move |_| table.is_playing() && table.read(|state| state.clock.is_some()) == Some(true));
    let ticking = set_interval_with_handle(
        move || {
            if runs.get_untracked() {
                now.set(table.connection.server_now());
            }
        },
        TICK,
    );
    on_cleanup(move || ticking.into_iter().for_each(|handle| handle.clear()));
    let left = Memo::new(move |_| {
        let (seat, player) = table.seat(clan).map(|(index, seat)| (index, seat.player))?;
        player.as_ref().and_then(PersonOrLevel::person)?;
        table.read(|state| state.time_left(seat, now.get()))?.map(|left| left.div_ceil(1000))
    });
    let short = Memo::new(move |_| {
        let clock = table.read(|state| state.settings.clock);
        clock.zip(left.get()).is_some_and(|(clock, left)| clock::is_short(clock, left * 1000))
    });
    move || {
        runs.get().then(|| left.get()).flatten().map(|seconds| {
            let words = &preferences.words().online;
            view! {
                <time class="clock" class:short=move || short.get() data-clock=seconds title=words.time_left>
                    {clock::text(words, seconds * 1000)}
                </time>
            }
        })
    }
}
