//! Setting up a game. The defaults are good: one click starts.

use leptos::prelude::*;
use shangrila_ai::{BotSpec, Level};
use shangrila_rules::record::Start;
use shangrila_rules::{Clan, GameOptions, RecruitRule, Seats, Stones};
use shangrila_scene::Icon;
use shangrila_table::{Player, Session};

use crate::controls::{SignalSwitch, Switch};
use crate::drawing::{clan_class, emblem_picture, icon_picture};
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;
use crate::{browser, saves, today};

/// The order in which seats are filled: that of the German rulebook's example.
const SEATS: [Clan; 4] = [Clan::Red, Clan::Blue, Clan::Violet, Clan::Yellow];
/// Who sits against a person who says nothing about it: in the very first game, and later.
const FIRST_OPPONENT: Level = Level::Goatherd;
const USUAL_OPPONENT: Level = Level::Pilgrim;
const LONGEST_NAME: usize = 24;

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sitter {
    Person,
    Computer(Level),
}

/// A seat as it is being set up.
#[derive(Clone, Copy)]
struct Seat {
    clan: RwSignal<Clan>,
    sitter: RwSignal<Sitter>,
    name: RwSignal<String>,
}

/// A game as it is being set up.
#[derive(Clone, Copy)]
struct Plan {
    seats: StoredValue<[Seat; 4]>,
    count: RwSignal<usize>,
    first_game: RwSignal<bool>,
    drawn: RwSignal<bool>,
    options: RwSignal<GameOptions>,
}

impl Plan {
    fn usual() -> Plan {
        let opponent = if saves::list().is_empty() { FIRST_OPPONENT } else { USUAL_OPPONENT };
        let seat = |index: usize| Seat {
            clan: RwSignal::new(SEATS[index]),
            sitter: RwSignal::new(if index == 0 { Sitter::Person } else { Sitter::Computer(opponent) }),
            name: RwSignal::new(String::new()),
        };
        Plan {
            seats: StoredValue::new([seat(0), seat(1), seat(2), seat(3)]),
            count: RwSignal::new(4),
            first_game: RwSignal::new(true),
            drawn: RwSignal::new(false),
            options: RwSignal::new(GameOptions::default()),
        }
    }

    /// Gives a clan to a seat; whoever had it takes the other one.
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
        let mut seats: Vec<Seat> = self.seats.get_value()[..count].to_vec();
        if self.drawn.get_untracked() {
            for last in (1..seats.len()).rev() {
                seats.swap(last, browser::random_u32() as usize % (last + 1));
            }
        }
        let order: Vec<Clan> = seats.iter().map(|seat| seat.clan.get_untracked()).collect();
        let player = |seat: &Seat| match seat.sitter.get_untracked() {
            Sitter::Computer(level) => Player::Bot(BotSpec::Level(level)),
            Sitter::Person => person(&seat.name.get_untracked()),
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

/// A person by name. A record writes names between quotes, and a name that looks like a computer player is none.
fn person(name: &str) -> Player {
    let clean: String = name.chars().filter(|letter| !letter.is_control() && !"\"\\".contains(*letter)).collect();
    let name: String = clean.trim().chars().take(LONGEST_NAME).collect();
    match Player::from_record(&name) {
        Ok(Player::Person(name)) if !name.is_empty() => Player::Person(name),
        _ => Player::person(),
    }
}

/// The panel of a new game.
#[component]
pub(crate) fn NewGame() -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let plan = Plan::usual();
    let start = move |_| {
        let Some(session) = plan.session() else { return };
        let id = saves::new_id();
        match saves::write(&id, &session.record()) {
            Ok(()) => Route::Play(id).go(),
            Err(()) => notices.show(preferences.words_now().table.not_saved.to_string()),
        }
    };
    let count_button = move |count: usize| {
        let label = move || {
            let words = &preferences.words().home;
            if count == 3 { words.three } else { words.four }
        };
        view! {
            <button
                type="button"
                data-players=count
                aria-pressed=move || (plan.count.get() == count).to_string()
                on:click=move |_| plan.count.set(count)
            >
                {label}
            </button>
        }
    };
    let setup_button = move |first_game: bool| {
        let label = move || {
            let words = &preferences.words().home;
            if first_game { words.first_game } else { words.free }
        };
        view! {
            <button
                type="button"
                data-setup=if first_game { "first" } else { "free" }
                aria-pressed=move || (plan.first_game.get() == first_game).to_string()
                on:click=move |_| plan.first_game.set(first_game)
            >
                {label}
            </button>
        }
    };
    let setup_help = move || {
        let words = &preferences.words().home;
        if plan.first_game.get() { words.first_game_help } else { words.free_help }
    };
    view! {
        <section class="new-game" aria-label=move || preferences.words().home.new_game>
            <h2>{move || preferences.words().home.new_game}</h2>
            <h3 class="label">{move || preferences.words().home.players}</h3>
            <div class="segments">{count_button(3)} {count_button(4)}</div>
            <SeatList plan/>
            <h3 class="label">{move || preferences.words().home.setup}</h3>
            <div class="segments">{setup_button(true)} {setup_button(false)}</div>
            <p class="quiet">{setup_help}</p>
            <Details plan/>
            <button type="button" class="button main start" data-do="start" on:click=start>
                {move || preferences.words().home.start}
            </button>
            <a class="button learn" href=Route::Rules.fragment()>{move || preferences.words().home.learn}</a>
        </section>
    }
}

/// The seats; on a small screen folded up behind a line that says who sits there.
#[component]
fn SeatList(plan: Plan) -> impl IntoView {
    let preferences = preferences();
    let roomy = !browser::matches_media("(max-width: 700px)");
    let summary = move || {
        let words = preferences.words();
        let name = |seat: &Seat| match seat.sitter.get() {
            Sitter::Person => words.home.person,
            Sitter::Computer(level) => words.levels[level.number() - 1].name,
        };
        let seats = plan.seats.get_value();
        seats[..plan.count.get()].iter().map(name).collect::<Vec<_>>().join(", ")
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
                {(0..4).map(|index| view! { <SeatRow plan index/> }).collect_view()}
            </ol>
        </details>
    }
}

#[component]
fn SeatRow(plan: Plan, index: usize) -> impl IntoView {
    let preferences = preferences();
    let seat = plan.seats.with_value(|seats| seats[index]);
    let colour = move || preferences.words().clans[seat.clan.get() as usize].colour;
    let choose_sitter = move |event| {
        let value = event_target_value(&event);
        let level = Level::ALL.into_iter().find(|level| level.id() == value);
        seat.sitter.set(level.map_or(Sitter::Person, Sitter::Computer));
    };
    let choose_clan = move |event| {
        let value = event_target_value(&event);
        let clan = value.chars().next().and_then(Clan::from_letter);
        clan.into_iter().for_each(|clan| plan.choose_clan(index, clan));
    };
    let is_person = move || seat.sitter.get() == Sitter::Person;
    let help = move || match seat.sitter.get() {
        Sitter::Computer(level) => Some(preferences.words().levels[level.number() - 1].description),
        Sitter::Person => None,
    };
    view! {
        <li class=move || format!("seat {}", clan_class(seat.clan.get())) hidden=move || { plan.count.get() <= index }>
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
                <select aria-label=move || preferences.words().home.clan class="clan-choice" on:change=choose_clan
                    prop:value=move || seat.clan.get().letter().to_string()>
                    {Clan::ALL.map(|clan| view! {
                        <option value=clan.letter().to_string() selected=move || seat.clan.get() == clan>
                            {move || shangrila_i18n::sentence(preferences.words().clans[clan as usize].colour)}
                        </option>
                    }).collect_view()}
                </select>
            </span>
            <select
                class="sitter-choice"
                aria-label=move || format!("{}: {}", colour(), preferences.words().home.who_plays)
                title=help
                on:change=choose_sitter
                prop:value=move || match seat.sitter.get() {
                    Sitter::Person => "person",
                    Sitter::Computer(level) => level.id(),
                }
            >
                <option value="person" selected=is_person>{move || preferences.words().home.person}</option>
                <optgroup label=move || preferences.words().home.computer>
                    {Level::ALL.map(|level| view! {
                        <option value=level.id() selected=move || seat.sitter.get() == Sitter::Computer(level)>
                            {move || preferences.words().levels[level.number() - 1].name}
                        </option>
                    }).collect_view()}
                </optgroup>
            </select>
        </li>
    }
}

/// Order and rule options, which most games leave as they are.
#[component]
fn Details(plan: Plan) -> impl IntoView {
    let preferences = preferences();
    let stones = move |twelve: bool| {
        let stones = if twelve { Stones::Twelve } else { Stones::Eleven };
        plan.options.update(|options| options.stones = stones);
    };
    let recruit = move |up_to_two: bool| {
        let recruit = if up_to_two { RecruitRule::UpToTwo } else { RecruitRule::Two };
        plan.options.update(|options| options.recruit = recruit);
    };
    view! {
        <details class="more">
            <summary>{move || preferences.words().home.more} {icon_picture(Icon::ChevronDown)}</summary>
            <SignalSwitch
                signal=plan.drawn
                label=Signal::derive(move || preferences.words().home.drawn)
                name="drawn"
            />
            <Switch
                on=Signal::derive(move || plan.options.get().stones == Stones::Twelve)
                set=Callback::new(stones)
                label=Signal::derive(move || preferences.words().home.twelve_stones)
                name="stones"
            />
            <Switch
                on=Signal::derive(move || plan.options.get().recruit == RecruitRule::UpToTwo)
                set=Callback::new(recruit)
                label=Signal::derive(move || preferences.words().home.up_to_two)
                name="recruit"
            />
            <p class="quiet">{move || preferences.words().home.options_help}</p>
        </details>
    }
}
