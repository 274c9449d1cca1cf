//! The form for a new local game. With its defaults, one click starts a game.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_ai::{BotSpec, Level};
use shangrila_rules::record::Start;
use shangrila_rules::{Clan, GameOptions, Seats};
use shangrila_scene::Icon;
use shangrila_table::{Player, Session};

use super::fair_start::{FairChoice, FairDraft, FairStartChoice, FairWish, random_number};
use super::last_setup::{LastSetup, SavedSeat};
use crate::notices::notices;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::Route;
use crate::setup_controls::{ClanChoice, CountChoice, OpeningChoice, RuleOptions, SetupChoice, default_clans};
use crate::{browser, lazy, own_results, saved_games, today};

/// The opponents until someone chooses others. They never become stronger on their own.
pub(crate) const FIRST_OPPONENT: Level = Level::Goatherd;
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
    setup: RwSignal<SetupChoice>,
    fair: RwSignal<FairChoice>,
    /// Picks a random fair set-up.
    fair_number: RwSignal<u64>,
    drawn: RwSignal<bool>,
    options: RwSignal<GameOptions>,
}

impl GameDraft {
    fn new() -> GameDraft {
        let seat = |index: usize| SeatDraft {
            clan: RwSignal::new(default_clans(4)[index]),
            choice: RwSignal::new(if index == 0 { SeatChoice::Person } else { SeatChoice::Computer(FIRST_OPPONENT) }),
            name: RwSignal::new(String::new()),
        };
        let draft = GameDraft {
            seats: StoredValue::new([seat(0), seat(1), seat(2), seat(3)]),
            count: RwSignal::new(4),
            setup: RwSignal::new(SetupChoice::FirstGame),
            fair: RwSignal::new(FairChoice::Today),
            fair_number: RwSignal::new(random_number()),
            drawn: RwSignal::new(false),
            options: RwSignal::new(GameOptions::default()),
        };
        LastSetup::load().into_iter().for_each(|last| draft.restore(&last));
        draft
    }

    /// Sets everything up as it was the last time.
    fn restore(self, last: &LastSetup) {
        for (seat, saved) in self.seats.get_value().iter().zip(&last.seats) {
            seat.clan.set(saved.clan);
            seat.choice.set(saved.level.map_or(SeatChoice::Person, SeatChoice::Computer));
            seat.name.set(saved.name.clone());
        }
        self.count.set(last.count);
        self.setup.set(last.setup);
        self.fair.set(last.fair);
        self.drawn.set(last.drawn);
        self.options.set(last.options);
    }

    /// What to restore the next time.
    fn to_remember(self) -> LastSetup {
        let saved = |seat: SeatDraft| SavedSeat {
            clan: seat.clan.get_untracked(),
            level: match seat.choice.get_untracked() {
                SeatChoice::Person => None,
                SeatChoice::Computer(level) => Some(level),
            },
            name: seat.name.get_untracked(),
        };
        LastSetup {
            seats: self.seats.get_value().map(saved),
            count: self.count.get_untracked(),
            setup: self.setup.get_untracked(),
            fair: self.fair.get_untracked(),
            drawn: self.drawn.get_untracked(),
            options: self.options.get_untracked(),
        }
    }

    /// Replaces every computer player by one of another level.
    fn choose_level(self, level: Level) {
        for seat in self.seats.get_value() {
            if seat.choice.get_untracked() != SeatChoice::Person {
                seat.choice.set(SeatChoice::Computer(level));
            }
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

    /// The clans and their players in turn order.
    fn seating(self) -> Option<(Seats, Vec<Player>)> {
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
        Some((Seats::new(&order).ok()?, seats.iter().map(player).collect()))
    }

    /// What a fair start depends on.
    fn fair_draft(self) -> FairDraft {
        let seats = self.seats.get_value();
        let clans = move || seats[..self.count.get()].iter().map(|seat| seat.clan.get()).collect();
        FairDraft {
            choice: self.fair,
            number: self.fair_number,
            clans: Signal::derive(clans),
            drawn: self.drawn.into(),
            options: self.options.into(),
        }
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
    let begin = move |session: Session, setup: LastSetup| {
        setup.save();
        if saved_games::open_new(&session).is_err() {
            notices.show(preferences.words_now().table.not_saved.to_string());
        }
    };
    let start = move |_| {
        let Some((seats, players)) = draft.seating() else { return };
        let (setup, options) = (draft.to_remember(), draft.options.get_untracked());
        let start = match setup.setup {
            SetupChoice::FirstGame => Start::FirstGame { seats, options },
            SetupChoice::Free => Start::Free { seats, options },
            SetupChoice::Fair => {
                let (choice, number) = (draft.fair.get_untracked(), draft.fair_number.get_untracked());
                let wish = FairWish { choice, number, language: preferences.language.get_untracked() };
                spawn_local(async move {
                    let downloaded = lazy::fair_session(wish, seats, options, players).await;
                    // Someone may have gone elsewhere in the meantime.
                    match downloaded {
                        _ if draft.count.is_disposed() => {}
                        Ok(Ok(session)) => begin(session, setup),
                        Ok(Err(reason)) => notices.show(reason),
                        Err(_) => notices.show(preferences.words_now().app.not_downloaded.to_string()),
                    }
                });
                return;
            }
        };
        begin(Session::new(start, players, today()), setup);
    };
    view! {
        <section class="new-game" aria-label=move || preferences.words().home.new_game>
            <h2>{move || preferences.words().home.new_game}</h2>
            <CountChoice count=draft.count set=Callback::new(move |count| draft.choose_count(count))/>
            <SeatList draft/>
            <LevelOffer draft/>
            <OpeningChoice
                choices=&SetupChoice::ALL
                chosen=draft.setup
                set=Callback::new(move |setup| draft.setup.set(setup))
            />
            {move || (draft.setup.get() == SetupChoice::Fair).then(|| view! { <FairStartChoice fair=draft.fair_draft()/> })}
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
            <Levels/>
        </details>
    }
}

/// What each level is like.
#[component]
fn Levels() -> impl IntoView {
    let preferences = preferences();
    view! {
        <details class="levels">
            <summary>{move || preferences.words().home.levels_title} {icon_picture(Icon::ChevronDown)}</summary>
            <dl>
                {Level::ALL.map(|level| {
                    let words = move || &preferences.words().levels[level.number() - 1];
                    view! {
                        <div data-level=level.id()>
                            <dt>{move || words().name}</dt>
                            <dd>{move || words().description}</dd>
                        </div>
                    }
                }).collect_view()}
            </dl>
        </details>
    }
}

/// Offers the next level to someone who keeps winning. Nothing changes unless they accept.
#[component]
fn LevelOffer(draft: GameDraft) -> impl IntoView {
    let preferences = preferences();
    let (wins, next) = own_results::load().record.next_level()?;
    let taken = RwSignal::new(false);
    let accept = move |_| {
        draft.choose_level(next);
        taken.set(true);
    };
    Some(view! {
        <p class="level-offer" hidden=move || taken.get()>
            <span>{move || {
                let words = preferences.words();
                words.home.level_offer(wins, words.levels[next.number() - 1].name)
            }}</span>
            <button type="button" class="button small" data-do="try-level" on:click=accept>
                {move || preferences.words().home.try_it}
            </button>
        </p>
    })
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
