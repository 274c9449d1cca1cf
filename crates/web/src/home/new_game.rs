//! The form for a new local game. With its defaults, one click starts a game.

use leptos::prelude::*;
use shangrila_ai::{BotSpec, Level};
use shangrila_rules::record::Start;
use shangrila_rules::{Clan, GameOptions, Seats};
use shangrila_scene::Icon;
use shangrila_table::{Player, Session};

use crate::notices::notices;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::Route;
use crate::setup_controls::{ClanChoice, CountChoice, OpeningChoice, RuleOptions, default_clans};
use crate::{browser, saved_games, today};

/// The default opponents: in the very first game, and later.
const FIRST_OPPONENT: Level = Level::Goatherd;
const DEFAULT_OPPONENT: Level = Level::Pilgrim;
const LONGEST_NAME: usize = 24;

/// Who takes a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SeatChoice {
    Person,
    Computer(Level),
}

/// A seat being set up.
#[derive(Clone, Copy)]
struct SeatDraft {
    clan: RwSignal<Clan>,
    choice: RwSignal<SeatChoice>,
    name: RwSignal<String>,
}

/// A game being set up.
#[derive(Clone, Copy)]
struct GameDraft {
    seats: StoredValue<[SeatDraft; 4]>,
    count: RwSignal<usize>,
    first_game: RwSignal<bool>,
    drawn: RwSignal<bool>,
    options: RwSignal<GameOptions>,
}

impl GameDraft {
    fn new() -> GameDraft {
        let opponent = if saved_games::list().is_empty() { FIRST_OPPONENT } else { DEFAULT_OPPONENT };
        let seat = |index: usize| SeatDraft {
            clan: RwSignal::new(default_clans(4)[index]),
            choice: RwSignal::new(if index == 0 { SeatChoice::Person } else { SeatChoice::Computer(opponent) }),
            name: RwSignal::new(String::new()),
        };
        GameDraft {
            seats: StoredValue::new([seat(0), seat(1), seat(2), seat(3)]),
            count: RwSignal::new(4),
            first_game: RwSignal::new(true),
            drawn: RwSignal::new(false),
            options: RwSignal::new(GameOptions::default()),
        }
    }

    /// Sets three or four seats. Clans that nobody has chosen follow the default order of the new number.
    fn choose_count(self, count: usize) {
        let seats = self.seats.get_value();
        if seats.map(|seat| seat.clan.get_untracked()) == default_clans(self.count.get_untracked()) {
            for (seat, clan) in seats.iter().zip(default_clans(count)) {
                seat.clan.set(clan);
            }
        }
        self.count.set(count);
    }

    /// Assigns a clan to a seat; the seat that had it takes the other clan.
    fn choose_clan(self, seat: usize, clan: Clan) {
        let seats = self.seats.get_value();
        let before = seats[seat].clan.get_untracked();
        if let Some(other) = seats.iter().find(|other| other.clan.get_untracked() == clan) {
            other.clan.set(before);
        }
        seats[seat].clan.set(clan);
    }

    fn session(self) -> Option<Session> {
        let count = self.count.get_untracked();
        let mut seats: Vec<SeatDraft> = self.seats.get_value()[..count].to_vec();
        if self.drawn.get_untracked() {
            for last in (1..seats.len()).rev() {
                seats.swap(last, browser::random_u32() as usize % (last + 1));
            }
        }
        let order: Vec<Clan> = seats.iter().map(|seat| seat.clan.get_untracked()).collect();
        let player = |seat: &SeatDraft| match seat.choice.get_untracked() {
            SeatChoice::Computer(level) => Player::Bot(BotSpec::Level(level)),
            SeatChoice::Person => person(&seat.name.get_untracked()),
        };
        let players = seats.iter().map(player).collect();
        let (seats, options) = (Seats::new(&order).ok()?, self.options.get_untracked());
        let start = if self.first_game.get_untracked() {
            Start::FirstGame { seats, options }
        } else {
            Start::Free { seats, options }
        };
        Some(Session::new(start, players, today()))
    }
}

/// A person with this name. Drops characters that records cannot store, and names reserved for computer players.
fn person(name: &str) -> Player {
    let clean: String = name.chars().filter(|letter| !letter.is_control() && !"\"\\".contains(*letter)).collect();
    let name: String = clean.trim().chars().take(LONGEST_NAME).collect();
    match Player::from_record(&name) {
        Ok(Player::Person(name)) if !name.is_empty() => Player::Person(name),
        _ => Player::person(),
    }
}

/// The new-game form.
#[component]
pub(crate) fn NewGame() -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let draft = GameDraft::new();
    let start = move |_| {
        let Some(session) = draft.session() else { return };
        let id = saved_games::new_id();
        match saved_games::write(&id, &session.record()) {
            Ok(()) => Route::Play(id).go(),
            Err(()) => notices.show(preferences.words_now().table.not_saved.to_string()),
        }
    };
    view! {
        <section class="new-game" aria-label=move || preferences.words().home.new_game>
            <h2>{move || preferences.words().home.new_game}</h2>
            <CountChoice count=draft.count set=Callback::new(move |count| draft.choose_count(count))/>
            <SeatList draft/>
            <OpeningChoice first_game=draft.first_game set=Callback::new(move |first| draft.first_game.set(first))/>
            <Details draft/>
            <div class="start-row">
                <button type="button" class="button main start" data-do="start" on:click=start>
                    {move || preferences.words().home.start}
                </button>
                <a class="button friends-beside" href=Route::Online.fragment() data-do="friends">
                    {move || preferences.words().lobby.friends}
                </a>
            </div>
            <a class="button learn" href=Route::Rules.fragment()>{move || preferences.words().home.learn}</a>
        </section>
    }
}

/// The seats; on a small screen collapsed into a summary.
#[component]
fn SeatList(draft: GameDraft) -> impl IntoView {
    let preferences = preferences();
    let roomy = !browser::matches_media("(max-width: 700px)");
    let summary = move || {
        let words = preferences.words();
        let name = |seat: &SeatDraft| match seat.choice.get() {
            SeatChoice::Person => words.home.person,
            SeatChoice::Computer(level) => words.levels[level.number() - 1].name,
        };
        let seats = draft.seats.get_value();
        seats[..draft.count.get()].iter().map(name).collect::<Vec<_>>().join(", ")
    };
    view! {
        <details class="more seat-list" open=roomy>
            <summary>
                <span>
                    <span class="label">{move || preferences.words().home.seats}</span>
                    <span class="seat-summary">{summary}</span>
                </span>
                {icon_picture(Icon::ChevronDown)}
            </summary>
            <ol class="seats">
                {(0..4).map(|index| view! { <SeatRow draft index/> }).collect_view()}
            </ol>
        </details>
    }
}

#[component]
fn SeatRow(draft: GameDraft, index: usize) -> impl IntoView {
    let preferences = preferences();
    let seat = draft.seats.with_value(|seats| seats[index]);
    let colour = move || preferences.words().clans[seat.clan.get() as usize].colour;
    let choose_player = move |event| {
        let value = event_target_value(&event);
        let level = Level::ALL.into_iter().find(|level| level.id() == value);
        seat.choice.set(level.map_or(SeatChoice::Person, SeatChoice::Computer));
    };
    let is_person = move || seat.choice.get() == SeatChoice::Person;
    let help = move || match seat.choice.get() {
        SeatChoice::Computer(level) => Some(preferences.words().levels[level.number() - 1].description),
        SeatChoice::Person => None,
    };
    view! {
        <li class=move || format!("seat {}", clan_class(seat.clan.get())) hidden=move || { draft.count.get() <= index }>
            {move || emblem_picture(seat.clan.get())}
            <span class="seat-who">
                {move || if is_person() {
                    view! {
                        <input
                            type="text"
                            maxlength=LONGEST_NAME
                            placeholder=move || preferences.words().home.your_name
                            aria-label=move || preferences.words().home.your_name
                            autocomplete="off"
                            prop:value=move || seat.name.get()
                            on:input=move |event| seat.name.set(event_target_value(&event))
                        />
                    }.into_any()
                } else {
                    view! { <b>{move || preferences.words().clans[seat.clan.get() as usize].name}</b> }.into_any()
                }}
                <ClanChoice clan=seat.clan set=Callback::new(move |clan| draft.choose_clan(index, clan))/>
            </span>
            <select
                class="player-choice"
                aria-label=move || format!("{}: {}", colour(), preferences.words().home.who_plays)
                title=help
                on:change=choose_player
                prop:value=move || match seat.choice.get() {
                    SeatChoice::Person => "person",
                    SeatChoice::Computer(level) => level.id(),
                }
            >
                <option value="person" selected=is_person>{move || preferences.words().home.person}</option>
                <optgroup label=move || preferences.words().home.computer>
                    {Level::ALL.map(|level| view! {
                        <option value=level.id() selected=move || seat.choice.get() == SeatChoice::Computer(level)>
                            {move || preferences.words().levels[level.number() - 1].name}
                        </option>
                    }).collect_view()}
                </optgroup>
            </select>
        </li>
    }
}

/// The less common options: seat order and rules.
#[component]
fn Details(draft: GameDraft) -> impl IntoView {
    let preferences = preferences();
    view! {
        <details class="more">
            <summary>{move || preferences.words().home.more} {icon_picture(Icon::ChevronDown)}</summary>
            <RuleOptions
                drawn=draft.drawn
                set_drawn=Callback::new(move |drawn| draft.drawn.set(drawn))
                options=draft.options
                set_options=Callback::new(move |options| draft.options.set(options))
            />
        </details>
    }
}
