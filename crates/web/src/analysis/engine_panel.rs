//! What the engine says: every clan's chances, and the best lines with what each of them means for every clan.

use leptos::prelude::*;
use shangrila_ai::{AnalysisLine, Outlook};
use shangrila_i18n::Words;
use shangrila_rules::{Clan, Position};
use shangrila_table::{RecapTurn, record_notes, wording};

use super::engine::{Found, LINES, most_threads};
use super::study::Study;
use super::texts;
use crate::controls::SignalSwitch;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::{Preferences, preferences};
use crate::route::Route;
use crate::table::turn_icon;

/// The engine's switch and settings, what it expects, and its lines.
#[component]
pub(super) fn EnginePanel() -> impl IntoView {
    let study = expect_context::<Study>();
    let preferences = preferences();
    let engine = study.engine;
    // What was found out about another position says nothing about this one.
    let found = Memo::new(move |_| {
        let position = study.position();
        engine.found.with(|found| found.clone().filter(|found| found.position == position && engine.on.get()))
    });
    let pairs = study.tree.with_untracked(|tree| record_notes::pairs(tree.headers()).is_some());
    let select = move |signal: RwSignal<usize>| {
        move |event| {
            if let Ok(value) = event_target_value(&event).parse() {
                signal.set(value);
            }
        }
    };
    let option = |value: usize, chosen: RwSignal<usize>| {
        view! { <option value=value.to_string() selected=move || chosen.get() == value>{value}</option> }
    };
    let body = move || {
        match study.rated.get() {
        Some(table) => view! {
            <div class="rated-refusal" data-refused="rated">
                <b>{move || texts(preferences).board.rated_title}</b>
                <p>{move || texts(preferences).board.rated_text}</p>
                <a class="button small" href=Route::Table(table).fragment()>{move || texts(preferences).board.to_table}</a>
            </div>
        }
        .into_any(),
        None => view! {
            <Chances found/>
            {pairs.then(|| view! { <p class="quiet" data-pairs="">{move || texts(preferences).board.own_chances}</p> })}
            <EngineLines found/>
        }
        .into_any(),
    }
    };
    view! {
        <section
            class="engine"
            data-engine=move || if engine.on.get() { "on" } else { "off" }
            data-visits=move || found.with(|found| found.as_ref().map(|found| found.analysis.visits))
            data-settled=move || found.with(|found| found.as_ref().map(|found| found.settled.to_string()))
            data-first=move || found.with(|found| found.as_ref().map(|found| found.first_after.round()))
            data-speed=move || found.with(|found| found.as_ref().and_then(|found| found.speed).map(f64::round))
        >
            <div class="engine-head">
                <SignalSwitch signal=engine.on label=Signal::derive(move || texts(preferences).board.engine) name="engine"/>
                <label>
                    {move || texts(preferences).board.lines}
                    <select data-option="lines" on:change=select(engine.lines)>
                        {LINES.map(|lines| option(lines, engine.lines)).collect_view()}
                    </select>
                </label>
                <label hidden=most_threads() == 1>
                    {move || texts(preferences).board.threads}
                    <select data-option="threads" on:change=select(engine.threads)>
                        {(1..=most_threads()).map(|threads| option(threads, engine.threads)).collect_view()}
                    </select>
                </label>
            </div>
            {body}
            <p class="engine-state quiet">{move || state_words(study, found, preferences)}</p>
        </section>
    }
}

/// What the engine is doing, and how much it has done.
fn state_words(study: Study, found: Memo<Option<Found>>, preferences: Preferences) -> String {
    let texts = &texts(preferences).board;
    let language = preferences.language.get();
    let number = |value: f64| String::from(js_sys::Number::from(value.round()).to_locale_string(language.code()));
    if study.engine.failed.get() {
        return texts.engine_failed.to_string();
    }
    if study.position().is_over() {
        return preferences.words().table.over.to_string();
    }
    match found.get() {
        _ if !study.engine.on.get() => texts.engine_off.to_string(),
        _ if study.rated.with(Option::is_some) => String::new(),
        None => texts.thinking.to_string(),
        Some(found) => {
            let visits = texts.visits(number(f64::from(found.analysis.visits)));
            let more = if found.settled {
                Some(texts.solved.to_string())
            } else {
                found.speed.map(|speed| texts.speed(number(speed)))
            };
            [Some(visits), more].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        }
    }
}

/// Every clan's masters now and as expected at the end, and its chance of winning.
#[component]
fn Chances(found: Memo<Option<Found>>) -> impl IntoView {
    let study = expect_context::<Study>();
    let preferences = preferences();
    let seats = study.tree.with_untracked(|tree| tree.position().seats());
    let outlook = Memo::new(move |_| {
        let known = found.with(|found| found.as_ref().map(|found| found.analysis.outlook));
        known.or_else(|| Outlook::of_end(&study.position()))
    });
    let row = move |clan: Clan| {
        let masters = Memo::new(move |_| study.position().masters(clan).len());
        let win = Memo::new(move |_| outlook.get().map(|outlook| outlook.wins[clan]));
        let percent = move || win.get().map(|win| (win * 100.0).round() as u32);
        let expected = move || outlook.get().map(|outlook| decimal(preferences.words(), outlook.masters[clan]));
        let label = move || {
            let words = preferences.words();
            let name = words.clans[clan as usize].name;
            percent().map(|percent| texts(preferences).board.chance_of(name, percent))
        };
        view! {
            <li
                class=format!("chance {}", clan_class(clan))
                class:now=move || study.position().to_move() == Some(clan)
                aria-label=label
                data-clan=clan.letter().to_string()
                data-win=move || win.get().map(|win| format!("{win:.4}"))
            >
                {emblem_picture(clan)}
                <span class="chance-name">{move || preferences.words().clans[clan as usize].name}</span>
                <span class="chance-bar" aria-hidden="true">
                    <i style=move || format!("--share:{:.3}", win.get().unwrap_or(0.0))></i>
                </span>
                <b>{move || percent().map_or("–".to_string(), |percent| format!("{percent}%"))}</b>
                <span class="chance-masters" title=move || texts(preferences).board.expected>
                    {move || masters.get()} " → " {move || expected().unwrap_or("–".to_string())}
                </span>
            </li>
        }
    };
    view! {
        <ul class="chances" aria-label=move || texts(preferences).board.win_chance>
            {seats.iter().map(row).collect_view()}
        </ul>
    }
}

/// A number with one decimal.
fn decimal(words: &Words, value: f32) -> String {
    format!("{value:.1}").replace('.', &words.decimal_mark.to_string())
}

/// The best lines. A click plays the first move; the button beside it adds the whole line.
#[component]
fn EngineLines(found: Memo<Option<Found>>) -> impl IntoView {
    let study = expect_context::<Study>();
    let wanted = study.engine.lines;
    on_cleanup(move || {
        let _ = study.hovered_line.try_set(None);
    });
    let line = move |index: usize| {
        let line = Memo::new(move |_| {
            found.with(|found| found.as_ref().and_then(|found| found.analysis.lines.get(index).cloned()))
        });
        view! { <EngineLine index line/> }
    };
    // Room for all lines from the start, so that nothing below jumps when they arrive.
    view! {
        <ol class="engine-lines">{move || (0..wanted.get()).map(line).collect_view()}</ol>
    }
}

#[component]
fn EngineLine(index: usize, line: Memo<Option<AnalysisLine>>) -> impl IntoView {
    let study = expect_context::<Study>();
    let preferences = preferences();
    let mv = Memo::new(move |_| line.with(|line| line.as_ref().map(|line| line.mv)));
    let first = move || {
        let words = preferences.words();
        let mv = mv.get()?;
        let turn = RecapTurn::of(1, &study.position(), mv)?;
        Some(view! { {turn_icon(mv).map(icon_picture)} {turn.brief_words(words, &|clan| wording::clan(words, clan))} })
    };
    let rest = Memo::new(move |_| line.with(|line| line.as_ref().map(|line| continuation(&study.position(), line))));
    let chance = move || {
        let clan = study.position().to_move()?;
        line.with(|line| line.as_ref().map(|line| format!("{}%", (line.outlook.wins[clan] * 100.0).round())))
    };
    let proved = Memo::new(move |_| line.with(|line| line.as_ref().is_some_and(|line| line.outlook.proved)));
    let visits = move || line.with(|line| line.as_ref().map(|line| short_number(line.visits)));
    let outlook = Memo::new(move |_| line.with(|line| line.as_ref().map(|line| line.outlook)));
    let seats = study.tree.with_untracked(|tree| tree.position().seats());
    // A line that loses the focus because the board is left has nothing to tell any more.
    let hover = move |on: bool| _ = study.hovered_line.try_set(on.then_some(index));
    view! {
        <li class="engine-line" data-line=index + 1 data-move=move || mv.get().map(|mv| mv.to_string()) class:empty=move || mv.get().is_none()>
            <button
                type="button"
                class="line-move"
                disabled=move || mv.get().is_none()
                on:click=move |_| mv.get_untracked().into_iter().for_each(|mv| study.game.play(mv))
                on:mouseenter=move |_| hover(true)
                on:mouseleave=move |_| hover(false)
                on:focus=move |_| hover(true)
                on:blur=move |_| hover(false)
            >
                <span class="line-number">{index + 1}</span>
                <b class="line-chance">{chance}</b>
                <span class="line-words">
                    <span class="line-first">{first}</span>
                    <small class="line-rest">{move || rest.get()}</small>
                </span>
                <small class="line-visits">
                    {visits}
                    {move || proved.get().then(|| view! { <em class="proved">{texts(preferences).board.proved}</em> })}
                </small>
                <small class="line-clans">
                    {seats.iter().map(|clan| view! { <LineClan clan outlook/> }).collect_view()}
                </small>
            </button>
            <button
                type="button"
                class="line-add"
                disabled=move || mv.get().is_none()
                title=move || texts(preferences).board.add_line
                aria-label=move || texts(preferences).board.add_line
                on:click=move |_| {
                    let moves = line.with_untracked(|line| line.as_ref().map(|line| line.variation.clone()));
                    study.add_line(&moves.unwrap_or_default());
                }
            >
                "+"
            </button>
        </li>
    }
}

/// What a line means for one clan: its chance of winning, and its masters at the end.
#[component]
fn LineClan(clan: Clan, outlook: Memo<Option<Outlook>>) -> impl IntoView {
    let preferences = preferences();
    let win = Memo::new(move |_| outlook.get().map(|outlook| outlook.wins[clan]));
    let percent = move || win.get().map_or("–".to_string(), |win| format!("{}%", (win * 100.0).round()));
    let masters = move || outlook.get().map(|outlook| decimal(preferences.words(), outlook.masters[clan]));
    view! {
        <span
            class=format!("line-clan {}", clan_class(clan))
            data-win=move || win.get().map(|win| format!("{win:.4}"))
            title=move || texts(preferences).board.expected
        >
            <span class="visually-hidden">{move || preferences.words().clans[clan as usize].name}</span>
            {emblem_picture(clan)}
            <b>{percent}</b>
            <i>{masters}</i>
        </span>
    }
}

/// The moves after the first, in notation, as far as they are legal and worth reading.
fn continuation(position: &Position, line: &AnalysisLine) -> String {
    const MOST: usize = 9;
    let mut at = *position;
    let legal = line.variation.iter().take(MOST).take_while(|&&mv| at.play(mv).is_ok());
    legal.skip(1).map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// `950`, `12k`, `3.4M`.
fn short_number(number: u32) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        _ => format!("{:.1}M", f64::from(number) / 1e6),
    }
}
