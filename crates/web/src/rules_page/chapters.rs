//! The chapters in order, and those that are not about a turn.

use leptos::prelude::*;
use shangrila_i18n::{PairRulesWords, Words};
use shangrila_rules::map::villages_in_play;
use shangrila_rules::{Clan, GameOptions, Guild, OpeningLimits, Position, Seats, Strength, Village};
use shangrila_scene as scene;
use shangrila_table::wording;

use super::anchors::{self, anchors, paragraph};
use super::picture::{self, Part};
use super::turn;
use crate::pictures::{clan_class, emblem_picture, glyph_picture, tile_picture};

/// The texts of the page in one language.
#[derive(Clone, Copy)]
pub(super) struct Texts {
    pub(super) words: &'static Words,
    pub(super) pairs: &'static PairRulesWords,
}

/// Looks up the title of a chapter.
pub(super) type Title = fn(Texts) -> &'static str;
/// Builds the content of a chapter.
pub(super) type Body = fn(Texts) -> AnyView;

/// Every chapter: its id on the page, its title, its content.
pub(super) const CHAPTERS: [(&str, Title, Body); 13] = [
    ("rules-idea", |texts| texts.words.rules.idea_title, |texts| idea(texts.words)),
    ("rules-board", |texts| texts.words.rules.board_title, |texts| board(texts.words)),
    ("rules-tiles", |texts| texts.words.rules.tiles_title, |texts| tiles(texts.words)),
    ("rules-setup", |texts| texts.words.rules.setup_title, |texts| setup(texts.words)),
    ("rules-turn", |texts| texts.words.rules.turn_title, |texts| turn::turn(texts.words)),
    ("rules-strength", |texts| texts.words.rules.strength_title, |texts| turn::strength(texts.words)),
    ("rules-fates", |texts| texts.words.rules.fates_title, |texts| turn::fates(texts.words)),
    ("rules-bridges", |texts| texts.words.rules.bridges_title, |texts| turn::bridges(texts.words)),
    ("rules-end", |texts| texts.words.rules.end_title, |texts| end(texts.words)),
    ("rules-three", |texts| texts.words.rules.three_title, |texts| three(texts.words)),
    ("rules-pairs", |texts| texts.pairs.title, |texts| pairs(texts.pairs)),
    ("rules-options", |texts| texts.words.rules.options_title, |texts| options(texts.words)),
    ("rules-questions", |texts| texts.words.rules.questions_title, |texts| questions(texts.words)),
];

/// The part of the home screen's picture that shows the bridge.
const HOME_BRIDGE: &str = "330 400 780 330";

/// The end of a game in which red and blue have the same number of masters, but red's are in more villages.
const TIE: &str = "yrrryrr/ryr1r2/yb1ybyb/2y1y2/2r2rv/1ryr1y1/by2bbb/bbbv1b1/bb1rrr1/1r5/v1bvbyv/v4v1/vbvrbvv \
                   400000 rbvy - 120 0";

fn idea(words: &'static Words) -> AnyView {
    view! {
        <p class="lead">{words.rules.idea}</p>
        <svg class="board-part" viewBox=HOME_BRIDGE aria-hidden="true" inner_html=scene::home_scene()></svg>
        <p>{words.rules.no_luck}</p>
    }
    .into_any()
}

fn board(words: &'static Words) -> AnyView {
    let first_game = Position::first_game(Seats::FOUR, GameOptions::default());
    let guild = |guild: Guild| view! { <li>{glyph_picture(guild)} <span>{wording::guild(words, guild)}</span></li> };
    let clan = |clan: Clan| {
        let clan_words = &words.clans[clan as usize];
        view! {
            <li class=clan_class(clan)>
                {emblem_picture(clan)} <span><b>{clan_words.name}</b> <small>{clan_words.colour}</small></span>
            </li>
        }
    };
    view! {
        {paragraph(anchors::BOARD, words.rules.board)}
        {still(words, &first_game, Part::whole(), &Village::ALL)}
        <h3>{words.rules.guilds}</h3>
        <ul class="guilds">{Guild::ALL.map(guild).collect_view()}</ul>
        <h3>{words.rules.clans}</h3>
        <ul class="clans">{Clan::ALL.map(clan).collect_view()}</ul>
        {paragraph(anchors::CLANS, words.rules.clans_help)}
    }
    .into_any()
}

fn tiles(words: &'static Words) -> AnyView {
    let rules = &words.rules;
    let badge = scene::badge(Village::E, Strength { tiles: 8, masters: 5 });
    view! {
        {paragraph(anchors::TILES, rules.tiles)}
        <ul class="pieces-shown">
            <li><span class="socket">{glyph_picture(Guild::Priest)}</span> <span>{rules.empty_space}</span></li>
            <li>{tile_picture(Clan::Blue, Guild::Priest, false)} <span>{rules.master}</span></li>
            <li>{tile_picture(Clan::Blue, Guild::Priest, true)} <span>{rules.master_with_student}</span></li>
        </ul>
        <p>{rules.supply}</p>
        <p class="badge-shown">
            <svg viewBox="-37 53 74 28" aria-hidden="true" inner_html=badge></svg> <span>{rules.badge}</span>
        </p>
    }
    .into_any()
}

/// A still picture of a part of the board.
fn still(words: &'static Words, position: &Position, part: Part, villages: &[Village]) -> impl IntoView + use<> {
    let label = picture::in_words(words, position, villages);
    let drawing = picture::board(position, part);
    view! { <svg class="board-part" viewBox=part.view_box() role="img" aria-label=label inner_html=drawing></svg> }
}

fn setup(words: &'static Words) -> AnyView {
    let rules = &words.rules;
    let limits = |players: &'static str, clans: usize| {
        let OpeningLimits { tiles, of_one_clan } = OpeningLimits::for_clans(clans);
        view! {
            <li>
                <b>{players}</b>
                <span>{rules.limit_tiles(tiles)}</span>
                <span>{rules.limit_clan(of_one_clan)}</span>
            </li>
        }
    };
    view! {
        {paragraph(anchors::SETUP_FIRST_GAME, rules.setup_first)}
        {paragraph(anchors::SETUP_FREE, rules.setup_free)}
        {paragraph(anchors::SETUP_LIMITS, rules.setup_limits)}
        <ul class="limits">{limits(rules.players_4, 4)} {limits(rules.players_3, 3)}</ul>
        <p>{rules.setup_then}</p>
    }
    .into_any()
}

fn end(words: &'static Words) -> AnyView {
    let position: Position = TIE.parse().expect("the example is a valid position");
    let standing = |standing: shangrila_rules::Standing| {
        let (clan, score) = (standing.clan, standing.score);
        view! {
            <tr class=clan_class(clan)>
                <th scope="row">{emblem_picture(clan)} {words.clans[clan as usize].name}</th>
                <td>{score.masters}</td>
                <td>{score.villages}</td>
            </tr>
        }
    };
    view! {
        {paragraph(anchors::END, words.rules.end)}
        {paragraph(anchors::TIE_BREAK, words.rules.tie_break)}
        <table class="tie">
            <thead>
                <tr><td></td><th scope="col">{words.screen.masters}</th><th scope="col">{words.screen.villages}</th></tr>
            </thead>
            <tbody>{position.standings().into_iter().map(standing).collect_view()}</tbody>
        </table>
        <p><b>{wording::result(words, &position, &|clan| wording::clan(words, clan))}</b></p>
    }
    .into_any()
}

fn three(words: &'static Words) -> AnyView {
    let first_game = Position::first_game(Seats::THREE, GameOptions::default());
    let villages: Vec<Village> = villages_in_play(Seats::THREE.count()).into_iter().collect();
    view! {
        {paragraph(anchors::THREE, words.rules.three)}
        <p>{words.rules.three_first_game}</p>
        {still(words, &first_game, Part::whole(), &villages)}
    }
    .into_any()
}

fn pairs(rules: &'static PairRulesWords) -> AnyView {
    view! {
        {paragraph(anchors::PAIRS, rules.players)}
        {paragraph(anchors::PAIRS_AGREE, rules.agree)}
        <ul class="plain-list">
            <li>{anchors(anchors::PAIRS_SUM)} {rules.sum}</li>
            <li>{anchors(anchors::PAIRS_WEAKER)} {rules.weaker}</li>
        </ul>
        {paragraph(anchors::PAIRS_EQUAL, rules.equal)}
    }
    .into_any()
}

fn options(words: &'static Words) -> AnyView {
    view! {
        <p>{words.home.options_help}</p>
        <ul class="plain-list">
            <li>{anchors(anchors::TWELVE_STONES)} {words.home.twelve_stones}". "{words.rules.last_stone}</li>
            <li>{anchors(anchors::UP_TO_TWO)} {words.home.up_to_two}"."</li>
        </ul>
    }
    .into_any()
}

fn questions(words: &'static Words) -> AnyView {
    let rules = &words.rules;
    let all = [
        (rules.pass_question, rules.pass_answer, anchors::PASS),
        (rules.all_pass_question, rules.all_pass_answer, anchors::ALL_PASS),
        (rules.others_question, rules.others_answer, &[]),
        (rules.own_master_question, rules.own_master_answer, &[]),
        (rules.weaker_question, rules.weaker_answer, &[]),
        (rules.setup_question, rules.setup_answer, anchors::SETUP_PASS),
        (rules.first_question, rules.first_answer, anchors::FIRST_PLAYER),
    ];
    let one = |(question, answer, stated)| view! { <dt>{question}</dt> <dd>{anchors(stated)} {answer}</dd> };
    view! { <dl class="questions">{all.map(one).collect_view()}</dl> }.into_any()
}

#[cfg(test)]
mod tests {
    use shangrila_rules::Score;

    use super::*;

    #[test]
    fn red_wins_the_tie_with_more_villages() {
        let position: Position = TIE.parse().unwrap();
        let score = |clan| {
            let Score { masters, villages, .. } = position.score(clan);
            (masters, villages)
        };
        assert_eq!((score(Clan::Red), score(Clan::Blue)), ((17, 7), (17, 6)));
        assert_eq!(position.outcome().map(|outcome| outcome.winners.into_iter().collect()), Some(vec![Clan::Red]));
    }
}
