//! Dutch.

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
    code: "nl",
    own_name: "Nederlands",
    decimal_mark: ',',
    colon: ": ",
    clans: [
        ClanWords { name: "Ro-Darya", colour: "rood", the: "rood", of: "van rood", by: "door rood", to: "aan rood" },
        ClanWords { name: "Ba-Lao", colour: "blauw", the: "blauw", of: "van blauw", by: "door blauw", to: "aan blauw" },
        ClanWords { name: "Ghee-Las", colour: "geel", the: "geel", of: "van geel", by: "door geel", to: "aan geel" },
        ClanWords { name: "Li-Lamas", colour: "lila", the: "lila", of: "van lila", by: "door lila", to: "aan lila" },
    ],
    guilds: [
        GuildWords {
            name: "Regenmaker",
            one: "een Regenmaker",
            the: "de Regenmaker",
            object: "de Regenmaker",
            of: "van de Regenmaker",
            to: "aan de Regenmaker",
        },
        GuildWords {
            name: "Sterrenwichelaar",
            one: "een Sterrenwichelaar",
            the: "de Sterrenwichelaar",
            object: "de Sterrenwichelaar",
            of: "van de Sterrenwichelaar",
            to: "aan de Sterrenwichelaar",
        },
        GuildWords {
            name: "Drakentemmer",
            one: "een Drakentemmer",
            the: "de Drakentemmer",
            object: "de Drakentemmer",
            of: "van de Drakentemmer",
            to: "aan de Drakentemmer",
        },
        GuildWords {
            name: "Hogepriester",
            one: "een Hogepriester",
            the: "de Hogepriester",
            object: "de Hogepriester",
            of: "van de Hogepriester",
            to: "aan de Hogepriester",
        },
        GuildWords {
            name: "Yeti-fluisteraar",
            one: "een Yeti-fluisteraar",
            the: "de Yeti-fluisteraar",
            object: "de Yeti-fluisteraar",
            of: "van de Yeti-fluisteraar",
            to: "aan de Yeti-fluisteraar",
        },
        GuildWords {
            name: "Vuurbewaarder",
            one: "een Vuurbewaarder",
            the: "de Vuurbewaarder",
            object: "de Vuurbewaarder",
            of: "van de Vuurbewaarder",
            to: "aan de Vuurbewaarder",
        },
        GuildWords {
            name: "Heelmeester",
            one: "een Heelmeester",
            the: "de Heelmeester",
            object: "de Heelmeester",
            of: "van de Heelmeester",
            to: "aan de Heelmeester",
        },
    ],
    levels: [
        LevelWords {
            name: "Geitenhoeder",
            description: "Voor kinderen en eerste partijen; ziet vaak iets over het hoofd.",
        },
        LevelWords {
            name: "Pelgrim",
            description: "Speelt verstandig, maar kijkt nauwelijks verder dan de volgende beurt.",
        },
        LevelWords {
            name: "Gids",
            description: "Ziet de meeste dreigingen; een waardige tegenstander voor ervaren spelers.",
        },
        LevelWords { name: "Abt", description: "Denkt vooruit en ziet weinig over het hoofd." },
        LevelWords { name: "Wijze", description: "De sterkste van allemaal; gebruikt alle tijd die hij krijgt." },
        LevelWords {
            name: "Reisgenoot",
            description: "Speelt ongeveer even goed als jij en past zich tijdens het spel aan.",
        },
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
