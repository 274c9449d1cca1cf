//! Beginning a game: levels explained, the last set-up remembered, and new game, restart, resign and rules within reach at the table.

use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Clan, Position};

use crate::driver::{go, position};
use crate::ending::save;
use crate::games::{players, random_game};
use crate::screens::open_menu_entry;

/// On a phone, a tablet and a desktop.
fn sizes() -> [Visit; 3] {
    [Visit::phone(), Visit::tablet(), Visit::desktop()].map(Visit::reduced_motion)
}

/// Chooses from a list as a person would.
async fn choose(page: &Page, selector: &str, value: &str) -> Result<()> {
    page.eval(&format!(
        "(() => {{ const list = document.querySelector({}); list.value = {}; list.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
        json!(selector),
        json!(value)
    ))
    .await
}

/// The choices of the seats on the first screen.
async fn seats(page: &Page) -> Result<Vec<String>> {
    page.wait_for(".new-game").await?;
    page.eval("[...document.querySelectorAll('.seat:not([hidden]) .player-choice')].map((list) => list.value)").await
}

#[tokio::test]
async fn levels_are_explained_and_the_last_set_up_is_remembered() {
    for size in sizes() {
        visit(size, async |page| {
            assert_eq!(seats(page).await?, ["person", "goatherd", "goatherd", "goatherd"]);
            if page.count("details.seat-list[open]").await? == 0 {
                page.click("details.seat-list > summary").await?;
            }
            page.click(".levels summary").await?;
            for (level, words) in ["goatherd", "sage", "companion"].iter().zip([0, 4, 5]) {
                let words = Language::English.words().levels[words];
                let text = page.text(&format!("[data-level={level}]")).await?;
                assert!(text.contains(words.name) && text.contains(words.description), "{text}");
            }
            page.click(".levels summary").await?;
            page.click("[data-players='3']").await?;
            page.click("[data-setup=free]").await?;
            choose(page, ".seat:nth-child(2) .player-choice", "guide").await?;
            page.click("[data-do=start]").await?;
            page.wait_for("main.table").await?;
            go(page, "#/").await?;
            let remembered = ["person", "guide", "goatherd"];
            assert_eq!(seats(page).await?, remembered);
            page.wait_for("[data-setup=free][aria-pressed=true]").await?;
            page.reload().await?;
            assert_eq!(seats(page).await?, remembered);
            page.wait_for("[data-players='3'][aria-pressed=true]").await
        })
        .await;
    }
}

/// What is wrong with the first screen: what overlaps, what lies outside of the window, and whether the start button can be pressed.
const DISORDER: &str = "(() => {
    const faults = [];
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    // The links fill the width of the window; what counts is the room that they need.
    const parts = ['.top-links a:first-child', '.top-links button', '.title', '.new-game', '.go-on']
        .filter((part) => box(part)?.height > 0);
    for (const one of parts) {
        if (box(one).left < 0 || box(one).right > innerWidth + 1) faults.push(`${one} is cut off`);
        for (const other of parts.slice(parts.indexOf(one) + 1)) {
            const [a, b] = [box(one), box(other)];
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (width > 1 && height > 1) faults.push(`${one} and ${other} overlap`);
        }
    }
    if (document.scrollingElement.scrollWidth > innerWidth) faults.push('it scrolls sideways');
    const start = box('[data-do=start]');
    const hit = document.elementFromPoint(start.x + start.width / 2, start.y + start.height / 2);
    if (start.bottom > innerHeight || !hit?.closest('[data-do=start]')) faults.push('the start button is out of reach');
    return faults;
})()";

/// Rules for hovering that also apply where nothing can hover.
const HOVER_EVERYWHERE: &str = "(() => {
    const rules = (list, hovers) => [...list].flatMap((rule) => {
        const inside = hovers || (rule.media?.mediaText ?? '').includes('(hover: hover)');
        const here = rule.selectorText?.includes(':hover') && !inside ? [rule.selectorText] : [];
        return here.concat(rule.cssRules ? rules(rule.cssRules, inside) : []);
    });
    return [...document.styleSheets].flatMap((sheet) => rules(sheet.cssRules, false));
})()";

#[tokio::test]
async fn the_first_screen_is_in_order_at_every_size() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        let styles: Vec<String> = page.eval(HOVER_EVERYWHERE).await?;
        assert!(styles.is_empty(), "{styles:?}");
        // With a game to continue, which needs room as well.
        for continued in [false, true] {
            if continued {
                save(
                    page,
                    "begun",
                    &players(random_game(12, 5), &["person", "bot:goatherd", "bot:goatherd", "bot:goatherd"]),
                )
                .await?;
                page.reload().await?;
                page.wait_for(".go-on").await?;
            }
            for screen in [
                Visit::desktop(),
                Visit::window(1280, 720),
                // A window of 1440 × 900 at a zoom of 200%.
                Visit::window(720, 450),
                Visit::tablet(),
                Visit::phone(),
                Visit::short_phone(),
                Visit::sideways(),
            ] {
                page.set_screen(&screen).await?;
                let faults: Vec<String> = page.eval(DISORDER).await?;
                assert!(faults.is_empty(), "{screen:?}: {}", faults.join(", "));
            }
        }
        Ok(())
    })
    .await;
}

/// A finished game that red, the only person, has won alone.
fn won() -> GameRecord {
    let red_wins = |record: &GameRecord| {
        let outcome = record.final_position().outcome();
        outcome.is_some_and(|outcome| outcome.winners.len() == 1 && outcome.winners.contains(Clan::Red))
    };
    let game = (0..).map(|seed| random_game(usize::MAX, seed)).find(red_wins).expect("red wins now and then");
    players(game, &["person", "bot:goatherd", "bot:goatherd", "bot:goatherd"])
}

#[tokio::test]
async fn a_stronger_level_is_offered_after_wins_but_never_set() {
    for size in sizes() {
        visit(size, async |page| {
            save(page, "one", &won()).await?;
            save(page, "two", &won()).await?;
            // Games from before there was a record are added to it.
            go(page, "#/record").await?;
            page.wait_for_text("[data-figure=streak]", "2").await?;
            go(page, "#/").await?;
            assert_eq!(seats(page).await?, ["person", "goatherd", "goatherd", "goatherd"]);
            page.click("[data-do=try-level]").await?;
            assert_eq!(seats(page).await?, ["person", "pilgrim", "pilgrim", "pilgrim"]);
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn new_game_restart_and_resign_are_in_the_menu() {
    let words = Language::English.words();
    let game = players(random_game(8, 2), &["person", "bot:goatherd", "bot:goatherd", "bot:goatherd"]);
    for size in sizes() {
        visit(size, async |page| {
            save(page, "own", &game).await?;
            go(page, "#/play/own").await?;
            page.wait_for("[data-do=hint]:enabled").await?;
            open_menu_entry(page, "resign").await?;
            page.click("[data-do=resign]").await?;
            page.wait_for_text("[data-ending]", words.end.you_resigned).await?;
            // The resignation is saved, and can be undone.
            page.reload().await?;
            page.wait_for_text("[data-ending]", words.end.you_resigned).await?;
            let last: String = page.text(".standings li:last-child").await?;
            assert!(last.contains("You"), "{last}");
            page.click("[data-do=undo]").await?;
            page.wait_for("[data-do=hint]:enabled").await?;
            assert_eq!(position(page).await?, game.final_position());

            open_menu_entry(page, "restart").await?;
            page.wait_until("!location.hash.endsWith('own')").await?;
            let start: Position = game.start.position();
            page.wait_until(&format!(
                "document.querySelector('main.table')?.dataset.position === {}",
                json!(start.to_string())
            ))
            .await?;
            // The earlier game is kept.
            let kept: bool = page.eval("localStorage.getItem('shangrila.game.own') !== null").await?;
            assert!(kept);
            open_menu_entry(page, "new").await?;
            page.wait_for("main.home").await
        })
        .await;
    }
}

#[tokio::test]
async fn rules_open_beside_the_table() {
    let game = players(random_game(8, 2), &["person"; 4]);
    for size in sizes() {
        visit(size, async |page| {
            save(page, "own", &game).await?;
            go(page, "#/play/own").await?;
            page.wait_for("[data-do=hint]:enabled").await?;
            open_menu_entry(page, "rules").await?;
            page.wait_for(".rules-beside .rules h2").await?;
            // The game is still there, and a good part of the board is not covered.
            let (rules, width, height): ((f64, f64), f64, f64) = page
                .eval("(() => { const box = document.querySelector('.rules-beside').getBoundingClientRect(); return [[box.width, box.height], innerWidth, innerHeight]; })()")
                .await?;
            assert!(rules.0 * rules.1 < 0.6 * width * height, "{rules:?} of {width} x {height}");
            assert!(page.eval::<bool>("location.hash === '#/play/own'").await?);
            page.click("[data-do=close-rules]").await?;
            page.wait_until_gone(".rules-beside").await?;
            page.wait_for("[data-do=hint]:enabled").await
        })
        .await;
    }
}
