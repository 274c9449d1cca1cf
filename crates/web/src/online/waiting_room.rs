//! The waiting room: the seats, the invitation, and the start of the game.

use leptos::prelude::*;
use shangrila_i18n::{PairsWords, Words, capitalise};
use shangrila_protocol::{
    ClientMessage, LevelId, Opening, Options, PersonKind, PersonOrLevel, Recruit, SeatedPlayer, TableState, Visibility,
};
use shangrila_rules::{Clan, Seat};
use shangrila_scene::Icon;

use super::chat::Chat;
use super::connection_banner::ConnectionBanner;
use super::invitation::{RulesInShort, TakeSeat, heading};
use super::invite::InviteOthers;
use super::join::{ChosenSeat, take_seat};
use super::notice_settings::AskForNotices;
use super::open_seats::FillCountdown;
use super::people::InviteFriends;
use super::ready_check::ReadyQuestion;
use super::table::{OnlineTable, clan_of};
use super::table_text::{clan_names, clock_text, level_name, pairs_text, player_name};
use crate::browser;
use crate::home::fair_start::chance_list;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::Route;

/// The level suggested for empty seats.
const DEFAULT_LEVEL: LevelId = LevelId::Pilgrim;

/// The waiting room.
#[component]
pub(super) fn WaitingRoom(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let seat_letter = move || table.my_clan().map_or(String::new(), |clan| clan.letter().to_string());
    let seated = Memo::new(move |_| table.my_seat.get().is_some());
    let free = Memo::new(move |_| table.read(free_seats).unwrap_or_default());
    let missing = move || {
        let words = &preferences.words().online;
        match free.get() {
            0 => words.everyone_here.to_string(),
            n => words.missing(n),
        }
    };
    let is_visitor = Memo::new(move |_| !seated.get() && !table.is_host());
    provide_context(ChosenSeat(RwSignal::new(None)));
    let title = move || {
        let words = preferences.words();
        let invites = |state: &TableState| heading(words, preferences.language.get().meeting(), state);
        let invited = is_visitor.get().then(|| table.read(invites)).flatten();
        invited.unwrap_or_else(|| words.online.waiting_room.to_string())
    };
    view! {
        <main class="page room" data-online=move || table.status_id() data-seat=seat_letter data-free=move || free.get()>
            <header class="page-head">
                <a class="round" href=Route::Online.fragment() aria-label=move || preferences.words().app.back>{icon_picture(Icon::Back)}</a>
                <h1>{title}</h1>
            </header>
            <p class="room-state" role="status">{missing}</p>
            <ReadyQuestion table/>
            <FillCountdown table/>
            <AskForNotices table/>
            <p class="quiet">{move || {
                let pairs = preferences.language.get().pairs();
                table.read(|state| summary(preferences.words(), pairs, state))
            }}</p>
            {move || (!is_visitor.get() && free.get() > 0).then(|| view! { <InviteOthers table/> <InviteFriends table/> })}
            <ol class="room-seats">
                {move || {
                    let count = table.read(|state| state.settings.players()).unwrap_or_default();
                    (0..count).map(|index| view! { <SeatLine table index/> }).collect_view()
                }}
            </ol>
            {move || (!seated.get() && free.get() > 0).then(|| view! { <TakeSeat table/> })}
            <RoomButtons table free/>
            {move || seated.get().then(|| view! {
                <section class="room-chat">
                    <h2 class="label">{preferences.words().online.chat}</h2>
                    <Chat table/>
                </section>
            })}
            {move || is_visitor.get().then(|| view! { <RulesInShort table/> })}
            <ConnectionBanner table/>
        </main>
    }
}

fn free_seats(state: &TableState) -> usize {
    state.players().filter(|(_, seat)| seat.player.is_none()).count()
}

/// The clans of the player who has this seat.
fn clans_with(state: &TableState, seat: Seat) -> Vec<Clan> {
    state.settings.seats_with(seat).filter_map(|seat| clan_of(state.seats.get(seat.index())?)).collect()
}

/// Whether computer players can take seats: two people play alone.
fn may_have_computers(table: OnlineTable) -> bool {
    table.read(|state| state.settings.pairs.is_none()) == Some(true)
}

/// The settings of the table in one line.
fn summary(words: &Words, pairs: &PairsWords, state: &TableState) -> String {
    let settings = &state.settings;
    let online = &words.online;
    let mut parts: Vec<String> =
        settings.pairs.map(|counts| capitalise(pairs_text(pairs, counts))).into_iter().collect();
    parts.push(match &settings.opening {
        Opening::Card => words.home.first_game.to_string(),
        Opening::Free => words.home.free_setup.to_string(),
        Opening::Fair(fair) => {
            let percents: Vec<u16> = fair.chances.iter().map(|chance| (chance + 5) / 10).collect();
            format!("{} ({})", words.home.fair_start, chance_list(words, &percents))
        }
    });
    parts.push(clock_text(words, settings.clock));
    parts.push((if settings.rated { online.rated } else { online.unrated }).to_string());
    parts.push(match settings.visibility {
        Visibility::Public => online.public.to_string(),
        Visibility::Private => online.private.to_string(),
    });
    let Options { stones, recruit } = settings.options;
    if stones == 12 {
        parts.push(online.twelve_stones.to_string());
    }
    if recruit == Recruit::UpToTwo {
        parts.push(online.one_or_two.to_string());
    }
    if settings.draw_seats {
        parts.push(online.random_seats.to_string());
    }
    parts.join(" · ")
}

/// A player's place, with what the user can do with it: a seat, or two with two clans.
#[component]
fn SeatLine(table: OnlineTable, index: usize) -> impl IntoView {
    let preferences = preferences();
    let seat = Memo::new(move |_| table.read(|state| state.seats.get(index).cloned()).flatten());
    let clans = Memo::new(move |_| {
        let seat = Seat::ALL.get(index)?;
        table.read(|state| clans_with(state, *seat))
    });
    let present = move || table.presence.with(|presence| presence.seats.get(index) == Some(&true));
    let name = move || {
        let words = preferences.words();
        let seat = seat.get()?;
        let me = table.connection.person.get().map(|me| me.id);
        Some(match (&seat.player, &seat.kept_for) {
            (None, Some(kept)) if Some(kept) == me.as_ref() => words.online.reserved_for_you.to_string(),
            (None, Some(_)) if seat.kept_for_name.is_empty() => words.online.reserved.to_string(),
            (None, Some(_)) => preferences.language.get().meeting().reserved_for(&seat.kept_for_name),
            _ => player_name(words, seat.player.as_ref()),
        })
    };
    // What tells guests, bots and the user apart.
    let mark = move |seat: &SeatedPlayer| {
        let person = seat.player.as_ref().and_then(PersonOrLevel::person).cloned()?;
        let text = move || {
            let words = preferences.words();
            if table.connection.person.get().is_some_and(|me| me.id == person.id) {
                return Some(preferences.language.get().meeting().you);
            }
            match person.kind {
                PersonKind::Guest => Some(words.account.guest),
                PersonKind::Bot => Some(words.account.bot),
                PersonKind::Account => None,
            }
        };
        Some(move || text().map(|text| view! { " " <span class="badge">{text}</span> }))
    };
    let is_ready = move || {
        let ready =
            |state: &TableState| Some(state.ready_check.as_ref()?.ready.iter().any(|seat| seat.index() == index));
        table.read(ready).flatten() == Some(true)
    };
    let is_person = move |seat: &SeatedPlayer| matches!(seat.player, Some(PersonOrLevel::Person(_)));
    view! {
        {move || seat.get().and_then(|seat| {
            let clans = clans.get()?;
            let (clan, is_pair) = (*clans.first()?, clans.len() > 1);
            let letters: String = clans.iter().map(|clan| clan.letter()).collect();
            let is_free = seat.player.is_none();
            Some(view! {
                <li class=clan_class(clan) class:free=is_free class:pair=is_pair data-room-seat=letters
                    data-present=move || present().to_string()>
                    <span class="pair-emblems">{clans.iter().copied().map(emblem_picture).collect_view()}</span>
                    <span class="room-name">
                        <b>
                            {name}
                            {mark(&seat)}
                            {is_person(&seat).then(|| view! { <i class="presence" class:on=present aria-hidden="true"></i> })}
                        </b>
                        <small>
                            {move || clan_names(preferences.words(), &clans)}
                            {move || is_ready().then(|| view! { " · " <span class="is-ready">{preferences.language.get().meeting().is_ready}</span> })}
                        </small>
                    </span>
                    <SeatChoice table index seat/>
                </li>
            })
        })}
    }
}

/// Buttons to take the seat or, for the host, to give it to a computer player.
#[component]
fn SeatChoice(table: OnlineTable, index: usize, seat: SeatedPlayer) -> impl IntoView {
    let preferences = preferences();
    let place = Seat::ALL.get(index).copied();
    let host = Memo::new(move |_| table.is_host());
    let has_computers = Memo::new(move |_| may_have_computers(table));
    let ChosenSeat(chosen) = expect_context();
    let is_named = Memo::new(move |_| table.connection.person.with(Option::is_some));
    let may_join = Memo::new(move |_| {
        let rated = table.read(|state| state.settings.rated) == Some(true);
        let is_guest =
            table.connection.person.with(|person| person.as_ref().is_none_or(|one| one.kind == PersonKind::Guest));
        table.my_seat.get().is_none() && !(rated && is_guest)
    });
    let sit = move |_| {
        if is_named.get_untracked() {
            return take_seat(table, place);
        }
        chosen.set(place);
        browser::focus("#guest-name");
    };
    let set_level = move |level: Option<LevelId>| {
        let Some(seat) = place else { return };
        table.command(|id, table| ClientMessage::SeatLevel { id, table, seat, level });
    };
    let choose = move |event| {
        let value = event_target_value(&event);
        set_level(LevelId::ALL.into_iter().find(|level| level.id() == value));
    };
    let remove = move |_| {
        let Some(seat) = place else { return };
        table.command(|id, table| ClientMessage::Remove { id, table, seat });
    };
    let hand_over = move |_| {
        let Some(seat) = place else { return };
        table.command(|id, table| ClientMessage::HandOver { id, table, seat });
    };
    let me = table.connection.person.get_untracked().map(|me| me.id);
    let is_other = seat.player.as_ref().and_then(PersonOrLevel::person).is_some_and(|one| Some(&one.id) != me.as_ref());
    let (is_free, is_level) = (seat.player.is_none(), matches!(seat.player, Some(PersonOrLevel::Level(_))));
    view! {
        <span class="room-choice">
            {move || (is_free && may_join.get()).then(|| view! {
                <button type="button" class="button small" data-do="sit" on:click=sit
                    aria-pressed=move || (!is_named.get()).then(|| (chosen.get() == place).to_string())>
                    {preferences.words().online.sit_here}
                </button>
            })}
            {move || (is_free && host.get() && has_computers.get()).then(|| view! {
                <select data-do="seat-level" aria-label=preferences.words().home.computer on:change=choose>
                    <option value="">{preferences.words().online.seat_computer}</option>
                    {LevelId::ALL.map(|level| view! {
                        <option value=level.id()>{level_name(preferences.words(), level)}</option>
                    }).collect_view()}
                </select>
            })}
            {move || (is_other && host.get()).then(|| view! {
                <button type="button" class="button small" data-do="make-host" on:click=hand_over>
                    {preferences.language.get().meeting().make_host}
                </button>
                <button
                    type="button"
                    class="round"
                    data-do="remove"
                    aria-label=preferences.language.get().meeting().remove_player
                    title=preferences.language.get().meeting().remove_player
                    on:click=remove
                >
                    {icon_picture(Icon::Close)}
                </button>
            })}
            {move || (is_level && host.get()).then(|| view! {
                <button
                    type="button"
                    class="round"
                    data-do="unseat"
                    aria-label=preferences.words().online.free_seat
                    title=preferences.words().online.free_seat
                    on:click=move |_| set_level(None)
                >
                    {icon_picture(Icon::Close)}
                </button>
            })}
        </span>
    }
}

/// The buttons of the host and of seated players.
#[component]
fn RoomButtons(table: OnlineTable, free: Memo<usize>) -> impl IntoView {
    let preferences = preferences();
    let host = Memo::new(move |_| table.is_host());
    let can_fill = Memo::new(move |_| host.get() && free.get() > 0 && may_have_computers(table));
    let level = RwSignal::new(DEFAULT_LEVEL);
    let choose = move |event| {
        let value = event_target_value(&event);
        LevelId::ALL.into_iter().find(|level| level.id() == value).into_iter().for_each(|chosen| level.set(chosen));
    };
    let sure = RwSignal::new(false);
    let fill_seats = move |_: web_sys::MouseEvent| {
        let level = level.get_untracked();
        table.command(|id, table| ClientMessage::Fill { id, table, level });
    };
    // Friends may be on their way.
    let ask = move |event| {
        let expects_people = table.read(|state| {
            let others =
                state.seats.iter().filter(|seat| matches!(seat.player, Some(PersonOrLevel::Person(_)))).count() > 1;
            others || state.settings.fill.is_none() && state.seats.iter().any(|seat| seat.kept_for.is_some())
        });
        if expects_people == Some(true) || table.presence.with_untracked(|presence| presence.spectators > 0) {
            sure.set(true);
        } else {
            fill_seats(event);
        }
    };
    let leave = move |_| table.command(|id, table| ClientMessage::Leave { id, table });
    let close = move |_| table.command(|id, table| ClientMessage::Close { id, table });
    let levels = move || {
        view! {
            <select aria-label=preferences.words().home.computer data-do="fill-level" on:change=choose>
                {LevelId::ALL.map(|one| view! {
                    <option value=one.id() selected=move || level.get() == one>{level_name(preferences.words(), one)}</option>
                }).collect_view()}
            </select>
        }
    };
    view! {
        {move || can_fill.get().then(|| view! {
            <div class="fill">
                {levels()}
                {move || if sure.get() {
                    view! {
                        <span class="fill-sure">{preferences.language.get().meeting().fill_sure}</span>
                        <button type="button" class="button small" on:click=move |_| sure.set(false)>
                            {preferences.words().table.back}
                        </button>
                        <button type="button" class="button small main" data-do="fill-yes" on:click=fill_seats>
                            {preferences.words().home.start}
                        </button>
                    }.into_any()
                } else {
                    view! {
                        <button type="button" class="button main" data-do="fill" on:click=ask>
                            {preferences.words().online.fill}
                        </button>
                    }.into_any()
                }}
            </div>
        })}
        <p class="room-buttons">
            {move || table.my_seat.get().map(|_| view! {
                <button type="button" class="button small" data-do="leave" on:click=leave>
                    {preferences.words().online.leave_seat}
                </button>
            })}
            {move || host.get().then(|| view! {
                <button type="button" class="button small" data-do="close" on:click=close>
                    {preferences.words().online.close_table}
                </button>
            })}
        </p>
    }
}
