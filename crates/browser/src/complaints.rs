//! Errors that the browser reports while it shows a page.

use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::devtools::{Event, Session, describe_exception};

/// Console errors, uncaught exceptions and resources that failed to load, collected as they are reported.
#[derive(Clone, Default)]
pub(crate) struct Complaints {
    list: Arc<Mutex<Vec<String>>>,
}

impl Complaints {
    /// Starts collecting the errors of a page.
    pub(crate) fn of(page: &Session) -> Complaints {
        let complaints = Complaints::default();
        let list = complaints.list.clone();
        let mut events = page.events();
        tokio::spawn(async move {
            while let Some(event) = events.recv().await {
                if let (Some(complaint), Ok(mut list)) = (complaint(&event), list.lock()) {
                    list.push(complaint);
                }
            }
        });
        complaints
    }

    /// Returns and removes what has been collected so far.
    pub(crate) fn take(&self) -> Vec<String> {
        self.list.lock().map(|mut list| std::mem::take(&mut *list)).unwrap_or_default()
    }
}

/// The error that an event reports, if it does.
fn complaint(event: &Event) -> Option<String> {
    let params = &event.params;
    match event.method.as_str() {
        "Runtime.consoleAPICalled" if matches!(params["type"].as_str(), Some("error" | "assert")) => {
            let words = params["args"].as_array().into_iter().flatten().map(word);
            Some(format!("console: {}", words.collect::<Vec<_>>().join(" ")))
        }
        "Runtime.exceptionThrown" => Some(format!("exception: {}", describe_exception(&params["exceptionDetails"]))),
        "Log.entryAdded" if params["entry"]["level"] == "error" => {
            let text = |name: &str| params["entry"][name].as_str().unwrap_or_default();
            Some(format!("browser: {} {}", text("text"), text("url")))
        }
        "Inspector.targetCrashed" => Some("browser: the page has crashed".to_string()),
        _ => None,
    }
}

/// An argument of a call to the console.
fn word(argument: &Value) -> String {
    match (&argument["value"], argument["description"].as_str()) {
        (Value::String(text), _) => text.clone(),
        (Value::Null, description) => description.unwrap_or_default().to_string(),
        (value, _) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn errors_are_complaints_and_warnings_are_not() {
        let of = |method: &str, params| complaint(&Event { method: method.to_string(), params });
        let args = json!([{ "value": "bad" }, { "value": 3 }, { "description": "Error: worse" }]);
        let said = of("Runtime.consoleAPICalled", json!({ "type": "error", "args": args }));
        assert_eq!(said.as_deref(), Some("console: bad 3 Error: worse"));
        assert_eq!(of("Runtime.consoleAPICalled", json!({ "type": "warning", "args": args })), None);
        let thrown = json!({ "exceptionDetails": { "text": "Uncaught", "exception": { "description": "E" } } });
        assert_eq!(of("Runtime.exceptionThrown", thrown).as_deref(), Some("exception: E"));
        let entry = |level| json!({ "entry": { "level": level, "text": "404", "url": "/x" } });
        assert_eq!(of("Log.entryAdded", entry("error")).as_deref(), Some("browser: 404 /x"));
        assert_eq!(of("Log.entryAdded", entry("info")), None);
        assert_eq!(of("Page.loadEventFired", json!({})), None);
    }
}
