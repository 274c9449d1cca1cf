//! The analysis board: from a game, a link or a pasted text, with a live engine, variations, an editor, and the way back into a game.

use std::fmt::Display;
use std::str::FromStr;

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_rules::record::{GameRecord, Mark};
use shangrila_rules::{Move, Position};
use shangrila_table::VariationTree;
use shangrila_table::link::{pack, position_field};
use shangrila_table::setup_explorer::SetupExplorer;

use crate::driver::go;
use crate::games::{finished_game, link, middle_game};

fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T> {
    text.parse().map_err(|error| format!("{text:?}: {error}"))
}

/// The position on the analysis board.
async fn position(page: &Page) -> Result<Position> {
    parse(&page.attribute("main.table", "data-position").await?.unwrap_or_default())
}

/// The engine's first move of a line about the position on the board.
async fn line(page: &Page, number: usize) -> Result<Move> {
    let selector = format!("[data-line='{number}'][data-move]");
    page.wait_for(&selector).await?;
    parse(&page.attribute(&selector, "data-move").await?.unwrap_or_default())
}

/// The tree that the browser keeps.
async fn kept(page: &Page) -> Result<VariationTree> {
    let text: String = page
        .eval("(() => { const id = location.hash.split('/').pop(); return localStorage.getItem('shangrila.analysis.' + id); })()")
        .await?;
    let record: GameRecord = parse(text.split_once('\n').map_or("", |(_, record)| record))?;
    Ok(VariationTree::from_record(record))
}

/// The engine says what is possible, and draws it on the map.
async fn check_lines(page: &Page) -> Result<()> {
    let at = position(page).await?;
    // While the engine thinks, another move may become the best at any time, in the list and on the map alike.
    page.wait_until(
        "(() => {
            const best = document.querySelector(\"[data-line='1'][data-move]\")?.dataset.move;
            return document.querySelector(`[data-candidate='1 ${best}']`)?.checkVisibility();
        })()",
    )
    .await?;
    let best = line(page, 1).await?;
    assert!(at.is_legal(best), "{best} in {at}");
    let wins: Vec<f64> =
        page.eval("[...document.querySelectorAll('.chance')].map((row) => Number(row.dataset.win))").await?;
    assert_eq!(wins.len(), at.seats().count());
    assert!((wins.iter().sum::<f64>() - 1.0).abs() < 0.01, "{wins:?}");
    // The best line says what it means for every clan, not only for the one that plays it.
    let of_line: Vec<f64> = page
        .eval("[...document.querySelectorAll(\"[data-line='1'] .line-clan\")].map((clan) => Number(clan.dataset.win))")
        .await?;
    assert_eq!(of_line.len(), wins.len());
    assert!((of_line.iter().sum::<f64>() - 1.0).abs() < 0.01, "{of_line:?}");
    Ok(())
}

#[tokio::test]
async fn moves_become_variations_that_are_annotated_kept_and_played_on() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        // From the start of a first game, by link.
        go(page, "#/analysis/1.rbvy.f...").await?;
        check_lines(page).await?;
        assert!(page.eval::<String>("location.hash").await?.starts_with("#/analysis/saved/link-"));
        let start = position(page).await?;
        let second = line(page, 2).await?;
        // Read and clicked at once: a moment later another move may be the best.
        let best: String = page
            .eval(
                "(() => {
                    const line = document.querySelector(\"[data-line='1'][data-move]\");
                    const { move } = line.dataset;
                    line.querySelector('.line-move').click();
                    return move;
                })()",
            )
            .await?;
        let best: Move = parse(&best)?;
        page.wait_until(&format!("document.querySelector('main').dataset.position !== '{start}'")).await?;
        let mut expected = start;
        expected.play(best).map_err(|error| error.to_string())?;
        assert_eq!(position(page).await?, expected);
        check_lines(page).await?;
        // Another first move, on the board: a variation.
        page.press("ArrowLeft").await?;
        page.wait_until(&format!("document.querySelector('main').dataset.position === '{start}'")).await?;
        line(page, 1).await?;
        let moves = start.legal_moves();
        let place = moves
            .iter()
            .find(|mv| matches!(mv, Move::Place { .. }) && *mv != best && *mv != second)
            .expect("a first move");
        page.click(&format!("[data-space='{place}']")).await?;
        page.wait_for("[data-depth='1'] .current").await?;
        assert_eq!(page.text("[data-depth='1'] .current").await?, place.to_string());
        for (selector, text) in [("#move-comment", "Too slow? {no}"), ("#variation-name", "My way")] {
            page.click(selector).await?;
            page.type_text(text).await?;
        }
        page.click("[data-mark='!?']").await?;
        page.wait_for_text(".variation-name", "My way").await?;
        page.reload().await?;
        page.wait_for_text("[data-depth='1'] .current", &format!("{place}!?")).await?;
        let tree = kept(page).await?;
        let node = tree.at(&[1]).expect("the variation is kept");
        assert_eq!(
            (tree.node(node).mark, tree.comment(node), tree.name(node)),
            (Some(Mark::Interesting), "Too slow? {no}".into(), "My way")
        );
        // A line of the engine joins the tree; deleting and undoing leaves no trace.
        line(page, 1).await?;
        page.click("[data-line='1'] .line-add").await?;
        page.wait_until("document.querySelectorAll('.move').length > 2").await?;
        let count = page.count(".move").await?;
        page.click("[data-do=remove]").await?;
        page.wait_for("[data-do=restore]").await?;
        assert_eq!(page.count(".move").await?, 1);
        page.click("[data-do=restore]").await?;
        page.wait_until(&format!("document.querySelectorAll('.move').length === {count}")).await?;
        page.click("[data-do=make-main]").await?;
        page.wait_until_gone("[data-do=make-main]").await?;
        assert_eq!(kept(page).await?.record().moves().next(), Some(place));
        // Without the engine the map is bare.
        page.click("[data-option=engine]").await?;
        page.wait_until_gone("[data-candidate]").await?;
        page.click("[data-option=engine]").await?;
        // Play on against a level, from this very position.
        let here = position(page).await?;
        page.click("[data-do=play-here]").await?;
        page.wait_for("[data-do=start-here]").await?;
        page.click("[data-do=start-here]").await?;
        page.wait_until("location.hash.startsWith('#/play/')").await?;
        page.wait_for("main.table:not(.analysis)").await?;
        assert_eq!(position(page).await?, here);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn games_pasted_positions_and_the_editor_lead_to_the_board_except_from_a_running_rated_game() {
    visit(Visit::phone().reduced_motion(), async |page| {
        let finished = finished_game();
        go(page, &link(&finished)).await?;
        page.wait_for("[data-result]").await?;
        page.click("[data-do=analyse]").await?;
        page.wait_for("main.analysis").await?;
        assert_eq!(position(page).await?, finished.final_position());
        assert_eq!(page.count(".move").await?, finished.moves().len());
        // Back through the game: the engine follows.
        page.click("[data-do=previous]").await?;
        page.wait_until(&format!("document.querySelector('main').dataset.position !== '{}'", finished.final_position())).await?;
        check_lines(page).await?;
        page.wait_for("[data-settled=true]").await?;
        page.wait_for(".proved").await?;
        // A village from near, and back.
        page.tap("[data-village=d] .village-badge").await?;
        page.wait_for("[data-do=whole-board]").await?;
        page.click("[data-do=whole-board]").await?;
        page.wait_for("[data-line='1']").await?;

        // Nonsense is refused with a reason, a position is opened.
        go(page, "#/analysis").await?;
        page.wait_for("#pasted-analysis").await?;
        page.click("#pasted-analysis").await?;
        page.type_text("hello").await?;
        page.click("[data-do=open]").await?;
        page.wait_for_text(".notice", "This can’t be opened: the position can’t be read from character 1 on.").await?;
        // So is a link to what this browser has not saved; what it has opens.
        page.eval::<()>("void (document.querySelector('#pasted-analysis').value = '#/play/nowhere')").await?;
        page.click("[data-do=open]").await?;
        page.wait_for_text(".notice", "This can’t be opened: what the link leads to isn’t saved in this browser.").await?;
        page.eval::<()>(
            "void (document.querySelector('#pasted-analysis').value = '#/report/' + \
             Object.keys(localStorage).find((key) => key.startsWith('shangrila.game.')).slice('shangrila.game.'.length))",
        )
        .await?;
        page.click("[data-do=open]").await?;
        page.wait_for("main.analysis").await?;
        assert_eq!(position(page).await?, finished.final_position());
        go(page, "#/analysis").await?;
        page.wait_for("#pasted-analysis").await?;
        let middle = middle_game();
        let at = middle.final_position();
        page.eval::<()>(&format!("void (document.querySelector('#pasted-analysis').value = '{at}')")).await?;
        page.click("[data-do=open]").await?;
        page.wait_for("main.analysis").await?;
        assert_eq!(position(page).await?, at);
        check_lines(page).await?;

        // The editor says why a position is impossible.
        go(page, &format!("#/analysis/editor/{}", position_field(&at))).await?;
        page.wait_for("[data-possible]").await?;
        page.eval::<()>(
            "void (() => { const turn = document.querySelector('[data-option=turn]'); turn.value = ''; turn.dispatchEvent(new Event('change')); })()",
        )
        .await?;
        page.wait_for_text("[data-problem='R7.1']", "Rule R7.1: Nobody is to move, but the game isn’t over.").await?;
        assert_eq!(page.count("[data-do=analyse]:disabled").await?, 1);
        page.click("[data-do=empty]").await?;
        page.wait_until("document.querySelector('main').dataset.position.startsWith('7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff')").await?;
        // No game can come by, but the engine has nothing against it.
        page.eval::<()>(
            "void (() => { const turn = document.querySelector('[data-option=turn]'); turn.value = 'r'; turn.dispatchEvent(new Event('change')); })()",
        )
        .await?;
        page.wait_for("[data-problem='R5.5']").await?;
        page.wait_for("[data-do=analyse]:enabled").await?;
        // In the set-up every tile is a turn.
        page.click("[data-phase=setup]").await?;
        page.wait_for("[data-possible]").await?;
        page.click("[data-tool=r]").await?;
        page.tap("[data-space='R@d']").await?;
        page.wait_until("document.querySelector('main').dataset.position.endsWith(' rbvy r 1 0')").await?;
        page.wait_for("[data-possible]").await?;
        page.click("[data-tool=erase]").await?;
        page.tap("[data-space='R@d']").await?;
        page.click("[data-tool=b]").await?;
        for village in ['r', 'R', '7'] {
            page.tap("[data-space='R@d']").await?;
            let expected = match village { 'r' => "7/7/7/b6/", 'R' => "7/7/7/B6/", _ => "7/7/7/7/" };
            page.wait_until(&format!("document.querySelector('main').dataset.position.startsWith('{expected}')")).await?;
        }
        page.tap("[data-bridge=fi] .crossing-hit").await?;
        page.wait_until("!document.querySelector('main').dataset.position.includes('7fffff')").await?;

        // A position of a running rated game is refused; positions of other games are analysed.
        let note = format!("localStorage.setItem('shangrila.rated.t1', '{}')", pack(&middle));
        page.eval::<()>(&format!("void {note}")).await?;
        go(page, &link(&middle).replace("#/game/", "#/analysis/")).await?;
        page.wait_for("main[data-refused=rated] a[href='#/table/t1']").await?;
        go(page, &format!("#/analysis/{}", position_field(&at))).await?;
        page.wait_for("main[data-refused=rated]").await?;
        go(page, "#/analysis/1.rbvy.f...").await?;
        check_lines(page).await?;

        // Every claim of the strategy page has a position to open.
        go(page, "#/strategy").await?;
        page.wait_for("[data-claim]").await?;
        assert_eq!(page.count("[data-claim]").await?, page.count("[data-claim] [data-do=open-position]").await?);
        page.click("[data-do=open-position]").await?;
        page.wait_for("main.analysis").await?;
        assert!(position(page).await?.in_opening());
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_set_up_explorer_shows_what_was_placed_and_how_it_fared() {
    for settings in [Visit::phone(), Visit::desktop()] {
        visit(settings.reduced_motion(), async |page| {
            go(page, "#/analysis/1.rbvy.e...").await?;
            page.wait_for(".setup-explorer [data-village]").await?;
            let start = position(page).await?;
            let turn = SetupExplorer::stored().at(&start).ok_or("nothing is known about the first master")?;
            assert!(turn.all.games > 1000, "{turn:?}");
            assert_eq!(page.count("[data-setup]").await?, turn.villages.len());
            for (village, results) in &turn.villages {
                let won = format!("{:.0}%", results.win_share() * 100.0);
                let plate = page.text(&format!("[data-setup={village}] text")).await?;
                assert!(plate.starts_with(&won), "{village}: {plate} instead of {won}");
                let row = format!(".setup-explorer [data-village={village}]");
                assert_eq!(page.attribute(&row, "data-games").await?, Some(results.games.to_string()));
            }
            let fits: bool = page.eval("document.querySelector('.setup-explorer').scrollWidth <= innerWidth").await?;
            assert!(fits, "the table is wider than the window");
            // The next seat has figures of its own; another switch takes them away, for good.
            let best = line(page, 1).await?;
            page.click("[data-line='1'] .line-move").await?;
            let mut next = start;
            next.play(best).map_err(|error| error.to_string())?;
            page.wait_until(&format!("document.querySelector('main').dataset.position === '{next}'")).await?;
            let turn = SetupExplorer::stored().at(&next).ok_or("nothing is known about the second master")?;
            let (village, results) = turn.villages[0];
            let row = format!(".setup-explorer [data-village={village}][data-games='{}']", results.games);
            page.wait_for(&row).await?;
            page.click("[data-option=setup-explorer]").await?;
            page.wait_until_gone("[data-setup]").await?;
            page.reload().await?;
            page.wait_for("[data-option=setup-explorer]:not(:checked)").await?;
            assert_eq!(page.count("[data-setup]").await?, 0);
            // After the set-up there is nothing to explore.
            go(page, "#/analysis/1.rbvy.f...").await?;
            page.wait_for("[data-line='1'][data-move]").await?;
            assert_eq!(page.count("[data-option=setup-explorer]").await?, 0);
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn the_list_of_moves_follows_a_long_game_and_covers_nothing_on_any_screen() {
    let address = link(&finished_game()).replace("#/game/", "#/analysis/");
    for size in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
        visit(size.reduced_motion().at(&address), async |page| {
            for (button, end) in [("last", "the end"), ("first", "the start"), ("last", "the end again")] {
                page.click(&format!("[data-do={button}]")).await?;
                let placed = "(() => {
                    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
                    const [list, move, below] = ['.moves', '.moves .current', '.annotation'].map(box);
                    return move && list.top <= move.top + 1 && move.bottom <= list.bottom + 1 && list.bottom <= below.top + 1;
                })()";
                page.wait_until(placed).await.map_err(|error| format!("{end}: {error}"))?;
            }
            Ok(())
        })
        .await;
    }
}
