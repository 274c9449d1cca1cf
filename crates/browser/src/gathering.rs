//! Several people at once, each in a separate browser context that shares nothing with the others except the server.

use std::panic::{AssertUnwindSafe, resume_unwind};

use futures::FutureExt;

use crate::visit::{panic_message, picture_file};
use crate::{Browser, Cable, Page, Result, TestServer, Visit};

/// Several visitors and the server they play on.
pub struct Gathering {
    /// The browser that runs all their contexts.
    pub browser: Browser,
    /// The server they are connected to.
    pub server: TestServer,
    /// The visitors in the order of their arrival.
    pub visitors: Vec<Visitor>,
}

/// One of several visitors.
pub struct Visitor {
    /// The name used in failure reports and screenshots.
    pub name: String,
    /// The page they have open.
    pub page: Page,
    /// Their connection to the server.
    pub cable: Cable,
}

impl Gathering {
    /// Adds a visitor and returns their index.
    pub async fn welcome(&mut self, name: &str, visit: &Visit) -> Result<usize> {
        let cable = Cable::to(&self.server).await?;
        let page = Page::open_apart(&self.browser, &cable, visit).await?;
        self.visitors.push(Visitor { name: name.to_string(), page, cable });
        Ok(self.visitors.len() - 1)
    }

    /// The page of the visitor with this index.
    pub fn page(&self, visitor: usize) -> &Page {
        &self.visitors[visitor].page
    }

    async fn report(&self, outcome: Option<String>) -> Result<()> {
        let mut report: Vec<String> = outcome.into_iter().collect();
        for visitor in &self.visitors {
            let complaints = visitor.page.take_complaints();
            report.extend(complaints.iter().map(|complaint| format!("{}: {complaint}", visitor.name)));
        }
        if report.is_empty() {
            return Ok(());
        }
        for visitor in &self.visitors {
            let picture = picture_file(&visitor.name);
            match visitor.page.save_screenshot(&picture).await {
                Ok(()) => report.push(format!("picture: {}", picture.display())),
                Err(error) => report.push(format!("no picture of {}: {error}", visitor.name)),
            }
        }
        Err(report.join("\n"))
    }
}

/// Runs a test with several visitors. If anything goes wrong, it panics with the reason and the paths of screenshots of
/// every visitor's page.
pub async fn gather<F>(steps: F)
where
    F: AsyncFnOnce(&mut Gathering) -> Result<()>,
{
    let server = TestServer::start().unwrap_or_else(|error| panic!("{error}"));
    let browser = Browser::start().await.unwrap_or_else(|error| panic!("{error}"));
    let mut gathering = Gathering { browser, server, visitors: Vec::new() };
    let outcome = AssertUnwindSafe(steps(&mut gathering)).catch_unwind().await;
    let wrong = match outcome {
        Ok(Ok(())) => None,
        Ok(Err(message)) => Some(message),
        Err(panic) => Some(panic_message(&*panic)),
    };
    let report = AssertUnwindSafe(gathering.report(wrong)).catch_unwind().await;
    gathering.visitors.clear();
    gathering.browser.close().await;
    match report {
        Ok(Ok(())) => {}
        Ok(Err(message)) => panic!("{message}"),
        Err(panic) => resume_unwind(panic),
    }
}
