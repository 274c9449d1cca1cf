//! Reviewing earlier turns, and what happened since the last one.

use std::time::Duration;

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_table::{Session, wording};

use crate::driver::{Table, Way};
use crate::games::{link, middle_game};

/// Waits until the review shows a turn, and checks what it says: the number, the move that led there, who made it, and the scores.
async fn expect_turn(page: &Page, session: &Session, turn: usize) -> Result<()> {
    let words = Language::English.words();
    // Turns are counted from 1, and the turn to be played counts.
    page.wait_for_text(".recap h2", &format!("Turn {turn} of {}", session.played() + 1)).await?;
    if let Some((before, mv, _)) = turn.checked_sub(2).and_then(|index| session.turns().nth(index)) {
        let who = session.who(words, before.to_move().ok_or("nobody moved")?);
        page.wait_for_text(".recap-lines", &wording::move_words(words, who, mv)).await?;
        page.wait_for(".log .current").await?;
    }
    let scores: Vec<usize> = page
        .eval("[...document.querySelectorAll('.player-score b')].map((score) => Number(score.textContent))")
        .await?;
    let position = session.position_after(turn - 1);
    let expected: Vec<usize> = position.seats().iter().map(|clan| position.score(clan).masters).collect();
    assert_eq!(scores, expected, "after {} turns", turn - 1);
    Ok(())
}

#[tokio::test]
async fn every_turn_can_be_reviewed_and_the_game_continues_afterwards() {
    let session = Session::resume(middle_game(), None).expect("a game");
    let last = session.played() + 1;
    for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
        visit(size.reduced_motion().at(&link(&middle_game())), async |page| {
            let mut table = Table::at(page, 5).await?;
            page.click("[data-do=history]").await?;
            expect_turn(page, &session, last - 1).await?;
            for (button, turn) in [("first", 1), ("next", 2), ("next", 3), ("previous", 2)] {
                page.click(&format!("[data-do={button}]")).await?;
                expect_turn(page, &session, turn).await?;
            }
            page.press(".").await?;
            expect_turn(page, &session, 3).await?;
            // All seats belong to people at this screen, so every turn counts as one's own.
            page.click("[data-do=my-next]").await?;
            expect_turn(page, &session, 4).await?;
            page.click("[data-do=my-previous]").await?;
            expect_turn(page, &session, 3).await?;
            // Played automatically, every turn is named as well.
            page.click("[data-do=replay]").await?;
            for turn in [4, 5] {
                expect_turn(page, &session, turn).await?;
            }
            page.click("[data-do=present]").await?;
            page.wait_for(".what-now").await?;
            // Villages are small on a phone; other tests play there.
            if page.eval::<bool>("innerWidth > 700").await? {
                let mv = table.random_move().ok_or("the game is over")?;
                table.choose(mv, Way::Direct).await?;
                // The replay has ended, and cancels nothing when its next turn would have been due.
                tokio::time::sleep(Duration::from_millis(1600)).await;
                page.click("[data-confirm]").await?;
                table.played(mv).await?;
            }
            Ok(())
        })
        .await;
    }
}
