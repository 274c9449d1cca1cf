//! Errors that the browser reports while it shows a page.

use std::sync::{Arc, Mutex};

use chromiumoxide::Page;
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::js_protocol::runtime::{ConsoleApiCalledType, EventConsoleApiCalled, EventExceptionThrown};
use futures::{Stream, StreamExt};

use crate::{Doing, Result};

/// Console errors, uncaught exceptions and resources that failed to load, collected as they are reported.
#[derive(Clone, Default)]
pub(crate) struct Complaints {
    list: Arc<Mutex<Vec<String>>>,
}

impl Complaints {
    /// Starts collecting the errors of a page.
    pub(crate) async fn of(page: &Page) -> Result<Complaints> {
        let complaints = Complaints::default();
        let console = page.event_listener::<EventConsoleApiCalled>().await.doing("listening to the console")?;
        complaints.collect(console.filter_map(async |event| {
            let is_error = matches!(event.r#type, ConsoleApiCalledType::Error | ConsoleApiCalledType::Assert);
            let words = event.args.iter().map(|word| match (&word.value, &word.description) {
                (Some(value), _) => value.as_str().map_or_else(|| value.to_string(), str::to_string),
                (None, description) => description.clone().unwrap_or_default(),
            });
            is_error.then(|| format!("console: {}", words.collect::<Vec<_>>().join(" ")))
        }));
        let exceptions = page.event_listener::<EventExceptionThrown>().await.doing("listening to exceptions")?;
        complaints.collect(exceptions.map(|event| {
            let details = &event.exception_details;
            let exception = details.exception.as_ref().and_then(|exception| exception.description.clone());
            format!("exception: {}", exception.unwrap_or_else(|| details.text.clone()))
        }));
        let log = page.event_listener::<EventEntryAdded>().await.doing("listening to the log")?;
        complaints.collect(log.filter_map(async |event| {
            let entry = &event.entry;
            let place = entry.url.as_deref().unwrap_or("");
            (entry.level == LogEntryLevel::Error).then(|| format!("browser: {} {place}", entry.text))
        }));
        Ok(complaints)
    }

    fn collect(&self, complaints: impl Stream<Item = String> + Send + 'static) {
        let list = self.list.clone();
        tokio::spawn(complaints.for_each(move |complaint| {
            if let Ok(mut list) = list.lock() {
                list.push(complaint);
            }
            std::future::ready(())
        }));
    }

    /// Returns and removes what has been collected so far.
    pub(crate) fn take(&self) -> Vec<String> {
        self.list.lock().map(|mut list| std::mem::take(&mut *list)).unwrap_or_default()
    }
}
