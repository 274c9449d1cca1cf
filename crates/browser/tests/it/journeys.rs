//! A journey on the screen: seen from near until the bridge has fallen. And the sounds that go with it.

use serde_json::json;
use shangrila_browser::{Page, Result, Screen, Visit, visit};
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Bridge, Clan, Fate, Move, Position};

use crate::driver::SeatChoice::{Goatherd, Person};
use crate::driver::{go, start_game};
use crate::games::{link, players, random_game};

/// A journey of red that drives a master out and does not end the game.
fn drives_out(position: &Position) -> Option<Move> {
    let succeeds = |mv: &Move| {
        let Move::Journey { from, to } = *mv else { return false };
        let report = position.journey_report(from, to).expect("the journey is legal");
        let drives_out = |(_, student): (_, &Option<shangrila_rules::Traveller>)| {
            student.is_some_and(|student| matches!(student.fate, Fate::DrivesOut { .. }))
        };
        !report.ends_game && report.students.iter().any(drives_out)
    };
    let reds = position.to_move() == Some(Clan::Red);
    position.legal_moves().iter().find(succeeds).filter(|_| reds)
}

/// A game in which red can make such a journey, with the journey.
fn before_driving_out() -> (GameRecord, Move) {
    let games = (0..).flat_map(|seed| [40, 60, 80].map(|turns| random_game(turns, seed)));
    let mut found = games.take(2000).filter_map(|game| drives_out(&game.final_position()).map(|mv| (game, mv)));
    found.next().expect("somebody can be driven out")
}

/// Sends the students of a previewed journey off and notes in every frame how near the camera is and what is going on.
const WATCH: &str = "(async () => {
    document.querySelector('[data-confirm]').click();
    const seen = { walking: [], breaking: [], shaken: false, drivenOut: false };
    const scale = () => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a;
    const plays = (selector, name) => document.querySelector(selector)?.getAnimations()
        .some((animation) => animation.animationName === name) ?? false;
    for (const began = performance.now(); performance.now() - began < 6000;) {
        await new Promise((done) => requestAnimationFrame(done));
        if (document.querySelector('.walker')) seen.walking.push(scale());
        if (document.querySelector('.breaking')) seen.breaking.push(scale());
        seen.shaken ||= plays('.stage.impact .world', 'impact');
        seen.drivenOut ||= plays('.driven-out', 'drive-out');
        if (seen.breaking.length > 0 && !document.querySelector('.breaking') && scale() === 1) break;
    }
    return [Math.min(...seen.walking, 9), Math.min(...seen.breaking, 9), seen.breaking.length > 0 && seen.shaken, seen.drivenOut, scale()];
})()";

/// Whether the camera has arrived near the journey.
const CAMERA_RESTS: &str = "(document.querySelector('.stage').matches('.near')
    && document.querySelector('.world').getAnimations().length === 0)";

/// Notes in every frame whether a bridge is falling, and returns for how many milliseconds each of the first `count` bridges did.
fn time_falls(count: usize) -> String {
    format!(
        "void (window.falls = (async () => {{
            const falls = [];
            let since;
            while (falls.length < {count}) {{
                const now = await new Promise((done) => requestAnimationFrame(done));
                const falling = !!document.querySelector('.breaking');
                if (falling) since ??= now;
                else if (since !== undefined) [, since] = [falls.push(now - since), undefined];
            }}
            return falls;
        }})())"
    )
}

/// The least time in milliseconds for which a bridge is seen to fall and masters to leave.
const SEEN: f64 = 900.0;

async fn preview_journey(page: &Page, mv: Move) -> Result<()> {
    page.wait_for("[data-do=hint]:enabled").await?;
    page.press("/").await?;
    page.wait_for("#typed-move:focus").await?;
    page.type_text(&mv.to_string()).await?;
    page.press("Enter").await?;
    page.wait_for("[data-preview] .fates").await?;
    // A student that drives a master out has succeeded.
    assert_eq!(page.count(".fates use[href='#m-drive']").await?, 0, "a cross next to a success");
    assert!(page.count(".fates use[href='#m-master']").await? > 0, "the mark of a success");
    Ok(())
}

#[tokio::test]
async fn the_camera_stays_near_until_masters_have_left_and_the_bridge_has_fallen() {
    let (game, mv) = before_driving_out();
    for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
        visit(size.at(&link(&game)), async |page| {
            preview_journey(page, mv).await?;
            page.wait_until(CAMERA_RESTS).await?;
            let (walking, breaking, shaken, driven_out, end): (f64, f64, bool, bool, f64) = page.eval(WATCH).await?;
            assert!(walking > 1.1, "{walking} while students walk");
            assert!(breaking > 1.1, "{breaking} while the bridge falls");
            assert!(shaken, "an impact");
            assert!(driven_out, "a master is seen to leave");
            assert!((end - 1.0).abs() < 0.001, "{end} in the end");
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn the_next_move_and_the_replay_wait_until_a_journey_has_been_seen() {
    let (game, mv) = before_driving_out();
    let game = players(game, &["person", "bot:goatherd", "bot:goatherd", "bot:goatherd"]);
    visit(Visit::desktop(), async |page| {
        page.eval::<()>("localStorage.setItem('shangrila.preferences', 'language=en;motion=calm;pace=instant')")
            .await?;
        page.reload().await?;
        go(page, &link(&game)).await?;
        preview_journey(page, mv).await?;
        page.eval::<()>(&time_falls(1)).await?;
        page.click("[data-confirm]").await?;
        let falls: Vec<f64> = page.eval("window.falls").await?;
        assert!(falls.iter().all(|fall| *fall > SEEN), "{falls:?} ms before a computer player moves");

        // Two of these moves are journeys.
        go(page, Screen::named("recap")?.fragment).await?;
        page.wait_for("[data-recap]").await?;
        page.eval::<()>(&time_falls(2)).await?;
        page.click("[data-do=replay-since]").await?;
        let falls: Vec<f64> = page.eval("window.falls").await?;
        assert!(falls.iter().all(|fall| *fall > SEEN), "{falls:?} ms in the replay");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn nothing_moves_or_shakes_with_reduced_motion() {
    let (game, mv) = before_driving_out();
    let Move::Journey { from, to } = mv else { panic!("{mv} is not a journey") };
    let fallen = format!("[data-bridge={}].fallen", Bridge::between(from, to).expect("a bridge"));
    for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
        visit(size.reduced_motion().at(&link(&game)), async |page| {
            preview_journey(page, mv).await?;
            page.eval::<()>(
                "void (window.moved = false, new MutationObserver(() => {
                    window.moved ||= !!document.querySelector('.walker, .breaking, .driven-out, .impact');
                }).observe(document, { subtree: true, childList: true, attributes: true }))",
            )
            .await?;
            page.click("[data-confirm]").await?;
            page.wait_for(&fallen).await?;
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
