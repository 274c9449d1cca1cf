//! How the app is delivered: loading, starting, offline use, updates.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use shangrila_browser::{Browser, Page, Result, TestServer, Visit, root, visit};

use crate::driver::go;

#[tokio::test]
async fn the_page_loads_without_errors() {
    for settings in [Visit::desktop(), Visit::phone().dark().language("de").reduced_motion()] {
        visit(settings, async |page| page.wait_for("main").await).await;
    }
}

#[tokio::test]
async fn the_visitors_settings_apply_to_the_page() {
    visit(Visit::phone().dark().language("it").reduced_motion(), async |page| {
        for expression in [
            "innerWidth === 390 && innerHeight === 844 && devicePixelRatio === 2",
            "matchMedia('(prefers-color-scheme: dark)').matches",
            "matchMedia('(prefers-reduced-motion: reduce)').matches",
            "matchMedia('(pointer: coarse)').matches",
            "navigator.language === 'it'",
        ] {
            assert!(page.eval::<bool>(expression).await?, "{expression}");
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_home_screen_is_accessible() {
    visit(Visit::desktop(), async |page| page.check_accessibility().await).await;
    visit(Visit::phone().dark(), async |page| page.check_accessibility().await).await;
}

/// Parts of the app that neither the home screen nor a first game needs: other people, and everything to learn and to study with.
const LATER: [&str; 6] =
    ["split_online", "split_rules", "split_puzzles", "split_analysis", "split_report", "split_setup_explorer"];

#[tokio::test]
async fn modules_are_compressed_and_downloaded_once_and_only_when_needed() {
    const MODULES: &str = "performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.wasm'))
        .map((entry) => [entry.name.match(/([^/]+)-[0-9a-f]+[.]wasm/)[1], entry.encodedBodySize, entry.decodedBodySize])";
    visit(Visit::desktop(), async |page| {
        page.wait_until(&format!("{MODULES}.some(([name]) => name === 'split_table')")).await?;
        let modules: Vec<(String, u64, u64)> = page.eval(MODULES).await?;
        let names: BTreeSet<&str> = modules.iter().map(|(name, ..)| &name[..]).collect();
        assert_eq!(names.len(), modules.len(), "{modules:?}");
        assert!(names.contains("app"), "{names:?}");
        for part in LATER.iter().chain(&["split_german", "split_engine"]) {
            assert!(!names.contains(part), "{part} is downloaded on the home screen");
        }
        let (_, sent, unpacked) = modules.iter().find(|(name, ..)| name == "app").expect("the app");
        assert!(sent < unpacked, "{sent} bytes sent for {unpacked}");
        page.click("[data-do=start]").await?;
        page.wait_for("main.table").await?;
        // What the worker of the computer players downloads is not among these.
        let downloads: Vec<(String, u64)> = page
            .eval(
                "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
                    .map((entry) => [entry.name.split('/').pop(), entry.encodedBodySize])",
            )
            .await?;
        let all: u64 = downloads.iter().map(|(_, bytes)| bytes).sum();
        assert!(all <= 500_000, "{all} bytes until the first game is on the table: {downloads:?}");
        for part in LATER {
            assert!(!downloads.iter().any(|(name, _)| name.starts_with(part)), "{part} in {downloads:?}");
        }
        go(page, "#/rules").await?;
        page.wait_for(".rules").await?;
        let modules: Vec<(String, u64, u64)> = page.eval(MODULES).await?;
        assert!(modules.iter().any(|(name, ..)| name == "split_rules"), "{modules:?}");
        // These parts are there, by these names.
        let files = fs::read_dir(root().join("target/web/dist")).expect("the app").flatten();
        let files: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        for part in LATER {
            assert!(files.iter().any(|file| file.starts_with(&format!("{part}-"))), "{part} is not a part of the app");
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_part_that_cannot_be_downloaded_is_explained_and_can_be_tried_again() -> Result<()> {
    let folder = root().join("target/browser-tests/missing-part");
    let _ = fs::remove_dir_all(&folder);
    bundle_copy(&folder);
    let parts = || fs::read_dir(&folder).expect("the copy").flatten().map(|entry| entry.path());
    let is_rules =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("split_rules"));
    let rules: Vec<(PathBuf, Vec<u8>)> =
        parts().filter(is_rules).map(|path| (path.clone(), fs::read(path).expect("a part"))).collect();
    rules.iter().for_each(|(path, _)| fs::remove_file(path).expect("a file of the copy"));
    let browser = Browser::start().await?;
    let page = Page::open(&browser, TestServer::of_folder(folder.clone())?, &Visit::desktop().at("#/rules")).await?;
    page.wait_for_text("main", "couldn’t be loaded").await?;
    page.take_complaints();
    for (path, content) in rules {
        fs::write(path, content).expect("a file of the copy");
    }
    page.click("main button").await?;
    page.wait_for(".rules").await?;
    browser.close().await;
    Ok(())
}

#[tokio::test]
async fn a_computer_player_thinks_in_a_worker() {
    const ASK: &str = r"(async () => {
        const names = await (await fetch('sw.js')).text();
        const [script] = names.match(/engine-worker-[0-9a-f]+\.js/);
        const [module] = names.match(/app-[0-9a-f]+\.wasm/);
        const [network] = names.match(/network-[0-9a-f]+\.bin/);
        if (!(await fetch(network)).ok) return 'the network is not served';
        const worker = new Worker(script, { type: 'module' });
        const answered = new Promise((done) => {
            worker.onerror = (event) => done(event.message ?? 'the worker broke down');
            worker.onmessage = ({ data }) => { if (data.split(' ').length > 2) done(data); };
        });
        worker.postMessage(await WebAssembly.compileStreaming(fetch(module)));
        const card = '4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0';
        worker.postMessage(['7', 'guide', '1', '50', card, 'p---', '', ''].join('\n'));
        return answered;
    })()";
    visit(Visit::desktop(), async |page| {
        let answer: String = page.eval(ASK).await?;
        let fields: Vec<&str> = answer.split(' ').collect();
        assert!(fields[0] == "7" && fields.len() == 7, "{answer}");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn everything_works_offline_after_the_first_visit() {
    visit(Visit::desktop(), async |page| {
        page.wait_until_kept().await?;
        page.set_offline(true).await?;
        assert!(!page.eval::<bool>("navigator.onLine").await?);
        page.reload().await?;
        page.wait_for("main").await?;
        // Parts that were never opened before.
        page.click("[href='#/rules']").await?;
        page.wait_for(".rules").await?;
        page.click("[data-do=tutorial]").await?;
        page.wait_for("[data-lesson='1']").await?;
        page.go_to("#/").await?;
        page.click("[data-do=settings]").await?;
        page.click("[data-language=fr]").await?;
        page.wait_until("document.documentElement.lang === 'fr'").await?;
        page.press("Escape").await?;
        page.click("[data-do=start]").await?;
        page.wait_for("main.table").await?;
        page.set_offline(false).await?;
        page.reload().await
    })
    .await;
}

/// A page of the old version, one of the new: never anything in between.
#[tokio::test]
async fn a_new_version_replaces_the_old_one() -> Result<()> {
    let folder = root().join("target/browser-tests/two-versions");
    let _ = fs::remove_dir_all(&folder);
    let old = bundle_copy(&folder);
    let browser = Browser::start().await?;
    let mut page = Page::open(&browser, TestServer::of_folder(folder.clone())?, &Visit::desktop()).await?;
    page.wait_until_kept().await?;

    let new = release_new_version(&folder, &old);
    page.reload().await?;
    page.wait_until(&format!("document.querySelector('script[src=\"{new}\"]')")).await?;
    page.wait_until(&format!("caches.match('{new}').then(Boolean)")).await?;
    page.wait_until("navigator.serviceWorker.getRegistration().then((all) => !all.installing && !all.waiting)").await?;
    page.set_offline(true).await?;
    page.reload().await?;
    page.wait_until(&format!("document.querySelector('script[src=\"{new}\"]')")).await?;
    assert!(
        page.eval::<bool>(&format!("caches.match('{old}').then(Boolean)")).await?,
        "open pages may need the old one"
    );
    assert_eq!(page.take_complaints(), Vec::<String>::new());
    browser.close().await;
    Ok(())
}

/// Copies the bundle and returns the name of its first script.
pub(crate) fn bundle_copy(folder: &Path) -> String {
    fs::create_dir_all(folder).unwrap();
    for file in fs::read_dir(root().join("target/web/dist")).unwrap() {
        let file = file.unwrap().path();
        let is_compressed = file.extension().is_some_and(|ending| ending == "br" || ending == "gz");
        if !is_compressed {
            fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
        }
    }
    let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    names.into_iter().find(|name| name.starts_with("boot-")).unwrap()
}

/// Gives the first script another name everywhere, as another content would.
fn release_new_version(folder: &Path, old: &str) -> String {
    let new = "boot-00000000000000ff.js";
    fs::rename(folder.join(old), folder.join(new)).unwrap();
    let replace = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let text = text.replace(old, new).replace("const CACHE = \"shangrila-", "const CACHE = \"shangrila-next-");
        fs::write(file, text).unwrap();
    };
    replace(folder.join("index.html"));
    replace(folder.join("sw.js"));
    new.to_string()
}
