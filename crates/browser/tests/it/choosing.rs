//! Choosing a move, changing it, undoing it, and asking for a hint.

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::{Choices, Move, Position, Space};
use shangrila_table::{PendingMove, Spot, wording};

use crate::driver::{SeatChoice, Table, Way, position, space, start_game, village};
use crate::games::{link, middle_game};

fn middle_of_a_game() -> Visit {
    Visit::desktop().reduced_motion().at(&link(&middle_game()))
}

/// Two moves of the same kind that can be played now.
fn two_placements(position: &Position) -> [Move; 2] {
    let mut places = Choices::of(position).places.into_iter().map(|space| Move::Place { space });
    [places.next().unwrap(), places.next().unwrap()]
}

#[tokio::test]
async fn clicking_an_impossible_target_explains_why() {
    visit(middle_of_a_game(), async |page| {
        let table = Table::at(page, 1).await?;
        let words = Language::English.words();
        let refused = |&space: &Space| {
            let spots = [Spot::Space(space), Spot::Village(space.village())];
            spots.iter().all(|&spot| PendingMove::Open.step(&table.position, spot).is_none())
        };
        let mut reasons = Vec::new();
        for at in Space::all().filter(refused) {
            let reason =
                wording::why_not(&table.position, Spot::Space(at)).map(|reason| wording::refusal(words, reason));
            let reason = reason.unwrap_or_else(|| words.choose.impossible.to_string());
            if reasons.len() < 4 && !reasons.contains(&reason) {
                page.click(&space(at)).await?;
                page.wait_for_text(".notice", &reason).await?;
                reasons.push(reason);
            }
        }
        assert!(reasons.len() > 1, "{reasons:?}");
        assert_eq!(page.count("[data-confirm]").await?, 0);
        table.expect().await
    })
    .await;
}

#[tokio::test]
async fn a_pending_move_can_be_cancelled() {
    visit(middle_of_a_game(), async |page| {
        let table = Table::at(page, 1).await?;
        let choices = Choices::of(&table.position);
        let master = choices.recruits.into_iter().next().unwrap();
        page.click(&space(master)).await?;
        page.wait_for(".space.chosen").await?;
        page.press("Escape").await?;
        page.wait_until_gone(".space.chosen").await?;

        let (_, from, _) = choices.journeys.into_iter().next().unwrap();
        page.click(&village(from)).await?;
        page.wait_for(".village.origin").await?;
        page.click(&village(from)).await?;
        page.wait_until_gone(".village.origin").await?;

        table.choose(two_placements(&table.position)[0], Way::Direct).await?;
        page.click(".confirm .button:not(.main)").await?;
        page.wait_until_gone("[data-confirm]").await?;
        table.expect().await
    })
    .await;
}

#[tokio::test]
async fn choosing_another_move_replaces_the_pending_one() {
    visit(middle_of_a_game(), async |page| {
        let mut table = Table::at(page, 1).await?;
        let [one, other] = two_placements(&table.position);
        table.choose(one, Way::Direct).await?;
        page.wait_for("[data-confirm]").await?;
        table.choose(other, Way::Direct).await?;
        let clan = table.position.to_move().unwrap();
        let words = Language::English.words();
        let text = wording::move_words(words, wording::player(words, clan, None), other);
        page.wait_for_text(".proposal", &text).await?;
        page.click("[data-confirm]").await?;
        table.played(other).await
    })
    .await;
}

#[tokio::test]
async fn confirmation_can_be_switched_off() {
    visit(middle_of_a_game(), async |page| {
        let mut table = Table::at(page, 1).await?;
        page.click(".menu-button").await?;
        page.click("[data-menu=settings]").await?;
        let words = &Language::English.words().settings;
        page.wait_for_text(".settings .switch:nth-of-type(2)", words.confirm).await?;
        page.click(".settings .switch:nth-of-type(2)").await?;
        page.press("Escape").await?;
        page.wait_until_gone("dialog[open]").await?;
        let mv = two_placements(&table.position)[0];
        table.choose(mv, Way::Direct).await?;
        table.played(mv).await?;
        page.reload().await?;
        let mv = table.random_move().unwrap();
        table.choose(mv, Way::Direct).await?;
        table.played(mv).await
    })
    .await;
}

#[tokio::test]
async fn people_undo_one_turn_at_a_time() {
    visit(middle_of_a_game(), async |page| {
        let mut table = Table::at(page, 1).await?;
        let mut before = Vec::new();
        for _ in 0..3 {
            before.push(table.position);
            table.play_random(1).await?;
        }
        let last = table.position;
        for (earlier, by_key) in before.iter().rev().zip([false, true, false]) {
            undo(page, by_key).await?;
            table.position = *earlier;
            table.expect().await?;
        }
        for later in before.iter().skip(1).chain([&last]) {
            page.click("[data-do=redo]").await?;
            table.position = *later;
            table.expect().await?;
        }
        page.wait_until("document.querySelector('[data-do=redo]').disabled").await?;
        page.press("U").await?;
        page.wait_for_text(".notice", Language::English.words().screen.no_redo).await
    })
    .await;
}

async fn undo(page: &Page, by_key: bool) -> Result<()> {
    if by_key { page.press("u").await } else { page.click("[data-do=undo]").await }
}

#[tokio::test]
async fn undo_against_computers_returns_to_the_persons_own_turn() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        start_game(
            page,
            "first",
            &[SeatChoice::Person, SeatChoice::Goatherd, SeatChoice::Goatherd, SeatChoice::Goatherd],
        )
        .await?;
        let mut table = Table::at(page, 3).await?;
        let first = table.position;
        let mv = table.random_move().unwrap();
        table.choose(mv, Way::Direct).await?;
        page.click("[data-confirm]").await?;
        table.wait_for_turn().await?;
        let second = table.position;
        assert_eq!(second.ply(), first.ply() + 4);
        for (button, expected) in [("undo", first), ("redo", second), ("undo", first)] {
            page.click(&format!("[data-do={button}]")).await?;
            table.position = expected;
            table.expect().await?;
        }
        // It can also be undone while the others are thinking.
        table.choose(mv, Way::Direct).await?;
        page.click("[data-confirm]").await?;
        page.wait_until("document.querySelector('[data-do=hint]:disabled')").await?;
        page.click("[data-do=undo]").await?;
        table.expect().await
    })
    .await;
}

#[tokio::test]
async fn a_hint_suggests_a_legal_move() {
    visit(middle_of_a_game(), async |page| {
        let mut table = Table::at(page, 1).await?;
        page.click("[data-do=hint]").await?;
        page.click("[data-do=more-help]").await?;
        page.click("[data-do=more-help]").await?;
        page.click("[data-do=play-hint]").await?;
        page.click("[data-confirm]").await?;
        page.wait_until(&format!("document.querySelector('main.table').dataset.position !== '{}'", table.position))
            .await?;
        let shown = position(page).await?;
        let moves = table.position.legal_moves();
        let after = |mv: Move| {
            let mut after = table.position;
            after.play(mv).map(|()| after)
        };
        assert!(moves.iter().any(|mv| after(mv) == Ok(shown)), "{} became {shown}", table.position);
        table.position = shown;
        table.expect().await
    })
    .await;
}

#[tokio::test]
async fn tiles_and_students_can_be_dragged() {
    visit(middle_of_a_game(), async |page| {
        let mut table = Table::at(page, 1).await?;
        let choices = Choices::of(&table.position);
        let empty = choices.places.into_iter().next().unwrap();
        let tile = format!(".player.now .supply li:nth-child({})", empty.guild() as usize + 1);
        page.drag(&tile, &space(empty)).await?;
        page.click("[data-confirm]").await?;
        table.played(Move::Place { space: empty }).await?;

        let (_, from, to) = Choices::of(&table.position).journeys.into_iter().next().unwrap();
        page.drag(&village(from), &village(to)).await?;
        page.wait_for("[data-preview]").await?;
        page.click("[data-confirm]").await?;
        table.played(Move::Journey { from, to }).await?;

        // Dropping a tile outside the board does nothing.
        let (_, from, _) = Choices::of(&table.position).journeys.into_iter().next().unwrap();
        page.drag(&village(from), ".meters").await?;
        page.wait_until_gone(".village.origin").await?;
        table.expect().await
    })
    .await;
}

#[tokio::test]
async fn newcomers_see_tips_until_they_turn_them_off() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        let words = &Language::English.words().table;
        start_game(page, "first", &[SeatChoice::Person; 4]).await?;
        page.wait_for_text(".tip", words.tip_goal).await?;
        page.click(".kinds .kind:nth-child(2)").await?;
        page.wait_for_text(".tip", words.tip_recruit).await?;
        page.click("[data-do=no-tips]").await?;
        page.wait_until_gone(".tip").await?;
        page.reload().await?;
        page.wait_for(".kinds").await?;
        assert_eq!(page.count(".tip").await?, 0, "the wish is kept");
        Ok(())
    })
    .await;
}
