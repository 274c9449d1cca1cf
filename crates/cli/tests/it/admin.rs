//! `shangrila admin` beside a running server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::{env, fs, process};

use crate::program::{command, run, stdout};

/// A running server and its database.
struct Running {
    process: Child,
    address: String,
    folder: PathBuf,
}

impl Running {
    fn start(test: &str) -> Running {
        let folder = env::temp_dir().join(format!("shangrila-admin-{test}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), "<!doctype html>").unwrap();
        let database = folder.join("games.db");
        let (web, database) = (folder.to_str().unwrap(), database.to_str().unwrap());
        let mut serve = command(&["serve", "--port", "0", "--web-dir", web, "--database", database]);
        let mut process = serve.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).unwrap().0.to_string();
        Running { process, address, folder }
    }

    fn admin(&self, arguments: &[&str]) -> Output {
        let database = self.folder.join("games.db");
        let (command, rest) = arguments.split_first().unwrap();
        let all = [&["admin", command, "--database", database.to_str().unwrap()], rest].concat();
        run(&all)
    }

    /// Sends a request and returns the whole answer.
    fn request(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let head = format!("{head} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json");
        write!(stream, "{head}\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn sign_up(&self, name: &str) -> String {
        let body = format!(r#"{{"name":"{name}","password":"over the bridge"}}"#);
        let answer = self.request("POST /api/accounts", &body);
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        answer
    }

    fn sign_in(&self, name: &str) -> String {
        self.request("POST /api/session", &format!(r#"{{"name":"{name}","password":"over the bridge"}}"#))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[track_caller]
fn fails_with(output: &Output, reason: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && error.contains(reason), "{error}");
}

#[test]
fn roles_are_granted_on_the_host_while_the_server_runs_and_every_change_is_logged() {
    let server = Running::start("roles");
    server.sign_up("Ada");
    server.sign_up("Ben");
    assert_eq!(stdout(&server.admin(&["grant", "Ada", "moderator"])), "Ada is now moderator\n");
    assert_eq!(
        stdout(&server.admin(&["grant", "ada", "administrator", "--reason", "trusted"])),
        "Ada is now administrator\n"
    );
    server.admin(&["grant", "Ben", "moderator"]);
    assert_eq!(stdout(&server.admin(&["list"])), "administrator  Ada\nmoderator      Ben\n");
    assert!(server.sign_in("Ada").contains(r#""role":"administrator""#), "the server knows at once");

    assert_eq!(stdout(&server.admin(&["revoke", "Ada", "--reason", "left\nthe team"])), "Ada has no role any more\n");
    assert!(!server.sign_in("Ada").contains("role"));
    assert_eq!(stdout(&server.admin(&["list"])), "moderator      Ben\n");

    fails_with(&server.admin(&["revoke", "Ada"]), "Ada has no role");
    fails_with(&server.admin(&["grant", "Nobody", "moderator"]), "no account or bot named \"Nobody\"");
    assert_eq!(server.admin(&["grant", "Ada", "king"]).status.code(), Some(2), "no such role");

    let audit = server.admin(&["audit"]);
    let lines: Vec<&str> = stdout(&audit).lines().collect();
    assert_eq!(lines.len(), 4, "refused commands leave no trace: {lines:#?}");
    assert!(lines[1].ends_with("operator: grant role administrator Ada: trusted"), "{}", lines[1]);
    assert!(lines[3].ends_with(r"operator: revoke Ada: left\nthe team"), "{}", lines[3]);
    assert_eq!(stdout(&server.admin(&["audit", "--latest", "1"])).lines().count(), 1);
}

#[test]
fn without_a_database_nothing_is_granted() {
    let missing = run(&["admin", "list", "--database", "/nowhere/shangrila.db"]);
    fails_with(&missing, "/nowhere/shangrila.db");
}
