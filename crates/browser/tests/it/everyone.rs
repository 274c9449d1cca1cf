//! Accessibility: no serious violations, labels and announcements for screen readers, reduced motion.

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::{Space, Village};
use shangrila_table::wording;

use crate::driver::{Table, Way};
use crate::games::{link, middle_game};
use crate::screens::{journey, placement, tour};

/// Looks at all screens before it complains about any.
async fn check_all_screens(page: &Page) -> Result<()> {
    let mut faults = Vec::new();
    tour(page, async |page, screen| {
        if let Err(fault) = page.check_accessibility().await {
            faults.push(format!("{screen}: {fault}"));
        }
        Ok(())
    })
    .await?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

#[tokio::test]
async fn every_screen_is_accessible_on_a_desktop_in_the_light_theme() {
    visit(Visit::desktop().reduced_motion(), async |page| check_all_screens(page).await).await;
}

#[tokio::test]
async fn every_screen_is_accessible_on_a_phone_in_the_dark_theme() {
    visit(Visit::phone().dark().reduced_motion(), async |page| check_all_screens(page).await).await;
}

#[tokio::test]
async fn the_board_is_labelled_and_turns_are_announced() {
    let game = middle_game();
    visit(Visit::desktop().reduced_motion().at(&link(&game)), async |page| {
        let mut table = Table::at(page, 1).await?;
        let words = Language::English.words();
        let strength = table.position.strength(Village::H);
        let name = words.board.village('H', strength.tiles, strength.masters);
        let label = page.attribute("#village-h", "aria-label").await?.unwrap_or_default();
        assert!(label.starts_with(&name), "{label:?} instead of {name:?}");
        for space in Space::all() {
            let id = format!("#space-{}{}", space.guild().letter(), space.village());
            let label = page.attribute(&id, "aria-label").await?.unwrap_or_default();
            assert!(label.contains(&wording::space(words, space).to_string()), "{label:?} for {space}");
        }
        for mv in [placement(&game), journey(&game)] {
            let before = table.position;
            if !before.is_legal(mv) {
                continue;
            }
            table.play(mv, Way::Direct).await?;
            let said =
                wording::turn_words(words, &before, mv, &table.position, &|clan| wording::player(words, clan, None));
            page.wait_until(&format!(
                "[...document.querySelectorAll('[aria-live]')].some((voice) => voice.textContent.includes({said:?}))"
            ))
            .await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn students_walk_unless_reduced_motion_is_requested() {
    let game = middle_game();
    for still in [false, true] {
        let settings = Visit::desktop().at(&link(&game));
        let settings = if still { settings.reduced_motion() } else { settings };
        visit(settings, async |page| {
            let mut table = Table::at(page, 1).await?;
            page.eval::<()>(
                "const busy = () => { if (document.querySelector('main.table').dataset.busy === 'true') window.walked = true; };
                 void new MutationObserver(busy).observe(document.querySelector('main.table'), { attributes: true });",
            )
            .await?;
            table.play(journey(&game), Way::Direct).await?;
            page.wait_until("document.querySelector('main.table').dataset.busy === 'false'").await?;
            assert_eq!(page.eval::<bool>("Boolean(window.walked)").await?, !still);
            Ok(())
        })
        .await;
    }
}
