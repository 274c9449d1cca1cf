//! Nothing is lost and nothing is done twice: the real server is killed again and again while real clients play, and every move that
//! any client received is in the database afterwards, under its number, once.
//!
//! `SHANGRILA_KILLS` sets how often; `cargo xtask soak` sets more than `cargo xtask test`.

mod ledger;
mod player;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shangrila_client::Client;
use shangrila_load::{ServerProcess, TempFolder};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use ledger::Ledger;
use player::Player;

const GAMES: usize = 8;
const SEATS: usize = 4;
const KILLS: usize = 200;
/// How long a server lives at most once it listens, in milliseconds.
const LONGEST_LIFE: u64 = 350;
/// Longer than anything takes that happens at all.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_confirmed_move_is_lost_or_played_twice_when_the_server_is_killed() {
    let kills = std::env::var("SHANGRILA_KILLS").map_or(KILLS, |text| text.parse().expect("a number of kills"));
    let folder = TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), "kills").unwrap();
    let mut server = ServerProcess::start(Path::new(env!("CARGO_BIN_EXE_shangrila")), folder.path()).unwrap();
    let ledger = Arc::new(Ledger::default());
    let (stop, stopping) = watch::channel(false);
    let mut players = JoinSet::new();
    for game in 0..GAMES {
        let mut clients = Vec::new();
        for seat in 0..SEATS {
            clients.push(Client::guest(server.address(), &format!("{game}-{seat}")).await.unwrap());
        }
        let table = clients[0].open_table(&Default::default()).await.unwrap();
        for (seat, client) in clients.into_iter().enumerate() {
            let player = Player::new(client, table.clone(), seat == 0, Arc::clone(&ledger));
            players.spawn(player.play_until(stopping.clone()));
        }
    }

    let began = Instant::now();
    for kill in 1..=kills {
        sleep(Duration::from_millis(fastrand::u64(..LONGEST_LIFE))).await;
        server.kill().unwrap();
        let told = ledger.snapshot();
        server.start_again().unwrap_or_else(|error| panic!("after kill {kill}: {error}"));
        ledger::check_latest(&server.database(), &told).await;
        if let Some(ended) = players.try_join_next() {
            panic!("a player ended: {ended:?}; the server says: {}", server.log());
        }
    }
    let killing = began.elapsed();

    sleep(Duration::from_secs(1)).await;
    stop.send(true).unwrap();
    let mut resumed = 0;
    while let Some(ended) = timeout(PATIENCE, players.join_next()).await.expect("everything is answered") {
        resumed += ended.unwrap();
    }
    server.kill().unwrap();
    let told = ledger.snapshot();
    let (games, over) = ledger::check_all(&server.database(), &told).await;
    println!(
        "{kills} kills in {:.0} s: {} confirmed moves in {games} games ({over} over), {resumed} resumed connections; nothing lost, nothing doubled",
        killing.as_secs_f64(),
        told.moves()
    );
    assert!(resumed >= kills, "the clients have come back");
    assert_eq!(server.log(), "", "the server has nothing to complain about");
}
