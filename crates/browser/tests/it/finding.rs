//! Finding each other: Play now, the lobby, invitations by link, and games that wait for a move.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shangrila_browser::{Page, Result, Visit, gather};

use crate::driver::go;
use crate::online::{request, write};

/// How long it may take until someone who wants to play is in a running game.
const SOON: Duration = Duration::from_secs(20);

/// Keeps what the app passes on to the system, which the browser of a test does not have.
const SYSTEM: &str = "navigator.setAppBadge = async (number) => { window.badge = number };
    navigator.clearAppBadge = async () => { window.badge = 0 };
    navigator.share = async (shared) => { window.shared = shared };";

/// Whether the bar that leads to waiting games covers a heading or a link.
const BAR_COVERS_SOMETHING: &str = "(() => {
    const bar = document.querySelector('.your-turn-bar').getBoundingClientRect();
    const others = [...document.querySelectorAll('h1, header a, header button, .top-links a')];
    return others.filter((one) => one.checkVisibility() && !one.closest('.your-turn-bar')).some((one) => {
        const box = one.getBoundingClientRect();
        return box.width && box.left < bar.right && bar.left < box.right && box.top < bar.bottom && bar.top < box.bottom;
    });
})()";

fn phone() -> Visit {
    Visit::phone().reduced_motion()
}

fn desktop() -> Visit {
    Visit::desktop().reduced_motion()
}

/// Waits until the running game is on the screen, with a seat for the visitor, and says how long that took.
async fn is_playing(page: &Page, since: Instant) -> Result<Duration> {
    page.wait_at_most(SOON, "document.querySelector('main.table')?.dataset.seat").await?;
    let took = since.elapsed();
    assert!(took < SOON, "{took:?}");
    Ok(took)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_play_within_seconds_and_a_third_takes_over_from_a_computer_player() {
    gather(async |gathering| {
        let ada = gathering.welcome("Ada", &phone()).await?;
        let ben = gathering.welcome("Ben", &desktop()).await?;
        let mut began = Vec::new();
        for visitor in [ada, ben] {
            let page = gathering.page(visitor);
            began.push(Instant::now());
            // Three taps from the first screen of a phone to a seat, and two clicks elsewhere.
            if visitor == ada {
                for choice in [".friends-beside", "[data-do=play-now]", "[data-do=find-game]"] {
                    page.tap(choice).await?;
                }
            } else {
                for choice in ["[data-do=play-now]", "[data-do=find-game]"] {
                    page.click(choice).await?;
                }
            }
            page.wait_until("document.querySelector('main.room, main.table')?.dataset.seat").await?;
        }
        gathering.page(ada).wait_for("[data-fills-in]").await?;
        gathering.page(ada).wait_for("[data-free='2']").await?;
        for (visitor, began) in [ada, ben].into_iter().zip(began) {
            let took = is_playing(gathering.page(visitor), began).await?;
            println!("{}: in a running game after {:.1} s", gathering.visitors[visitor].name, took.as_secs_f64());
        }
        // Cleo comes too late to wait with them, and finds the game in the lobby, also after looking for something else.
        let cleo = gathering.welcome("Cleo", &phone().at("#/online")).await?;
        let page = gathering.page(cleo);
        page.wait_for("[data-running='1'] .table-row").await?;
        page.tap(".lobby-filter summary").await?;
        page.tap("[data-filter-pace=days]").await?;
        page.wait_for("[data-running='0']").await?;
        page.reload().await?;
        page.wait_for_text(".lobby-filter [data-chosen]", "Turn-based").await?;
        page.wait_for("[data-hidden='1']").await?;
        page.wait_for("[data-do=start-alone]").await?;
        page.tap("[data-do=show-all]").await?;
        page.wait_until_gone("[data-hidden]").await?;
        page.tap("[data-running='1'] .table-row").await?;
        page.wait_for("[data-note=open-seats]").await?;
        write(page, "#guest-name", "Cleo").await?;
        page.tap("[data-do=join]").await?;
        page.wait_until("document.querySelector('main.table')?.dataset.seat").await?;
        page.wait_until_gone("[data-note=open-seats]").await?;
        for visitor in [ada, ben] {
            gathering.page(visitor).wait_for_text("main.table", "Cleo").await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_a_game_starts_at_once_and_waits_for_its_player_on_every_screen() {
    gather(async |gathering| {
        let ada = gathering.welcome("Ada", &phone().first(SYSTEM).at("#/online")).await?;
        let page = gathering.page(ada);
        // Nobody is there, and the lobby still offers a game.
        let began = Instant::now();
        page.wait_for("[data-empty]").await?;
        page.tap("[data-do=start-alone]").await?;
        let took = is_playing(page, began).await?;
        println!("alone, in a running game after {:.1} s", took.as_secs_f64());
        let table: String = page.eval("location.hash").await?;
        page.wait_until("document.title.startsWith('●')").await?;
        assert_eq!(page.count(".your-turn-bar").await?, 0, "the game is on the screen");
        // On every other screen a bar leads back to it; the title and the app's icon say so, too.
        for screen in ["#/rules", "#/online", "#/puzzles", "#/account", "#/games", "#/tutorial/1"] {
            go(page, screen).await?;
            page.wait_for(".your-turn-bar[data-waiting='1']").await?;
            page.wait_until("document.title.startsWith('(1) ') && window.badge === 1").await?;
            assert!(!page.eval::<bool>(BAR_COVERS_SOMETHING).await?, "the bar covers something on {screen}");
        }
        page.tap(".your-turn-bar").await?;
        page.wait_for("main.table").await?;
        assert_eq!(page.eval::<String>("location.hash").await?, table);
        page.wait_until_gone(".your-turn-bar").await?;
        // The first screen lists the game before everything else.
        go(page, "#/").await?;
        page.wait_for(".games-waiting [data-your-turn]").await?;
        let is_first = "document.querySelector('.games-waiting').getBoundingClientRect().top
            < document.querySelector('main.home h1').getBoundingClientRect().top";
        page.wait_until(is_first).await?;
        // Also for someone who has just opened the app there, and in the bar for someone who has opened another page.
        page.reload().await?;
        page.wait_for(".games-waiting [data-your-turn]").await?;
        page.wait_until(is_first).await?;
        go(page, "#/rules").await?;
        page.reload().await?;
        page.wait_for(".your-turn-bar[data-waiting='1']").await?;
        page.wait_until("window.badge === 1").await?;
        page.set_screen(&desktop()).await?;
        page.wait_for(".your-turn-bar").await?;
        assert!(!page.eval::<bool>(BAR_COVERS_SOMETHING).await?, "the bar covers something on a desktop");
        page.click(".your-turn-bar").await?;
        page.wait_for("main.table").await?;
        page.set_screen(&phone()).await?;
        go(page, "#/").await?;
        page.tap(".games-waiting .table-row").await?;
        page.wait_for("main.table").await?;
        assert_eq!(page.eval::<String>("location.hash").await?, table);
        // Somebody who arrives now is led to the same game, because it has just begun.
        let ben = gathering.welcome("Ben", &desktop().at("#/online/now")).await?;
        let began = Instant::now();
        gathering.page(ben).click("[data-do=find-game]").await?;
        let took = is_playing(gathering.page(ben), began).await?;
        println!("the next one, in a running game after {:.1} s", took.as_secs_f64());
        assert_eq!(gathering.page(ben).eval::<String>("location.hash").await?, table);
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_in_a_chat_leads_to_a_seat_of_ones_choice() {
    gather(async |gathering| {
        // Ada hosts at an address of her own network, without encryption.
        let ada = gathering.welcome("Ada", &phone().untrusted().first(SYSTEM).at("#/online/new")).await?;
        let page = gathering.page(ada);
        assert!(!page.eval::<bool>("isSecureContext").await?);
        write(page, "[name=name]", "Ada").await?;
        page.tap("[data-do=create-table]").await?;
        page.wait_for("main.room").await?;
        // The link can be copied, shared, and scanned.
        let link: String = page.eval("document.querySelector('#table-link').value").await?;
        page.eval::<()>(
            "void document.addEventListener('copy', () => { window.copied = document.activeElement.value })",
        )
        .await?;
        page.tap("[data-do=share]").await?;
        page.wait_until(&format!("window.copied === {}", json!(link))).await?;
        page.wait_for_text("body", "Link copied").await?;
        page.tap("[data-do=share-sheet]").await?;
        page.wait_until(&format!("window.shared?.url === {}", json!(link))).await?;
        page.tap("[data-do=qr-code]").await?;
        page.wait_until("document.querySelector('.qr-code path')?.getAttribute('d').length > 1000").await?;
        // The browser complains that it ignores a header on pages without encryption.
        page.take_complaints();
        let (_, path) = link.split_once("/t/").ok_or(format!("{link} is not the link to a table"))?;
        // A chat reads the page, but runs no scripts.
        let path = format!("t/{path}");
        let ben = gathering.welcome("Ben", &desktop().at(&path)).await?;
        let page = gathering.page(ben);
        let tags: Value = page
            .eval(&format!(
                "fetch('/{path}').then((answer) => answer.text()).then(async (text) => {{
                    const page = new DOMParser().parseFromString(text, 'text/html');
                    const tag = (name) => page.querySelector(`meta[property='og:${{name}}']`)?.content;
                    const image = await fetch(new URL(tag('image')).pathname);
                    const picture = await createImageBitmap(await image.blob());
                    return [tag('title'), tag('description'), picture.width, picture.height];
                }})"
            ))
            .await?;
        assert_eq!(tags[0], "Ada invites you to a game");
        assert!(tags[1].as_str().is_some_and(|text| text.contains("3 seats free")), "{tags}");
        assert_eq!((&tags[2], &tags[3]), (&json!(1200), &json!(630)));
        // The page says who invites to what, and explains the game.
        page.wait_for_text("main.room h1", "Ada invites you").await?;
        page.wait_for("main.room .rules-in-short ul").await?;
        page.click("[data-room-seat=v] [data-do=sit]").await?;
        page.wait_until("document.activeElement.id === 'guest-name'").await?;
        page.type_text("Ben").await?;
        page.press("Enter").await?;
        page.wait_for("main.room[data-seat=v]").await?;
        gathering.page(ada).wait_for_text("[data-room-seat=v]", "Ben").await?;
        // A rated table says what it needs before it asks for anything.
        let dan = gathering.welcome("Dan", &desktop().at("#/online")).await?;
        let account = json!({ "name": "Dan", "password": "seven silver bells" });
        request(gathering.page(dan), "POST", "accounts", &account).await?;
        let clock = json!({ "live": { "base": 600, "increment": 10 } });
        let settings = json!({ "seats": 3, "rated": true, "visibility": "public", "clock": clock });
        let opened = request(gathering.page(dan), "POST", "tables", &json!({ "settings": settings })).await?;
        let table = opened["table"].as_str().ok_or(format!("no table: {opened}"))?;
        let cleo = gathering.welcome("Cleo", &phone().at(&format!("t/{table}"))).await?;
        let page = gathering.page(cleo);
        page.wait_for("[data-needs-account]").await?;
        assert_eq!(page.count("#guest-name, [data-do=sit], [data-do=join]").await?, 0);
        page.tap("[data-do=account]").await?;
        write(page, "#sign-up-name", "Cleo").await?;
        write(page, "#sign-up-password", "seven silver bells").await?;
        page.tap("[data-do=sign-up]").await?;
        // And leads back to the table.
        page.wait_for("main.room [data-do=join]").await?;
        page.tap("[data-do=join]").await?;
        page.wait_until("document.querySelector('main.room')?.dataset.seat").await
    })
    .await;
}
