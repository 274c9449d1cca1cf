//! The settings that a club chooses for its tables: players, pace, and whether games are rated.

use leptos::prelude::*;
use shangrila_protocol::{TableSettings, TimeControl, Visibility};

use super::super::table_text::clock_text;
use crate::controls::{Segments, Switch};
use crate::preferences::preferences;

/// The paces to choose from.
pub(super) const PACES: [TimeControl; 5] = [
    TimeControl::Live { base: 600, increment: 10 },
    TimeControl::Live { base: 1200, increment: 20 },
    TimeControl::Days { days: 1 },
    TimeControl::Days { days: 3 },
    TimeControl::None,
];

/// The form for them. Settings that it does not show stay as they are.
#[component]
pub(super) fn TableSettingsChoice(
    settings: RwSignal<TableSettings>,
    /// The data attributes, for tests.
    players: &'static str,
    pace: &'static str,
) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let counts = [3_u8, 4].map(|count| (count, count.to_string(), Signal::derive(move || count.to_string())));
    let paces = PACES.into_iter().enumerate().map(move |(index, pace)| {
        (pace, index.to_string(), Signal::derive(move || clock_text(preferences.words(), pace)))
    });
    let choose_pace = move |clock: TimeControl| {
        settings.update(|settings| {
            settings.clock = clock;
            // Rated games need a clock.
            settings.rated &= clock != TimeControl::None;
        });
    };
    let rate = move |rated: bool| {
        settings.update(|settings| {
            settings.rated = rated;
            // Rated games are public.
            settings.visibility = if rated { Visibility::Public } else { Visibility::Private };
            if rated && settings.clock == TimeControl::None {
                settings.clock = PACES[0];
            }
        });
    };
    view! {
        <Segments
            label=Signal::derive(move || words().players)
            attribute=players
            choices=counts.to_vec()
            chosen=Signal::derive(move || settings.with(|settings| settings.seats))
            choose=Callback::new(move |count| settings.update(|settings| settings.seats = count))
        />
        <Segments
            label=Signal::derive(move || words().pace)
            attribute=pace
            choices=paces.collect()
            chosen=Signal::derive(move || settings.with(|settings| settings.clock))
            choose=Callback::new(choose_pace)
        />
        <Switch
            on=Signal::derive(move || settings.with(|settings| settings.rated))
            set=Callback::new(rate)
            label=Signal::derive(move || words().rated)
            name="club-rated"
        />
    }
}
