//! The end of a game: who won and why, the decisive journeys, the graph, and what the list of saved games says about it.

use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Clan, ClanSet, Position};
use shangrila_table::{Ending, Session};

use crate::driver::go;
use crate::games::{finished_game, link, players, random_game};

/// A finished game of one person against guides.
fn against_guides() -> GameRecord {
    players(finished_game(), &["person", "bot:guide", "bot:guide", "bot:guide"])
}

/// On a phone, a tablet and a desktop.
fn sizes() -> [Visit; 3] {
    [Visit::phone(), Visit::tablet(), Visit::desktop()].map(Visit::reduced_motion)
}

/// Saves a game as if it had been played in this browser.
pub(crate) async fn save(page: &Page, id: &str, record: &GameRecord) -> Result<()> {
    let key = json!(format!("shangrila.game.{id}"));
    page.eval(&format!("localStorage.setItem({key}, {})", json!(format!("changed 5\n{record}")))).await
}

#[tokio::test]
async fn the_end_says_who_won_and_why_and_shows_the_decisive_journeys() {
    let words = Language::English.words();
    let session = Session::resume(against_guides(), None).unwrap();
    let you = session.you().unwrap();
    let ending = Ending::of(&session, Some(you));
    let place = ending.place_of(you).unwrap();
    let title = [words.end.you_won, words.end.second, words.end.third, words.end.fourth][place - 1];
    for size in sizes() {
        visit(size.clone(), async |page| {
            save(page, "own", &against_guides()).await?;
            go(page, "#/play/own").await?;
            page.wait_for_text("[data-ending]", title).await?;
            assert_eq!(page.count(".standings li").await?, 4);
            assert_eq!(page.count(".standings .yours").await?, 1);
            for screen in [Visit::sideways(), Visit::short_phone(), Visit::tablet(), size.clone()] {
                page.set_screen(&screen).await?;
                let (last, buttons): (f64, f64) = page
                    .eval("[document.querySelector('.standings li:last-child').getBoundingClientRect().bottom, document.querySelector('.end-buttons').getBoundingClientRect().top]")
                    .await?;
                assert!(last <= buttons, "{screen:?}: the last player ends at {last}, behind the buttons at {buttons}");
            }
            let why = page.text("[data-why]").await?;
            let second = session.who(words, ending.standings[1].clan).to_string();
            assert!(why.contains(&words.end.ahead(ending.margin, second)), "{why}");
            let since = ending.led_since.map(|turn| words.end.led_since(turn.number()));
            assert!(since.is_none_or(|since| why.contains(&since)), "{why}");

            // Rematch comes first, and needs no scrolling.
            let (first, bottom, window): (String, f64, f64) = page
                .eval("(() => { const first = document.querySelector('.end-buttons .button'); return [first.dataset.do, first.getBoundingClientRect().bottom, innerHeight]; })()")
                .await?;
            assert_eq!(first, "rematch");
            assert!(bottom <= window, "{bottom} in {window}");

            let listed: Vec<usize> = page
                .eval("[...document.querySelectorAll('[data-decisive]')].map((line) => Number(line.dataset.decisive))")
                .await?;
            assert_eq!(listed, ending.decisive.iter().map(|decisive| decisive.index).collect::<Vec<_>>());
            let decisive = &ending.decisive[0];
            let text = decisive.journey.words(words, ClanSet::only(you), &|clan| session.who(words, clan));
            let button = format!("[data-decisive=\"{}\"]", decisive.index);
            page.wait_for_text(&button, &text).await?;
            page.click(&button).await?;
            page.wait_for(&format!(".history input[aria-label^=\"Turn {} of\"]", decisive.index + 2)).await?;
            page.click("[data-do=present]").await?;
            page.wait_for("[data-ending]").await
        })
        .await;
    }
}

#[tokio::test]
async fn the_graph_can_be_read_turn_by_turn_and_opens_a_turn() {
    let session = Session::resume(against_guides(), None).unwrap();
    let scores = |position: &Position| -> Vec<usize> {
        position.seats().iter().map(|clan| position.score(clan).masters).collect()
    };
    for size in sizes() {
        visit(size, async |page| {
            save(page, "own", &against_guides()).await?;
            go(page, "#/play/own").await?;
            page.wait_for(".graph").await?;
            // Both axes and the ends of the lines are labelled.
            assert!(page.count(".graph .tick").await? > 5);
            assert_eq!(page.count(".graph .end-label").await?, 4);
            assert_eq!(page.count(".graph .graph-mark").await?, Ending::of(&session, session.you()).decisive.len());
            page.eval::<()>("document.querySelector('.graph-slider').focus()").await?;
            page.press("Home").await?;
            for turns in 0..3 {
                page.wait_for(&format!("[data-turns=\"{turns}\"]")).await?;
                let shown: Vec<usize> = page
                    .eval(
                        "[...document.querySelectorAll('.graph-readout b')].map((score) => Number(score.textContent))",
                    )
                    .await?;
                assert_eq!(shown, scores(session.position_after(turns)));
                page.press("ArrowRight").await?;
            }
            page.click("[data-do=show-turn]").await?;
            page.wait_for(".history input[aria-label^=\"Turn 4 of\"]").await
        })
        .await;
    }
}

#[tokio::test]
async fn a_link_to_an_unfinished_game_calls_nobody_you() {
    // What is in sight in the panel and above the board, without tips, which are for whoever plays on.
    const SAID: &str = "(() => {
        const said = (selector) => document.querySelector(selector)?.innerText ?? '';
        return (said('.panel').replace(said('.tip'), '') + ' ' + said('.meters')).toLowerCase();
    })()";
    let game = players(random_game(100, 2), &["person", "bot:guide", "bot:guide", "bot:guide"]);
    for size in sizes() {
        visit(size.at(&link(&game)), async |page| {
            page.wait_for("[data-recap]").await?;
            let said: String = page.eval(SAID).await?;
            assert!(said.contains("latest moves") && !said.contains("you"), "{said}");
            page.click("[data-do=danger]").await?;
            page.wait_for("[data-could-lose]").await?;
            let said: String = page.eval(SAID).await?;
            assert!(said.contains("against ro-tarya") && !said.contains("you"), "{said}");
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_shared_link_never_calls_the_sender_you() {
    let clan = Language::English.words().clans[Clan::Red as usize].name;
    for size in sizes() {
        visit(size.at(&link(&against_guides())), async |page| {
            page.wait_for("[data-ending]").await?;
            // The name of the clan stands for the sender.
            let names = page.text(".standings").await?;
            assert!(names.contains(clan), "{names}");
            let panel = page.text(".panel").await?;
            assert!(!panel.contains("You"), "{panel}");
            go(page, "#/games").await?;
            page.wait_for(".saved-players").await?;
            let list = page.text(".saved-games").await?;
            assert!(list.contains(clan) && !list.contains("You"), "{list}");
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn saved_games_show_a_picture_the_result_and_the_levels() {
    let words = Language::English.words();
    let record = against_guides();
    let end = record.final_position();
    let session = Session::resume(record.clone(), None).unwrap();
    let place = Ending::of(&session, session.you()).place_of(Clan::Red).unwrap();
    let title = [words.end.you_won, words.end.second, words.end.third, words.end.fourth][place - 1];
    for size in sizes() {
        visit(size, async |page| {
            save(page, "own", &record).await?;
            go(page, "#/games").await?;
            page.wait_for_text("[data-state]", title).await?;
            // One plaza for each village and one circle for each master.
            let masters: usize = end.seats().iter().map(|clan| end.score(clan).masters).sum();
            assert_eq!(page.count(".thumbnail .thumb-village").await?, 13);
            assert_eq!(page.count(".thumbnail circle").await?, masters);
            for clan in end.seats().iter() {
                let line = page.text(&format!("[data-player={}]", clan.letter())).await?;
                let level = if clan == Clan::Red { "You" } else { words.levels[2].name };
                assert!(line.contains(level) && line.contains(&end.score(clan).masters.to_string()), "{line}");
            }
            let (right, window): (f64, f64) = page
                .eval("[document.querySelector('[data-do=delete]').getBoundingClientRect().right, innerWidth]")
                .await?;
            assert!(right <= window, "{right} in {window}");
            Ok(())
        })
        .await;
    }
}
