//! Turn notices, received by a mail server, a push service that decrypts, and a webhook, all on loopback.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, StatusCode, Uri, header};
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as VerifyingKey};
use serde_json::{Value, json};
use shangrila_client_core::ClientEvent;
use shangrila_protocol::{NoticeOverview, TableCreated, TableId};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::common::mail_receiver::MailReceiver;
use crate::common::player::Player;
use crate::common::raw_socket::ServerPort;
use crate::common::{Client, PASSWORD, TestServer};

pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
pub(crate) const SITE: &str = "https://shangrila.example";

/// A request as a receiver got it.
pub(crate) type Received = (Uri, HeaderMap, Bytes);

/// A web server on loopback that answers with the given statuses, the last one again and again.
pub(crate) async fn receiver(statuses: &'static [u16]) -> (SocketAddr, mpsc::UnboundedReceiver<Received>) {
    let (sender, received) = mpsc::unbounded_channel();
    let count = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let handle =
        move |State(sender): State<mpsc::UnboundedSender<Received>>, uri: Uri, headers: HeaderMap, body: Bytes| {
            let number = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            let _ = sender.send((uri, headers, body));
            async move { StatusCode::from_u16(statuses[number.min(statuses.len() - 1)]).unwrap() }
        };
    let app = Router::new().route("/{*path}", post(handle)).with_state(sender);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let app = app.clone();
            tokio::spawn(async move {
                let service = hyper_util::service::TowerToHyperService::new(app);
                let io = hyper_util::rt::TokioIo::new(stream);
                let _ = hyper::server::conn::http1::Builder::new().serve_connection(io, service).await;
            });
        }
    });
    (address, received)
}

pub(crate) async fn server(mail: Option<SocketAddr>) -> TestServer {
    TestServer::with(|config| {
        config.limits.by_address = false;
        config.notices_to_private_addresses = true;
        config.site = Some(SITE.to_string());
        if let Some(mail) = mail {
            config.mail.smtp = Some(format!("smtp://{mail}"));
            config.mail.from = Some("Shangrila <games@shangrila.example>".to_string());
        }
    })
    .await
}

/// Has somebody else play until it is Ada's turn at a table over days, which she does not watch.
async fn wait_for_ada(server: &TestServer, ada: &mut Client) -> TableId {
    let port = ServerPort::open(server).await;
    let settings = json!({ "seats": 3, "clock": { "days": { "days": 2 } } });
    let seats = json!([
        { "clan": "r", "player": "free" }, { "clan": "b", "player": "me" }, { "clan": "y", "player": { "level": "goatherd" } },
    ]);
    let created =
        ada.post("/api/tables", json!({ "settings": settings, "seats": seats })).await.expect(StatusCode::CREATED);
    let TableCreated { table } = created.read();
    let (ben, _) = server.guest("Ben").await;
    let mut player = Player::connect(port, &ben).await;
    player.join(&table).await;
    player.play_first(&table).await;
    table
}

/// Has a person's notices sent to a webhook.
async fn hears_at(person: &mut Client, address: SocketAddr) {
    let webhook = json!({ "kind": "ntfy", "url": format!("http://{address}/x") });
    person
        .put_json("/api/me/notices", json!({ "language": "en", "webhook": webhook }))
        .await
        .expect(StatusCode::NO_CONTENT);
}

/// Opens a table over days with these seats for a person.
async fn open_over_days(host: &mut Client, mut settings: Value, seats: Value) -> TableId {
    settings["clock"] = json!({ "days": { "days": 2 } });
    let new = json!({ "settings": settings, "seats": seats });
    host.post("/api/tables", new).await.expect(StatusCode::CREATED).read::<TableCreated>().table
}

/// Waits until a player sees that the person on another seat is away.
async fn wait_until_gone(player: &mut Player, table: &TableId, seat: usize) {
    player
        .wait_for(|event| match event {
            ClientEvent::Presence { table: of, presence } if of == *table => (!presence.seats[seat]).then_some(()),
            _ => None,
        })
        .await;
}

/// R9.1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_plays_two_clans_is_told_of_the_turns_of_both() {
    let (address, mut called) = receiver(&[204]).await;
    let server = server(None).await;
    let port = ServerPort::open(&server).await;
    let (mut ada, mut ben) = (server.guest("Ada").await.0, server.guest("Ben").await.0);
    hears_at(&mut ada, address).await;
    let table = open_over_days(&mut ben, json!({ "pairs": "sum" }), json!([])).await;
    let mut host = Player::connect(port, &ben).await;
    host.follow(&table).await.unwrap();
    for turn in 1..=2 {
        let mut player = Player::connect(port, &ada).await;
        if turn == 1 {
            player.join(&table).await;
        } else {
            player.follow(&table).await.unwrap();
            player.play_first(&table).await;
        }
        drop(player);
        wait_until_gone(&mut host, &table, 1).await;
        assert!(called.is_empty(), "it is Ben’s turn");
        host.play_first(&table).await;
        timeout(PATIENCE, called.recv()).await.unwrap_or_else(|_| panic!("Ada hears of turn {turn}")).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_goes_as_their_turn_begins_is_told_unless_they_come_back() {
    let (address, mut called) = receiver(&[204]).await;
    let server = server(None).await;
    let port = ServerPort::open(&server).await;
    let (mut ada, mut ben) = (server.guest("Ada").await.0, server.guest("Ben").await.0);
    hears_at(&mut ada, address).await;
    let seats = json!([
        { "clan": "r", "player": "me" }, { "clan": "b", "player": "free" }, { "clan": "y", "player": { "level": "goatherd" } },
    ]);
    let table = open_over_days(&mut ben, json!({ "seats": 3 }), seats).await;
    let mut host = Player::connect(port, &ben).await;
    host.follow(&table).await.unwrap();
    let mut player = Player::connect(port, &ada).await;
    player.join(&table).await;
    host.play_first(&table).await;
    player.wait_until(&table, |state| state.moves.len() == 1).await;
    player.break_connection();
    player.wait_for(|event| matches!(event, ClientEvent::Connected { .. }).then_some(())).await;
    player.wait_for(|event| matches!(event, ClientEvent::Presence { .. }).then_some(())).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(called.is_empty(), "she has seen it");
    drop(player);
    timeout(PATIENCE, called.recv()).await.expect("she may not have seen it").unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(called.is_empty(), "once is enough");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_on_vacation_that_a_game_has_begun_with_their_turn() {
    let (address, mut called) = receiver(&[204]).await;
    let server = server(None).await;
    let port = ServerPort::open(&server).await;
    let ((mut ada, _), (ben, _)) = (server.account("Ada").await, server.guest("Ben").await);
    hears_at(&mut ada, address).await;
    ada.ask(Method::POST, "/api/me/vacation", None).await.expect(StatusCode::OK);
    let seats = json!([
        { "clan": "r", "player": "me" }, { "clan": "b", "player": "free" }, { "clan": "y", "player": { "level": "goatherd" } },
    ]);
    let table = open_over_days(&mut ada, json!({ "seats": 3 }), seats).await;
    let mut player = Player::connect(port, &ben).await;
    player.join(&table).await;
    player.wait_until(&table, |state| state.seats[0].vacation.is_some()).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(called.is_empty(), "Ada is on vacation");
    ada.delete("/api/me/vacation").await.expect(StatusCode::OK);
    timeout(PATIENCE, called.recv()).await.expect("her clock runs again").unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscription_ends_when_the_push_service_says_so_and_not_before() {
    let (address, mut pushed) = receiver(&[403, 410]).await;
    let server = server(None).await;
    let (mut ada, _) = server.guest("Ada").await;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
    let (key, auth) = (own.compute_public_key().unwrap(), BASE64.encode([7_u8; 16]));
    let subscription =
        json!({ "endpoint": format!("http://{address}/x"), "p256dh": BASE64.encode(key.as_ref()), "auth": auth });
    ada.post("/api/me/notices/push", subscription).await.expect(StatusCode::NO_CONTENT);
    let browsers = async |ada: &mut Client| {
        ada.get("/api/me/notices").await.expect(StatusCode::OK).read::<NoticeOverview>().browsers
    };
    for left in [1, 0] {
        wait_for_ada(&server, &mut ada).await;
        timeout(PATIENCE, pushed.recv()).await.expect("a message arrives").unwrap();
        // The server deals with the answer after it has arrived here.
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(browsers(&mut ada).await, left);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_push_service_gets_a_message_that_only_the_browser_can_read() {
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
        let mut derived = [0; N];
        Salt::new(HKDF_SHA256, salt).extract(secret).expand(&[info], Length(N)).unwrap().fill(&mut derived).unwrap();
        derived
    }
    let (address, mut pushed) = receiver(&[503, 201]).await;
    let server = server(None).await;
    let (mut ada, _) = server.guest("Ada").await;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
    let public = own.compute_public_key().unwrap();
    let auth = [7_u8; 16];
    let endpoint = format!("http://{address}/push/ada");
    let subscription =
        json!({ "endpoint": endpoint, "p256dh": BASE64.encode(public.as_ref()), "auth": BASE64.encode(auth) });
    ada.post("/api/me/notices/push", subscription).await.expect(StatusCode::NO_CONTENT);
    ada.put_json("/api/me/notices", json!({ "language": "de" })).await.expect(StatusCode::NO_CONTENT);
    let overview: NoticeOverview = ada.get("/api/me/notices").await.expect(StatusCode::OK).read();
    assert_eq!(overview.browsers, 1);
    let table = wait_for_ada(&server, &mut ada).await;
    let (uri, headers, body) = timeout(PATIENCE, pushed.recv()).await.expect("a message arrives").unwrap();
    assert_eq!(uri.path(), "/push/ada");
    assert_eq!(headers["content-encoding"], "aes128gcm");
    // RFC 8291: salt, record size, and the server's key for this message.
    let (salt, sent_key, sealed) = (&body[..16], &body[21..86], &body[86..]);
    assert_eq!((&body[16..20], body[20]), (&4096_u32.to_be_bytes()[..], 65));
    let info = [b"WebPush: info\0", public.as_ref(), sent_key].concat();
    let input: [u8; 32] =
        agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, sent_key), |shared| derive(&auth, shared, &info))
            .unwrap();
    let key: [u8; 16] = derive(salt, &input, b"Content-Encoding: aes128gcm\0");
    let nonce: [u8; 12] = derive(salt, &input, b"Content-Encoding: nonce\0");
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
    let mut sealed = sealed.to_vec();
    let opened = key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed).unwrap();
    let message: Value = serde_json::from_slice(opened.strip_suffix(&[2]).unwrap()).unwrap();
    let expected =
        json!({ "title": "Die Brücken von Shangrila", "body": "Du bist am Zug", "table": table, "club": null });
    assert_eq!(message, expected);
    // RFC 8292: the server signs where the message goes.
    let authorization = headers["authorization"].to_str().unwrap().strip_prefix("vapid t=").unwrap();
    let (token, known_key) = authorization.split_once(", k=").unwrap();
    assert_eq!(known_key, overview.push_key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let verifying = VerifyingKey::new(&ECDSA_P256_SHA256_FIXED, BASE64.decode(known_key).unwrap());
    verifying.verify(signed.as_bytes(), &BASE64.decode(signature).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&BASE64.decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(format!("http://{address}")), &json!(SITE)));
    // The service was overloaded: half a minute later, or after a restart, the server tries again.
    let _server = server.later(60_000).await;
    timeout(PATIENCE, pushed.recv()).await.expect("the message comes again").unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn webhooks_are_called_once_in_the_form_of_their_service_and_a_guest_can_stop_them() {
    let (address, mut called) = receiver(&[204]).await;
    let server = server(None).await;
    let (mut ada, _) = server.guest("Ada").await;
    for kind in ["discord", "slack", "ntfy"] {
        let url = format!("http://{address}/{kind}/1/secret");
        let settings = json!({ "language": "en", "webhook": { "kind": kind, "url": url } });
        ada.put_json("/api/me/notices", settings).await.expect(StatusCode::NO_CONTENT);
        let table = wait_for_ada(&server, &mut ada).await;
        let (uri, headers, body) = timeout(PATIENCE, called.recv()).await.expect("the webhook is called").unwrap();
        assert_eq!(uri.path(), format!("/{kind}/1/secret"));
        let (link, body) = (format!("{SITE}/t/{table}"), String::from_utf8(body.to_vec()).unwrap());
        let text = format!("It’s your turn {link}");
        match kind {
            "discord" => assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), json!({ "content": text })),
            "slack" => assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), json!({ "text": text })),
            _ => assert_eq!((body, headers["click"].to_str().unwrap()), (text, link.as_str())),
        }
    }
    ada.put_json("/api/me/notices", json!({ "language": "en" })).await.expect(StatusCode::NO_CONTENT);
    wait_for_ada(&server, &mut ada).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(called.is_empty(), "Ada wants to hear nothing more");
}

/// An account with a verified address.
async fn with_address(server: &TestServer, mails: &mut MailReceiver) -> Client {
    let (mut ada, _) = server.account("Ada").await;
    let change = json!({ "password": PASSWORD, "address": "ada@home.example" });
    ada.put_json("/api/me/email", change).await.expect(StatusCode::ACCEPTED);
    let token = mails.next().await.token(SITE, "verify");
    ada.post("/api/email/verification", json!({ "token": token })).await.expect(StatusCode::NO_CONTENT);
    ada
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_digest_names_every_game_once_and_comes_later_if_the_mail_server_is_busy() {
    let mut mails = MailReceiver::start().await;
    let server = server(Some(mails.address)).await;
    let mut ada = with_address(&server, &mut mails).await;
    let settings = json!({ "language": "en", "email": "digest" });
    ada.put_json("/api/me/notices", settings).await.expect(StatusCode::NO_CONTENT);
    let tables = [wait_for_ada(&server, &mut ada).await, wait_for_ada(&server, &mut ada).await];
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(mails.is_empty(), "not before the time of the digests");
    mails.put_off_next();
    let server = server.later(24 * 3_600_000).await;
    mails.has_put_off().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let server = server.later(60_000).await;
    let mail = mails.next().await;
    for table in &tables {
        assert!(mail.text.contains(&format!("{SITE}/t/{table}")), "{}", mail.text);
    }
    // The server notes the delivery after the mail has arrived here; a crash in between would send it again.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let _server = server.later(60_000).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(mails.is_empty(), "one digest is enough");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quiet_hours_hold_notices_back_and_those_who_unsubscribe_meanwhile_get_none() {
    let mut mails = MailReceiver::start().await;
    let mut server = server(Some(mails.address)).await;
    let mut ada = with_address(&server, &mut mails).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() / 60;
    let minute = |offset: u64| (now + offset) % 1440;
    // From an hour ago until in an hour.
    let quiet = json!({ "from": minute(1380), "to": minute(60) });
    for wants_mail in [true, false] {
        let settings = json!({ "language": "en", "email": "immediate", "quiet": quiet });
        ada.put_json("/api/me/notices", settings).await.expect(StatusCode::NO_CONTENT);
        let table = wait_for_ada(&server, &mut ada).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(mails.is_empty(), "these are quiet hours");
        let changed = if wants_mail { "immediate" } else { "never" };
        let settings = json!({ "language": "en", "email": changed });
        ada.put_json("/api/me/notices", settings).await.expect(StatusCode::NO_CONTENT);
        server = server.later(2 * 3_600_000).await;
        ada = Client { app: server.app.clone(), ..ada };
        if wants_mail {
            let mail = mails.next().await;
            assert!(mail.text.contains(&format!("{SITE}/t/{table}")), "{}", mail.text);
        } else {
            tokio::time::sleep(Duration::from_millis(500)).await;
            assert!(mails.is_empty(), "Ada wants no more mails");
        }
    }
}

/// A server on loopback that accepts connections and never says anything. Returns how many it has accepted, too.
async fn silent_receiver() -> (SocketAddr, std::sync::Arc<std::sync::atomic::AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let accepted = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&accepted);
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            held.push(stream);
        }
    });
    (address, accepted)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_does_not_answer_holds_up_nobody_else() {
    let (silent, accepted) = silent_receiver().await;
    let (address, mut called) = receiver(&[204]).await;
    let server = server(None).await;
    let (mut mallory, mut ada) = (server.guest("Mallory").await.0, server.guest("Ada").await.0);
    for (person, url) in [(&mut mallory, format!("http://{silent}/x")), (&mut ada, format!("http://{address}/x"))] {
        let settings = json!({ "language": "en", "webhook": { "kind": "slack", "url": url } });
        person.put_json("/api/me/notices", settings).await.expect(StatusCode::NO_CONTENT);
    }
    for _ in 0..3 {
        wait_for_ada(&server, &mut mallory).await;
    }
    let waiting = async {
        while accepted.load(std::sync::atomic::Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("the silent receiver is called");
    wait_for_ada(&server, &mut ada).await;
    timeout(Duration::from_secs(5), called.recv()).await.expect("Ada is told without waiting").unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notices_beyond_a_burst_are_put_off_not_lost() {
    let (address, mut called) = receiver(&[204]).await;
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.limits.notice_burst = 1;
        config.notices_to_private_addresses = true;
    })
    .await;
    let (mut ada, _) = server.guest("Ada").await;
    let settings = json!({ "language": "en", "webhook": { "kind": "ntfy", "url": format!("http://{address}/x") } });
    ada.put_json("/api/me/notices", settings).await.expect(StatusCode::NO_CONTENT);
    for _ in 0..2 {
        wait_for_ada(&server, &mut ada).await;
    }
    timeout(PATIENCE, called.recv()).await.expect("the first one").unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(called.is_empty(), "the second one has to wait");
    let _server = server.later(120_000).await;
    timeout(PATIENCE, called.recv()).await.expect("the second one").unwrap();
}

#[tokio::test]
async fn one_browser_or_all_of_them_are_removed_and_changes_are_limited() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.guest("Ada").await;
    let keys = (BASE64.encode([4; 65]), BASE64.encode([7; 16]));
    let subscription = |name: &str| json!({ "endpoint": format!("https://push.example/{name}?a=b&c"), "p256dh": keys.0, "auth": keys.1 });
    for name in ["phone", "laptop", "tablet"] {
        ada.post("/api/me/notices/push", subscription(name)).await.expect(StatusCode::NO_CONTENT);
    }
    let count = async |ada: &mut Client| {
        ada.get("/api/me/notices").await.expect(StatusCode::OK).read::<NoticeOverview>().browsers
    };
    let path = "/api/me/notices/push?endpoint=https%3A%2F%2Fpush.example%2Flaptop%3Fa%3Db%26c";
    ada.delete(path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(count(&mut ada).await, 2);
    ada.delete(path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(count(&mut ada).await, 2, "it has gone already");
    ada.delete("/api/me/notices/push").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(count(&mut ada).await, 0);
    let mut answers = Vec::new();
    for _ in 0..25 {
        answers.push(ada.put_json("/api/me/notices", json!({ "language": "en" })).await);
    }
    answers.last().unwrap().refused(429, "too_fast");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_say_whose_turn_it_is_and_stop_with_one_click() {
    let mut mails = MailReceiver::start().await;
    let server = server(Some(mails.address)).await;
    let mut ada = with_address(&server, &mut mails).await;
    let settings = json!({ "language": "en", "email": "immediate" });
    ada.put_json("/api/me/notices", settings).await.expect(StatusCode::NO_CONTENT);
    let table = wait_for_ada(&server, &mut ada).await;
    let mail = mails.next().await;
    assert_eq!(mail.to, "ada@home.example");
    assert!(mail.text.contains(&format!("{SITE}/t/{table}")), "{}", mail.text);
    assert!(mail.text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{}", mail.text);
    let secret = mail.token(SITE, "unsubscribe");
    assert!(mail.text.contains(&format!("List-Unsubscribe: <{SITE}/api/unsubscribe/{secret}>")), "{}", mail.text);
    // The mail program sends a form (RFC 8058), without cookies.
    let mut program = server.client();
    for (secret, status) in [("wrong", StatusCode::NOT_FOUND), (&secret, StatusCode::NO_CONTENT)] {
        let request = Request::post(format!("/api/unsubscribe/{secret}"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from("List-Unsubscribe=One-Click"));
        program.send(request.unwrap()).await.expect(status);
    }
    let overview: NoticeOverview = ada.get("/api/me/notices").await.expect(StatusCode::OK).read();
    assert_eq!(overview.settings.email, shangrila_protocol::EmailNotices::Never);
}

#[tokio::test]
async fn addresses_in_private_networks_and_broken_keys_are_refused() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.guest("Ada").await;
    for url in
        ["http://127.0.0.1:9/x", "https://127.0.0.1/x", "https://[::1]/", "ftp://discord.com", "https://10.0.0.1/"]
    {
        let settings = json!({ "language": "en", "webhook": { "kind": "slack", "url": url } });
        ada.put_json("/api/me/notices", settings).await.refused(422, "bad_address");
        let subscription = json!({ "endpoint": url, "p256dh": "", "auth": "" });
        ada.post("/api/me/notices/push", subscription).await.refused(422, "bad_address");
    }
    let subscription = json!({ "endpoint": "https://push.example/1", "p256dh": "AAAA", "auth": "AAAA" });
    ada.post("/api/me/notices/push", subscription).await.refused(422, "bad_address");
    for settings in [json!({ "language": "xx" }), json!({ "language": "en", "quiet": { "from": 0, "to": 9999 } })] {
        ada.put_json("/api/me/notices", settings).await.refused(400, "bad_message");
    }
}
