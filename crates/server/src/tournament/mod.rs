//! Tournaments. A task opens their rounds as soon as the games of the last one are over; what directors and players do comes over HTTP.
//!
//! A tournament is one stored document with a version. Whoever changes it reads it, decides, and writes it back under the condition that the version is
//! still the same; whoever is too late starts over. The first events of a round's tables are stored in the same transaction. So a round is opened once,
//! however many processes try, and whenever one of them dies.

mod document;
mod tables;
mod view;

use std::sync::Arc;
use std::time::Duration;

use shangrila_protocol::{
    Event, Opening, Person, PersonId, PersonKind, Phase, Refusal, TableId, TableSettings, TimeControl,
    TournamentAction, TournamentId, TournamentPhase, TournamentSettings, TournamentSummary, TournamentView,
    clean_tournament_name,
};
use shangrila_tournament::{Pairing, TableResult, next_round};

use crate::background::keep_running;
use crate::clock::now;
use crate::moderation::Moderation;
use crate::random;
use crate::room::{Rooms, TableCommand, TableLogic};
use crate::store::{StoreError, TableStore, TournamentRow, TournamentStore, TournamentWrite};
use document::{Document, RoundTable, StoredTables};

/// How often the store is searched for tournaments in which something has to happen.
const TICK: Duration = Duration::from_secs(1);
/// How many tournaments one person may direct at the same time.
const MOST_DIRECTED: u64 = 5;
/// The longest list of tournaments.
const LONGEST_LIST: u32 = 100;
/// How often a change is tried again if somebody else was faster.
const ATTEMPTS: usize = 8;

/// All tournaments of this server.
#[derive(Clone)]
pub(crate) struct Tournaments {
    shared: Arc<Shared>,
}

struct Shared {
    store: Arc<dyn TournamentStore>,
    tables: Arc<dyn TableStore>,
    rooms: Rooms,
    moderation: Moderation,
}

/// A tournament as it is stored.
#[derive(Clone, Debug)]
struct Tournament {
    id: TournamentId,
    version: u64,
    name: String,
    director: PersonId,
    phase: TournamentPhase,
    created: u64,
    document: Document,
}

impl TryFrom<TournamentRow> for Tournament {
    type Error = StoreError;

    fn try_from(row: TournamentRow) -> Result<Tournament, StoreError> {
        let TournamentRow { id, version, name, director, phase, created, body } = row;
        Ok(Tournament { id, version, name, director, phase, created, document: serde_json::from_str(&body)? })
    }
}

impl Tournament {
    fn write(&self) -> Result<TournamentWrite, StoreError> {
        Ok(TournamentWrite {
            round: self.document.rounds.len() as u64,
            wake: self.document.wake(self.phase),
            people: self.document.entries.iter().filter_map(|entry| entry.person().cloned()).collect(),
            row: TournamentRow {
                id: self.id.clone(),
                version: self.version,
                name: self.name.clone(),
                director: self.director.clone(),
                phase: self.phase,
                created: self.created,
                body: serde_json::to_string(&self.document)?,
            },
        })
    }
}

/// Why a change was not made.
enum Unchanged {
    Refused(Refusal),
    Store(StoreError),
}

impl From<Refusal> for Unchanged {
    fn from(reason: Refusal) -> Unchanged {
        Unchanged::Refused(reason)
    }
}

impl From<StoreError> for Unchanged {
    fn from(error: StoreError) -> Unchanged {
        Unchanged::Store(error)
    }
}

impl From<Unchanged> for Refusal {
    fn from(why: Unchanged) -> Refusal {
        match why {
            Unchanged::Refused(reason) => reason,
            Unchanged::Store(error) => crate::room::failed(error),
        }
    }
}

impl Tournaments {
    /// Starts the task that opens rounds.
    pub(crate) fn start(
        store: Arc<dyn TournamentStore>,
        tables: Arc<dyn TableStore>,
        rooms: Rooms,
        moderation: Moderation,
    ) -> Tournaments {
        let tournaments = Tournaments { shared: Arc::new(Shared { store, tables, rooms, moderation }) };
        let task = tournaments.clone();
        keep_running("tournaments", move || task.clone().run());
        tournaments
    }

    async fn run(self) {
        let (mut interval, mut failing) = (tokio::time::interval(TICK), false);
        loop {
            interval.tick().await;
            if self.shared.rooms.is_stopping() || !self.shared.rooms.peers().lead("tournaments").await {
                continue;
            }
            let done = self.act_where_due().await;
            if let Err(error) = &done
                && !failing
            {
                tracing::error!(%error, "cannot act in a tournament");
            }
            failing = done.is_err();
        }
    }

    async fn act_where_due(&self) -> Result<(), StoreError> {
        for id in self.store().due_tournaments(now()).await? {
            match self.act_on(&id).await {
                // Somebody else was faster.
                Ok(()) | Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn store(&self) -> &dyn TournamentStore {
        &*self.shared.store
    }

    async fn load(&self, id: &TournamentId) -> Result<Option<Tournament>, StoreError> {
        self.store().tournament(id).await?.map(Tournament::try_from).transpose()
    }

    async fn stored_tables(&self, id: &TournamentId) -> Result<StoredTables, StoreError> {
        let tables = self.store().tables_of_tournament(id).await?;
        Ok(tables.into_iter().map(|summary| (summary.table.clone(), summary)).collect())
    }

    /// Creates a tournament.
    pub(crate) async fn create(
        &self,
        director: &Person,
        settings: TournamentSettings,
    ) -> Result<TournamentId, Refusal> {
        let bad = |message: String| Refusal::BadMessage { message };
        let name = clean_tournament_name(&settings.name).ok_or(Refusal::BadText)?;
        settings.check().map_err(|error| bad(error.to_string()))?;
        let table: TableSettings = tables::table_settings(&settings, usize::from(settings.seats), Opening::Card);
        table.check().map_err(|error| bad(error.to_string()))?;
        if settings.starts.is_some_and(|starts| starts <= now()) {
            return Err(bad("starts: must be in the future".to_string()));
        }
        let failed = crate::room::failed;
        if self.store().unfinished_tournaments(&director.id).await.map_err(failed)? >= MOST_DIRECTED {
            return Err(Refusal::TooMany);
        }
        let id: TournamentId = random::word::<8>().parse().expect("hexadecimal digits are a valid id");
        let tournament = Tournament {
            id: id.clone(),
            version: 0,
            name,
            director: director.id.clone(),
            phase: TournamentPhase::Open,
            created: now(),
            // Half of the bits, so that every reader of JSON can tell the number.
            document: Document::new(settings, u64::from_le_bytes(random::bytes()) >> 32),
        };
        let write = tournament.write().map_err(failed)?;
        self.store().write_tournament(write, Vec::new()).await.map_err(failed)?;
        Ok(id)
    }

    /// Returns the list of tournaments.
    pub(crate) async fn list(&self) -> Result<Vec<TournamentSummary>, StoreError> {
        let rows = self.store().tournaments(LONGEST_LIST).await?;
        let all: Vec<Tournament> = rows.into_iter().map(Tournament::try_from).collect::<Result<_, _>>()?;
        let directors: Vec<&PersonId> = all.iter().map(|one| &one.director).collect();
        let people = self.store().people_by_id(&directors).await?;
        Ok(all.iter().map(|one| one.summary(&people)).collect())
    }

    /// Returns a tournament as everyone sees it.
    pub(crate) async fn view(&self, id: &TournamentId) -> Result<Option<TournamentView>, StoreError> {
        let Some(tournament) = self.load(id).await? else { return Ok(None) };
        let tables = self.stored_tables(id).await?;
        let people = self.store().people_by_id(&tournament.shown_people()).await?;
        Ok(Some(tournament.view(&tables, &people)))
    }

    /// Carries out what a person wants.
    pub(crate) async fn act(&self, id: &TournamentId, by: &Person, action: TournamentAction) -> Result<(), Refusal> {
        for _ in 0..ATTEMPTS {
            let tournament = self.load(id).await.map_err(crate::room::failed)?.ok_or(Refusal::NotFound)?;
            match self.try_to_act(tournament, by, action).await {
                Err(Unchanged::Store(StoreError::Conflict)) => {}
                done => return done.map_err(Refusal::from),
            }
        }
        Err(Refusal::Failed)
    }

    async fn try_to_act(
        &self,
        mut tournament: Tournament,
        by: &Person,
        action: TournamentAction,
    ) -> Result<(), Unchanged> {
        let is_for_anyone = matches!(action, TournamentAction::Enter | TournamentAction::Withdraw);
        if !is_for_anyone && tournament.director != by.id {
            return Err(Refusal::NotHost.into());
        }
        let phase = tournament.phase;
        let mut gone = None;
        match action {
            TournamentAction::Enter => tournament.document.enter(phase, by)?,
            TournamentAction::Withdraw => {
                tournament.document.withdraw(phase, &by.id)?;
                gone = Some(by.id.clone());
            }
            TournamentAction::AddComputers { level, count } => {
                tournament.document.add_computers(phase, level, count)?
            }
            TournamentAction::Remove { entry } => gone = tournament.document.remove(phase, entry)?,
            TournamentAction::Start => {
                if phase != TournamentPhase::Open || !self.begin(&mut tournament).await? {
                    return Err(Refusal::WrongPhase.into());
                }
                return Ok(());
            }
            TournamentAction::Cancel => {
                if !matches!(phase, TournamentPhase::Open | TournamentPhase::Running) {
                    return Err(Refusal::WrongPhase.into());
                }
                tournament.phase = TournamentPhase::Cancelled;
            }
        }
        self.store().write_tournament(tournament.write()?, Vec::new()).await?;
        if let Some(person) = gone.filter(|_| phase == TournamentPhase::Running) {
            self.leave_game(&tournament, &person).await;
        }
        Ok(())
    }

    /// Lets a computer player stand in for someone who drops out during a game.
    async fn leave_game(&self, tournament: &Tournament, person: &PersonId) {
        let number = tournament.document.entries.iter().position(|entry| entry.person() == Some(person));
        let tables = tournament.document.rounds.last().map(|round| round.tables.as_slice()).unwrap_or_default();
        let is_theirs = |table: &&RoundTable| table.seats.iter().any(|&seat| Some(usize::from(seat)) == number);
        let Some(table) = tables.iter().find(is_theirs) else { return };
        let person = Person { id: person.clone(), name: String::new(), kind: PersonKind::Guest };
        // Whichever fits the stage of the game. If neither does, the game is over.
        for command in [TableCommand::Leave, TableCommand::Resign] {
            if self.shared.rooms.act(&table.table, &person, command).await.is_ok() {
                return;
            }
        }
    }

    /// Does what is due in a tournament.
    async fn act_on(&self, id: &TournamentId) -> Result<(), StoreError> {
        let Some(mut tournament) = self.load(id).await? else { return Ok(()) };
        match tournament.phase {
            TournamentPhase::Open => {
                if tournament.document.settings.starts.is_some_and(|starts| starts <= now())
                    && !self.begin(&mut tournament).await?
                {
                    tournament.phase = TournamentPhase::Cancelled;
                    self.store().write_tournament(tournament.write()?, Vec::new()).await?;
                }
                Ok(())
            }
            TournamentPhase::Running => self.go_on(tournament).await,
            TournamentPhase::Finished | TournamentPhase::Cancelled => Ok(()),
        }
    }

    /// Starts a tournament. Returns whether there were enough players.
    async fn begin(&self, tournament: &mut Tournament) -> Result<bool, StoreError> {
        self.drop_those_who_are_gone(tournament).await?;
        let mut started = tournament.clone();
        if !started.document.close_entries() {
            return Ok(false);
        }
        started.phase = TournamentPhase::Running;
        self.open_round(started, &StoredTables::new()).await?;
        Ok(true)
    }

    /// Starts games whose players have had time to get ready, and opens the next round once all games are over.
    async fn go_on(&self, mut tournament: Tournament) -> Result<(), StoreError> {
        let tables = self.stored_tables(&tournament.id).await?;
        let Some(round) = tournament.document.rounds.last_mut() else { return Ok(()) };
        if round.ready_until.take_if(|until| *until <= now()).is_some() {
            let is_waiting = |table: &TableId| tables.get(table).is_some_and(|one| one.phase == Phase::Waiting);
            let waiting: Vec<TableId> =
                round.tables.iter().map(|table| table.table.clone()).filter(|table| is_waiting(table)).collect();
            for table in waiting {
                let director =
                    Person { id: tournament.director.clone(), name: String::new(), kind: PersonKind::Account };
                // If it fails, everyone was ready just in time.
                let _ = self.shared.rooms.act(&table, &director, TableCommand::Begin).await;
            }
            self.store().write_tournament(tournament.write()?, Vec::new()).await?;
            return Ok(());
        }
        if !tournament.document.round_is_over(&tables) {
            let deadline = tournament.document.rounds.last().and_then(|round| round.deadline);
            if deadline.is_none_or(|deadline| deadline > now()) {
                return Ok(());
            }
            self.adjudicate(&mut tournament, &tables).await?;
        }
        let pause = 1000 * u64::from(tournament.document.settings.pause);
        match tournament.document.next_round {
            Some(begins) if begins > now() => Ok(()),
            None if pause > 0 && tournament.document.with_history(&tables, next_round).is_some() => {
                tournament.document.next_round = Some(now() + pause);
                self.store().write_tournament(tournament.write()?, Vec::new()).await.map(drop)
            }
            _ => {
                self.drop_those_who_are_gone(&mut tournament).await?;
                self.open_round(tournament, &tables).await
            }
        }
    }

    /// Gives the games that are not over the result that the masters on the map stand for, because the round ends.
    async fn adjudicate(&self, tournament: &mut Tournament, tables: &StoredTables) -> Result<(), StoreError> {
        let document = tournament.document.clone();
        let Some(round) = tournament.document.rounds.last_mut() else { return Ok(()) };
        for table in &mut round.tables {
            if !matches!(document.phase_at(table, tables), Phase::Waiting | Phase::Playing) {
                continue;
            }
            let events = self.shared.tables.events(&table.table, 0).await?;
            let logic = TableLogic::replay(&table.table, &events).map_err(StoreError::Broken)?;
            let scores = logic.filter(|logic| logic.state().phase == Phase::Playing).map(|logic| {
                let position = logic.position();
                position.seats().iter().map(|clan| position.score(clan)).collect::<Vec<_>>()
            });
            let best = scores.as_ref().and_then(|scores| scores.iter().max().copied());
            let scores = scores.unwrap_or_default();
            table.adjudicated = Some(TableResult {
                winners: (0..).zip(&scores).filter(|(_, score)| Some(**score) == best).map(|(seat, _)| seat).collect(),
                masters: scores.iter().map(|score| score.masters as u8).collect(),
                counts: tables.get(&table.table).map(|summary| document.counts(table, summary)).unwrap_or_default(),
            });
        }
        Ok(())
    }

    /// Drops people who were deleted or banned.
    async fn drop_those_who_are_gone(&self, tournament: &mut Tournament) -> Result<(), StoreError> {
        let people = self.store().people_by_id(&tournament.document.people()).await?;
        tournament.document.drop_where(|id| {
            let is_known = people.iter().any(|person| person.id == *id && !person.name.is_empty());
            !is_known || self.shared.moderation.ban_of(id).is_some()
        });
        Ok(())
    }

    /// Opens the tables of the next round, or ends the tournament.
    async fn open_round(&self, mut tournament: Tournament, played: &StoredTables) -> Result<(), StoreError> {
        let Some(pairing) = tournament.document.with_history(played, next_round) else {
            tournament.phase = TournamentPhase::Finished;
            tournament.document.next_round = None;
            return self.store().write_tournament(tournament.write()?, Vec::new()).await.map(drop);
        };
        let opened = self.tables_of(&tournament, &pairing).await?;
        let rooms = &self.shared.rooms;
        let mut appends = Vec::with_capacity(opened.len());
        for event in opened {
            let append = rooms.draft_seated(&tournament.director, event);
            appends.push(append.map_err(|error| StoreError::Broken(error.to_string()))?);
        }
        let ids: Vec<TableId> = appends.iter().map(|append| append.table.clone()).collect();
        let is_live = matches!(tournament.document.settings.clock, TimeControl::Live { .. });
        tournament.document.add_round(&pairing, &ids, now(), is_live);
        let committed = self.store().write_tournament(tournament.write()?, appends).await?;
        for (id, events) in ids.iter().zip(&committed) {
            rooms.announce_seated(id, events).await;
        }
        Ok(())
    }

    async fn tables_of(&self, tournament: &Tournament, pairing: &Pairing) -> Result<Vec<Event>, StoreError> {
        let document = &tournament.document;
        let people = self.store().people_by_id(&document.people()).await?;
        let seated = pairing.tables.iter();
        Ok(seated.map(|seats| tables::opened(document, &tournament.director, seats, &people)).collect())
    }
}
