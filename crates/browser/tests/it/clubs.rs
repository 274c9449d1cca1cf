//! A club from its foundation to an evening of its weekly event, with several people.

use shangrila_browser::{Visit, gather};

use crate::accounts::sign_up;
use crate::driver::go;
use crate::online::write;

#[tokio::test(flavor = "multi_thread")]
async fn a_club_is_founded_joined_by_link_and_meets_at_its_weekly_event() {
    gather(async |gathering| {
        gathering.welcome("Ada", &Visit::desktop().reduced_motion().at("#/account")).await?;
        gathering.welcome("Ben", &Visit::phone().reduced_motion().at("#/account")).await?;
        let (ada, ben) = (gathering.page(0), gathering.page(1));
        sign_up(ada, "Ada").await?;
        sign_up(ben, "Ben").await?;
        // Ada founds a club that nobody can find, and passes its link on.
        go(ada, "#/clubs").await?;
        ada.wait_for("[data-no-clubs]").await?;
        ada.click("[data-do=new-club]").await?;
        write(ada, "#club-name", "Thursdays").await?;
        ada.click("[data-entry=link]").await?;
        ada.click("[data-do=found-club]").await?;
        ada.wait_for("[data-club-page=Thursdays]").await?;
        let link: String = ada.eval("document.querySelector('[data-club-link]').dataset.clubLink").await?;
        go(ben, "#/clubs").await?;
        ben.wait_for("[data-no-clubs]").await?;
        let fragment = link.split_once('#').map(|(_, fragment)| format!("#{fragment}")).ok_or("no fragment")?;
        go(ben, &fragment).await?;
        ben.click("[data-do=join-club]").await?;
        ben.wait_for("[data-member=Ben][data-role=member]").await?;
        // Ada makes him an organiser, and he sets the event: it began a minute ago.
        ada.reload().await?;
        ada.wait_for("[data-member=Ben]").await?;
        ada.click("[data-member=Ben] [data-do=appoint]").await?;
        ada.wait_for("[data-member=Ben][data-role=organiser]").await?;
        ben.reload().await?;
        ben.wait_for("[data-do=edit-event]").await?;
        ben.click("[data-do=edit-event]").await?;
        ben.wait_for("[name=time]").await?;
        ben.eval::<()>(
            "(() => {
                const time = new Date(Date.now() - 60000);
                const set = (name, value, kind) => {
                    const field = document.querySelector(`[name=${name}]`);
                    field.value = value;
                    field.dispatchEvent(new Event(kind, { bubbles: true }));
                };
                set('time-zone', 'UTC', 'change');
                set('weekday', (time.getUTCDay() + 6) % 7, 'change');
                set('time', time.toISOString().slice(11, 16), 'input');
            })()",
        )
        .await?;
        ben.click("[data-event-players='3']").await?;
        ben.click("[data-do=save-event]").await?;
        ben.wait_for("[data-event]").await?;
        // The tables open by themselves.
        let opened = "(async () => {
            const club = location.hash.split('/')[2];
            return (await (await fetch(`api/clubs/${club}`)).json()).tables.length === 2;
        })()";
        ben.wait_until(opened).await?;
        // Ada has the page open, and sees them without doing anything.
        ada.wait_for("[data-club-tables='2'] [data-table]").await?;
        ada.click("[data-club-tables] [data-table] a").await?;
        ada.wait_for("main.room[data-free='3']").await?;
        ada.click("[data-do=join]").await?;
        ada.wait_for("main.room[data-free='2']").await?;
        for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
            ben.set_screen(&size).await?;
            ben.wait_until("document.documentElement.scrollWidth <= innerWidth").await?;
        }
        Ok(())
    })
    .await;
}
