//! Talk at an online table: the chat beside the game and on phones, that of the spectators, reactions, links, and takeback requests.

use shangrila_browser::{Gathering, Result, Visit, gather};

use crate::driver::position;
use crate::together::{in_sight, join, play_turn, say, shows, write};

/// Ada and Cleo at desks, Ben on a phone, at a table of three where spectators have a chat.
pub(crate) async fn three_at_a_table(gathering: &mut Gathering) -> Result<String> {
    let desktop = Visit::desktop().reduced_motion();
    gathering.welcome("Ada", &desktop.clone().at("#/online/new")).await?;
    let ada = gathering.page(0);
    write(ada, "[name=name]", "Ada").await?;
    ada.click("[data-players='3']").await?;
    ada.click("[data-option=spectator-chat]").await?;
    ada.click("[data-do=create-table]").await?;
    ada.wait_for("main.room").await?;
    let link: String = ada.eval("location.hash").await?;
    join(gathering, "Ben", &link, &Visit::phone().reduced_motion()).await?;
    join(gathering, "Cleo", &link, &desktop).await?;
    for visitor in 0..3 {
        gathering.page(visitor).wait_for("main.table").await?;
    }
    Ok(link)
}

#[tokio::test(flavor = "multi_thread")]
async fn people_talk_beside_the_game_on_a_phone_and_as_spectators() {
    gather(async |gathering| {
        let link = three_at_a_table(gathering).await?;
        // On a desktop, the chat is beside the game.
        say(gathering.page(0), "The map: https://example.org/map, <b>not</b> ftp://example.org").await?;
        let ada = gathering.page(0);
        for part in [".chat-side", ".panel .players", ".panel .turn h1", ".chat-lines time"] {
            ada.wait_until(&in_sight(part)).await?;
        }
        let overlap = "(() => {
            const box = (part) => document.querySelector(part).getBoundingClientRect();
            return box('.stage').right > box('.chat-side').left || box('.chat-side').right > box('.panel').left;
        })()";
        assert!(!ada.eval::<bool>(overlap).await?, "the chat covers something");
        // On a phone, it is counted until it has been read, also after a reload.
        let ben = gathering.page(1);
        ben.wait_for("[data-unread='1']").await?;
        ben.reload().await?;
        ben.wait_for("[data-unread='1']").await?;
        ben.click("[data-do=chat]").await?;
        ben.wait_until(&format!("{} && {}", in_sight("[data-turn-strip]"), in_sight("#chat-line"))).await?;
        assert_eq!(ben.count(".chat-lines a").await?, 1);
        assert_eq!(ben.text(".chat-lines a").await?, "https://example.org/map");
        assert_eq!(ben.attribute(".chat-lines a", "href").await?.as_deref(), Some("https://example.org/map"));
        let rel = ben.attribute(".chat-lines a", "rel").await?.unwrap_or_default();
        assert!(["noopener", "nofollow"].iter().all(|word| rel.contains(word)), "{rel}");
        assert_eq!(ben.count(".chat-lines span b:nth-of-type(2)").await?, 0, "there is no markup");
        ben.click("[data-reaction=':well_played:']").await?;
        ada.wait_for_text(".chat-lines .reaction", "Well played!").await?;
        // The strip tells whose turn it is, and leads back to the game.
        ben.wait_for_text("[data-turn-strip]", "Ada").await?;
        ben.click("[data-turn-strip]").await?;
        ben.wait_until_gone("#chat-line").await?;
        ben.reload().await?;
        ben.wait_for("main.table").await?;
        ben.wait_for("[data-do=chat]").await?;
        assert_eq!(ben.count("[data-unread]").await?, 0, "what was read stays read");
        // Spectators talk among themselves, once they have a name.
        let eve = gathering.welcome("Eve", &Visit::desktop().reduced_motion().at(&link)).await?;
        let eve = gathering.page(eve);
        eve.wait_for("[data-do=chat]:enabled").await?;
        eve.click("[data-do=chat]").await?;
        write(eve, "#chat-name", "Eve").await?;
        eve.click("[data-do=chat-name]").await?;
        eve.wait_for("#chat-line").await?;
        say(eve, "Violet is ahead").await?;
        assert_eq!(eve.count("[data-chat]").await?, 1, "the players' chat is theirs");
        assert_eq!(gathering.page(0).count("[data-chat]").await?, 2, "the spectators' chat is theirs");
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_request_names_the_move_and_reports_what_becomes_of_it() {
    gather(async |gathering| {
        three_at_a_table(gathering).await?;
        let start = position(gathering.page(0)).await?;
        let mut after = start;
        play_turn(gathering, &mut after, &[0, 1, 2]).await?;
        let (ada, ben, cleo) = (gathering.page(0), gathering.page(1), gathering.page(2));
        let note = "[data-note=takeback] p";
        ada.click("[data-do=take-back]").await?;
        for page in [ada, ben, cleo] {
            page.wait_for_text(note, "Ada recruits").await?;
        }
        ada.click("[data-do=withdraw]").await?;
        ben.wait_for_text(".notices", "Ada withdrew the takeback request.").await?;
        for page in [ada, ben, cleo] {
            page.wait_until_gone(note).await?;
        }
        ada.click("[data-do=take-back]").await?;
        cleo.wait_for(note).await?;
        cleo.click("[data-do=refuse]").await?;
        ada.wait_for_text(".notices", "Cleo declined the takeback.").await?;
        ada.click("[data-do=take-back]").await?;
        for page in [ben, cleo] {
            page.wait_for(note).await?;
            page.click("[data-do=agree]").await?;
        }
        for page in [ada, ben, cleo] {
            shows(page, &start).await?;
        }
        Ok(())
    })
    .await;
}
