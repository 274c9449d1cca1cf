//! Italian.

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

const PLURALS: PluralRule = PluralRule::Italian;

pub(crate) const WORDS: Words = Words {
    code: "it",
    own_name: "Italiano",
    decimal_mark: ',',
    colon: ": ",
    clans: [
        ClanWords {
            name: "Ro-Tarya",
            colour: "rosso",
            the: "il Rosso",
            of: "del Rosso",
            by: "dal Rosso",
            to: "al Rosso",
        },
        ClanWords { name: "Ba-Lao", colour: "blu", the: "il Blu", of: "del Blu", by: "dal Blu", to: "al Blu" },
        ClanWords {
            name: "Gyl-Den",
            colour: "giallo",
            the: "il Giallo",
            of: "del Giallo",
            by: "dal Giallo",
            to: "al Giallo",
        },
        ClanWords {
            name: "Li-Lamas",
            colour: "viola",
            the: "il Viola",
            of: "del Viola",
            by: "dal Viola",
            to: "al Viola",
        },
    ],
    guilds: [
        GuildWords {
            name: "Uomo della pioggia",
            one: "un Uomo della pioggia",
            the: "l’Uomo della pioggia",
            object: "l’Uomo della pioggia",
            of: "dell’Uomo della pioggia",
            to: "all’Uomo della pioggia",
        },
        GuildWords {
            name: "Astrologo",
            one: "un Astrologo",
            the: "l’Astrologo",
            object: "l’Astrologo",
            of: "dell’Astrologo",
            to: "all’Astrologo",
        },
        GuildWords {
            name: "Allevatore di draghi",
            one: "un Allevatore di draghi",
            the: "l’Allevatore di draghi",
            object: "l’Allevatore di draghi",
            of: "dell’Allevatore di draghi",
            to: "all’Allevatore di draghi",
        },
        GuildWords {
            name: "Prete",
            one: "un Prete",
            the: "il Prete",
            object: "il Prete",
            of: "del Prete",
            to: "al Prete",
        },
        GuildWords {
            name: "Sussurratore agli yeti",
            one: "un Sussurratore agli yeti",
            the: "il Sussurratore agli yeti",
            object: "il Sussurratore agli yeti",
            of: "del Sussurratore agli yeti",
            to: "al Sussurratore agli yeti",
        },
        GuildWords {
            name: "Custode del fuoco",
            one: "un Custode del fuoco",
            the: "il Custode del fuoco",
            object: "il Custode del fuoco",
            of: "del Custode del fuoco",
            to: "al Custode del fuoco",
        },
        GuildWords {
            name: "Guaritore",
            one: "un Guaritore",
            the: "il Guaritore",
            object: "il Guaritore",
            of: "del Guaritore",
            to: "al Guaritore",
        },
    ],
    levels: [
        LevelWords { name: "Capraio", description: "Per bambini e prime partite; spesso gli sfugge qualcosa." },
        LevelWords { name: "Pellegrino", description: "Gioca con buon senso, ma guarda poco oltre il prossimo turno." },
        LevelWords {
            name: "Guida",
            description: "Vede quasi tutte le minacce; un degno avversario per giocatori esperti.",
        },
        LevelWords { name: "Abate", description: "Pianifica in anticipo e gli sfugge poco." },
        LevelWords { name: "Saggio", description: "Il più forte di tutti; usa tutto il tempo che ha." },
        LevelWords {
            name: "Compagno",
            description: "Gioca più o meno bene quanto te e si adatta nel corso della partita.",
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
