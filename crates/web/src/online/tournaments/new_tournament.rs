//! The form for a new tournament.

use leptos::prelude::*;
use shangrila_protocol::{
    LONGEST_TOURNAMENT_NAME, LevelId, TimeControl, TournamentFormat, TournamentOpening, TournamentSettings,
};

use super::super::api;
use super::super::error_text::Place;
use super::super::form::{Field, Form, Submission, Submit};
use super::super::identity::identity;
use super::super::online_page::OnlinePage;
use super::super::table_text::{clock_text, level_name};
use super::text::{format_help, format_name};
use crate::controls::{Segments, Switch};
use crate::preferences::preferences;
use crate::route::Route;
use crate::setup_controls::{CountChoice, OpeningChoice, SetupChoice};

/// The paces to choose from.
const PACES: [TimeControl; 6] = [
    TimeControl::Live { base: 300, increment: 5 },
    TimeControl::Live { base: 600, increment: 10 },
    TimeControl::Live { base: 1200, increment: 15 },
    TimeControl::Days { days: 1 },
    TimeControl::Days { days: 2 },
    TimeControl::Days { days: 3 },
];
/// After how many days a round ends in any case; 0 for never.
const DEADLINES: [u32; 4] = [0, 14, 30, 60];
const FORMATS: [(TournamentFormat, &str); 3] = [
    (TournamentFormat::Swiss, "swiss"),
    (TournamentFormat::Knockout { advance: 1 }, "knockout"),
    (TournamentFormat::Duplicate, "duplicate"),
];
/// A duplicate needs a set-up that is the same everywhere.
const SAME_SETUPS: [SetupChoice; 2] = [SetupChoice::FirstGame, SetupChoice::Fair];

/// The page with the form.
#[component]
pub(super) fn NewTournament() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let own = move || preferences.language.get().tournaments();
    view! {
        <OnlinePage title=Signal::derive(move || own().new) here=Route::Tournaments>
            {move || if identity.is_account() {
                view! { <Setup/> }.into_any()
            } else {
                view! {
                    <p data-needs-account="">
                        {move || own().needs_account} " "
                        <a href=Route::Account.fragment()>{move || preferences.language.get().meeting().to_account}</a>
                    </p>
                }.into_any()
            }}
        </OnlinePage>
    }
}

/// What the director has chosen so far.
type Draft = RwSignal<TournamentSettings>;

#[component]
fn Setup() -> impl IntoView {
    let preferences = preferences();
    let own = move || preferences.language.get().tournaments();
    let draft: Draft =
        RwSignal::new(TournamentSettings { clock: PACES[1], fill: Some(LevelId::Pilgrim), ..Default::default() });
    let name = RwSignal::new(String::new());
    let time = RwSignal::new(String::new());
    let submission = Submission::new();
    let create = move |()| {
        let mut settings = draft.get_untracked();
        settings.name = name.get_untracked();
        let chosen = js_sys::Date::parse(&time.get_untracked());
        settings.starts = (!chosen.is_nan()).then_some(chosen as u64);
        submission
            .send(api::new_tournament(settings), |created| Route::Tournament(created.tournament.to_string()).go());
    };
    let is_days = Memo::new(move |_| draft.with(|draft| matches!(draft.clock, TimeControl::Days { .. })));
    let paces = PACES.into_iter().enumerate().map(move |(index, pace)| {
        (pace, index.to_string(), Signal::derive(move || clock_text(preferences.words(), pace)))
    });
    let deadlines = DEADLINES.map(|days| {
        let label = Signal::derive(move || if days == 0 { own().no_deadline.to_string() } else { own().days(days) });
        (days, days.to_string(), label)
    });
    view! {
        <Form submission submit=Callback::new(create) fields=&[Place::Name]>
            <Field
                id="tournament-name"
                name="name"
                label=Signal::derive(move || own().name)
                value=name
                autocomplete="off"
                longest=LONGEST_TOURNAMENT_NAME
                submission
                places=&[Place::Name]
                help=Signal::derive(move || own().name_help)
            />
            <div class="two-columns">
                <div class="column">
                    <FormatChoice draft/>
                    <CountChoice
                        count=Signal::derive(move || usize::from(draft.get().seats))
                        set=Callback::new(move |count: usize| draft.update(|draft| {
                            draft.seats = count as u8;
                            fit_rounds(draft);
                        }))
                    />
                    <RoundChoice draft/>
                    <SetupPart draft/>
                </div>
                <div class="column">
                    <Segments
                        label=Signal::derive(move || preferences.language.get().meeting().pace)
                        attribute="data-pace"
                        choices=paces.collect()
                        chosen=Signal::derive(move || draft.get().clock)
                        choose=Callback::new(move |clock| draft.update(|draft| draft.clock = clock))
                    />
                    <div class="column" hidden=move || !is_days.get()>
                        <Segments
                            label=Signal::derive(move || own().deadline)
                            attribute="data-deadline"
                            choices=deadlines.to_vec()
                            chosen=Signal::derive(move || draft.get().round_days.unwrap_or(0))
                            choose=Callback::new(move |days| draft.update(|draft| draft.round_days = (days > 0).then_some(days)))
                        />
                    </div>
                    <FillChoice draft/>
                    <Switch
                        on=Signal::derive(move || draft.get().rated)
                        set=Callback::new(move |rated| draft.update(|draft| draft.rated = rated))
                        label=Signal::derive(move || preferences.words().lobby.rated_game)
                        name="rated"
                    />
                    <StartChoice time/>
                </div>
            </div>
            <div class="form-foot">
                <Submit label=Signal::derive(move || own().create) name="create-tournament" submission/>
            </div>
        </Form>
    }
}

/// Makes the number of rounds one that the format allows.
fn fit_rounds(draft: &mut TournamentSettings) {
    let seats = u16::from(draft.seats);
    if draft.format == TournamentFormat::Duplicate {
        draft.rounds = draft.rounds.div_ceil(seats).clamp(1, 3) * seats;
        draft.fill = draft.fill.or(Some(LevelId::Pilgrim));
        if draft.opening == TournamentOpening::Free {
            draft.opening = TournamentOpening::Fair;
        }
    }
}

#[component]
fn FormatChoice(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let own = move || preferences.language.get().tournaments();
    let choices = FORMATS
        .map(|(format, id)| (id, id.to_string(), Signal::derive(move || format_name(own(), format).to_string())));
    let chosen = Memo::new(move |_| {
        let format = draft.get().format;
        FORMATS
            .iter()
            .find(|(one, _)| core::mem::discriminant(one) == core::mem::discriminant(&format))
            .map_or("", |one| one.1)
    });
    let choose = move |id: &str| {
        let format = FORMATS.iter().find(|(_, one)| *one == id).map_or(TournamentFormat::Swiss, |(format, _)| *format);
        draft.update(|draft| {
            draft.format = format;
            fit_rounds(draft);
        });
    };
    view! {
        <Segments
            label=Signal::derive(move || own().format)
            attribute="data-format"
            choices=choices.to_vec()
            chosen
            choose=Callback::new(choose)
        />
        <p class="quiet">{move || format_help(own(), draft.get().format)}</p>
    }
}

/// The number of rounds, or how many go on in a knockout.
#[component]
fn RoundChoice(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let own = move || preferences.language.get().tournaments();
    let kind = Memo::new(move |_| draft.with(|draft| (draft.format, draft.seats)));
    move || match kind.get() {
        (TournamentFormat::Knockout { .. }, _) => {
            let choices = [1_u8, 2].map(|advance| {
                let name = move || if advance == 1 { own().one_advances } else { own().two_advance };
                (
                    TournamentFormat::Knockout { advance },
                    advance.to_string(),
                    Signal::derive(move || name().to_string()),
                )
            });
            view! {
                <Segments
                    label=Signal::derive(move || own().advance)
                    attribute="data-advance"
                    choices=choices.to_vec()
                    chosen=Signal::derive(move || draft.get().format)
                    choose=Callback::new(move |format| draft.update(|draft| draft.format = format))
                />
            }
            .into_any()
        }
        (format, seats) => {
            let seats = u16::from(seats);
            let rounds: Vec<u16> = match format {
                TournamentFormat::Duplicate => vec![seats, 2 * seats, 3 * seats],
                _ => vec![3, 4, 5, 6, 7],
            };
            let choices =
                rounds.into_iter().map(|n| (n, n.to_string(), Signal::derive(move || n.to_string()))).collect();
            view! {
                <Segments
                    label=Signal::derive(move || own().rounds)
                    attribute="data-rounds"
                    choices
                    chosen=Signal::derive(move || draft.get().rounds)
                    choose=Callback::new(move |rounds| draft.update(|draft| draft.rounds = rounds))
                />
            }
            .into_any()
        }
    }
}

#[component]
fn SetupPart(draft: Draft) -> impl IntoView {
    let is_duplicate = Memo::new(move |_| draft.with(|draft| draft.format == TournamentFormat::Duplicate));
    let chosen = Signal::derive(move || match draft.get().opening {
        TournamentOpening::Card => SetupChoice::FirstGame,
        TournamentOpening::Free => SetupChoice::Free,
        TournamentOpening::Fair => SetupChoice::Fair,
    });
    let set = Callback::new(move |choice| {
        draft.update(|draft| {
            draft.opening = match choice {
                SetupChoice::FirstGame => TournamentOpening::Card,
                SetupChoice::Free => TournamentOpening::Free,
                SetupChoice::Fair => TournamentOpening::Fair,
            };
        });
    });
    move || {
        let choices: &'static [SetupChoice] = if is_duplicate.get() { &SAME_SETUPS } else { &SetupChoice::ALL };
        view! { <OpeningChoice choices chosen set/> }
    }
}

/// The computer player that fills tables.
#[component]
fn FillChoice(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let own = move || preferences.language.get().tournaments();
    let is_duplicate = Memo::new(move |_| draft.with(|draft| draft.format == TournamentFormat::Duplicate));
    let choose = move |event| {
        let value = event_target_value(&event);
        let level = LevelId::ALL.into_iter().find(|level| level.id() == value);
        draft.update(|draft| draft.fill = level);
    };
    view! {
        <div class="field">
            <label for="tournament-fill">{move || own().fill}</label>
            <select id="tournament-fill" name="fill" on:change=choose>
                {move || (!is_duplicate.get()).then(|| view! {
                    <option value="" selected=move || draft.get().fill.is_none()>
                        {move || preferences.language.get().meeting().never}
                    </option>
                })}
                {LevelId::ALL.map(|level| view! {
                    <option value=level.id() selected=move || draft.get().fill == Some(level)>
                        {move || level_name(preferences.words(), level)}
                    </option>
                }).collect_view()}
            </select>
            <p class="quiet" hidden=move || !is_duplicate.get()>{move || own().fill_help}</p>
        </div>
    }
}

#[component]
fn StartChoice(time: RwSignal<String>) -> impl IntoView {
    let preferences = preferences();
    let own = move || preferences.language.get().tournaments();
    let at_time = RwSignal::new(false);
    let choice = move |is_timed: bool, id: &str| {
        let name = move || if is_timed { own().starts_at_time } else { own().starts_by_director };
        (is_timed, id.to_string(), Signal::derive(move || name().to_string()))
    };
    view! {
        <Segments
            label=Signal::derive(move || own().starts)
            attribute="data-starts"
            choices=vec![choice(false, "director"), choice(true, "time")]
            chosen=at_time
            choose=Callback::new(move |timed| {
                at_time.set(timed);
                if !timed {
                    time.set(String::new());
                }
            })
        />
        {move || at_time.get().then(|| view! {
            <label class="field">
                <span>{move || own().start_time}</span>
                <input
                    type="datetime-local"
                    name="starts"
                    required=true
                    prop:value=move || time.get()
                    on:input=move |event| time.set(event_target_value(&event))
                />
            </label>
        })}
    }
}
