//! Three example bots with the real engine play a game on the real server, which is killed in the middle.

use std::path::Path;
use std::time::Duration;

use shangrila_bot::{Settings, Thinking};
use shangrila_client::{Client, Connection, Update};
use shangrila_load::{ServerProcess, TempFolder};
use shangrila_protocol::{Credentials, NewSeat, NewSitter, NewTable, Phase, TableId, TableSettings, Visibility};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Nothing takes so long, unless it never comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Watches until a table has so many moves, or its game is over.
async fn watch_until(connection: &mut Connection, table: &TableId, moves: usize) {
    let watching = async {
        loop {
            if let Update::Refused { reason, .. } = connection.next().await {
                panic!("refused: {reason}");
            }
            let state = connection.table(table).map(|table| table.state());
            if state.is_some_and(|state| state.moves.len() >= moves || state.phase == Phase::Finished) {
                return;
            }
        }
    };
    timeout(PATIENCE, watching).await.expect("the bots play");
}

#[tokio::test]
async fn bots_sit_down_play_and_survive_the_death_of_the_server() {
    let program = Path::new(env!("CARGO_BIN_EXE_shangrila"));
    let folder = TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), "bots").unwrap();
    let mut server = ServerProcess::start(program, folder.path()).unwrap();
    let credentials = Credentials { name: "Ada".to_string(), password: "correct horse".to_string() };
    let ada = Client::account(server.address(), &credentials).await.unwrap();
    let settings = Settings {
        engine: format!("{} engine", program.display()),
        thinking: Thinking::Level("goatherd".to_string()),
        tables_to_join: 1,
        at_once: 1,
    };
    let mut bots = JoinSet::new();
    for name in ["One", "Two", "Three"] {
        let token = ada.new_bot(name).await.unwrap().token;
        let (client, settings) = (Client::bot(server.address(), &token), settings.clone());
        bots.spawn(async move { shangrila_bot::play(client, &settings).await });
    }
    let free = |clan| NewSeat { clan, sitter: NewSitter::Free };
    let rules =
        TableSettings { seats: 3, visibility: Visibility::Public, bots_may_join: true, ..TableSettings::default() };
    let table = ada.open_table(&NewTable { settings: rules, seats: ['y', 'v', 'r'].map(free).to_vec() }).await.unwrap();

    let mut connection = ada.connect();
    connection.watch(&table);
    watch_until(&mut connection, &table, 20).await;
    server.kill().unwrap();
    server.start_again().unwrap();
    watch_until(&mut connection, &table, usize::MAX).await;
    let state = connection.table(&table).unwrap().state();
    assert_eq!(state.phase, Phase::Finished);
    assert!(!state.winners.is_empty());
    assert!(bots.try_join_next().is_none(), "the bots wait for the next game");
}
