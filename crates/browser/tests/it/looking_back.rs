//! Reviewing earlier turns, and what happened since the last one.

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_rules::Position;

use crate::driver::Table;
use crate::games::{link, middle_game};

/// The position on the board, read from the words of the board.
async fn shown_turn(page: &Page) -> Result<String> {
    page.text(".recap h2").await
}

#[tokio::test]
async fn every_turn_can_be_reviewed_and_the_game_continues_afterwards() {
    visit(Visit::desktop().reduced_motion().at(&link(&middle_game())), async |page| {
        let mut table = Table::at(page, 5).await?;
        // Turns are counted from 1, and the turn to be played counts.
        let last = middle_game().moves().len() + 1;
        page.click("[data-do=history]").await?;
        assert_eq!(shown_turn(page).await?, format!("Turn {} of {last}", last - 1));
        for (button, turn) in [("first", 1), ("next", 2), ("next", 3), ("previous", 2)] {
            page.click(&format!("[data-do={button}]")).await?;
            page.wait_for_text(".recap h2", &format!("Turn {turn} of {last}")).await?;
        }
        page.press(".").await?;
        page.wait_for_text(".recap h2", &format!("Turn 3 of {last}")).await?;
        // All seats belong to people at this screen, so every turn counts as one's own.
        page.click("[data-do=my-next]").await?;
        page.wait_for_text(".recap h2", &format!("Turn 4 of {last}")).await?;
        page.click("[data-do=my-previous]").await?;
        page.wait_for_text(".recap h2", &format!("Turn 3 of {last}")).await?;
        let at_two: Position =
            middle_game().moves().take(2).fold(middle_game().start.position(), |mut position, mv| {
                position.play(mv).unwrap();
                position
            });
        let scores: Vec<usize> = page
            .eval("[...document.querySelectorAll('.player-score b')].map((score) => Number(score.textContent))")
            .await?;
        let expected: Vec<usize> = at_two.seats().iter().map(|clan| at_two.score(clan).masters).collect();
        assert_eq!(scores, expected);

        page.click("[data-do=replay]").await?;
        page.wait_for_text(".recap h2", &format!("Turn 5 of {last}")).await?;
        page.click("[data-do=present]").await?;
        page.wait_for(".what-now").await?;
        table.play_random(2).await
    })
    .await;
}
