//! The report on a game: made while the page stays usable, shown at every size, and one click away from the board.

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;

use crate::driver::go;
use crate::games::{finished_game, last_turns, link};

/// How long the page takes to answer to a click at the longest, in milliseconds, while something else goes on.
async fn slowest_answer(page: &Page) -> Result<f64> {
    page.eval(
        "(async () => { let worst = 0; for (let i = 0; i < 20; i++) { const asked = performance.now(); \
         await new Promise((done) => setTimeout(done)); worst = Math.max(worst, performance.now() - asked); } return worst; })()",
    )
    .await
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

            // To the board at a turn, and back to the report, which is not made again.
            page.click(".chances [data-do=show-turn]").await?;
            page.wait_for(".history").await?;
            page.eval::<()>("history.back()").await?;
            page.wait_for("[data-accuracy]").await?;

            // A costly turn can be tried again, with the coach at hand.
            page.click("[data-do=practise]").await?;
            page.wait_for("[data-do=hint]:enabled").await?;

            // And from the saved games.
            go(page, "#/games").await?;
            page.wait_for("[data-do=report]").await
        })
        .await;
    }
}
