//! Mouse, touch and keyboard input, sent as real events: the browser itself decides what they hit.

use futures::future::{try_join, try_join3};
use serde_json::{Value, json};

use crate::keys::Key;
use crate::{Doing, Page, Result};

/// Finds where to hit the first visible element of a selector: its centre, once the element exists, has been scrolled into
/// view, no longer moves and is not covered. If that does not happen in time, it returns the reason.
const FIND_POINT: &str = "(async (selector) => {
    const began = performance.now();
    let [before, why] = ['', ''];
    while (performance.now() - began < 8000) {
        const element = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
        element?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        const box = element?.getBoundingClientRect() ?? new DOMRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const place = [box.x, box.y, box.width, box.height].join();
        const hit = document.elementFromPoint(x, y);
        why = hit ? 'it is covered by ' + hit.outerHTML.slice(0, 120) : 'it is outside the window';
        if (!element) why = 'it does not exist';
        else if (place !== before) why = 'it is moving';
        else if (hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element))
            return [x, y];
        before = place;
        await new Promise((done) => requestAnimationFrame(done));
    }
    return why;
})";

/// Keys held down while another one is pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modifier {
    Alt = 1,
    Control = 2,
    Meta = 4,
    Shift = 8,
}

impl Page {
    /// Clicks the first visible element that matches a CSS selector, once there is one.
    pub async fn click(&self, selector: &str) -> Result<()> {
        let (x, y) = self.point(selector).await?;
        self.click_at(x, y).await.doing(&format!("clicking {selector}"))
    }

    /// Clicks a point in the window.
    pub async fn click_at(&self, x: f64, y: f64) -> Result<()> {
        let left = json!({ "button": "left", "clickCount": 1 });
        // Sent without waiting in between: the browser keeps the order, and whole games consist of clicks.
        let moved = self.mouse("mouseMoved", (x, y), json!({}));
        let pressed = self.mouse("mousePressed", (x, y), left.clone());
        let released = self.mouse("mouseReleased", (x, y), left);
        try_join3(moved, pressed, released).await.map(|_| ())
    }

    /// Drags the element that matches one selector to the element that matches another.
    pub async fn drag(&self, from: &str, to: &str) -> Result<()> {
        let (begin, end) = (self.point(from).await?, self.point(to).await?);
        self.drag_between(begin, end).await
    }

    /// Drags from one point in the window to another.
    pub async fn drag_between(&self, begin: (f64, f64), end: (f64, f64)) -> Result<()> {
        let held = json!({ "button": "left", "buttons": 1, "clickCount": 1 });
        self.mouse("mouseMoved", begin, json!({})).await?;
        self.mouse("mousePressed", begin, held.clone()).await?;
        // Halfway first: a drag starts with a small movement.
        let halfway = ((begin.0 + end.0) / 2.0, (begin.1 + end.1) / 2.0);
        self.mouse("mouseMoved", halfway, held.clone()).await?;
        self.mouse("mouseMoved", end, held.clone()).await?;
        self.mouse("mouseReleased", end, held).await
    }

    /// Moves the mouse over the element that matches a CSS selector.
    pub async fn hover(&self, selector: &str) -> Result<()> {
        self.mouse("mouseMoved", self.point(selector).await?, json!({})).await
    }

    /// Turns the mouse wheel over the element that matches a CSS selector; a positive `down` scrolls down.
    pub async fn wheel(&self, selector: &str, down: f64) -> Result<()> {
        self.mouse("mouseWheel", self.point(selector).await?, json!({ "deltaX": 0, "deltaY": down })).await
    }

    /// Sends a mouse event. The details say which buttons are involved, or how far the wheel turns.
    async fn mouse(&self, kind: &str, (x, y): (f64, f64), mut details: Value) -> Result<()> {
        details["type"] = json!(kind);
        details["x"] = json!(x);
        details["y"] = json!(y);
        self.session.call("Input.dispatchMouseEvent", details).await.map(|_| ())
    }

    /// Taps the element that matches a CSS selector, once there is one.
    pub async fn tap(&self, selector: &str) -> Result<()> {
        let (x, y) = self.point(selector).await?;
        for (kind, points) in [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))] {
            let event = json!({ "type": kind, "touchPoints": points });
            self.session.call("Input.dispatchTouchEvent", event).await.doing(&format!("tapping {selector}"))?;
        }
        Ok(())
    }

    /// Sends a touch event of this kind (`touchStart`, `touchMove`, `touchEnd`) with the fingers that are on the screen.
    pub async fn touch(&self, kind: &str, points: &[Value]) -> Result<()> {
        let event = json!({ "type": kind, "touchPoints": points });
        self.session.call("Input.dispatchTouchEvent", event).await.doing(kind).map(|_| ())
    }

    /// Returns the centre of the element that matches a CSS selector, once it exists and can be hit.
    pub async fn point(&self, selector: &str) -> Result<(f64, f64)> {
        let question = format!("{FIND_POINT}({})", json!(selector));
        let found: Value = match self.eval(&question).await {
            Ok(found) => found,
            // The browser was navigating; ask the new page.
            Err(_) => self.eval(&question).await?,
        };
        match serde_json::from_value::<(f64, f64)>(found.clone()) {
            Ok(point) => Ok(point),
            Err(_) => Err(format!("{selector} cannot be hit: {}", found.as_str().unwrap_or("it disappeared"))),
        }
    }

    /// Presses a key by the browser's name for it (`Enter`, `ArrowDown`, `a`), or with modifiers (`Shift+Tab`, `Control+z`).
    pub async fn press(&self, keys: &str) -> Result<()> {
        let (held, key) = match keys.rsplit_once('+') {
            Some((held, key)) if !key.is_empty() => (held.split('+').collect(), key),
            _ => (Vec::new(), keys),
        };
        let mut modifiers = 0;
        for name in held {
            let modifier = match name {
                "Alt" => Modifier::Alt,
                "Control" => Modifier::Control,
                "Meta" => Modifier::Meta,
                "Shift" => Modifier::Shift,
                _ => return Err(format!("{keys}: {name} is not a modifier key")),
            };
            modifiers |= modifier as i64;
        }
        let Key { key, code, number, text } =
            Key::named(key).ok_or_else(|| format!("{keys}: there is no key {key}"))?;
        let event = json!({ "modifiers": modifiers, "key": key, "code": code, "windowsVirtualKeyCode": number });
        let (mut down, mut up) = (event.clone(), event);
        (down["type"], up["type"]) = (json!("keyDown"), json!("keyUp"));
        // With a modifier other than Shift, a key is a command and inserts no text.
        if let Some(text) = text.filter(|_| modifiers & !(Modifier::Shift as i64) == 0) {
            down["text"] = json!(text);
        }
        let send = |event| self.session.call("Input.dispatchKeyEvent", event);
        try_join(send(down), send(up)).await.doing(&format!("pressing {keys}")).map(|_| ())
    }

    /// Types a text into the focused element.
    pub async fn type_text(&self, text: &str) -> Result<()> {
        self.session.call("Input.insertText", json!({ "text": text })).await.map(|_| ())
    }
}
