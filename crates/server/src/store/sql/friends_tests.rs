//! Friends, invitations and results, on a real database.

use shangrila_protocol::{ClanResults, Friendship, Phase, RatingList, RatingQuery, SeatResults, Visibility};
use shangrila_rules::Seat;

use super::super::testing::TestStore;
use crate::store::{Encounters, FriendStore, InviteOutcome, PeopleStore, StatisticsStore};

#[tokio::test]
async fn two_people_become_friends_once_both_have_asked() {
    let store = TestStore::open().await;
    let [ada, bea, cai] = [store.account("Ada").await, store.account("Bea").await, store.account("Cai").await];
    let ask = async |one: &shangrila_protocol::PersonId, other: &shangrila_protocol::PersonId| {
        store.befriend(one, other, 7, 2).await.unwrap()
    };
    assert_eq!(ask(&ada.id, &bea.id).await, Some(Friendship::Asked));
    assert_eq!(ask(&ada.id, &bea.id).await, Some(Friendship::Asked), "once is enough");
    assert_eq!(store.standing(&bea.id, &ada.id).await.unwrap().friendship, Friendship::AsksYou);
    assert_eq!(ask(&bea.id, &ada.id).await, Some(Friendship::Friends));
    assert_eq!(ask(&ada.id, &cai.id).await, Some(Friendship::Asked));
    let dan = store.account("Dan").await;
    assert_eq!(ask(&ada.id, &dan.id).await, None, "no more than two");
    assert!(store.follow(&ada.id, &dan.id, 7, 1).await.unwrap());
    assert!(!store.follow(&ada.id, &cai.id, 7, 1).await.unwrap());
    store.note_connected(&[bea.id.clone(), dan.id.clone()], 1000).await.unwrap();
    let people = store.people_of(&ada.id, 900).await.unwrap();
    let names = |people: &[shangrila_protocol::Acquaintance]| {
        people.iter().map(|one| (one.person.name.clone(), one.online)).collect::<Vec<_>>()
    };
    assert_eq!(names(&people.friends), [("Bea".to_string(), true)]);
    assert_eq!(names(&people.following), [("Dan".to_string(), true)]);
    assert_eq!((people.asked.as_slice(), people.asking.len()), (&[cai.clone()][..], 0));
    assert!(!store.people_of(&ada.id, 1001).await.unwrap().friends[0].online, "that is too long ago");
    let hide = crate::store::ProfileChange { profile_public: Some(false), name: None };
    store.change(&dan.id, hide).await.unwrap();
    store.change(&bea.id, hide).await.unwrap();
    let people = store.people_of(&ada.id, 900).await.unwrap();
    assert!(!people.following[0].online && people.friends[0].online, "a private profile shows friends only");
    store.part(&bea.id, &ada.id).await.unwrap();
    assert_eq!(store.standing(&ada.id, &bea.id).await.unwrap(), Default::default());
    assert_eq!(store.export(&ada.id).await.unwrap().unwrap().people.following.len(), 1);
    store.delete(&ada.id).await.unwrap();
    assert!(store.people_of(&cai.id, 0).await.unwrap().asking.is_empty());
}

#[tokio::test]
async fn an_invitation_lasts_until_it_is_declined_or_the_game_begins() {
    let store = TestStore::open().await;
    let [ada, bea, cai, dan] = [
        store.account("Ada").await,
        store.account("Bea").await,
        store.account("Cai").await,
        store.account("Dan").await,
    ];
    let table = store.game_in(Phase::Waiting, 1, Visibility::Private, &[&ada, &bea], &[], false).await;
    assert_eq!(store.invite(&table, &cai.id, &dan.id, 7).await.unwrap(), InviteOutcome::NotThere);
    assert_eq!(store.invite(&table, &ada.id, &cai.id, 7).await.unwrap(), InviteOutcome::Invited);
    assert_eq!(store.invite(&table, &bea.id, &cai.id, 8).await.unwrap(), InviteOutcome::Again);
    let invitations = store.invitations_of(&cai.id).await.unwrap();
    assert_eq!((invitations.len(), &invitations[0].by, invitations[0].at), (1, &ada, 7));
    assert_eq!(store.inviter(&cai.id, &table).await.unwrap(), Some(ada.clone()));
    store.decline(&table, &cai.id).await.unwrap();
    assert!(store.invitations_of(&cai.id).await.unwrap().is_empty());
    assert_eq!(store.invite(&table, &ada.id, &cai.id, 9).await.unwrap(), InviteOutcome::Again, "declined is declined");
    assert!(store.inviter(&cai.id, &table).await.unwrap().is_none());
    store.invite(&table, &ada.id, &dan.id, 7).await.unwrap();
    assert_eq!(store.export(&ada.id).await.unwrap().unwrap().invitations.len(), 2);
    let played = store.game(2, Visibility::Private, &[&ada, &bea], &[Seat::First], false).await;
    assert_eq!(store.invite(&played, &ada.id, &dan.id, 7).await.unwrap(), InviteOutcome::NotWaiting);
    store.delete(&ada.id).await.unwrap();
    assert!(store.invitations_of(&dan.id).await.unwrap().is_empty(), "whoever has invited is gone");
}

#[tokio::test]
async fn results_are_counted_by_seat_clan_and_opponent_in_public_games_only() {
    let store = TestStore::open().await;
    let (ada, bea) = (store.account("Ada").await, store.account("Bea").await);
    store.game(1, Visibility::Public, &[&ada, &bea], &[Seat::First], true).await;
    store.game(2, Visibility::Public, &[&bea, &ada], &[Seat::First, Seat::Second], true).await;
    store.game(3, Visibility::Public, &[&ada, &bea], &[Seat::Third], true).await;
    store.game(4, Visibility::Private, &[&ada, &bea], &[Seat::First], false).await;
    let results = store.results_of(&ada.id).await.unwrap();
    let seat = |seat, games, wins| SeatResults { players: 3, seat, games, wins };
    assert_eq!(results.seats, [seat(Seat::First, 2, 1.0), seat(Seat::Second, 1, 0.5)]);
    let clan = |clan, games, wins| ClanResults { clan, games, wins, expected: f64::from(games) / 3.0 };
    assert_eq!(results.clans, [clan('r', 2, 1.0), clan('b', 1, 0.5)]);
    let met = store.encounters(&ada.id, &bea.id).await.unwrap();
    assert_eq!(met, Encounters { games: 3, wins: 1.5, other_wins: 0.5 });
    let ids = |tables: Vec<shangrila_protocol::TableSummary>| {
        tables.into_iter().map(|table| table.table.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ids(store.games_between(&bea.id, &ada.id).await.unwrap()), ["table-3", "table-2", "table-1"]);
    assert_eq!(ids(store.games_of(&ada.id, Some(3)).await.unwrap()), ["table-2", "table-1"]);
    let history = store.rating_history(&ada.id, RatingQuery { players: 3, list: RatingList::Bots }).await.unwrap();
    assert_eq!(history.iter().map(|point| point.at).collect::<Vec<_>>(), [1, 2, 3]);
    let last = &store.ratings_of(&ada.id).await.unwrap()[0];
    assert_eq!((history[2].rating, history[2].uncertainty), (last.rating, Some(last.uncertainty)));
    let other = RatingQuery { players: 4, list: RatingList::Bots };
    assert!(store.rating_history(&ada.id, other).await.unwrap().is_empty());
}
