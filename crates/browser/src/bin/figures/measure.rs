//! Times taken in the browser, by its own clocks.

use serde::Deserialize;
use serde_json::json;
use shangrila_browser::{Page, Result};

/// Milliseconds since the address was entered.
#[derive(Deserialize)]
pub(crate) struct Load {
    /// The first contents are on the screen.
    pub(crate) painted: f64,
    /// The app says that a click is answered.
    pub(crate) playable: f64,
}

/// How soon a page was there.
pub(crate) async fn load(page: &Page) -> Result<Load> {
    // The browser notes the paint when it has happened, which may be after the app is ready.
    page.wait_until("performance.getEntriesByName('first-contentful-paint').length").await?;
    page.eval(
        "({ painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
            playable: performance.getEntriesByName('playable')[0]?.startTime ?? NaN })",
    )
    .await
}

/// Milliseconds from the press of the button to the end of drawing the next picture.
pub(crate) async fn answer(page: &Page, selector: &str) -> Result<f64> {
    page.eval::<()>(
        "void (window.answered = new Promise((done) => {
            addEventListener('pointerdown', (down) => {
                addEventListener('click', () => requestAnimationFrame(() => {
                    // The first task after a picture has been drawn.
                    const { port1, port2 } = new MessageChannel();
                    port1.onmessage = () => done(performance.now() - down.timeStamp);
                    port2.postMessage(null);
                }), { once: true, capture: true });
            }, { once: true, capture: true });
        }))",
    )
    .await?;
    page.click(selector).await?;
    page.eval("window.answered").await
}

/// How smoothly something moved.
#[derive(Deserialize)]
pub(crate) struct Motion {
    /// Pictures a second.
    pub(crate) rate: f64,
    /// Milliseconds between two pictures, at most.
    pub(crate) longest: f64,
}

/// Clicks and watches for a second what follows.
pub(crate) async fn motion(page: &Page, selector: &str) -> Result<Motion> {
    page.eval::<()>(&format!(
        "void (window.moved = new Promise((done) => {{
            document.querySelector({}).addEventListener('click', () => {{
                const times = [];
                const note = (time) => {{
                    times.push(time);
                    if (time - times[0] < 1000) return requestAnimationFrame(note);
                    const waits = times.slice(1).map((time, index) => time - times[index]);
                    const whole = times.at(-1) - times[0];
                    done({{ rate: 1000 * waits.length / whole, longest: Math.max(...waits) }});
                }};
                requestAnimationFrame(note);
            }}, {{ once: true, capture: true }});
        }}))",
        json!(selector)
    ))
    .await?;
    page.click(selector).await?;
    page.eval("window.moved").await
}
