//! Two people at a table for four: each plays two clans, in opposite seats.

use shangrila_browser::{Visit, gather};
use shangrila_i18n::Language;

use crate::driver::{Table, Way, go, position};
use crate::online::write;
use crate::together::shows;
use crate::touch::tap_move;

/// R9.1
#[tokio::test(flavor = "multi_thread")]
async fn two_people_move_for_two_clans_each_until_one_of_them_resigns() {
    gather(async |gathering| {
        let (words, pairs) = (Language::English.words(), Language::English.pairs());
        // Ada opens the table. What needs more than two people is not offered.
        let ada = gathering.welcome("Ada", &Visit::desktop().reduced_motion().at("#/online/new")).await?;
        let page = gathering.page(ada);
        write(page, "[name=name]", "Ada").await?;
        page.click("[data-players='2']").await?;
        page.wait_for("[data-pairs=sum][aria-pressed=true]").await?;
        page.click("[data-pairs=weaker]").await?;
        page.wait_for("[data-pairs=weaker][aria-pressed=true]").await?;
        assert_eq!(page.count(".seats .pair").await?, 2);
        assert_eq!(page.count(".seats .emblem").await?, 4);
        for impossible in [".seats optgroup", "[data-option=open-seats]", "[data-option=rated]"] {
            assert_eq!(page.count(impossible).await?, 0, "{impossible}");
        }
        page.click("[data-do=create-table]").await?;
        page.wait_for("main.room[data-free='1']").await?;
        page.wait_for_text("[data-room-seat=rv]", "Ada").await?;
        page.wait_for_text("[data-room-seat=by]", words.lobby.free_seat).await?;
        page.wait_for_text("main.room", "Two players with two clans each: the weaker clan counts").await?;
        assert_eq!(page.count("[data-do=fill], [data-do=seat-level]").await?, 0, "only people play two clans");
        let link: String = page.eval("location.hash").await?;
        // Ben reads what counts and sits down, which starts the game.
        let ben = gathering.welcome("Ben", &Visit::phone().reduced_motion().at(&link)).await?;
        let page = gathering.page(ben);
        page.wait_for_text("[data-pairs-rule]", pairs.weaker_help).await?;
        write(page, "#guest-name", "Ben").await?;
        page.tap("[data-do=join]").await?;
        let people = [ada, ben];
        for visitor in people {
            gathering.page(visitor).wait_for("main.table").await?;
        }
        let mut position = position(gathering.page(ada)).await?;
        for turn in 0..4 {
            assert_eq!(position.seat_to_move().map(|seat| seat.index()), Some(turn));
            let (mover, other) = (gathering.page(people[turn % 2]), gathering.page(people[(turn + 1) % 2]));
            let clan = position.to_move().ok_or("the game is over too soon")?;
            mover.wait_for(&format!("main.table[data-seat={}] .kind:enabled", clan.letter())).await?;
            other.wait_until_gone(".kind:enabled").await?;
            let mv = position.legal_moves().get(0).ok_or("no move")?;
            if turn % 2 == 0 {
                Table::at(mover, 0).await?.play(mv, Way::Direct).await?;
            } else {
                tap_move(mover, &position, mv).await?;
                mover.tap("[data-confirm]").await?;
            }
            position.play(mv).map_err(|reason| format!("{mv}: {reason}"))?;
            for visitor in people {
                shows(gathering.page(visitor), &position).await?;
            }
        }
        // Nobody is left to play against once Ben resigns.
        let page = gathering.page(ben);
        page.tap(".menu-button").await?;
        page.tap("[data-menu=home]").await?;
        page.wait_for_text("dialog[open]", words.end.resign_help).await?;
        page.tap("[data-do=resign]").await?;
        page.tap("[data-do=resign-yes]").await?;
        for (visitor, ending) in [(ada, pairs.you_won), (ben, pairs.you_lost)] {
            let page = gathering.page(visitor);
            page.wait_for_text("[data-ending]", ending).await?;
            page.wait_for_text("[data-result]", &pairs.won_resigned("Ada")).await?;
            // The engine judges each clan on its own.
            page.wait_for_text("[data-no-report]", pairs.no_report).await?;
            assert_eq!(page.count("[data-do=report]").await?, 0);
        }
        page.click("[data-do=analyse]").await?;
        page.wait_for_text("[data-pairs]", Language::English.analysis().board.own_chances).await?;
        // A link to the table leads there, too.
        go(page, "#/analysis").await?;
        page.wait_for("#pasted-analysis").await?;
        page.eval::<()>(&format!("void (document.querySelector('#pasted-analysis').value = '{link}')")).await?;
        page.click("[data-do=open]").await?;
        page.wait_for("[data-pairs]").await?;
        Ok(())
    })
    .await;
}
