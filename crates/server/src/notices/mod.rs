//! Notices that reach people who have closed the app: Web Push, mail and webhooks.
//!
//! A move only puts a row into the database, in a task of its own. Other tasks, one for each way, deliver what is due: to many people at the
//! same time and to each of them one after another, so that a receiver that is slow holds up nobody else. They try again if that fails, and
//! drop what no longer matters because the person has moved or wants no more notices. Several processes can share the work: a row is claimed
//! before it is delivered.

mod guarded_request;
mod push;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{HeaderName, StatusCode, header};
use serde_json::json;
use shangrila_i18n::{Language, NoticeWords};
use shangrila_protocol::{EmailNotices, PersonId, PushSubscription, TableId, Webhook, WebhookKind};
use tokio::sync::watch;
use tokio::task::{Id, JoinSet};

use crate::background::keep_running;
use crate::clock::now;
use crate::mail::Mailer;
use crate::store::{ClubStore, DueNotice, FriendStore, MissedEvent, NoticeEntry, NoticeStore, StoreError};
pub(crate) use guarded_request::GuardedClient;
use guarded_request::RequestError;
pub(crate) use push::{ServerKey, is_valid as is_valid_subscription};

use crate::token_bucket::{TokenBucket, TokenBuckets};

/// To how many people notices are delivered at the same time, on each way.
const AT_ONCE: usize = 32;
/// How long someone who gets too many notices waits for the next one, in milliseconds.
const TOO_MANY: u64 = 60_000;
/// How often the queue is searched for notices that are due.
const SWEEP: Duration = Duration::from_secs(5);
/// How long a delivery may take before another process may try, in milliseconds.
const LEASE: u64 = 60_000;
/// How long to wait after each failure, in milliseconds. After the last one the notice is dropped.
const RETRIES: [u64; 5] = [30_000, 300_000, 1_800_000, 7_200_000, 21_600_000];
/// The hour of the day at which digests are sent, UTC.
const DIGEST_HOUR: u64 = 7;
const HOUR: u64 = 3_600_000;

/// The way to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Channel {
    /// A browser, by the id of its subscription.
    Push(String),
    Email,
    Digest,
    Webhook,
}

impl Channel {
    /// The name in the database.
    pub(crate) fn name(&self) -> String {
        match self {
            Channel::Push(id) => format!("push:{id}"),
            Channel::Email => "email".to_string(),
            Channel::Digest => "digest".to_string(),
            Channel::Webhook => "webhook".to_string(),
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Channel> {
        Some(match name {
            "email" => Channel::Email,
            "digest" => Channel::Digest,
            "webhook" => Channel::Webhook,
            _ => Channel::Push(name.strip_prefix("push:")?.to_string()),
        })
    }
}

/// What a notice is about. It is found out when the notice is delivered, so that nobody is told what no longer matters.
enum Occasion {
    /// It is the person's turn.
    Turn,
    /// Someone with this name invites the person to the table.
    Invitation(String),
    /// An event of the person's club has begun without them.
    Event(MissedEvent),
}

/// Why a notice is queued.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Turn,
    Invitation,
    Event,
}

/// Where notices find out what they are about, apart from turns.
pub(crate) struct NoticeSources {
    pub(crate) friends: Arc<dyn FriendStore>,
    pub(crate) clubs: Arc<dyn ClubStore>,
}

/// Channels that are delivered by a task of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Way {
    Push,
    Mail,
    Webhook,
}

impl Way {
    const ALL: [Way; 3] = [Way::Push, Way::Mail, Way::Webhook];

    /// The first letters of its channels in the database.
    pub(crate) fn prefixes(self) -> (&'static str, &'static str) {
        match self {
            Way::Push => ("push", "push"),
            Way::Mail => ("email", "digest"),
            Way::Webhook => ("webhook", "webhook"),
        }
    }
}

/// What became of a delivery.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delivery {
    Done,
    /// It may work later.
    Failed,
    /// This notice cannot be delivered, but another one may be.
    Impossible,
    /// Nothing can be delivered there any more.
    Gone,
}

/// Queues and delivers notices.
#[derive(Clone)]
pub(crate) struct Notices {
    shared: Arc<Shared>,
}

struct Shared {
    store: Arc<dyn NoticeStore>,
    sources: NoticeSources,
    mailer: Option<Mailer>,
    client: GuardedClient,
    key: ServerKey,
    /// Where people find the app, without a slash at the end; empty if the settings do not say.
    site: String,
    /// What one person may be sent on one way.
    limits: TokenBuckets<(Way, PersonId)>,
    /// Changes whenever a notice was queued.
    news: watch::Sender<()>,
}

impl Notices {
    /// Reads or creates the server's key and starts the task that delivers.
    pub(crate) async fn start(
        store: Arc<dyn NoticeStore>,
        sources: NoticeSources,
        mailer: Option<Mailer>,
        site: Option<&str>,
        allows_private: bool,
        limit: TokenBucket,
    ) -> Result<Notices, StoreError> {
        let stored = store.push_key(ServerKey::generate()).await?;
        let key =
            ServerKey::read(&stored).ok_or_else(|| StoreError::Broken("the push key cannot be read".to_string()))?;
        let client = GuardedClient::new(allows_private);
        let site = site.unwrap_or_default().trim_end_matches('/').to_string();
        let limits = TokenBuckets::new(limit);
        let shared = Shared { store, sources, mailer, client, key, site, limits, news: watch::Sender::new(()) };
        let notices = Notices { shared: Arc::new(shared) };
        for way in Way::ALL {
            let deliverer = notices.clone();
            keep_running("notices", move || deliverer.clone().deliver_all(way));
        }
        Ok(notices)
    }

    /// The key with which browsers subscribe.
    pub(crate) fn push_key(&self) -> String {
        self.shared.key.public()
    }

    pub(crate) fn client(&self) -> &GuardedClient {
        &self.shared.client
    }

    /// Has a person told that it is their turn at a table. Returns at once.
    pub(crate) fn queue(&self, person: &PersonId, table: &TableId) {
        self.queue_soon(person, table, Reason::Turn);
    }

    /// Has a person told that they are invited to a table. Returns at once.
    pub(crate) fn queue_invitation(&self, person: &PersonId, table: &TableId) {
        self.queue_soon(person, table, Reason::Invitation);
    }

    /// Has a member of a club told that its event has begun, at this and perhaps other tables.
    pub(crate) async fn queue_event(&self, person: &PersonId, table: &TableId) -> Result<(), StoreError> {
        self.put(person, table, Reason::Event).await?;
        self.shared.news.send_replace(());
        Ok(())
    }

    fn queue_soon(&self, person: &PersonId, table: &TableId, reason: Reason) {
        let (notices, person, table) = (self.clone(), person.clone(), table.clone());
        tokio::spawn(async move {
            if let Err(error) = notices.put(&person, &table, reason).await {
                tracing::error!(%error, "cannot queue a notice");
            }
            notices.shared.news.send_replace(());
        });
    }

    async fn put(&self, person: &PersonId, table: &TableId, reason: Reason) -> Result<(), StoreError> {
        let store = &self.shared.store;
        let settings = store.notice_settings(person).await?.settings;
        if reason == Reason::Event && !settings.club_events {
            return Ok(());
        }
        let (now, mut channels) = (now(), Vec::new());
        let due = settings.quiet.map_or(now, |quiet| quiet.earliest(now));
        channels.extend(store.push_subscriptions(person).await?.into_iter().map(|(id, _)| (Channel::Push(id), due)));
        channels.extend(settings.webhook.map(|_| (Channel::Webhook, due)));
        match settings.email {
            EmailNotices::Never => {}
            // For anything but a turn, a mail once a day would come too late.
            EmailNotices::Digest if reason != Reason::Turn => {}
            EmailNotices::Immediate => channels.push((Channel::Email, due)),
            EmailNotices::Digest => {
                let digest = next_digest(now);
                channels.push((Channel::Digest, settings.quiet.map_or(digest, |quiet| quiet.earliest(digest))));
            }
        }
        for (channel, due) in channels {
            store.queue_notice(person, table, &channel, due).await?;
        }
        Ok(())
    }

    async fn deliver_all(self, way: Way) {
        let mut news = self.shared.news.subscribe();
        // Dropping it, if this task panics, cancels the deliveries; their claims run out.
        let mut running = JoinSet::new();
        let mut people: HashMap<Id, PersonId> = HashMap::new();
        loop {
            // Enough to find someone who is not being served, if there is anyone.
            match self.shared.store.due_notices(way, now(), 2 * AT_ONCE).await {
                Ok(due) => {
                    for notice in due {
                        let person = notice.person.clone();
                        if people.len() < AT_ONCE && !people.values().any(|one| *one == person) {
                            let notices = self.clone();
                            let delivery = running.spawn(async move {
                                let done = notices.deliver(way, notice).await;
                                if done.is_err() {
                                    // The disk may be full: the same would happen again at once.
                                    tokio::time::sleep(SWEEP).await;
                                }
                                done
                            });
                            people.insert(delivery.id(), person);
                        }
                    }
                }
                Err(error) => tracing::error!(%error, "cannot read the queue of notices"),
            }
            tokio::select! {
                Some(done) = running.join_next_with_id() => {
                    let id = match done {
                        Ok((id, Ok(()))) => id,
                        Ok((id, Err(error))) => {
                            tracing::error!(%error, "cannot update the queue of notices");
                            id
                        }
                        Err(error) => {
                            tracing::error!("delivering a notice has panicked");
                            error.id()
                        }
                    };
                    people.remove(&id);
                }
                _ = news.changed() => {}
                () = tokio::time::sleep(SWEEP) => {}
            }
        }
    }

    /// Delivers a notice, unless another process does or nobody needs it any more.
    async fn deliver(self, way: Way, notice: DueNotice) -> Result<(), StoreError> {
        let store = &self.shared.store;
        let entry = store.notice_settings(&notice.person).await?;
        let quiet = entry.settings.quiet;
        let later = |at: u64| quiet.map_or(at, |quiet| quiet.earliest(at));
        // Quiet hours may have been set since it was queued.
        let begin = later(now());
        if begin > now() {
            return store.claim_notice(&notice, begin).await.map(drop);
        }
        let lease = now() + LEASE;
        if !store.claim_notice(&notice, lease).await? {
            return Ok(());
        }
        let claimed = DueNotice { due: lease, ..notice };
        let is_wanted = match claimed.channel {
            Channel::Email => entry.settings.email == EmailNotices::Immediate,
            Channel::Digest => entry.settings.email == EmailNotices::Digest,
            Channel::Push(_) | Channel::Webhook => true,
        };
        if !is_wanted {
            return store.finish_notice(&claimed, None).await;
        }
        let occasion = if store.is_turn_of(&claimed.person, &claimed.table).await? {
            Occasion::Turn
        } else if let Some(inviter) = self.shared.sources.friends.inviter(&claimed.person, &claimed.table).await? {
            Occasion::Invitation(inviter.name)
        } else if entry.settings.club_events
            && let Some(event) = self.shared.sources.clubs.event_missed(&claimed.person, &claimed.table, now()).await?
        {
            Occasion::Event(event)
        } else {
            return store.finish_notice(&claimed, None).await;
        };
        if self.shared.limits.take(&(way, claimed.person.clone()), Instant::now()).is_err() {
            return store.claim_notice(&claimed, later(now() + TOO_MANY)).await.map(drop);
        }
        let again = match self.attempt(&claimed, entry, &occasion).await? {
            Delivery::Done | Delivery::Impossible | Delivery::Gone => None,
            Delivery::Failed => RETRIES.get(claimed.attempts as usize).map(|pause| later(now() + pause)),
        };
        store.finish_notice(&claimed, again).await
    }

    async fn attempt(
        &self,
        notice: &DueNotice,
        person: NoticeEntry,
        occasion: &Occasion,
    ) -> Result<Delivery, StoreError> {
        let (shared, store) = (&self.shared, &self.shared.store);
        let language: Language = person.settings.language.parse().unwrap_or(Language::English);
        let (words, title) = (language.notices(), language.words().screen.title);
        let (subject, mail_text) = match occasion {
            Occasion::Turn => (words.your_turn.to_string(), words.mail_text),
            Occasion::Invitation(name) => (words.invited(name), words.mail_invitation),
            Occasion::Event(event) => (words.event_begins(&event.name), words.mail_event),
        };
        let at_site = |path: String| if shared.site.is_empty() { String::new() } else { shared.site.clone() + &path };
        let table_link = |table: &TableId| at_site(format!("/t/{table}"));
        // The first table of an event may be full: all of them are on the club's page.
        let club = match occasion {
            Occasion::Event(event) => Some(&event.club),
            Occasion::Turn | Occasion::Invitation(_) => None,
        };
        let link = club.map_or_else(|| table_link(&notice.table), |club| at_site(format!("/#/clubs/{club}")));
        Ok(match &notice.channel {
            Channel::Push(id) => {
                let subscriptions = store.push_subscriptions(&notice.person).await?;
                let Some((_, subscription)) = subscriptions.into_iter().find(|(known, _)| known == id) else {
                    return Ok(Delivery::Impossible);
                };
                let message =
                    json!({ "title": title, "body": subject, "table": notice.table, "club": club }).to_string();
                let delivery = self.push(&subscription, message.as_bytes()).await;
                if delivery == Delivery::Gone {
                    store.remove_subscription(&notice.person, id).await?;
                }
                delivery
            }
            Channel::Webhook => match person.settings.webhook {
                Some(webhook) => self.post(&webhook, &subject, &link).await,
                None => Delivery::Impossible,
            },
            Channel::Email => {
                let about = (subject.as_str(), mail_text);
                self.mail(&person.email, &person.unsubscribe, words, about, &[link]).await
            }
            Channel::Digest => {
                // All at once.
                let waiting = store.gather_digest(notice, now()).await?;
                let links: Vec<String> = waiting.iter().map(table_link).collect();
                let about = (words.your_turn, words.mail_text);
                self.mail(&person.email, &person.unsubscribe, words, about, &links).await
            }
        })
    }

    async fn push(&self, subscription: &PushSubscription, message: &[u8]) -> Delivery {
        let Ok(body) = push::encrypt(subscription, message) else { return Delivery::Impossible };
        let Some(origin) = origin_of(&subscription.endpoint) else { return Delivery::Impossible };
        // Push services want to know whom to ask about a server that misbehaves.
        let contact = if self.shared.site.is_empty() { "https://localhost" } else { &self.shared.site };
        let Some(authorization) = self.shared.key.authorization(&origin, contact, now()) else {
            return Delivery::Failed;
        };
        let headers = vec![
            (header::AUTHORIZATION, authorization),
            (header::CONTENT_ENCODING, "aes128gcm".to_string()),
            (header::CONTENT_TYPE, "application/octet-stream".to_string()),
            (HeaderName::from_static("ttl"), push::TIME_TO_LIVE.to_string()),
            (HeaderName::from_static("urgency"), "normal".to_string()),
        ];
        outcome(self.shared.client.post(&subscription.endpoint, headers, body).await)
    }

    async fn post(&self, webhook: &Webhook, what: &str, link: &str) -> Delivery {
        let text = format!("{what} {link}").trim_end().to_string();
        let json = (header::CONTENT_TYPE, "application/json".to_string());
        let (headers, body) = match webhook.kind {
            WebhookKind::Discord => (vec![json], json!({ "content": text }).to_string()),
            WebhookKind::Slack => (vec![json], json!({ "text": text }).to_string()),
            WebhookKind::Ntfy => {
                let click = (HeaderName::from_static("click"), link.to_string());
                (Some(click).filter(|_| !link.is_empty()).into_iter().collect(), text)
            }
        };
        outcome(self.shared.client.post(&webhook.url, headers, body.into_bytes()).await)
    }

    async fn mail(
        &self,
        email: &Option<String>,
        unsubscribe: &str,
        words: &NoticeWords,
        (subject, beginning): (&str, &str),
        links: &[String],
    ) -> Delivery {
        let (Some(mailer), Some(email)) = (&self.shared.mailer, email) else { return Delivery::Impossible };
        let Ok(address) = email.parse() else { return Delivery::Impossible };
        let stop = mailer.link("unsubscribe", unsubscribe);
        let text = format!("{}\n\n{}\n\n{}", beginning, links.join("\n"), words.mail_stop(&stop));
        let one_click = format!("{}/api/unsubscribe/{unsubscribe}", self.shared.site);
        match mailer.deliver(address, subject, text, &one_click).await {
            Ok(()) => Delivery::Done,
            Err(is_permanent) if is_permanent => Delivery::Impossible,
            Err(_) => Delivery::Failed,
        }
    }
}

fn outcome(answer: Result<StatusCode, RequestError>) -> Delivery {
    match answer {
        Ok(status) if status.is_success() => Delivery::Done,
        // The server is overloaded, or asks to come back later.
        Ok(status) if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => Delivery::Failed,
        // Push services answer like this once a browser has unsubscribed (RFC 8030, section 7.3).
        Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => Delivery::Gone,
        // It is refused as it is: too long, for example, or from a server whose clock is wrong.
        Ok(_) | Err(RequestError::Forbidden) => Delivery::Impossible,
        Err(RequestError::NoAnswer) => Delivery::Failed,
    }
}

fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    Some(format!("{scheme}://{}", rest.split('/').next()?))
}

/// The next time digests are sent.
fn next_digest(now: u64) -> u64 {
    let day = 24 * HOUR;
    let today = now - now % day + DIGEST_HOUR * HOUR;
    if today > now { today } else { today + day }
}
