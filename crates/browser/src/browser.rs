//! Headless Chromium.

use serde_json::{Value, json};

use crate::devtools::{Chromium, Connection, Session};
use crate::{Doing, Result};

/// A running Chromium with its own profile, so that visits do not affect each other. Dropping it kills the process.
pub struct Browser {
    connection: Connection,
    chromium: Chromium,
}

impl Browser {
    /// Starts Chromium. The environment variable `CHROMIUM` overrides which program is used.
    pub async fn start() -> Result<Browser> {
        let (chromium, commands, answers) = Chromium::start()?;
        let connection = Connection::open(commands, answers, chromium.log());
        let browser = Browser { connection, chromium };
        browser.user_agent().await.doing("starting Chromium")?;
        Ok(browser)
    }

    /// What Chromium calls itself in requests.
    pub(crate) async fn user_agent(&self) -> Result<String> {
        let version = self.connection.call(None, "Browser.getVersion", json!({})).await?;
        Ok(version["userAgent"].as_str().unwrap_or_default().to_string())
    }

    /// Sends a command that concerns no single page.
    pub(crate) async fn call(&self, method: &str, params: Value) -> Result<Value> {
        self.connection.call(None, method, params).await
    }

    /// An empty page.
    pub(crate) async fn blank_page(&self) -> Result<Session> {
        Session::open(&self.connection, None).await.doing("opening a page")
    }

    /// An empty page in a new browser context, which shares neither cookies nor storage with others.
    pub(crate) async fn blank_page_apart(&self) -> Result<Session> {
        let created = self.connection.call(None, "Target.createBrowserContext", json!({})).await;
        let created = created.doing("creating a browser context")?;
        Session::open(&self.connection, created["browserContextId"].as_str()).await.doing("opening a page")
    }

    /// The running service worker of an app.
    pub(crate) async fn service_worker(&self, url: &str) -> Result<Session> {
        let targets = self.connection.call(None, "Target.getTargets", json!({})).await?;
        let is_wanted = |target: &&Value| {
            target["type"] == "service_worker" && target["url"].as_str().is_some_and(|script| script.starts_with(url))
        };
        let worker = targets["targetInfos"].as_array().into_iter().flatten().find(is_wanted);
        let worker =
            worker.and_then(|worker| worker["targetId"].as_str()).ok_or("the service worker is not running")?;
        Session::attach(&self.connection, worker.to_string()).await.doing("attaching to the service worker")
    }

    /// Quits Chromium and deletes its profile.
    pub async fn close(mut self) {
        // If closing fails, the process is killed.
        let _ = self.connection.call(None, "Browser.close", json!({})).await;
        self.chromium.wait().await;
    }
}
