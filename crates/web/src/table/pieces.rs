//! The interactive pieces: bridges, villages and tiles.
//!
//! They are drawn as one text; afterwards, only what has changed is touched. There are more than a hundred of them: made one by one, with
//! handlers and effects of their own, they would take longer than everything else when a table opens.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::svg;
use shangrila_i18n::Words;
use shangrila_rules::map::{bridges_laid, villages_in_play};
use shangrila_rules::{Bridge, BridgeSet, Clan, Guild, Move, Occupant, Position, Space, Strength, Village};
use shangrila_scene::{self as scene, TILE_SIZE};
use shangrila_table::{PendingMove, Session, Spot, StrengthChange};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use super::board_text;
use super::game::Game;
use super::highlights::Highlights;
use super::keyboard::{spot_id, spot_of_id};
use super::story::Story;
use super::{Layout, layout};
use crate::pictures::{clan_class, escaped};
use crate::preferences::{Preferences, preferences};

/// All pieces of the board, back to front.
#[component]
pub(crate) fn Pieces() -> impl IntoView {
    let game = expect_context::<Game>();
    let Layout { compact, .. } = layout();
    let observer = Observer {
        game,
        highlights: expect_context(),
        story: expect_context(),
        compact,
        preferences: preferences(),
        standing_first: game.displayed.with_untracked(Position::bridges),
    };
    let first = untrack(move || observer.look());
    let bridges: String = first.bridges.iter().map(BridgeLook::html).collect();
    let villages: String = first.villages.iter().map(|village| village.html(first.words)).collect();
    let pieces = NodeRef::<svg::G>::new();
    Effect::new(move |before: Option<Look>| {
        let now = observer.look();
        if let Some(pieces) = pieces.get_untracked() {
            now.replace(before.as_ref().unwrap_or(&first), &pieces, game);
        }
        now
    });
    view! {
        <g
            node_ref=pieces
            on:click=move |event| click(game, compact.get_untracked(), &event)
            on:keydown=move |event| press(game, &event)
        >
            // Hidden from screen readers: villages already offer every destination, and bridges are a shortcut for pointers.
            <g class="bridges" aria-hidden="true" inner_html=bridges></g>
            // Targets light up in the colours of the clan to move.
            <g class=move || game.mover().map_or("", clan_class) inner_html=villages></g>
        </g>
    }
}

/// What the pieces follow.
#[derive(Clone, Copy)]
struct Observer {
    game: Game,
    highlights: Highlights,
    story: Story,
    compact: ReadSignal<bool>,
    preferences: Preferences,
    /// The bridges that stood when the board was opened.
    standing_first: BridgeSet,
}

impl Observer {
    /// How all pieces look now.
    fn look(self) -> Look {
        let Observer { game, highlights, .. } = self;
        let position = game.displayed.get();
        let (targets, marks) = (highlights.targets.get(), highlights.marks.get());
        let tab_stop = highlights.tab_stop.get();
        let travelling = game.animation.with(|animation| animation.map(|animation| animation.report));
        let planning = position.to_move().filter(|_| !game.session.with(Session::is_viewing));
        let far = self.compact.get() && game.zoomed.get().is_none() && game.preview().is_none();
        let effect = self.story.effect.get();
        let bridge = |bridge: Bridge| {
            let standing = position.bridges().contains(bridge);
            BridgeLook {
                bridge,
                standing,
                fallen: !standing && self.standing_first.contains(bridge),
                target: targets.bridges.contains(bridge),
                crossed: travelling.is_some_and(|report| report.bridge == bridge),
            }
        };
        let space = |space: Space| {
            let walks = travelling.is_some_and(|report| report.from == space.village());
            let chosen = marks.chosen.contains(space);
            SpaceLook {
                space,
                occupant: position.occupant(space).map(|there| Occupant { student: there.student && !walks, ..there }),
                planned: planning.filter(|_| chosen),
                target: targets.contains(Spot::Space(space)),
                chosen,
                advised: marks.advised.contains(space),
                tab_stop: tab_stop == Some(Spot::Space(space)),
            }
        };
        let village = |village: Village| {
            let changes = effect.iter().flat_map(|effect| &effect.villages);
            VillageLook {
                village,
                strength: position.strength(village),
                peace: position.has_stone(village),
                target: targets.contains(Spot::Village(village)),
                origin: marks.origin.contains(village),
                far,
                change: changes.copied().find(|change| change.village == village),
                tab_stop: tab_stop == Some(Spot::Village(village)),
                spaces: Guild::ALL.map(|guild| space(Space::new(village, guild))),
            }
        };
        let clans = position.seats().count();
        let (laid, in_play) = (bridges_laid(clans), villages_in_play(clans));
        let villages = scene::VILLAGES_FROM_NORTH.iter().copied();
        Look {
            words: self.preferences.words(),
            bridges: scene::bridges_from_north().filter(|&one| laid.contains(one)).map(bridge).collect(),
            villages: villages.filter(|&one| in_play.contains(one)).map(village).collect(),
        }
    }
}

/// How all pieces look.
struct Look {
    words: &'static Words,
    bridges: Vec<BridgeLook>,
    villages: Vec<VillageLook>,
}

impl Look {
    /// Changes pieces that look like `before` where they should look different.
    fn replace(&self, before: &Look, pieces: &Element, game: Game) {
        let other_words = !std::ptr::eq(self.words, before.words);
        for (now, before) in self.bridges.iter().zip(&before.bridges).filter(|(now, before)| now != before) {
            let Some(piece) = find(pieces, &format!("[data-bridge={}]", now.bridge)) else { continue };
            set(&piece, "class", &before.class(), &now.class());
            draw(&piece, "g", before.drawing(), now.drawing());
        }
        let villages = self.villages.iter().zip(&before.villages);
        for (now, then) in villages.filter(|(now, then)| now != then || other_words) {
            let Some(piece) = find(pieces, &format!("[data-village={}]", now.village)) else { continue };
            set(&piece, "class", &then.class(), &now.class());
            draw(&piece, ".village-badge", &then.badge(), &now.badge());
            if let Some(hit) = find(&piece, ".village-hit") {
                set(&hit, "tabindex", tab_index(then.tab_stop), tab_index(now.tab_stop));
                set(&hit, "aria-label", &then.label(before.words), &now.label(self.words));
            }
            let spaces = now.spaces.iter().zip(&then.spaces);
            for (now, then) in spaces.filter(|(now, then)| now != then || other_words) {
                let Some(piece) = find(&piece, &format!("#{}", spot_id(Spot::Space(now.space)))) else { continue };
                set(&piece, "class", &then.class(), &now.class());
                set(&piece, "tabindex", tab_index(then.tab_stop), tab_index(now.tab_stop));
                set(&piece, "aria-label", &then.label(before.words), &now.label(self.words));
                if now.drawing() != then.drawing() {
                    // A tile that has just arrived drops onto its space.
                    let arrived = game.changed_spaces.with_untracked(|spaces| spaces.contains(now.space));
                    let drawing = now.drawing();
                    let drawing = if arrived { format!(r#"<g class="arrived">{drawing}</g>"#) } else { drawing };
                    draw(&piece, ".piece", "", &drawing);
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
struct BridgeLook {
    bridge: Bridge,
    standing: bool,
    /// Whether it has broken since the board was opened.
    fallen: bool,
    target: bool,
    /// Whether students are on it.
    crossed: bool,
}

impl BridgeLook {
    fn html(&self) -> String {
        let (class, bridge, drawing) = (self.class(), self.bridge, self.drawing());
        let (one, other) = scene::bridge_ends(bridge);
        format!(
            r#"<g class="{class}" data-bridge="{bridge}"><g>{drawing}</g><path class="crossing-hit" d="M{:.1} {:.1}L{:.1} {:.1}"></path></g>"#,
            one.x, one.y, other.x, other.y
        )
    }

    fn class(&self) -> String {
        classes("crossing", &[(self.target, " target"), (self.crossed, " crossed"), (self.fallen, " fallen")])
    }

    fn drawing(&self) -> &'static str {
        scene::bridge(self.bridge, self.standing)
    }
}

#[derive(Clone, Copy, PartialEq)]
struct VillageLook {
    village: Village,
    strength: Strength,
    peace: bool,
    target: bool,
    /// Whether students will leave it, or a hint points at it.
    origin: bool,
    /// Whether a small screen shows the whole board, so that its numbers are larger.
    far: bool,
    /// How the pending move changes its strength.
    change: Option<StrengthChange>,
    tab_stop: bool,
    spaces: [SpaceLook; 7],
}

impl VillageLook {
    fn html(&self, words: &Words) -> String {
        let village = self.village;
        let centre = scene::village_centre(village);
        let spaces: String = self.spaces.iter().map(|space| space.html(words)).collect();
        format!(
            r#"<g class="{class}" data-village="{village}" transform="translate({x:.1} {y:.1})"><g>{ground}</g><g id="{id}" class="village-hit" role="button" tabindex="{tab}" aria-label="{label}"><path class="glow" d="{outline}"></path></g>{spaces}<g class="houses">{front}</g><g class="village-badge" aria-hidden="true">{badge}</g></g>"#,
            class = self.class(),
            x = centre.x,
            y = centre.y,
            ground = scene::village_ground(village),
            id = spot_id(Spot::Village(village)),
            tab = tab_index(self.tab_stop),
            label = escaped(&self.label(words)),
            outline = scene::PLAZA_OUTLINE,
            front = scene::village_front(village),
            badge = self.badge(),
        )
    }

    fn class(&self) -> String {
        let own = if scene::village_class(self.village).is_empty() { "village" } else { "village red" };
        classes(own, &[(self.peace, " peace"), (self.target, " target"), (self.origin, " origin")])
    }

    fn badge(&self) -> String {
        let village = self.village;
        match (self.change, self.peace, self.far) {
            (Some(change), ..) => scene::changed_badge(village, change.before, change.after),
            (None, true, true) => scene::compact_stone(village),
            (None, true, false) => scene::stone(village),
            (None, false, true) => scene::compact_badge(village, self.strength),
            (None, false, false) => scene::badge(village, self.strength),
        }
    }

    fn label(&self, words: &Words) -> String {
        board_text::village_label(words, self.village, self.strength, self.peace, self.target)
    }
}

#[derive(Clone, Copy, PartialEq)]
struct SpaceLook {
    space: Space,
    occupant: Option<Occupant>,
    /// The clan whose tile the pending move would put here.
    planned: Option<Clan>,
    target: bool,
    chosen: bool,
    advised: bool,
    tab_stop: bool,
}

impl SpaceLook {
    fn html(&self, words: &Words) -> String {
        let (space, guild) = (self.space, self.space.guild());
        let centre = scene::space_offset(guild);
        // The ring is below the tile, so that it never covers the mark of a student.
        format!(
            r#"<g id="{id}" class="{class}" data-space="{letter}@{village}" role="button" tabindex="{tab}" aria-label="{label}"><circle class="space-hit" cx="{x}" cy="{y}" r="{hit}"></circle><circle class="ring-target" cx="{x}" cy="{y}" r="{ring}"></circle><g class="piece">{drawing}</g></g>"#,
            id = spot_id(Spot::Space(space)),
            class = self.class(),
            letter = guild.letter(),
            village = space.village(),
            tab = tab_index(self.tab_stop),
            label = escaped(&self.label(words)),
            x = centre.x,
            y = centre.y,
            hit = scene::SOCKET_RADIUS + 2.5,
            ring = scene::SOCKET_RADIUS + 2.0,
            drawing = self.drawing(),
        )
    }

    fn class(&self) -> String {
        classes("space", &[(self.target, " target"), (self.chosen, " chosen"), (self.advised, " advised")])
    }

    fn label(&self, words: &Words) -> String {
        board_text::space_label(words, self.space, self.occupant, self.target)
    }

    /// What lies on the space, plus what the pending move would add.
    fn drawing(&self) -> String {
        let guild = self.space.guild();
        let centre = scene::space_offset(guild);
        let planned = |drawing: String| format!(r#"<g class="planned">{drawing}</g>"#);
        match (self.occupant, self.planned) {
            (None, None) => scene::ghost(guild).to_string(),
            (None, Some(clan)) => planned(scene::tile(clan, guild, centre, TILE_SIZE)),
            (Some(Occupant { clan, student: true }), _) => scene::stack(clan, guild, centre, TILE_SIZE),
            (Some(Occupant { clan, .. }), Some(_)) => planned(scene::stack(clan, guild, centre, TILE_SIZE)),
            (Some(Occupant { clan, .. }), None) => scene::tile(clan, guild, centre, TILE_SIZE),
        }
    }
}

fn classes(own: &str, others: &[(bool, &str)]) -> String {
    others.iter().filter(|(on, _)| *on).fold(own.to_string(), |class, (_, name)| class + name)
}

/// The whole board is a single Tab stop.
fn tab_index(tab_stop: bool) -> &'static str {
    if tab_stop { "0" } else { "-1" }
}

fn find(element: &Element, selector: &str) -> Option<Element> {
    element.query_selector(selector).ok().flatten()
}

/// Sets an attribute that is to change.
fn set(element: &Element, name: &str, before: &str, now: &str) {
    if now != before {
        // Fails only for names that are none.
        let _ = element.set_attribute(name, now);
    }
}

/// Draws the first part of a piece that matches a selector again, if that is to change.
fn draw(piece: &Element, selector: &str, before: &str, now: &str) {
    if now != before {
        find(piece, selector).into_iter().for_each(|part| part.set_inner_html(now));
    }
}

/// A piece that reacts to clicks.
enum Piece {
    Bridge(Bridge),
    Spot(Spot),
}

/// The piece that an event happened at, if it is one of those that match the selector.
fn piece_at(event: &Event, selector: &str) -> Option<Piece> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let piece = target.closest(selector).ok().flatten()?;
    if let Some(bridge) = piece.get_attribute("data-bridge") {
        return Bridge::all().find(|one| one.to_string() == bridge).map(Piece::Bridge);
    }
    // A badge belongs to its village.
    let village = |village: String| village.chars().next().and_then(Village::from_letter).map(Spot::Village);
    let parent = || piece.parent_element()?.get_attribute("data-village").and_then(village);
    spot_of_id(&piece.id()).or_else(parent).map(Piece::Spot)
}

/// Handles a click or tap. On a small screen the first tap zooms in on the village, unless the pending choice is a village.
fn click(game: Game, compact: bool, event: &Event) {
    let spot = match piece_at(event, ".space, .village-hit, .village-badge, .crossing") {
        Some(Piece::Spot(spot)) => spot,
        Some(Piece::Bridge(bridge)) => return game.select_bridge(bridge),
        None => return,
    };
    let village = match spot {
        Spot::Space(space) => space.village(),
        Spot::Village(village) => village,
    };
    if compact && game.zoomed.get_untracked() != Some(village) {
        let choice = game.session.with_untracked(|session| session.pending);
        let wants_village = matches!(choice, PendingMove::Journey | PendingMove::Destination { .. });
        let pending_journey = matches!(game.proposal.get_untracked(), Some(Move::Journey { .. }));
        if wants_village || pending_journey {
            return game.select(Spot::Village(village));
        }
        return game.zoomed.set(Some(village));
    }
    game.select(spot);
}

/// Handles a key press on the focused spot.
fn press(game: Game, event: &KeyboardEvent) {
    if !matches!(event.key().as_str(), "Enter" | " ") {
        return;
    }
    if let Some(Piece::Spot(spot)) = piece_at(event, ".space, .village-hit") {
        event.prevent_default();
        event.stop_propagation();
        if game.proposal.get_untracked().is_some() { game.confirm() } else { game.select(spot) }
    }
}
