//! Profiles, friends and invitations, with several people.

use shangrila_browser::{Visit, gather};

use crate::accounts::sign_up;
use crate::driver::go;
use crate::online::write;

#[tokio::test(flavor = "multi_thread")]
async fn friends_find_each_other_and_one_invites_the_other_to_a_table() {
    gather(async |gathering| {
        gathering.welcome("Ada", &Visit::desktop().reduced_motion().at("#/account")).await?;
        gathering.welcome("Ben", &Visit::phone().reduced_motion().at("#/account")).await?;
        let (ada, ben) = (gathering.page(0), gathering.page(1));
        sign_up(ada, "Ada").await?;
        sign_up(ben, "Ben").await?;
        // Ada finds Ben by his name and asks; Ben agrees on his phone.
        go(ada, "#/people").await?;
        ada.wait_for("[data-no-people]").await?;
        write(ada, "#find-person", "ben").await?;
        ada.click("[data-do=find-person]").await?;
        ada.wait_for("[data-friendship=none]").await?;
        ada.click("[data-do=befriend]").await?;
        ada.wait_for("[data-friendship=asked]").await?;
        go(ben, "#/people").await?;
        ben.wait_for("[data-people=asking] [data-person=Ada]").await?;
        ben.click("[data-do=accept]").await?;
        ben.wait_for("[data-people=friends] [data-person=Ada][data-online]").await?;
        go(ada, "#/people").await?;
        ada.wait_for("[data-people=friends] [data-person=Ben][data-online]").await?;
        // Ada opens a table and invites him: he is told wherever he is, and joins from the lobby.
        go(ada, "#/online/new").await?;
        ada.click("[data-do=create-table]").await?;
        ada.wait_for("main.room").await?;
        ada.click("[data-do=invite-friends]").await?;
        ada.click("[data-friend=Ben] [data-do=invite]").await?;
        ada.wait_for("[data-friend=Ben] [data-do=invite]:disabled").await?;
        ben.wait_for_text(".notice", "invited to a table").await?;
        go(ben, "#/online").await?;
        ben.wait_for_text("[data-invitation]", "Ada invites you").await?;
        ben.click("[data-do=accept-invitation]").await?;
        ben.wait_for("main.room").await?;
        ben.click("[data-do=join]").await?;
        ben.wait_for("main.room[data-seat=b], main.room[data-seat=y], main.room[data-seat=v]").await?;
        // A second invitation is declined.
        go(ada, "#/online/new").await?;
        ada.click("[data-do=create-table]").await?;
        ada.wait_for("main.room[data-free='3']").await?;
        ada.click("[data-do=invite-friends]").await?;
        ada.click("[data-friend=Ben] [data-do=invite]").await?;
        go(ben, "#/online").await?;
        ben.click("[data-do=decline-invitation]").await?;
        ben.wait_until_gone("[data-invitation]").await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_shows_results_ratings_and_encounters_on_every_size() {
    gather(async |gathering| {
        gathering.welcome("Ada", &Visit::desktop().reduced_motion().at("#/account")).await?;
        gathering.welcome("Ben", &Visit::phone().reduced_motion().at("#/account")).await?;
        let (ada, ben) = (gathering.page(0), gathering.page(1));
        let profile = format!("#/people/{}", ada.lose_games("Ada").await?);
        sign_up(ben, "Ben").await?;
        go(ben, &profile).await?;
        ben.wait_for("[data-points]").await?;
        ben.wait_for("[data-seat-results='3-1']").await?;
        ben.wait_for_text("[data-seat-results='3-1']", "2").await?;
        assert_eq!(ben.count("[data-seat-results]").await?, 3);
        assert_eq!(ben.count("[data-clan-results]").await?, 4);
        ben.wait_for("[data-met='0']").await?;
        ben.wait_until("document.querySelectorAll('[data-history] [data-table]').length === 4").await?;
        for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
            ben.set_screen(&size).await?;
            ben.wait_until("document.documentElement.scrollWidth <= innerWidth").await?;
        }
        // Nobody else sees it once it is private.
        ada.eval::<()>(
            "fetch('api/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{\"profile_public\":false}' }).then(() => {})",
        )
        .await?;
        ben.reload().await?;
        ben.wait_for(".problem").await?;
        ben.take_complaints();
        Ok(())
    })
    .await;
}
