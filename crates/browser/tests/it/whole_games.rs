//! Whole games by mouse, from the home screen to the result and a rematch.

use shangrila_browser::{Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::{Clan, GameOptions, Position, Seats};
use shangrila_table::wording;

use crate::driver::{SeatChoice, Table, start_game};

/// People at one screen play random moves, chosen in random ways.
async fn play_a_whole_game(setup: &'static str, players: usize, seed: u64) {
    visit(Visit::desktop().reduced_motion(), async |page| {
        start_game(page, setup, &vec![SeatChoice::Person; players]).await?;
        let mut table = Table::at(page, seed).await?;
        assert_eq!(table.position, start(setup, &default_clans(players)));
        table.play_random(usize::MAX).await?;

        let words = Language::English.words();
        let result = wording::result(words, &table.position, &|clan| wording::player(words, clan, None));
        assert_eq!(Some(page.text("[data-result]").await?), result);
        page.click("[data-do=rematch]").await?;
        let mut seats = default_clans(players);
        seats.rotate_left(1);
        table.position = start(setup, &seats);
        table.expect().await?;
        table.play_random(1).await
    })
    .await;
}

/// The clans in the order in which the app seats them (R2.1).
fn default_clans(players: usize) -> Vec<Clan> {
    if players == 3 { Seats::THREE.iter().collect() } else { Seats::FOUR.iter().collect() }
}

fn start(setup: &str, seats: &[Clan]) -> Position {
    let (seats, options) = (Seats::new(seats).unwrap(), GameOptions::default());
    if setup == "first" { Position::first_game(seats, options) } else { Position::start(seats, options) }
}

#[tokio::test]
async fn a_three_player_game_with_the_first_game_setup_can_be_played_to_the_end() {
    play_a_whole_game("first", 3, 1).await;
}

#[tokio::test]
async fn a_three_player_game_from_an_empty_board_can_be_played_to_the_end() {
    play_a_whole_game("free", 3, 2).await;
}

#[tokio::test]
async fn a_four_player_game_with_the_first_game_setup_can_be_played_to_the_end() {
    play_a_whole_game("first", 4, 3).await;
}

#[tokio::test]
async fn a_four_player_game_from_an_empty_board_can_be_played_to_the_end() {
    play_a_whole_game("free", 4, 4).await;
}
