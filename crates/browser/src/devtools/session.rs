//! A session with one page.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::{Connection, Event};
use crate::{Doing, Result};

/// How long a page may take to load.
const PATIENCE: Duration = Duration::from_secs(30);

/// A page, and the session in which it is controlled.
pub(crate) struct Session {
    connection: Connection,
    target: String,
    id: String,
}

impl Session {
    /// Opens an empty page, in a browser context or in the default one.
    pub(crate) async fn open(connection: &Connection, context: Option<&str>) -> Result<Session> {
        let mut target = json!({ "url": "about:blank" });
        if let Some(context) = context {
            target["browserContextId"] = json!(context);
        }
        let target = connection.call(None, "Target.createTarget", target).await?;
        let session = Session::attach(connection, text(&target, "targetId")?).await?;
        for domain in ["Page", "Runtime", "Log", "Inspector"] {
            session.call(&format!("{domain}.enable"), json!({})).await?;
        }
        Ok(session)
    }

    /// Controls something that exists already, such as a service worker.
    pub(crate) async fn attach(connection: &Connection, target: String) -> Result<Session> {
        let attach = json!({ "targetId": target, "flatten": true });
        let id = text(&connection.call(None, "Target.attachToTarget", attach).await?, "sessionId")?;
        Ok(Session { connection: connection.clone(), target, id })
    }

    /// Sends a command to the page and waits for its answer.
    pub(crate) async fn call(&self, method: &str, params: Value) -> Result<Value> {
        self.connection.call(Some(&self.id), method, params).await
    }

    /// The events of the page from now on.
    pub(crate) fn events(&self) -> UnboundedReceiver<Event> {
        self.connection.events(&self.id)
    }

    /// Goes to an address and waits until the page has loaded.
    pub(crate) async fn navigate(&self, url: &str) -> Result<()> {
        let events = self.events();
        let navigated = self.call("Page.navigate", json!({ "url": url })).await?;
        match (&navigated["errorText"], &navigated["loaderId"]) {
            (Value::String(error), _) => Err(error.clone()),
            // Only the fragment has changed.
            (_, Value::Null) => Ok(()),
            _ => loaded(events).await,
        }
    }

    /// Reloads the page and waits until it has loaded.
    pub(crate) async fn reload(&self) -> Result<()> {
        let events = self.events();
        self.call("Page.reload", json!({})).await?;
        loaded(events).await
    }

    /// Evaluates a JavaScript expression, and awaits it if it is a promise. An exception is an error.
    pub(crate) async fn evaluate(&self, expression: &str) -> Result<Value> {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.call("Runtime.evaluate", params).await?;
        match answer.get("exceptionDetails") {
            Some(exception) => Err(describe_exception(exception)),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Takes a screenshot, as PNG.
    pub(crate) async fn screenshot(&self) -> Result<Vec<u8>> {
        self.bring_to_front().await?;
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" })).await?;
        BASE64_STANDARD.decode(text(&picture, "data")?).doing("decoding a screenshot")
    }

    /// Brings the page's tab to the front.
    pub(crate) async fn bring_to_front(&self) -> Result<()> {
        self.call("Page.bringToFront", json!({})).await.map(|_| ())
    }

    /// Closes the page.
    pub(crate) async fn close(&self) -> Result<()> {
        self.connection.call(None, "Target.closeTarget", json!({ "targetId": self.target })).await.map(|_| ())
    }
}

/// A text in an answer.
fn text(answer: &Value, name: &str) -> Result<String> {
    answer[name].as_str().map(str::to_string).ok_or_else(|| format!("Chromium's answer has no {name}: {answer}"))
}

/// What was thrown.
pub(crate) fn describe_exception(details: &Value) -> String {
    let thrown = details["exception"]["description"].as_str().or(details["text"].as_str());
    thrown.unwrap_or("unknown exception").to_string()
}

/// Waits until the main frame has a new document and that has loaded.
async fn loaded(mut events: UnboundedReceiver<Event>) -> Result<()> {
    let loading = async {
        let mut is_new = false;
        while let Some(event) = events.recv().await {
            match event.method.as_str() {
                "Page.frameNavigated" if event.params["frame"]["parentId"].is_null() => is_new = true,
                // Without a new document, this is still the old one.
                "Page.loadEventFired" if is_new => return Ok(()),
                "Inspector.targetCrashed" => return Err("the page has crashed".to_string()),
                _ => {}
            }
        }
        Err("Chromium has ended".to_string())
    };
    let late = || format!("not loaded within {} s", PATIENCE.as_secs());
    tokio::time::timeout(PATIENCE, loading).await.unwrap_or_else(|_| Err(late()))
}
