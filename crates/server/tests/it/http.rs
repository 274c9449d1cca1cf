//! The files of the app over HTTP.

use std::fs;
use std::path::PathBuf;

use crate::common::TestServer;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode};
use shangrila_server::{Bundle, app};
use tower::ServiceExt;

const SCRIPT: &str = "app-0123456789abcdef.js";

/// A small app in its own folder.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    let script_br = format!("{SCRIPT}.br");
    let script_gz = format!("{SCRIPT}.gz");
    for (name, content) in [
        ("index.html", "<!doctype html>"),
        ("sw.js", "// worker"),
        (SCRIPT, "plain"),
        (&script_br, "brotli"),
        (&script_gz, "gzip"),
        ("notes.md", "nothing for browsers"),
    ] {
        fs::write(folder.join(name), content).unwrap();
    }
    folder
}

async fn ask(test: &str, method: &str, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let server = TestServer::start().await;
    let app = app(Bundle::in_folder(folder(test)).unwrap(), &server.server);
    app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    response.headers().get(name).map(|value| value.to_str().unwrap()).unwrap_or("")
}

async fn text(response: Response<Body>) -> String {
    String::from_utf8(to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn the_page_is_served_at_the_root_and_revalidated_each_time() {
    let response = ask("page", "GET", "/", &[]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8");
    assert_eq!(header(&response, "cache-control"), "no-cache");
    assert_eq!(header(&ask("page", "GET", "/sw.js", &[]).await, "cache-control"), "no-cache");
    assert_eq!(text(response).await, "<!doctype html>");
}

#[tokio::test]
async fn the_best_encoding_the_browser_accepts_is_sent() {
    for (accepted, encoding, content) in [
        ("gzip, deflate, br", "br", "brotli"),
        ("gzip", "gzip", "gzip"),
        ("br;q=0", "", "plain"),
        ("zstd", "", "plain"),
    ] {
        let response = ask("form", "GET", &format!("/{SCRIPT}"), &[("accept-encoding", accepted)]).await;
        assert_eq!(header(&response, "content-encoding"), encoding, "{accepted}");
        assert_eq!(header(&response, "content-type"), "text/javascript; charset=utf-8");
        assert_eq!(header(&response, "vary"), "accept-encoding");
        assert_eq!(text(response).await, content, "{accepted}");
    }
}

#[tokio::test]
async fn a_file_named_after_its_content_is_cached_forever() {
    let response = ask("kept", "GET", &format!("/{SCRIPT}"), &[]).await;
    assert_eq!(header(&response, "cache-control"), "public, max-age=31536000, immutable");
}

#[tokio::test]
async fn content_the_browser_already_has_is_not_sent_again() {
    for path in ["/", "/sw.js", &format!("/{SCRIPT}")] {
        let first = ask("known", "GET", path, &[("accept-encoding", "br")]).await;
        let tag = header(&first, "etag").to_string();
        for known in [tag.clone(), format!("\"other\", W/{tag}"), "*".to_string()] {
            let again = ask("known", "GET", path, &[("accept-encoding", "br"), ("if-none-match", &known)]).await;
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path} {known}");
            assert_eq!(header(&again, "etag"), tag);
            assert_eq!(text(again).await, "");
        }
        let other = ask("known", "GET", path, &[("accept-encoding", "br"), ("if-none-match", "\"other\"")]).await;
        assert_eq!(other.status(), StatusCode::OK);
    }
}

#[tokio::test]
async fn head_returns_the_headers_of_get() {
    let path = format!("/{SCRIPT}");
    let response = ask("head", "HEAD", &path, &[("accept-encoding", "br")]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(header(&response, "content-length"), "6");
    assert_eq!(header(&response, "content-encoding"), "br");
    assert_eq!(text(response).await, "");
}

#[tokio::test]
async fn nothing_else_is_served() {
    let script_br = format!("/{SCRIPT}.br");
    let outside = ["/..%2fhttp%2findex.html", "/%2e%2e/index.html", "/.hidden.js", "/C:%5cindex.html", "/a%00.js"];
    let unknown = ["/app-fedcba9876543210.js", "/notes.md", "/folder/index.html", &script_br, "/favicon.ico"];
    for path in outside.into_iter().chain(unknown) {
        let response = ask("unknown", "GET", path, &[]).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(header(&response, "cache-control"), "", "{path}");
    }
    assert_eq!(ask("unknown", "POST", "/", &[]).await.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn every_response_forbids_foreign_scripts_and_frames() {
    for path in ["/", "/sw.js", "/nothing", "/folder/nothing"] {
        let response = ask("security", "GET", path, &[]).await;
        let policy = header(&response, "content-security-policy").to_string();
        let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap_or_default();
        assert_eq!(scripts.trim(), "script-src 'self' 'wasm-unsafe-eval'", "{path}");
        for part in ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
        assert_eq!(header(&response, "cross-origin-opener-policy"), "same-origin");
        assert_eq!(header(&response, "referrer-policy"), "no-referrer");
        assert!(header(&response, "permissions-policy").contains("camera=()"));
    }
}

#[tokio::test]
async fn the_error_names_a_port_that_is_in_use() {
    let listener = shangrila_server::listen(([127, 0, 0, 1], 0).into()).await.unwrap();
    let taken = listener.local_addr().unwrap();
    let error = shangrila_server::listen(taken).await.unwrap_err().to_string();
    assert!(error.contains(&format!("port {} is in use", taken.port())), "{error}");
}

#[test]
fn a_folder_without_the_app_is_rejected() {
    let error = Bundle::in_folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("empty")).unwrap_err();
    assert!(error.contains("cargo xtask web"), "{error}");
}
