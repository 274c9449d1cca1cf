//! The report on a game: made while the page stays usable, shown at every size, and one click away from the board.

use std::time::Duration;

use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::{Move, Position};
use shangrila_table::link::pack;

use crate::driver::{Table, Way, go, position};
use crate::games::{finished_game, last_turns, link};
use crate::touch::tap_move;

/// Points at a move and confirms it.
async fn answer(page: &Page, before: &Position, mv: Move) -> Result<()> {
    if page.eval::<bool>("innerWidth < 700").await? {
        tap_move(page, before, mv).await?;
    } else {
        Table::at(page, 0).await?.choose(mv, Way::Direct).await?;
    }
    page.click("[data-confirm]").await
}

/// How long the page takes to answer to a click at the longest, in milliseconds, while something else goes on.
async fn slowest_answer(page: &Page) -> Result<f64> {
    page.eval(
        "(async () => { let worst = 0; for (let i = 0; i < 20; i++) { const asked = performance.now(); \
         await new Promise((done) => setTimeout(done)); worst = Math.max(worst, performance.now() - asked); } return worst; })()",
    )
    .await
}

/// A stored game, and the report on it that the command line makes, too: `crates/study/tests/it/report.rs` compares them.
const ENDING: &str = include_str!("../../../../fixtures/reports/ending.shangrila");
const ENDING_REPORT: &str = include_str!("../../../../fixtures/reports/ending.txt");

#[tokio::test]
async fn the_report_has_the_figures_of_the_command_line() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        go(page, &link(&ENDING.parse().map_err(|error| format!("{error}"))?)).await?;
        page.wait_for("[data-result]").await?;
        page.click("[data-do=report]").await?;
        page.wait_at_most(Duration::from_secs(60), "document.querySelector('[data-accuracy]') !== null").await?;
        let mut points = Vec::new();
        for line in ENDING_REPORT.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["accuracy", clan, accuracy] => {
                    assert_eq!(page.text(&format!("[data-accuracy={clan}] td")).await?, accuracy, "{clan}");
                }
                ["turning-point", turn] => points.push(turn.to_string()),
                _ => {}
            }
        }
        let shown: Vec<String> = page
            .eval(
                "[...document.querySelectorAll('[data-list=turning-points] [data-turn]')].map((it) => it.dataset.turn)",
            )
            .await?;
        assert_eq!(shown, points);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_report_is_made_beside_the_page_and_leads_to_the_board_and_back() {
    for size in [Visit::phone().reduced_motion(), Visit::desktop().reduced_motion()] {
        visit(size, async |page| {
            // A long game: while its report is being made, the page answers, and making it can be stopped.
            go(page, &link(&finished_game())).await?;
            page.wait_for("[data-result]").await?;
            page.click("[data-do=report]").await?;
            page.wait_for("[data-making] progress").await?;
            let slowest = slowest_answer(page).await?;
            assert!(slowest < 250.0, "the page took {slowest} ms to answer");
            page.click("[data-do=stop-report]").await?;
            page.wait_for("[data-result]").await?;

            // A short one: its report is complete in a moment.
            go(page, &link(&last_turns(8))).await?;
            page.wait_for("[data-result]").await?;
            page.click("[data-do=report]").await?;
            page.wait_for("[data-accuracy]").await?;
            assert_eq!(page.count("[data-accuracy]").await?, 4);
            let accuracy = page.text("[data-accuracy=b] td").await?;
            assert!(accuracy == "–" || accuracy.ends_with('%'), "{accuracy}");
            let fits: bool = page.eval("document.documentElement.scrollWidth <= innerWidth").await?;
            assert!(fits, "the report is wider than the window");
            let words = Language::English.game_report();
            page.wait_for_text(".report", words.turning_points).await?;

            // So is a turn on which the only good move was found.
            assert_eq!(
                page.count("[data-list=best] li").await?,
                page.count("[data-list=best] [data-missed=false]").await?
            );

            // To the board at a turn, and back to the report, which is not made again.
            page.click(".chances [data-do=show-turn]").await?;
            page.wait_for(".history").await?;
            page.eval::<()>("history.back()").await?;
            page.wait_for("[data-accuracy]").await?;

            // A costly turn is an exercise: what was played in the game is wrong, what the engine shows is right and says why.
            let turn: usize =
                page.eval("Number(document.querySelector('li:has([data-missed=true])').dataset.turn)").await?;
            page.click("[data-missed=true]").await?;
            page.wait_for("[data-exercise][data-state=task]").await?;
            page.wait_for("[data-played]").await?;
            let played = last_turns(8).moves().nth(turn).ok_or("no such turn")?;
            let before = page.attribute("[data-exercise]", "data-exercise").await?.unwrap_or_default();
            let before: Position = before.parse().map_err(|error| format!("{before}: {error}"))?;
            answer(page, &before, played).await?;
            page.wait_for("[data-state=wrong] ~ .lesson [data-verdict]").await?;
            assert_eq!(position(page).await?, before, "{played} is not played");
            page.click("[data-do=show-line]").await?;
            page.wait_until(&format!(
                "document.querySelector('main.table').dataset.position !== {}",
                json!(before.to_string())
            ))
            .await?;
            page.click("[data-do=try-again]").await?;
            page.wait_for("[data-exercise][data-state=task]").await?;
            page.click("[data-do=show-solution]").await?;
            page.click("[data-confirm]").await?;
            page.wait_for("[data-solved] h2").await?;
            page.wait_for_text("[data-solved] h2", Language::English.puzzles().common.with_help).await?;
            page.click("[data-do=back-to-report]").await?;
            page.wait_for("[data-accuracy]").await?;
            go(page, "#/practise/3/nowhere").await?;
            page.wait_for_text("main.message h1", Language::English.puzzles().common.no_exercise).await?;

            // And from the saved games.
            go(page, "#/games").await?;
            page.wait_for("[data-do=report]").await?;

            // A copy of a rated game that is still being played, gone on with another move, would judge all the moves before it.
            let copy = last_turns(8);
            let mut rated = copy.clone();
            rated.line.turns.truncate(6);
            page.eval::<()>(&format!("void localStorage.setItem('shangrila.rated.t1', '{}')", pack(&rated))).await?;
            go(page, &link(&copy)).await?;
            page.wait_for("[data-result]").await?;
            page.click("[data-do=report]").await?;
            page.wait_for_text("[data-refused=rated]", words.rated).await
        })
        .await;
    }
}
