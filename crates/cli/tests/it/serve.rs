//! `shangrila serve` started from the command line.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::program::{command, run};

/// Starts the server in a folder and returns the process and the address it printed.
fn start(folder: &TempDir) -> (Child, String) {
    let folder = folder.path();
    std::fs::write(folder.join("index.html"), "<!doctype html>the game").unwrap();
    let (web, database) = (folder.to_str().unwrap(), folder.join("games.db"));
    let mut serve = command(&["serve", "--port", "0", "--web-dir", web, "--database", database.to_str().unwrap()]);
    let mut child = serve.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).unwrap().0.to_string();
    (child, address)
}

#[test]
fn the_page_is_served_until_the_program_is_stopped() {
    let folder = TempDir::new().unwrap();
    let (mut child, address) = start(&folder);
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("the game"), "{answer}");
    if cfg!(unix) {
        assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
        assert!(child.wait().unwrap().success());
    } else {
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_server_is_healthy_while_it_runs() {
    let folder = TempDir::new().unwrap();
    let (mut child, address) = start(&folder);
    let port = address.rsplit_once(':').unwrap().1;
    let ask = || command(&["server", "health"]).env("SHANGRILA_PORT", port).output().unwrap();
    let healthy = ask();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(String::from_utf8_lossy(&healthy.stdout), format!("{address} is healthy\n"));
    let gone = ask();
    assert_eq!(gone.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&gone.stderr).contains(&format!("no answer from {address}")));
}

#[test]
fn the_settings_of_the_package_are_valid() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/shangrila.toml");
    let asked = run(&["server", "health", "--config", file]);
    // Whether or not a server is running here.
    let said = [asked.stdout, asked.stderr].concat();
    assert!(String::from_utf8_lossy(&said).contains("127.0.0.1:8080"), "{}", String::from_utf8_lossy(&said));
}

#[test]
fn a_port_in_use_and_a_folder_without_the_app_are_errors() {
    let folder = TempDir::new().unwrap();
    let (mut child, address) = start(&folder);
    let port = address.rsplit_once(':').unwrap().1;
    let taken = run(&["serve", "--port", port, "--web-dir", folder.path().to_str().unwrap()]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(taken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&taken.stderr).contains(&format!("port {port} is in use")));

    let empty = run(&["serve", "--web-dir", "/nowhere"]);
    assert_eq!(empty.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&empty.stderr).contains("no app found in /nowhere"));
}
