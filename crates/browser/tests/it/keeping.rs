//! Games are saved, listed, exported and imported.

use serde_json::json;
use shangrila_browser::{Browser, Page, Result, TestServer, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::record::{GameRecord, Start};
use shangrila_table::link::position_field;

use crate::driver::{Table, go, position};
use crate::games::{finished_game, link, middle_game, players, random_game};

#[tokio::test]
async fn a_game_resumes_after_a_reload_and_from_the_home_screen() {
    visit(Visit::desktop().reduced_motion().at(&link(&middle_game())), async |page| {
        let mut table = Table::at(page, 1).await?;
        table.play_random(3).await?;
        page.reload().await?;
        table.expect().await?;
        page.click(".menu-button").await?;
        page.click("[data-menu=home]").await?;
        page.wait_for("main.home").await?;
        page.click("[data-do=continue]").await?;
        table.expect().await?;
        table.play_random(1).await?;
        page.eval::<()>("history.back()").await?;
        page.wait_for("main.home").await?;
        page.eval::<()>("history.forward()").await?;
        page.wait_for("main.table").await?;
        table.expect().await
    })
    .await;
}

#[tokio::test]
async fn a_game_continues_without_a_network() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        page.wait_until_kept().await?;
        // With a goatherd, so that the worker for computer players has to load from the cache, too.
        let names = ["person", "person", "person", "bot:goatherd"];
        go(page, &link(&players(random_game(4, 2), &names))).await?;
        page.set_offline(true).await?;
        page.reload().await?;
        let mut table = Table::at(page, 1).await?;
        table.play_random(2).await?;
        let mv = table.random_move().unwrap();
        table.choose(mv, crate::driver::Way::Direct).await?;
        page.click("[data-confirm]").await?;
        table.wait_for_turn().await?;
        assert_eq!(table.position.ply(), 28 + 4 + 4);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn games_are_listed_and_deleted_only_after_confirmation() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        for game in [middle_game(), finished_game()] {
            go(page, &link(&game)).await?;
            page.wait_until("location.hash.startsWith('#/play/')").await?;
            page.wait_for("main.table").await?;
        }
        go(page, "#/games").await?;
        page.wait_until("document.querySelectorAll('.saved-games > li').length === 2").await?;
        page.click("[data-do=delete]").await?;
        page.click(".sure .button:not(.main)").await?;
        page.wait_until("document.querySelector('.sure').hidden").await?;
        assert_eq!(page.count(".saved-games > li").await?, 2);
        page.click("[data-do=delete]").await?;
        page.click("[data-do=delete-yes]").await?;
        page.wait_until("document.querySelectorAll('.saved-games > li').length === 1").await?;
        assert_eq!(kept_games(page).await?, 1);
        // The list starts with the latest game, so the unfinished one remains.
        page.click(".saved-game").await?;
        assert_eq!(Table::at(page, 1).await?.position, middle_game().final_position());
        Ok(())
    })
    .await;
}

async fn kept_games(page: &Page) -> Result<usize> {
    page.eval("Object.keys(localStorage).filter((key) => key.startsWith('shangrila.game.')).length").await
}

#[tokio::test]
async fn an_exported_game_can_be_imported() {
    visit(Visit::desktop().reduced_motion().at(&link(&middle_game())), async |page| {
        let mut table = Table::at(page, 1).await?;
        table.play_random(2).await?;
        page.eval::<()>(
            "const create = URL.createObjectURL;
             URL.createObjectURL = (file) => { window.exported = file.text(); return create.call(URL, file); };
             undefined",
        )
        .await?;
        page.click(".menu-button").await?;
        page.click("[data-menu=export]").await?;
        page.wait_until("window.exported").await?;
        let text: String = page.eval("window.exported").await?;
        let record: GameRecord = text.parse().map_err(|error| format!("{error}: {text}"))?;
        assert_eq!(record.final_position(), table.position);

        page.eval::<()>("localStorage.clear()").await?;
        go(page, "#/games").await?;
        import(page, "This is not a game.").await?;
        page.wait_for(".notice").await?;
        assert_eq!(kept_games(page).await?, 0);
        page.eval::<()>("void (document.querySelector('#pasted-record').value = '')").await?;
        import(page, &text).await?;
        page.wait_for("main.table").await?;
        table.expect().await?;
        table.play_random(1).await
    })
    .await;
}

async fn import(page: &Page, text: &str) -> Result<()> {
    page.wait_for("details.import").await?;
    if page.count("details.import[open]").await? == 0 {
        page.click("details.import summary").await?;
    }
    page.click("#pasted-record").await?;
    page.type_text(text).await?;
    page.click("[data-do=import]").await
}

#[tokio::test]
async fn a_damaged_game_is_marked_and_not_deleted() {
    visit(Visit::desktop(), async |page| {
        page.eval::<()>("localStorage.setItem('shangrila.game.torn', 'changed 5\\n[Rules \"1\"')").await?;
        let words = &Language::English.words().games;
        go(page, "#/play/torn").await?;
        page.wait_for_text("main.message h1", words.damaged).await?;
        go(page, "#/games").await?;
        page.wait_for_text(".saved-game", words.damaged).await?;
        assert_eq!(kept_games(page).await?, 1);
        page.check_accessibility().await
    })
    .await;
}

#[tokio::test]
async fn unknown_addresses_show_an_error() {
    visit(Visit::desktop(), async |page| {
        let words = Language::English.words();
        let addresses = [
            ("#/nowhere", words.app.not_found),
            ("#/play/none", words.games.missing),
            ("#/game/1.rbvy.f..ab", words.app.bad_link),
            ("#/game/1.rbvy.f..ab.", words.app.bad_link),
            ("#/position/7!7", words.app.bad_link),
        ];
        for (address, title) in addresses {
            go(page, address).await?;
            page.wait_for_text("main.message h1", title).await?;
            page.click("main.message a.main").await?;
            page.wait_for("main.home").await?;
        }
        assert_eq!(kept_games(page).await?, 0);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn links_open_games_and_positions() {
    let game = middle_game();
    visit(Visit::desktop().reduced_motion().at(&link(&game)), async |page| {
        let mut table = Table::at(page, 1).await?;
        assert_eq!(table.position, game.final_position());
        table.play_random(1).await?;
        // Opening the link again opens the same game, not a copy.
        go(page, "#/").await?;
        page.wait_for("main.home").await?;
        go(page, &link(&game)).await?;
        page.wait_for("main.table").await?;
        table.expect().await?;

        go(page, &format!("#/position/{}", position_field(&game.final_position()))).await?;
        table.position = game.final_position();
        table.expect().await?;
        table.play_random(2).await?;
        let saved: String = page
            .eval("localStorage.getItem('shangrila.game.' + location.hash.split('/').pop()).replace(/.*\\n/, '')")
            .await?;
        let record: GameRecord = saved.parse().map_err(|error| format!("{error}: {saved}"))?;
        assert_eq!(record.start, Start::Position(game.final_position()));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_game_open_in_two_tabs_is_played_in_the_newer_one() -> Result<()> {
    let browser = Browser::start().await?;
    let settings = Visit::desktop().reduced_motion();
    let first = Page::open(&browser, TestServer::start()?, &settings.clone().at(&link(&middle_game()))).await?;
    Table::at(&first, 1).await?;
    let fragment: String = first.eval("location.hash").await?;
    let second = first.open_tab(&browser, &settings.at(&fragment)).await?;
    let mut there = Table::at(&second, 1).await?;

    let words = &Language::English.words().table;
    first.wait_for_text(".what-now", words.open_in_other_tab).await?;
    there.play_random(2).await?;
    first
        .wait_until(&format!(
            "document.querySelector('main').dataset.position === {}",
            json!(there.position.to_string())
        ))
        .await?;

    first.bring_to_front().await?;
    first.click(".what-now .button").await?;
    first.wait_for("[data-do=hint]:enabled").await?;
    second.wait_for_text(".what-now", words.open_in_other_tab).await?;
    let mut here = Table::at(&first, 2).await?;
    here.play_random(2).await?;
    second
        .wait_until(&format!(
            "document.querySelector('main').dataset.position === {}",
            json!(here.position.to_string())
        ))
        .await?;
    assert_eq!(position(&second).await?, here.position);
    assert_eq!(first.take_complaints(), Vec::<String>::new());
    assert_eq!(second.take_complaints(), Vec::<String>::new());
    browser.close().await;
    Ok(())
}
