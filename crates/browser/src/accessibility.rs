//! Checks with axe-core whether everyone can use what is shown.

use serde_json::Value;

use crate::{Doing, Page, Result, root};

/// Where `cargo xtask` puts axe-core. It is no part of this repository: its licence is another one.
const AXE: &str = "target/tools/axe.min.js";

impl Page {
    /// Fails when axe-core finds anything serious or critical in what is shown now.
    /// Where axe-core could not be fetched, `cargo xtask test` says so and sets `SHANGRILA_WITHOUT_AXE`.
    pub async fn check_accessibility(&self) -> Result<()> {
        if std::env::var_os("SHANGRILA_WITHOUT_AXE").is_some() {
            return Ok(());
        }
        let file = root().join(AXE);
        let axe =
            std::fs::read_to_string(&file).doing(&format!("{}, which `cargo xtask test` fetches", file.display()))?;
        self.eval::<Value>(&format!("{axe};null")).await?;
        let found: Value = self.eval("axe.run(document, { resultTypes: ['violations'] })").await?;
        let violations = found["violations"].as_array().cloned().unwrap_or_default();
        let serious: Vec<String> = violations
            .iter()
            .filter(|violation| matches!(violation["impact"].as_str(), Some("serious" | "critical")))
            .map(describe)
            .collect();
        if serious.is_empty() { Ok(()) } else { Err(format!("not everyone can use this:\n{}", serious.join("\n"))) }
    }
}

fn describe(violation: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("?").to_string();
    let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
    let places: Vec<String> = nodes.iter().take(5).map(|node| text(&node["html"])).collect();
    format!("{} ({}): {}", text(&violation["id"]), text(&violation["help"]), places.join(" | "))
}
