//! A whole game with the keyboard alone.

use std::collections::BTreeSet;

use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_rules::{Move, Space, Village};

use crate::driver::{SeatChoice, Table};

/// Presses of an arrow key after which somebody would have lost patience.
const PATIENCE: usize = 60;

#[tokio::test]
async fn a_game_can_be_played_with_the_keyboard_alone() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        page.eval::<()>("void addEventListener('pointerdown', () => { window.touched = true; })").await?;
        set_up_by_keys(page).await?;
        let mut table = Table::at(page, 8).await?;
        let (mut walked, mut lost) = (0, Vec::new());
        let mut turn = 0;
        while let Some(mv) = table.random_move() {
            turn += 1;
            if turn % 3 == 0 {
                type_move(page, mv).await?;
            } else if choose_by_arrows(page, mv).await? {
                walked += 1;
            } else {
                lost.push(mv);
                page.press("Escape").await?;
                type_move(page, mv).await?;
            }
            page.wait_for("[data-confirm]").await?;
            page.press("Enter").await?;
            table.played(mv).await?;
        }
        page.wait_for("[data-result]").await?;
        assert!(lost.is_empty(), "{walked} moves were found by arrows, but not {lost:?}");
        assert!(walked > 30, "{walked} moves were found by arrows");
        assert!(!page.eval::<bool>("Boolean(window.touched)").await?);
        Ok(())
    })
    .await;
}

/// Three persons, first-game set-up.
async fn set_up_by_keys(page: &Page) -> Result<()> {
    tab_to(page, "[data-players=\"3\"]").await?;
    page.press("Enter").await?;
    for seat in 1..=3 {
        tab_to(page, &format!(".seat:nth-child({seat}) .player-choice")).await?;
        SeatChoice::Person.choose(page).await?;
    }
    tab_to(page, "[data-do=start]").await?;
    page.press("Enter").await
}

/// Presses Tab until something has the focus.
async fn tab_to(page: &Page, selector: &str) -> Result<()> {
    for _ in 0..PATIENCE {
        page.press("Tab").await?;
        if page.eval::<bool>(&format!("document.activeElement.matches({})", json!(selector))).await? {
            return Ok(());
        }
    }
    Err(format!("{PATIENCE} times Tab do not lead to {selector}"))
}

async fn type_move(page: &Page, mv: Move) -> Result<()> {
    page.press(":").await?;
    page.wait_until("document.activeElement.id === 'typed-move'").await?;
    page.type_text(&mv.to_string()).await?;
    page.press("Enter").await
}

/// Points at a move with arrows and Enter; whether that was possible.
async fn choose_by_arrows(page: &Page, mv: Move) -> Result<bool> {
    let spot = |space: Space| format!("space-{}{}", space.guild().letter(), space.village());
    let village = |village: Village| format!("village-{village}");
    let (kind, spots) = match mv {
        Move::Place { space } => ("p", vec![spot(space)]),
        Move::Recruit { first, second } => ("r", [first].into_iter().chain(second).map(spot).collect()),
        Move::Journey { from, to } => ("j", vec![village(from), village(to)]),
        Move::Pass => return Ok(false),
    };
    page.press(kind).await?;
    for id in spots {
        if !walk_to(page, &id).await? {
            return Ok(false);
        }
        page.press("Enter").await?;
    }
    Ok(true)
}

/// What has the focus, and how far from it something is, to the right and down. A village lies where its badge is.
const WAY: &str = "((id) => {
    const middle = (element) => {
        const badge = element.parentElement.querySelector('.village-badge');
        const box = (element.id.startsWith('village') ? badge : element).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const focus = document.activeElement;
    if (!/^(space|village)-/.test(focus.id)) return ['', 0, 0];
    const [here, there] = [middle(focus), middle(document.getElementById(id))];
    return [focus.id, there[0] - here[0], there[1] - here[1]];
})";

/// Walks towards something on the board; never twice the same way from the same place.
async fn walk_to(page: &Page, id: &str) -> Result<bool> {
    let mut tried = BTreeSet::new();
    for _ in 0..PATIENCE {
        let (focus, right, down): (String, f64, f64) = page.eval(&format!("{WAY}({})", json!(id))).await?;
        if focus == id {
            return Ok(true);
        }
        let mut ways = [("ArrowRight", right), ("ArrowLeft", -right), ("ArrowDown", down), ("ArrowUp", -down)];
        ways.sort_by(|one, other| other.1.total_cmp(&one.1));
        let Some((key, _)) = ways.into_iter().find(|&(key, _)| tried.insert((focus.clone(), key))) else {
            return Ok(false);
        };
        page.press(key).await?;
    }
    Ok(false)
}
