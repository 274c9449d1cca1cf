//! Several people at an online table, each in a separate browser context.

use shangrila_browser::{Gathering, Page, Result, Visit, gather};
use shangrila_i18n::Language;
use shangrila_rules::{Choices, Clan, ClanSet, Move, Position, Seat};
use shangrila_table::danger::Danger;

use crate::driver::{Table, Way, go, position};

const NAMES: [&str; 4] = ["Ada", "Ben", "Cleo", "Dan"];

/// Opens a table for friends from the first screen; says where it is.
pub(crate) async fn open_table(page: &Page, name: &str) -> Result<String> {
    page.click("[data-do=friends]").await?;
    page.wait_for("[data-do=open-table]").await?;
    page.click("[data-do=open-table]").await?;
    page.wait_for("[data-do=create-table]").await?;
    write(page, "[name=name]", name).await?;
    page.click("[data-do=create-table]").await?;
    page.wait_for("main.room").await?;
    page.eval("location.hash").await
}

/// Writes into a field.
pub(crate) async fn write(page: &Page, field: &str, text: &str) -> Result<()> {
    page.wait_for(field).await?;
    page.click(field).await?;
    page.type_text(text).await
}

/// Joins by the link: a name, one click.
pub(crate) async fn join(gathering: &mut Gathering, name: &str, link: &str, visit: &Visit) -> Result<usize> {
    let visitor = gathering.welcome(name, &visit.clone().at(link)).await?;
    let page = gathering.page(visitor);
    write(page, "#guest-name", name).await?;
    page.click("[data-do=join]").await?;
    Ok(visitor)
}

/// Four friends at a table.
async fn four_at_a_table(gathering: &mut Gathering) -> Result<String> {
    // Animation would take most of the time, and is tested elsewhere.
    let visit = Visit::desktop().reduced_motion();
    gathering.welcome(NAMES[0], &visit).await?;
    let link = open_table(gathering.page(0), NAMES[0]).await?;
    for name in &NAMES[1..] {
        join(gathering, name, &link, &visit).await?;
    }
    for visitor in 0..4 {
        gathering.page(visitor).wait_for("main.table").await?;
    }
    Ok(link)
}

/// A move that brings the end nearer: students travel where they can, the longest bridges of the game fall soon.
fn quick_move(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let journey = moves.iter().find(|mv| matches!(mv, Move::Journey { .. }));
    let recruit = moves.iter().find(|mv| matches!(mv, Move::Recruit { .. }));
    journey.or(recruit).or_else(|| moves.get(0))
}

/// Waits until a page shows a position.
pub(crate) async fn shows(page: &Page, position: &Position) -> Result<()> {
    page.wait_until(&format!("document.querySelector('main.table')?.dataset.position === '{position}'")).await
}

/// The index of the seat whose turn it is, which is also that of its visitor.
pub(crate) fn seat_to_move(position: &Position) -> Result<usize> {
    Ok(position.seat_to_move().ok_or("the game is over too soon")?.index())
}

/// The seat whose turn it is plays by clicks; everybody else sees it.
pub(crate) async fn play_turn(gathering: &Gathering, position: &mut Position, watching: &[usize]) -> Result<()> {
    let Some(mv) = quick_move(position) else { return Ok(()) };
    let mover = gathering.page(seat_to_move(position)?);
    shows(mover, position).await?;
    let mut table = Table::at(mover, 0).await?;
    table.play(mv, Way::Direct).await?;
    *position = table.position;
    for &visitor in watching {
        let name = &gathering.visitors[visitor].name;
        shows(gathering.page(visitor), position).await.map_err(|error| format!("{name} after {mv}: {error}"))?;
    }
    Ok(())
}

pub(crate) async fn say(page: &Page, text: &str) -> Result<()> {
    if page.count("#chat-line").await? == 0 {
        page.click("[data-do=chat]").await?;
    }
    write(page, "#chat-line", text).await?;
    page.press("Enter").await?;
    page.wait_for_text(".chat-lines", text).await
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_an_online_game_to_the_end() {
    gather(async |gathering| {
        let link = four_at_a_table(gathering).await?;
        let mut position = position(gathering.page(0)).await?;
        for _ in 0..4 {
            play_turn(gathering, &mut position, &[0, 1, 2, 3]).await?;
        }
        // A spectator opens the link and cannot play.
        let eve = gathering.welcome("Eve", &Visit::desktop().reduced_motion().at(&link)).await?;
        shows(gathering.page(eve), &position).await?;
        gathering.page(eve).wait_for("[data-badge=watching]").await?;
        assert_eq!(gathering.page(eve).count("[data-do=chat]:enabled").await?, 0, "the chat is for the players");
        gathering.page(0).wait_for("[data-spectators='1']").await?;
        // They chat.
        say(gathering.page(0), "Good luck!").await?;
        gathering.page(1).wait_for("[data-unread='1']").await?;
        say(gathering.page(1), "You too").await?;
        gathering.page(0).wait_for_text(".chat-lines", "You too").await?;
        for visitor in [0, 1] {
            gathering.page(visitor).click("[data-do=close-chat]").await?;
        }
        // One player loses the connection, the others continue, and the player catches up.
        let mut present = vec![0, 1, 2, 3, eve];
        let lost = (seat_to_move(&position)? + 3) % 4;
        gathering.visitors[lost].cable.unplug();
        gathering.page(lost).wait_for("[data-banner=lost]").await?;
        gathering.page((lost + 1) % 4).wait_for(".player [data-present=false], [data-present=false]").await?;
        present.retain(|&visitor| visitor != lost);
        for _ in 0..3 {
            play_turn(gathering, &mut position, &present).await?;
        }
        gathering.visitors[lost].cable.plug_in();
        shows(gathering.page(lost), &position).await?;
        gathering.page(lost).wait_until_gone("[data-banner=lost]").await?;
        // The browser reports the lost connection as an error, which is expected.
        gathering.page(lost).take_complaints();
        present.push(lost);
        // One player makes a move while offline: it is kept and sent after reconnecting.
        let mover = seat_to_move(&position)?;
        gathering.visitors[mover].cable.unplug();
        gathering.page(mover).wait_for("[data-banner=lost]").await?;
        let mv = quick_move(&position).ok_or("the game is over too soon")?;
        let table = Table::at(gathering.page(mover), 0).await?;
        table.choose(mv, Way::Direct).await?;
        gathering.page(mover).click("[data-confirm]").await?;
        gathering.page(mover).wait_for("[data-banner=sending], [data-banner=lost]").await?;
        gathering.visitors[mover].cable.plug_in();
        position.play(mv).map_err(|error| error.to_string())?;
        while Choices::of(&position).must_pass() {
            position.play(Move::Pass).map_err(|error| error.to_string())?;
        }
        for &visitor in &present {
            shows(gathering.page(visitor), &position).await?;
        }
        gathering.page(mover).take_complaints();
        // Reloading the page changes nothing.
        gathering.page(2).reload().await?;
        shows(gathering.page(2), &position).await?;
        while !position.is_over() {
            play_turn(gathering, &mut position, &present).await?;
        }
        for &visitor in &present {
            gathering.page(visitor).wait_for("[data-result]").await?;
        }
        // The ending is told at every size: everyone's place, why, the decisive journeys, and a rematch at hand.
        for screen in SIZES.map(|size| size()) {
            let page = gathering.page(1);
            page.set_screen(&screen).await?;
            page.wait_until(&in_sight("[data-ending]")).await?;
            page.wait_until(&in_sight(".standings li:last-child")).await?;
            page.wait_until(&in_sight("[data-do=rematch]")).await?;
            assert_eq!(page.count(".standings li").await?, 4);
            assert!(!page.text("[data-why]").await?.is_empty());
            assert!(page.count("[data-decisive]").await? > 0);
        }
        // The chat stays open, beside the result.
        say(gathering.page(0), "Thanks for the game").await?;
        gathering.page(0).wait_until(&format!("{} && {}", in_sight(".chat-side"), in_sight("[data-ending]"))).await?;
        // They play a rematch.
        gathering.page(3).click("[data-do=rematch]").await?;
        gathering.page(3).wait_for("main.room, [data-do=join-rematch]").await?;
        for visitor in [0, 1, 2] {
            gathering.page(visitor).click("[data-do=join-rematch]").await?;
        }
        if gathering.page(3).count("[data-do=join-rematch]").await? > 0 {
            gathering.page(3).click("[data-do=join-rematch]").await?;
        }
        for visitor in [0, 1, 2] {
            let page = gathering.page(visitor);
            page.wait_for("main.table[data-seat], [data-do=join]").await?;
            if page.count("[data-do=join]").await? > 0 {
                page.click("[data-do=join]").await?;
            }
        }
        for visitor in 0..4 {
            gathering
                .page(visitor)
                .wait_until("document.querySelector('main.table') && !document.querySelector('[data-result]')")
                .await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_keeps_the_seat_across_devices_and_absences() {
    gather(async |gathering| {
        let link = four_at_a_table(gathering).await?;
        let mut position = position(gathering.page(0)).await?;
        // Ada turns her guest identity into an account, and keeps her seat.
        go(gathering.page(0), "#/account").await?;
        write(gathering.page(0), "form:has([data-do=sign-up]) [name=password]", "seven silver bells").await?;
        gathering.page(0).click("[data-do=sign-up]").await?;
        gathering.page(0).wait_for("[data-do=sign-out]").await?;
        go(gathering.page(0), &link).await?;
        shows(gathering.page(0), &position).await?;
        play_turn(gathering, &mut position, &[0, 1, 2, 3]).await?;
        // She closes the tab and continues on her phone.
        let ada = gathering.visitors.remove(0);
        ada.page.close().await?;
        let phone = gathering.welcome("Ada", &Visit::phone().reduced_motion().at("#/account")).await?;
        let page = gathering.page(phone);
        write(page, "#sign-in-name", "Ada").await?;
        write(page, "#sign-in-password", "seven silver bells").await?;
        page.click("[data-do=sign-in]").await?;
        page.wait_for("[data-do=sign-out]").await?;
        go(page, &link).await?;
        shows(page, &position).await?;
        page.wait_for("main.table[data-seat=r]").await?;
        let ada = gathering.visitors.remove(phone);
        gathering.visitors.insert(0, ada);
        // Ben leaves. A computer player takes over for him until he returns.
        assert_eq!(position.seat_to_move(), Some(Seat::Second));
        gathering.page(1).click(".menu-button").await?;
        gathering.page(1).click("[data-menu=home]").await?;
        gathering.page(1).wait_for("[data-do=leave]").await?;
        gathering.page(1).click("[data-do=leave]").await?;
        gathering.page(2).wait_for("[data-stand-in]").await?;
        let turn = "main.table[data-position]";
        gathering
            .page(2)
            .wait_until(&format!("document.querySelector('{turn}').dataset.position !== '{position}'"))
            .await?;
        go(gathering.page(1), &link).await?;
        gathering.page(2).wait_until_gone("[data-stand-in]").await?;
        Ok(())
    })
    .await;
}

/// A phone, a tablet and a desktop.
const SIZES: [fn() -> Visit; 3] = [Visit::phone, Visit::tablet, Visit::desktop];

/// A condition: the first element that matches lies inside the window.
pub(crate) fn in_sight(selector: &str) -> String {
    format!(
        "(() => {{
            const box = document.querySelector('{selector}')?.getBoundingClientRect();
            return Boolean(box) && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
        }})()"
    )
}

/// Proposes a move by its notation, which works at every size.
async fn type_move(page: &Page, mv: Move) -> Result<()> {
    page.press("/").await?;
    page.wait_for("#typed-move:focus").await?;
    page.type_text(&mv.to_string()).await?;
    page.press("Enter").await?;
    page.wait_for("[data-confirm]").await
}

/// The clans whose moves a page tells, in the order of the recap.
const TOLD: &str = "[...document.querySelectorAll('[data-recap]')].map((line) => line.dataset.recap[0]).join('')";

#[tokio::test(flavor = "multi_thread")]
async fn the_recap_after_an_absence_is_told_online_and_spectators_have_no_controls() {
    gather(async |gathering| {
        let link = four_at_a_table(gathering).await?;
        let mut position = position(gathering.page(0)).await?;
        for _ in 0..4 {
            play_turn(gathering, &mut position, &[0, 1, 2, 3]).await?;
        }
        // Ada moves and closes the page; the others move on, and she comes back.
        play_turn(gathering, &mut position, &[0, 1, 2, 3]).await?;
        go(gathering.page(0), "#/").await?;
        gathering.page(0).wait_for("main.home").await?;
        for _ in 0..3 {
            play_turn(gathering, &mut position, &[1, 2, 3]).await?;
        }
        go(gathering.page(0), &link).await?;
        let ada = gathering.page(0);
        shows(ada, &position).await?;
        assert_eq!(seat_to_move(&position)?, 0);
        let others: String = position.seats().iter().skip(1).map(Clan::letter).collect();
        ada.wait_until(&format!("{TOLD} === '{others}'")).await?;
        ada.wait_for_text(".recap h2", Language::English.words().online.missed).await?;
        ada.wait_for("[data-mark]").await?;
        // Danger and previews are the same as in a game on one device, and fit the same screens.
        let own = position.to_move().ok_or("the game is over too soon")?;
        let danger = Danger::of(&position, ClanSet::only(own));
        let place = position.legal_moves().iter().find(|mv| matches!(mv, Move::Recruit { .. } | Move::Place { .. }));
        let place = place.ok_or("no move")?;
        for screen in SIZES.map(|size| size()) {
            ada.set_screen(&screen).await?;
            ada.wait_until(&format!("{TOLD} === '{others}' && {}", in_sight("[data-recap]"))).await?;
            ada.click("[data-do=danger]").await?;
            let lost = format!("[data-could-lose='{}']", danger.worst);
            ada.wait_until(&format!("document.querySelector(\"{lost}\") && {}", in_sight("[data-could-lose]"))).await?;
            assert_eq!(ada.count("[data-attack]").await?, danger.attacks.len());
            assert_eq!(ada.count("[data-risk]").await?, danger.at_risk.len());
            ada.press("Escape").await?;
            type_move(ada, place).await?;
            ada.wait_until(&in_sight(".effects")).await?;
            ada.press("Escape").await?;
            ada.wait_until_gone("[data-confirm]").await?;
        }
        // Whoever watches sees the latest moves, but nothing that only players can do.
        let eve = gathering.welcome("Eve", &Visit::desktop().reduced_motion().at(&link)).await?;
        let eve = gathering.page(eve);
        shows(eve, &position).await?;
        eve.wait_for("[data-badge=watching]").await?;
        eve.wait_for("[data-recap]").await?;
        for control in [
            ".kinds",
            ".supply-row",
            "[data-do=hint]",
            "[data-do=undo]",
            "[data-do=take-back]",
            "[data-do=chat]",
            "[data-do=danger]",
        ] {
            let visible = format!("[...document.querySelectorAll('{control}')].some((one) => one.checkVisibility())");
            assert!(!eve.eval::<bool>(&visible).await?, "a spectator sees {control}");
        }
        eve.click(".menu-button").await?;
        eve.wait_for("[data-menu=log]").await?;
        for entry in ["[data-menu=type]", "[data-menu=since]"] {
            assert_eq!(eve.count(entry).await?, 0, "a spectator is offered {entry}");
        }
        Ok(())
    })
    .await;
}
