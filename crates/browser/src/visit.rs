//! One visit to the app: the visitor's device and settings, and what must not happen in the meantime.

use std::any::Any;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::PathBuf;

use futures::FutureExt;

use crate::{Browser, Page, Result, TestServer, root};

/// The visitor's screen and settings.
#[derive(Clone, Debug)]
pub struct Visit {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) scale: f64,
    pub(crate) touch: bool,
    pub(crate) dark: bool,
    pub(crate) reduced_motion: bool,
    /// Whether network and processor are slow.
    pub(crate) slow: bool,
    pub(crate) language: String,
    pub(crate) fragment: String,
    /// Whether the address has a name, `localhost`, rather than a number.
    pub(crate) by_name: bool,
    /// Whether the address is one that browsers do not trust.
    pub(crate) untrusted: bool,
    /// Scripts that run in every document before anything else.
    pub(crate) first: Vec<String>,
}

impl Visit {
    /// A window of this size, used with a mouse, in English and with light colours.
    pub fn window(width: u32, height: u32) -> Visit {
        Visit {
            width,
            height,
            scale: 1.0,
            touch: false,
            dark: false,
            reduced_motion: false,
            slow: false,
            language: "en".to_string(),
            fragment: String::new(),
            by_name: false,
            untrusted: false,
            first: Vec::new(),
        }
    }

    /// A window of 1440 × 900.
    pub fn desktop() -> Visit {
        Visit::window(1440, 900)
    }

    /// A tablet in portrait, 820 × 1180.
    pub fn tablet() -> Visit {
        Visit { touch: true, ..Visit::window(820, 1180) }
    }

    /// A phone in portrait, 390 × 844, with two device pixels per pixel.
    pub fn phone() -> Visit {
        Visit { touch: true, scale: 2.0, ..Visit::window(390, 844) }
    }

    /// A phone held sideways, 844 × 390.
    pub fn sideways() -> Visit {
        Visit { width: 844, height: 390, ..Visit::phone() }
    }

    /// A short phone, 360 × 640.
    pub fn short_phone() -> Visit {
        Visit { width: 360, height: 640, ..Visit::phone() }
    }

    /// With dark colours.
    pub fn dark(self) -> Visit {
        Visit { dark: true, ..self }
    }

    /// With reduced motion.
    pub fn reduced_motion(self) -> Visit {
        Visit { reduced_motion: true, ..self }
    }

    /// With a slow network, 1.6 Mbit/s and 150 ms away, and a processor four times slower than this one.
    pub fn slow(self) -> Visit {
        Visit { slow: true, ..self }
    }

    /// In a language, such as `de`.
    pub fn language(self, language: &str) -> Visit {
        Visit { language: language.to_string(), ..self }
    }

    /// At an address with a name, without which there are no passkeys.
    pub fn by_name(self) -> Visit {
        Visit { by_name: true, ..self }
    }

    /// At an address that is neither encrypted nor on this machine, as far as the browser knows: without clipboard and service worker.
    pub fn untrusted(self) -> Visit {
        Visit { untrusted: true, ..self }
    }

    /// With a script that runs in every document before anything else, for what the browser of a test lacks. Only for one of several people.
    pub fn first(mut self, script: &str) -> Visit {
        self.first.push(script.to_string());
        self
    }

    /// At a fragment of the address, such as `#play`.
    pub fn at(self, fragment: &str) -> Visit {
        Visit { fragment: fragment.to_string(), ..self }
    }
}

/// Runs a test: opens the app and performs the steps. If anything goes wrong, it panics with the reason, the path of a
/// screenshot and the errors that the browser reported. An error reported by the browser is reason enough.
pub async fn visit<F>(visit: Visit, steps: F)
where
    F: AsyncFnOnce(&mut Page) -> Result<()>,
{
    let browser = Browser::start().await.unwrap_or_else(|error| panic!("{error}"));
    let outcome = AssertUnwindSafe(run(&browser, &visit, steps)).catch_unwind().await;
    browser.close().await;
    match outcome {
        Ok(Ok(())) => {}
        Ok(Err(message)) => panic!("{message}"),
        Err(panic) => resume_unwind(panic),
    }
}

async fn run<F>(browser: &Browser, visit: &Visit, steps: F) -> Result<()>
where
    F: AsyncFnOnce(&mut Page) -> Result<()>,
{
    let mut page = Page::blank(browser, TestServer::start()?, visit).await?;
    let steps = async {
        page.go_to(&visit.fragment).await?;
        steps(&mut page).await
    };
    let outcome = AssertUnwindSafe(steps).catch_unwind().await;
    let mut report = match outcome {
        Ok(Ok(())) => Vec::new(),
        Ok(Err(message)) => vec![message],
        Err(panic) => vec![panic_message(&*panic)],
    };
    report.extend(page.take_complaints());
    if report.is_empty() {
        return Ok(());
    }
    let picture = picture_file("");
    match page.save_screenshot(&picture).await {
        Ok(()) => report.push(format!("picture: {}", picture.display())),
        Err(error) => report.push(format!("no picture: {error}")),
    }
    Err(report.join("\n"))
}

/// The path of a screenshot, named after the visitor and the test, whose name is that of its thread.
pub(crate) fn picture_file(visitor: &str) -> PathBuf {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("test").replace("::", "-");
    root().join("target/browser-tests").join(format!("{test}{visitor}.png"))
}

pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a check failed").to_string()
}
