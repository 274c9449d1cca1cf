//! Splits the compiled app into the module that every visitor loads and the parts that are downloaded when they are needed
//! (`crates/web/src/lazy.rs`), and connects all of them to the browser.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;
use wasm_encoder::reencode::{self, Reencode};
use wasm_split_cli_support::Options;
use wasmparser::{CustomSectionReader, Parser};

use super::Profile;

/// What the glue imports the loader under.
const LOADER: &str = "./app-parts.js";

/// The app as files that refer to each other by the names they have here.
pub(crate) struct App {
    /// The JavaScript that connects the module to the browser. It imports `./app-parts.js`.
    pub(crate) glue: String,
    /// The JavaScript that downloads the parts. It imports `./app.js`.
    pub(crate) loader: String,
    pub(crate) module: Vec<u8>,
    /// The parts with the names that the loader downloads them by.
    pub(crate) parts: Vec<(String, Vec<u8>)>,
}

/// Splits a compiled app. The splitter writes to a folder, which is emptied first.
pub(crate) fn split(wasm: &[u8], profile: Profile, folder: &Path) -> Result<App, String> {
    let broken = |error: std::io::Error| format!("{}: {error}", folder.display());
    super::bundle::remove(folder)?;
    fs::create_dir_all(folder).map_err(broken)?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(wasm);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = LOADER;
    options.main_module = "./app.js";
    let split = wasm_split_cli_support::transform(options).map_err(|error| format!("splitting the app: {error:#}"))?;
    // Function names are only useful for debugging.
    let nameless = profile == Profile::Release;
    let mut parts = Vec::new();
    for path in split.split_modules {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let part = fs::read(&path).map_err(broken)?;
        parts.push((name, if nameless { compact(&part)? } else { part }));
    }
    parts.sort();
    let (glue, module) = bind(&fs::read(&main).map_err(broken)?, nameless)?;
    let loader = fs::read_to_string(folder.join(LOADER)).map_err(broken)?;
    Ok(App { glue, loader, module, parts })
}

/// Runs wasm-bindgen: returns the JavaScript that connects the app to the browser, and the module it belongs to.
fn bind(wasm: &[u8], nameless: bool) -> Result<(String, Vec<u8>), String> {
    let mut bindgen = Bindgen::new();
    // The parts share memory and function table with the module, which exports them under the linker's names.
    bindgen.keep_lld_exports(true).remove_name_section(nameless);
    let bound = bindgen.input_bytes("app", wasm.to_vec()).web(true);
    let mut output = bound.and_then(Bindgen::generate_output).map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    if output.snippets().values().any(|scripts| !scripts.is_empty()) || !output.local_modules().is_empty() {
        return Err(
            "a dependency of the app comes with scripts of its own, which the bundle does not support".to_string()
        );
    }
    // The splitter leaves no room in the table of functions, but the worker adds one to it (`engine_worker/relaxed_products.rs`).
    output.wasm_mut().tables.iter_mut().for_each(|table| table.maximum = None);
    Ok((output.js().to_string(), output.wasm_mut().emit_wasm()))
}

/// Writes a part again without its custom sections, such as the names of functions, and with every number as short as it can be:
/// the linker pads them, so that the splitter can change them.
fn compact(part: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = wasm_encoder::Module::new();
    let written = WithoutCustomSections.parse_core_module(&mut module, Parser::new(0), part);
    written.map_err(|error| format!("a part of the app cannot be read: {error}"))?;
    Ok(module.finish())
}

struct WithoutCustomSections;

impl Reencode for WithoutCustomSections {
    type Error = Infallible;

    fn parse_custom_section(
        &mut self,
        _module: &mut wasm_encoder::Module,
        _section: CustomSectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_padding_are_removed_and_everything_else_stays() {
        let header = *b"\0asm\x01\0\0\0";
        // One type, the function () -> (), first with a padded count of types.
        let (padded, types, name) = ([1, 6, 0x81, 0x80, 0, 0x60, 0, 0], [1, 4, 1, 0x60, 0, 0], [0, 3, 1, b'n', 9]);
        let module = [&header[..], &name, &padded, &name].concat();
        assert_eq!(compact(&module).unwrap(), [&header[..], &types].concat());
        assert!(compact(&module[..module.len() - 1]).is_err());
    }
}
