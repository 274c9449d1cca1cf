//! Every language on every screen, without a word of another.

use std::collections::BTreeSet;

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::{Language, Words};

use crate::screens::tour;

#[tokio::test]
async fn the_first_visit_uses_the_browsers_language() {
    for (locale, language) in [
        ("de-AT", Language::German),
        ("it", Language::Italian),
        ("nl-BE", Language::Dutch),
        ("fr-CA", Language::French),
        ("sv", Language::English),
    ] {
        visit(Visit::desktop().language(locale), async |page| {
            page.wait_for_text("[data-do=start]", language.words().home.start).await?;
            assert_eq!(page.eval::<String>("document.documentElement.lang").await?, language.code());
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_chosen_language_applies_at_once_and_is_remembered() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        for language in Language::ALL.into_iter().skip(1).chain([Language::English, Language::German]) {
            page.click("[data-do=settings]").await?;
            page.click(&format!("[data-language={language}]")).await?;
            let words = language.words();
            page.wait_for_text(".settings h2", words.app.settings).await?;
            page.press("Escape").await?;
            page.wait_for_text("[data-do=start]", words.home.start).await?;
            assert_eq!(page.eval::<String>("document.documentElement.lang").await?, language.code());
            assert_eq!(page.eval::<String>("document.title").await?, words.screen.title);
        }
        page.reload().await?;
        page.wait_for_text("[data-do=start]", Language::German.words().home.start).await
    })
    .await;
}

#[tokio::test]
async fn no_screen_mixes_languages() {
    for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
        visit(Visit::desktop().language(language.code()).reduced_motion(), async |page| {
            let mut known = 0;
            let (own, foreign) = (key_words(language.words()), foreign_words(language));
            tour(page, async |page, screen| {
                let texts = texts(page).await?;
                let wrong: Vec<&String> = texts.iter().filter(|text| foreign.contains(text.as_str())).collect();
                assert!(wrong.is_empty(), "{screen} in {language}: {wrong:?}");
                known += texts.iter().filter(|text| own.contains(text.as_str())).count();
                Ok(())
            })
            .await?;
            assert!(known > 100, "only {known} texts were recognised");
            Ok(())
        })
        .await;
    }
}

/// All that is written on the screen or read out.
async fn texts(page: &Page) -> Result<BTreeSet<String>> {
    page.eval(
        "(() => {
            const texts = [];
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) texts.push(walker.currentNode.data);
            for (const name of ['aria-label', 'title', 'placeholder', 'label'])
                for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
            return texts.map((text) => text.trim());
        })()",
    )
    .await
}

/// Words of other languages that this one does not have.
fn foreign_words(language: Language) -> BTreeSet<&'static str> {
    let own = key_words(language.words());
    let others = Language::ALL.into_iter().filter(|&other| other != language);
    others.flat_map(|other| key_words(other.words())).filter(|word| !own.contains(word)).collect()
}

/// Texts without values, from everywhere.
fn key_words(words: &'static Words) -> BTreeSet<&'static str> {
    let Words { app, home, table, board, end, games, settings, screen, help, account, security, moderation, .. } =
        words;
    let mut all: Vec<&str> = vec![
        app.home,
        app.back,
        app.close,
        app.menu,
        app.games,
        app.record,
        app.rules,
        app.settings,
        app.not_found,
        app.not_found_help,
        app.bad_link,
        app.bad_link_help,
        home.title_small,
        home.title_large,
        home.tagline,
        home.learn,
        home.new_game,
        home.players,
        home.three,
        home.four,
        home.seats,
        home.who_plays,
        home.person,
        home.computer,
        home.your_name,
        home.clan,
        home.setup,
        home.first_game,
        home.free_setup,
        home.fair_start,
        home.first_game_help,
        home.free_setup_help,
        home.more,
        home.random_seats,
        home.twelve_stones,
        home.up_to_two,
        home.options_help,
        home.start,
        home.resume,
        table.ask_turn,
        table.ask_setup,
        table.panel,
        table.viewing_earlier_turn,
        table.players,
        table.supply,
        table.move_kinds,
        table.place,
        table.recruit,
        table.journey,
        table.wait,
        table.confirm,
        table.back,
        table.send,
        table.hint,
        table.undo,
        table.redo,
        table.review,
        table.typed_move,
        table.reverse_direction,
        table.back_to_supply,
        table.bridge_breaks,
        table.what_happened,
        table.log,
        table.replay_since_my_turn,
        table.first_turn,
        table.previous_turn,
        table.next_turn,
        table.last_turn,
        table.replay,
        table.my_previous_turn,
        table.my_next_turn,
        table.back_to_game,
        table.threats,
        table.threats_help,
        table.nobody_can_travel,
        table.board_in_words,
        table.keys,
        table.key_enter,
        table.share_game,
        table.share_position,
        table.export,
        table.leave,
        board.label,
        board.help,
        end.how_counted,
        end.masters_over_time,
        end.rematch,
        end.review,
        end.new_game,
        games.none,
        games.missing,
        games.missing_help,
        games.import,
        games.choose_file,
        games.paste,
        settings.language,
        settings.theme,
        settings.system_theme,
        settings.light,
        settings.dark,
        settings.motion,
        settings.off,
        settings.fast,
        settings.slow,
        settings.sound,
        settings.confirm,
        screen.title,
        screen.masters,
        help.cursor,
        help.back,
        help.actions,
        help.notation,
        help.undo,
        help.redo,
        help.hint,
        help.history,
        account.sign_in,
        account.sign_up,
        account.sign_out,
        security.forgotten,
        moderation.reports,
        moderation.people,
        moderation.networks,
        moderation.audit,
        moderation.search,
        moderation.find,
        moderation.take,
        moderation.uphold,
        moderation.dismiss,
        moderation.reason,
        moderation.reason_help,
        moderation.duration,
        moderation.for_day,
        moderation.mute,
        moderation.unmute,
        moderation.ban,
        moderation.unban,
        moderation.network_help,
        moderation.close_table,
        moderation.hide_line,
        moderation.remove_line,
        moderation.fair_play,
        moderation.thinking_times,
        moderation.what_is_wrong,
        moderation.report_help,
        moderation.block,
        moderation.block_help,
        moderation.blocked_people,
        moderation.unblock,
        moderation.banned_help,
    ];
    all.extend(words.clans.iter().map(|clan| clan.name));
    all.extend(words.guilds.iter().map(|guild| guild.name));
    all.extend(words.levels.iter().map(|level| level.name));
    all.into_iter().collect()
}
