//! The overview: the puzzle of the day, rating and streaks, and what to practise.

use leptos::prelude::*;
use shangrila_i18n::PuzzleWords;
use shangrila_puzzles::{PuzzleKind, Puzzles};
use shangrila_scene::Icon;

use super::{Series, store, texts, today};
use crate::notices::notices;
use crate::page::Page;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::thumbnail::thumbnail;

/// The overview.
#[component]
pub(crate) fn Overview() -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let (progress, readable) = store::load();
    if !readable {
        notices.show(preferences.language.get_untracked().puzzles().common.damaged.to_string());
        // Otherwise the same notice would come on every visit.
        let _ = store::update(|_| ());
    }
    let (puzzles, day) = (Puzzles::stored(), today());
    let title = Signal::derive(move || texts().common.title);
    let daily = puzzles.of_day(day).map(|puzzle| {
        let is_solved = progress.has_solved_daily(day);
        let help = move || if is_solved { texts().common.daily_solved } else { texts().common.daily_help };
        view! {
            <a class="puzzle-daily" href=Series::Daily.route().fragment() data-do="daily-puzzle" data-solved=is_solved.to_string()>
                {thumbnail(&puzzle.position)}
                <span>
                    <b>{move || texts().common.daily}</b>
                    <small>{help}</small>
                </span>
                {icon_picture(if is_solved { Icon::Check } else { Icon::Forward })}
            </a>
        }
    });
    let rating = progress.rating();
    let (streak, best, days, best_days) =
        (progress.streak(), progress.best_streak(), progress.daily_streak(day), progress.best_daily_streak());
    let best_of = move |best: u32| if best > 0 { format!("{} {best}", texts().common.best) } else { String::new() };
    let due = progress.due(&puzzles, day);
    let row = |kind: Option<PuzzleKind>| {
        let fits = |of: PuzzleKind| kind.is_none_or(|kind| kind == of);
        let all = puzzles.all().iter().filter(|puzzle| fits(puzzle.kind));
        let (count, done) = all.fold((0_usize, 0_usize), |(count, done), puzzle| {
            (count + 1, done + usize::from(progress.has_answered(puzzle.id)))
        });
        let name = move || kind.map_or(texts().common.all_kinds, |kind| texts().kinds[kind as usize].name);
        let share = format!("--share:{:.3}", done as f64 / count.max(1) as f64);
        view! {
            <li>
                <a
                    href=Series::Training(kind).route().fragment()
                    data-train=kind.map_or("all", PuzzleKind::id)
                    style=share
                >
                    <b>{name}</b>
                    <small>{move || texts().common.solved_of(done, count)}</small>
                    {icon_picture(Icon::Forward)}
                </a>
            </li>
        }
    };
    let kinds = std::iter::once(None).chain(PuzzleKind::ALL.map(Some)).map(row).collect_view();
    let is_empty = puzzles.all().is_empty();
    let figure = |label: fn(&PuzzleWords) -> &'static str, value: String, note: Box<dyn Fn() -> String + Send>| {
        view! { <div><dt>{move || label(&texts().common)}</dt><dd><b>{value}</b> <small>{note}</small></dd></div> }
    };
    let provisional =
        move || if rating.is_provisional() { texts().common.provisional.to_string() } else { String::new() };
    view! {
        <Page title>
            <p class="quiet">{move || texts().common.intro}</p>
            {is_empty.then(|| view! { <p data-none="">{move || texts().common.none}</p> })}
            {daily}
            <dl class="puzzle-figures">
                {figure(|words| words.your_rating, format!("{:.0}", rating.rating), Box::new(provisional))}
                {figure(|words| words.streak, streak.to_string(), Box::new(move || best_of(best)))}
                {figure(|words| words.daily_streak, days.to_string(), Box::new(move || best_of(best_days)))}
            </dl>
            <p class="puzzle-start">
                <a class="button main" href=Series::Training(None).route().fragment() data-do="solve">
                    {move || texts().common.solve}
                </a>
                {(due > 0).then(|| view! { <span data-due=due.to_string()>{move || texts().common.due(due)}</span> })}
            </p>
            <h2 class="label">{move || texts().common.kinds}</h2>
            <ul class="puzzle-kinds">{kinds}</ul>
        </Page>
    }
}
