//! Several people at once: each with a browser context of their own, which shares nothing with the others but the server.

use std::panic::{AssertUnwindSafe, resume_unwind};

use futures::FutureExt;

use crate::visit::{panic_message, picture_file};
use crate::{Browser, Cable, Page, Result, Server, Visit};

/// Everybody who is there, and the server they meet on.
pub struct Gathering {
    /// One program with room for all of them.
    pub browser: Browser,
    /// Where they meet.
    pub server: Server,
    /// In the order in which they came.
    pub visitors: Vec<Visitor>,
}

/// One of them.
pub struct Visitor {
    /// What they are called.
    pub name: String,
    /// What they see.
    pub page: Page,
    /// Their connection.
    pub cable: Cable,
}

impl Gathering {
    /// Somebody else comes. They are counted from 0.
    pub async fn welcome(&mut self, name: &str, visit: &Visit) -> Result<usize> {
        let cable = Cable::to(&self.server).await?;
        let page = Page::open_apart(&self.browser, &cable, visit).await?;
        self.visitors.push(Visitor { name: name.to_string(), page, cable });
        Ok(self.visitors.len() - 1)
    }

    /// The page of somebody.
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

/// Brings people together. For tests: what goes wrong is a panic that says what, with a picture of everybody's page.
pub async fn gather<F>(steps: F)
where
    F: AsyncFnOnce(&mut Gathering) -> Result<()>,
{
    let server = Server::start().unwrap_or_else(|error| panic!("{error}"));
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
