//! Mouse, touch and keyboard input, sent as real events: the browser itself decides what they hit.

use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    DispatchTouchEventParams, DispatchTouchEventReturns, DispatchTouchEventType, InsertTextParams, MouseButton,
    TouchPoint,
};
use chromiumoxide::keys::get_key_definition;
use chromiumoxide::types::{Command, Method, MethodId};
use futures::future::{try_join, try_join3};
use serde::Serialize;
use serde_json::json;

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

/// The end of a touch. chromiumoxide omits empty lists, but the browser requires the list of remaining touch points.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
struct LiftFinger {
    r#type: &'static str,
    touch_points: [f64; 0],
}

impl LiftFinger {
    const fn new() -> LiftFinger {
        LiftFinger { r#type: "touchEnd", touch_points: [] }
    }
}

impl Method for LiftFinger {
    fn identifier(&self) -> MethodId {
        DispatchTouchEventParams::IDENTIFIER.into()
    }
}

impl Command for LiftFinger {
    type Response = DispatchTouchEventReturns;
}

impl Page {
    /// Clicks the first visible element that matches a CSS selector, once there is one.
    pub async fn click(&self, selector: &str) -> Result<()> {
        let (x, y) = self.point(selector).await?;
        self.click_at(x, y).await.doing(&format!("clicking {selector}"))
    }

    /// Clicks a point in the window.
    pub async fn click_at(&self, x: f64, y: f64) -> Result<()> {
        let left = |kind| {
            let mut event = DispatchMouseEventParams::new(kind, x, y);
            event.button = Some(MouseButton::Left);
            event.click_count = Some(1);
            event
        };
        // Sent without waiting in between: the browser keeps the order, and whole games consist of clicks.
        let moved = self.mouse(DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, x, y));
        let pressed = self.mouse(left(DispatchMouseEventType::MousePressed));
        let released = self.mouse(left(DispatchMouseEventType::MouseReleased));
        try_join3(moved, pressed, released).await.map(|_| ())
    }

    /// Drags the element that matches one selector to the element that matches another.
    pub async fn drag(&self, from: &str, to: &str) -> Result<()> {
        let (begin, end) = (self.point(from).await?, self.point(to).await?);
        let held = |kind, (x, y): (f64, f64)| {
            let mut event = DispatchMouseEventParams::new(kind, x, y);
            event.button = Some(MouseButton::Left);
            event.buttons = Some(1);
            event.click_count = Some(1);
            event
        };
        self.mouse(DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, begin.0, begin.1)).await?;
        self.mouse(held(DispatchMouseEventType::MousePressed, begin)).await?;
        // Halfway first: a drag starts with a small movement.
        let halfway = ((begin.0 + end.0) / 2.0, (begin.1 + end.1) / 2.0);
        self.mouse(held(DispatchMouseEventType::MouseMoved, halfway)).await?;
        self.mouse(held(DispatchMouseEventType::MouseMoved, end)).await?;
        self.mouse(held(DispatchMouseEventType::MouseReleased, end)).await
    }

    /// Moves the mouse over the element that matches a CSS selector.
    pub async fn hover(&self, selector: &str) -> Result<()> {
        let (x, y) = self.point(selector).await?;
        self.mouse(DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, x, y)).await
    }

    /// Turns the mouse wheel over the element that matches a CSS selector; a positive `down` scrolls down.
    pub async fn wheel(&self, selector: &str, down: f64) -> Result<()> {
        let (x, y) = self.point(selector).await?;
        let mut event = DispatchMouseEventParams::new(DispatchMouseEventType::MouseWheel, x, y);
        event.delta_x = Some(0.0);
        event.delta_y = Some(down);
        self.mouse(event).await
    }

    async fn mouse(&self, event: DispatchMouseEventParams) -> Result<()> {
        self.page.execute(event).await.doing("using the mouse").map(|_| ())
    }

    /// Taps the element that matches a CSS selector, once there is one.
    pub async fn tap(&self, selector: &str) -> Result<()> {
        let (x, y) = self.point(selector).await?;
        let down = DispatchTouchEventParams::new(DispatchTouchEventType::TouchStart, vec![TouchPoint::new(x, y)]);
        let doing = format!("tapping {selector}");
        self.page.execute(down).await.doing(&doing)?;
        self.page.execute(LiftFinger::new()).await.doing(&doing).map(|_| ())
    }

    /// Returns the centre of the element that matches a CSS selector, once it exists and can be hit.
    pub async fn point(&self, selector: &str) -> Result<(f64, f64)> {
        let question = format!("{FIND_POINT}({})", json!(selector));
        let found: serde_json::Value = match self.eval(&question).await {
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
        // chromiumoxide's table lists the space bar by its character.
        let key = if key == "Space" { " " } else { key };
        let key = get_key_definition(key).ok_or_else(|| format!("{keys}: there is no key {key}"))?;
        let text = key.text.or(Some(key.key).filter(|name| name.len() == 1));
        // With a modifier other than Shift, a key is a command and inserts no text.
        let writes = modifiers & !(Modifier::Shift as i64) == 0;
        let event = |kind| {
            let mut event = DispatchKeyEventParams::new(kind);
            event.modifiers = Some(modifiers);
            event.key = Some(key.key.to_string());
            event.code = Some(key.code.to_string());
            event.windows_virtual_key_code = Some(key.key_code);
            event
        };
        let mut down = event(DispatchKeyEventType::KeyDown);
        down.text = text.filter(|_| writes).map(str::to_string);
        let up = event(DispatchKeyEventType::KeyUp);
        let pressed = try_join(self.page.execute(down), self.page.execute(up)).await;
        pressed.doing(&format!("pressing {keys}")).map(|_| ())
    }

    /// Types a text into the focused element.
    pub async fn type_text(&self, text: &str) -> Result<()> {
        self.page.execute(InsertTextParams::new(text)).await.doing("typing").map(|_| ())
    }
}
