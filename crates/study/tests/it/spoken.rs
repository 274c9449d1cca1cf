//! Reads what the coach says back into values, in every language. The forms of its sentences are written down here a second time, apart
//! from the catalogue: a translation that exchanges two villages, or says another number, is read as something else, or not at all.

use shangrila_i18n::Language;
use shangrila_rules::{Clan, Guild, Move, Space, Village};
use shangrila_study::coach::{JourneyOf, Remark};

/// What a sentence says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Said {
    Remark(Remark),
    /// The villages to look at.
    Look(Vec<Village>),
    /// The kind of move: the letter that [`kind_of`] gives it.
    Kind(char),
    /// The move that is advised, and who should play it.
    Move(Clan, Move),
    /// The win chance after it in percent.
    Chance(usize),
    /// What a blunder gives away: the points, the chance after it, and that after the best move.
    GivesAway([usize; 3]),
}

/// What kind of move it is.
pub(crate) fn kind_of(mv: Move) -> char {
    match mv {
        Move::Place { .. } => 'p',
        Move::Recruit { .. } => 'r',
        Move::Journey { .. } => 'j',
        Move::Pass => '-',
    }
}

/// How a language says things. In a form, `<from>` stands for a value, and of `[one|more]` the first is said of one thing and the second of
/// several.
struct Grammar {
    /// Red, blue, yellow and violet.
    clans: [&'static str; 4],
    /// What may stand before a clan.
    article: &'static str,
    /// In the order of the letters R A D P Y F H.
    guilds: [&'static str; 7],
    and: &'static str,
    forms: [(&'static str, &'static str); 22],
}

/// The fewest masters of which the second form of a word is said: in all five languages, two.
const SEVERAL: usize = 2;

fn grammar(language: Language) -> Grammar {
    match language {
        Language::English => Grammar {
            clans: ["red", "blue", "yellow", "violet"],
            article: "",
            guilds: ["Rainmaker", "Astrologer", "Dragonbreeder", "Priest", "Yeti-whisperer", "Firekeeper", "Healer"],
            and: " and ",
            forms: [
                ("ends", "This ends the game."),
                ("wins", "It wins <n> [master|masters]."),
                ("drives out", "It drives out <clans>."),
                ("costs", "It costs <n> [master|masters]."),
                (
                    "prevents",
                    "It keeps <clan> from driving out <n> of your masters with the journey from <from> to <to>.",
                ),
                ("peace", "<village> is at peace from now on, and you keep <n> [master|masters] there."),
                ("threatens", "It threatens the journey <from> to <to>, worth <n> [master|masters]."),
                ("overtakes", "<village> becomes stronger than <villages>."),
                (
                    "prepares",
                    "If the others play as expected, the journey <from> to <to> then wins <n> [master|masters].",
                ),
                (
                    "expect",
                    "Expect <clan> to answer with the journey <from> to <to>, which drives out <n> of your masters.",
                ),
                ("look", "Look at <villages>."),
                ("p", "Place a master."),
                ("r", "Recruit students."),
                ("j", "Send students on a journey."),
                ("-", "You have to pass."),
                ("chance", "Win chance: <n>%."),
                ("gives away", "This gives away <n> [point|points] of win chance: <chance>% instead of <best>%."),
                ("place", "<clan> places <guild> in <village>."),
                ("one", "<clan> recruits one student for <spaces>."),
                ("two", "<clan> recruits students for <spaces>."),
                ("journey", "<clan> sends the students from <from> to <to>."),
                ("pass", "<clan> has no legal move and passes."),
            ],
        },
        Language::German => Grammar {
            clans: ["Rot", "Blau", "Gelb", "Lila"],
            article: "",
            guilds: [
                "Regenmacher",
                "Sterndeuter",
                "Drachenzüchter",
                "Gebetsmüller",
                "Yeti-Flüsterer",
                "Feuerbewahrer",
                "Heiler",
            ],
            and: " und ",
            forms: [
                ("ends", "Damit endet die Partie."),
                ("wins", "Er gewinnt <n> Meister."),
                ("drives out", "Er vertreibt <clans>."),
                ("costs", "Er kostet <n> Meister."),
                (
                    "prevents",
                    "So kann <clan> <n> deiner Meister nicht mehr mit der Wanderung von <from> nach <to> vertreiben.",
                ),
                ("peace", "<village> lebt von nun an in Frieden, und du behältst dort <n> Meister."),
                ("threatens", "Er droht mit der Wanderung <from> nach <to>, die <n> Meister bringt."),
                ("overtakes", "<village> wird stärker als <villages>."),
                (
                    "prepares",
                    "Spielen die anderen wie erwartet, gewinnt danach die Wanderung <from> nach <to> <n> Meister.",
                ),
                (
                    "expect",
                    "Rechne damit, dass <clan> mit der Wanderung <from> nach <to> antwortet, die <n> deiner Meister vertreibt.",
                ),
                ("look", "Sieh dir <villages> an."),
                ("p", "Setze einen Meister."),
                ("r", "Rekrutiere Schüler."),
                ("j", "Schicke Schüler auf Wanderung."),
                ("-", "Du musst passen."),
                ("chance", "Siegchance: <n> %."),
                ("gives away", "Das verschenkt <n> [Punkt|Punkte] Siegchance: <chance> % statt <best> %."),
                ("place", "<clan> setzt <guild> in <village>."),
                ("one", "<clan> rekrutiert einen Schüler für <spaces>."),
                ("two", "<clan> rekrutiert Schüler für <spaces>."),
                ("journey", "<clan> schickt die Schüler von <from> nach <to>."),
                ("pass", "<clan> hat keinen möglichen Zug und passt."),
            ],
        },
        Language::Italian => Grammar {
            clans: ["rosso", "blu", "giallo", "viola"],
            article: "il ",
            guilds: [
                "Uomo della pioggia",
                "Astrologo",
                "Allevatore di draghi",
                "Prete",
                "Sussurratore agli yeti",
                "Custode del fuoco",
                "Guaritore",
            ],
            and: " e ",
            forms: [
                ("ends", "La partita finisce."),
                ("wins", "Guadagna <n> [maestro|maestri]."),
                ("drives out", "Scaccia <clans>."),
                ("costs", "Costa <n> [maestro|maestri]."),
                ("prevents", "Così <clan> non può più scacciare <n> dei tuoi maestri con il viaggio da <from> a <to>."),
                ("peace", "<village> è in pace da ora in poi, e lì ti [resta|restano] <n> [maestro|maestri]."),
                ("threatens", "Minaccia il viaggio da <from> a <to>, che vale <n> [maestro|maestri]."),
                ("overtakes", "<village> diventa più forte di <villages>."),
                (
                    "prepares",
                    "Se gli altri giocano come previsto, il viaggio da <from> a <to> fa poi guadagnare <n> [maestro|maestri].",
                ),
                (
                    "expect",
                    "C’è da aspettarsi che <clan> risponda con il viaggio da <from> a <to>, che scaccia <n> dei tuoi maestri.",
                ),
                ("look", "Guarda <villages>."),
                ("p", "Piazza un maestro."),
                ("r", "Recluta studenti."),
                ("j", "Manda in viaggio gli studenti."),
                ("-", "Devi passare."),
                ("chance", "Probabilità di vittoria: <n>%."),
                ("gives away", "Regala <n> [punto|punti] di probabilità di vittoria: <chance>% invece del <best>%."),
                ("place", "<clan> piazza <guild> in <village>."),
                ("one", "<clan> recluta uno studente per <spaces>."),
                ("two", "<clan> recluta studenti per <spaces>."),
                ("journey", "<clan> manda gli studenti da <from> a <to>."),
                ("pass", "<clan> non ha mosse possibili e passa."),
            ],
        },
        Language::Dutch => Grammar {
            clans: ["rood", "blauw", "geel", "lila"],
            article: "",
            guilds: [
                "Regenmaker",
                "Sterrenwichelaar",
                "Drakentemmer",
                "Hogepriester",
                "Yeti-fluisteraar",
                "Vuurbewaarder",
                "Heelmeester",
            ],
            and: " en ",
            forms: [
                ("ends", "Daarmee is de partij afgelopen."),
                ("wins", "Het levert <n> [wijsgeer|wijsgeren] op."),
                ("drives out", "Het verdrijft <clans>."),
                ("costs", "Het kost <n> [wijsgeer|wijsgeren]."),
                (
                    "prevents",
                    "Zo kan <clan> <n> van je wijsgeren niet meer verdrijven met de reis van <from> naar <to>.",
                ),
                ("peace", "In <village> heerst voortaan vrede, en je houdt daar <n> [wijsgeer|wijsgeren]."),
                ("threatens", "Het dreigt met de reis van <from> naar <to>, goed voor <n> [wijsgeer|wijsgeren]."),
                ("overtakes", "<village> wordt sterker dan <villages>."),
                (
                    "prepares",
                    "Als de anderen spelen zoals verwacht, levert de reis van <from> naar <to> daarna <n> [wijsgeer|wijsgeren] op.",
                ),
                (
                    "expect",
                    "Verwacht dat <clan> antwoordt met de reis van <from> naar <to>, die <n> van je wijsgeren verdrijft.",
                ),
                ("look", "Kijk naar <villages>."),
                ("p", "Vestig een wijsgeer."),
                ("r", "Neem gezellen aan."),
                ("j", "Stuur gezellen op reis."),
                ("-", "Je moet passen."),
                ("chance", "Winstkans: <n>%."),
                ("gives away", "Dit geeft <n> [punt|punten] winstkans weg: <chance>% in plaats van <best>%."),
                ("place", "<clan> vestigt <guild> in <village>."),
                ("one", "<clan> neemt één gezel aan voor <spaces>."),
                ("two", "<clan> neemt gezellen aan voor <spaces>."),
                ("journey", "<clan> stuurt de gezellen van <from> naar <to>."),
                ("pass", "<clan> heeft geen geldige zet en past."),
            ],
        },
        Language::French => Grammar {
            clans: ["rouge", "bleu", "jaune", "violet"],
            article: "",
            guilds: [
                "Faiseur de pluie",
                "Astrologue",
                "Éleveur de dragons",
                "Prêtre",
                "Chuchoteur de yétis",
                "Gardien du feu",
                "Guérisseur",
            ],
            and: " et ",
            forms: [
                ("ends", "La partie se termine ainsi."),
                ("wins", "Il gagne <n> [maître|maîtres]."),
                ("drives out", "Il chasse <clans>."),
                ("costs", "Il coûte <n> [maître|maîtres]."),
                ("prevents", "Ainsi, <clan> ne peut plus chasser <n> de tes maîtres par le voyage de <from> à <to>."),
                ("peace", "<village> est désormais en paix, et tu y gardes <n> [maître|maîtres]."),
                ("threatens", "Il menace du voyage de <from> à <to>, qui vaut <n> [maître|maîtres]."),
                ("overtakes", "<village> devient plus fort que <villages>."),
                (
                    "prepares",
                    "Si les autres jouent comme prévu, le voyage de <from> à <to> gagne ensuite <n> [maître|maîtres].",
                ),
                (
                    "expect",
                    "Attends-toi à ce que <clan> réponde par le voyage de <from> à <to>, qui chasse <n> de tes maîtres.",
                ),
                ("look", "Regarde <villages>."),
                ("p", "Place un maître."),
                ("r", "Recrute des élèves."),
                ("j", "Envoie des élèves en voyage."),
                ("-", "Tu dois passer."),
                ("chance", "Chances de gagner : <n> %."),
                ("gives away", "Cela coûte <n> [point|points] de chances de gagner : <chance> % au lieu de <best> %."),
                ("place", "<clan> place <guild> en <village>."),
                ("one", "<clan> recrute un élève pour <spaces>."),
                ("two", "<clan> recrute des élèves pour <spaces>."),
                ("journey", "<clan> envoie les élèves de <from> vers <to>."),
                ("pass", "<clan> n’a aucun coup possible et passe."),
            ],
        },
    }
}

/// What a sentence says; `None` if it is none of the coach's, or could be read in more than one way.
pub(crate) fn read(language: Language, sentence: &str) -> Option<Said> {
    let grammar = grammar(language);
    let sentence = sentence.replace(['\u{a0}', '\u{202f}'], " ");
    let said = |(name, form): &(&str, &str)| grammar.read(name, form, &sentence);
    let found: Vec<Said> = grammar.forms.iter().filter_map(said).collect();
    match &found[..] {
        [said] => Some(said.clone()),
        _ => None,
    }
}

/// What several sentences say, one after the other.
///
/// # Panics
/// If one of them cannot be read.
pub(crate) fn read_all(language: Language, text: &str) -> Vec<Said> {
    let sentences = text.strip_suffix('.').unwrap_or(text).split(". ");
    let read = |sentence: &str| read(language, &format!("{sentence}."));
    sentences.map(|sentence| read(sentence).unwrap_or_else(|| panic!("{language:?}: {sentence}. ({text})"))).collect()
}

/// The values of a form, by name.
struct Values<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Values<'a> {
    /// Compares a text with a form, and takes the values out of it.
    fn of(mut form: &'a str, mut text: &'a str) -> Option<Values<'a>> {
        let (mut values, mut choices) = (Vec::new(), Vec::new());
        while !form.is_empty() {
            if let Some(rest) = form.strip_prefix('<') {
                let (name, after) = rest.split_once('>')?;
                let next = &after[..after.find(['<', '[']).unwrap_or(after.len())];
                let end = if next.is_empty() { text.len() } else { text.find(next)? };
                values.push((name, &text[..end]));
                (form, text) = (after, &text[end..]);
            } else if let Some(rest) = form.strip_prefix('[') {
                let (words, after) = rest.split_once(']')?;
                let (one, several) = words.split_once('|')?;
                // The longer one first, because it may begin with the other.
                let is_several = text.starts_with(several) && (several.len() > one.len() || !text.starts_with(one));
                let word = if is_several { several } else { one };
                choices.push(is_several);
                (form, text) = (after, text.strip_prefix(word)?);
            } else {
                let literal = &form[..form.find(['<', '[']).unwrap_or(form.len())];
                (form, text) = (&form[literal.len()..], text.strip_prefix(literal)?);
            }
        }
        let values = Values(values);
        let agrees =
            choices.is_empty() || choices.iter().all(|&several| several == (values.number("n") >= Some(SEVERAL)));
        (text.is_empty() && agrees).then_some(values)
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.text(name)?.parse().ok()
    }

    fn village(&self, name: &str) -> Option<Village> {
        village(self.text(name)?)
    }
}

fn village(text: &str) -> Option<Village> {
    Village::ALL.into_iter().find(|village| village.letter().to_ascii_uppercase().to_string() == text)
}

impl Grammar {
    fn clan(&self, text: &str) -> Option<Clan> {
        let text = text.to_lowercase();
        let name = text.strip_prefix(self.article).unwrap_or(&text);
        let index = self.clans.iter().position(|clan| clan.to_lowercase() == name)?;
        Some([Clan::Red, Clan::Blue, Clan::Yellow, Clan::Violet][index])
    }

    fn list<'a>(&self, text: &'a str) -> Vec<&'a str> {
        text.split(self.and).flat_map(|part| part.split(", ")).collect()
    }

    fn villages(&self, text: &str) -> Option<Vec<Village>> {
        self.list(text).into_iter().map(village).collect()
    }

    /// The guild that a text ends with; before it is at most an article.
    fn guild(&self, text: &str) -> Option<Guild> {
        let index = self.guilds.iter().position(|guild| text.ends_with(guild))?;
        Some(Guild::ALL[index])
    }

    fn spaces(&self, text: &str) -> Option<Vec<Space>> {
        let space = |text: &str| {
            let (guild, at) = text.rsplit_once(' ')?;
            Some(Space::new(village(at)?, self.guild(guild.rsplit_once(' ')?.0)?))
        };
        text.split(self.and).map(space).collect()
    }

    fn read(&self, name: &str, form: &str, sentence: &str) -> Option<Said> {
        let values = Values::of(form, sentence)?;
        let clan = || self.clan(values.text("clan")?);
        let way = || Some((values.village("from")?, values.village("to")?));
        let masters = || values.number("n");
        let journey = || {
            let (from, to) = way()?;
            Some(JourneyOf { clan: clan()?, from, to, masters: masters()? })
        };
        let remark = match name {
            "ends" => Remark::EndsGame,
            "wins" => Remark::Wins { masters: masters()? },
            "costs" => Remark::Costs { masters: masters()? },
            "drives out" => {
                let clans = self.list(values.text("clans")?).into_iter().map(|clan| self.clan(clan));
                Remark::DrivesOut { clans: clans.collect::<Option<_>>()? }
            }
            "prevents" => Remark::Prevents(journey()?),
            "expect" => Remark::LeavesOpen(journey()?),
            "peace" => Remark::BringsPeace { village: values.village("village")?, masters: masters()? },
            "threatens" => way().zip(masters()).map(|((from, to), masters)| Remark::Threatens { from, to, masters })?,
            "prepares" => way().zip(masters()).map(|((from, to), masters)| Remark::Prepares { from, to, masters })?,
            "overtakes" => {
                let others = self.villages(values.text("villages")?)?.into_iter().collect();
                Remark::Overtakes { village: values.village("village")?, others }
            }
            "look" => return Some(Said::Look(self.villages(values.text("villages")?)?)),
            "chance" => return Some(Said::Chance(masters()?)),
            "gives away" => {
                return Some(Said::GivesAway([masters()?, values.number("chance")?, values.number("best")?]));
            }
            "place" => {
                let space = Space::new(values.village("village")?, self.guild(values.text("guild")?)?);
                return Some(Said::Move(clan()?, Move::Place { space }));
            }
            "one" | "two" => {
                let mv = match self.spaces(values.text("spaces")?)?[..] {
                    [space] if name == "one" => Move::recruit_one(space),
                    [first, second] if name == "two" => Move::recruit_two(first, second),
                    _ => return None,
                };
                return Some(Said::Move(clan()?, mv));
            }
            "journey" => {
                return way()
                    .map(|(from, to)| Move::Journey { from, to })
                    .zip(clan())
                    .map(|(mv, clan)| Said::Move(clan, mv));
            }
            "pass" => return Some(Said::Move(clan()?, Move::Pass)),
            kind => return kind.chars().next().map(Said::Kind),
        };
        Some(Said::Remark(remark))
    }
}
