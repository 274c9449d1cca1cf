//! Clubs: one owner at a time, limits, claims of an event's tables, and the league, on a real database.

use shangrila_protocol::{
    ChangeClub, ClubEntry, ClubEvent, ClubId, ClubRole, PersonId, Phase, TableSettings, Visibility,
};
use shangrila_rules::Seat;

use super::super::testing::TestStore;
use super::append_tests::opening;
use crate::store::{
    ClubLimits, ClubStore, Evening, JoinOutcome, Membership, NewClubEntry, PeopleStore, StoreError, TableStore,
};

const LIMITS: ClubLimits = ClubLimits { members: 3, requests: 1, clubs: 2 };
const MEMBER: Membership = Membership::Member(ClubRole::Member);

async fn found(store: &TestStore, id: &str, name: &str, owner: &PersonId) -> Result<bool, StoreError> {
    let secret = format!("secret of {id}");
    let (id, entry) = (id.parse().unwrap(), ClubEntry::Open);
    store.found_club(NewClubEntry { id, name, about: "", entry, secret, owner, created: 5 }, 1).await
}

async fn roles(store: &TestStore, club: &ClubId) -> Vec<(String, ClubRole)> {
    let members = store.club_members(club).await.unwrap();
    members.into_iter().map(|member| (member.person.name, member.role)).collect()
}

#[tokio::test]
async fn a_club_has_one_owner_a_name_of_its_own_and_only_so_many_members() {
    let store = TestStore::open().await;
    let [ada, bea, cai, dan] = [
        store.account("Ada").await.id,
        store.account("Bea").await.id,
        store.account("Cai").await.id,
        store.account("Dan").await.id,
    ];
    assert!(found(&store, "one", "Thursdays", &ada).await.unwrap());
    assert!(!found(&store, "two", "Fridays", &ada).await.unwrap(), "one club each");
    assert!(matches!(found(&store, "two", "THURSDAYS", &bea).await, Err(StoreError::NameTaken)));
    assert!(found(&store, "two", "Fridays", &bea).await.unwrap());
    let [one, two]: [ClubId; 2] = ["one", "two"].map(|id| id.parse().unwrap());
    let rename = ChangeClub { name: Some("fridays".to_string()), ..ChangeClub::default() };
    assert!(matches!(store.change_club(&one, &rename).await, Err(StoreError::NameTaken)));
    store.change_club(&two, &rename).await.unwrap();
    assert_eq!(store.club(&two).await.unwrap().unwrap().summary.name, "fridays", "its own name is not taken");
    // Of those who ask, one at a time; of members three.
    let enter =
        async |club: &ClubId, person: &PersonId, what| store.enter_club(club, person, what, 7, LIMITS).await.unwrap();
    assert_eq!(enter(&one, &bea, Membership::Asking).await, JoinOutcome::Done);
    assert_eq!(enter(&one, &bea, Membership::Asking).await, JoinOutcome::Done, "whoever asks again goes on asking");
    assert_eq!(enter(&one, &cai, Membership::Asking).await, JoinOutcome::ClubFull);
    assert_eq!(store.club_requests(&one).await.unwrap().len(), 1);
    assert_eq!(store.club(&one).await.unwrap().unwrap().summary.member_count, 1);
    store.set_role(&one, &bea, ClubRole::Owner).await.unwrap();
    assert_eq!(
        roles(&store, &one).await,
        [("Ada".to_string(), ClubRole::Owner)],
        "nobody owns a club they ask to join"
    );
    for person in [&bea, &cai] {
        assert_eq!(enter(&one, person, MEMBER).await, JoinOutcome::Done);
    }
    assert_eq!(enter(&one, &dan, MEMBER).await, JoinOutcome::ClubFull);
    assert_eq!(enter(&two, &cai, MEMBER).await, JoinOutcome::Done);
    assert!(found(&store, "three", "Mondays", &dan).await.unwrap());
    let three: ClubId = "three".parse().unwrap();
    assert_eq!(enter(&three, &cai, MEMBER).await, JoinOutcome::TooManyClubs);
    // The owner hands over and may leave; the new one cannot.
    store.set_role(&one, &cai, ClubRole::Owner).await.unwrap();
    assert_eq!(enter(&one, &cai, MEMBER).await, JoinOutcome::Done);
    store.leave_club(&one, &cai).await.unwrap();
    let owner_and_others = [("Cai", ClubRole::Owner), ("Ada", ClubRole::Organiser), ("Bea", ClubRole::Member)];
    assert_eq!(roles(&store, &one).await, owner_and_others.map(|(name, role)| (name.to_string(), role)));
    store.delete(&cai).await.unwrap();
    assert_eq!(store.membership(&one, &ada).await.unwrap(), Some(Membership::Member(ClubRole::Owner)));
    // Whatever is closed is gone, and its name is free.
    let names = async || store.find_clubs("DAYS").await.unwrap().into_iter().map(|club| club.name).collect::<Vec<_>>();
    assert_eq!(names().await, ["Thursdays", "fridays", "Mondays"].map(str::to_string));
    assert!(store.close_club(&one).await.unwrap() && !store.close_club(&one).await.unwrap());
    assert!(store.club(&one).await.unwrap().is_none() && store.clubs_of(&ada).await.unwrap().is_empty());
    assert!(found(&store, "four", "Thursdays", &ada).await.unwrap());
    store.delete(&dan).await.unwrap();
    assert!(store.club(&three).await.unwrap().is_none(), "the last member closes it");
}

#[tokio::test]
async fn every_table_of_an_event_is_claimed_once_and_games_count_in_their_season() {
    let store = TestStore::open().await;
    let (ada, bea) = (store.account("Ada").await, store.account("Bea").await);
    assert!(found(&store, "one", "Thursdays", &ada.id).await.unwrap());
    let club: ClubId = "one".parse().unwrap();
    let settings = TableSettings::default();
    let event = ClubEvent { weekday: 3, minute: 1170, time_zone: "UTC".to_string(), duration: 60, tables: 1, settings };
    assert!(store.clubs_with_events().await.unwrap().is_empty());
    store.set_event(&club, Some(&event)).await.unwrap();
    let planned = store.clubs_with_events().await.unwrap();
    assert_eq!((planned.len(), &planned[0].0.event, &planned[0].1), (1, &Some(event), &ada));
    let evening = Evening { club: club.clone(), starts: 100, ends: 200 };
    for _ in 0..2 {
        store.begin_evening(&evening).await.unwrap();
    }
    // Two processes claim the same number: both are told of one table, which may not exist yet.
    let first = store.claim_table(&evening, 0, &"first".parse().unwrap(), 100).await.unwrap();
    let late = store.claim_table(&evening, 0, &"late".parse().unwrap(), 101).await.unwrap();
    assert_eq!((first.table.as_str(), first.is_waiting), ("first", None));
    assert_eq!(late, first);
    store.append(opening("first")).await.unwrap();
    let opened = store.evening_tables(&evening).await.unwrap();
    assert_eq!((opened.len(), opened[0].is_waiting, opened[0].is_empty), (1, Some(true), true));
    assert!(store.ended_evenings(199).await.unwrap().is_empty());
    assert_eq!(store.ended_evenings(200).await.unwrap(), std::slice::from_ref(&evening));
    store.end_evening(&evening).await.unwrap();
    assert!(store.ended_evenings(200).await.unwrap().is_empty());
    // Bea joins later. The games end at 1, 2 and 3; the last one belongs to the next season.
    for (number, winners) in [(1, vec![Seat::First]), (2, vec![Seat::First, Seat::Second]), (3, vec![Seat::First])] {
        let table = store.game_in(Phase::Finished, number, Visibility::Private, &[&ada, &bea], &winners, false).await;
        store.add_club_table(&club, &table, number).await.unwrap();
    }
    store.game_in(Phase::Finished, 4, Visibility::Private, &[&ada, &bea], &[Seat::First], false).await;
    let league = async || {
        let standings = store.league(&club, 1, 3).await.unwrap();
        standings.into_iter().map(|one| (one.person.name, one.games, one.wins, one.points)).collect::<Vec<_>>()
    };
    assert_eq!(league().await, [("Ada".to_string(), 2, 1.5, 6.5)]);
    store.enter_club(&club, &bea.id, MEMBER, 7, LIMITS).await.unwrap();
    assert_eq!(league().await, [("Ada".to_string(), 2, 1.5, 6.5), ("Bea".to_string(), 2, 0.5, 3.5)]);
    assert_eq!(store.club_tables(&club).await.unwrap().len(), 1, "those that are over are not listed");
}
