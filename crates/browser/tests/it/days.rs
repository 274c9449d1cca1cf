//! What players do at a table between their turns: conditional moves, notes, and vacations.

use serde_json::json;
use shangrila_browser::{Result, Visit, gather};
use shangrila_rules::{Move, Position};

use crate::driver::{Table, Way, go, position};
use crate::online::request;
use crate::table_talk::three_at_a_table;
use crate::together::{shows, write};

/// The first legal move in one position that is also legal in another.
fn common_move(one: &Position, other: &Position) -> Result<Move> {
    one.legal_moves().iter().find(|mv| other.is_legal(*mv)).ok_or("no move is legal in both".to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_plays_what_a_desktop_and_a_phone_have_prepared() {
    gather(async |gathering| {
        three_at_a_table(gathering).await?;
        let start = position(gathering.page(0)).await?;
        let first = start.legal_moves().get(0).ok_or("no move")?;
        let after_first = start.after(first);
        let second = after_first.legal_moves().get(0).ok_or("no move")?;
        let after_second = after_first.after(second);
        // Who is to move has nothing to prepare.
        assert_eq!(gathering.page(0).count("[data-do=conditional]").await?, 0);
        // Cleo plays the line out on the board: a move of Ada, any move of Ben, and her answer.
        let cleo = gathering.page(2);
        cleo.click("[data-do=conditional]").await?;
        cleo.wait_for(".conditional [data-do=add-line]:disabled").await?;
        let mut board = Table::at(cleo, 0).await?;
        board.choose(first, Way::Direct).await?;
        shows(cleo, &after_first).await?;
        cleo.click("[data-do=any-move]").await?;
        cleo.wait_until(&format!("document.querySelector('main.table').dataset.position !== '{after_first}'")).await?;
        board.position = position(cleo).await?;
        let third = common_move(&board.position, &after_second)?;
        board.choose(third, Way::Direct).await?;
        cleo.click("[data-do=add-line]:enabled").await?;
        cleo.wait_for(&format!("[data-line='{first} * {third}']")).await?;
        shows(cleo, &start).await?;
        cleo.click("[data-do=close-conditional]").await?;
        cleo.wait_for("[data-do=conditional][data-lines='1']").await?;
        // Ben types his on a phone, and removes one of two.
        let ben = gathering.page(1);
        ben.tap("[data-do=conditional]").await?;
        for line in [format!("{first} {second}"), format!("* {second}")] {
            write(ben, "#typed-line", &line).await?;
            ben.press("Enter").await?;
            ben.wait_for(&format!("[data-line='{line}']")).await?;
        }
        ben.tap("[data-line^='*'] [data-do=remove-line]").await?;
        ben.wait_until_gone("[data-line^='*']").await?;
        ben.tap("[data-do=close-conditional]").await?;
        ben.wait_for("[data-do=conditional][data-lines='1']").await?;
        // Ada moves, and has the next move at once.
        let table = Table::at(gathering.page(0), 0).await?;
        table.choose(first, Way::Direct).await?;
        gathering.page(0).click("[data-confirm]").await?;
        let answered = after_second.after(third);
        for visitor in 0..3 {
            shows(gathering.page(visitor), &answered).await?;
        }
        gathering.page(0).wait_until("document.querySelectorAll('.log [data-conditional]').length === 2").await?;
        // Notes are saved while they are written, and nobody else sees them.
        let ada = gathering.page(0);
        ada.click("[data-do=notes]").await?;
        ada.wait_for("#own-notes:enabled").await?;
        write(ada, "#own-notes", "Ben likes the north.").await?;
        ada.wait_for("[data-notes=saved]").await?;
        ada.reload().await?;
        ada.wait_for("[data-do=notes]").await?;
        ada.click("[data-do=notes]").await?;
        ada.wait_until("document.querySelector('#own-notes')?.value === 'Ben likes the north.'").await?;
        let ben = gathering.page(1);
        ben.tap("[data-do=notes]").await?;
        ben.wait_for("#own-notes:enabled").await?;
        assert_eq!(ben.eval::<String>("document.querySelector('#own-notes').value").await?, "");
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_says_who_is_on_vacation_until_they_end_it() {
    gather(async |gathering| {
        let ada = gathering.welcome("Ada", &Visit::phone().reduced_motion().at("#/online")).await?;
        let page = gathering.page(ada);
        request(page, "POST", "accounts", &json!({ "name": "Ada", "password": "seven silver bells" })).await?;
        let level = |clan: &str| json!({ "clan": clan, "player": { "level": "goatherd" } });
        let settings = json!({ "seats": 3, "clock": { "days": { "days": 2 } } });
        let seats = json!([{ "clan": "r", "player": "me" }, level("b"), level("y")]);
        let opened = request(page, "POST", "tables", &json!({ "settings": settings, "seats": seats })).await?;
        let link = format!("#/table/{}", opened["table"].as_str().ok_or(format!("no table: {opened}"))?);
        page.reload().await?;
        go(page, "#/account").await?;
        page.wait_for("[data-vacation=off]").await?;
        page.tap("[data-do=vacation]").await?;
        page.wait_for("[data-vacation=on]").await?;
        go(page, &link).await?;
        page.wait_for("[data-note=vacation]").await?;
        // Nothing can be chosen, and the others see why.
        page.wait_for(".kind:disabled").await?;
        let eve = gathering.welcome("Eve", &Visit::desktop().reduced_motion().at(&link)).await?;
        gathering.page(eve).wait_for(".player [data-on-vacation]").await?;
        let page = gathering.page(ada);
        page.tap("[data-do=end-vacation]").await?;
        page.wait_until_gone("[data-note=vacation]").await?;
        page.wait_for(".kind:enabled").await?;
        gathering.page(eve).wait_until_gone("[data-on-vacation]").await?;
        Ok(())
    })
    .await;
}
