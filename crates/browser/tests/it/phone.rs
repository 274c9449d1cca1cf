//! On a phone: only lists scroll, targets are large enough for a finger, villages open in close-up.

use shangrila_browser::{Visit, visit};
use shangrila_rules::{Choices, Move, Position};

use crate::driver::{SeatChoice, Table};
use crate::games::{link, middle_game};
use crate::screens::{journey, placement, tour};
use crate::touch::tap_move;

fn phone() -> Visit {
    Visit::phone().reduced_motion()
}

/// Screens that are made for the window; the others are texts and lists to scroll through.
const WHOLE: [&str; 12] = [
    "home", "lesson", "puzzle", "turn", "menu", "threats", "proposal", "preview", "village", "history", "thinking",
    "end",
];

/// What is wider than the window or list that it is in.
const WIDE: &str = "[...document.querySelectorAll(
        'dialog[open], .panel-scroll, .recap-lines, .segments, .lesson-head h1, .record-table th')]
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
    .map((element) => `.${element.className} is ${element.clientWidth} wide, its contents ${element.scrollWidth}`)";

#[tokio::test]
async fn the_page_itself_never_scrolls() {
    // German words are the longest.
    for language in ["en", "de"] {
        visit(phone().language(language), async |page| {
            let mut faults = Vec::new();
            tour(page, async |page, screen| {
                let (height, window): (f64, f64) =
                    page.eval("[document.scrollingElement.scrollHeight, innerHeight]").await?;
                if WHOLE.contains(&screen) && height > window {
                    faults.push(format!("{screen} is {height} high in a window of {window}"));
                }
                let (width, window): (f64, f64) =
                    page.eval("[document.scrollingElement.scrollWidth, innerWidth]").await?;
                if width > window {
                    faults.push(format!("{screen} is {width} wide in a window of {window}"));
                }
                let wide: Vec<String> = page.eval(WIDE).await?;
                faults.extend(wide.into_iter().map(|fault| format!("{screen}: {fault}")));
                if screen == "village" {
                    // What to do stays in sight in the close-up, whatever is scrolled.
                    page.eval::<()>("void document.querySelector('.village-list').parentElement.scrollTo(0, 999)")
                        .await?;
                    let (x, y) = page.point(".village-request").await?;
                    let hit = format!("!!document.elementFromPoint({x}, {y})?.closest('.village-request')");
                    assert!(page.eval::<bool>(&hit).await?, "the prompt is covered");
                }
                Ok(())
            })
            .await?;
            assert!(faults.is_empty(), "{language}: {}", faults.join("\n"));
            Ok(())
        })
        .await;
    }
}

/// What is to be touched and smaller than a fingertip, with its size. Links inside of a text may be as small as the text.
const SMALL: &str =
    "[...document.querySelectorAll('button, a, select, input, textarea, summary')].flatMap((element) => {
    const label = element.closest('label');
    const target = label && element.matches('input') ? label : element;
    const box = target.getBoundingClientRect();
    const inText = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
    const open = document.querySelector('dialog[open]');
    if (!target.checkVisibility() || inText || (open && !open.contains(element))) return [];
    if (Math.round(box.width) >= 44 && Math.round(box.height) >= 44) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30);
    return [`${element.tagName} .${element.className} ${JSON.stringify(element.dataset)} \"${name}\": ` +
        `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`];
})";

#[tokio::test]
async fn every_target_is_large_enough_for_a_finger() {
    visit(phone(), async |page| {
        let mut faults: Vec<String> = Vec::new();
        tour(page, async |page, screen| {
            for (device, size) in [("tablet", Visit::tablet()), ("phone", Visit::phone())] {
                page.set_screen(&size).await?;
                let small: Vec<String> = page.eval(SMALL).await?;
                faults.extend(small.into_iter().map(|fault| format!("{screen} on a {device}: {fault}")));
            }
            Ok(())
        })
        .await?;
        faults.sort();
        faults.dedup();
        assert!(faults.is_empty(), "{} too small:\n{}", faults.len(), faults.join("\n"));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn moves_can_be_made_by_tapping_villages() {
    visit(phone().at(&link(&middle_game())), async |page| {
        let mut table = Table::at(page, 4).await?;
        let mut journeys = 0;
        for turn in 0..12 {
            let mv = match table.random_move() {
                // Random moves rarely include a journey.
                Some(_) if turn % 3 == 2 && first_journey(&table.position).is_some() => {
                    first_journey(&table.position).unwrap()
                }
                Some(mv) => mv,
                None => break,
            };
            journeys += usize::from(matches!(mv, Move::Journey { .. }));
            tap_move(page, &table.position, mv).await.map_err(|error| format!("{mv}: {error}"))?;
            page.tap("[data-confirm]").await?;
            table.played(mv).await?;
        }
        assert!(journeys > 0);
        Ok(())
    })
    .await;
}

fn first_journey(position: &Position) -> Option<Move> {
    let (_, from, to) = Choices::of(position).journeys.into_iter().next()?;
    Some(Move::Journey { from, to })
}

#[tokio::test]
async fn a_game_can_be_set_up_by_tapping() {
    visit(phone(), async |page| {
        page.tap("[data-players=\"3\"]").await?;
        page.tap("[data-setup=free]").await?;
        page.tap(".seat-list summary").await?;
        page.wait_for(".seat .player-choice").await?;
        for seat in 1..=3 {
            page.eval::<()>(&format!("document.querySelector('.seat:nth-child({seat}) .player-choice').focus()"))
                .await?;
            SeatChoice::Person.choose(page).await?;
        }
        page.tap("[data-do=start]").await?;
        let mut table = Table::at(page, 1).await?;
        for _ in 0..3 {
            let mv = table.random_move().unwrap();
            tap_move(page, &table.position, mv).await?;
            page.tap("[data-confirm]").await?;
            table.played(mv).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_confirm_button_stays_in_reach_when_text_is_twice_as_large() {
    let game = middle_game();
    visit(phone().at(&link(&game)), async |page| {
        let mut table = Table::at(page, 1).await?;
        page.eval::<()>("void (document.documentElement.style.fontSize = '32px')").await?;
        let placed = placement(&game);
        tap_move(page, &table.position, placed).await?;
        let (x, y) = page.point("[data-confirm]").await?;
        let inside = page.eval::<bool>(&format!("{x} < innerWidth && {y} < innerHeight")).await?;
        assert!(inside, "{placed}: the button is at {x}, {y}");
        page.tap(".confirm .button:not(.main)").await?;
        page.tap("[data-do=whole-board]").await?;
        let mv = journey(&game);
        tap_move(page, &table.position, mv).await?;
        page.tap("[data-confirm]").await?;
        table.played(mv).await
    })
    .await;
}
