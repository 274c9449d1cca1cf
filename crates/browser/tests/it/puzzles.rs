//! Puzzles: missed and solved on phone and desktop, with what a wrong answer allows, the score that is kept, and the puzzle of the day.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_puzzles::equivalence::distinct_moves;
use shangrila_puzzles::progress::Progress;
use shangrila_puzzles::{Puzzle, PuzzleKind, Puzzles};
use shangrila_rules::Move;

use crate::driver::{Table, Way, go, position};
use crate::touch::tap_move;

/// The puzzle on the screen, once it can be answered.
async fn puzzle_on_screen(page: &Page) -> Result<Puzzle> {
    page.wait_for("[data-puzzle][data-state=task]").await?;
    let id = page.attribute("[data-puzzle]", "data-puzzle").await?.unwrap_or_default();
    let id = id.parse().map_err(|error| format!("{id}: {error}"))?;
    Puzzles::stored().get(id).cloned().ok_or_else(|| format!("{id} is not in the list"))
}

/// Points at a move and confirms it.
async fn answer(page: &Page, puzzle: &Puzzle, mv: Move) -> Result<()> {
    if page.eval::<bool>("innerWidth < 700").await? {
        tap_move(page, &puzzle.position, mv).await?;
    } else {
        Table::at(page, 0).await?.choose(mv, Way::Direct).await?;
    }
    page.click("[data-confirm]").await
}

/// What the browser has stored.
async fn progress(page: &Page) -> Result<Progress> {
    let text: String = page.eval("localStorage.getItem('shangrila.puzzles') ?? ''").await?;
    text.parse().map_err(|error| format!("{error}: {text}"))
}

fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400)
}

#[tokio::test]
async fn puzzles_are_missed_solved_and_remembered() {
    let common = &Language::English.puzzles().common;
    for settings in [Visit::phone(), Visit::desktop()] {
        visit(settings.reduced_motion(), async |page| {
            page.click("[data-do=puzzles]").await?;
            page.click("[data-train=endgame]").await?;
            let puzzle = puzzle_on_screen(page).await?;
            assert_eq!(puzzle.kind, PuzzleKind::Endgame);
            // A wrong answer is not played, and is answered with what the others can do.
            let wrong = distinct_moves(&puzzle.position).into_iter().find(|&mv| !puzzle.accepts(mv));
            let wrong = wrong.ok_or("every move is right")?;
            answer(page, &puzzle, wrong).await?;
            page.wait_for(&format!("[data-wrong={}]", json!(wrong.to_string()))).await?;
            page.wait_for_text("[data-verdict]", common.not_forced).await?;
            page.wait_for("[data-replies] li").await?;
            assert_eq!(position(page).await?, puzzle.position, "{wrong} is not played");
            // It is played on the board on request, and the board is set up again.
            page.click("[data-do=show-line]").await?;
            page.wait_for("[data-state=wrong] ~ .confirm [data-do=show-solution]").await?;
            assert_ne!(position(page).await?, puzzle.position);
            page.click("[data-do=try-again]").await?;
            page.wait_for("[data-state=task]").await?;
            assert_eq!(position(page).await?, puzzle.position);
            answer(page, &puzzle, puzzle.solutions[0].mv).await?;
            page.wait_for_text("[data-solved] h2", common.with_help).await?;
            let missed = progress(page).await?;
            assert_eq!((missed.answered(), missed.streak()), (1, 0));
            assert_eq!(missed.due(&Puzzles::stored(), today() + 1), 1, "the mistake comes back tomorrow");
            // A different puzzle follows, solved with the first answer.
            page.click("[data-do=next-puzzle]").await?;
            let next = puzzle_on_screen(page).await?;
            assert!(next.id != puzzle.id && next.kind == PuzzleKind::Endgame);
            answer(page, &next, next.solutions[0].mv).await?;
            page.wait_for_text("[data-solved] h2", common.correct).await?;
            page.wait_for("[data-rating]").await?;
            let solved = progress(page).await?;
            assert_eq!((solved.answered(), solved.streak()), (2, 1));
            assert!(solved.rating().rating > missed.rating().rating);
            // The puzzle of the day is the same for everyone, and counts however it was solved.
            go(page, "#/puzzles").await?;
            page.click("[data-do=daily-puzzle][data-solved=false]").await?;
            let daily = puzzle_on_screen(page).await?;
            assert_eq!(Puzzles::stored().of_day(today()).map(|puzzle| puzzle.id), Some(daily.id));
            page.click("[data-do=show-solution]").await?;
            page.click("[data-confirm]").await?;
            page.wait_for("[data-solved]").await?;
            page.click("[data-do=all-puzzles]").await?;
            page.wait_for("[data-do=daily-puzzle][data-solved=true]").await?;
            // What cannot be read is put aside, and whatever does not exist says so.
            page.eval::<()>("localStorage.setItem('shangrila.puzzles', 'garbage')").await?;
            page.reload().await?;
            page.wait_for("[data-do=daily-puzzle][data-solved=false]").await?;
            page.wait_until("localStorage.getItem('shangrila.puzzles.damaged') === 'garbage'").await?;
            assert_eq!(progress(page).await?, Progress::default());
            for nowhere in ["#/puzzles/9.9.9.9", "#/puzzles/chess"] {
                go(page, nowhere).await?;
                page.wait_for_text("main.message h1", common.missing).await?;
            }
            Ok(())
        })
        .await;
    }
}
