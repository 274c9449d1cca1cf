//! Visits every screen of the app in turn, for tests that check all of them.

use shangrila_browser::{Page, Result};
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Choices, Move};

use crate::driver::{Table, Way, go};
use crate::games::{finished_game, last_turns, link, middle_game, players};
use crate::touch::tap_move;

/// Goes to every screen and lets it be looked at.
pub(crate) async fn tour(page: &Page, mut look: impl AsyncFnMut(&Page, &str) -> Result<()>) -> Result<()> {
    let game = middle_game();
    for (name, address, sign) in [
        ("home", "#/", "main.home"),
        ("lesson", "#/tutorial/4", "[data-lesson='4']"),
        ("puzzles", "#/puzzles", "main.page"),
        ("puzzle", "#/puzzles/daily", "[data-puzzle]"),
        ("rules", "#/rules", "main.page"),
        ("strategy", "#/strategy", "[data-claim]"),
        ("games", "#/games", "main.page"),
        ("no record", "#/record", ".record-none"),
        ("nowhere", "#/nowhere", "main.message"),
        ("missing game", "#/play/none", "main.message"),
        ("bad link", "#/game/none", "main.message"),
        ("analyses", "#/analysis", "main.page"),
        ("position editor", "#/analysis/editor", "main.editor"),
        ("analysis", &link(&game).replace("#/game/", "#/analysis/"), ".engine-line[data-move]"),
        ("turn", &link(&game), "main.table"),
    ] {
        go(page, address).await?;
        page.wait_for(sign).await?;
        look(page, name).await?;
    }
    page.eval::<()>("localStorage.setItem('shangrila.result.one', '1 1795000000000 1/4 11 3 guide,guide,guide')")
        .await?;
    go(page, "#/record").await?;
    page.wait_for("[data-best]").await?;
    look(page, "record").await?;
    go(page, "#/").await?;
    page.click("[data-players='3']").await?;
    page.click("[data-setup=fair]").await?;
    page.wait_for("[data-chances]").await?;
    look(page, "fair start").await?;
    go(page, &link(&game)).await?;
    page.wait_for("main.table").await?;
    for (name, entry, dialog) in [
        ("settings", "settings", "dialog.settings"),
        ("board in words", "words", "dialog.board-words"),
        ("keys", "keys", "dialog.keys"),
        ("log", "log", "dialog.log-window"),
    ] {
        open_menu_entry(page, entry).await?;
        page.wait_for(dialog).await?;
        look(page, name).await?;
        page.press("Escape").await?;
        page.wait_until_gone("dialog[open]").await?;
    }
    page.click(".menu-button").await?;
    page.wait_for("dialog.menu").await?;
    look(page, "menu").await?;
    page.click("[data-menu=threats]").await?;
    page.wait_for(".threats").await?;
    // The menu closes a moment after the list has appeared.
    page.wait_until_gone("dialog[open]").await?;
    look(page, "threats").await?;
    page.press("Escape").await?;
    page.wait_until_gone(".threats").await?;
    let small = page.eval::<bool>("innerWidth < 700").await?;
    for (name, mv, sign) in [("proposal", placement(&game), ".proposal"), ("preview", journey(&game), "[data-preview]")]
    {
        if small {
            tap_move(page, &game.final_position(), mv).await?;
        } else {
            Table::at(page, 0).await?.choose(mv, Way::Direct).await?;
        }
        page.wait_for(sign).await?;
        look(page, name).await?;
        page.press("Escape").await?;
        page.wait_until_gone(sign).await?;
        if small {
            look(page, "village").await?;
            page.click("[data-do=whole-board]").await?;
        }
    }
    page.click("[data-do=history]").await?;
    page.wait_for(".history").await?;
    look(page, "history").await?;
    go(page, &link(&players(game, &["bot:sage"; 4]))).await?;
    page.wait_for(".thinking.on").await?;
    look(page, "thinking").await?;
    go(page, &link(&finished_game())).await?;
    page.wait_for("[data-result]").await?;
    look(page, "end").await?;
    go(page, &link(&last_turns(4))).await?;
    page.wait_for("[data-result]").await?;
    page.click("[data-do=report]").await?;
    page.wait_for("[data-accuracy]").await?;
    look(page, "game report").await?;
    tour_of_accounts_and_moderation(page, look).await
}

/// Goes to every screen of accounts, recovery and moderation. The visitor is an administrator on a server with something to do.
async fn tour_of_accounts_and_moderation(
    page: &Page,
    mut look: impl AsyncFnMut(&Page, &str) -> Result<()>,
) -> Result<()> {
    for (name, address, sign) in
        [("lobby", "#/online", "[data-empty]"), ("play now", "#/online/now", "[data-do=find-game]")]
    {
        go(page, address).await?;
        page.wait_for(sign).await?;
        look(page, name).await?;
    }
    for (name, address) in
        [("account", "#/account"), ("forgotten password", "#/forgotten"), ("new password", "#/new-password/0")]
    {
        go(page, address).await?;
        page.wait_for(".cards").await?;
        look(page, name).await?;
    }
    go(page, "#/moderation").await?;
    page.fill_server().await?;
    for (name, address, sign) in [
        ("own account", "#/account", "[data-blocked]"),
        ("friends", "#/people", "[data-no-people]"),
        ("clubs", "#/clubs", "[data-no-clubs]"),
        ("reports", "#/moderation", "[data-report]"),
        ("addresses", "#/moderation/networks", "[data-network]"),
        ("audit log", "#/moderation/audit", "[data-entry]"),
        ("tables", "#/moderation/tables", "[data-do=see-chat]"),
        ("tournaments", "#/tournaments", "[data-empty]"),
        ("new tournament", "#/tournaments/new", "[data-do=create-tournament]"),
    ] {
        go(page, address).await?;
        page.wait_for(sign).await?;
        look(page, name).await?;
    }
    go(page, "#/moderation/tables").await?;
    page.wait_for("[data-do=see-chat]").await?;
    page.click("[data-do=see-chat]").await?;
    page.wait_for("[data-line]").await?;
    look(page, "chat of a table").await?;
    page.open_tournament().await?;
    page.wait_for("[data-phase=finished]").await?;
    look(page, "tournament").await?;
    go(page, "#/moderation/people").await?;
    page.wait_for("[data-found]").await?;
    look(page, "people").await?;
    page.click("[data-do=fair-play]").await?;
    page.wait_for("[data-fair-play]").await?;
    look(page, "fair play").await?;
    go(page, "#/moderation/people").await?;
    page.wait_for("[data-found]").await?;
    page.click("[data-found]:last-child h3 a").await?;
    page.wait_for("[data-do=report]").await?;
    page.click("[data-do=report]").await?;
    page.wait_for("#report-text").await?;
    look(page, "report").await?;
    page.ban_visitor().await?;
    go(page, "#/ratings").await?;
    page.wait_for("[data-banned]").await?;
    look(page, "ban").await?;
    // The browser reports every refused request.
    page.take_complaints();
    Ok(())
}

pub(crate) async fn open_menu_entry(page: &Page, entry: &str) -> Result<()> {
    page.click(".menu-button").await?;
    page.click(&format!("[data-menu={entry}]")).await
}

/// A placement that can be played at the end of a record.
pub(crate) fn placement(record: &GameRecord) -> Move {
    let space = Choices::of(&record.final_position()).places.into_iter().next().expect("something can be placed");
    Move::Place { space }
}

/// A journey that can be sent at the end of a record.
pub(crate) fn journey(record: &GameRecord) -> Move {
    let journeys = Choices::of(&record.final_position()).journeys;
    let (_, from, to) = journeys.into_iter().next().expect("somebody can be sent");
    Move::Journey { from, to }
}
