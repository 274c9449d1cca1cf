//! The fair start: today's set-up and random ones, their chances, saving and sharing, and what happens without a connection.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use shangrila_browser::{Browser, Page, Result, TestServer, Visit, gather, root, visit};
use shangrila_i18n::Language;
use shangrila_rules::record::GameRecord;
use shangrila_rules::{GameOptions, Position, Seats, Village};
use shangrila_table::fair_setup::{SeatVillages, masters_of_setup};
use shangrila_table::{FairSetup, FairSetups, FairStart, record_notes};

use crate::delivery::bundle_copy;
use crate::driver::{go, position};
use crate::games::link;

/// The days since 1970 in UTC.
fn day() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time after 1970").as_secs() / 86_400
}

/// The set-ups that may be today's: midnight can pass during a test.
fn of_today(clans: usize, since: u64) -> Vec<FairSetup> {
    (since..=day()).filter_map(|day| FairSetups::stored().of_day(clans, day)).collect()
}

const fn seats(clans: usize) -> Seats {
    if clans == 3 { Seats::THREE } else { Seats::FOUR }
}

/// The villages of each seat, whatever the guilds.
fn sorted(villages: &[SeatVillages]) -> Vec<Vec<Village>> {
    let sorted = |seat: &SeatVillages| {
        let mut seat = seat.to_vec();
        seat.sort_unstable();
        seat
    };
    villages.iter().map(sorted).collect()
}

async fn choose_fair_start(page: &Page, clans: usize) -> Result<()> {
    page.wait_for(".new-game").await?;
    page.click(&format!("[data-players='{clans}']")).await?;
    page.click("[data-setup=fair]").await
}

/// The percentages shown in the form, as people read them.
async fn chances_shown(page: &Page) -> Result<Vec<String>> {
    page.eval("[...document.querySelectorAll('.fair-chances b')].map((chance) => chance.textContent)").await
}

fn percents(setup: &FairSetup) -> Vec<String> {
    let start = FairStart::of(setup, None, GameOptions::default());
    start.iter().flat_map(FairStart::percents).map(|percent| format!("{percent}%")).collect()
}

/// The record of the game on the screen, as it is saved.
async fn saved(page: &Page) -> Result<GameRecord> {
    let text: String = page.eval("localStorage.getItem('shangrila.game.' + location.hash.split('/').pop())").await?;
    let record = text.split_once('\n').map_or("", |(_, record)| record);
    record.parse().map_err(|error| format!("{error}: {record}"))
}

#[tokio::test]
async fn a_fair_start_shows_its_chances_and_is_remembered_saved_and_shared() {
    let today = day();
    for (size, clans) in [(Visit::phone(), 3), (Visit::tablet(), 4), (Visit::desktop(), 4)] {
        let clans = if FairSetups::stored().all(clans).is_empty() { 3 } else { clans };
        visit(size.reduced_motion(), async |page| {
            choose_fair_start(page, clans).await?;
            page.wait_for("[data-fair=today][aria-pressed=true]").await?;
            page.wait_for("[data-chances]").await?;
            let shown = chances_shown(page).await?;
            let expected = of_today(clans, today);
            assert!(expected.iter().any(|setup| percents(setup) == shown), "{shown:?}");
            page.click("[data-do=start]").await?;
            page.wait_for("main.table").await?;
            let board = position(page).await?;
            let on_board = |setup: &&FairSetup| setup.position(seats(clans), GameOptions::default()) == Some(board);
            let setup = of_today(clans, today).iter().find(on_board).cloned().expect("today's set-up");
            // The table says how the game began and what the chances are, and so does the record.
            for chance in percents(&setup) {
                page.wait_for_text(".recap", &chance).await?;
            }
            let record = saved(page).await?;
            let start = record_notes::fair_start(&record).expect("a note in the record");
            assert!(start.day().is_some());
            page.reload().await?;
            page.wait_for("main.table").await?;
            assert_eq!(position(page).await?, board);

            go(page, "#/games").await?;
            page.wait_for_text(".saved-game [data-fair-start]", Language::English.words().home.fair_start).await?;
            go(page, "#/").await?;
            page.wait_for("[data-setup=fair][aria-pressed=true]").await?;
            page.wait_for("[data-fair=today][aria-pressed=true]").await?;

            // Another random set-up looks different, and is the one that is played.
            page.click("[data-fair=random]").await?;
            page.wait_for("[data-do=another]").await?;
            let picture: String = page.eval("document.querySelector('.fair-card .thumbnail').innerHTML").await?;
            page.click("[data-do=another]").await?;
            page.wait_until(&format!(
                "document.querySelector('.fair-card .thumbnail').innerHTML !== {}",
                serde_json::json!(picture)
            ))
            .await?;
            page.click("[data-do=start]").await?;
            page.wait_for("main.table").await?;
            let random = position(page).await?;
            let villages = sorted(&masters_of_setup(&random).expect("a complete set-up"));
            let list = FairSetups::stored();
            assert!(list.all(clans).iter().any(|setup| sorted(setup.villages()) == villages), "{random}");
            let record = saved(page).await?;
            assert_eq!(record_notes::fair_start(&record).and_then(|start| start.day()), None);

            go(page, &link(&record)).await?;
            page.wait_until("location.hash.startsWith('#/play/link-')").await?;
            page.wait_for("main.table").await?;
            assert_eq!(position(page).await?, random);
            go(page, "#/").await?;
            page.wait_for("[data-fair=random][aria-pressed=true]").await
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_online_table_can_begin_with_a_fair_set_up_and_shows_its_chances() {
    gather(async |gathering| {
        let visit = Visit::phone().reduced_motion().at("#/online/new");
        let host = gathering.welcome("Ada", &visit).await?;
        let page = gathering.page(host);
        page.wait_for("[data-do=create-table]").await?;
        page.click("[data-setup=fair]").await?;
        page.wait_for("[data-chances]").await?;
        // It is below the button of the form, which stays at the foot of a phone.
        page.eval::<bool>("(document.querySelector('[data-fair=random]').scrollIntoView({ block: 'center' }), true)")
            .await?;
        page.click("[data-fair=random]").await?;
        page.wait_for("[data-do=another]").await?;
        let chances = chances_shown(page).await?;
        for screen in [Visit::tablet(), Visit::desktop(), Visit::phone()] {
            page.set_screen(&screen).await?;
            page.wait_until("document.documentElement.scrollWidth <= innerWidth").await?;
        }
        page.click("[name=name]").await?;
        page.type_text("Ada").await?;
        page.click("[data-do=create-table]").await?;
        page.wait_for("main.room").await?;
        page.wait_for_text("main.room", &chances.join(", ")).await?;
        page.click("[data-do=fill]").await?;
        page.wait_for("main.table").await?;
        // The computer players may have moved by now, but the first seat is Ada's.
        let board = position(page).await?;
        let villages = sorted(&masters_of_setup(&board).expect("a complete set-up"));
        let list = FairSetups::stored();
        let setup = list.all(4).iter().find(|setup| sorted(setup.villages()) == villages).expect("one of the list");
        assert_eq!(percents(setup), chances);
        for chance in &chances {
            page.wait_for_text(".recap", chance).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn without_a_connection_a_fair_start_says_so_and_can_be_tried_again_and_works_once_downloaded() -> Result<()> {
    let folder = root().join("target/browser-tests/missing-set-ups");
    let _ = fs::remove_dir_all(&folder);
    bundle_copy(&folder);
    let is_part =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("split_games"));
    let files = fs::read_dir(&folder).expect("the copy").flatten().map(|entry| entry.path()).filter(is_part);
    let parts: Vec<(PathBuf, Vec<u8>)> = files.map(|path| (path.clone(), fs::read(path).expect("a part"))).collect();
    assert!(!parts.is_empty());
    parts.iter().for_each(|(path, _)| fs::remove_file(path).expect("a file of the copy"));
    let browser = Browser::start().await?;
    let mut page = Page::open(&browser, TestServer::of_folder(folder)?, &Visit::desktop().reduced_motion()).await?;
    choose_fair_start(&page, 3).await?;
    page.wait_for_text("[data-fair-failed]", "couldn’t be loaded").await?;
    page.click("[data-do=start]").await?;
    page.wait_for_text(".notice", "couldn’t be loaded").await?;
    page.take_complaints();
    for (path, content) in parts {
        fs::write(path, content).expect("a file of the copy");
    }
    page.click("[data-do=download-again]").await?;
    page.wait_for("[data-chances]").await?;
    page.reload().await?;
    page.wait_until_kept().await?;
    page.set_offline(true).await?;
    page.reload().await?;
    choose_fair_start(&page, 3).await?;
    page.wait_for("[data-chances]").await?;
    page.click("[data-do=start]").await?;
    page.wait_for("main.table").await?;
    let board: Position = position(&page).await?;
    assert!(masters_of_setup(&board).is_some(), "{board}");
    assert_eq!(page.take_complaints(), Vec::<String>::new());
    browser.close().await;
    Ok(())
}
