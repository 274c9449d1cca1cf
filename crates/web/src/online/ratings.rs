//! The rating lists: by number of players, with people only or with bots.

use leptos::prelude::*;
use shangrila_protocol::{RatingList, RatingQuery, Ratings};

use super::api;
use super::online_page::{Fetched, Loaded, OnlinePage, fetch};
use super::table_list::PlayerName;
use super::table_text::decimal;
use crate::controls::Segments;
use crate::preferences::preferences;
use crate::route::Route;

/// The page of the rating lists.
#[component]
pub(crate) fn RatingLists() -> impl IntoView {
    let preferences = preferences();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().lobby.ratings) here=Route::Ratings>
            <Lists/>
        </OnlinePage>
    }
}

#[component]
fn Lists() -> impl IntoView {
    let preferences = preferences();
    let players = RwSignal::new(4_usize);
    let list = RwSignal::new(RatingList::People);
    let answer: Fetched<Ratings> = RwSignal::new(None);
    Effect::new(move || {
        let query = RatingQuery { players: players.get() as u8, list: list.get() };
        answer.set(None);
        fetch(answer, async move { api::ratings(query).await });
    });
    let people = move || preferences.words().lobby.people_only.to_string();
    let bots = move || preferences.words().lobby.with_bots.to_string();
    let table = move |ratings: Ratings| {
        if ratings.rated.is_empty() {
            return view! { <p class="quiet">{move || preferences.words().lobby.nobody_rated}</p> }.into_any();
        }
        let row = |(index, rated): (usize, shangrila_protocol::Rated)| {
            let rating = rated.rating;
            view! {
                <tr>
                    <td>{index + 1}</td>
                    <th scope="row"><PlayerName player=Some(rated.player)/></th>
                    <td>{format!("{:.0} ± {:.0}", rating.rating, rating.uncertainty)}</td>
                    <td>{rating.games}</td>
                    <td>{move || decimal(preferences.words(), rating.wins)}</td>
                </tr>
            }
        };
        view! {
            <table class="figures">
                <thead>
                    <tr>
                        <th scope="col">"#"</th>
                        <th scope="col" class="name">{move || preferences.words().lobby.player}</th>
                        <th scope="col">{move || preferences.words().lobby.rating}</th>
                        <th scope="col">{move || preferences.words().lobby.games}</th>
                        <th scope="col">{move || preferences.words().lobby.wins}</th>
                    </tr>
                </thead>
                <tbody>{ratings.rated.into_iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        }
        .into_any()
    };
    view! {
        <p>{move || preferences.words().lobby.how_rated}</p>
        <div class="form search">
            <div class="field">
                <crate::setup_controls::CountChoice count=players set=Callback::new(move |count| players.set(count))/>
            </div>
            <div class="field">
                <Segments
                    label=Signal::derive(move || preferences.words().lobby.opponents)
                    attribute="data-list"
                    choices=vec![
                        (RatingList::People, "people".to_string(), Signal::derive(people)),
                        (RatingList::Bots, "bots".to_string(), Signal::derive(bots)),
                    ]
                    chosen=list
                    choose=Callback::new(move |chosen| list.set(chosen))
                />
            </div>
        </div>
        <Loaded answer show=table/>
    }
}
