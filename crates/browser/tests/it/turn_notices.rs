//! Turn notices in the browser: when the app asks, what the service worker shows, and the settings.
//!
//! The browser of a test has no push service. Its subscription is made up; what the server sends to it is received and decrypted by the tests
//! of the server, and here handed to the real service worker.

use serde_json::{Value, json};
use shangrila_browser::{Browser, Page, Result, Visit, gather};

use crate::driver::go;
use crate::online::request;

/// A push service that accepts every subscription.
const PUSH_SERVICE: &str = "(() => {
    const key = btoa(String.fromCharCode(4, ...Array(64).fill(1))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const made = {
        toJSON: () => ({ endpoint: 'https://push.example/browser', keys: { p256dh: key, auth: 'BwcHBwcHBwcHBwcHBwcHBw' } }),
        unsubscribe: async () => { sessionStorage.removeItem('subscribed'); return true; },
    };
    const isSubscribed = () => sessionStorage.getItem('subscribed');
    if (!self.PushManager) return;
    PushManager.prototype.getSubscription = async () => (isSubscribed() ? made : null);
    PushManager.prototype.subscribe = async (options) => {
        if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('a bad key');
        sessionStorage.setItem('subscribed', '1');
        return made;
    };
})()";

async fn notices(page: &Page) -> Result<Value> {
    page.eval("fetch('api/me/notices').then((answer) => answer.json())").await
}

/// Opens a table with the visitor and a computer player, and goes there.
async fn open(page: &Page, clock: Value) -> Result<()> {
    let seats = json!([
        { "clan": "r", "player": "me" }, { "clan": "b", "player": "free" }, { "clan": "y", "player": { "level": "goatherd" } },
    ]);
    let table = json!({ "settings": { "seats": 3, "clock": clock }, "seats": seats });
    let opened = request(page, "POST", "tables", &table).await?;
    let table = opened["table"].as_str().ok_or(format!("no table: {opened}"))?.to_string();
    go(page, &format!("#/table/{table}")).await?;
    page.wait_for("main.room").await
}

/// Opens a table over days, where the app asks whether it may send notices. The visitor agrees.
async fn agrees_at_a_table_over_days(page: &Page) -> Result<()> {
    open(page, json!({ "days": { "days": 2 } })).await?;
    page.wait_for("[data-note=notices]").await?;
    page.click("[data-do=notices]").await?;
    page.wait_until_gone("[data-note=notices]").await?;
    let known = notices(page).await?;
    assert_eq!((&known["browsers"], &known["settings"]["language"]), (&json!(1), &json!("de")));
    Ok(())
}

/// Waits until the notifications of the app are these, by tag and text.
async fn shows(page: &Page, notifications: Value) -> Result<()> {
    page.wait_until(&format!(
        "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((shown) =>
            JSON.stringify(shown.map(({{ tag, body }}) => [tag, body]).sort()) === JSON.stringify({notifications}))"
    ))
    .await
}

/// Notifications about a game that begins while the page is in the background, from the page and from the server, and about a club.
async fn the_worker_shows_and_opens(browser: &Browser, page: &Page) -> Result<()> {
    page.allow_notifications(browser).await?;
    go(page, "#/").await?;
    page.tap("[data-do=settings]").await?;
    page.tap("[data-option=notify]").await?;
    go(page, "#/online").await?;
    page.wait_for("[data-do=play-now]").await?;
    page.eval::<()>("void Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })").await?;
    let (clock, me, level) = (json!({ "days": { "days": 1 } }), "me", json!({ "level": "goatherd" }));
    let seats =
        json!([{ "clan": "r", "player": level }, { "clan": "b", "player": level }, { "clan": "y", "player": me }]);
    let opened = request(
        page,
        "POST",
        "tables",
        &json!({ "settings": { "seats": 3, "clock": clock, "draw_seats": false }, "seats": seats }),
    )
    .await?;
    let table = opened["table"].as_str().ok_or(format!("no table: {opened}"))?;
    let (table_page, club_page) = (format!("table/{table}"), "clubs/c17");
    // That the game has begun, and then that the visitor is to move.
    shows(page, json!([[table_page, "Du bist in einer anderen Partie am Zug."]])).await?;
    // The message that the server encrypts for the browser, as its push service delivers it. It replaces the page's own.
    let message = json!({ "title": "Shangrila", "body": "Du bist am Zug", "table": table, "club": null });
    page.deliver_push(&message.to_string()).await?;
    shows(page, json!([[table_page, "Du bist am Zug"]])).await?;
    let event = json!({ "title": "Shangrila", "body": "Der Clubabend beginnt", "table": table, "club": "c17" });
    page.deliver_push(&event.to_string()).await?;
    shows(page, json!([[club_page, "Der Clubabend beginnt"], [table_page, "Du bist am Zug"]])).await?;
    page.eval::<()>("void delete document.hidden").await?;
    for tag in [club_page, &table_page] {
        page.click_notification(browser, tag).await?;
        page.wait_until(&format!("location.hash === {}", json!(format!("#/{tag}")))).await?;
    }
    page.wait_for("main.table").await?;
    shows(page, json!([])).await?;
    // There is no such club.
    page.take_complaints();
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_asks_at_a_table_over_days_and_the_worker_shows_what_the_server_pushes() {
    gather(async |gathering| {
        let visit = Visit::phone().language("de").first(PUSH_SERVICE).at("#/online");
        let ada = gathering.welcome("Ada", &visit).await?;
        let page = gathering.page(ada);
        page.wait_until_kept().await?;
        request(page, "POST", "accounts", &json!({ "name": "Ada", "password": "seven silver bells" })).await?;
        page.reload().await?;
        // Not where nobody has to wait.
        open(page, json!({ "live": { "base": 600, "increment": 10 } })).await?;
        assert_eq!(page.count("[data-note=notices]").await?, 0);
        agrees_at_a_table_over_days(page).await?;
        open(page, json!({ "days": { "days": 1 } })).await?;
        assert_eq!(page.count("[data-note=notices]").await?, 0, "asked once");
        the_worker_shows_and_opens(&gathering.browser, page).await?;
        // The settings know this browser, and forget it again.
        go(page, "#/account").await?;
        page.wait_until("document.querySelector('[data-notices] [data-option=push]')?.checked").await?;
        page.tap("[data-option=push]").await?;
        page.wait_until(
            "fetch('api/me/notices').then((answer) => answer.json()).then((known) => known.browsers === 0)",
        )
        .await?;
        // A webhook, and quiet hours by the visitor's own clock.
        page.tap("[data-webhook=ntfy]").await?;
        page.tap("[name=webhook]").await?;
        page.type_text("http://ntfy.example/ada").await?;
        page.tap("[data-option=quiet]").await?;
        page.tap("[data-do=save-notices]").await?;
        page.wait_for("[data-notices] .problem").await?;
        // The browser reports the refused request.
        page.take_complaints();
        page.eval::<()>("document.querySelector('[name=webhook]').select()").await?;
        page.type_text("https://ntfy.example/ada").await?;
        page.tap("[data-do=save-notices]").await?;
        page.wait_until_gone("[data-notices] .problem").await?;
        page.reload().await?;
        page.wait_until("document.querySelector('[name=webhook]')?.value === 'https://ntfy.example/ada'").await?;
        page.wait_until("document.querySelector('[name=quiet-from]').value === '22:00'").await?;
        let known = notices(page).await?;
        assert_eq!(known["settings"]["webhook"], json!({ "kind": "ntfy", "url": "https://ntfy.example/ada" }));
        // Signing out ends the notices in this browser.
        page.tap("[data-option=push]").await?;
        page.wait_until("sessionStorage.getItem('subscribed')").await?;
        page.wait_until(
            "fetch('api/me/notices').then((answer) => answer.json()).then((known) => known.browsers === 1)",
        )
        .await?;
        page.tap("[data-do=sign-out]").await?;
        page.wait_until("!sessionStorage.getItem('subscribed')").await?;
        // A link from a mail asks before it does anything, and says what it has done.
        go(page, "#/unsubscribe/0123456789abcdef").await?;
        page.tap("[data-do=unsubscribe]").await?;
        page.wait_for("main .problem").await?;
        page.take_complaints();
        // Also on a desktop.
        let visit = Visit::desktop().language("de").first(PUSH_SERVICE).at("#/online");
        let ben = gathering.welcome("Ben", &visit).await?;
        let page = gathering.page(ben);
        page.wait_until_kept().await?;
        request(page, "POST", "accounts", &json!({ "name": "Ben", "password": "seven silver bells" })).await?;
        page.reload().await?;
        agrees_at_a_table_over_days(page).await
    })
    .await;
}
