//! Profiles, ratings, exports and deletion, on a real database.

use std::slice;

use serde_json::{Value, json};
use shangrila_protocol::{
    ChatLine, Event, EventEnvelope, GameSearch, LevelId, Person, PersonId, PersonKind, PersonOrLevel, Phase,
    RatingList, RatingQuery, SeatedPlayer, TableId, TableSettings, TableSummary, Visibility,
};
use shangrila_rules::Seat;

use super::super::testing::TestStore;
use crate::store::{
    Append, ExportList, Listing, ModerationStore, NewCredential, NewPerson, PeopleStore, ProfileChange, RatedResult,
    RatedSeat, TableStore,
};

impl TestStore {
    pub(super) async fn account(&self, name: &str) -> Person {
        let id: PersonId = format!("id-{name}").parse().unwrap();
        let credential = NewCredential::Password { hash: "secret".to_string() };
        self.add(NewPerson { id: id.clone(), name: name.to_string(), credential, since: 1 }).await.unwrap();
        Person { id, name: name.to_string(), kind: PersonKind::Account }
    }

    /// Changes what is stored about a player at a table.
    async fn mark_player(&self, table: &str, seat: usize, field: &str, value: Value) {
        let sql = "SELECT players FROM tables WHERE id = $1";
        let (players,): (String,) = sqlx::query_as(sql).bind(table).fetch_one(&self.pool).await.unwrap();
        let mut players: Value = serde_json::from_str(&players).unwrap();
        players[seat][field] = value;
        let sql = "UPDATE tables SET players = $2 WHERE id = $1";
        sqlx::query(sql).bind(table).bind(players.to_string()).execute(&self.pool).await.unwrap();
    }

    /// Stores a finished game between two people and a computer player.
    pub(super) async fn game(
        &self,
        number: u64,
        visibility: Visibility,
        people: &[&Person; 2],
        winners: &[Seat],
        rated: bool,
    ) -> TableId {
        self.game_in(Phase::Finished, number, visibility, people, winners, rated).await
    }

    /// Stores a game in another phase.
    pub(super) async fn game_in(
        &self,
        phase: Phase,
        number: u64,
        visibility: Visibility,
        people: &[&Person; 2],
        winners: &[Seat],
        rated: bool,
    ) -> TableId {
        let table: TableId = format!("table-{number}").parse().unwrap();
        let settings = TableSettings { seats: 3, visibility, rated, ..TableSettings::default() };
        let people = people.iter().map(|&person| PersonOrLevel::Person(person.clone()));
        let players: Vec<PersonOrLevel> = people.chain([PersonOrLevel::Level(LevelId::Sage)]).collect();
        let seat = |(clan, player): (char, &PersonOrLevel)| SeatedPlayer::new(clan, Some(player.clone()));
        let seats: Vec<SeatedPlayer> = "rby".chars().zip(&players).map(seat).collect();
        let host = players[0].person().unwrap().id.clone();
        let opened = Event::Opened { settings: settings.clone(), host: host.clone(), seats: seats.clone() };
        let summary = TableSummary {
            table: table.clone(),
            settings,
            host: host.clone(),
            seats,
            phase,
            moves: 40,
            next: None,
            deadline: None,
            winners: winners.to_vec(),
            masters: vec![5, 4, 3],
            rating_changes: Vec::new(),
            opened: number,
            changed: number,
        };
        let rated_id = |player: &PersonOrLevel| match player {
            PersonOrLevel::Person(person) => person.id.to_string(),
            PersonOrLevel::Level(level) => format!("level:{}", level.id()),
        };
        let results = players.iter().enumerate().map(|(seat, player)| {
            let won = winners.iter().any(|winner| winner.index() == seat);
            RatedSeat { id: rated_id(player), won, may_gain: true }
        });
        let append = Append {
            table: table.clone(),
            events: vec![EventEnvelope { number: 1, at: number, id: None, by: Some(host), event: opened }],
            listing: Listing::Whole(Box::new(summary)),
            wake: None,
            result: rated.then(|| RatedResult { list: RatingList::Bots, seats: results.collect() }),
        };
        self.append(append).await.unwrap();
        table
    }
}

const BOTS: RatingQuery = RatingQuery { players: 3, list: RatingList::Bots };

#[tokio::test]
async fn a_profile_counts_public_games_and_splits_shared_wins() {
    let store = TestStore::open().await;
    let (ada, bea) = (store.account("Ada").await, store.account("Bea").await);
    store.game(1, Visibility::Public, &[&ada, &bea], &[Seat::First], false).await;
    store.game(2, Visibility::Public, &[&ada, &bea], &[Seat::First, Seat::Third], false).await;
    store.game(3, Visibility::Public, &[&ada, &bea], &[Seat::Second], false).await;
    store.game(4, Visibility::Private, &[&ada, &bea], &[Seat::First], false).await;
    let games = store.public_games(&ada.id).await.unwrap();
    assert_eq!((games.games, games.wins), (3, 1.5));
    let latest: Vec<&str> = games.latest.iter().map(|game| game.table.as_str()).collect();
    assert_eq!(latest, ["table-3", "table-2", "table-1"]);
    assert_eq!(games.latest[0].seats[1].player.as_ref().and_then(PersonOrLevel::person), Some(&bea), "with names");
    assert_eq!(store.public_games(&bea.id).await.unwrap().wins, 1.0);
    store.mark_player("table-3", 1, "stand_in", json!(["left", "abbot"])).await;
    assert_eq!(store.public_games(&bea.id).await.unwrap().wins, 0.0, "a stand-in won that");
    store.mark_player("table-1", 0, "helped", json!(true)).await;
    assert_eq!(store.public_games(&ada.id).await.unwrap().wins, 0.5, "a stand-in chose a move of that");
}

#[tokio::test]
async fn games_and_people_are_found_by_a_part_of_a_name_whatever_its_letters() {
    let store = TestStore::open().await;
    let (ada, bea) = (store.account("Ada").await, store.account("Bea").await);
    sqlx::query("UPDATE people SET name = 'Émile Ärger' WHERE id = $1")
        .bind(ada.id.as_str())
        .execute(&store.pool)
        .await
        .unwrap();
    let table = store.game(1, Visibility::Public, &[&ada, &bea], &[Seat::First], false).await;
    for (text, found) in [("Émile", 1), ("MILE Är", 1), ("bea", 1), ("Emile", 0)] {
        let search = GameSearch { player: Some(text.to_string()), ..GameSearch::default() };
        assert_eq!(store.finished_games(&search).await.unwrap().len(), found, "{text}");
        assert_eq!(store.find_tables(text).await.unwrap().len(), found, "{text}");
        assert_eq!(store.moderation().find_people(text, 0).await.unwrap().len(), found, "{text}");
    }
    assert_eq!(store.find_tables(table.as_str()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn players_are_listed_after_five_rated_games_unless_their_profile_is_private() {
    let store = TestStore::open().await;
    let (ada, bea) = (store.account("Ada").await, store.account("Bea").await);
    for number in 1..=5 {
        assert!(store.best_rated(BOTS).await.unwrap().is_empty());
        store.game(number, Visibility::Private, &[&ada, &bea], &[Seat::Second], true).await;
    }
    let listed =
        |rated: Vec<shangrila_protocol::Rated>| rated.into_iter().map(|rated| rated.player).collect::<Vec<_>>();
    let best = store.best_rated(BOTS).await.unwrap();
    assert!(best.windows(2).all(|pair| pair[0].rating.rating >= pair[1].rating.rating));
    assert_eq!((best[0].rating.games, best[0].rating.wins), (5, 5.0));
    let best = listed(best);
    assert_eq!((best.len(), &best[0]), (3, &PersonOrLevel::Person(bea.clone())));
    assert!(best.contains(&PersonOrLevel::Level(LevelId::Sage)));
    assert_eq!(store.ratings_of(&ada.id).await.unwrap().len(), 1);
    for other in [RatingQuery { players: 4, ..BOTS }, RatingQuery { list: RatingList::People, ..BOTS }] {
        assert!(store.best_rated(other).await.unwrap().is_empty());
    }
    let hide = ProfileChange { profile_public: Some(false), name: None };
    store.change(&bea.id, hide).await.unwrap();
    assert!(!listed(store.best_rated(BOTS).await.unwrap()).contains(&PersonOrLevel::Person(bea)));
}

#[tokio::test]
async fn only_the_moves_of_a_deleted_person_remain() {
    let store = TestStore::open().await;
    let (ada, bea) = (store.account("Ada").await, store.account("Bea").await);
    let table = store.game(1, Visibility::Private, &[&ada, &bea], &[Seat::First], true).await;
    for (number, person) in [(1, &ada), (2, &bea)] {
        let id = format!("c{number}").parse().unwrap();
        let line = ChatLine {
            number,
            at: 7,
            id,
            by: person.id.clone(),
            name: String::new(),
            text: format!("I am {}", person.name),
            hidden: false,
        };
        store.say(&table, line).await.unwrap();
    }
    store.mute(&bea.id, &ada.id, 1).await.unwrap();
    let export = store.export(&ada.id).await.unwrap().unwrap();
    assert_eq!(export.ratings.len(), 1);
    let page = async |list| store.export_page(&ada.id, list, None).await.unwrap();
    let (tables, events, chat) =
        (page(ExportList::Tables).await, page(ExportList::Events).await, page(ExportList::Chat).await);
    assert_eq!((tables.items.len(), events.items.len(), chat.items.len()), (1, 1, 1));
    assert!(chat.items[0].contains("I am Ada") && tables.next.is_none(), "{chat:?}");

    assert_eq!(store.delete(&ada.id).await.unwrap(), slice::from_ref(&ada.id));
    assert!(store.delete(&ada.id).await.unwrap().is_empty(), "once");
    assert!(store.find(&ada.id).await.unwrap().is_none());
    assert!(store.find_by_name("Ada").await.unwrap().is_none());
    assert!(store.export(&ada.id).await.unwrap().is_none());
    assert!(store.ratings_of(&ada.id).await.unwrap().is_empty());
    assert!(store.muted_by(&bea.id).await.unwrap().is_empty());
    let said: Vec<String> =
        store.chat(&table, 0..u64::MAX, 100).await.unwrap().into_iter().map(|line| line.text.clone()).collect();
    assert_eq!(said, ["", "I am Bea"]);
    let summary = store.tables_of(&bea.id).await.unwrap().remove(0);
    let names = summary.seats.iter().filter_map(|seat| Some(seat.player.as_ref()?.person()?.name.as_str()));
    assert_eq!(names.collect::<Vec<_>>(), ["", "Bea"]);
    assert_eq!(store.events(&table, 0).await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_mute_list_is_limited() {
    let store = TestStore::open().await;
    let [ada, bea, cai] = [store.account("Ada").await, store.account("Bea").await, store.account("Cai").await];
    assert!(store.mute(&ada.id, &bea.id, 1).await.unwrap());
    assert!(!store.mute(&ada.id, &cai.id, 1).await.unwrap());
    assert!(store.mute(&ada.id, &bea.id, 1).await.unwrap(), "muting the same person again adds nothing");
    assert_eq!(store.muted_by(&ada.id).await.unwrap(), [bea.id]);
}

#[tokio::test]
async fn repeated_games_among_the_same_players_change_ratings_less_and_every_list_says_how() {
    let store = TestStore::open().await;
    let (ada, bea, cleo) = (store.account("Ada").await, store.account("Bea").await, store.account("Cleo").await);
    let rise = async |number, others: &[&Person; 2]| {
        let table = store.game(number, Visibility::Public, others, &[Seat::First], true).await;
        let changes = store.rating_changes(&table).await.unwrap();
        assert_eq!(changes.iter().map(|change| change.seat.index()).collect::<Vec<_>>(), [0, 1, 2]);
        changes[0].after - changes[0].before
    };
    let day = 86_400_000;
    let rises =
        [rise(day, &[&ada, &bea]).await, rise(day + 1, &[&ada, &bea]).await, rise(day + 2, &[&ada, &bea]).await];
    assert!(rises[0] > 1.9 * rises[1] && rises[1] > 1.4 * rises[2], "{rises:?}");
    let with_another = rise(day + 3, &[&ada, &cleo]).await;
    assert!(with_another > 2.0 * rises[2], "{with_another} after {rises:?}");
    let a_month_later = rise(40 * day, &[&ada, &bea]).await;
    assert!(a_month_later > rises[2]);
    let profile = store.public_games(&ada.id).await.unwrap();
    let last = &profile.latest[0].rating_changes;
    assert_eq!((last.len(), last[0].after - last[0].before), (3, a_month_later));
    assert_eq!(last[0].after, store.ratings_of(&ada.id).await.unwrap()[0].rating);
    let games = store.finished_games(&Default::default()).await.unwrap();
    assert_eq!(games[0].rating_changes, *last);
}
