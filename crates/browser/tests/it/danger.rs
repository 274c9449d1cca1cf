//! What threatens and what can be done: danger, previews, hints and the approaching end, at three sizes.

use std::collections::BTreeSet;

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Bridge, Clan, ClanSet, Move, Position, SpaceSet, Village};
use shangrila_table::danger::{Danger, journeys_that_win, may_end_before_next_turn};

use crate::driver::{Table, Way, go};
use crate::games::{link, players, random_game};
use crate::touch::tap_move;

/// A phone, a tablet and a desktop.
fn sizes() -> [Visit; 3] {
    [Visit::phone(), Visit::tablet(), Visit::desktop()].map(Visit::reduced_motion)
}

/// A game in which red, a person, is to move, and of which something is true.
fn game_in_which(is_true: impl Fn(&Position) -> bool) -> GameRecord {
    let fits = |game: &GameRecord| {
        let position = game.final_position();
        position.to_move() == Some(Clan::Red) && is_true(&position)
    };
    let games = (0..).flat_map(|seed| [40, 60, 80, 100].map(|turns| random_game(turns, seed)));
    let game = games.take(2000).find(fits).expect("some game is like that");
    players(game, &["person", "bot:goatherd", "bot:goatherd", "bot:goatherd"])
}

/// The values of a data attribute of all elements that have it.
async fn data(page: &Page, name: &str) -> Result<BTreeSet<String>> {
    let list = format!("[...document.querySelectorAll('[data-{name}]')].map((one) => one.getAttribute('data-{name}'))");
    page.eval(&list).await
}

async fn choose(page: &Page, table: &Table<'_>, mv: Move) -> Result<()> {
    if page.eval::<bool>("innerWidth < 700").await? {
        tap_move(page, &table.position, mv).await
    } else {
        table.choose(mv, Way::Direct).await
    }
}

/// Whether an element lies completely above the buttons at the foot of the panel.
async fn above_the_fold(page: &Page, selector: &str) -> Result<bool> {
    page.eval(&format!(
        "(() => {{
            const box = document.querySelector('{selector}').getBoundingClientRect();
            return box.height > 0 && box.bottom <= document.querySelector('.foot').getBoundingClientRect().top + 1;
        }})()"
    ))
    .await
}

#[tokio::test]
async fn danger_is_one_tap_away_and_exact() {
    let wins = |position: &Position| -> Vec<String> {
        let journeys = journeys_that_win(position, Clan::Red);
        journeys.iter().map(|(report, _)| Move::Journey { from: report.from, to: report.to }.to_string()).collect()
    };
    let game =
        game_in_which(|position| Danger::of(position, ClanSet::only(Clan::Red)).worst > 1 && wins(position).len() > 1);
    let wins = wins(&game.final_position());
    let danger = Danger::of(&game.final_position(), ClanSet::only(Clan::Red));
    let spaces = |set: SpaceSet| set.into_iter().map(|space| space.to_string()).collect::<BTreeSet<_>>();
    let journey = |from, to| Move::Journey { from, to }.to_string();
    let attacks: BTreeSet<String> =
        danger.attacks.iter().map(|one| format!("{} {}", one.clan.letter(), journey(one.from, one.to))).collect();
    for size in sizes() {
        visit(size.at(&link(&game)), async |page| {
            page.click("[data-do=danger]").await?;
            page.wait_for("[data-could-lose]").await?;
            assert_eq!(page.attribute("[data-could-lose]", "data-could-lose").await?, Some(danger.worst.to_string()));
            assert_eq!(data(page, "attack").await?, attacks);
            assert_eq!(data(page, "risk").await?, spaces(danger.at_risk), "marked on the board");
            // First the journeys against the viewer, then those that win the viewer masters, with their arrows on the board.
            let lists: Vec<(String, Vec<String>)> = page
                .eval(
                    "[...document.querySelectorAll('.threats')].map((list) =>
                        [list.className, [...list.querySelectorAll('[data-journey]')].map((row) => row.dataset.journey)])",
                )
                .await?;
            let against: Vec<String> = danger.attacks.iter().map(|one| journey(one.from, one.to)).collect();
            assert_eq!(lists[0], ("threats against".to_string(), against));
            assert_eq!(lists[1], ("threats wins".to_string(), wins.clone()));
            assert_eq!(data(page, "win").await?, wins.iter().cloned().collect());
            if page.eval::<bool>("innerWidth < 700").await? {
                page.click(".panel .menu-button").await?;
                page.tap("[data-village=a] .village-badge").await?;
                page.click("[data-do=village-danger]").await?;
                page.wait_for("[data-could-lose]").await?;
            }
            Ok(())
        })
        .await;
    }
}

/// The bridges whose stronger side a move changes.
fn flips(position: &Position, mv: Move) -> BTreeSet<String> {
    let mut after = *position;
    after.play(mv).expect("the move is legal");
    let side = |position: &Position, (one, other)| position.strength(one).cmp(&position.strength(other));
    let changes = |bridge: &Bridge| side(position, bridge.ends()) != side(&after, bridge.ends());
    position.bridges().into_iter().filter(changes).map(|bridge| bridge.to_string()).collect()
}

/// What a move does to the strength of the villages it changes, as the panel says it.
fn strengths(position: &Position, mv: Move) -> BTreeSet<String> {
    let mut after = *position;
    after.play(mv).expect("the move is legal");
    let text = |village: Village| {
        let (old, new) = (position.strength(village), after.strength(village));
        let name = village.to_string().to_uppercase();
        (old != new).then(|| format!("{name} {}·{} → {}·{}", old.tiles, old.masters, new.tiles, new.masters))
    };
    Village::ALL.into_iter().filter_map(text).collect()
}

#[tokio::test]
async fn placing_and_recruiting_preview_strengths_and_the_bridges_that_change_sides() {
    let telling = |position: &Position| {
        let find = |is_kind: fn(&Move) -> bool| {
            position.legal_moves().iter().find(|mv| is_kind(mv) && !flips(position, *mv).is_empty())
        };
        let place = find(|mv| matches!(mv, Move::Place { .. }))?;
        let recruit = find(|mv| matches!(mv, Move::Recruit { second: Some(_), .. }))?;
        Some([place, recruit])
    };
    let game = game_in_which(|position| telling(position).is_some());
    let position = game.final_position();
    let moves = telling(&position).expect("the game was chosen for this");
    for size in sizes() {
        visit(size.at(&link(&game)), async |page| {
            let table = Table::at(page, 1).await?;
            for mv in moves {
                choose(page, &table, mv).await?;
                page.wait_for(".proposal .effects").await?;
                let said: BTreeSet<String> = page
                    .eval("[...document.querySelectorAll('[data-strength]')].map((line) => line.textContent)")
                    .await?;
                assert_eq!(said, strengths(&position, mv), "{mv}");
                assert_eq!(data(page, "flip").await?, flips(&position, mv), "{mv}");
                page.wait_for(".badge.changed").await?;
                page.press("Escape").await?;
                page.wait_until_gone("[data-confirm]").await?;
                if page.count("[data-do=whole-board]").await? > 0 {
                    page.click("[data-do=whole-board]").await?;
                    page.wait_until_gone("[data-do=whole-board]").await?;
                }
            }
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_hint_comes_in_three_steps_and_ends_on_the_board_with_its_reasons() {
    let game = game_in_which(|_| true);
    for size in sizes() {
        visit(size.at(&link(&game)), async |page| {
            page.wait_for("[data-do=hint]:enabled").await?;
            let (marks, recap) = (data(page, "mark").await?, page.text(".recap-lines").await?);
            assert!(!marks.is_empty(), "something has happened since: {recap}");
            page.click("[data-do=hint]").await?;
            page.wait_for("[data-do=more-help]").await?;
            page.click("[data-do=close-hint]").await?;
            page.wait_until_gone(".recap.advice").await?;
            assert_eq!((data(page, "mark").await?, page.text(".recap-lines").await?), (marks.clone(), recap.clone()));
            page.click("[data-do=hint]").await?;
            page.wait_for("[data-do=more-help]").await?;
            let place = page.text(".recap-lines").await?;
            assert!(place.contains("Look at "), "{place}");
            assert_eq!(page.count(".space.advised, .overlay .ribbon").await?, 0, "not yet: {place}");
            let marked = "[...document.querySelectorAll('.village.origin .glow')].every((glow) =>
                !getComputedStyle(glow).stroke.endsWith(', 0)'))";
            assert!(
                page.count(".village.origin").await? > 0 && page.eval::<bool>(marked).await?,
                "on the map: {place}"
            );
            page.click("[data-do=more-help]").await?;
            let coach = &Language::English.words().coach;
            let kinds = [coach.kind_place, coach.kind_recruit, coach.kind_journey];
            let kind = page.text(".recap-lines").await?;
            assert!(kinds.iter().any(|text| kind.contains(text)), "{kind}");
            page.click("[data-do=more-help]").await?;
            page.wait_for("[data-do=play-hint]").await?;
            assert!(above_the_fold(page, ".recap").await?);
            let text = page.text(".recap-lines").await?;
            assert!(text.contains("Win chance: "), "{text}");
            assert_eq!(page.count(".space.advised, .overlay .ribbon").await?.min(1), 1, "on the board: {text}");
            page.click("[data-do=play-hint]").await?;
            page.wait_for("[data-confirm]").await?;
            page.press("Escape").await?;
            page.wait_until_gone("[data-confirm]").await?;
            page.wait_for(".recap.advice").await?;
            page.press("Escape").await?;
            page.wait_until_gone(".recap.advice").await?;
            assert_eq!((data(page, "mark").await?, page.text(".recap-lines").await?), (marks, recap));
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn the_approaching_end_is_announced_exactly_when_it_is_possible() {
    for near in [true, false] {
        let game = game_in_which(|position| may_end_before_next_turn(position, ClanSet::only(Clan::Red)) == near);
        for size in sizes() {
            visit(size.at(&link(&game)), async |page| {
                page.wait_for("[data-bridges]").await?;
                assert_eq!(page.count("[data-may-end]").await?, usize::from(near));
                Ok(())
            })
            .await;
        }
    }
}

#[tokio::test]
async fn the_log_is_within_reach_and_follows_the_review() {
    for size in sizes() {
        visit(size.at(&link(&game_in_which(|_| true))), async |page| {
            page.wait_for("[data-village]").await?;
            let visible = "(() => {
                const area = document.querySelector('.turn-face').getBoundingClientRect();
                const top = Math.max(area.top, document.querySelector('.log h2').getBoundingClientRect().bottom);
                return [...document.querySelectorAll('.log li')].filter((line) => {
                    const box = line.getBoundingClientRect();
                    return box.height > 0 && box.top >= top - 1 && box.bottom <= area.bottom + 1;
                }).length;
            })()";
            let wide = page.eval::<bool>("innerWidth > 1000").await?;
            // On small screens after one swipe over the panel, which goes back to its top when the table has been opened.
            let swipe =
                "document.querySelector('.turn-face').scrollTo(0, document.querySelector('.turn-face').clientHeight)";
            let (swipe, least) = if wide { ("void 0", 5) } else { (swipe, 3) };
            page.wait_until(&format!("(() => {{ {swipe}; return {visible} >= {least}; }})()")).await?;
            page.click("[data-do=history]").await?;
            page.click("[data-do=first]").await?;
            page.click("[data-do=next]").await?;
            page.wait_for(".log .current").await?;
            page.wait_for_text(".recap", "Ro-Tarya").await?;
            // The log follows, and the current line is at most one swipe away.
            page.wait_until(
                "(() => {
                    const panel = document.querySelector('.turn-face');
                    panel.scrollTo(0, panel.clientHeight);
                    const [line, ...areas] = ['.log .current', '.log', '.turn-face']
                        .map((one) => document.querySelector(one).getBoundingClientRect());
                    return areas.every((area) => line.top >= area.top - 1 && line.bottom <= area.bottom + 1);
                })()",
            )
            .await
        })
        .await;
    }
}

#[tokio::test]
async fn the_pace_of_computer_players_is_a_setting_of_its_own() {
    for size in sizes() {
        visit(size, async |page| {
            page.click("[data-do=settings]").await?;
            page.click("[data-pace=instant]").await?;
            page.wait_for("[data-pace=instant][aria-pressed=true]").await?;
            page.reload().await?;
            let saved: String = page.eval("localStorage.getItem('shangrila.preferences')").await?;
            assert!(saved.contains("pace=instant") && !saved.contains("motion="), "{saved}");
            Ok(())
        })
        .await;
    }
}

/// Notes when the page says that somebody passes, and when the pass is played.
const WATCH_PASS: &str = "void (window.pass = new Promise((done) => {
    let [shown, position] = [];
    const look = () => {
        const table = document.querySelector('main.table');
        const said = document.querySelector('.what-now .request')?.innerText ?? '';
        if (shown === undefined && said.includes('no legal move')) {
            [shown, position] = [performance.now(), table.dataset.position];
        } else if (shown !== undefined && table.dataset.position !== position) {
            return done(performance.now() - shown);
        }
        requestAnimationFrame(look);
    };
    look();
}))";

#[tokio::test]
async fn a_forced_pass_says_why_and_stays_readable_even_at_the_quickest_pace() {
    // A move of red after which somebody else has to pass.
    let passed_after = |position: &Position| {
        let has_to_pass = |mv: &Move| {
            let after = position.after(*mv);
            after.to_move().is_some_and(|clan| clan != Clan::Red) && after.choices().must_pass()
        };
        position.legal_moves().iter().find(has_to_pass)
    };
    let is_reds = |game: &GameRecord| game.final_position().to_move() == Some(Clan::Red);
    let games = (0..).flat_map(|seed| (80..130).map(move |turns| random_game(turns, seed))).take(20_000);
    let found = games.filter(is_reds).find_map(|game| passed_after(&game.final_position()).map(|mv| (game, mv)));
    let (game, mv) = found.expect("some game has a forced pass");
    let clan = game.final_position().after(mv).to_move().expect("somebody passes");
    let game = players(game, &["person", "bot:goatherd", "bot:goatherd", "bot:goatherd"]);
    for size in sizes() {
        visit(size, async |page| {
            page.eval::<()>("localStorage.setItem('shangrila.preferences', 'language=en;motion=off;pace=instant')")
                .await?;
            page.reload().await?;
            go(page, &link(&game)).await?;
            page.wait_for("[data-do=hint]:enabled").await?;
            page.press("/").await?;
            page.wait_for("#typed-move:focus").await?;
            page.type_text(&mv.to_string()).await?;
            page.press("Enter").await?;
            page.wait_for("[data-confirm]").await?;
            page.eval::<()>(WATCH_PASS).await?;
            page.click("[data-confirm]").await?;
            let readable: f64 = page.eval("window.pass").await?;
            assert!(readable > 600.0, "{readable} ms");
            page.wait_for_text(&format!("[data-recap^={}]", clan.letter()), "no legal move").await
        })
        .await;
    }
}

#[tokio::test]
async fn teaching_mode_warns_of_a_blunder_shows_what_follows_and_offers_another_try() {
    // Red can end the game as the winner with a>d; after a>b blue wins.
    let position = "RRr4!y6!7!bb5!7!7!7!7!7!7!bbbb3!7!7_000003_rby_r_90_0";
    for size in [Visit::phone(), Visit::desktop()].map(Visit::reduced_motion) {
        visit(size, async |page| {
            page.click("[data-do=settings]").await?;
            page.click("[data-option=teaching]").await?;
            page.press("Escape").await?;
            go(page, &format!("#/position/{position}")).await?;
            let try_move = async |mv: &str| -> Result<()> {
                page.press("/").await?;
                page.wait_for("#typed-move:focus").await?;
                page.type_text(mv).await?;
                page.press("Enter").await?;
                page.wait_for("[data-confirm]").await?;
                page.click("[data-confirm]").await
            };
            page.wait_for("[data-do=hint]:enabled").await?;
            try_move("a>b").await?;
            page.wait_for("[data-do=play-anyway]").await?;
            let text = page.text(".recap-lines").await?;
            assert!(text.contains("100 points of win chance: 0% instead of 100%"), "{text}");
            // It can be read: nothing else takes its place, even at the first start.
            assert!(above_the_fold(page, ".recap-lines li").await?, "the warning is out of sight");
            assert!(above_the_fold(page, ".warning-buttons").await?, "the answers are out of sight");
            let hit: bool = page
                .eval(
                    "(() => {
                        const box = document.querySelector('.recap-lines li').getBoundingClientRect();
                        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height, 20) / 2);
                        return !!hit?.closest('.recap-lines li');
                    })()",
                )
                .await?;
            assert!(hit, "the warning is covered");
            page.wait_for("[data-mark='1 a>b']").await?;
            page.click("[data-do=other-move]").await?;
            page.wait_until_gone("[data-do=play-anyway]").await?;
            try_move("a>d").await?;
            page.wait_for("[data-result]").await?;

            // Blue’s Astrologer in D made this a position of a rated game that is still being played, in which nobody is warned.
            let before = position.replace("bb5!", "b6!").replace("_r_90_0", "_b_89_0");
            let note = format!("localStorage.setItem('shangrila.rated.t1', '1.rby.{before}..Ad.')");
            page.eval::<()>(&format!("void {note}")).await?;
            go(page, &format!("#/position/{}", position.replace("_90_0", "_93_0"))).await?;
            page.wait_for("[data-do=hint]:enabled").await?;
            try_move("a>b").await?;
            page.wait_for("[data-result]").await
        })
        .await;
    }
}
