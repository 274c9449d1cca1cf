//! A mail server on loopback: it speaks SMTP and keeps what it is given.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long a test waits for a mail.
const PATIENCE: Duration = Duration::from_secs(20);

/// A mail as it was received.
#[derive(Debug)]
pub(crate) struct Mail {
    pub(crate) from: String,
    pub(crate) to: String,
    /// With headers, decoded.
    pub(crate) text: String,
}

impl Mail {
    /// Returns the token of the link to a screen.
    pub(crate) fn token(&self, site: &str, screen: &str) -> String {
        let start = format!("{site}/#/{screen}/");
        let (_, rest) = self.text.split_once(&start).unwrap_or_else(|| panic!("no {start} in {}", self.text));
        rest.chars().take_while(char::is_ascii_alphanumeric).collect()
    }
}

/// The receiving end.
pub(crate) struct MailReceiver {
    pub(crate) address: SocketAddr,
    mails: mpsc::UnboundedReceiver<Mail>,
    is_busy: Arc<AtomicBool>,
}

impl MailReceiver {
    pub(crate) async fn start() -> MailReceiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, mails) = mpsc::unbounded_channel();
        let is_busy = Arc::new(AtomicBool::new(false));
        let busy = Arc::clone(&is_busy);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(receive(stream, sender.clone(), Arc::clone(&busy)));
            }
        });
        MailReceiver { address, mails, is_busy }
    }

    /// Puts off the sender of the next mail, who should try again later.
    pub(crate) fn put_off_next(&self) {
        self.is_busy.store(true, Ordering::SeqCst);
    }

    /// Waits until the sender of a mail was put off.
    pub(crate) async fn has_put_off(&self) {
        let waiting = async {
            while self.is_busy.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, waiting).await.expect("no mail is tried");
    }

    /// Waits for the next mail.
    pub(crate) async fn next(&mut self) -> Mail {
        timeout(PATIENCE, self.mails.recv()).await.expect("no mail arrives").unwrap()
    }

    /// Whether a mail is here already.
    pub(crate) fn is_empty(&mut self) -> bool {
        self.mails.is_empty()
    }
}

/// Receives the mails of one connection, as RFC 5321 has it.
async fn receive(stream: TcpStream, mails: mpsc::UnboundedSender<Mail>, busy: Arc<AtomicBool>) -> Option<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 loopback ESMTP\r\n").await.ok()?;
    let (mut from, mut to) = (String::new(), String::new());
    while let Some(line) = lines.next_line().await.ok()? {
        let command = line.to_ascii_uppercase();
        let address = || line.split(['<', '>']).nth(1).unwrap_or_default().to_string();
        let answer = match () {
            () if command.starts_with("EHLO") => "250-loopback\r\n250 8BITMIME",
            () if command.starts_with("HELO") => "250 loopback",
            () if command.starts_with("MAIL FROM:") => {
                from = address();
                "250 ok"
            }
            () if command.starts_with("RCPT TO:") && busy.swap(false, Ordering::SeqCst) => "451 try again later",
            () if command.starts_with("RCPT TO:") => {
                to = address();
                "250 ok"
            }
            () if command == "DATA" => {
                writer.write_all(b"354 end with a dot\r\n").await.ok()?;
                let mut raw = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    raw += line.strip_prefix('.').unwrap_or(&line);
                    raw.push('\n');
                }
                let _ = mails.send(Mail { from: from.clone(), to: to.clone(), text: decoded(&raw) });
                "250 delivered"
            }
            () if command == "QUIT" => {
                let _ = writer.write_all(b"221 bye\r\n").await;
                return Some(());
            }
            () => "250 ok",
        };
        writer.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}

/// Decodes quoted-printable text.
fn decoded(raw: &str) -> String {
    if !raw.to_ascii_lowercase().contains("quoted-printable") {
        return raw.to_string();
    }
    let joined = raw.replace("=\n", "");
    let (mut bytes, mut rest) = (Vec::new(), joined.as_bytes());
    while let [first, tail @ ..] = rest {
        let hex = (*first == b'=').then(|| tail.get(..2)).flatten().and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
