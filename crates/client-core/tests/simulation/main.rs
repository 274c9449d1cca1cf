//! Seeded simulations: clients play over a network that loses connections, with a server that restarts, repeats itself and limits
//! them, and everything must come out right.
//!
//! A failure prints its seed. `SHANGRILA_SEED=17 cargo nextest run -p shangrila-client-core simulation` runs that one again
//! and prints every frame; `SHANGRILA_RUNS` sets how many seeds are tried.

mod server;
mod world;

use shangrila_client_core::ConnectionStatus;
use world::World;

const RUNS: u64 = 2000;

/// Names the seed of a run that panics.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("this was seed {0}; SHANGRILA_SEED={0} runs it again", self.0);
        }
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().expect("a number"))
}

#[derive(Default, Debug)]
struct Totals {
    commands: usize,
    accepted: usize,
    connects: u64,
    resyncs: u64,
    duplicate_events: u64,
    unknown_messages: u64,
}

#[test]
fn clients_agree_with_the_server_whatever_happens_in_between() {
    let seeds = match number("SHANGRILA_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("SHANGRILA_RUNS").unwrap_or(RUNS),
    };
    let runs = seeds.end - seeds.start;
    let mut totals = Totals::default();
    for seed in seeds {
        let guard = Seed(seed);
        run(seed, runs == 1, &mut totals);
        drop(guard);
    }
    println!("{runs} runs: {totals:?}");
    if runs >= RUNS {
        assert!(totals.accepted > 10_000 && totals.resyncs > 500 && totals.connects > 10_000, "the runs do something");
    }
}

fn run(seed: u64, is_traced: bool, totals: &mut Totals) {
    let mut world = World::new(seed, is_traced);
    world.run_wild(300);
    world.stop_faults();
    world.run_calm(30_000);
    check_subscriptions(&mut world);
    for client in &mut world.clients {
        world.tables.iter().for_each(|table| client.core.subscribe(table));
    }
    world.run_calm(120_000);
    // What was lost without a trace is noticed at the next event.
    for table in world.tables.clone() {
        world.server.computer_move(&table);
    }
    world.run_calm(30_000);
    check(&world, totals);
    let sent: Vec<u64> = world.clients.iter().map(|client| client.frames_sent).collect();
    world.run_calm(60_000);
    for (client, before) in world.clients.iter().zip(sent) {
        assert!(client.frames_sent - before <= 4, "a client without anything to do only pings");
    }
}

/// The server sends nothing for long that nobody wants: a subscription whose end was lost ends with the next event.
fn check_subscriptions(world: &mut World) {
    let mut tables = world.tables.clone();
    tables.retain(|table| world.server.computer_move(table));
    world.run_calm(10_000);
    for client in &world.clients {
        let Some(connection) = client.connection else { continue };
        for table in &tables {
            let is_wanted = client.core.subscriptions().any(|wanted| wanted == table);
            let is_sent = world.server.tables[table].followers.contains(&connection);
            assert!(is_wanted || !is_sent, "{table} is still sent to {}", client.person.id);
        }
    }
}

fn check(world: &World, totals: &mut Totals) {
    for client in &world.clients {
        assert_eq!(client.core.status(), ConnectionStatus::Online);
        assert_eq!(client.core.unanswered_count(), 0, "every command is answered");
        for (id, table) in &world.server.tables {
            let known = client.core.table(id).expect("every table is known");
            assert_eq!(known.state().number, table.state.number, "client {} at {id}", client.person.id);
            assert_eq!(known.state(), &table.state);
            assert_eq!(known.position(), Some(&table.position()));
            assert_eq!(client.core.unconfirmed_move(id), None);
        }
        for (id, answers) in &client.commands {
            let [answer] = answers.as_slice() else { panic!("{id} was answered {} times", answers.len()) };
            let events = world.server.tables.values().flat_map(|table| &table.events);
            let lines = world.server.tables.values().flat_map(|table| &table.chat);
            let done = events.filter(|event| event.id.as_ref() == Some(id)).count()
                + lines.filter(|line| line.id == *id).count();
            assert_eq!(done, usize::from(answer.is_ok()), "{id} was answered {answer:?} and happened {done} times");
            totals.accepted += done;
        }
        let counters = client.core.counters();
        totals.commands += client.commands.len();
        totals.connects += client.connects;
        totals.resyncs += counters.resyncs;
        totals.duplicate_events += counters.duplicate_events;
        totals.unknown_messages += counters.unknown_messages;
    }
}
