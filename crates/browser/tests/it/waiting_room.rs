//! The waiting room with several people: hosts, ready checks, and seats that somebody else takes over during the game.

use serde_json::{Value, json};
use shangrila_browser::{Gathering, Page, Result, Visit, gather};

use crate::driver::go;
use crate::online::{command, request, write};

fn phone() -> Visit {
    Visit::phone().reduced_motion()
}

fn desktop() -> Visit {
    Visit::desktop().reduced_motion()
}

/// The first visitor, a guest, opens a table and looks at it. Returns its address in the app.
async fn opened(page: &Page, name: &str, settings: Value) -> Result<String> {
    request(page, "POST", "guests", &json!({ "name": name })).await?;
    let opened = request(page, "POST", "tables", &json!({ "settings": settings })).await?;
    let table = opened["table"].as_str().ok_or(format!("no table: {opened}"))?;
    let address = format!("#/table/{table}");
    go(page, &address).await?;
    page.reload().await?;
    page.wait_for("main.room").await?;
    Ok(address)
}

/// Somebody follows the link, types a name and sits down.
async fn joined(gathering: &mut Gathering, name: &str, address: &str, visit: Visit) -> Result<usize> {
    let visitor = gathering.welcome(name, &visit.at(address)).await?;
    let page = gathering.page(visitor);
    write(page, "#guest-name", name).await?;
    page.click("[data-do=join]").await?;
    page.wait_until("document.querySelector('main.room, main.table')?.dataset.seat").await?;
    Ok(visitor)
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_remove_people_hand_over_and_are_asked_before_they_start_without_friends() {
    gather(async |gathering| {
        let ada = gathering.welcome("Ada", &desktop().at("#/online")).await?;
        let address = opened(gathering.page(ada), "Ada", json!({ "draw_seats": false })).await?;
        let ben = joined(gathering, "Ben", &address, phone()).await?;
        let other_ben = joined(gathering, "Ben", &address, desktop()).await?;
        let page = gathering.page(ada);
        // Everyone can be told apart.
        page.wait_for_text("[data-room-seat=r]", "Ada").await?;
        page.wait_for_text("[data-room-seat=r] .badge", "you").await?;
        page.wait_for_text("[data-room-seat=b] .badge", "Guest").await?;
        page.wait_for_text("[data-room-seat=v]", "Ben (2)").await?;
        gathering.page(other_ben).wait_for_text("[data-room-seat=v] .badge", "you").await?;
        assert_eq!(gathering.page(ben).count("[data-do=remove], [data-do=make-host], [data-do=fill]").await?, 0);
        page.click("[data-room-seat=v] [data-do=remove]").await?;
        page.wait_for("main.room[data-free='2']").await?;
        gathering.page(other_ben).wait_for("[data-do=join]").await?;
        // Ada hands over. Ben is asked before he starts without those who are on their way: the other Ben looks at the page.
        page.click("[data-room-seat=b] [data-do=make-host]").await?;
        page.wait_until_gone("[data-do=fill]").await?;
        let page = gathering.page(ben);
        page.tap("[data-do=fill]").await?;
        page.wait_for(".fill-sure").await?;
        page.tap(".fill-sure + .button").await?;
        page.wait_until_gone(".fill-sure").await?;
        page.tap("[data-do=fill]").await?;
        page.tap("[data-do=fill-yes]").await?;
        for visitor in [ada, ben, other_ben] {
            gathering.page(visitor).wait_for("main.table").await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_game_waits_for_someone_who_has_left_the_page() {
    gather(async |gathering| {
        let ada = gathering.welcome("Ada", &phone().at("#/online")).await?;
        let clock = json!({ "live": { "base": 600, "increment": 10 } });
        let settings = json!({ "seats": 3, "clock": clock, "draw_seats": false });
        let address = opened(gathering.page(ada), "Ada", settings).await?;
        go(gathering.page(ada), "#/rules").await?;
        gathering.page(ada).wait_until_gone("main.room").await?;
        // Also on a page that has just been opened.
        gathering.page(ada).reload().await?;
        let ben = joined(gathering, "Ben", &address, desktop()).await?;
        let cleo = joined(gathering, "Cleo", &address, phone()).await?;
        for visitor in [ben, cleo] {
            let page = gathering.page(visitor);
            page.wait_for_text("[data-ready-check]", "Waiting for Ada").await?;
            page.wait_for_text("[data-room-seat=b]", "ready").await?;
            assert_eq!(page.count("[data-do=ready]").await?, 0, "who has just sat down is ready");
        }
        // Ada hears of it on the other page; nobody's clock runs meanwhile.
        gathering.page(ada).wait_for_text(".your-turn-bar", "Are you ready?").await?;
        assert_eq!(gathering.page(ben).count("main.table").await?, 0);
        gathering.page(ada).tap(".your-turn-bar").await?;
        for visitor in [ada, ben, cleo] {
            gathering.page(visitor).wait_for("main.table").await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_gets_an_abandoned_seat_if_the_others_agree() {
    gather(async |gathering| {
        let ada = gathering.welcome("Ada", &phone().at("#/online")).await?;
        let address = opened(gathering.page(ada), "Ada", json!({ "seats": 3, "draw_seats": false })).await?;
        let ben = joined(gathering, "Ben", &address, desktop()).await?;
        let cleo = joined(gathering, "Cleo", &address, desktop()).await?;
        for visitor in [ada, ben, cleo] {
            gathering.page(visitor).wait_for("main.table").await?;
        }
        let eve = gathering.welcome("Eve", &phone().at("#/online")).await?;
        request(gathering.page(eve), "POST", "guests", &json!({ "name": "Eve" })).await?;
        go(gathering.page(eve), &address).await?;
        gathering.page(eve).reload().await?;
        gathering.page(eve).wait_for("[data-badge=watching]").await?;
        assert_eq!(gathering.page(eve).count("[data-do=ask-seat]").await?, 0, "everybody plays");
        let table = address.trim_start_matches("#/table/");
        let resign = json!({ "do": "resign", "id": "resign", "table": table });
        assert_eq!(command(gathering.page(cleo), &resign).await?, "done");
        // Ben declines, and then both agree.
        for answer in ["refuse", "grant"] {
            gathering.page(eve).tap("[data-do=ask-seat]").await?;
            for (visitor, answer) in [(ada, "grant"), (ben, answer)] {
                let page = gathering.page(visitor);
                page.wait_for_text("[data-note=seat-request]", "Eve would like to take over from Cleo").await?;
                page.click(&format!("[data-do={answer}-seat]")).await?;
            }
            gathering.page(eve).wait_until_gone("[data-note=seat-request]").await?;
        }
        gathering.page(eve).wait_until("document.querySelector('main.table').dataset.seat === 'y'").await?;
        gathering.page(ada).wait_for_text("main.table", "Eve").await?;
        // Cleo can only watch now.
        gathering.page(cleo).wait_for("[data-badge=watching]").await
    })
    .await;
}
