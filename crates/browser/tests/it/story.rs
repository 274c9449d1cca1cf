//! What happened since the last own move: marks on the board and the recap in the panel, compared with the record of the game.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Choices, Clan, ClanSet, Guild, Move, Position, Space};
use shangrila_table::{RecapTurn, wording};

use crate::driver::{Table, go};
use crate::ending::save;
use crate::games::{link, middle_game, players, random_game};
use crate::screens::journey;
use crate::touch::tap_move;

/// A person with the first seat, against three computer players.
const AGAINST_COMPUTERS: [&str; 4] = ["person", "bot:goatherd", "bot:goatherd", "bot:goatherd"];

/// The three sizes every test is run at.
fn sizes() -> [Visit; 3] {
    [Visit::phone(), Visit::tablet(), Visit::desktop()].map(Visit::reduced_motion)
}

/// Makes the computer players move at once, with tips or without.
async fn hurry(page: &Page, tips: bool) -> Result<()> {
    let tips = if tips { "on" } else { "off" };
    let settings =
        format!("language=en;theme=device;motion=off;pace=instant;sound=off;confirm=on;tips={tips};notify=off");
    page.eval::<()>(&format!("localStorage.setItem('shangrila.preferences', {})", json!(settings))).await?;
    page.reload().await
}

/// The game as this browser has saved it.
async fn record(page: &Page) -> Result<GameRecord> {
    let text: String = page
        .eval(
            "(() => {
                const id = location.hash.split('/').pop();
                return localStorage.getItem('shangrila.game.' + id) ?? '';
            })()",
        )
        .await?;
    // The first line says when the game was last changed.
    let record = text.split_once('\n').map_or(text.as_str(), |(_, record)| record);
    record.parse().map_err(|error| format!("{text:?}: {error}"))
}

/// The turns since the last move that red chose, each with the positions before and after it.
fn since_red(record: &GameRecord) -> Vec<(Position, Move, Position)> {
    let mut position = record.start.position();
    let mut turns = Vec::new();
    for mv in record.moves() {
        let before = position;
        position.play(mv).expect("the record is legal");
        if before.to_move() == Some(Clan::Red) && mv != Move::Pass {
            turns.clear();
        } else {
            turns.push((before, mv, position));
        }
    }
    turns
}

/// The marks a turn must leave, worked out from the board before and after it.
fn expected_marks(number: usize, before: &Position, mv: Move, after: &Position) -> Vec<String> {
    let mut marks = Vec::new();
    if let Move::Journey { from, to } = mv {
        marks.push(format!("{number} {mv}"));
        for guild in Guild::ALL {
            let (origin, space) = (Space::new(from, guild), Space::new(to, guild));
            let Some(student) = before.occupant(origin).filter(|occupant| occupant.student) else { continue };
            let (was, is) = (before.occupant(space), after.occupant(space));
            if was == is {
                marks.push(format!("{number} went {} {space}", student.clan.letter()));
                continue;
            }
            if let Some(driven_out) = was.filter(|was| was.clan != student.clan) {
                marks.push(format!("{number} went {} {space}", driven_out.clan.letter()));
            }
            marks.push(format!("{number} came {} {space}", student.clan.letter()));
        }
    } else {
        let changed = Space::all().filter(|&space| before.occupant(space) != after.occupant(space));
        let mover = before.to_move().map_or(' ', Clan::letter);
        marks.extend(changed.map(|space| format!("{number} came {mover} {space}")));
    }
    marks
}

/// A line of the recap as it can be read.
#[derive(Deserialize, Debug)]
struct Line {
    /// The clan and the numbers of its turns.
    key: String,
    text: String,
    /// Whether it is told in signs rather than sentences.
    in_signs: bool,
    /// The viewer's own masters that were gained and lost, as signs show them: a sign and letters of guilds.
    own: Vec<String>,
}

const LINES: &str = "[...document.querySelectorAll('[data-recap]')].map((line) => {
    const [full, brief] = ['.full', '.brief'].map((form) => line.querySelector(form));
    const in_signs = !!brief?.checkVisibility();
    const shown = in_signs ? brief : full;
    const own = [...shown.querySelectorAll('[data-own]')].map((change) => change.dataset.own);
    return { key: line.dataset.recap, text: shown.innerText.replace(/\\s+/g, ' '), in_signs, own };
})";

/// Lines of the recap and marks that are out of sight or covered, wholly or in part. Tiles that were sent away from a village at the edge
/// of the board lie across that edge.
const OUT_OF_SIGHT: &str = "(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const within = (one, other) => one.height > 0 && one.top >= other.top - 1 && one.bottom <= other.bottom + 1
        && one.left >= other.left - 1 && one.right <= other.right + 1;
    const [list, stage, foot] = ['.recap-lines', '.stage', '.foot'].map(box);
    const lines = [...document.querySelectorAll('[data-recap]')].filter((line) => {
        const place = line.getBoundingClientRect();
        const hit = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
        return !within(place, list) || place.bottom > foot.top || place.top < 0 || !line.contains(hit);
    });
    const touches = (one) => one.width > 0 && one.left < stage.right && one.right > stage.left;
    const marks = [...document.querySelectorAll('[data-mark]')].filter((mark) => {
        const place = mark.getBoundingClientRect();
        return mark.dataset.mark.includes(' went ') ? !touches(place) : !within(place, stage);
    });
    return [...lines.map((line) => line.dataset.recap + ': ' + line.innerText), ...marks.map((mark) => mark.dataset.mark)];
})()";

/// Compares the marks on the board and the recap with the record. All of them are in sight.
async fn check_story(page: &Page) -> Result<()> {
    let record = record(page).await?;
    let turns = since_red(&record);
    let expected: BTreeSet<String> = turns
        .iter()
        .zip(1..)
        .flat_map(|((before, mv, after), number)| expected_marks(number, before, *mv, after))
        .collect();
    let marks: BTreeSet<String> =
        page.eval("[...document.querySelectorAll('[data-mark]')].map((mark) => mark.dataset.mark)").await?;
    if !turns.is_empty() {
        assert_eq!(marks, expected, "marks after {record}");
    }
    // The sentences may give way to signs in the next frame.
    page.wait_until("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        .await?;
    let lines: Vec<Line> = page.eval(LINES).await?;
    let out_of_sight: Vec<String> = page.eval(OUT_OF_SIGHT).await?;
    assert!(out_of_sight.is_empty(), "out of sight: {out_of_sight:#?} after {record}");
    let words = Language::English.words();
    let who = |clan| wording::player(words, clan, None);
    for ((before, mv, after), number) in turns.iter().zip(1..) {
        let clan = before.to_move().expect("somebody moved");
        let is_told = |line: &&Line| {
            let mut parts = line.key.split(' ');
            parts.next() == Some(&clan.letter().to_string()) && parts.any(|part| part == number.to_string())
        };
        let Some(line) = lines.iter().find(is_told) else {
            return Err(format!("the recap does not tell turn {number}, {mv}: {lines:?}"));
        };
        let text = &line.text;
        let lost: Vec<Space> = before.masters(Clan::Red).without(after.masters(Clan::Red)).into_iter().collect();
        if *mv == Move::Pass {
            assert!(text.contains("no legal move"), "{text:?} does not say why {clan} passes");
        } else if line.in_signs {
            let turn = RecapTurn::of(number, before, *mv).expect("somebody moved");
            let told = turn.brief_words(words, &who);
            let told = told.split(':').next().expect("a journey names its villages first");
            assert!(text.contains(told), "{text:?} does not say {told:?}");
            for other in before.seats().iter().filter(|&other| other != Clan::Red && matches!(mv, Move::Journey { .. }))
            {
                let [had, has] = [before, after].map(|position| position.score(other).masters as i32);
                let change = if has > had { format!("+{}", has - had) } else { format!("−{}", had - has) };
                assert!(had == has || text.contains(&change), "{text:?} does not say {other} {change}");
            }
            let letters: String = lost.iter().map(|space| space.guild().letter()).collect();
            let shows_losses = lost.is_empty() || line.own.contains(&format!("−{letters}"));
            assert!(shows_losses, "{line:?} does not show the loss of {letters} by {mv} in {before}");
        } else {
            let told = wording::move_words(words, who(clan), *mv);
            assert!(text.contains(&told), "{text:?} does not say {told:?}");
        }
        if !lost.is_empty() && !line.in_signs {
            assert!(text.contains(&format!("You lose {} master", lost.len())), "{text:?} after {mv} in {before}");
            for space in lost {
                let guild = wording::guild(words, space.guild());
                assert!(text.contains(guild), "{text:?} does not name the {guild}");
            }
        }
    }
    let told: BTreeSet<char> = lines.iter().filter_map(|line| line.key.chars().next()).collect();
    let moved: BTreeSet<char> = turns.iter().filter_map(|(before, ..)| before.to_move().map(Clan::letter)).collect();
    assert_eq!(told, moved, "one line for everyone who has moved");
    assert_eq!(lines.len(), told.len());
    Ok(())
}

/// A journey if there is one, so that the game gets to its end, or else a random move.
fn next_move(table: &mut Table<'_>) -> Option<Move> {
    let journey = Choices::of(&table.position).journeys.into_iter().next();
    journey.map(|(_, from, to)| Move::Journey { from, to }).or_else(|| table.random_move())
}

#[tokio::test]
async fn every_change_since_the_last_own_turn_can_be_read_off_a_phone_for_a_whole_game() {
    visit(Visit::phone().reduced_motion(), async |page| {
        hurry(page, false).await?;
        go(page, &link(&players(random_game(0, 1), &AGAINST_COMPUTERS))).await?;
        let mut table = Table::at(page, 7).await?;
        let mut turns = 0;
        loop {
            table.wait_for_turn().await?;
            if table.position.is_over() {
                break;
            }
            check_story(page).await?;
            page.set_screen(&Visit::short_phone()).await?;
            check_story(page).await?;
            page.set_screen(&Visit::phone()).await?;
            let Some(mv) = next_move(&mut table) else { break };
            tap_move(page, &table.position, mv).await.map_err(|error| format!("{mv}: {error}"))?;
            page.tap("[data-confirm]").await?;
            let before = table.position.to_string();
            page.wait_until(&format!("document.querySelector('main.table').dataset.position !== {}", json!(before)))
                .await?;
            turns += 1;
        }
        assert!(turns > 10, "{turns} turns");
        Ok(())
    })
    .await;
}

/// Of many games, the one with the most to tell since the last move of red, who is to move.
fn eventful_game() -> GameRecord {
    let words = Language::English.words();
    let length = |game: &GameRecord| {
        let turns = since_red(game).into_iter().filter_map(|(before, mv, _)| RecapTurn::of(1, &before, mv));
        turns
            .map(|turn| turn.words(words, ClanSet::only(Clan::Red), &|clan| wording::clan(words, clan)).len())
            .sum::<usize>()
    };
    let games = (0..100).flat_map(|seed| [40, 60, 80, 100].map(|turns| random_game(turns, seed)));
    let reds = |game: &GameRecord| game.final_position().to_move() == Some(Clan::Red) && since_red(game).len() == 3;
    games.filter(reds).max_by_key(length).expect("some games are like that")
}

#[tokio::test]
async fn the_recap_is_in_sight_above_the_actions_at_every_size() {
    let game = players(eventful_game(), &AGAINST_COMPUTERS);
    for size in sizes() {
        visit(size, async |page| {
            save(page, "eventful", &game).await?;
            go(page, "#/play/eventful").await?;
            page.wait_for("[data-recap]").await?;
            check_story(page).await?;
            let inside: bool = page
                .eval(
                    "(() => {
                        const foot = document.querySelector('.foot').getBoundingClientRect().top;
                        const within = (element) => {
                            const box = element.getBoundingClientRect();
                            return box.height > 0 && box.top >= 0 && box.bottom <= foot + 1;
                        };
                        return ['.recap', '.what-now .request', '.kinds', '[data-do=replay-since]']
                            .every((selector) => within(document.querySelector(selector)));
                    })()",
                )
                .await?;
            assert!(inside, "recap, prompt and actions are above the fold");
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn replaying_shows_the_moves_since_the_last_own_turn_and_returns() {
    for size in sizes() {
        let game = players(random_game(40, 2), &AGAINST_COMPUTERS);
        visit(size.at(&link(&game)), async |page| {
            page.wait_for("[data-recap]").await?;
            let told = page.count("[data-recap]").await?;
            page.click("[data-do=replay-since]").await?;
            page.wait_for(".history").await?;
            // Each move is named while it is shown.
            page.wait_for_text(".recap h2", "Turn").await?;
            page.wait_until_gone(".history").await?;
            assert_eq!(page.count("[data-recap]").await?, told);
            check_story(page).await
        })
        .await;
    }
}

#[tokio::test]
async fn the_panel_is_back_at_the_recap_after_a_journey() {
    let game = middle_game();
    for size in sizes() {
        visit(size.at(&link(&game)), async |page| {
            page.wait_for("[data-do=hint]:enabled").await?;
            const SCROLLED: &str = "document.querySelector('.turn-face').scrollTop";
            page.eval::<()>("void document.querySelector('.turn-face').scrollTo(0, 9999)").await?;
            let narrow = page.eval::<bool>("innerWidth < 1000").await?;
            assert!(!narrow || page.eval::<f64>(SCROLLED).await? > 0.0, "there is something to scroll");
            page.press("/").await?;
            page.wait_for("#typed-move:focus").await?;
            page.type_text(&journey(&game).to_string()).await?;
            page.press("Enter").await?;
            page.click("[data-confirm]").await?;
            page.wait_until_gone("[data-confirm]").await?;
            page.wait_until(&format!("{SCROLLED} === 0")).await
        })
        .await;
    }
}

/// Makes a move as one does on this screen.
async fn make_any_move(page: &Page, table: &mut Table<'_>) -> Result<()> {
    let mv = table.random_move().expect("the game goes on");
    if page.eval::<bool>("innerWidth < 700").await? {
        tap_move(page, &table.position, mv).await?;
    } else {
        table.choose(mv, crate::driver::Way::Direct).await?;
    }
    page.click("[data-confirm]").await
}

/// The scores that cannot be read: outside of the window, or with something above them.
const HIDDEN_SCORES: &str = "[...document.querySelectorAll('.player')].filter((card) => {
    const box = card.querySelector('.player-score b').getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !hit || !card.contains(hit) || box.bottom > innerHeight || box.right > innerWidth;
}).map((card) => card.textContent)";

#[tokio::test]
async fn nothing_in_the_panel_moves_and_every_score_is_in_sight_whatever_happens() {
    // Where these are, on the screen.
    let places = async |page: &Page, selectors: &[&str]| {
        let question = format!(
            "JSON.stringify({}.map((selector) => document.querySelector(selector).getBoundingClientRect())
                .map((box) => [box.x, box.y, box.width, box.height].map(Math.round)))",
            json!(selectors)
        );
        page.eval::<String>(&question).await
    };
    const ALL: &[&str] = &[".recap", ".what-now .request", ".kinds", ".players", ".foot"];
    for size in sizes() {
        visit(size.clone(), async |page| {
            hurry(page, true).await?;
            // The fifth turn of a game, so that there are tips.
            go(page, &link(&players(random_game(4, 2), &AGAINST_COMPUTERS))).await?;
            let mut table = Table::at(page, 3).await?;
            table.wait_for_turn().await?;
            page.wait_for(".tip").await?;
            let before = places(page, ALL).await?;
            make_any_move(page, &mut table).await?;
            page.wait_for(".kinds").await?;
            assert_eq!(places(page, ALL).await?, before, "while others move");
            table.wait_for_turn().await?;
            assert_eq!(places(page, ALL).await?, before, "after others have moved");

            let players = places(page, &[".players"]).await?;
            page.click("[data-do=history]").await?;
            page.wait_for(".history").await?;
            assert_eq!(places(page, &[".players"]).await?, players, "in the review");
            page.click("[data-do=present]").await?;
            page.wait_for(".what-now").await?;
            page.click("[data-do=hint]").await?;
            for step in ["where to look", "what kind of move"] {
                page.wait_for("[data-do=more-help]").await?;
                assert_eq!(places(page, ALL).await?, before, "with a hint {step}");
                page.click("[data-do=more-help]").await?;
            }
            page.wait_for("[data-do=play-hint]").await?;
            assert_eq!(places(page, ALL).await?, before, "with the suggested move");

            for screen in [Visit::sideways(), Visit::short_phone(), Visit::window(1280, 720), size.clone()] {
                page.set_screen(&screen).await?;
                let hidden: Vec<String> = page.eval(HIDDEN_SCORES).await?;
                assert!(hidden.is_empty(), "{screen:?}: {hidden:?}");
            }
            // Choosing a placement leaves the players in place, too.
            page.press("Escape").await?;
            page.press("/").await?;
            page.wait_for("#typed-move:focus").await?;
            let place = Choices::of(&table.position).places.into_iter().next().expect("a place");
            page.type_text(&Move::Place { space: place }.to_string()).await?;
            page.press("Enter").await?;
            page.wait_for(".proposal").await?;
            // The panel scrolls back to its top in the next frame.
            page.wait_until("document.querySelector('.turn-face').scrollTop === 0").await?;
            assert_eq!(places(page, &[".players"]).await?, players, "while a move waits for confirmation");
            Ok(())
        })
        .await;
    }
}
