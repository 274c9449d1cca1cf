//! German.

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
    code: "de",
    own_name: "Deutsch",
    decimal_mark: ',',
    colon: ": ",
    clans: [
        ClanWords { name: "Ro-Tarya", colour: "Rot", the: "Rot", of: "von Rot", by: "von Rot", to: "Rot" },
        ClanWords { name: "Ba-Lao", colour: "Blau", the: "Blau", of: "von Blau", by: "von Blau", to: "Blau" },
        ClanWords { name: "Gyl-Den", colour: "Gelb", the: "Gelb", of: "von Gelb", by: "von Gelb", to: "Gelb" },
        ClanWords { name: "Li-Lamas", colour: "Lila", the: "Lila", of: "von Lila", by: "von Lila", to: "Lila" },
    ],
    guilds: [
        GuildWords {
            name: "Regenmacher",
            one: "einen Regenmacher",
            the: "der Regenmacher",
            object: "den Regenmacher",
            of: "des Regenmachers",
            to: "dem Regenmacher",
        },
        GuildWords {
            name: "Sterndeuter",
            one: "einen Sterndeuter",
            the: "der Sterndeuter",
            object: "den Sterndeuter",
            of: "des Sterndeuters",
            to: "dem Sterndeuter",
        },
        GuildWords {
            name: "Drachenzüchter",
            one: "einen Drachenzüchter",
            the: "der Drachenzüchter",
            object: "den Drachenzüchter",
            of: "des Drachenzüchters",
            to: "dem Drachenzüchter",
        },
        GuildWords {
            name: "Gebetsmüller",
            one: "einen Gebetsmüller",
            the: "der Gebetsmüller",
            object: "den Gebetsmüller",
            of: "des Gebetsmüllers",
            to: "dem Gebetsmüller",
        },
        GuildWords {
            name: "Yeti-Flüsterer",
            one: "einen Yeti-Flüsterer",
            the: "der Yeti-Flüsterer",
            object: "den Yeti-Flüsterer",
            of: "des Yeti-Flüsterers",
            to: "dem Yeti-Flüsterer",
        },
        GuildWords {
            name: "Feuerbewahrer",
            one: "einen Feuerbewahrer",
            the: "der Feuerbewahrer",
            object: "den Feuerbewahrer",
            of: "des Feuerbewahrers",
            to: "dem Feuerbewahrer",
        },
        GuildWords {
            name: "Heiler",
            one: "einen Heiler",
            the: "der Heiler",
            object: "den Heiler",
            of: "des Heilers",
            to: "dem Heiler",
        },
    ],
    levels: [
        LevelWords { name: "Ziegenhirt", description: "Für Kinder und erste Partien; übersieht oft etwas." },
        LevelWords {
            name: "Pilger", description: "Spielt vernünftig, schaut aber kaum über den nächsten Zug hinaus."
        },
        LevelWords {
            name: "Bergführer",
            description: "Sieht die meisten Gefahren; ein Gegner auf Augenhöhe für Geübte.",
        },
        LevelWords { name: "Abt", description: "Plant voraus und übersieht wenig." },
        LevelWords { name: "Weiser", description: "Der Stärkste von allen; nutzt die ganze Zeit, die er bekommt." },
        LevelWords {
            name: "Gefährte",
            description: "Spielt etwa so gut wie du und stellt sich im Lauf der Partie auf dich ein.",
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
