//! Mail: a queue and a task that empties it. A request only puts a message into the queue, so it never waits for a mail server.

use std::error::Error;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::sleep;

/// How many messages can wait. More than that means that someone abuses the server, or that the mail server is down.
const QUEUE: usize = 500;
/// How long the mail server may take for each step.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long to wait before each further attempt to send a message.
const RETRIES: [Duration; 3] = [Duration::from_secs(5), Duration::from_secs(60), Duration::from_secs(600)];

/// How mail is sent: the `mail` table of the settings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MailSettings {
    /// The mail server, such as `smtps://user:password@mail.example`; `None` if the server sends no mail.
    pub smtp: Option<String>,
    /// The sender, such as `Shangrila <games@shangrila.example>`.
    pub from: Option<String>,
}

/// Puts mail into the queue.
#[derive(Clone)]
pub(crate) struct Mailer {
    queue: mpsc::Sender<Message>,
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Where links lead to, without a slash at the end.
    site: String,
}

impl Mailer {
    /// Starts the task that sends mail, if the settings name a mail server.
    ///
    /// # Errors
    /// If a setting is missing or invalid.
    pub(crate) fn start(settings: &MailSettings, site: Option<&str>) -> Result<Option<Mailer>, String> {
        let Some(smtp) = &settings.smtp else { return Ok(None) };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(smtp)
            .map_err(|error| format!("mail.smtp is not the URL of a mail server: {error}"))?
            .timeout(Some(TIMEOUT))
            .build();
        let from = settings.from.as_deref().ok_or("mail.smtp needs mail.from, the sender")?;
        let from = from.parse().map_err(|error| format!("mail.from is not an address: {error}"))?;
        let site = site.ok_or("mail.smtp needs site, the address that links in mails lead to")?;
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(send_all(transport.clone(), waiting));
        Ok(Some(Mailer { queue, transport, from, site: site.trim_end_matches('/').to_string() }))
    }

    /// Returns the link to a screen of the app.
    pub(crate) fn link(&self, screen: &str, token: &str) -> String {
        format!("{}/#/{screen}/{token}", self.site)
    }

    /// Sends a message that can be stopped with one click (RFC 8058), now. The caller tries again.
    ///
    /// # Errors
    /// Whether the mail server will never take it.
    pub(crate) async fn deliver(
        &self,
        to: Address,
        subject: &str,
        text: String,
        unsubscribe: &str,
    ) -> Result<(), bool> {
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .header(ListUnsubscribe(format!("<{unsubscribe}>")))
            .header(ListUnsubscribePost)
            .body(text + "\n")
            .map_err(|_| true)?;
        self.transport.send(message).await.map(drop).map_err(|error| error.is_permanent())
    }

    /// Queues a message.
    pub(crate) fn send(&self, to: Address, subject: &str, text: String) {
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text + "\n");
        match message {
            Ok(message) => {
                if self.queue.try_send(message).is_err() {
                    tracing::error!("the queue of mails is full; a mail is lost");
                }
            }
            Err(error) => tracing::error!(%error, "cannot write a mail"),
        }
    }
}

/// The address that stops mails.
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<ListUnsubscribe, Box<dyn Error + Send + Sync>> {
        Ok(ListUnsubscribe(text.to_string()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(ListUnsubscribe::name(), self.0.clone())
    }
}

/// That a POST to that address is enough.
#[derive(Clone)]
struct ListUnsubscribePost;

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<ListUnsubscribePost, Box<dyn Error + Send + Sync>> {
        Ok(ListUnsubscribePost)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(ListUnsubscribePost::name(), "List-Unsubscribe=One-Click".to_string())
    }
}

async fn send_all(transport: AsyncSmtpTransport<Tokio1Executor>, mut waiting: mpsc::Receiver<Message>) {
    while let Some(message) = waiting.recv().await {
        let transport = transport.clone();
        // Each in a task of its own, so that one that has to wait does not keep the others waiting.
        tokio::spawn(async move {
            if let Err(error) = send(&transport, message).await {
                // Without the message of the mail server, which may contain the address.
                tracing::error!(code = ?error.status(), "cannot send a mail");
            }
        });
    }
}

async fn send(transport: &AsyncSmtpTransport<Tokio1Executor>, message: Message) -> Result<(), SmtpError> {
    for pause in RETRIES {
        match transport.send(message.clone()).await {
            Ok(_) => return Ok(()),
            Err(error) if error.is_permanent() => return Err(error),
            Err(_) => sleep(pause).await,
        }
    }
    transport.send(message).await.map(drop)
}
