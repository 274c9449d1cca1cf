//! The choice of a fair set-up: the one of the day or a random one, with a picture and each seat's chance. The list of set-ups and everything
//! that needs it are downloaded when someone chooses a fair start.

use futures::FutureExt;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_i18n::{Language, Words};
use shangrila_protocol::FairOpening;
use shangrila_rules::record::{Date, Start};
use shangrila_rules::{Clan, GameOptions, Seats};
use shangrila_table::fair_setup::{SeatVillages, first_game_chances};
use shangrila_table::{FairSetup, FairSetups, FairStart, Player, Session};

use crate::controls::Segments;
use crate::erased::{click, memo};
use crate::pictures::{clan_class, emblem_picture};
use crate::preferences::preferences;
use crate::thumbnail::thumbnail;
use crate::{browser, lazy, today};

/// Milliseconds in a day.
const DAY: f64 = 86_400_000.0;

/// Which fair set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FairChoice {
    Today,
    Random,
}

/// What the form says about a fair start.
#[derive(Clone, Copy)]
pub(crate) struct FairDraft {
    pub(crate) choice: RwSignal<FairChoice>,
    /// Picks the random set-up.
    pub(crate) number: RwSignal<u64>,
    /// The clans in turn order.
    pub(crate) clans: Signal<Vec<Clan>>,
    /// Whether the turn order is decided by lot when the game starts.
    pub(crate) drawn: Signal<bool>,
    pub(crate) options: Signal<GameOptions>,
}

/// The fair set-up a game starts with, and the language to say that there is none.
#[derive(Clone, Copy)]
pub(crate) struct FairWish {
    pub(crate) choice: FairChoice,
    pub(crate) number: u64,
    pub(crate) language: Language,
}

/// A number that picks a random set-up.
pub(crate) fn random_number() -> u64 {
    u64::from(browser::random_u32()) << 32 | u64::from(browser::random_u32())
}

/// The choice, as soon as it has been downloaded.
#[component]
pub(crate) fn FairStartChoice(fair: FairDraft) -> impl IntoView {
    let preferences = preferences();
    let is_there = RwSignal::new(None);
    let download = move || {
        is_there.set(None);
        spawn_local(async move {
            let arrived = lazy::preload_fair_start().await.is_ok();
            // Someone may have gone elsewhere in the meantime.
            let _ = is_there.try_set(Some(arrived));
        });
    };
    download();
    let failed = move || {
        view! {
            <div class="fair-start" role="alert" data-fair-failed="">
                <p>{move || preferences.words().app.not_downloaded}</p>
                <button type="button" class="button small" data-do="download-again" on:click=click(download)>
                    {move || preferences.words().lobby.try_again}
                </button>
            </div>
        }
        .into_any()
    };
    move || match is_there.get() {
        None => view! { <div class="fair-start waiting" aria-busy="true"></div> }.into_any(),
        Some(true) => lazy::fair_start(fair).now_or_never().and_then(Result::ok).unwrap_or_else(failed),
        Some(false) => failed(),
    }
}

/// The set-up that is chosen for this many clans, and its day; `None` if the list has none.
fn chosen(setups: &FairSetups, clans: usize, choice: FairChoice, number: u64) -> Option<(FairSetup, Option<Date>)> {
    match choice {
        FairChoice::Today => {
            let now = browser::now();
            let date = js_sys::Date::new(&now.into());
            let (year, month) = (date.get_utc_full_year() as u16, date.get_utc_month() as u8 + 1);
            let setup = setups.of_day(clans, (now / DAY) as u64)?;
            Some((setup, Date::new(year, month, date.get_utc_date() as u8)))
        }
        FairChoice::Random => Some((setups.pick(clans, number)?, None)),
    }
}

/// A new game with the chosen set-up, or why there is none.
pub(crate) fn session(
    wish: FairWish,
    seats: Seats,
    options: GameOptions,
    players: Vec<Player>,
) -> Result<Session, String> {
    let FairWish { choice, number, language } = wish;
    let none = || language.fair_start().none.to_string();
    let (setup, day) = chosen(&FairSetups::stored(), seats.count(), choice, number).ok_or_else(none)?;
    let position = setup.position(seats, options).ok_or_else(none)?;
    let mut session = Session::new(Start::Position(position), players, today());
    session.set_fair_start(FairStart::of(&setup, day, options).as_ref());
    Ok(session)
}

/// The chosen set-up for an online table.
pub(crate) fn opening(wish: FairWish, clans: usize) -> Option<FairOpening> {
    let (setup, _) = chosen(&FairSetups::stored(), clans, wish.choice, wish.number)?;
    let letters = |villages: &SeatVillages| villages.iter().map(|village| village.letter()).collect();
    let chances = setup.chances().map(|chance| (chance * 1000.0).round() as u16).collect();
    Some(FairOpening { masters: setup.villages().iter().map(letters).collect(), chances })
}

/// Chances in percent as text, in turn order.
pub(crate) fn chance_list(words: &Words, percents: &[u16]) -> String {
    percents.iter().map(|&percent| words.table.percent(percent)).collect::<Vec<_>>().join(", ")
}

/// The choice of a fair set-up.
pub(crate) fn panel(fair: FairDraft) -> AnyView {
    let preferences = preferences();
    let words = move || preferences.language.get().fair_start();
    let setups = StoredValue::new(FairSetups::stored());
    let setup = memo(move || {
        let (clans, choice, number) = (fair.clans.get().len(), fair.choice.get(), fair.number.get());
        setups.with_value(|setups| chosen(setups, clans, choice, number))
    });
    let seat = move |(index, (clan, percent)): (usize, (Clan, u16))| {
        let shown = move || preferences.words().table.percent(percent);
        // Before the lot has decided, seats have numbers instead of clans.
        if fair.drawn.get() {
            view! { <li><span>{index + 1}"."</span> <b>{shown}</b></li> }.into_any()
        } else {
            let colour = move || preferences.words().clans[clan as usize].colour;
            view! {
                <li class=clan_class(clan)>
                    {emblem_picture(clan)} <span class="visually-hidden">{colour}</span> <b>{shown}</b>
                </li>
            }
            .into_any()
        }
    };
    let card = move || {
        let Some((setup, _)) = setup.get() else {
            return view! { <p class="quiet" data-fair-none="">{move || words().none}</p> }.into_any();
        };
        let (clans, options) = (fair.clans.get(), fair.options.get());
        let board = Seats::new(&clans).ok().and_then(|seats| setup.position(seats, options));
        let start = FairStart::of(&setup, None, GameOptions::default());
        let percents: Vec<u16> = start.map(|start| start.percents().collect()).unwrap_or_default();
        let list = percents.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
        let standard = options == GameOptions::default();
        view! {
            <div class="fair-card">
                {board.map(|board| thumbnail(&board))}
                <div>
                    <p class="label" id="fair-chances">{move || words().chances}</p>
                    <ul class="fair-chances" aria-labelledby="fair-chances" data-chances=list>
                        {clans.iter().copied().zip(percents).enumerate().map(seat).collect_view()}
                    </ul>
                    {match fair.choice.get() {
                        FairChoice::Today => view! { <p class="quiet">{move || words().today_help}</p> }.into_any(),
                        FairChoice::Random => view! {
                            <button
                                type="button"
                                class="link"
                                data-do="another"
                                on:click=click(move || fair.number.set(random_number()))
                            >
                                {move || words().another}
                            </button>
                        }
                        .into_any(),
                    }}
                </div>
            </div>
            <p class="quiet fair-note">
                {move || if standard { words().judged } else { words().standard_rules }}
                " "
                {move || words().compare(chance_list(preferences.words(), first_game_chances(clans.len())))}
            </p>
        }
        .into_any()
    };
    let today = Signal::derive(move || words().today.to_string());
    let random = Signal::derive(move || words().random.to_string());
    view! {
        <div class="fair-start">
            <Segments
                label=Signal::derive(move || preferences.words().home.fair_start)
                attribute="data-fair"
                choices=vec![
                    (FairChoice::Today, "today".to_string(), today),
                    (FairChoice::Random, "random".to_string(), random),
                ]
                chosen=fair.choice
                choose=Callback::new(move |choice| fair.choice.set(choice))
            />
            {card}
        </div>
    }
    .into_any()
}
