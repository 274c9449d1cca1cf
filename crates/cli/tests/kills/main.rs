//! Nothing is lost and nothing is done twice: the real server is killed again and again while real clients play, and every move that
//! any client received is in the database afterwards, under its number, once. On the way its disk fills up and its log cannot be written.
//!
//! `SHANGRILA_KILLS` sets how often; `cargo xtask soak` sets more than `cargo xtask test`.

mod ledger;
mod player;
mod stored;
mod tournament;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shangrila_client::Client;
use shangrila_load::{LogTarget, ServerProcess, SmallDisk, TempFolder};
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
/// The size of the disk in megabytes.
const DISK: u32 = 256;
/// In one of so many lives the disk fills up, and in another one the log cannot be written.
const HAZARD: u8 = 4;
/// Longer than anything takes that happens at all.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_confirmed_move_is_lost_or_played_twice_when_the_server_is_killed() {
    let kills = std::env::var("SHANGRILA_KILLS").map_or(KILLS, |text| text.parse().expect("a number of kills"));
    let folder = TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), "kills").unwrap();
    let disk = SmallDisk::mount(&folder.path().join("disk"), DISK).unwrap();
    if disk.is_none() {
        println!("skipping full disks: this user may not mount a small file system");
    }
    let place = disk.as_ref().map_or(folder.path(), SmallDisk::path);
    let mut server = ServerProcess::start(Path::new(env!("CARGO_BIN_EXE_shangrila")), place).unwrap();
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
    let (mut full_disks, mut failing_logs) = (0, 0);
    for kill in 1..=kills {
        sleep(Duration::from_millis(fastrand::u64(..LONGEST_LIFE))).await;
        let full = disk.as_ref().filter(|_| fastrand::u8(..HAZARD) == 0);
        if let Some(disk) = full {
            disk.fill().unwrap();
            full_disks += 1;
            sleep(Duration::from_millis(fastrand::u64(..LONGEST_LIFE))).await;
        }
        server.kill().unwrap();
        let told = ledger.snapshot();
        server.set_log(match fastrand::u8(..2 * HAZARD) {
            0 => LogTarget::FullDevice,
            1 => LogTarget::ClosedPipe,
            _ => LogTarget::File,
        });
        failing_logs += usize::from(server.log_target() != LogTarget::File);
        if let Some(disk) = full {
            // On a full disk the server may start or not. If it does, it recovers without another start.
            let started = fastrand::bool() && server.start_again().is_ok();
            disk.make_room().unwrap();
            if !started {
                server.start_again().unwrap_or_else(|error| panic!("after kill {kill}: {error}"));
            }
        } else {
            server.start_again().unwrap_or_else(|error| panic!("after kill {kill}: {error}"));
        }
        stored::check_latest(&server.database(), &told).await;
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
    let (games, over) = ledger::check_all(stored::all_events(&server.database()).await, &told);
    println!(
        "{kills} kills in {:.0} s, {full_disks} full disks, {failing_logs} failing logs: {} confirmed moves in {games} games ({over} over), \
        {resumed} resumed connections, at most {:.1} s without a move; nothing lost, nothing doubled",
        killing.as_secs_f64(),
        told.moves(),
        ledger.longest_gap(began).as_secs_f64()
    );
    assert!(resumed >= kills, "the clients have come back");
    let complaints: Vec<String> = server.log().lines().filter(|line| !is_expected(line)).map(str::to_string).collect();
    assert!(complaints.is_empty(), "the server complains: {complaints:#?}");
}

/// What the log may say about the full disk.
const ABOUT_THE_DISK: [&str; 4] =
    ["cannot write to the database", "can be written again", "cannot checkpoint", "cannot use the database"];

/// Whether a line of the log is about the full disk, or was cut short by it.
fn is_expected(line: &str) -> bool {
    ABOUT_THE_DISK.iter().any(|text| line.contains(text)) || line.contains("is full") || is_cut_short(line)
}

/// Whether the disk was full before the line was complete: it ends within the time, the level, the place or an expected message.
fn is_cut_short(line: &str) -> bool {
    match line.split_once(": ") {
        Some((_, message)) => ABOUT_THE_DISK.iter().any(|text| text.starts_with(message)),
        None => line.starts_with("20"),
    }
}
