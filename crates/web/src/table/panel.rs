//! The panel beside the board: whose turn it is, what can be done, who plays, what happened.

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_rules::{Choices, Clan, Move, Village};
use shangrila_scene::Icon;
use shangrila_table::{PendingMove, Session, TurnNumber, wording};

use super::drag::Dragging;
use super::end_panel::EndPanel;
use super::game::Game;
use super::journey_panel::JourneyPanel;
use super::log::LatestTurns;
use super::menu::MenuButton;
use super::players::Players;
use super::recap_panel::RecapPanel;
use super::review::HistoryBar;
use super::story::{Story, is_shared, may_end_words};
use super::threat_panel::ThreatPanel;
use super::tips::Tip;
use super::typed_move::TypedMove;
use super::venue::RemoteTable;
use super::village_panel::VillagePanel;
use super::{layout, windows};
use crate::browser;
use crate::erased::{click, memo};
use crate::pictures::{clan_class, emblem_picture, icon_picture, tile_picture};
use crate::preferences::preferences;

/// What the panel shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PanelContent {
    Turn,
    /// The village zoomed in on.
    Village(Village),
    /// All possible journeys.
    Threats,
    /// The chat of an online table.
    Chat,
    /// A journey that waits for confirmation.
    Journey,
    /// Another move that waits for confirmation.
    Move,
    End,
}

/// The panel.
#[component]
pub(crate) fn Panel() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let (windows, layout) = (windows(), layout());
    let content = memo(move || match game.proposal.get() {
        Some(_) if game.guide().is_some_and(|guide| guide.objects(game)) => PanelContent::Turn,
        Some(Move::Journey { .. }) => PanelContent::Journey,
        Some(_) => PanelContent::Move,
        None if windows.threats.get() => PanelContent::Threats,
        None if game.online().is_some_and(|table| table.is_chat_open()) => PanelContent::Chat,
        None if layout.compact.get() && game.zoomed.get().is_some() => {
            game.zoomed.get().map_or(PanelContent::Turn, PanelContent::Village)
        }
        None if game.has_ended() && !game.session.with(Session::is_viewing) && game.guide().is_none() => {
            PanelContent::End
        }
        None => PanelContent::Turn,
    });
    // The turn panel stays mounted but hidden behind other content, so that players and log need not be rebuilt.
    let is_turn = move || matches!(content.get(), PanelContent::Turn | PanelContent::Move);
    view! {
        <aside class="panel" aria-label=move || preferences.words().table.panel>
            <div class="panel-face" hidden=move || !is_turn()>
                {match game.guide() {
                    Some(guide) => guide.face(),
                    None => view! { <TurnPanel/> }.into_any(),
                }}
            </div>
            {move || match content.get() {
                PanelContent::Turn | PanelContent::Move => None,
                PanelContent::Journey => Some(view! { <JourneyPanel/> }.into_any()),
                PanelContent::End => Some(view! { <EndPanel/> }.into_any()),
                PanelContent::Threats => Some(view! { <ThreatPanel/> }.into_any()),
                PanelContent::Chat => game.online().map(|table| table.chat_panel()),
                PanelContent::Village(village) => Some(view! { <VillagePanel village/> }.into_any()),
            }}
        </aside>
    }
}

/// The state of the turn panel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TurnState {
    /// The current turn, of this player or another.
    Now,
    /// An earlier turn under review.
    Past,
    /// A placement or a recruitment that waits for confirmation.
    Proposal,
}

/// The panel during play: whose turn it is, the actions, the players and the log.
#[component]
fn TurnPanel() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let state = memo(move || match game.proposal.get() {
        Some(Move::Place { .. } | Move::Recruit { .. }) => TurnState::Proposal,
        _ if game.session.with(Session::is_viewing) => TurnState::Past,
        _ => TurnState::Now,
    });
    let proposes = move || state.get() == TurnState::Proposal;
    // One line for everyone else, and room for the offer of sound at the first start, which needs three.
    let lines = (game.session.with_untracked(|session| session.position().seats().count()) - 1).max(3);
    let contents = NodeRef::<leptos::html::Div>::new();
    // Changes with every turn of a person at this screen, but not while others move and someone may be reading the log.
    let own_turn = memo(move || game.session.with(|session| session.person_chooses().then(|| session.played())));
    // What is new is at the top.
    Effect::new(move || {
        state.track();
        own_turn.track();
        game.warning.track();
        // Scrolling makes the browser work out the layout, so it waits until everything has changed.
        request_animation_frame(move || {
            contents.try_get_untracked().flatten().into_iter().for_each(|contents| contents.set_scroll_top(0));
        });
    });
    view! {
        <TurnHead/>
        {game.online().map(|table| table.status_notes())}
        <div class="panel-scroll turn-face" node_ref=contents>
            // Always as high as this, whatever it contains, so that the players below stay in place.
            <div class="story" style=format!("--lines:{lines}")>
                <RecapPanel/>
                {move || match state.get() {
                    TurnState::Now => view! { <TurnActions/> }.into_any(),
                    TurnState::Past => view! { <HistoryBar/> }.into_any(),
                    TurnState::Proposal => view! { <Proposal/> }.into_any(),
                }}
            </div>
            <Players/>
            <Tip/>
            <LatestTurns/>
        </div>
        {move || if proposes() {
            view! { <ConfirmButtons label=Signal::derive(move || preferences.words().table.confirm)/> }.into_any()
        } else {
            view! { <PanelFooter/> }.into_any()
        }}
    }
}

/// Whose turn it is.
#[component]
fn TurnHead() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let mover = memo(move || game.mover());
    let story = expect_context::<Story>();
    let compact = layout().compact;
    let title = move || {
        let words = preferences.words();
        let Some(clan) = mover.get() else { return words.table.over.to_string() };
        if game.session.with(Session::is_viewing) {
            return words.table.viewing_earlier_turn.to_string();
        }
        let alone = game.online().is_some() || game.session.with(Session::you).is_some();
        let mine = game.is_mine(clan) && game.online().is_none_or(|table| !table.has_stand_in());
        match (mine, alone) {
            (true, true) => words.table.your_turn.to_string(),
            (true, false) if !is_shared(game) => words.table.turn_of(game.player_name(clan)),
            _ => words.table.to_move(game.player_name(clan)),
        }
    };
    let subtitle = move || {
        let words = preferences.words();
        let turn = game.displayed.with(|position| wording::turn(words, TurnNumber::of(position)));
        match mover.get() {
            Some(clan) => {
                let clan = &words.clans[clan as usize];
                format!("{}, {} · {turn}", clan.name, clan.colour)
            }
            None => turn,
        }
    };
    view! {
        <header class="turn">
            {move || mover.get().map(emblem_picture)}
            <div>
                <h1>{title}</h1>
                {move || if compact.get() && story.may_end.get() {
                    view! { <p class="may-end" data-may-end="">{may_end_words(game, preferences.words())}</p> }.into_any()
                } else {
                    view! { <p>{subtitle}</p> }.into_any()
                }}
            </div>
            <MenuButton/>
            <ThinkingBar/>
        </header>
    }
}

/// The progress of the computer player's search.
#[component]
fn ThinkingBar() -> impl IntoView {
    let game = expect_context::<Game>();
    let thinks = memo(move || game.is_thinking());
    let share = move || format!("--share:{:.3}", if thinks.get() { game.engine.progress.get() } else { 0.0 });
    view! { <span class="thinking" class:on=move || thinks.get() style=share aria-hidden="true"></span> }
}

/// What the player is asked to do, or what others are doing.
pub(crate) fn request(game: Game) -> String {
    let words = preferences().words();
    if !game.active_tab.get() {
        return words.table.open_in_other_tab.to_string();
    }
    let must_pass = game.session.with(|session| session.position().choices().must_pass());
    let guide = game.guide().filter(|_| !must_pass && !game.can_choose());
    if let Some(guide) = guide {
        return guide.waiting_reason(game);
    }
    match game.mover() {
        Some(clan) if must_pass => words.choose.must_pass(wording::clan(words, clan)),
        _ if game.can_choose() => game.prompt(),
        _ if game.is_thinking() && game.online().is_none() => words.table.wait.to_string(),
        _ => game.latest_words(),
    }
}

/// What a half-made move still needs, where nothing else says it.
#[component]
pub(crate) fn ChoiceInProgress() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let choosing = memo(move || game.session.with(|session| session.pending != PendingMove::Open));
    move || {
        choosing.get().then(|| {
            view! {
                <p class="request choosing">
                    {move || request(game)} " "
                    <button type="button" class="button small" on:click=click(move || _ = game.back())>
                        {move || preferences.words().table.back}
                    </button>
                </p>
            }
        })
    }
}

/// The prompt, the three types of move and the supply.
#[component]
pub(crate) fn TurnActions() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let can_choose = memo(move || game.can_choose());
    let choices = memo(move || game.session.with(|session| session.position().choices()));
    let opening = memo(move || game.session.with(|session| session.position().in_opening()));
    let kinds = move || {
        let watching = game.online().is_some_and(|table| table.is_spectator());
        if opening.get() || watching {
            return None;
        }
        // While others move, the buttons stay in place, disabled.
        let choices = if can_choose.get() { choices.get() } else { Choices::default() };
        Some(view! {
            <div class="kinds" role="group" aria-label=preferences.words().table.move_kinds>
                <KindButton kind=PendingMove::Place possible=!choices.places.is_empty() icon=Icon::Place/>
                <KindButton kind=PendingMove::Recruit possible=!choices.recruits.is_empty() icon=Icon::Recruit/>
                <KindButton kind=PendingMove::Journey possible=!choices.journeys.is_empty() icon=Icon::Journey/>
            </div>
        })
    };
    view! {
        <div class="what-now">
            <p class="request">{move || request(game)}</p>
            {move || (!game.active_tab.get()).then(|| view! {
                <button type="button" class="button" on:click=click(move || game.take_over())>
                    {move || preferences.words().table.play_here}
                </button>
            })}
            {kinds}
            {move || can_choose.get().then(|| view! { <Supply/> })}
            {move || (can_choose.get() && windows().typing.get()).then(|| view! { <TypedMove/> })}
        </div>
    }
}

#[component]
fn KindButton(kind: PendingMove, possible: bool, icon: Icon) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let label = move || {
        let words = &preferences.words().table;
        match kind {
            PendingMove::Recruit => words.recruit,
            PendingMove::Journey => words.journey,
            _ => words.place,
        }
    };
    let on = memo(move || {
        let choice = game.session.with(|session| session.pending);
        choice == kind
            || matches!((kind, choice), (PendingMove::Recruit, PendingMove::SecondStudent { .. }))
            || matches!((kind, choice), (PendingMove::Journey, PendingMove::Destination { .. }))
    });
    view! {
        <button
            type="button"
            class="kind"
            class:on=move || on.get()
            aria-pressed=move || on.get().to_string()
            disabled=!possible
            on:click=click(move || game.choose_kind(kind))
        >
            {icon_picture(icon)}
            {label}
        </button>
    }
}

/// The mover's supply, shown where the players' cards have no room for it.
#[component]
fn Supply() -> impl IntoView {
    let game = expect_context::<Game>();
    let dragging = expect_context::<Dragging>();
    let preferences = preferences();
    move || {
        let clan = game.mover()?;
        let supply = game.displayed.with(|position| position.supplies()[clan]);
        Some(view! {
            <ul class="supply-row" aria-label=preferences.words().table.supply>
                {supply.iter().map(|(guild, &count)| view! {
                    <li
                        class:none=count == 0
                        title=preferences.words().guilds[guild as usize].name
                        on:pointerdown=move |event| dragging.press_tile(game, &event, guild)
                    >
                        {tile_picture(clan, guild, false)}
                        <span>{count}</span>
                    </li>
                }).collect_view()}
            </ul>
        })
    }
}

/// A placement or a recruitment that waits for confirmation.
#[component]
pub(crate) fn Proposal() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let text = move |mv: Move, clan: Clan| {
        let words = preferences.words();
        game.session.with(|session| wording::move_words(words, session.who(words, clan), mv))
    };
    move || {
        let (mv, clan) = (game.proposal.get()?, game.mover()?);
        let two_possible = game.session.with(|session| session.position().choices().can_recruit_two());
        let tiles = match mv {
            Move::Place { space } => vec![tile_picture(clan, space.guild(), false).into_any()],
            Move::Recruit { first, second } => {
                let students = std::iter::once(first).chain(second);
                students.map(|space| tile_picture(clan, space.guild(), true).into_any()).collect()
            }
            _ => Vec::new(),
        };
        Some(view! {
            <div class=format!("proposal {}", clan_class(clan))>
                <div class="proposal-tiles">{tiles}</div>
                <p class="request">{text(mv, clan)}"."</p>
                <Effects/>
                {move || (matches!(mv, Move::Recruit { second: None, .. }) && !two_possible).then(|| view! {
                    <p class="quiet">{preferences.words().table.one_student}</p>
                })}
            </div>
        })
    }
}

/// What the pending placement or recruitment changes: strengths, masters, and the bridges whose stronger side changes.
#[component]
fn Effects() -> impl IntoView {
    let story = expect_context::<Story>();
    let preferences = preferences();
    move || {
        let effect = story.effect.get()?;
        let words = &preferences.words().story;
        let lines = wording::flip_words(preferences.words(), &effect);
        let strengths = effect.villages.iter().map(|change| {
            let (before, after) = (change.before, change.after);
            view! {
                <li data-strength=change.village.to_string()>
                    <b>{wording::village(change.village)}</b>
                    {format!(" {}·{} → {}·{}", before.tiles, before.masters, after.tiles, after.masters)}
                </li>
            }
        });
        let (before, after) = effect.masters;
        Some(view! {
            <ul class="effects">
                {strengths.collect_view()}
                <li>{words.your_masters(before, after)}</li>
            </ul>
            <p class="quiet" data-flips="">{lines.join(" ")}</p>
        })
    }
}

/// The Back and Confirm buttons.
#[component]
pub(crate) fn ConfirmButtons(label: Signal<&'static str>) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    view! {
        <div class="confirm">
            <button type="button" class="button" on:click=click(move || { game.back(); })>
                {move || preferences.words().table.back}
            </button>
            <button
                type="button"
                class="button main"
                data-confirm=""
                on:click=click(move || {
                    browser::drop_focus();
                    game.confirm();
                })
            >
                {move || label.get()}
            </button>
        </div>
    }
}

/// The buttons at the foot: hint, undo and redo, or chat and takeback; and review.
#[component]
fn PanelFooter() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let can_undo = memo(move || game.active_tab.get() && game.session.with(Session::can_undo));
    let can_redo = memo(move || game.active_tab.get() && game.session.with(Session::can_redo));
    let played = memo(move || game.session.with(Session::played));
    let threats = windows().threats;
    let start_history = move |_| game.view(played.get_untracked().saturating_sub(1));
    let alone = move || {
        view! {
            <button
                type="button"
                class="foot-button accent"
                data-do="hint"
                disabled=move || !game.can_choose()
                on:click=click(move || game.ask_advice())
            >
                {icon_picture(Icon::Hint)}
                <span>{move || preferences.words().table.hint}</span>
            </button>
            <button
                type="button"
                class="foot-button"
                data-do="undo"
                disabled=move || !can_undo.get()
                on:click=click(move || game.undo())
            >
                {icon_picture(Icon::Undo)}
                <span>{move || preferences.words().table.undo}</span>
            </button>
            <button
                type="button"
                class="foot-button"
                data-do="redo"
                disabled=move || !can_redo.get()
                on:click=click(move || game.redo())
            >
                {icon_picture(Icon::Redo)}
                <span>{move || preferences.words().table.redo}</span>
            </button>
        }
    };
    let together = move |table: Arc<dyn RemoteTable>| {
        view! {
            {table.chat_button()}
            <button
                type="button"
                class="foot-button"
                data-do="take-back"
                hidden=move || game.viewer().is_none() || game.session.with(Session::is_finished)
                disabled=move || !game.can_request_takeback(&*table)
                on:click=click(move || game.undo())
            >
                {icon_picture(Icon::Undo)}
                <span>{move || preferences.words().online.request_takeback}</span>
            </button>
        }
    };
    view! {
        <footer class="foot">
            {match game.online() {
                Some(table) => together(table).into_any(),
                None => alone().into_any(),
            }}
            <button
                type="button"
                class="foot-button"
                data-do="danger"
                hidden=move || game.viewer().is_none()
                on:click=click(move || threats.set(true))
            >
                {icon_picture(Icon::Eye)}
                <span>{move || preferences.words().story.danger}</span>
            </button>
            <button
                type="button"
                class="foot-button"
                data-do="history"
                disabled=move || played.get() == 0
                on:click=start_history
            >
                {icon_picture(Icon::List)}
                <span>{move || preferences.words().table.review}</span>
            </button>
        </footer>
    }
}
