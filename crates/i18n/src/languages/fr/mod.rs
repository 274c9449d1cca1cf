//! French.

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

const PLURALS: PluralRule = PluralRule::French;

pub(crate) const WORDS: Words = Words {
    code: "fr",
    own_name: "Français",
    decimal_mark: ',',
    colon: "\u{202f}: ",
    // As in the examples of French rulebooks, a colour without an article stands for its player.
    clans: [
        ClanWords { name: "Ro-Tarya", colour: "rouge", the: "Rouge", of: "de Rouge", by: "par Rouge", to: "à Rouge" },
        ClanWords { name: "Ba-Lao", colour: "bleu", the: "Bleu", of: "de Bleu", by: "par Bleu", to: "à Bleu" },
        ClanWords { name: "Gyl-Den", colour: "jaune", the: "Jaune", of: "de Jaune", by: "par Jaune", to: "à Jaune" },
        ClanWords {
            name: "Li-Lamas",
            colour: "violet",
            the: "Violet",
            of: "de Violet",
            by: "par Violet",
            to: "à Violet",
        },
    ],
    guilds: [
        GuildWords {
            name: "Faiseur de pluie",
            one: "un Faiseur de pluie",
            the: "le Faiseur de pluie",
            object: "le Faiseur de pluie",
            of: "du Faiseur de pluie",
            to: "au Faiseur de pluie",
        },
        GuildWords {
            name: "Astrologue",
            one: "un Astrologue",
            the: "l’Astrologue",
            object: "l’Astrologue",
            of: "de l’Astrologue",
            to: "à l’Astrologue",
        },
        GuildWords {
            name: "Éleveur de dragons",
            one: "un Éleveur de dragons",
            the: "l’Éleveur de dragons",
            object: "l’Éleveur de dragons",
            of: "de l’Éleveur de dragons",
            to: "à l’Éleveur de dragons",
        },
        GuildWords {
            name: "Prêtre",
            one: "un Prêtre",
            the: "le Prêtre",
            object: "le Prêtre",
            of: "du Prêtre",
            to: "au Prêtre",
        },
        GuildWords {
            name: "Chuchoteur de yétis",
            one: "un Chuchoteur de yétis",
            the: "le Chuchoteur de yétis",
            object: "le Chuchoteur de yétis",
            of: "du Chuchoteur de yétis",
            to: "au Chuchoteur de yétis",
        },
        GuildWords {
            name: "Gardien du feu",
            one: "un Gardien du feu",
            the: "le Gardien du feu",
            object: "le Gardien du feu",
            of: "du Gardien du feu",
            to: "au Gardien du feu",
        },
        GuildWords {
            name: "Guérisseur",
            one: "un Guérisseur",
            the: "le Guérisseur",
            object: "le Guérisseur",
            of: "du Guérisseur",
            to: "au Guérisseur",
        },
    ],
    levels: [
        LevelWords {
            name: "Chevrier",
            description: "Pour les enfants et les premières parties ; laisse passer bien des choses.",
        },
        LevelWords {
            name: "Pèlerin",
            description: "Joue avec bon sens, mais voit rarement plus loin que le tour suivant.",
        },
        LevelWords {
            name: "Guide",
            description: "Voit la plupart des menaces ; un bon adversaire pour les joueurs expérimentés.",
        },
        LevelWords { name: "Abbé", description: "Prévoit ses coups et laisse passer peu de choses." },
        LevelWords { name: "Sage", description: "Le plus fort de tous ; utilise tout le temps qu’on lui donne." },
        LevelWords {
            name: "Compagnon",
            description: "Joue à peu près aussi bien que vous et s’adapte au fil de la partie.",
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
