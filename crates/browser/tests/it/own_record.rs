//! My record: what counts and what does not, the figures, export and delete.

use shangrila_browser::{Browser, Page, Result, TestServer, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Clan, Move};
use shangrila_table::{OwnResult, Session};

use crate::driver::go;
use crate::ending::save;
use crate::games::{link, players, random_game};

const ALONE: [&str; 4] = ["person", "bot:guide", "bot:guide", "bot:guide"];

/// A game before the move of red that ends it, that move, and whether red wins.
fn before_the_end(red_wins: bool) -> (GameRecord, Move) {
    let games = (0..).filter_map(|seed| {
        let mut game = random_game(usize::MAX, seed);
        let won = game.final_position().standings()[0].clan == Clan::Red;
        let last = game.line.turns.pop()?;
        (won == red_wins && game.final_position().to_move() == Some(Clan::Red)).then_some((game, last.mv))
    });
    let (game, mv) = games.into_iter().next().expect("red ends some games");
    (players(game, &ALONE), mv)
}

/// The result of the game once its last move is played.
fn result(game: &GameRecord, mv: Move) -> OwnResult {
    let mut session = Session::resume(game.clone(), None).expect("a game");
    session.play(mv).expect("the last move");
    OwnResult::of(&session, 0).expect("a result")
}

/// Types a move and confirms it.
async fn play(page: &Page, mv: Move) -> Result<()> {
    page.wait_for("[data-do=hint]:enabled").await?;
    page.press("/").await?;
    page.wait_for("#typed-move:focus").await?;
    page.type_text(&mv.to_string()).await?;
    page.press("Enter").await?;
    page.press("Enter").await?;
    page.wait_for("[data-ending]").await
}

async fn finish(page: &Page, id: &str, game: &GameRecord, mv: Move) -> Result<()> {
    save(page, id, game).await?;
    go(page, &format!("#/play/{id}")).await?;
    play(page, mv).await
}

async fn figure(page: &Page, name: &str, expected: &str) -> Result<()> {
    page.wait_until(&format!("document.querySelector('[data-figure={name}] dd')?.textContent === '{expected}'")).await
}

/// The cells of a row of places: games, first, second, third, fourth.
async fn row(page: &Page, name: &str) -> Result<Vec<usize>> {
    page.eval(&format!(
        "[...document.querySelectorAll('[data-row=\"{name}\"] td')].map((cell) => Number(cell.textContent))"
    ))
    .await
}

#[tokio::test]
async fn finished_games_are_counted_once_and_exported_and_deleted() {
    let words = Language::English.record();
    let ((won, winning), (lost, losing)) = (before_the_end(true), before_the_end(false));
    let (victory, defeat) = (result(&won, winning), result(&lost, losing));
    for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
        visit(size.reduced_motion(), async |page| {
            page.wait_for(".new-game").await?;
            page.click(".top-links [data-do=record]").await?;
            page.wait_for_text(".record", words.none).await?;
            finish(page, "won", &won, winning).await?;
            page.click(".ending [data-do=record]").await?;
            figure(page, "games", "1").await?;
            figure(page, "won", "1 · 100%").await?;
            finish(page, "lost", &lost, losing).await?;

            // Seen again, undone and finished again, it is still the same game.
            page.reload().await?;
            page.wait_for("[data-ending]").await?;
            page.click("[data-do=undo]").await?;
            play(page, losing).await?;
            // Several people at one screen, and games from links, do not count.
            finish(page, "hot", &players(won.clone(), &["person"; 4]), winning).await?;
            go(page, &link(&won)).await?;
            page.wait_until("location.hash.startsWith('#/play/link-')").await?;
            play(page, winning).await?;

            go(page, "#/record").await?;
            figure(page, "games", "2").await?;
            figure(page, "won", "1 · 50%").await?;
            figure(page, "streak", "0").await?;
            figure(page, "longest", "1").await?;
            let mut places = vec![2, 0, 0, 0, 0];
            places[victory.place] += 1;
            places[defeat.place] += 1;
            assert_eq!(row(page, "guide").await?, places);
            assert_eq!(row(page, "4").await?, places);
            assert_eq!(page.count("[data-result-of]").await?, 2);
            page.wait_for_text("[data-best]", &words.best_line(victory.masters, victory.lead.unsigned_abs())).await?;
            page.check_accessibility().await?;
            page.click("[data-do=best]").await?;
            page.wait_until("location.hash === '#/play/won'").await?;
            page.wait_for("[data-ending]").await?;

            // A damaged result costs only itself.
            page.eval::<()>("localStorage.setItem('shangrila.result.torn', '1 5 9/4')").await?;
            go(page, "#/record").await?;
            page.wait_for("[data-unreadable='1']").await?;
            figure(page, "games", "2").await?;

            page.eval::<()>(
                "const create = URL.createObjectURL;
                 URL.createObjectURL = (file) => { window.exported = file.text(); return create.call(URL, file); };
                 undefined",
            )
            .await?;
            page.click("[data-do=export-record]").await?;
            page.wait_until("window.exported").await?;
            let table: String = page.eval("window.exported").await?;
            let lines: Vec<&str> = table.lines().collect();
            assert_eq!(lines[0], "date,place,players,masters,lead,opponents,resigned,game");
            let line = |result: &OwnResult, id: &str| {
                let OwnResult { place, players, masters, lead, .. } = result;
                format!(",{place},{players},{masters},{lead},guide guide guide,no,{id}")
            };
            assert_eq!(lines.len(), 3, "{table}");
            assert!(
                lines[1].ends_with(&line(&defeat, "lost")) && lines[2].ends_with(&line(&victory, "won")),
                "{table}"
            );

            page.click("[data-do=delete-record]").await?;
            page.click("[data-do=keep-record]").await?;
            figure(page, "games", "2").await?;
            page.click("[data-do=delete-record]").await?;
            page.click("[data-do=delete-record-yes]").await?;
            page.wait_for_text(".record", words.none).await?;
            page.reload().await?;
            page.wait_for_text(".record", words.none).await?;
            assert!(page.eval::<bool>("localStorage.getItem('shangrila.game.won') !== null").await?);
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn two_tabs_count_both_games_and_resigning_counts() -> Result<()> {
    let browser = Browser::start().await?;
    let settings = Visit::desktop().reduced_motion();
    let first = Page::open(&browser, TestServer::start()?, &settings).await?;
    let (game, mv) = before_the_end(true);
    finish(&first, "first", &game, mv).await?;
    go(&first, "#/record").await?;
    figure(&first, "games", "1").await?;
    let second = first.open_tab(&browser, &settings).await?;
    save(&second, "second", &game).await?;
    go(&second, "#/play/second").await?;
    second.wait_for("[data-do=hint]:enabled").await?;
    crate::screens::open_menu_entry(&second, "resign").await?;
    second.click("[data-do=resign]").await?;
    second.wait_for("[data-ending]").await?;
    // The other tab shows it without being asked.
    figure(&first, "games", "2").await?;
    assert_eq!(row(&first, "4").await?, [2, 1, 0, 0, 1]);
    assert_eq!(first.take_complaints(), Vec::<String>::new());
    browser.close().await;
    Ok(())
}
