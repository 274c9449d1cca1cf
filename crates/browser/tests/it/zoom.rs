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

/// A place on the board that is neither a village nor a bridge.
async fn bare_ground(page: &Page) -> Result<(f64, f64)> {
    page.eval(
        "(() => {
            const box = document.querySelector('.stage').getBoundingClientRect();
            for (let x = box.x + 20; x < box.right - 80; x += 10)
                for (let y = box.y + 20; y < box.bottom - 60; y += 10)
                    if (!document.elementFromPoint(x, y).closest('.village, .crossing, .panel, .meters')) return [x, y];
        })()",
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

/// The tiles of which something else covers a part: a house, a badge, another tile. Marks of students are above their tiles.
const COVERED_TILES: &str = "(() => {
    // What the overlay draws is meant to lie above everything.
    for (const above of document.querySelectorAll('.overlay, .foreground')) above.style.display = 'none';
    for (const drawn of document.querySelectorAll('.village *')) drawn.style.pointerEvents = 'auto';
    const tiles = [...document.querySelectorAll('.space:has(.piece > g[class^=clan])')];
    return tiles.flatMap((space) => {
        const box = space.querySelector('.piece > g[class^=clan] > use').getBoundingClientRect();
        const [x, y, radius] = [box.x + box.width / 2, box.y + box.height / 2, box.width * 0.3];
        return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((part) => {
            const angle = part * Math.PI / 4;
            const hit = document.elementFromPoint(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
            return !hit || space.contains(hit) ? [] : [`${space.dataset.space} by ${hit.outerHTML.slice(0, 80)}`];
        });
    });
})()";

#[tokio::test]
async fn tiles_students_and_letters_can_be_read_at_every_size() {
    let position = middle_game().final_position();
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
            // A student is told by its mark, never by the tile alone.
            let marked: Vec<(String, f64)> = page
                .eval(
                    "[...document.querySelectorAll('.space:has(.student)')].map((space) => [
                        space.dataset.space, space.querySelector('.student').getBoundingClientRect().width])",
                )
                .await?;
            let students: Vec<String> = position.students().into_iter().map(|space| space.to_string()).collect();
            let mut spaces: Vec<&String> = marked.iter().map(|(space, _)| space).collect();
            spaces.sort_by_key(|space| students.iter().position(|student| student == *space));
            assert_eq!(spaces, students.iter().collect::<Vec<_>>());
            assert!(marked.iter().all(|(_, width)| *width > least * 0.45), "{marked:?}");
            let covered: Vec<String> = page.eval(COVERED_TILES).await?;
            assert!(covered.is_empty(), "hidden in part: {}", covered.join("; "));
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn fingers_mouse_and_wheel_zoom_and_pan_the_board_and_never_the_page() {
    for (size, _) in sizes() {
        visit(size, async |page| {
            Table::at(page, 4).await?;
            page.wheel(".stage", -400.0).await?;
            page.wait_until("Number(document.querySelector('.stage').dataset.zoom) > 1.2").await?;
            assert!(page_is_still(page).await?, "after the wheel");
            let place = "document.querySelector('.loupe').style.transform";
            let before: String = page.eval(place).await?;
            let (x, y) = bare_ground(page).await?;
            page.drag_between((x, y), (x + 50.0, y + 30.0)).await?;
            assert_ne!(page.eval::<String>(place).await?, before, "the mouse pans");
            assert_eq!(page.count("[data-confirm], .village-list").await?, 0, "panning chooses nothing");
            page.wheel(".stage", 4000.0).await?;
            page.wait_until("Number(document.querySelector('.stage').dataset.zoom) === 1").await?;
            let pinch = [40.0, 60.0, 90.0, 120.0].map(|apart| vec![(-apart, 0.0), (apart, 0.0)]);
            touch(page, &pinch).await?;
            assert!(zoom(page).await? > 2.0, "{}", zoom(page).await?);
            assert!(page_is_still(page).await?, "after pinching");
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
