//! Measurements by the browser's own clock.

use serde::Deserialize;
use serde_json::json;
use shangrila_browser::{Page, Result};

/// Times in milliseconds since the navigation started.
#[derive(Deserialize)]
pub(crate) struct Load {
    /// When the first content was on the screen.
    pub(crate) painted: f64,
    /// When the app was ready for input.
    pub(crate) playable: f64,
}

/// Measures how long a page took to load.
pub(crate) async fn load(page: &Page) -> Result<Load> {
    // The browser records the first paint after it has happened, which may be after the app is ready.
    page.wait_until("performance.getEntriesByName('first-contentful-paint').length").await?;
    page.eval(
        "({ painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
            playable: performance.getEntriesByName('playable')[0]?.startTime ?? NaN })",
    )
    .await
}

/// The bytes that the page has downloaded, as sent. What workers download is not among them.
#[derive(Deserialize)]
pub(crate) struct Downloads {
    /// Until the home screen responds.
    pub(crate) home: u64,
    /// Until a game is on the table.
    pub(crate) table: u64,
}

/// Starts a game on a first visit and counts.
pub(crate) async fn downloads(page: &Page) -> Result<Downloads> {
    page.click("[data-do=start]").await?;
    page.wait_for("main.table").await?;
    page.eval(
        "(() => {
            const sum = (entries) => entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
            const all = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
            const home = all.filter((entry) => !/(split|chunk)_/.test(entry.name));
            return { home: sum(home), table: sum(all) };
        })()",
    )
    .await
}

/// Measures the milliseconds from a press of the mouse button until the next frame has been drawn.
pub(crate) async fn answer(page: &Page, selector: &str) -> Result<f64> {
    page.eval::<()>(
        "void (window.answered = new Promise((done) => {
            addEventListener('pointerdown', (down) => {
                addEventListener('click', () => requestAnimationFrame(() => {
                    // The first task after a frame has been drawn.
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

/// How smooth an animation was.
#[derive(Deserialize)]
pub(crate) struct Motion {
    /// Frames per second.
    pub(crate) rate: f64,
    /// The longest time between two frames, in milliseconds.
    pub(crate) longest: f64,
}

/// Clicks and measures the frames of the following second.
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

/// How the strongest computer player does in this browser.
#[derive(Deserialize)]
pub(crate) struct Engine {
    /// Milliseconds from starting the worker to its first answer, with the network downloaded and one position visited.
    pub(crate) ready: f64,
    /// Milliseconds until the answer when it is given a second.
    pub(crate) answer: f64,
    /// Positions visited in a fifth of a second, before memory can run out.
    pub(crate) visits: f64,
}

/// Starts a worker of its own, as the app does, and lets it think about the position.
pub(crate) async fn engine(page: &Page, position: &str) -> Result<Engine> {
    page.eval(&format!(
        r#"(async () => {{
            const boot = [...document.scripts].map((script) => script.src).find((address) => address.includes("boot-"));
            const names = await (await fetch(boot)).text();
            const file = (pattern) => new URL(names.match(pattern)[0], boot);
            const module = await WebAssembly.compileStreaming(fetch(file(/app-[0-9a-f]+[.]wasm/)));
            const began = performance.now();
            const worker = new Worker(file(/engine-worker-[0-9a-f]+[.]js/), {{ type: "module" }});
            worker.postMessage(module);
            const ask = (id, time) => new Promise((done) => {{
                worker.onmessage = ({{ data }}) => {{
                    const fields = data.split(" ");
                    if (fields[0] === id && fields.length > 2) done(Number(fields.at(-1)));
                }};
                worker.postMessage([id, "sage", "1", time, {position}, "----", ""].join("\n"));
            }});
            await ask("1", "1");
            const ready = performance.now() - began;
            const visits = await ask("2", "200");
            const asked = performance.now();
            await ask("3", "1000");
            const answer = performance.now() - asked;
            worker.terminate();
            return {{ ready, answer, visits }};
        }})()"#,
        position = json!(position)
    ))
    .await
}
