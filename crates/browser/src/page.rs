//! A page that shows the app: inspecting it, waiting for it, and switching its network off.

use std::path::Path;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::json;
use shangrila_server::DatabaseAddress;

use crate::complaints::Complaints;
use crate::devtools::Session;
use crate::{Browser, Cable, Doing, Result, TestServer, Visit};

/// How long to wait for something to happen.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often to check whether it has happened.
const INTERVAL: Duration = Duration::from_millis(25);

/// Clicks the notification with a tag, in the service worker. A headless browser shows no notifications, so the click is simulated; as the worker
/// may focus a window only after a real one, `focus` does nothing.
const CLICK_NOTIFICATION: &str = "(async () => {
    WindowClient.prototype.focus = async function () { return this; };
    const [notification] = await registration.getNotifications({ tag: TAG });
    const click = new NotificationEvent('notificationclick', { notification });
    click.waitUntil = () => {};
    dispatchEvent(click);
})()";

/// True once the app is ready for input.
pub(crate) const READY: &str = "document.documentElement.dataset.ready === '1'";

/// A browser tab that shows the app.
pub struct Page {
    pub(crate) session: Session,
    pub(crate) complaints: Complaints,
    url: String,
    /// `None` if another tab owns the server.
    pub(crate) server: Option<TestServer>,
}

impl Page {
    /// Opens the app and waits until it is ready.
    pub async fn open(browser: &Browser, server: TestServer, visit: &Visit) -> Result<Page> {
        let page = Page::blank(browser, server, visit).await?;
        page.go_to(&visit.fragment).await?;
        Ok(page)
    }

    /// An empty page, to be told where to go.
    pub async fn blank(browser: &Browser, server: TestServer, visit: &Visit) -> Result<Page> {
        let address = server.address();
        let url = if visit.by_name { format!("http://localhost:{}/", address.port()) } else { server.url() };
        Page::at(browser, url, Some(server), visit).await
    }

    /// Opens the app in another tab of the same browser, which comes to the front.
    pub async fn open_tab(&self, browser: &Browser, visit: &Visit) -> Result<Page> {
        let page = Page::at(browser, self.url.clone(), None, visit).await?;
        page.go_to(&visit.fragment).await?;
        Ok(page)
    }

    /// Opens the app as another person, through a connection that can be unplugged.
    pub async fn open_apart(browser: &Browser, cable: &Cable, visit: &Visit) -> Result<Page> {
        let url = if visit.untrusted { cable.url().replace("127.0.0.1", "shangrila.test") } else { cable.url() };
        let page = Page::of(browser, browser.blank_page_apart().await?, url, None, visit).await?;
        for script in &visit.first {
            page.run_first(script).await?;
        }
        page.go_to(&visit.fragment).await?;
        Ok(page)
    }

    async fn at(browser: &Browser, url: String, server: Option<TestServer>, visit: &Visit) -> Result<Page> {
        Page::of(browser, browser.blank_page().await?, url, server, visit).await
    }

    async fn of(
        browser: &Browser,
        session: Session,
        url: String,
        server: Option<TestServer>,
        visit: &Visit,
    ) -> Result<Page> {
        let complaints = Complaints::of(&session);
        let page = Page { session, complaints, url, server };
        page.dress(visit, &browser.user_agent().await?).await?;
        Ok(page)
    }

    /// The address of the app.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The database file of the page's server, for commands on the host.
    ///
    /// # Panics
    /// If another tab owns the server.
    pub fn database(&self) -> DatabaseAddress {
        self.server.as_ref().expect("the tab that was opened first").database()
    }

    /// Plugs in an authenticator that has a fingerprint reader and always recognises the visitor.
    pub async fn add_authenticator(&self) -> Result<()> {
        self.session.call("WebAuthn.enable", json!({})).await?;
        let options = json!({
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": true,
            "hasUserVerification": true,
            "isUserVerified": true,
            "automaticPresenceSimulation": true,
        });
        self.session.call("WebAuthn.addVirtualAuthenticator", json!({ "options": options })).await?;
        Ok(())
    }

    /// Permits notifications.
    pub async fn allow_notifications(&self, browser: &Browser) -> Result<()> {
        let target = self.session.call("Target.getTargetInfo", json!({})).await?;
        let permission = json!({
            "permission": { "name": "notifications" },
            "setting": "granted",
            "origin": self.origin(),
            "browserContextId": target["targetInfo"]["browserContextId"],
        });
        browser.call("Browser.setPermission", permission).await.doing("permitting notifications").map(|_| ())
    }

    /// Hands a message to the service worker, as a push service would.
    pub async fn deliver_push(&self, message: &str) -> Result<()> {
        let mut events = self.session.events();
        // Chromium reports the service workers when this is enabled, so it is disabled first.
        self.session.call("ServiceWorker.disable", json!({})).await?;
        self.session.call("ServiceWorker.enable", json!({})).await?;
        let registered = async {
            while let Some(event) = events.recv().await {
                let registrations = event.params["registrations"].as_array().filter(|list| !list.is_empty());
                if let Some(registration) = registrations.and_then(|list| list[0]["registrationId"].as_str()) {
                    return Some(registration.to_string());
                }
            }
            None
        };
        let registration = tokio::time::timeout(PATIENCE, registered).await.doing("finding the service worker")?;
        let message = json!({ "origin": self.origin(), "registrationId": registration, "data": message });
        self.session.call("ServiceWorker.deliverPushMessage", message).await.map(|_| ())
    }

    /// Clicks a notification of the service worker.
    pub async fn click_notification(&self, browser: &Browser, tag: &str) -> Result<()> {
        let worker = browser.service_worker(&self.url).await?;
        let script = CLICK_NOTIFICATION.replace("TAG", &json!(tag).to_string());
        worker.evaluate(&script).await.doing("clicking a notification").map(drop)
    }

    fn origin(&self) -> &str {
        self.url.trim_end_matches('/')
    }

    /// Closes the tab.
    pub async fn close(self) -> Result<()> {
        self.session.close().await.doing("closing a tab")
    }

    /// Brings the tab to the front.
    pub async fn bring_to_front(&self) -> Result<()> {
        self.session.bring_to_front().await.doing("changing the tab")
    }

    /// Applies the visitor's screen size and settings to the browser.
    async fn dress(&self, visit: &Visit, user_agent: &str) -> Result<()> {
        let scheme = if visit.dark { "dark" } else { "light" };
        let motion = if visit.reduced_motion { "reduce" } else { "no-preference" };
        self.set_screen(visit).await?;
        let settings = [
            (
                "Emulation.setEmulatedMedia",
                json!({ "features": [
                    { "name": "prefers-color-scheme", "value": scheme },
                    { "name": "prefers-reduced-motion", "value": motion },
                ] }),
            ),
            ("Emulation.setLocaleOverride", json!({ "locale": visit.language })),
            ("Emulation.setUserAgentOverride", json!({ "userAgent": user_agent, "acceptLanguage": visit.language })),
        ];
        for (method, params) in settings {
            self.session.call(method, params).await?;
        }
        if visit.slow { self.slow_down().await } else { Ok(()) }
    }

    /// Changes the screen to that of a visit: its size, its resolution, and whether it is used with fingers.
    pub async fn set_screen(&self, visit: &Visit) -> Result<()> {
        let size = json!({
            "width": visit.width,
            "height": visit.height,
            "deviceScaleFactor": visit.scale,
            "mobile": visit.touch,
        });
        self.session.call("Emulation.setDeviceMetricsOverride", size).await?;
        self.session.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": visit.touch })).await.map(|_| ())
    }

    /// Slows down network and processor to those of a cheap phone.
    async fn slow_down(&self) -> Result<()> {
        let bytes_per_second = 1_600_000 / 8;
        let network = json!({
            "offline": false,
            "latency": 150,
            "downloadThroughput": bytes_per_second,
            "uploadThroughput": bytes_per_second,
        });
        self.session.call("Network.enable", json!({})).await?;
        self.session.call("Network.emulateNetworkConditions", network).await?;
        self.session.call("Emulation.setCPUThrottlingRate", json!({ "rate": 4 })).await.map(|_| ())
    }

    /// Runs a script in every document that the page loads from now on, before anything else.
    pub async fn run_first(&self, script: &str) -> Result<()> {
        let script = json!({ "source": script });
        self.session.call("Page.addScriptToEvaluateOnNewDocument", script).await.map(|_| ())
    }

    /// Loads the app at a fragment of its address, such as `#play`, and waits until it is ready.
    pub async fn go_to(&self, fragment: &str) -> Result<()> {
        let url = format!("{}{fragment}", self.url);
        self.session.navigate(&url).await.doing(&format!("loading {url}"))?;
        self.wait_until(READY).await
    }

    /// Reloads the page and waits until it is ready.
    pub async fn reload(&self) -> Result<()> {
        self.session.reload().await.doing("reloading the page")?;
        self.wait_until(READY).await
    }

    /// Switches the network off or on. The server really stops, so the service worker is offline as well.
    pub async fn set_offline(&mut self, offline: bool) -> Result<()> {
        match &mut self.server {
            Some(server) if offline => server.stop(),
            Some(server) => server.restart()?,
            None => {}
        }
        let unlimited = -1;
        let conditions = json!({
            "offline": offline,
            "latency": 0,
            "downloadThroughput": unlimited,
            "uploadThroughput": unlimited,
        });
        self.session.call("Network.overrideNetworkState", conditions).await.map(|_| ())
    }

    /// Waits until the app is available offline.
    pub async fn wait_until_kept(&self) -> Result<()> {
        // The service worker downloads everything again for that, which takes a while on a busy machine.
        self.wait_at_most(3 * PATIENCE, "navigator.serviceWorker.controller !== null").await
    }

    /// Evaluates a JavaScript expression, and awaits it if it is a promise.
    pub async fn eval<T: DeserializeOwned>(&self, expression: &str) -> Result<T> {
        let value = tokio::time::timeout(PATIENCE, self.session.evaluate(expression)).await;
        let value = value.doing(&short(expression))?.doing(&short(expression))?;
        serde_json::from_value(value).doing(&short(expression))
    }

    /// Waits until a JavaScript expression is true.
    pub async fn wait_until(&self, expression: &str) -> Result<()> {
        self.wait_at_most(PATIENCE, expression).await
    }

    /// Waits until a JavaScript expression is true, for a limited time.
    pub async fn wait_at_most(&self, patience: Duration, expression: &str) -> Result<()> {
        let began = Instant::now();
        loop {
            // While a page is loading, evaluating anything may fail.
            let now = self.eval::<bool>(&format!("Promise.resolve({expression}).then(Boolean)")).await;
            if now == Ok(true) {
                return Ok(());
            }
            if began.elapsed() > patience {
                let reason = now.err().map(|error| format!(" ({error})")).unwrap_or_default();
                return Err(format!("still not true after {} s: {expression}{reason}", patience.as_secs()));
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Waits until a visible element matches a CSS selector.
    pub async fn wait_for(&self, selector: &str) -> Result<()> {
        let all = format!("[...document.querySelectorAll({})]", json!(selector));
        self.wait_until(&format!("{all}.some((element) => element.checkVisibility())")).await
    }

    /// Waits until no element matches a CSS selector.
    pub async fn wait_until_gone(&self, selector: &str) -> Result<()> {
        self.wait_until(&format!("!document.querySelector({})", json!(selector))).await
    }

    /// Waits until an element contains a text.
    pub async fn wait_for_text(&self, selector: &str, text: &str) -> Result<()> {
        let (selector, text) = (json!(selector), json!(text));
        self.wait_until(&format!("document.querySelector({selector})?.textContent.includes({text})")).await
    }

    /// The text of the first element that matches a selector.
    pub async fn text(&self, selector: &str) -> Result<String> {
        self.wait_until(&format!("document.querySelector({})", json!(selector))).await?;
        self.eval(&format!("document.querySelector({}).textContent", json!(selector))).await
    }

    /// An attribute of the first element that matches a selector.
    pub async fn attribute(&self, selector: &str, name: &str) -> Result<Option<String>> {
        self.wait_until(&format!("document.querySelector({})", json!(selector))).await?;
        self.eval(&format!("document.querySelector({}).getAttribute({})", json!(selector), json!(name))).await
    }

    /// The number of elements that match a selector.
    pub async fn count(&self, selector: &str) -> Result<usize> {
        self.eval(&format!("document.querySelectorAll({}).length", json!(selector))).await
    }

    /// Takes a screenshot, as PNG.
    pub async fn screenshot(&self) -> Result<Vec<u8>> {
        self.session.screenshot().await.doing("taking a screenshot")
    }

    /// Takes a screenshot and saves it.
    pub async fn save_screenshot(&self, file: &Path) -> Result<()> {
        let picture = self.screenshot().await?;
        let folder = file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).doing(&folder.display().to_string())?;
        std::fs::write(file, picture).doing(&file.display().to_string())
    }

    /// Returns the errors that the browser has reported since the last call.
    pub fn take_complaints(&self) -> Vec<String> {
        self.complaints.take()
    }
}

/// An expression, shortened for an error message.
fn short(expression: &str) -> String {
    let mut short: String = expression.chars().take(200).collect();
    if short.len() < expression.len() {
        short.push('…');
    }
    short
}
