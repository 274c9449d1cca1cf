//! The form for a new online table. With its defaults, one click creates a private table for friends.

use leptos::prelude::*;
use shangrila_protocol::{LONGEST_NAME, LevelId, NewSeatPlayer, Opening, Pairs, TableSettings, Visibility};
use shangrila_scene::Icon;

use super::api::{self, ApiError};
use super::error_text::Place;
use super::form::{Field, Form, Submission, Submit};
use super::identity::identity;
use super::online_page::OnlinePage;
use super::table_draft::{ClockKind, DAY_PRESETS, LIVE_PRESETS, TableDraft};
use super::table_text::{clan_names, clock_text, level_name, pairs_help};
use crate::controls::{Segments, Switch};
use crate::home::fair_start::{FairChoice, FairDraft, FairStartChoice, FairWish, random_number};
use crate::lazy;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::Route;
use crate::setup_controls::{ClanChoice, CountChoice, OpeningChoice, RuleOptions, SetupChoice};

type Draft = RwSignal<TableDraft>;

/// The page for a new table.
#[component]
pub(crate) fn NewTable() -> impl IntoView {
    let preferences = preferences();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().lobby.open_table) here=Route::NewTable>
            <Setup/>
        </OnlinePage>
    }
}

#[component]
fn Setup() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let draft: Draft = RwSignal::new(TableDraft::default());
    let setup = RwSignal::new(SetupChoice::FirstGame);
    let fair = FairDraft {
        choice: RwSignal::new(FairChoice::Today),
        number: RwSignal::new(random_number()),
        clans: Signal::derive(move || draft.with(|draft| draft.clans[..draft.seats()].to_vec())),
        drawn: Signal::derive(move || draft.with(|draft| draft.settings.draw_seats)),
        options: Signal::derive(move || draft.with(|draft| draft.settings.options.into())),
    };
    let name = RwSignal::new(String::new());
    let submission = Submission::new();
    let create = move |()| {
        let mut table = draft.with_untracked(|draft| draft.new_table(identity.is_account_now()));
        let (setup, clans) = (setup.get_untracked(), table.seats.len());
        let wish = FairWish {
            choice: fair.choice.get_untracked(),
            number: fair.number.get_untracked(),
            language: preferences.language.get_untracked(),
        };
        let question = async move {
            table.settings.opening = match setup {
                SetupChoice::FirstGame => Opening::Card,
                SetupChoice::Free => Opening::Free,
                SetupChoice::Fair => {
                    let downloaded = lazy::fair_opening(wish, clans).await.map_err(|_| ApiError::Unreachable)?;
                    Opening::Fair(downloaded.ok_or(ApiError::Unexpected)?)
                }
            };
            if identity.me.with_untracked(Option::is_none) {
                identity.set_person(Some(api::new_guest(name.get_untracked()).await?));
            }
            api::new_table(table).await
        };
        submission.send(question, |created| Route::Table(created.table.to_string()).go());
    };
    // Once shown, the field stays, even if the name was accepted and something else was refused.
    let asks_name =
        Memo::new(move |asked: Option<&bool>| asked.copied().unwrap_or(false) || identity.me.with(Option::is_none));
    let is_for_two = Memo::new(move |_| draft.with(TableDraft::is_for_two));
    view! {
        <Form submission submit=Callback::new(create) fields=&[Place::Name]>
            {move || asks_name.get().then(|| view! {
                <Field
                    id="table-name"
                    name="name"
                    label=Signal::derive(move || preferences.words().account.your_name)
                    value=name
                    autocomplete="nickname"
                    longest=LONGEST_NAME
                    submission
                    places=&[Place::Name]
                    help=Signal::derive(move || preferences.words().account.name_help)
                />
            })}
            <div class="two-columns">
                <div class="column">
                    <CountChoice
                        count=Signal::derive(move || draft.get().count)
                        set=Callback::new(move |count| draft.update(|draft| draft.choose_count(count)))
                        two=Signal::derive(move || preferences.language.get().pairs().two.to_string())
                    />
                    {move || is_for_two.get().then(|| view! { <PairsChoice draft/> })}
                    <p class="label">{move || preferences.words().home.seats}</p>
                    <ol class="seats">
                        {move || if is_for_two.get() {
                            (0..2).map(|index| view! { <PairRow draft index/> }).collect_view().into_any()
                        } else {
                            (0..4).map(|index| view! { <SeatRow draft index/> }).collect_view().into_any()
                        }}
                    </ol>
                    <OpeningChoice
                        choices=&SetupChoice::ALL
                        chosen=setup
                        set=Callback::new(move |choice| setup.set(choice))
                    />
                    {move || (setup.get() == SetupChoice::Fair).then(|| view! { <FairStartChoice fair/> })}
                    <details class="more">
                        <summary>{move || preferences.words().home.more} {icon_picture(Icon::ChevronDown)}</summary>
                        <RuleOptions
                            drawn=Signal::derive(move || draft.get().settings.draw_seats)
                            set_drawn=Callback::new(move |drawn| draft.update(|draft| draft.settings.draw_seats = drawn))
                            options=Signal::derive(move || draft.get().settings.options.into())
                            set_options=Callback::new(move |options: shangrila_rules::GameOptions| {
                                draft.update(|draft| draft.settings.options = options.into());
                            })
                        />
                    </details>
                </div>
                <div class="column">
                    <VisibilityChoice draft/>
                    <ClockChoice draft/>
                    <OtherChoices draft/>
                </div>
            </div>
            <div class="form-foot">
                <Submit label=Signal::derive(move || preferences.words().lobby.create) name="create-table" submission/>
            </div>
        </Form>
    }
}

/// What counts if two play, with two clans each.
#[component]
fn PairsChoice(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().pairs();
    let chosen = Memo::new(move |_| draft.with(|draft| draft.pairs));
    let sum = (Pairs::Sum, "sum".to_string(), Signal::derive(move || words().sum.to_string()));
    let weaker = (Pairs::Weaker, "weaker".to_string(), Signal::derive(move || words().weaker.to_string()));
    view! {
        <p class="quiet">{move || words().help}</p>
        <Segments
            label=Signal::derive(move || words().what_counts)
            attribute="data-pairs"
            choices=vec![sum, weaker]
            chosen
            choose=Callback::new(move |pairs| draft.update(|draft| draft.pairs = pairs))
        />
        <p class="quiet">{move || pairs_help(words(), chosen.get())}</p>
    }
}

#[component]
fn SeatRow(draft: Draft, index: usize) -> impl IntoView {
    let preferences = preferences();
    let clan = Memo::new(move |_| draft.get().clans[index]);
    view! {
        <li class=move || format!("seat {}", clan_class(clan.get())) hidden=move || { draft.get().count <= index }>
            {move || emblem_picture(clan.get())}
            <span class="seat-who">
                <b>{move || preferences.words().clans[clan.get() as usize].name}</b>
                <ClanChoice clan set=Callback::new(move |clan| draft.update(|draft| draft.choose_clan(index, clan)))/>
            </span>
            <PlayerChoice draft index/>
        </li>
    }
}

/// One of two players, with both clans.
#[component]
fn PairRow(draft: Draft, index: usize) -> impl IntoView {
    let preferences = preferences();
    let clans = Memo::new(move |_| draft.with(|draft| draft.clans_of(index)));
    view! {
        <li class="seat pair">
            <span class="pair-emblems">{move || clans.get().into_iter().map(emblem_picture).collect_view()}</span>
            <span class="seat-who"><b>{move || clan_names(preferences.words(), &clans.get())}</b></span>
            <PlayerChoice draft index/>
        </li>
    }
}

/// Who takes a seat. Of two players, none is a computer.
#[component]
fn PlayerChoice(draft: Draft, index: usize) -> impl IntoView {
    let preferences = preferences();
    let player = Memo::new(move |_| draft.get().players[index]);
    let has_computers = Memo::new(move |_| draft.with(|draft| !draft.is_for_two()));
    let choose = move |event| {
        let value = event_target_value(&event);
        let level = LevelId::ALL.into_iter().find(|level| level.id() == value).map(NewSeatPlayer::Level);
        let player = level.unwrap_or(if value == "me" { NewSeatPlayer::Me } else { NewSeatPlayer::Free });
        draft.update(|draft| draft.choose_player(index, player));
    };
    let label = move || {
        let words = preferences.words();
        let clans = draft.with(|draft| draft.clans_of(index));
        let colours: Vec<&str> = clans.into_iter().map(|clan| words.clans[clan as usize].colour).collect();
        format!("{}: {}", colours.join(", "), words.home.who_plays)
    };
    view! {
        <select
            class="player-choice"
            name=format!("seat-{index}")
            aria-label=label
            on:change=choose
            prop:value=move || match player.get() {
                NewSeatPlayer::Me => "me",
                NewSeatPlayer::Free => "free",
                NewSeatPlayer::Level(level) => level.id(),
            }
        >
            <option value="me" selected=move || player.get() == NewSeatPlayer::Me>
                {move || preferences.words().lobby.me}
            </option>
            <option value="free" selected=move || player.get() == NewSeatPlayer::Free>
                {move || preferences.words().lobby.open_seat}
            </option>
            {move || has_computers.get().then(|| view! {
                <optgroup label=move || preferences.words().home.computer>
                    {LevelId::ALL.map(|level| view! {
                        <option value=level.id() selected=move || player.get() == NewSeatPlayer::Level(level)>
                            {move || level_name(preferences.words(), level)}
                        </option>
                    }).collect_view()}
                </optgroup>
            })}
        </select>
    }
}

#[component]
fn VisibilityChoice(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let visibility = Memo::new(move |_| draft.get().settings.visibility);
    let name = move |visibility: Visibility| match visibility {
        Visibility::Private => preferences.words().lobby.private_table.to_string(),
        Visibility::Public => preferences.words().lobby.public_table.to_string(),
    };
    let help = move || match visibility.get() {
        Visibility::Private => preferences.words().lobby.private_help,
        Visibility::Public => preferences.words().lobby.public_help,
    };
    let choice =
        move |visibility: Visibility, id: &str| (visibility, id.to_string(), Signal::derive(move || name(visibility)));
    view! {
        <Segments
            label=Signal::derive(move || preferences.words().lobby.visibility)
            attribute="data-visibility"
            choices=vec![choice(Visibility::Private, "private"), choice(Visibility::Public, "public")]
            chosen=visibility
            choose=Callback::new(move |visibility| draft.update(|draft| draft.choose_visibility(visibility)))
        />
        <p class="quiet">{help}</p>
    }
}

#[component]
fn ClockChoice(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let clock = Memo::new(move |_| draft.get().clock);
    let choice = |kind: ClockKind| {
        let name = move || {
            let words = &preferences.words().lobby;
            let name = match kind {
                ClockKind::None => words.no_clock,
                ClockKind::Live => words.live_clock,
                ClockKind::Days => words.days_clock,
            };
            name.to_string()
        };
        (kind, kind.id().to_string(), Signal::derive(name))
    };
    let live = LIVE_PRESETS.map(|preset @ (minutes, seconds)| {
        let name = format!("{minutes}+{seconds}");
        (preset, name.clone(), Signal::derive(move || name.clone()))
    });
    let days = DAY_PRESETS.map(|days| (days, days.to_string(), Signal::derive(move || days.to_string())));
    let help = move || {
        let (draft, words) = (draft.get(), preferences.words());
        let explanation = match draft.clock {
            ClockKind::None => return words.lobby.no_clock_help.to_string(),
            ClockKind::Live => words.lobby.live_clock_help,
            ClockKind::Days => words.lobby.days_clock_help,
        };
        format!("{}. {explanation}", clock_text(words, draft.chosen_clock()))
    };
    view! {
        <Segments
            label=Signal::derive(move || preferences.words().lobby.clock)
            attribute="data-clock"
            choices=ClockKind::ALL.map(choice).to_vec()
            chosen=clock
            choose=Callback::new(move |clock| draft.update(|draft| draft.choose_clock(clock)))
        />
        <div class="column" hidden=move || clock.get() != ClockKind::Live>
            <Segments
                label=Signal::derive(move || preferences.words().lobby.minutes_and_seconds)
                attribute="data-live"
                choices=live.to_vec()
                chosen=Signal::derive(move || (draft.get().minutes, draft.get().seconds))
                choose=Callback::new(move |(minutes, seconds)| {
                    draft.update(|draft| (draft.minutes, draft.seconds) = (minutes, seconds));
                })
            />
            <div class="numbers">
                <NumberField draft name="minutes" largest=180 read=|draft| &mut draft.minutes
                    label=Signal::derive(move || preferences.words().lobby.minutes)/>
                <NumberField draft name="seconds" largest=600 read=|draft| &mut draft.seconds
                    label=Signal::derive(move || preferences.words().lobby.seconds)/>
            </div>
        </div>
        <div class="column" hidden=move || clock.get() != ClockKind::Days>
            <Segments
                label=Signal::derive(move || preferences.words().lobby.days_per_turn)
                attribute="data-days"
                choices=days.to_vec()
                chosen=Signal::derive(move || draft.get().days)
                choose=Callback::new(move |days| draft.update(|draft| draft.days = days))
            />
        </div>
        <p class="quiet">{help}</p>
    }
}

/// A number field of the draft.
#[component]
fn NumberField(
    draft: Draft,
    name: &'static str,
    largest: u32,
    read: fn(&mut TableDraft) -> &mut u32,
    #[prop(into)] label: Signal<&'static str>,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{move || label.get()}</span>
            <input
                type="number"
                name=name
                min=0
                max=largest
                inputmode="numeric"
                prop:value=move || read(&mut draft.get()).to_string()
                on:change=move |event| {
                    if let Ok(number) = event_target_value(&event).parse::<u32>() {
                        draft.update(|draft| *read(draft) = number.min(largest));
                    }
                }
            />
        </label>
    }
}

#[component]
fn OtherChoices(draft: Draft) -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let is_for_two = Memo::new(move |_| draft.with(TableDraft::is_for_two));
    let switch = move |name: &'static str, read: fn(&mut TableSettings) -> &mut bool, label: Signal<&'static str>| {
        view! {
            <Switch
                on=Signal::derive(move || *read(&mut draft.get().settings))
                set=Callback::new(move |on| draft.update(|draft| *read(&mut draft.settings) = on))
                label
                name
            />
        }
    };
    view! {
        <div>
            {switch(
                "spectators",
                |settings| &mut settings.spectators,
                Signal::derive(move || preferences.words().lobby.spectators),
            )}
            {move || draft.get().settings.spectators.then(|| switch(
                "spectator-chat",
                |settings| &mut settings.spectator_chat,
                Signal::derive(move || preferences.language.get().table_talk().spectator_chat),
            ))}
            {move || (!is_for_two.get()).then(|| switch(
                "open-seats",
                |settings| &mut settings.open_seats,
                Signal::derive(move || preferences.language.get().meeting().open_seats),
            ))}
            {switch(
                "bots",
                |settings| &mut settings.bots_may_join,
                Signal::derive(move || preferences.words().lobby.bots_may_join),
            )}
            {move || if is_for_two.get() {
                ().into_any()
            } else if identity.is_account() {
                view! {
                    <Switch
                        on=Signal::derive(move || draft.get().settings.rated)
                        set=Callback::new(move |rated| draft.update(|draft| draft.choose_rated(rated)))
                        label=Signal::derive(move || preferences.words().lobby.rated_game)
                        name="rated"
                    />
                }.into_any()
            } else {
                view! {
                    <p class="quiet">
                        {move || preferences.words().lobby.rated_needs_account} " "
                        <a href=Route::Account.fragment()>{move || preferences.words().account.title}</a>
                    </p>
                }.into_any()
            }}
        </div>
    }
}
