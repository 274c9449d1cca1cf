//! Controls shared by the forms for a local game and an online table: players, clans, set-up, rule options.

use leptos::prelude::*;
use shangrila_i18n::{HomeWords, capitalise};
use shangrila_rules::{Clan, GameOptions, RecruitRule, Seats, Stones};

use crate::controls::{Segments, Switch};
use crate::preferences::preferences;

/// The clans of the seats until someone chooses others: the default order of the rules (R2.1), then a clan left over.
pub(crate) fn default_clans(count: usize) -> [Clan; 4] {
    let seats = if count == 3 { Seats::THREE } else { Seats::FOUR };
    let mut clans = seats.iter().chain(Clan::ALL.into_iter().filter(|&clan| !seats.contains(clan)));
    core::array::from_fn(|_| clans.next().expect("every clan comes once"))
}

/// Three or four players.
#[component]
pub(crate) fn CountChoice(
    #[prop(into)] count: Signal<usize>,
    set: Callback<usize>,
    /// The name of the choice of two players, where it is offered: a first visit does without it.
    #[prop(optional, into)]
    two: Option<Signal<String>>,
) -> impl IntoView {
    let preferences = preferences();
    let three = move || preferences.words().home.three.to_string();
    let four = move || preferences.words().home.four.to_string();
    let two = two.map(|two| (2, "2".to_string(), two));
    let others = [(3, "3".to_string(), Signal::derive(three)), (4, "4".to_string(), Signal::derive(four))];
    view! {
        <Segments
            label=Signal::derive(move || preferences.words().home.players)
            attribute="data-players"
            choices=two.into_iter().chain(others).collect()
            chosen=count
            choose=set
        />
    }
}

/// How the board is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetupChoice {
    FirstGame,
    Free,
    /// A set-up that gives every seat the same chance.
    Fair,
}

impl SetupChoice {
    pub(crate) const ALL: [SetupChoice; 3] = [SetupChoice::FirstGame, SetupChoice::Free, SetupChoice::Fair];

    pub(crate) const fn id(self) -> &'static str {
        match self {
            SetupChoice::FirstGame => "first",
            SetupChoice::Free => "free",
            SetupChoice::Fair => "fair",
        }
    }

    const fn name(self, words: &HomeWords) -> &'static str {
        match self {
            SetupChoice::FirstGame => words.first_game,
            SetupChoice::Free => words.free_setup,
            SetupChoice::Fair => words.fair_start,
        }
    }

    const fn help(self, words: &HomeWords) -> &'static str {
        match self {
            SetupChoice::FirstGame => words.first_game_help,
            SetupChoice::Free => words.free_setup_help,
            SetupChoice::Fair => words.fair_start_help,
        }
    }
}

/// The choice of the set-up, with an explanation.
#[component]
pub(crate) fn OpeningChoice(
    choices: &'static [SetupChoice],
    #[prop(into)] chosen: Signal<SetupChoice>,
    set: Callback<SetupChoice>,
) -> impl IntoView {
    let preferences = preferences();
    let choice = move |choice: &SetupChoice| {
        let choice = *choice;
        let name = move || choice.name(&preferences.words().home).to_string();
        (choice, choice.id().to_string(), Signal::derive(name))
    };
    view! {
        <Segments
            label=Signal::derive(move || preferences.words().home.setup)
            attribute="data-setup"
            choices=choices.iter().map(choice).collect()
            chosen
            choose=set
        />
        <p class="quiet">{move || chosen.get().help(&preferences.words().home)}</p>
    }
}

/// The choice of a seat's clan.
#[component]
pub(crate) fn ClanChoice(#[prop(into)] clan: Signal<Clan>, set: Callback<Clan>) -> impl IntoView {
    let preferences = preferences();
    let choose = move |event| {
        let value = event_target_value(&event);
        value.chars().next().and_then(Clan::from_letter).into_iter().for_each(|clan| set.run(clan));
    };
    view! {
        <select aria-label=move || preferences.words().home.clan class="clan-choice" on:change=choose
            prop:value=move || clan.get().letter().to_string()>
            {Clan::ALL.map(|one| view! {
                <option value=one.letter().to_string() selected=move || clan.get() == one>
                    {move || capitalise(preferences.words().clans[one as usize].colour)}
                </option>
            }).collect_view()}
        </select>
    }
}

/// Random seat order and the rule options.
#[component]
pub(crate) fn RuleOptions(
    #[prop(into)] drawn: Signal<bool>,
    set_drawn: Callback<bool>,
    #[prop(into)] options: Signal<GameOptions>,
    set_options: Callback<GameOptions>,
) -> impl IntoView {
    let preferences = preferences();
    let stones = move |twelve: bool| {
        let stones = if twelve { Stones::Twelve } else { Stones::Eleven };
        set_options.run(GameOptions { stones, ..options.get_untracked() });
    };
    let recruit = move |up_to_two: bool| {
        let recruit = if up_to_two { RecruitRule::UpToTwo } else { RecruitRule::Two };
        set_options.run(GameOptions { recruit, ..options.get_untracked() });
    };
    view! {
        <Switch on=drawn set=set_drawn label=Signal::derive(move || preferences.words().home.random_seats) name="drawn"/>
        <Switch
            on=Signal::derive(move || options.get().stones == Stones::Twelve)
            set=Callback::new(stones)
            label=Signal::derive(move || preferences.words().home.twelve_stones)
            name="stones"
        />
        <Switch
            on=Signal::derive(move || options.get().recruit == RecruitRule::UpToTwo)
            set=Callback::new(recruit)
            label=Signal::derive(move || preferences.words().home.up_to_two)
            name="recruit"
        />
        <p class="quiet">{move || preferences.words().home.options_help}</p>
    }
}
