//! What happens at and around online tables besides the game: moderation, votes, older chat, and the end of a rated game.
//!
//! Whatever is not the point of a test is sent by the page itself, over its own connection to the server.

use serde_json::{Value, json};
use shangrila_browser::{Gathering, Page, Result, Visit, gather};
use shangrila_protocol::{ModerationAction, Role};
use shangrila_rules::{Move, Position};
use shangrila_server::HostCommands;

use crate::driver::go;

fn visit() -> Visit {
    Visit::desktop().reduced_motion()
}

/// Writes into a field.
pub(crate) async fn write(page: &Page, field: &str, text: &str) -> Result<()> {
    page.wait_for(field).await?;
    page.click(field).await?;
    page.type_text(text).await
}

/// Sends an HTTP request as the visitor of a page and returns the answer.
pub(crate) async fn request(page: &Page, method: &str, path: &str, body: &Value) -> Result<Value> {
    let headers = json!({ "Content-Type": "application/json" });
    let options = json!({ "method": method, "headers": headers, "body": body.to_string() });
    page.eval(&format!("fetch('api/{path}', {options}).then((answer) => answer.json())")).await
}

/// Sends a command as the visitor of a page and returns the answer: `done`, or the code of the refusal.
pub(crate) async fn command(page: &Page, message: &Value) -> Result<String> {
    let script = "new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/api/socket`);
        socket.onmessage = (event) => {
            const answer = JSON.parse(event.data);
            if (answer.is === 'welcome') socket.send(JSON.stringify(MESSAGE));
            const isOurs = [answer, ...(answer.events ?? []), ...(answer.lines ?? [])].some((part) => part.id === MESSAGE.id);
            if (isOurs) { socket.close(); resolve(answer.is === 'refused' ? answer.reason.code : 'done'); }
        };
    })";
    page.eval(&script.replace("MESSAGE", &message.to_string())).await
}

/// Adds a guest or, with a password, an account.
pub(crate) async fn welcome(gathering: &mut Gathering, name: &str, is_account: bool) -> Result<usize> {
    let visitor = gathering.welcome(name, &visit().at("#/online")).await?;
    let page = gathering.page(visitor);
    page.wait_for(".invitation").await?;
    let (path, body) = if is_account {
        ("accounts", json!({ "name": name, "password": "seven silver bells" }))
    } else {
        ("guests", json!({ "name": name }))
    };
    request(page, "POST", path, &body).await?;
    Ok(visitor)
}

/// The first visitor opens a table, the others take seats. Everyone looks at it. Returns its id.
async fn table_of(gathering: &Gathering, visitors: &[usize], settings: Value) -> Result<String> {
    let opened = request(gathering.page(visitors[0]), "POST", "tables", &json!({ "settings": settings })).await?;
    let table = opened["table"].as_str().ok_or(format!("no table: {opened}"))?.to_string();
    for visitor in &visitors[1..] {
        let answer = command(gathering.page(*visitor), &json!({ "do": "join", "id": "join", "table": table })).await?;
        assert_eq!(answer, "done");
    }
    for visitor in visitors {
        go(gathering.page(*visitor), &format!("#/table/{table}")).await?;
        gathering.page(*visitor).reload().await?;
        gathering.page(*visitor).wait_for("main.table, main.room").await?;
    }
    Ok(table)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_handles_a_report_from_the_click_to_the_hidden_line() {
    gather(async |gathering| {
        let ada = welcome(gathering, "Ada", false).await?;
        let ben = welcome(gathering, "Ben", false).await?;
        let table = table_of(gathering, &[ada, ben], json!({ "seats": 3 })).await?;
        let insult = json!({ "do": "say", "id": "insult", "table": table, "text": "You play like a goat" });
        assert_eq!(command(gathering.page(ben), &insult).await?, "done");
        // Ada reports the line.
        let page = gathering.page(ada);
        page.wait_for_text(".chat-lines", "You play like a goat").await?;
        page.click("[data-chat='1'] [data-do=report-line]").await?;
        write(page, "#report-text", "An insult").await?;
        page.click("[data-do=send-report]").await?;
        page.wait_until_gone("#report-text").await?;
        assert_eq!(page.count("[data-do=moderation]").await?, 0, "the pages are for moderators");
        // Mia finds it in the queue, hides the line and closes the report.
        let mia = welcome(gathering, "Mia", true).await?;
        grant(gathering, "Mia", Role::Moderator).await?;
        let page = gathering.page(mia);
        page.reload().await?;
        page.wait_for("[data-do=moderation]").await?;
        page.click("[data-do=moderation]").await?;
        page.wait_for_text("[data-report='1']", "An insult").await?;
        page.click("[data-do=take-report]").await?;
        page.wait_until_gone("[data-report]").await?;
        page.click("[data-reports=taken]").await?;
        page.wait_for("[data-report='1'] [data-line='1'].marked").await?;
        page.click("[data-line='1'] [data-do=hide-line]").await?;
        for visitor in [ada, ben] {
            gathering.page(visitor).wait_for_text("[data-chat='1']", "Hidden by a moderator").await?;
            let text = gathering.page(visitor).text(".chat-lines").await?;
            assert!(!text.contains("goat"), "{text}");
        }
        page.wait_for("[data-line='1'] [data-do=show-line]").await?;
        page.click("[data-do=uphold-report]").await?;
        page.wait_until_gone("[data-report]").await?;
        page.click("[data-reports=resolved]").await?;
        page.wait_for_text("[data-report='1']", "Justified").await?;
        // The log knows all of it.
        go(page, "#/moderation/audit").await?;
        page.wait_for("[data-entry='4']").await?;
        page.wait_for_text("[data-entry='1']", "Operator").await?;
        // She closes the table, and its players read why.
        go(page, "#/moderation/tables").await?;
        write(page, &format!("[data-table='{table}'] [name=reason]"), "Enough is enough").await?;
        page.click("[data-do=close-table]").await?;
        gathering.page(ada).wait_for_text("main.message", "Enough is enough").await?;
        Ok(())
    })
    .await;
}

/// Gives an account a role, as the operator does.
async fn grant(gathering: &Gathering, name: &str, role: Role) -> Result<()> {
    let host = HostCommands::open(&gathering.server.database()).await.map_err(|error| error.to_string())?;
    host.grant(name, role, "").await.map_err(|error| error.to_string())?;
    host.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn administrators_ban_addresses_and_let_them_in_again_on_their_page() {
    gather(async |gathering| {
        let max = welcome(gathering, "Max", true).await?;
        let mia = welcome(gathering, "Mia", true).await?;
        grant(gathering, "Max", Role::Administrator).await?;
        grant(gathering, "Mia", Role::Moderator).await?;
        let page = gathering.page(max);
        go(page, "#/moderation/networks").await?;
        page.reload().await?;
        write(page, "#network", "somewhere").await?;
        page.click("[data-do=ban-network]").await?;
        page.wait_for("#network-note .problem").await?;
        // The browser reports the refused request.
        page.take_complaints();
        page.click("#network").await?;
        page.eval::<()>("document.querySelector('#network').select()").await?;
        page.type_text("192.0.2.7/24").await?;
        write(page, "[name=reason]", "A flood of guests").await?;
        page.click("[data-do=ban-network]").await?;
        page.wait_for_text("[data-network='192.0.2.0/24']", "A flood of guests").await?;
        page.wait_for_text("[data-network='192.0.2.0/24']", "Banned until").await?;
        // A moderator sees it, and cannot lift it.
        let page = gathering.page(mia);
        go(page, "#/moderation/networks").await?;
        page.reload().await?;
        page.wait_for("[data-network='192.0.2.0/24']").await?;
        assert_eq!(page.count("[data-do=unban-network], #network").await?, 0);
        let page = gathering.page(max);
        page.click("[data-do=unban-network]").await?;
        page.wait_until_gone("[data-network]").await?;
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_person_reads_until_when_and_the_browser_stops_connecting() {
    gather(async |gathering| {
        let ben = welcome(gathering, "Ben", true).await?;
        let table = table_of(gathering, &[ben], json!({})).await?;
        let page = gathering.page(ben);
        let host = HostCommands::open(&gathering.server.database()).await.map_err(|error| error.to_string())?;
        let person = host.person("Ben").await.map_err(|error| error.to_string())?.id;
        let ban = ModerationAction::Ban { person: person.clone(), hours: Some(24) };
        host.act(&ban, "A flood of chat").await.map_err(|error| error.to_string())?;
        page.wait_for_text("[data-banned]", "You are banned from this server until").await?;
        page.wait_for_text("[data-banned]", "A flood of chat").await?;
        page.wait_for("main[data-online=stopped]").await?;
        // A page that is opened later learns of it from the refused connection, and says the same.
        go(page, &format!("#/table/{table}")).await?;
        page.reload().await?;
        page.wait_for_text("main[data-online=stopped] [data-banned]", "A flood of chat").await?;
        go(page, "#/online").await?;
        page.wait_for("[data-banned]").await?;
        assert_eq!(page.count(".invitation").await?, 0);
        // The account page still lets people go.
        go(page, "#/account").await?;
        page.wait_for("[data-banned] ~ form [data-do=sign-out]").await?;
        // Once the ban is lifted, everything is back.
        host.act(&ModerationAction::Unban { person }, "").await.map_err(|error| error.to_string())?;
        host.close().await;
        page.wait_until("fetch('api/me').then((answer) => answer.json()).then((me) => !me.banned)").await?;
        go(page, &format!("#/table/{table}")).await?;
        page.reload().await?;
        page.wait_for("main.room").await?;
        // The browser reports every refused request.
        page.take_complaints();
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_block_others_and_unblock_them_on_the_account_page() {
    gather(async |gathering| {
        let ada = welcome(gathering, "Ada", false).await?;
        let ben = welcome(gathering, "Ben", false).await?;
        let me: Value = gathering.page(ben).eval("fetch('api/me').then((answer) => answer.json())").await?;
        let id = me["me"]["id"].as_str().ok_or("no id")?;
        let page = gathering.page(ada);
        go(page, &format!("#/people/{id}")).await?;
        page.wait_for("[data-option=block]").await?;
        page.click("[data-option=block]").await?;
        page.wait_until("document.querySelector('[data-option=block]').checked").await?;
        let table = table_of(gathering, &[ada], json!({})).await?;
        let join = json!({ "do": "join", "id": "join", "table": table });
        assert_eq!(command(gathering.page(ben), &join).await?, "blocked");
        go(page, "#/account").await?;
        page.wait_for_text("[data-blocked]", "Ben").await?;
        page.click("[data-do=unblock]").await?;
        page.wait_until_gone("[data-blocked]").await?;
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_others_vote_to_replace_skip_or_end_when_a_player_has_vanished() {
    gather(async |gathering| {
        gathering.server.set_patience(0);
        gathering.server.stop();
        gathering.server.restart()?;
        let ada = welcome(gathering, "Ada", false).await?;
        let ben = welcome(gathering, "Ben", false).await?;
        let cleo = welcome(gathering, "Cleo", false).await?;
        for (choice, sign) in [("replace", "[data-stand-in]"), ("skip", "main.table"), ("end", "main.message")] {
            let table = table_of(gathering, &[cleo, ada, ben], json!({ "seats": 3 })).await?;
            go(gathering.page(cleo), "#/rules").await?;
            let before: String =
                gathering.page(ada).eval("document.querySelector('main.table').dataset.position").await?;
            gathering.page(ada).wait_for("[data-present=false]").await?;
            // The app offers a vote after ten minutes, and at once when somebody has voted.
            let vote = json!({ "do": "vote", "id": "vote", "table": table, "choice": choice });
            assert_eq!(command(gathering.page(ben), &vote).await?, "done");
            let page = gathering.page(ada);
            page.wait_for("[data-note=vote] [data-vote]").await?;
            page.wait_for_text("[data-note=vote]", "Cleo").await?;
            page.click(&format!("[data-do=vote-{choice}]")).await?;
            for visitor in [ada, ben] {
                gathering.page(visitor).wait_for(sign).await?;
            }
            if choice != "end" {
                let moved = format!("document.querySelector('main.table').dataset.position !== '{before}'");
                gathering.page(ada).wait_until(&moved).await?;
                gathering.page(ada).wait_until_gone("[data-note=vote]").await?;
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn older_chat_is_loaded_a_page_at_a_time() {
    gather(async |gathering| {
        let ada = welcome(gathering, "Ada", false).await?;
        let table = table_of(gathering, &[ada], json!({})).await?;
        let page = gathering.page(ada);
        for number in 1..=110 {
            let line =
                json!({ "do": "say", "id": format!("n{number}"), "table": table, "text": format!("Line {number}.") });
            assert_eq!(command(page, &line).await?, "done");
        }
        page.reload().await?;
        page.wait_for("[data-chat='110']").await?;
        assert_eq!(page.count("[data-chat]").await?, 50);
        page.click("[data-do=earlier-chat]").await?;
        page.wait_until("document.querySelector(\"[data-chat='11']\")").await?;
        assert_eq!(page.count("[data-chat]").await?, 100);
        page.click("[data-do=earlier-chat]").await?;
        page.wait_until("document.querySelector(\"[data-chat='1']\")").await?;
        page.wait_until_gone("[data-do=earlier-chat]").await?;
        let first: String = page.eval("document.querySelector('[data-chat]').textContent").await?;
        assert!(first.contains("Line 1."), "{first}");
        Ok(())
    })
    .await;
}

/// A move that brings the end nearer.
fn quick_move(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let journey = moves.iter().find(|mv| matches!(mv, Move::Journey { .. }));
    journey.or_else(|| moves.iter().find(|mv| matches!(mv, Move::Recruit { .. }))).or_else(|| moves.get(0))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_and_the_page_of_a_rated_game_show_stand_ins_and_rating_changes() {
    gather(async |gathering| {
        let mut visitors = Vec::new();
        for name in ["Ada", "Ben", "Cleo"] {
            visitors.push(welcome(gathering, name, true).await?);
        }
        let clock = json!({ "live": { "base": 3600, "increment": 0 } });
        let settings =
            json!({ "seats": 3, "rated": true, "visibility": "public", "clock": clock, "draw_seats": false });
        let table = table_of(gathering, &visitors, settings).await?;
        let shown = "document.querySelector('main.table')?.dataset.position ?? ''";
        let mut has_resigned = false;
        loop {
            let text: String = gathering.page(0).eval(shown).await?;
            let position: Position = text.parse().map_err(|_| format!("not a position: {text}"))?;
            let (Some(seat), Some(mv)) = (position.seat_to_move(), quick_move(&position)) else { break };
            let tables: Value =
                gathering.page(0).eval("fetch('api/me/tables').then((answer) => answer.json())").await?;
            let ply = tables["tables"][0]["moves"].as_u64().unwrap_or(0);
            let page = gathering.page(visitors[seat.index()]);
            let play =
                json!({ "do": "play", "id": format!("m{ply}"), "table": table, "ply": ply, "mv": mv.to_string() });
            command(page, &play).await?;
            let moved = format!("document.querySelector('main.table').dataset.position !== '{text}'");
            gathering.page(0).wait_until(&moved).await?;
            if !has_resigned && ply > 30 {
                has_resigned = true;
                let resign = json!({ "do": "resign", "id": "resign", "table": table });
                assert_eq!(command(gathering.page(visitors[2]), &resign).await?, "done");
            }
        }
        for visitor in &visitors {
            let page = gathering.page(*visitor);
            page.wait_for("[data-result]").await?;
            page.wait_until("document.querySelectorAll('[data-rating-change]').length === 3").await?;
            assert_eq!(page.count("[data-helped]").await?, 1, "a computer player has helped Cleo");
        }
        // For everybody else, the page of the game begins before the first move, and tells the rest, also on a phone.
        let dan = gathering.welcome("Dan", &Visit::phone().reduced_motion().at(&format!("#/table/{table}"))).await?;
        let page = gathering.page(dan);
        page.wait_for_text("[data-facts] b", "\u{a0}:\u{a0}").await?;
        page.wait_until("document.querySelector('.history input').value === '0'").await?;
        for name in ["Ada", "Ben", "Cleo"] {
            page.wait_for_text("main.table", name).await?;
        }
        page.wait_until("document.querySelectorAll('[data-rating-fact]').length === 3").await?;
        page.wait_until("document.querySelectorAll('[data-stood-in]').length === 1").await?;
        assert_eq!(page.count("[data-clock-then]").await?, 0, "nobody has moved yet");
        page.press("End").await?;
        page.wait_until("document.querySelectorAll('[data-clock-then]').length === 3").await?;
        // It remains when a player deletes their account.
        let cleo = gathering.page(visitors[2]);
        let delete = json!({ "method": "POST", "headers": { "Content-Type": "application/json" }, "body": json!({ "password": "seven silver bells" }).to_string() });
        assert!(cleo.eval::<bool>(&format!("fetch('api/me/deletion', {delete}).then((answer) => answer.ok)")).await?);
        page.reload().await?;
        page.wait_for_text("main.table", "Deleted player").await?;
        go(page, "#/online/games").await?;
        page.wait_for_text("[data-table]", "Deleted player").await?;
        let is_empty = "[...document.querySelectorAll('[data-table] a')].some((link) => !link.textContent)";
        assert!(!page.eval::<bool>(is_empty).await?, "a link without a text");
        cleo.take_complaints();
        Ok(())
    })
    .await;
}
