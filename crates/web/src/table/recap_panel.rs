//! The recap at the top of the panel: what every player did since the viewer's last own move, the move under review, or the hint.

use leptos::prelude::*;
use shangrila_rules::Clan;
use shangrila_scene::Icon;
use shangrila_table::{RecapLine, RecapTurn, Session, wording};

use super::game::{Advice, Game, HelpStep};
use super::layout;
use super::log::start_words;
use super::recap_brief::brief_turn;
use super::review::replay_from;
use super::story::{Story, is_shared, your_clans};
use super::tips::{BriefSoundOffer, SoundOffer};
use crate::erased::{click, memo};
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::{Preferences, preferences};

/// What the recap says now.
#[derive(Clone, PartialEq)]
struct RecapText {
    title: String,
    lines: Vec<RecapLine>,
    /// Whether the lines name the turns by the numbers of their marks on the board.
    numbered: bool,
    /// The number of turns after which a replay starts.
    since: usize,
}

fn recap_text(game: Game, story: Story, preferences: Preferences) -> RecapText {
    let words = preferences.words();
    let hint = match game.advice() {
        Advice::None => None,
        Advice::Searching => Some(words.screen.hint_search.to_string()),
        Advice::Found(_) => game.advice_words(),
    };
    if let (Some(text), Some(clan)) = (hint, game.mover()) {
        let lines = vec![RecapLine { clan, turns: Vec::new(), text }];
        return RecapText { title: words.table.hint.to_string(), lines, numbered: false, since: 0 };
    }
    let you = your_clans(game);
    let missed = game.online().and_then(|table| table.missed_since());
    game.session.with(|session| {
        let who = |clan: Clan| session.who(words, clan);
        if let Some(warning) = game.warning.get() {
            let texts = &preferences.words().coach;
            let warned = RecapLine { clan: warning.review.clan, turns: Vec::new(), text: warning.words(texts) };
            let follows = story.recap.with(|recap| recap.lines(words, you, &who));
            let lines = std::iter::once(warned).chain(follows).collect();
            return RecapText { title: texts.careful.to_string(), lines, numbered: true, since: 0 };
        }
        if session.is_viewing() {
            let since = session.shown_turns();
            let shown = session.turns_back().next().and_then(|(before, mv, _)| RecapTurn::of(1, before, mv));
            let line = |turn: RecapTurn| {
                let text = turn.words(words, you, &who);
                RecapLine { clan: turn.clan, turns: vec![turn], text }
            };
            return RecapText {
                title: wording::shown_turn(words, session),
                lines: shown.map(line).into_iter().collect(),
                numbered: false,
                since,
            };
        }
        let title = match (missed, game.viewer().filter(|_| !is_shared(game))) {
            (Some(_), _) => words.online.missed,
            (None, Some(_)) => words.story.since_your_move,
            (None, None) => words.story.latest_moves,
        };
        story.recap.with(|recap| RecapText {
            title: title.to_string(),
            lines: recap.lines(words, you, &who),
            numbered: true,
            since: recap.since,
        })
    })
}

/// The recap. Its place is always the same, whatever it says.
#[component]
pub(crate) fn RecapPanel() -> impl IntoView {
    let game = expect_context::<Game>();
    let story = expect_context::<Story>();
    let preferences = preferences();
    let text = memo(move || recap_text(game, story, preferences));
    let viewing = memo(move || game.session.with(Session::is_viewing));
    let empty = memo(move || text.with(|text| text.lines.is_empty()));
    let can_choose = memo(move || game.can_choose());
    let warned = move || game.warning.with(Option::is_some);
    let list = NodeRef::<leptos::html::Ol>::new();
    let crowded = RwSignal::new(false);
    let compact = layout().compact;
    // On small screens the recap is always told in signs, elsewhere where its sentences do not fit. Measuring makes the browser work out the
    // layout, so it waits until everything has changed; that is still before anything is painted.
    Effect::new(move || {
        text.track();
        compact.track();
        let _ = crowded.try_set(false);
        request_animation_frame(move || {
            let overflows = |list: &web_sys::HtmlOListElement| list.scroll_height() > list.client_height();
            let _ = crowded.try_set(list.try_get_untracked().flatten().is_some_and(|list| overflows(&list)));
        });
    });
    let in_signs = move || crowded.get() || compact.get() && text.with(|text| text.numbered) && !warned();
    let missed = move || game.online().and_then(|table| table.missed_since()).is_some();
    let dismiss = move || game.online().into_iter().for_each(|table| table.dismiss_missed());
    let hinting = move || game.advice() != Advice::None;
    let more = move || matches!(game.advice(), Advice::Found(HelpStep::Where | HelpStep::Kind));
    let offers = move || can_choose.get() && !viewing.get() && !hinting() && !warned();
    let offers_sound = memo(move || offers() && empty.get());
    let offers_sound_briefly = memo(move || offers() && !empty.get());
    let texts = move || &preferences.words().coach;
    let replay = move |_| {
        let since = text.with_untracked(|text| text.since);
        dismiss();
        replay_from(game, since);
    };
    view! {
        <section class="recap" class:advice=hinting class:warned=warned aria-label=move || text.with(|text| text.title.clone())>
            <header>
                <h2>{move || text.with(|text| text.title.clone())}</h2>
                {move || missed().then(|| view! {
                    <button type="button" class="link" data-do="not-missed" on:click=click(dismiss)>
                        {preferences.words().app.close}
                    </button>
                })}
                {move || more().then(|| view! {
                    <button type="button" class="link" data-do="more-help" on:click=click(move || game.ask_advice())>
                        {texts().more_help}
                    </button>
                })}
                {move || game.advised_move().map(|mv| view! {
                    <button type="button" class="link" data-do="play-hint" on:click=click(move || game.propose(mv))>
                        {preferences.words().table.play_hint}
                    </button>
                })}
                {move || hinting().then(|| view! {
                    <button type="button" class="link close-hint" data-do="close-hint"
                        aria-label=preferences.words().app.close title=preferences.words().app.close
                        on:click=click(move || game.close_advice())>
                        {icon_picture(Icon::Close)}
                    </button>
                })}
                {move || offers_sound_briefly.get().then(|| view! { <BriefSoundOffer/> })}
                <button
                    type="button"
                    class="link"
                    data-do="replay-since"
                    hidden=move || viewing.get() || hinting() || warned()
                    disabled=move || empty.get()
                    on:click=replay
                >
                    {icon_picture(Icon::Play)}
                    {move || preferences.words().story.replay}
                </button>
            </header>
            // Focusable, so that the keyboard can scroll it.
            <ol class="recap-lines" class:in-signs=in_signs tabindex="0" node_ref=list>
                {move || (empty.get() && !viewing.get()).then(|| view! {
                    <li class="quiet">{fair_start_words(game).unwrap_or_else(|| preferences.words().story.nothing_since.to_string())}</li>
                })}
                {move || {
                    let RecapText { lines, numbered, since, .. } = text.get();
                    lines.into_iter().map(|line| view! { <Line line numbered since/> }).collect_view()
                }}
            </ol>
            {move || warned().then(|| view! {
                <div class="warning-buttons">
                    <button type="button" class="button" data-do="play-anyway" on:click=click(move || game.play_anyway())>
                        {texts().play_anyway}
                    </button>
                    <button type="button" class="button main" data-do="other-move" on:click=click(move || game.warning.set(None))>
                        {texts().other_move}
                    </button>
                </div>
            })}
            // Whatever there is to tell needs the room itself.
            {move || offers_sound.get().then(|| view! { <SoundOffer/> })}
        </section>
    }
}

/// How a game with a fair start begins, until someone has moved.
fn fair_start_words(game: Game) -> Option<String> {
    game.session.with(|session| {
        let start = session.fair_start().filter(|_| session.played() == 0)?;
        Some(start_words(preferences(), session.position().seats(), &start))
    })
}

/// What one player did. Pointing at it marks the latest of these moves on the board.
#[component]
fn Line(line: RecapLine, numbered: bool, since: usize) -> impl IntoView {
    let game = expect_context::<Game>();
    let RecapLine { clan, turns, text } = line;
    let numbers: Vec<usize> = turns.iter().map(|turn| turn.number).filter(|_| numbered).collect();
    let you = your_clans(game);
    let brief = turns.iter().map(|turn| brief_turn(game, turn, you, numbered)).collect_view();
    let last = numbers.last().map(|number| since + number - 1);
    let plates = numbers.iter().map(|&number| view! { <b class="recap-number">{number}</b> }).collect_view();
    let list: String = numbers.iter().map(|number| format!(" {number}")).collect();
    on_cleanup(move || {
        let _ = game.hovered_turn.try_set(None);
    });
    view! {
        <li
            class=clan_class(clan)
            data-recap=format!("{}{list}", clan.letter())
            on:mouseenter=move |_| game.hovered_turn.set(last)
            on:mouseleave=move |_| game.hovered_turn.set(None)
        >
            {emblem_picture(clan)}
            <span class="full">{plates} {text}</span>
            {(!turns.is_empty()).then(|| view! { <span class="brief" aria-hidden="true">{brief}</span> })}
        </li>
    }
}
