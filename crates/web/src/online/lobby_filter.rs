//! Which tables the lobby shows: by pace, by the number of players, rated or not, and those with a seat for the user. The choice is remembered.

use leptos::prelude::*;
use shangrila_protocol::{PersonId, TableSummary, TimeControl};
use shangrila_scene::Icon;

use super::table_text::{TableAction, action_at};
use crate::browser;
use crate::controls::{Segments, Switch};
use crate::pictures::icon_picture;
use crate::preferences::preferences;

/// The choice in the browser's storage.
const STORED: &str = "shangrila.lobby-filter";
/// The numbers of players to choose from.
const PLAYERS: [u8; 3] = [2, 3, 4];

/// What a table must be like to be shown; what is not chosen does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct LobbyFilter {
    pace: Option<Pace>,
    players: Option<u8>,
    rated: Option<bool>,
    only_joinable: bool,
}

/// The kinds of time controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    Live,
    Days,
    NoClock,
}

impl Pace {
    const ALL: [Pace; 3] = [Pace::Live, Pace::Days, Pace::NoClock];

    fn of(clock: TimeControl) -> Pace {
        match clock {
            TimeControl::Live { .. } => Pace::Live,
            TimeControl::Days { .. } => Pace::Days,
            TimeControl::None => Pace::NoClock,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Pace::Live => "live",
            Pace::Days => "days",
            Pace::NoClock => "none",
        }
    }
}

fn rated_id(rated: bool) -> &'static str {
    if rated { "rated" } else { "casual" }
}

impl LobbyFilter {
    /// The choice of the last visit.
    pub(super) fn load() -> LobbyFilter {
        let stored = browser::storage().and_then(|storage| storage.get_item(STORED).ok().flatten());
        stored.map(|text| LobbyFilter::read(&text)).unwrap_or_default()
    }

    fn save(self) {
        if let Some(storage) = browser::storage() {
            // A full storage only means that the next visit shows everything.
            let _ = storage.set_item(STORED, &self.written());
        }
    }

    /// The choice as words, such as `live 3 rated joinable`.
    fn written(self) -> String {
        let players = self.players.map(|players| players.to_string());
        let words = [
            self.pace.map(Pace::id),
            players.as_deref(),
            self.rated.map(rated_id),
            self.only_joinable.then_some("joinable"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Reads what [`LobbyFilter::written`] has written, and ignores everything else.
    fn read(text: &str) -> LobbyFilter {
        let mut filter = LobbyFilter::default();
        for word in text.split(' ') {
            if let Some(pace) = Pace::ALL.into_iter().find(|pace| pace.id() == word) {
                filter.pace = Some(pace);
            } else if let Some(players) = PLAYERS.into_iter().find(|players| players.to_string() == word) {
                filter.players = Some(players);
            } else if let Some(rated) = [true, false].into_iter().find(|&rated| rated_id(rated) == word) {
                filter.rated = Some(rated);
            } else if word == "joinable" {
                filter.only_joinable = true;
            }
        }
        filter
    }

    /// Whether the table is shown to this person, or to an unknown visitor.
    pub(super) fn fits(self, table: &TableSummary, person: Option<&PersonId>, is_account: bool) -> bool {
        let settings = &table.settings;
        let has_seat = || action_at(table, person) == TableAction::Join && (is_account || !settings.rated);
        self.pace.is_none_or(|pace| pace == Pace::of(settings.clock))
            && self.players.is_none_or(|players| usize::from(players) == settings.players())
            && self.rated.is_none_or(|rated| rated == settings.rated)
            && (!self.only_joinable || has_seat())
    }
}

/// The controls, and how many tables they hide. They stay folded up, as most lobbies are short.
#[component]
pub(super) fn FilterControls(filter: RwSignal<LobbyFilter>, hidden: Signal<usize>) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let change = move |change: &dyn Fn(&mut LobbyFilter)| {
        filter.update(change);
        filter.get_untracked().save();
    };
    let pace_name = move |pace: Pace| {
        let words = &preferences.words().lobby;
        match pace {
            Pace::Live => words.live_clock,
            Pace::Days => words.days_clock,
            Pace::NoClock => words.no_clock,
        }
    };
    let rated_name = move |rated: bool| if rated { meeting().only_rated } else { meeting().only_casual };
    let all = move || ("all".to_string(), Signal::derive(move || meeting().all_games.to_string()));
    let paces = [None].into_iter().chain(Pace::ALL.map(Some)).map(move |choice| {
        let (id, label) = choice
            .map_or_else(all, |pace| (pace.id().to_string(), Signal::derive(move || pace_name(pace).to_string())));
        (choice, id, label)
    });
    let players = [None].into_iter().chain(PLAYERS.map(Some)).map(move |choice| {
        let (id, label) =
            choice.map_or_else(all, |players| (players.to_string(), Signal::derive(move || players.to_string())));
        (choice, id, label)
    });
    let kinds = [None, Some(true), Some(false)].into_iter().map(move |choice| {
        let (id, label) = choice.map_or_else(all, |rated| {
            (rated_id(rated).to_string(), Signal::derive(move || rated_name(rated).to_string()))
        });
        (choice, id, label)
    });
    let chosen = move || {
        let LobbyFilter { pace, players, rated, only_joinable } = filter.get();
        let parts = [
            pace.map(|pace| pace_name(pace).to_string()),
            players.map(|players| format!("{}{}{players}", meeting().players, preferences.words().colon)),
            rated.map(|rated| rated_name(rated).to_string()),
            only_joinable.then(|| meeting().only_joinable.to_string()),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        if parts.is_empty() { meeting().all_games.to_string() } else { parts.join(" · ") }
    };
    view! {
        <details class="more lobby-filter">
            <summary>
                <span data-chosen="">{move || meeting().filter} {move || preferences.words().colon} {chosen}</span>
                {icon_picture(Icon::ChevronDown)}
            </summary>
            <Segments
                label=Signal::derive(move || meeting().pace)
                attribute="data-filter-pace"
                choices=paces.collect()
                chosen=Signal::derive(move || filter.get().pace)
                choose=Callback::new(move |pace| change(&|filter| filter.pace = pace))
            />
            <Segments
                label=Signal::derive(move || meeting().players)
                attribute="data-filter-players"
                choices=players.collect()
                chosen=Signal::derive(move || filter.get().players)
                choose=Callback::new(move |players| change(&|filter| filter.players = players))
            />
            <Segments
                label=Signal::derive(move || meeting().kind_of_game)
                attribute="data-filter-rated"
                choices=kinds.collect()
                chosen=Signal::derive(move || filter.get().rated)
                choose=Callback::new(move |rated| change(&|filter| filter.rated = rated))
            />
            <Switch
                on=Signal::derive(move || filter.get().only_joinable)
                set=Callback::new(move |on| change(&|filter| filter.only_joinable = on))
                label=Signal::derive(move || meeting().only_joinable)
                name="joinable"
            />
        </details>
        {move || (hidden.get() > 0).then(|| view! {
            <p class="quiet hidden-tables" data-hidden=move || hidden.get()>
                {move || meeting().hidden_by_filter(hidden.get())} " "
                <button
                    type="button"
                    class="button small"
                    data-do="show-all"
                    on:click=move |_| change(&|filter| *filter = LobbyFilter::default())
                >
                    {move || meeting().show_all}
                </button>
            </p>
        })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_survives_being_stored() {
        for filter in [
            LobbyFilter::default(),
            LobbyFilter { pace: Some(Pace::NoClock), ..LobbyFilter::default() },
            LobbyFilter { pace: Some(Pace::Live), players: Some(3), rated: Some(false), only_joinable: true },
        ] {
            assert_eq!(LobbyFilter::read(&filter.written()), filter);
        }
        assert_eq!(LobbyFilter::read("tomorrow 9 rated"), LobbyFilter { rated: Some(true), ..LobbyFilter::default() });
    }
}
