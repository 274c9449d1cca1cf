//! A person against computer players, and a page that stays responsive while they think.

use std::time::Duration;

use shangrila_browser::{Visit, visit};
use shangrila_rules::record::GameRecord;

use crate::driver::{SeatChoice, Table, start_game};
use crate::games::{link, players, random_game};

#[tokio::test]
async fn a_game_against_three_goatherds_can_be_played_to_the_end() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        start_game(
            page,
            "first",
            &[SeatChoice::Person, SeatChoice::Goatherd, SeatChoice::Goatherd, SeatChoice::Goatherd],
        )
        .await?;
        let mut table = Table::at(page, 5).await?;
        while let Some(mv) = table.random_move() {
            let way = table.random_way();
            table.choose(mv, way).await?;
            page.click("[data-confirm]").await?;
            table.wait_for_turn().await?;
        }
        page.wait_for("[data-result]").await?;
        // Reading the record checks every move, so the goatherds played legally.
        let saved: String = page
            .eval("localStorage.getItem('shangrila.game.' + location.hash.split('/').pop()).replace(/.*\\n/, '')")
            .await?;
        let record: GameRecord = saved.parse().map_err(|error| format!("{error}: {saved}"))?;
        assert_eq!(record.final_position(), table.position);
        Ok(())
    })
    .await;
}

/// The longest time between two frames, in milliseconds, over a little more than the second that a sage thinks.
const LONGEST_GAP: &str = "new Promise((done) => {
    const began = performance.now();
    let [last, longest] = [began, 0];
    const frame = (now) => {
        [last, longest] = [now, Math.max(longest, now - last)];
        if (now - began < 1200) requestAnimationFrame(frame);
        else done(longest);
    };
    requestAnimationFrame(frame);
})";

#[tokio::test]
async fn the_page_stays_responsive_while_sages_think() {
    let game = players(random_game(30, 6), &["bot:sage"; 4]);
    visit(Visit::desktop().reduced_motion().at(&link(&game)), async |page| {
        let mut table = Table::at(page, 6).await?;
        page.wait_for(".thinking.on").await?;
        // Other programs may use the processor for a while. A page that waits for the sages would never respond.
        let mut gaps: Vec<f64> = Vec::new();
        while gaps.len() < 6 && gaps.iter().all(|&gap| gap >= 200.0) {
            gaps.push(page.eval(LONGEST_GAP).await?);
        }
        assert!(gaps.iter().any(|&gap| gap < 200.0), "no frame for {gaps:.0?} ms");
        let start = table.position;
        let moved = format!("document.querySelector('main.table').dataset.position !== '{start}'");
        page.wait_at_most(Duration::from_secs(20), &moved).await?;
        table.position = crate::driver::position(page).await?;
        assert!(table.position.ply() > start.ply());
        Ok(())
    })
    .await;
}
