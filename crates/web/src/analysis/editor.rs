//! The position editor: any arrangement of tiles and bridges, and why no game can reach it. Some arrangements are no positions at all; others can
//! be analysed although no game comes by.

use leptos::prelude::*;
use shangrila_i18n::capitalise;
use shangrila_rules::map::{bridges_at, bridges_laid, villages_in_play};
use shangrila_rules::{
    Bridge, Clan, GameOptions, Guild, Occupant, Position, Seats, Setup, SetupProblem, Space, Strength, Village,
};
use shangrila_scene::{self as scene, Icon, TILE_SIZE};
use shangrila_table::{Unreachable, fitting_ply, link, wording};

use super::texts;
use crate::controls::Segments;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::{AnalysisPlace, Route};
use crate::table::{Landscape, space_words, view_box};

/// What a tap on a space does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tool {
    /// Puts a master of the clan there, then a student, then nothing.
    Tiles(Clan),
    Erase,
}

/// What a tap with a tool leaves on a space.
fn tapped(tool: Tool, there: Option<Occupant>) -> Option<Occupant> {
    match (tool, there) {
        (Tool::Erase, _) => None,
        (Tool::Tiles(clan), Some(occupant)) if occupant.clan == clan => {
            (!occupant.student).then_some(Occupant { clan, student: true })
        }
        (Tool::Tiles(clan), _) => Some(Occupant { clan, student: false }),
    }
}

/// The same board for three or four clans: what is not in play is taken off, what comes into play stands.
fn with_seats(setup: &Setup, seats: Seats) -> Setup {
    let (before, villages) = (bridges_laid(setup.seats.count()), villages_in_play(seats.count()));
    let mut changed = setup.clone();
    changed.seats = seats;
    changed.bridges = (setup.bridges | bridges_laid(seats.count()).without(before)) & bridges_laid(seats.count());
    changed.spaces.retain(|space, occupant| seats.contains(occupant.clan) && villages.contains(space.village()));
    changed.turn = setup.turn.filter(|&clan| seats.contains(clan)).or(seats.iter().next());
    changed
}

/// The strength of a village, possible or not.
fn strength(setup: &Setup, village: Village) -> Strength {
    let here: Vec<&Occupant> =
        setup.spaces.iter().filter(|(space, _)| space.village() == village).map(|(_, occupant)| occupant).collect();
    let students = here.iter().filter(|occupant| occupant.student).count();
    Strength { tiles: here.len() + students, masters: here.len() }
}

/// Turns after which the set-up is over.
fn setup_turns(seats: Seats) -> u16 {
    7 * seats.count() as u16
}

/// Changes tiles and bridges, and the number of turns with them, which has no field of its own.
fn edit(setup: &mut Setup, change: impl FnOnce(&mut Setup)) {
    let in_setup = setup.ply < setup_turns(setup.seats);
    change(setup);
    setup.ply = fitting_ply(setup, in_setup);
}

/// The editor. It begins with the position of the field, or with an empty board.
#[component]
pub(super) fn Editor(field: String) -> impl IntoView {
    let preferences = preferences();
    let empty = || Setup::from(Position::start(Seats::FOUR, GameOptions::default()));
    // Any arrangement will do, possible or not.
    let text = field.replace('_', " ").replace('!', "/");
    let begin = text.parse().unwrap_or_else(|_| Setup { ply: setup_turns(Seats::FOUR), ..empty() });
    let setup = RwSignal::new(begin);
    let tool = RwSignal::new(Tool::Tiles(Clan::Red));
    // What was typed, while it is not a position.
    let unreadable = RwSignal::new(None::<String>);
    let problems = Memo::new(move |_| setup.with(Setup::problems));
    let unreachable = Memo::new(move |_| setup.with(Unreachable::reasons));
    let is_position = move || problems.with(Vec::is_empty) && unreadable.with(Option::is_none);
    let analyse = move |_| {
        if let Ok(position) = setup.with_untracked(Setup::position) {
            Route::Analysis(AnalysisPlace::Packed(link::position_field(&position))).go();
        }
    };
    let reasons = move || {
        let (words, texts) = (preferences.words(), &texts(preferences).problems);
        let problem = |problem: SetupProblem| (problem.rule(), wording::setup_problem(words, texts, problem));
        let reason = |reason: Unreachable| (reason.rule(), wording::unreachable(words, texts, reason));
        let all = problems.get().into_iter().map(problem).chain(unreachable.get().into_iter().map(reason));
        let row = |(rule, text): (&'static str, String)| {
            view! { <li data-problem=rule>{words.refusals.rule(rule)} {words.colon} {text} "."</li> }
        };
        all.map(row).collect_view()
    };
    let verdict = move || match unreadable.get() {
        Some(reason) => view! { <p class="warning" data-unreadable="">{capitalise(&reason)} "."</p> }.into_any(),
        None if is_position() && unreachable.with(Vec::is_empty) => {
            view! { <p class="quiet" data-possible="">{texts(preferences).board.possible}</p> }.into_any()
        }
        None => view! {
            <p class="warning">{texts(preferences).board.impossible}</p>
            <ul class="problems">{reasons()}</ul>
            {is_position().then(|| view! { <p class="quiet">{texts(preferences).board.still_analysable}</p> })}
        }
        .into_any(),
    };
    view! {
        <main class="table editor" data-position=move || setup.with(Setup::to_string)>
            <EditorBoard setup tool=tool.into()/>
            <aside class="panel editor-panel" aria-label=move || texts(preferences).board.editor>
                <header class="turn">
                    <a class="round" href=Route::Analysis(AnalysisPlace::Landing).fragment()
                        aria-label=move || preferences.words().app.back>
                        {icon_picture(Icon::Back)}
                    </a>
                    <div><h1>{move || texts(preferences).board.editor}</h1></div>
                </header>
                <div class="panel-scroll editor-scroll" tabindex="0">
                    <Tools setup tool/>
                    // In sight while tiles are placed: it says why the position cannot be analysed.
                    <div class="verdict" aria-live="polite">{verdict}</div>
                    <p class="quiet">{move || texts(preferences).board.editor_help}</p>
                    <div class="editor-fields">
                        <SetupFields setup/>
                        <Notation setup unreadable/>
                    </div>
                </div>
                <div class="end-buttons">
                    <button type="button" class="button" data-do="empty" on:click=move |_| setup.update(clear)>
                        {move || texts(preferences).board.empty_board}
                    </button>
                    <button type="button" class="button main" data-do="analyse" disabled=move || !is_position() on:click=analyse>
                        {move || texts(preferences).board.analyse}
                    </button>
                </div>
            </aside>
        </main>
    }
}

/// Takes all tiles off and puts all bridges up.
fn clear(setup: &mut Setup) {
    edit(setup, |setup| {
        setup.spaces.clear();
        setup.bridges = bridges_laid(setup.seats.count());
    });
}

/// The clans to place tiles of, and the eraser.
#[component]
fn Tools(setup: RwSignal<Setup>, tool: RwSignal<Tool>) -> impl IntoView {
    let preferences = preferences();
    let seats = Memo::new(move |_| setup.with(|setup| setup.seats));
    let clan_button = move |clan: Clan| {
        view! {
            <button
                type="button"
                class=format!("tool {}", clan_class(clan))
                data-tool=clan.letter().to_string()
                title=move || preferences.words().clans[clan as usize].name
                aria-label=move || preferences.words().clans[clan as usize].name
                aria-pressed=move || (tool.get() == Tool::Tiles(clan)).to_string()
                on:click=move |_| tool.set(Tool::Tiles(clan))
            >
                {emblem_picture(clan)}
            </button>
        }
    };
    view! {
        <div class="tools" role="group" aria-label=move || texts(preferences).board.tiles_of>
            {move || seats.get().iter().map(clan_button).collect_view()}
            <button
                type="button"
                class="tool"
                data-tool="erase"
                title=move || texts(preferences).board.erase
                aria-label=move || texts(preferences).board.erase
                aria-pressed=move || (tool.get() == Tool::Erase).to_string()
                on:click=move |_| tool.set(Tool::Erase)
            >
                {icon_picture(Icon::Trash)}
            </button>
        </div>
    }
}

/// Clans, phase, and whose turn it is.
#[component]
fn SetupFields(setup: RwSignal<Setup>) -> impl IntoView {
    let preferences = preferences();
    let seats = Memo::new(move |_| setup.with(|setup| setup.seats));
    let turn = Memo::new(move |_| setup.with(|setup| setup.turn));
    let in_setup = Signal::derive(move || setup.with(|setup| setup.ply < setup_turns(setup.seats)));
    let count = Signal::derive(move || seats.get().count());
    let choose_count = Callback::new(move |count: usize| {
        let seats = if count == 3 { Seats::THREE } else { Seats::FOUR };
        setup.update(|setup| {
            edit(setup, |setup| *setup = with_seats(setup, seats));
        });
    });
    let choose_phase = Callback::new(move |in_setup: bool| {
        setup.update(|setup| {
            setup.passes = 0;
            setup.ply = fitting_ply(setup, in_setup);
        });
    });
    let choose_turn = move |event| {
        let letter = event_target_value(&event).chars().next();
        setup.update(|setup| setup.turn = letter.and_then(Clan::from_letter));
    };
    view! {
        <div>
            <Segments
                label=Signal::derive(move || preferences.words().home.players)
                attribute="data-players"
                choices=vec![
                    (3, "3".to_string(), Signal::derive(move || preferences.words().home.three.to_string())),
                    (4, "4".to_string(), Signal::derive(move || preferences.words().home.four.to_string())),
                ]
                chosen=count
                choose=choose_count
            />
        </div>
        <div>
            <Segments
                label=Signal::derive(move || texts(preferences).board.phase)
                attribute="data-phase"
                choices=vec![
                    (true, "setup".to_string(), Signal::derive(move || texts(preferences).board.in_setup.to_string())),
                    (false, "play".to_string(), Signal::derive(move || texts(preferences).board.in_play.to_string())),
                ]
                chosen=in_setup
                choose=choose_phase
            />
        </div>
        <label class="field">
            {move || texts(preferences).board.to_move}
            <select data-option="turn" on:change=choose_turn>
                {move || seats.get().iter().map(|clan| view! {
                    <option value=clan.letter().to_string() selected=move || turn.get() == Some(clan)>
                        {move || capitalise(preferences.words().clans[clan as usize].colour)}
                    </option>
                }).collect_view()}
                <option value="" selected=move || turn.get().is_none()>{move || texts(preferences).board.nobody}</option>
            </select>
        </label>
    }
}

/// The position as text, for copying, pasting and everything that has no button.
#[component]
fn Notation(setup: RwSignal<Setup>, unreadable: RwSignal<Option<String>>) -> impl IntoView {
    let preferences = preferences();
    let text = Memo::new(move |_| setup.with(Setup::to_string));
    let read = move |event| match event_target_value(&event).trim().parse::<Setup>() {
        Ok(read) => {
            unreadable.set(None);
            setup.set(read);
        }
        Err(error) => unreadable.set(Some(preferences.words_now().faults.position_unreadable(error.column))),
    };
    view! {
        <div>
            <label class="label" for="setup-notation">{move || texts(preferences).board.notation}</label>
            <textarea id="setup-notation" rows="3" spellcheck="false" autocapitalize="off" prop:value=move || text.get() on:input=read></textarea>
        </div>
    }
}

/// The board of an arrangement, possible or not.
#[component]
fn EditorBoard(setup: RwSignal<Setup>, tool: Signal<Tool>) -> impl IntoView {
    let preferences = preferences();
    let clans = Memo::new(move |_| setup.with(|setup| setup.seats.count()));
    let bridges = Signal::derive(move || setup.with(|setup| setup.bridges));
    // Landscape and villages in play depend on the number of clans alone.
    let board = move || {
        let clans = clans.get();
        let (laid, in_play) = (bridges_laid(clans), villages_in_play(clans));
        let laid = scene::bridges_from_north().filter(|&bridge| laid.contains(bridge));
        let villages = scene::VILLAGES_FROM_NORTH.iter().filter(|&&village| in_play.contains(village));
        view! {
            <Landscape clans bridges/>
            <svg class="pieces" viewBox=view_box() role="group" aria-label=move || preferences.words().board.label>
                <g class="bridges">{laid.map(|bridge| view! { <EditedBridge bridge setup/> }).collect_view()}</g>
                <g>{villages.map(|&village| view! { <EditedVillage village setup tool/> }).collect_view()}</g>
            </svg>
        }
    };
    view! {
        <div class="stage">
            <div class="world">{board}</div>
        </div>
    }
}

#[component]
fn EditedBridge(bridge: Bridge, setup: RwSignal<Setup>) -> impl IntoView {
    let standing = Memo::new(move |_| setup.with(|setup| setup.bridges.contains(bridge)));
    let (one, other) = scene::bridge_ends(bridge);
    let line = format!("M{:.1} {:.1}L{:.1} {:.1}", one.x, one.y, other.x, other.y);
    let toggle = move |_| {
        let flip = |setup: &mut Setup| {
            let only = shangrila_rules::BridgeSet::only(bridge);
            setup.bridges =
                if setup.bridges.contains(bridge) { setup.bridges.without(only) } else { setup.bridges | only };
        };
        setup.update(|setup| edit(setup, flip));
    };
    view! {
        <g class="crossing editable" class:missing=move || !standing.get() data-bridge=bridge.to_string() on:click=toggle>
            <g inner_html=move || scene::bridge(bridge, standing.get())></g>
            <path class="crossing-hit" d=line></path>
        </g>
    }
}

#[component]
fn EditedVillage(village: Village, setup: RwSignal<Setup>, tool: Signal<Tool>) -> impl IntoView {
    let centre = scene::village_centre(village);
    let peace = Memo::new(move |_| setup.with(|setup| (setup.bridges & bridges_at(village)).is_empty()));
    let strength = Memo::new(move |_| setup.with(|setup| strength(setup, village)));
    let badge = move || if peace.get() { scene::stone(village) } else { scene::badge(village, strength.get()) };
    view! {
        <g
            class=format!("village {}", scene::village_class(village))
            class:peace=move || peace.get()
            data-village=village.to_string()
            transform=format!("translate({:.1} {:.1})", centre.x, centre.y)
        >
            <g inner_html=scene::village_ground(village)></g>
            {Guild::ALL.map(|guild| view! { <EditedSpace space=Space::new(village, guild) setup tool/> }).collect_view()}
            <g class="houses" inner_html=scene::village_front(village)></g>
            <g class="village-badge" aria-hidden="true" inner_html=badge></g>
        </g>
    }
}

#[component]
fn EditedSpace(space: Space, setup: RwSignal<Setup>, tool: Signal<Tool>) -> impl IntoView {
    let preferences = preferences();
    let guild = space.guild();
    let centre = scene::space_offset(guild);
    let occupant = Memo::new(move |_| setup.with(|setup| setup.spaces.get(&space).copied()));
    let tap = move || {
        let change = |setup: &mut Setup| {
            match tapped(tool.get_untracked(), setup.spaces.get(&space).copied()) {
                Some(occupant) => setup.spaces.insert(space, occupant),
                None => setup.spaces.remove(&space),
            };
        };
        setup.update(|setup| edit(setup, change));
    };
    let drawing = move || match occupant.get() {
        None => scene::ghost(guild).to_string(),
        Some(Occupant { clan, student: true }) => scene::stack(clan, guild, centre, TILE_SIZE),
        Some(Occupant { clan, .. }) => scene::tile(clan, guild, centre, TILE_SIZE),
    };
    view! {
        <g
            class="space"
            data-space=format!("{}@{}", guild.letter(), space.village())
            role="button"
            tabindex="0"
            aria-label=move || space_words(preferences.words(), space, occupant.get())
            on:click=move |_| tap()
            on:keydown=move |event| {
                if event.key() == "Enter" || event.key() == " " {
                    event.prevent_default();
                    tap();
                }
            }
        >
            <circle class="space-hit" cx=centre.x cy=centre.y r=scene::SOCKET_RADIUS + 2.5></circle>
            <g class="piece" inner_html=drawing></g>
        </g>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_taps_make_a_master_a_student_and_an_empty_space() {
        let tool = Tool::Tiles(Clan::Blue);
        let master = tapped(tool, None);
        assert_eq!(master, Some(Occupant { clan: Clan::Blue, student: false }));
        let student = tapped(tool, master);
        assert_eq!(student, Some(Occupant { clan: Clan::Blue, student: true }));
        assert_eq!(tapped(tool, student), None);
        assert_eq!(tapped(Tool::Tiles(Clan::Red), student), Some(Occupant { clan: Clan::Red, student: false }));
        assert_eq!(tapped(Tool::Erase, student), None);
    }

    #[test]
    fn a_board_for_another_number_of_clans_stays_possible() {
        let four = Setup::from(Position::first_game(Seats::FOUR, GameOptions::default()));
        let three = with_seats(&four, Seats::THREE);
        assert_eq!(Setup { ply: 28, ..three.clone() }.problems(), []);
        let back = with_seats(&three, Seats::FOUR);
        assert_eq!(back.problems(), []);
        assert_eq!(back.bridges, four.bridges);
    }
    #[test]
    fn the_number_of_turns_follows_the_tiles() {
        let mut setup = Setup::from(Position::start(Seats::FOUR, GameOptions::default()));
        for (village, clan) in [(Village::A, Clan::Red), (Village::B, Clan::Blue)] {
            let master = Occupant { clan, student: false };
            edit(&mut setup, |setup| _ = setup.spaces.insert(Space::new(village, Guild::Healer), master));
        }
        assert_eq!((setup.ply, setup.problems()), (2, vec![]));
        setup.ply = 28;
        edit(&mut setup, |setup| setup.bridges = setup.bridges.without(bridges_at(Village::A)));
        assert_eq!(setup.ply, 32, "four bridges broke on as many turns");
        clear(&mut setup);
        assert_eq!(setup.ply, 32, "the set-up does not come back");
    }
}
