//! What a browser calls itself, reduced to what people recognise in a list of their devices. The header itself is not stored: it would
//! identify people far too well.

use axum::http::{HeaderMap, header};
use serde::Serialize;

/// The browser and operating system of a device, such as Firefox and Linux; `None` if unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Device {
    pub(crate) browser: Option<String>,
    pub(crate) system: Option<String>,
}

/// What a header contains, and the browser that it means. Browsers also claim to be those that came before them, so the order matters.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// The same for operating systems.
const SYSTEMS: [(&str, &str); 7] = [
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

impl Device {
    /// Returns the device that sends a request.
    pub(crate) fn of(headers: &HeaderMap) -> Device {
        let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        let found = |known: &[(&str, &str)]| {
            known.iter().find(|(part, _)| agent.contains(part)).map(|(_, name)| name.to_string())
        };
        Device { browser: found(&BROWSERS), system: found(&SYSTEMS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_recognised_by_what_only_they_say() {
        for (agent, browser, system) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge",
                "Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome",
                "Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari",
                "iOS",
            ),
        ] {
            let headers = HeaderMap::from_iter([(header::USER_AGENT, agent.parse().unwrap())]);
            let device = Device::of(&headers);
            assert_eq!((device.browser.as_deref(), device.system.as_deref()), (Some(browser), Some(system)), "{agent}");
        }
        assert_eq!(Device::of(&HeaderMap::new()), Device::default());
    }
}
