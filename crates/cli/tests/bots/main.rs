//! Example bots with the real engine play on the real server: through its death, and over TLS.

mod tls_proxy;

use std::path::Path;
use std::time::Duration;

use shangrila_bot::{Settings, Thinking};
use shangrila_client::{Address, Client, ClientEvent, Connection, Error};
use shangrila_load::{ServerProcess, TempFolder};
use shangrila_protocol::{
    Credentials, LevelId, NewSeat, NewSeatPlayer, NewTable, Phase, TableId, TableSettings, Visibility,
};
use tokio::task::JoinSet;
use tokio::time::timeout;

use tls_proxy::TlsProxy;

/// Longer than anything takes that happens at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until a table has this many moves, or its game is over.
async fn watch_until(connection: &mut Connection, table: &TableId, moves: usize) {
    let watching = async {
        loop {
            match connection.next().await {
                ClientEvent::TableRefused { reason, .. } => panic!("refused: {reason}"),
                ClientEvent::GaveUp(reason) => panic!("{reason}"),
                _ => {}
            }
            let state = connection.table(table).map(|table| table.state());
            if state.is_some_and(|state| state.moves.len() >= moves || state.phase == Phase::Finished) {
                return;
            }
        }
    };
    timeout(PATIENCE, watching).await.expect("the bots play");
}

fn folder(name: &str) -> TempFolder {
    TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), name).unwrap()
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_shangrila"))
}

fn ada() -> Credentials {
    Credentials { name: "Ada".to_string(), password: "correct horse".to_string() }
}

/// A bot that joins one table.
fn settings() -> Settings {
    Settings {
        engine: format!("{} engine", program().display()),
        thinking: Thinking::Level("goatherd".to_string()),
        tables_to_join: 1,
        at_once: 1,
    }
}

/// A public table for three that bots may join.
fn table_for_bots(players: [NewSeatPlayer; 3]) -> NewTable {
    let settings =
        TableSettings { seats: 3, visibility: Visibility::Public, bots_may_join: true, ..TableSettings::default() };
    let seats = ['y', 'v', 'r'].into_iter().zip(players).map(|(clan, player)| NewSeat { clan, player }).collect();
    NewTable { settings, seats }
}

#[tokio::test]
async fn bots_join_play_and_survive_the_death_of_the_server() {
    let folder = folder("bots");
    let mut server = ServerProcess::start(program(), folder.path()).unwrap();
    let ada = Client::account(server.address(), &ada()).await.unwrap();
    let mut bots = JoinSet::new();
    for name in ["One", "Two", "Three"] {
        let token = ada.new_bot(name).await.unwrap().token;
        let client = Client::bot(server.address(), &token);
        bots.spawn(async move { shangrila_bot::play(client, &settings()).await });
    }
    let table = ada.open_table(&table_for_bots([NewSeatPlayer::Free; 3])).await.unwrap();

    let mut connection = ada.connect();
    connection.subscribe(&table);
    watch_until(&mut connection, &table, 20).await;
    server.kill().unwrap();
    server.start_again().unwrap();
    watch_until(&mut connection, &table, usize::MAX).await;
    let state = connection.table(&table).unwrap().state();
    assert_eq!(state.phase, Phase::Finished);
    assert!(!state.winners.is_empty());
    assert!(bots.try_join_next().is_none(), "the bots wait for the next game");
}

#[tokio::test]
async fn a_bot_plays_over_tls_with_a_self_signed_certificate() {
    let folder = folder("tls");
    let server = ServerProcess::start(program(), folder.path()).unwrap();
    let proxy = TlsProxy::start(server.socket_address(), folder.path()).await;
    let address = Address::parse(&proxy.url("localhost")).unwrap().trust(&proxy.certificate).unwrap();
    let ada = Client::account(address.clone(), &ada()).await.unwrap();
    let client = Client::bot(address, &ada.new_bot("Deep Ada").await.unwrap().token);
    let mut bots = JoinSet::new();
    bots.spawn(async move { shangrila_bot::play(client, &settings()).await });
    let level = NewSeatPlayer::Level(LevelId::Goatherd);
    let table = ada.open_table(&table_for_bots([NewSeatPlayer::Free, level, level])).await.unwrap();

    let mut connection = ada.connect();
    connection.subscribe(&table);
    watch_until(&mut connection, &table, 12).await;
    assert!(bots.try_join_next().is_none(), "the bot goes on playing");
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_is_refused_with_the_reason() {
    let folder = folder("certificates");
    let server = ServerProcess::start(program(), folder.path()).unwrap();
    let proxy = TlsProxy::start(server.socket_address(), folder.path()).await;
    let other = TlsProxy::start(server.socket_address(), folder.path()).await;
    let public = Address::parse(&proxy.url("localhost")).unwrap();
    let wrong_file = public.clone().trust(&other.certificate).unwrap();
    let wrong_name = Address::parse(&proxy.url("127.0.0.1")).unwrap().trust(&proxy.certificate).unwrap();

    let unknown = "the server's certificate is not trusted: its issuer is unknown";
    let error = Client::account(public.clone(), &ada()).await.unwrap_err();
    assert!(matches!(error, Error::Certificate(_)));
    assert_eq!(error.to_string(), unknown);
    let error = Client::account(wrong_name, &ada()).await.unwrap_err();
    assert_eq!(error.to_string(), "the server's certificate is not trusted: it is for another host name");
    assert!(Client::account(wrong_file, &ada()).await.is_err(), "the certificate of another server is of no use");
    let bot = timeout(PATIENCE, shangrila_bot::play(Client::bot(public, "token"), &settings())).await;
    assert_eq!(bot.expect("it gives up at once"), Err(unknown.to_string()));
}
