//! The app as it is shown: looking at it, waiting for it, and the network around it.

use std::path::Path;
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams, SetLocaleOverrideParams,
    SetTouchEmulationEnabledParams, SetUserAgentOverrideParams,
};
use chromiumoxide::cdp::browser_protocol::network::OverrideNetworkStateParams;
use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use chromiumoxide::error::CdpError;
use chromiumoxide::page::ScreenshotParams;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::complaints::Complaints;
use crate::{Browser, Cable, Doing, Result, Server, Visit};

/// How long something may take to come true.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked at.
const INTERVAL: Duration = Duration::from_millis(25);

/// What the app sets when one can play.
pub(crate) const READY: &str = "document.documentElement.dataset.ready === '1'";

/// The app in a browser.
pub struct Page {
    pub(crate) page: chromiumoxide::Page,
    pub(crate) complaints: Complaints,
    url: String,
    /// None where the first tab has it.
    server: Option<Server>,
}

impl Page {
    /// Opens the app and waits until one can play.
    pub async fn open(browser: &Browser, server: Server, visit: &Visit) -> Result<Page> {
        let page = Page::blank(browser, server, visit).await?;
        page.go_to(&visit.fragment).await?;
        Ok(page)
    }

    /// A page that shows nothing yet.
    pub(crate) async fn blank(browser: &Browser, server: Server, visit: &Visit) -> Result<Page> {
        let url = server.url();
        Page::at(browser, url, Some(server), visit).await
    }

    /// Opens the app at a fragment in another tab of the same browser. It lies in front then.
    pub async fn open_tab(&self, browser: &Browser, visit: &Visit) -> Result<Page> {
        let page = Page::at(browser, self.url.clone(), None, visit).await?;
        page.go_to(&visit.fragment).await?;
        Ok(page)
    }

    /// Opens the app as somebody else, through a cable that can be unplugged.
    pub async fn open_apart(browser: &Browser, cable: &Cable, visit: &Visit) -> Result<Page> {
        let page = Page::of(browser.blank_page_apart().await?, cable.url(), None, visit).await?;
        page.go_to(&visit.fragment).await?;
        Ok(page)
    }

    async fn at(browser: &Browser, url: String, server: Option<Server>, visit: &Visit) -> Result<Page> {
        Page::of(browser.blank_page().await?, url, server, visit).await
    }

    async fn of(page: chromiumoxide::Page, url: String, server: Option<Server>, visit: &Visit) -> Result<Page> {
        let complaints = Complaints::of(&page).await?;
        let page = Page { page, complaints, url, server };
        page.dress(visit).await?;
        Ok(page)
    }

    /// Closes the tab.
    pub async fn close(self) -> Result<()> {
        self.page.close().await.doing("closing a tab")
    }

    /// Puts the tab in front of the others.
    pub async fn bring_to_front(&self) -> Result<()> {
        self.page.bring_to_front().await.doing("changing the tab").map(|_| ())
    }

    /// Makes the browser look like the visitor's.
    async fn dress(&self, visit: &Visit) -> Result<()> {
        let metrics = SetDeviceMetricsOverrideParams::new(visit.width, visit.height, visit.scale, visit.touch);
        self.page.execute(metrics).await.doing("setting the size")?;
        self.page.execute(SetTouchEmulationEnabledParams::new(visit.touch)).await.doing("setting touch")?;
        let scheme = if visit.dark { "dark" } else { "light" };
        let motion = if visit.reduced_motion { "reduce" } else { "no-preference" };
        let features = vec![
            MediaFeature::new("prefers-color-scheme", scheme),
            MediaFeature::new("prefers-reduced-motion", motion),
        ];
        let media = SetEmulatedMediaParams::builder().features(features).build();
        self.page.execute(media).await.doing("setting colours and motion")?;
        let locale = SetLocaleOverrideParams::builder().locale(visit.language.clone()).build();
        self.page.execute(locale).await.doing("setting the language")?;
        let agent = self.page.user_agent().await.doing("asking for the browser's name")?;
        let mut agent = SetUserAgentOverrideParams::new(agent);
        agent.accept_language = Some(visit.language.clone());
        self.page.execute(agent).await.doing("setting the language")?;
        Ok(())
    }

    /// Loads the app at a fragment of its address, such as `#play`, and waits until one can play.
    pub async fn go_to(&self, fragment: &str) -> Result<()> {
        let url = format!("{}{fragment}", self.url);
        self.page.goto(url.as_str()).await.doing(&format!("loading {url}"))?;
        self.wait_until(READY).await
    }

    /// Loads the page again and waits until one can play.
    pub async fn reload(&self) -> Result<()> {
        self.page.reload().await.doing("loading the page again")?;
        self.wait_until(READY).await
    }

    /// Takes the network away or gives it back: the server really goes away, for the service worker too.
    pub async fn set_offline(&mut self, offline: bool) -> Result<()> {
        match &mut self.server {
            Some(server) if offline => server.go_away(),
            Some(server) => server.come_back()?,
            None => {}
        }
        let conditions = OverrideNetworkStateParams::new(offline, 0.0, -1.0, -1.0);
        self.page.execute(conditions).await.doing("changing the network")?;
        Ok(())
    }

    /// Waits until the app is kept for play offline.
    pub async fn wait_until_kept(&self) -> Result<()> {
        // Everything is fetched a second time for that, which takes a while on a busy machine.
        self.wait_at_most(3 * PATIENCE, "navigator.serviceWorker.controller !== null").await
    }

    /// The value of a JavaScript expression; a promise is waited for.
    pub async fn eval<T: DeserializeOwned>(&self, expression: &str) -> Result<T> {
        let parameters =
            EvaluateParams::builder().expression(expression).await_promise(true).return_by_value(true).build()?;
        let value = tokio::time::timeout(PATIENCE, self.page.evaluate_expression(parameters)).await;
        let value =
            value.doing(&short(expression))?.map_err(|error| format!("{}: {}", short(expression), reason(error)))?;
        let value = value.value().cloned().unwrap_or(serde_json::Value::Null);
        serde_json::from_value(value).doing(&short(expression))
    }

    /// Waits until a JavaScript expression is true.
    pub async fn wait_until(&self, expression: &str) -> Result<()> {
        self.wait_at_most(PATIENCE, expression).await
    }

    /// Waits until a JavaScript expression is true, but not for ever.
    pub async fn wait_at_most(&self, patience: Duration, expression: &str) -> Result<()> {
        let began = Instant::now();
        loop {
            // While a page is being loaded there may be nothing to ask.
            let now = self.eval::<bool>(&format!("Promise.resolve({expression}).then(Boolean)")).await;
            if now == Ok(true) {
                return Ok(());
            }
            if began.elapsed() > patience {
                let reason = now.err().map(|error| format!(" ({error})")).unwrap_or_default();
                return Err(format!("after {} s this is not true: {expression}{reason}", patience.as_secs()));
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Waits until a CSS selector finds something that is visible.
    pub async fn wait_for(&self, selector: &str) -> Result<()> {
        let all = format!("[...document.querySelectorAll({})]", json!(selector));
        self.wait_until(&format!("{all}.some((element) => element.checkVisibility())")).await
    }

    /// Waits until a CSS selector finds nothing.
    pub async fn wait_until_gone(&self, selector: &str) -> Result<()> {
        self.wait_until(&format!("!document.querySelector({})", json!(selector))).await
    }

    /// Waits until something contains a text.
    pub async fn wait_for_text(&self, selector: &str, text: &str) -> Result<()> {
        let (selector, text) = (json!(selector), json!(text));
        self.wait_until(&format!("document.querySelector({selector})?.textContent.includes({text})")).await
    }

    /// The text of the first element that a selector finds.
    pub async fn text(&self, selector: &str) -> Result<String> {
        self.wait_until(&format!("document.querySelector({})", json!(selector))).await?;
        self.eval(&format!("document.querySelector({}).textContent", json!(selector))).await
    }

    /// An attribute of the first element that a selector finds.
    pub async fn attribute(&self, selector: &str, name: &str) -> Result<Option<String>> {
        self.wait_until(&format!("document.querySelector({})", json!(selector))).await?;
        self.eval(&format!("document.querySelector({}).getAttribute({})", json!(selector), json!(name))).await
    }

    /// How many elements a selector finds.
    pub async fn count(&self, selector: &str) -> Result<usize> {
        self.eval(&format!("document.querySelectorAll({}).length", json!(selector))).await
    }

    /// A picture of what is to be seen, as PNG.
    pub async fn screenshot(&self) -> Result<Vec<u8>> {
        self.page.screenshot(ScreenshotParams::default()).await.doing("taking a picture")
    }

    /// Saves a picture of what is to be seen.
    pub async fn save_screenshot(&self, file: &Path) -> Result<()> {
        let picture = self.screenshot().await?;
        let folder = file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).doing(&folder.display().to_string())?;
        std::fs::write(file, picture).doing(&file.display().to_string())
    }

    /// What the browser has complained about since it was last asked.
    pub fn take_complaints(&self) -> Vec<String> {
        self.complaints.take()
    }
}

/// Why an expression has no value: what was thrown, where something was.
fn reason(error: CdpError) -> String {
    match error {
        CdpError::JavascriptException(details) => {
            let thrown = details.exception.and_then(|exception| exception.description);
            thrown.unwrap_or(details.text)
        }
        error => error.to_string(),
    }
}

/// An expression, short enough to be read in a message.
fn short(expression: &str) -> String {
    let mut short: String = expression.chars().take(200).collect();
    if short.len() < expression.len() {
        short.push('…');
    }
    short
}
