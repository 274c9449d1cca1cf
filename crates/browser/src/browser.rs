//! Headless Chromium.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::target::{
    CreateBrowserContextParams, CreateTargetParams, SetAutoAttachParams,
};
use chromiumoxide::{BrowserConfig, Page};
use futures::StreamExt;
use tokio::task::JoinHandle;

use crate::{Doing, Result};

/// A running Chromium with its own profile, so that visits do not affect each other.
pub struct Browser {
    browser: chromiumoxide::Browser,
    handler: JoinHandle<()>,
    profile: PathBuf,
}

/// Turns off everything that might interfere: updates, predictions, first-run questions.
const FLAGS: [&str; 5] = [
    "disable-gpu",
    "disable-quic",
    "disable-component-update",
    "no-default-browser-check",
    "disable-search-engine-choice-screen",
];

impl Browser {
    /// Starts Chromium. The environment variable `CHROMIUM` overrides which program is used.
    pub async fn start() -> Result<Browser> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("shangrila-browser-{}-{number}", std::process::id()));
        // The sandbox needs privileges that containers do not grant. Only our own pages are opened.
        let mut config = BrowserConfig::builder()
            .no_sandbox()
            .new_headless_mode()
            .viewport(None)
            .user_data_dir(&profile)
            .request_timeout(Duration::from_secs(30))
            .launch_timeout(Duration::from_secs(60))
            .args(FLAGS);
        if let Some(program) = std::env::var_os("CHROMIUM") {
            config = config.chrome_executable(program);
        }
        let (browser, mut handler) =
            chromiumoxide::Browser::launch(config.build()?).await.doing("starting Chromium")?;
        // Messages that chromiumoxide does not understand arrive as errors. They must not end the connection.
        let handler = tokio::spawn(async move { while handler.next().await.is_some() {} });
        Ok(Browser { browser, handler, profile })
    }

    /// An empty page.
    pub(crate) async fn blank_page(&self) -> Result<Page> {
        self.page_of(CreateTargetParams::new("about:blank")).await
    }

    /// An empty page in a new browser context, which shares neither cookies nor storage with others.
    pub(crate) async fn blank_page_apart(&self) -> Result<Page> {
        let context = CreateBrowserContextParams::default();
        let context = self.browser.execute(context).await.doing("creating a browser context")?;
        let mut target = CreateTargetParams::new("about:blank");
        target.browser_context_id = Some(context.result.browser_context_id);
        self.page_of(target).await
    }

    async fn page_of(&self, target: CreateTargetParams) -> Result<Page> {
        let page = self.browser.new_page(target).await.doing("opening a page")?;
        // Otherwise workers would be paused at their start to wait for a debugger, some of them indefinitely.
        page.execute(SetAutoAttachParams::new(false, false)).await.doing("detaching from workers")?;
        Ok(page)
    }

    /// Quits Chromium and deletes its profile.
    pub async fn close(mut self) {
        // If closing fails, the process is killed when it is dropped.
        if self.browser.close().await.is_ok() {
            let _ = tokio::time::timeout(Duration::from_secs(5), self.browser.wait()).await;
        }
        self.handler.abort();
        let _ = fs::remove_dir_all(&self.profile);
    }
}
