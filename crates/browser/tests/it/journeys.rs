//! A journey on the screen: seen from near until the bridge has fallen. And the sounds that go with it.

use serde_json::json;
use shangrila_browser::{Page, Result, Screen, Visit, visit};

use crate::driver::SeatChoice::{Goatherd, Person};
use crate::driver::start_game;

/// Sends the students of a previewed journey off and notes in every frame how near the camera is and what is going on.
const WATCH: &str = "(async () => {
    document.querySelector('[data-confirm]').click();
    const seen = { walking: [], breaking: [], shaken: false, end: 0 };
    const scale = () => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a;
    for (const began = performance.now(); performance.now() - began < 6000;) {
        await new Promise((done) => requestAnimationFrame(done));
        if (document.querySelector('.walker')) seen.walking.push(scale());
        if (document.querySelector('.breaking')) seen.breaking.push(scale());
        seen.shaken ||= document.querySelector('.stage.impact .world')?.getAnimations()
            .some((animation) => animation.animationName === 'impact') ?? false;
        if (seen.breaking.length > 0 && !document.querySelector('.breaking') && scale() === 1) break;
    }
    return [Math.min(...seen.walking, 9), Math.min(...seen.breaking, 9), seen.breaking.length > 0 && seen.shaken, scale()];
})()";

async fn preview_journey(page: &Page) -> Result<()> {
    Screen::named("journey")?.reach(page).await?;
    page.wait_for("[data-preview] .fates").await?;
    // A student that drives a master out has succeeded.
    assert_eq!(page.count(".fates use[href='#m-drive']").await?, 0, "a cross next to a success");
    Ok(())
}

#[tokio::test]
async fn the_camera_stays_near_until_the_bridge_has_fallen() {
    let fragment = Screen::named("journey").expect("a screen").fragment;
    for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
        visit(size.at(fragment), async |page| {
            preview_journey(page).await?;
            let (walking, breaking, shaken, end): (f64, f64, bool, f64) = page.eval(WATCH).await?;
            assert!(walking > 1.1, "{walking} while students walk");
            assert!(breaking > 1.1, "{breaking} while the bridge falls");
            assert!(shaken, "an impact");
            assert!((end - 1.0).abs() < 0.001, "{end} in the end");
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn nothing_moves_or_shakes_with_reduced_motion() {
    let fragment = Screen::named("journey").expect("a screen").fragment;
    for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
        visit(size.reduced_motion().at(fragment), async |page| {
            preview_journey(page).await?;
            page.eval::<()>(
                "void (window.moved = false, new MutationObserver(() => {
                    window.moved ||= !!document.querySelector('.walker, .breaking, .driven-out, .impact');
                }).observe(document, { subtree: true, childList: true, attributes: true }))",
            )
            .await?;
            page.click("[data-confirm]").await?;
            page.wait_for("[data-bridge=jm].fallen").await?;
            assert!(!page.eval::<bool>("window.moved").await?, "something moved");
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn sound_is_offered_at_the_first_start_and_has_a_volume() {
    const KEPT: &str = "localStorage.getItem('shangrila.preferences')";
    for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
        visit(size.reduced_motion(), async |page| {
            start_game(page, "first", &[Person, Goatherd, Goatherd]).await?;
            page.click("[data-do=sound-on]").await?;
            page.wait_until_gone(".sound-offer").await?;
            page.wait_until(&format!("{KEPT}.includes('sound=on;volume=70;offered=on')")).await?;
            page.click(".menu-button").await?;
            page.click("[data-menu=settings]").await?;
            page.wait_for("[data-option=volume]:enabled").await?;
            let lower = json!("[data-option=volume]");
            page.eval::<()>(&format!("document.querySelector({lower}).focus()")).await?;
            page.press("ArrowLeft").await?;
            page.wait_until(&format!("{KEPT}.includes('volume=60')")).await?;
            page.go_to("").await?;
            start_game(page, "first", &[Person, Goatherd, Goatherd]).await?;
            page.wait_for(".kinds").await?;
            assert_eq!(page.count(".sound-offer").await?, 0, "sound is offered once");
            Ok(())
        })
        .await;
    }
}
