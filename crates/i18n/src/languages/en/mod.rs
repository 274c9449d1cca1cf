//! English.

mod analysis;
mod app;
mod clubs;
mod coach;
mod days;
mod game;
mod game_report;
mod lobby;
mod local_games;
mod meeting;
mod moderation;
mod notices;
mod online;
mod pairs;
mod people;
mod puzzles;
mod rules;
mod security;
mod story;
mod strategy;
mod table_talk;
mod terminal;
mod tournaments;
mod tutorial;

use crate::catalogue::*;
use crate::plural::PluralRule;

const PLURALS: PluralRule = PluralRule::OneIsSingular;

pub(crate) const WORDS: Words = Words {
    code: "en",
    own_name: "English",
    decimal_mark: '.',
    colon: ": ",
    clans: [
        ClanWords { name: "Ro-Tarya", colour: "red", the: "red", of: "red’s", by: "by red", to: "to red" },
        ClanWords { name: "Ba-Lao", colour: "blue", the: "blue", of: "blue’s", by: "by blue", to: "to blue" },
        ClanWords {
            name: "Gyl-Den",
            colour: "yellow",
            the: "yellow",
            of: "yellow’s",
            by: "by yellow",
            to: "to yellow",
        },
        ClanWords {
            name: "Li-Lamas",
            colour: "violet",
            the: "violet",
            of: "violet’s",
            by: "by violet",
            to: "to violet",
        },
    ],
    guilds: [
        GuildWords {
            name: "Rainmaker",
            one: "a Rainmaker",
            the: "the Rainmaker",
            object: "the Rainmaker",
            of: "the Rainmaker’s",
            to: "to the Rainmaker",
        },
        GuildWords {
            name: "Astrologer",
            one: "an Astrologer",
            the: "the Astrologer",
            object: "the Astrologer",
            of: "the Astrologer’s",
            to: "to the Astrologer",
        },
        GuildWords {
            name: "Dragonbreeder",
            one: "a Dragonbreeder",
            the: "the Dragonbreeder",
            object: "the Dragonbreeder",
            of: "the Dragonbreeder’s",
            to: "to the Dragonbreeder",
        },
        GuildWords {
            name: "Priest",
            one: "a Priest",
            the: "the Priest",
            object: "the Priest",
            of: "the Priest’s",
            to: "to the Priest",
        },
        GuildWords {
            name: "Yeti-whisperer",
            one: "a Yeti-whisperer",
            the: "the Yeti-whisperer",
            object: "the Yeti-whisperer",
            of: "the Yeti-whisperer’s",
            to: "to the Yeti-whisperer",
        },
        GuildWords {
            name: "Firekeeper",
            one: "a Firekeeper",
            the: "the Firekeeper",
            object: "the Firekeeper",
            of: "the Firekeeper’s",
            to: "to the Firekeeper",
        },
        GuildWords {
            name: "Healer",
            one: "a Healer",
            the: "the Healer",
            object: "the Healer",
            of: "the Healer’s",
            to: "to the Healer",
        },
    ],
    levels: [
        LevelWords { name: "Goatherd", description: "For children and first games; often overlooks things." },
        LevelWords { name: "Pilgrim", description: "Plays sensibly, but hardly looks beyond the next turn." },
        LevelWords { name: "Guide", description: "Sees most threats; a fair match for experienced players." },
        LevelWords { name: "Abbot", description: "Plans ahead and overlooks little." },
        LevelWords { name: "Sage", description: "The strongest of all; uses all the time it is given." },
        LevelWords { name: "Companion", description: "Plays about as well as you do, and adapts as the game goes on." },
    ],
    phrases: game::PHRASES,
    count: game::COUNT,
    choose: game::CHOOSE,
    log: game::LOG,
    journey: game::JOURNEY,
    refusals: game::REFUSALS,
    faults: game::FAULTS,
    screen: terminal::SCREEN,
    help: terminal::HELP,
    keys: terminal::KEYS,
    app: app::APP,
    home: app::HOME,
    table: app::TABLE,
    board: app::BOARD,
    story: story::STORY,
    coach: coach::COACH,
    end: app::END,
    games: app::GAMES,
    settings: app::SETTINGS,
    online: online::ONLINE,
    rules: rules::RULES,
    lobby: lobby::LOBBY,
    account: lobby::ACCOUNT,
    server: lobby::SERVER,
    moderation: moderation::MODERATION,
    security: security::SECURITY,
    mail: security::MAIL,
};

pub(crate) use analysis::ANALYSIS;
pub(crate) use clubs::CLUBS;
pub(crate) use days::DAYS;
pub(crate) use game_report::GAME_REPORT;
pub(crate) use local_games::{FAIR_START, RECORD};
pub(crate) use meeting::MEETING;
pub(crate) use notices::NOTICES;
pub(crate) use pairs::{PAIR_RULES, PAIRS};
pub(crate) use people::PEOPLE;
pub(crate) use puzzles::PUZZLES;
pub(crate) use strategy::STRATEGY;
pub(crate) use table_talk::TABLE_TALK;
pub(crate) use tournaments::TOURNAMENTS;
pub(crate) use tutorial::TUTORIAL;

const _: () = WORDS.check();
const _: () = ANALYSIS.check();
const _: () = MEETING.check();
const _: () = TABLE_TALK.check();
const _: () = CLUBS.check();
const _: () = DAYS.check();
const _: () = TOURNAMENTS.check();
const _: () = NOTICES.check();
const _: () = PAIRS.check();
const _: () = PAIR_RULES.check();
const _: () = PEOPLE.check();
const _: () = STRATEGY.check();
const _: () = TUTORIAL.check();
const _: () = PUZZLES.check();
const _: () = GAME_REPORT.check();
const _: () = FAIR_START.check();
const _: () = RECORD.check();
