//! A tournament with several people: on a desktop and on phones.

use shangrila_browser::{Page, Result, Visit, gather};

use crate::driver::go;

const PASSWORD: &str = "seven silver bells";

/// Writes into a field.
async fn write(page: &Page, field: &str, text: &str) -> Result<()> {
    page.wait_for(field).await?;
    page.click(field).await?;
    page.type_text(text).await
}

#[tokio::test(flavor = "multi_thread")]
async fn people_enter_a_tournament_play_it_and_leave_it() {
    gather(async |gathering| {
        // A director with an account, on a desktop.
        let dora = gathering.welcome("Dora", &Visit::desktop().reduced_motion().at("#/tournaments/new")).await?;
        let director = gathering.page(dora);
        director.wait_for("[data-needs-account]").await?;
        go(director, "#/account").await?;
        write(director, "#sign-up-name", "Dora").await?;
        write(director, "#sign-up-password", PASSWORD).await?;
        director.click("[data-do=sign-up]").await?;
        director.wait_for_text("[data-me]", "Dora").await?;
        go(director, "#/tournaments").await?;
        director.wait_for("[data-empty]").await?;
        director.click("[data-do=new-tournament]").await?;
        write(director, "#tournament-name", "Winter cup").await?;
        director.click("[data-players='3']").await?;
        director.click("[data-format=duplicate]").await?;
        director.wait_for("[data-rounds='6']").await?;
        director.click("[data-do=create-tournament]").await?;
        director.wait_for("[data-phase=open]").await?;
        assert_eq!(director.count("[data-do=start]").await?, 0, "nobody has entered");
        let link: String = director.eval("location.hash").await?;

        // Two people find it on their phones and enter with one tap.
        let phone = Visit::phone().reduced_motion().at("#/tournaments");
        let mut players = Vec::new();
        for name in ["Ada", "Ben"] {
            let visitor = gathering.welcome(name, &phone).await?;
            let page = gathering.page(visitor);
            page.wait_for("[data-tournament] a").await?;
            page.click("[data-tournament] a").await?;
            page.click("[data-do=enter]").await?;
            page.wait_for("[data-do=withdraw]").await?;
            players.push(visitor);
        }
        let director = gathering.page(dora);
        director.wait_for("[data-players='2']").await?;
        director.click("[data-do=start]").await?;
        director.wait_for("[data-phase=running]").await?;
        director.wait_for("[data-round='1'] [data-table]").await?;
        assert_eq!(director.count("[data-entry]").await?, 3, "a computer player fills the table");

        // Both are led to their table, where nobody's clock runs before they are ready.
        for &visitor in &players {
            let page = gathering.page(visitor);
            page.wait_for("[data-do=my-table]").await?;
            page.click("[data-do=my-table]").await?;
            // Whoever opens the table is ready.
            page.wait_for("[data-ready-check], main.table").await?;
        }
        for &visitor in &players {
            gathering.page(visitor).wait_for("main.table").await?;
        }
        // One of them drops out, for which they are asked twice; the other sees that a computer player stands in.
        let ada = gathering.page(players[0]);
        go(ada, &link).await?;
        ada.wait_for("[data-do=withdraw]").await?;
        ada.click("[data-do=withdraw]").await?;
        ada.wait_for(".own-part [role=alert]").await?;
        ada.click("[data-do=withdraw]").await?;
        ada.wait_until_gone("[data-do=withdraw]").await?;
        gathering.page(players[1]).wait_for("[data-stand-in]").await?;
        // The director ends it.
        let director = gathering.page(dora);
        director.click("[data-do=cancel]").await?;
        director.wait_for(".director [role=alert]").await?;
        director.click("[data-do=cancel]").await?;
        director.wait_for("[data-phase=cancelled]").await?;
        assert_eq!(director.count("[data-director]").await?, 0);
        Ok(())
    })
    .await;
}
