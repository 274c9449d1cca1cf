//! The strategy page: what the strongest computer player has taught us. Every claim has its figures, the command that measured them,
//! and a position to open.

use leptos::prelude::*;
use shangrila_i18n::{StrategyWords, Words};
use shangrila_rules::{GameOptions, Move, Position, Seats, Village};
use shangrila_table::{link, wording};

use crate::page::Page;
use crate::preferences::preferences;
use crate::route::{AnalysisPlace, Route};
use crate::rules_page::picture::{self, Part};
use crate::table::preview_drawing;

/// Prints seats, first placements and the value of a student.
const LEARNT: &str = "shangrila-selfplay learnt";
/// Prints what strong players do in the games of the sample.
const HABITS: &str = "shangrila-selfplay habits --games python/data/sample/games.jsonl.gz";
/// Measures the value of a student in masters, and checks it.
const FINDINGS: &str = "pytest python/tests/test_dataset.py -k notebook";

/// Chances of winning by seat, in percent, from [`LEARNT`].
mod seats {
    pub(super) const FREE_FOUR: [u8; 4] = [32, 27, 23, 19];
    pub(super) const FREE_THREE: [u8; 3] = [42, 33, 25];
    pub(super) const CARD_FOUR: [u8; 4] = [23, 19, 44, 14];
    pub(super) const CARD_THREE: [u8; 3] = [40, 32, 28];
}

/// Two students of red, one of blue and one of yellow in A and B, early in a game.
const STUDENTS: &str = "rR2vb1/1Yy4/v2B3/7/2rrb2/1v3bb/1b1y1r1/rY1v3/y1b3y/v1R1r2/7/2v2yv/b2by2 7ffff7 rbvy b 40 0";
/// Yellow's students go from G, with 14 tiles, to A with 5.
const FROM_STRONGER: &str = "4VVr/1ry4/7/7/B2rB2/vv2bBB/YBBYYRY/RyyVVRv/y1b3y/VrrRRVR/7/2v2yv/B2By2 7fffff rbvy y 55 0";
/// Nobody gains a master on the way from I to J, but both lose their last bridge.
const FOR_PEACE: &str = "VrVRVVR/1ry4/BBBBBBb/7/1rbrb2/yVyyvbb/vrvrvVr/rYrvyyV/yvYyvbb/VvrVRbb/RrvRyyr/ryrvyyv/bbrbyyy \
     041f17 rbvy y 103 0";
/// Three of red's students drive out masters in E.
const CONTESTED: &str = "RBbRvVR/rbbrvvr/3rvVr/rbYYRRb/yybbyyy/VVVVvBB/YbYYrRb/yybBYYY/VVVVVBB/VRRVRRV/7/YYBBYYY/B2byby 6944c4 rbvy r 120 0";
/// Before the last journey, from K to G. Then red, yellow and blue have 23 masters, and red has them in the most villages.
const CLOSE: &str = "ybryryb/yvrbryb/yvrbryb/RYYVvVR/ybryryb/bvbbyrv/yBryryb/ybrYryb/bvbbvrv/BVbbyRv/RYYVVVR/RYYVVVR/bRBbBrv \
     004200 rbvy v 134 0";

/// What the engine has taught us about one thing.
struct Claim {
    title: fn(&StrategyWords) -> &'static str,
    text: fn(&Words, &StrategyWords) -> String,
    /// What measured the figures.
    sources: &'static [&'static str],
    example: Example,
}

/// A position to look at and to open.
struct Example {
    position: fn() -> Position,
    /// The journey it is about.
    journey: Option<&'static str>,
    /// The villages to show.
    villages: &'static [Village],
}

fn read(text: &str) -> Position {
    text.parse().expect("the tests read every position")
}

const CLAIMS: [Claim; 9] = [
    Claim {
        title: |words| words.seats_title,
        text: |words, strategy| strategy.seats(percent(words, &seats::FREE_FOUR), percent(words, &seats::FREE_THREE)),
        sources: &[LEARNT],
        example: Example {
            position: || Position::start(Seats::FOUR, GameOptions::default()),
            journey: None,
            villages: &Village::ALL,
        },
    },
    Claim {
        title: |words| words.card_title,
        text: |words, strategy| strategy.card(percent(words, &seats::CARD_FOUR), percent(words, &seats::CARD_THREE)),
        sources: &[LEARNT],
        example: Example {
            position: || Position::first_game(Seats::FOUR, GameOptions::default()),
            journey: None,
            villages: &Village::ALL,
        },
    },
    Claim {
        title: |words| words.setup_title,
        text: |_, strategy| {
            strategy.setup(40_u8, wording::village(Village::I), 60_u8, wording::village(Village::K), 40_u8)
        },
        sources: &[LEARNT],
        example: Example {
            position: || Position::start(Seats::FOUR, GameOptions::default()),
            journey: None,
            villages: &[Village::I, Village::K],
        },
    },
    Claim {
        title: |words| words.students_title,
        text: |words, strategy| {
            let [worth, low, high, late] = ["0.51", "0.47", "0.56", "1.4"].map(|figure| decimal(words, figure));
            strategy.students(worth, low, high, late)
        },
        sources: &[FINDINGS, LEARNT],
        example: Example { position: || read(STUDENTS), journey: None, villages: &[Village::A, Village::B] },
    },
    Claim {
        title: |words| words.rhythm_title,
        text: |_, strategy| strategy.rhythm(49_u8, 12_u8, 14_u8, 35_u8, 60_u8),
        sources: &[HABITS],
        example: Example {
            position: || Position::first_game(Seats::THREE, GameOptions::default()),
            journey: None,
            villages: &[Village::D, Village::E, Village::H],
        },
    },
    Claim {
        title: |words| words.travel_title,
        text: |words, strategy| strategy.travel(77_u8, decimal(words, "2.4"), decimal(words, "2.1"), 69_u8),
        sources: &[HABITS],
        example: Example {
            position: || read(FROM_STRONGER),
            journey: Some("g>a"),
            villages: &[Village::A, Village::G],
        },
    },
    Claim {
        title: |words| words.bridge_title,
        text: |words, strategy| strategy.bridge(23_u8, decimal(words, "0.1")),
        sources: &[HABITS],
        example: Example { position: || read(FOR_PEACE), journey: Some("i>j"), villages: &[Village::I, Village::J] },
    },
    Claim {
        title: |words| words.villages_title,
        text: |words, strategy| {
            let list = |villages: &[(Village, &str)]| {
                let one = |&(village, figure): &(Village, &str)| {
                    format!("{} ({})", wording::village(village), decimal(words, figure))
                };
                words.list(&villages.iter().map(one).collect::<Vec<_>>())
            };
            let contested = list(&[(Village::E, "4.9"), (Village::D, "4.1"), (Village::H, "4.0")]);
            let quiet = list(&[(Village::A, "1.5"), (Village::I, "2.0")]);
            strategy.villages(decimal(words, "6.7"), decimal(words, "7.0"), contested, quiet)
        },
        sources: &[HABITS],
        example: Example { position: || read(CONTESTED), journey: Some("a>e"), villages: &[Village::A, Village::E] },
    },
    Claim {
        title: |words| words.close_title,
        text: |words, strategy| strategy.close(decimal(words, "1.4"), 19_u8, 6_u8),
        sources: &[HABITS],
        example: Example { position: || read(CLOSE), journey: Some("k>g"), villages: &[Village::G, Village::K] },
    },
];

/// `32, 27, 23 and 19`.
fn percent(words: &Words, shares: &[u8]) -> String {
    words.list(&shares.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// A figure as the language writes it.
fn decimal(words: &Words, figure: &str) -> String {
    figure.replace('.', &words.decimal_mark.to_string())
}

/// The strategy page.
#[component]
pub(crate) fn Strategy() -> impl IntoView {
    let preferences = preferences();
    let strategy = move || preferences.language.get().strategy();
    view! {
        <Page title=Signal::derive(move || strategy().title)>
            <div class="rules strategy">
                <p class="lead">{move || strategy().intro}</p>
                {move || {
                    let (words, strategy) = (preferences.words(), strategy());
                    CLAIMS.iter().map(|claim| claim_view(words, strategy, claim)).collect_view()
                }}
            </div>
        </Page>
    }
}

fn claim_view(words: &'static Words, strategy: &'static StrategyWords, claim: &'static Claim) -> impl IntoView {
    let sources = claim.sources.iter().map(|source| view! { <code>{*source}</code> }).collect_view();
    view! {
        <section data-claim="">
            <h2>{(claim.title)(strategy)}</h2>
            <p>{(claim.text)(words, strategy)}</p>
            {example_view(words, strategy, &claim.example)}
            <p class="measured quiet">{strategy.source} {words.colon} {sources}</p>
        </section>
    }
}

fn example_view(words: &'static Words, strategy: &'static StrategyWords, example: &Example) -> impl IntoView {
    let position = (example.position)();
    let part =
        if example.villages.len() == Village::ALL.len() { Part::whole() } else { Part::around(example.villages) };
    let drawing = picture::board(&position, part) + &example.preview(&position).unwrap_or_default();
    let address = Route::Analysis(AnalysisPlace::Packed(link::position_field(&position))).fragment();
    view! {
        <figure class="example">
            <svg
                class="board-part"
                viewBox=part.view_box()
                role="img"
                aria-label=picture::in_words(words, &position, example.villages)
                inner_html=drawing
            ></svg>
            <figcaption><a class="button" href=address data-do="open-position">{strategy.open}</a></figcaption>
        </figure>
    }
}

impl Example {
    /// The journey as the table previews it.
    fn preview(&self, position: &Position) -> Option<String> {
        let Move::Journey { from, to } = self.journey?.parse().ok()? else { return None };
        Some(preview_drawing(position, &position.journey_report(from, to).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;
    use shangrila_rules::{Clan, Fate, JourneyReport};

    fn report(position: &str, journey: &str) -> (Clan, JourneyReport) {
        let position = read(position);
        let mv: Move = journey.parse().unwrap();
        assert!(position.is_legal(mv), "{journey}");
        let Move::Journey { from, to } = mv else { panic!("{journey}") };
        (position.to_move().unwrap(), position.journey_report(from, to).unwrap())
    }

    #[test]
    fn the_examples_show_what_the_texts_say() {
        let gained = |clan: Clan, report: &JourneyReport| {
            report.scores.after[clan].masters as i64 - report.scores.before[clan].masters as i64
        };
        let driven_out = |clan: Clan, report: &JourneyReport| {
            let own = report.students.iter().filter_map(|(_, student)| *student).filter(|student| student.clan == clan);
            own.filter(|student| matches!(student.fate, Fate::DrivesOut { .. })).count()
        };
        let (clan, stronger) = report(FROM_STRONGER, "g>a");
        assert_eq!((clan, gained(clan, &stronger)), (Clan::Yellow, 4));
        let (clan, peace) = report(FOR_PEACE, "i>j");
        assert_eq!((clan, gained(clan, &peace)), (Clan::Yellow, 0));
        assert_eq!(peace.stones.into_iter().collect::<Vec<_>>(), [Village::I, Village::J]);
        let (clan, contested) = report(CONTESTED, "a>e");
        assert_eq!((clan, driven_out(clan, &contested)), (Clan::Red, 3));
        let mut end = read(CLOSE);
        end.play("k>g".parse().unwrap()).unwrap();
        let outcome = end.outcome().expect("the game is over");
        assert!(outcome.winners.into_iter().eq([Clan::Red]));
        assert_eq!([Clan::Red, Clan::Yellow, Clan::Blue].map(|clan| end.score(clan).masters), [23; 3]);
    }

    /// Where the documents have the figures of each claim.
    const PASSAGES: [&[&str]; 9] = [
        &["- **Seats.**"],
        &["- **Seats.**"],
        &["- **Set-up.**"],
        &["`python/data/sample` is a small one", "- **A student**", "- **Students.**"],
        &["- **Rhythm.**"],
        &["- **Journeys.**"],
        &["- **Journeys.**"],
        &["- **Villages.**"],
        &["- **Ends.**"],
    ];
    /// What the last claim says of its example, which another test checks.
    const IN_THE_EXAMPLE: &str = "23";

    /// A paragraph or a point of a list.
    fn passage<'a>(documents: &'a str, start: &str) -> &'a str {
        let from = documents.find(start).unwrap_or_else(|| panic!("no passage begins with {start}"));
        let rest = &documents[from..];
        let ends = ["\n\n", "\n- "].map(|end| rest.find(end).unwrap_or(rest.len()));
        &rest[..ends[0].min(ends[1])]
    }

    fn figures(text: &str) -> Vec<&str> {
        let parts = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        parts.map(|figure| figure.trim_matches('.')).filter(|figure| !figure.is_empty()).collect()
    }

    /// The documents say the same, where the commands are described.
    #[test]
    fn every_figure_is_in_the_documents() {
        let documents = [include_str!("../../../docs/training.md"), include_str!("../../../docs/python.md")].concat();
        let words = Language::English.words();
        for (claim, starts) in CLAIMS.iter().zip(PASSAGES) {
            let text = (claim.text)(words, Language::English.strategy());
            let mut known: Vec<&str> = starts.iter().flat_map(|start| figures(passage(&documents, start))).collect();
            known.extend((starts == ["- **Ends.**"]).then_some(IN_THE_EXAMPLE));
            for figure in figures(&text) {
                assert!(known.contains(&figure), "{figure} in {text:?} is not where the documents tell of it");
            }
            let known = |source: &&str| documents.contains(*source);
            assert!(claim.sources.iter().all(known), "{:?}", claim.sources);
        }
    }
}
