//! A tournament is completed although the real server is killed in the middle of it: every round is opened once, and every game counts once.
//!
//! `SHANGRILA_TOURNAMENT_KILLS` sets how often it is killed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use shangrila_client::{Client, Error};
use shangrila_load::{ServerProcess, TempFolder};
use shangrila_protocol::{
    Credentials, EventEnvelope, LevelId, Phase, TableId, TableState, TournamentAction, TournamentId, TournamentOpening,
    TournamentPhase, TournamentSettings, TournamentView,
};
use tokio::time::sleep;

use crate::stored;

const PLAYERS: u16 = 16;
const ROUNDS: u16 = 4;
const KILLS: usize = 3;
/// Longer than the tournament takes.
const PATIENCE: Duration = Duration::from_secs(120);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_completed_although_the_server_is_killed() {
    let kills = std::env::var("SHANGRILA_TOURNAMENT_KILLS").map_or(KILLS, |text| text.parse().expect("a number"));
    let folder = TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), "tournament").unwrap();
    let mut server = ServerProcess::start(Path::new(env!("CARGO_BIN_EXE_shangrila")), folder.path()).unwrap();
    let credentials = Credentials { name: "Dora".to_string(), password: "over the bridge".to_string() };
    let director = Client::account(server.address(), &credentials).await.unwrap();
    let settings = TournamentSettings {
        name: "Sixteen".to_string(),
        rounds: ROUNDS,
        pause: 0,
        opening: TournamentOpening::Card,
        ..TournamentSettings::default()
    };
    let id = director.new_tournament(&settings).await.unwrap();
    let computers = TournamentAction::AddComputers { level: LevelId::Goatherd, count: PLAYERS };
    director.act_in_tournament(&id, computers).await.unwrap();
    director.act_in_tournament(&id, TournamentAction::Start).await.unwrap();

    let (began, mut killed, mut restarts) = (Instant::now(), 0, Vec::new());
    let view = loop {
        let seen = look(&director, &id).await;
        if seen.summary.phase == TournamentPhase::Finished {
            break seen;
        }
        assert!(began.elapsed() < PATIENCE, "the server says: {}; {seen:#?}", server.log());
        // Spread over the whole tournament: while games are played, and between the rounds.
        if killed < kills && progress(&seen) >= (killed + 1) as f64 / (kills + 1) as f64 {
            sleep(Duration::from_millis(fastrand::u64(..1000))).await;
            server.kill().unwrap();
            restarts.push(progress(&seen));
            killed += 1;
            server.start_again().unwrap();
        }
        sleep(Duration::from_millis(50)).await;
    };
    let took = began.elapsed();
    assert_eq!(killed, kills, "the server was killed as often as planned, at {restarts:?}");
    server.kill().unwrap();
    check(&view, stored::all_events(&server.database()).await);
    println!(
        "{PLAYERS} computer players, {ROUNDS} rounds, {} games in {:.1} s, killed {kills} times: every round opened once, every game counted once",
        view.rounds.iter().map(|round| round.tables.len()).sum::<usize>(),
        took.as_secs_f64()
    );
    assert!(server.log().lines().all(|line| !line.contains("ERROR")), "the server complains: {}", server.log());
}

/// What the server shows, as soon as it is there.
async fn look(director: &Client, id: &TournamentId) -> TournamentView {
    loop {
        match director.tournament(id).await {
            Ok(view) => return view,
            Err(Error::Refused(problem)) => panic!("refused: {problem:?}"),
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}

/// The share of the games that are over.
fn progress(view: &TournamentView) -> f64 {
    let tables = view.rounds.iter().flat_map(|round| &round.tables);
    let over = tables.filter(|table| table.phase == Phase::Finished).count();
    over as f64 / f64::from(ROUNDS * PLAYERS / 4)
}

/// The tournament agrees with the stored events of its tables, and there are no other tables.
fn check(view: &TournamentView, rows: Vec<(String, String)>) {
    let mut tables: BTreeMap<TableId, Vec<EventEnvelope>> = BTreeMap::new();
    for (table, body) in rows {
        tables.entry(table.parse().unwrap()).or_default().push(serde_json::from_str(&body).unwrap());
    }
    assert_eq!(view.rounds.len(), usize::from(ROUNDS));
    let listed: Vec<_> = view.rounds.iter().flat_map(|round| &round.tables).collect();
    assert_eq!(listed.len(), tables.len(), "no table was opened twice");
    assert_eq!(listed.iter().map(|table| &table.table).collect::<BTreeSet<_>>(), tables.keys().collect());
    for round in &view.rounds {
        let mut seated: Vec<u16> = round.tables.iter().flat_map(|table| table.seats.clone()).collect();
        seated.sort_unstable();
        assert_eq!(seated, (0..PLAYERS).collect::<Vec<_>>(), "everyone plays once in every round");
    }
    let mut wins = vec![0; usize::from(PLAYERS)];
    for table in listed {
        let state = TableState::replay(table.table.clone(), &tables[&table.table]).unwrap().unwrap();
        assert_eq!(state.phase, Phase::Finished);
        assert!(shangrila_client::replay_position(&state).is_some_and(|position| position.is_over()));
        assert_eq!(state.masters, table.masters);
        assert_eq!(state.winners.iter().map(|&seat| u8::from(seat)).collect::<Vec<_>>(), table.winners);
        for &seat in &table.winners {
            wins[usize::from(table.seats[usize::from(seat)])] += 12 / table.winners.len() as u32;
        }
    }
    for line in &view.standings {
        assert_eq!(line.games, u32::from(ROUNDS), "{line:?}");
        assert_eq!(line.wins, wins[usize::from(line.entry)], "{line:?}");
    }
    assert_eq!(view.standings.iter().map(|line| line.score).sum::<i64>(), 6000 * i64::from(ROUNDS * PLAYERS));
}
