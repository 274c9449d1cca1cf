//! Accessibility checks with axe-core.

use serde_json::Value;

use crate::{Doing, Page, Result, root};

/// Where `cargo xtask test` puts axe-core, which has a different licence and is therefore not in this repository.
const AXE: &str = "target/tools/axe.min.js";

impl Page {
    /// Fails if axe-core finds a serious or critical violation in what the page shows now.
    ///
    /// If axe-core could not be downloaded, `cargo xtask test` says so and sets `SHANGRILA_WITHOUT_AXE`, which skips the
    /// check.
    pub async fn check_accessibility(&self) -> Result<()> {
        if std::env::var_os("SHANGRILA_WITHOUT_AXE").is_some() {
            return Ok(());
        }
        let file = root().join(AXE);
        let axe =
            std::fs::read_to_string(&file).doing(&format!("{}, which `cargo xtask test` downloads", file.display()))?;
        self.eval::<Value>(&format!("{axe};null")).await?;
        let found: Value = self.eval("axe.run(document, { resultTypes: ['violations'] })").await?;
        let violations = found["violations"].as_array().cloned().unwrap_or_default();
        let serious: Vec<String> = violations
            .iter()
            .filter(|violation| matches!(violation["impact"].as_str(), Some("serious" | "critical")))
            .map(describe)
            .collect();
        if serious.is_empty() { Ok(()) } else { Err(format!("accessibility violations:\n{}", serious.join("\n"))) }
    }
}

fn describe(violation: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("?").to_string();
    let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
    let places: Vec<String> = nodes.iter().take(5).map(|node| text(&node["html"])).collect();
    format!("{} ({}): {}", text(&violation["id"]), text(&violation["help"]), places.join(" | "))
}
