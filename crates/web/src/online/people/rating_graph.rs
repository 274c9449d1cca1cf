//! How a rating developed, with a band that shows how certain it was.

use leptos::prelude::*;
use shangrila_protocol::{PersonId, Rating, RatingHistory, RatingList, RatingPoint, RatingQuery};

use super::super::online_page::{Fetched, Loaded, fetch};
use super::super::table_list::date_text;
use super::super::table_text::decimal;
use super::requests;
use crate::controls::Segments;
use crate::preferences::preferences;

/// The size of the drawing in its own units, and the room for labels around the plot.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 10.0;
const BELOW: f64 = 22.0;
/// The fewest points of a graph worth looking at.
const FEWEST: usize = 2;

/// The graph of one rating list of a person, and a choice if there are several.
#[component]
pub(super) fn RatingGraph(person: PersonId, ratings: Vec<Rating>) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().people();
    let most = ratings.iter().max_by_key(|rating| rating.games)?;
    let chosen = RwSignal::new((most.players, most.list));
    let person = StoredValue::new(person);
    let answer: Fetched<RatingHistory> = RwSignal::new(None);
    Effect::new(move || {
        let (players, list) = chosen.get();
        let person = person.get_value();
        fetch(answer, async move { requests::rating_history(&person, RatingQuery { players, list }).await });
    });
    let choice = move |rating: &Rating| {
        let (players, list) = (rating.players, rating.list);
        let label = Signal::derive(move || {
            let words = preferences.words();
            let list = if list == RatingList::People { words.lobby.people_only } else { words.lobby.with_bots };
            format!("{players}, {list}")
        });
        let id = format!("{players}-{}", if list == RatingList::People { "people" } else { "bots" });
        ((players, list), id, label)
    };
    let choices: Vec<_> = ratings.iter().map(choice).collect();
    let choices = (choices.len() > 1).then(|| {
        view! {
            <Segments
                label=Signal::derive(move || preferences.words().home.players)
                attribute="data-rating-list"
                choices
                chosen
                choose=Callback::new(move |list| chosen.set(list))
            />
        }
    });
    let show =
        |history: RatingHistory| (history.points.len() >= FEWEST).then(|| view! { <Graph points=history.points/> });
    Some(view! {
        <h3>{move || words().rating_over_time}</h3>
        {choices}
        <Loaded answer show/>
    })
}

#[component]
fn Graph(points: Vec<RatingPoint>) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().people();
    let number = points.len();
    let (drawing, ends) = (drawing(&points), [points[0].clone(), points[number - 1].clone()]);
    let date = move |time: u64| date_text(preferences.language.get().code(), time);
    let in_words = move |point: &RatingPoint| {
        let rating = decimal(preferences.words(), (point.rating * 10.0).round() / 10.0);
        words().after_game(date(point.at), rating)
    };
    let [first, last] = ends;
    let (began, ended) = (first.at, last.at);
    let label = move || format!("{} {} … {}", words().rating_over_time, in_words(&first), in_words(&last));
    view! {
        <figure class="rating-graph" data-points=number>
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label>
                <g inner_html=drawing></g>
                <text x=LEFT y=HEIGHT - 5.0>{move || date(began)}</text>
                <text x=WIDTH - RIGHT y=HEIGHT - 5.0 text-anchor="end">{move || date(ended)}</text>
            </svg>
            <figcaption class="quiet">{move || words().graph_help}</figcaption>
        </figure>
    }
}

/// The lines of the grid: round numbers, about four of them.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
    let step = steps.into_iter().find(|step| (high - low) / step <= 5.0).unwrap_or(100.0);
    let first = (low / step).ceil() as i64;
    (first..).map(|number| number as f64 * step).take_while(|tick| *tick <= high).collect()
}

/// The grid, the band and the line. Games are evenly spaced: ratings change with games, not with time.
fn drawing(points: &[RatingPoint]) -> String {
    let spread = |point: &RatingPoint| point.uncertainty.unwrap_or(0.0);
    let low = points.iter().map(|point| point.rating - spread(point)).fold(f64::INFINITY, f64::min).floor();
    let high = points.iter().map(|point| point.rating + spread(point)).fold(f64::NEG_INFINITY, f64::max).ceil();
    let x = |index: usize| LEFT + index as f64 / (points.len() - 1).max(1) as f64 * (WIDTH - LEFT - RIGHT);
    let y = |rating: f64| {
        let share = (rating - low) / (high - low).max(1.0);
        HEIGHT - BELOW - share * (HEIGHT - BELOW - TOP)
    };
    let mut svg = String::new();
    for tick in ticks(low, high) {
        let at = y(tick);
        svg += &format!(
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    let at = |(index, rating): (usize, f64)| format!("{:.1} {:.1}", x(index), y(rating));
    // Old games have no uncertainty, and so no band.
    for run in points.iter().enumerate().collect::<Vec<_>>().split(|(_, point)| point.uncertainty.is_none()) {
        let upper = run.iter().map(|(index, point)| at((*index, point.rating + spread(point))));
        let lower = run.iter().rev().map(|(index, point)| at((*index, point.rating - spread(point))));
        let outline: Vec<String> = upper.chain(lower).collect();
        if run.len() > 1 {
            svg += &format!("<path class=\"band\" d=\"M{}Z\"/>", outline.join("L"));
        }
    }
    let line: Vec<String> = points.iter().enumerate().map(|(index, point)| at((index, point.rating))).collect();
    svg += &format!("<path class=\"rating-line\" d=\"M{}\"/>", line.join("L"));
    if let Some(last) = points.last() {
        svg += &format!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/>", x(points.len() - 1), y(last.rating));
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(rating: f64, uncertainty: Option<f64>) -> RatingPoint {
        RatingPoint { at: 1, table: "t".parse().unwrap(), rating, uncertainty }
    }

    #[test]
    fn the_band_covers_only_games_whose_uncertainty_is_known() {
        let old = [point(25.0, None), point(26.0, None)];
        assert!(!drawing(&old).contains("band"));
        let mixed = [point(25.0, None), point(26.0, Some(8.0)), point(27.0, Some(7.5))];
        assert_eq!(drawing(&mixed).matches("class=\"band\"").count(), 1);
        assert!(!drawing(&mixed).contains("NaN") && !drawing(&[point(25.0, None), point(25.0, None)]).contains("NaN"));
    }

    #[test]
    fn the_grid_has_round_numbers() {
        assert_eq!(ticks(16.0, 34.0), [20.0, 25.0, 30.0]);
        assert_eq!(ticks(25.0, 27.0), [25.0, 26.0, 27.0]);
    }
}
