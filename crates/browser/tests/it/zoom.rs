//! Zooming and panning the board, never the page, and the size of what is on it.

use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};

use crate::driver::Table;
use crate::games::{link, middle_game};

/// The three sizes every test is run at, with the least width of a tile in pixels.
fn sizes() -> [(Visit, f64); 3] {
    [(Visit::phone(), 24.0), (Visit::tablet(), 32.0), (Visit::desktop(), 42.0)]
        .map(|(visit, least)| (visit.reduced_motion().at(&link(&middle_game())), least))
}

async fn zoom(page: &Page) -> Result<f64> {
    let zoom = page.attribute(".stage", "data-zoom").await?.unwrap_or_default();
    zoom.parse().map_err(|error| format!("{zoom:?}: {error}"))
}

/// Whether the page is neither zoomed nor scrolled, and the footer's buttons are in the window.
async fn page_is_still(page: &Page) -> Result<bool> {
    page.eval(
        "visualViewport.scale === 1 && scrollX === 0 && scrollY === 0 &&
         [...document.querySelectorAll('.foot-button')].every((button) => {
             const box = button.getBoundingClientRect();
             return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
         })",
    )
    .await
}

/// Plays a gesture on the board: for every step, the fingers' places relative to its middle.
async fn touch(page: &Page, steps: &[Vec<(f64, f64)>]) -> Result<()> {
    let (x, y): (f64, f64) = page
        .eval(
            "(() => {
                const box = document.querySelector('.stage').getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            })()",
        )
        .await?;
    for (number, step) in steps.iter().enumerate() {
        let points: Vec<_> =
            step.iter().zip(0..).map(|(at, id)| json!({ "x": x + at.0, "y": y + at.1, "id": id })).collect();
        page.touch(if number == 0 { "touchStart" } else { "touchMove" }, &points).await?;
    }
    page.touch("touchEnd", &[]).await
}

#[tokio::test]
async fn a_tile_is_large_enough_to_read_and_every_village_shows_its_letter() {
    for (size, least) in sizes() {
        visit(size, async |page| {
            Table::at(page, 4).await?;
            // The part of the picture that is a tile, without the room for its shadow: 48 of 56 units.
            let widths: Vec<f64> = page
                .eval(
                    "[...document.querySelectorAll('.piece > g[class^=clan] > use:first-child')]
                        .map((tile) => tile.width.baseVal.value * 48 / 56 * tile.getScreenCTM().a)",
                )
                .await?;
            assert!(widths.len() > 30 && widths.iter().all(|width| *width > least - 0.1), "{widths:?}");
            let letters: Vec<(String, f64)> = page
                .eval(
                    "[...document.querySelectorAll('.village-badge .letter')]
                        .map((letter) => [letter.textContent, letter.getBoundingClientRect().height])",
                )
                .await?;
            let shown: String = letters.iter().map(|(letter, _)| letter.as_str()).collect();
            assert!("ABCDEFGHIJKLM".chars().all(|letter| shown.contains(letter)), "{shown}");
            assert!(letters.iter().all(|(_, height)| *height > 9.0), "{letters:?}");
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn fingers_and_wheel_zoom_the_board_and_never_the_page() {
    for (size, _) in sizes() {
        visit(size, async |page| {
            Table::at(page, 4).await?;
            page.wheel(".stage", -400.0).await?;
            page.wait_until("Number(document.querySelector('.stage').dataset.zoom) > 1.2").await?;
            assert!(page_is_still(page).await?, "after the wheel");
            page.wheel(".stage", 4000.0).await?;
            page.wait_until("Number(document.querySelector('.stage').dataset.zoom) === 1").await?;
            let pinch = [40.0, 60.0, 90.0, 120.0].map(|apart| vec![(-apart, 0.0), (apart, 0.0)]);
            touch(page, &pinch).await?;
            assert!(zoom(page).await? > 2.0, "{}", zoom(page).await?);
            assert!(page_is_still(page).await?, "after pinching");
            let place = "document.querySelector('.loupe').style.transform";
            let before: String = page.eval(place).await?;
            touch(page, &[vec![(0.0, 0.0)], vec![(30.0, 20.0)], vec![(60.0, 40.0)]]).await?;
            assert_ne!(page.eval::<String>(place).await?, before, "a finger pans");
            assert!(page_is_still(page).await?, "after panning");
            for _ in 0..2 {
                touch(page, &[vec![(3.0, 3.0)]]).await?;
            }
            page.wait_until("Number(document.querySelector('.stage').dataset.zoom) === 1").await
        })
        .await;
    }
}
