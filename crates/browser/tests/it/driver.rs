//! Plays the game through the page as a person would. After every turn, the page must show exactly the position that the
//! rules arrive at.

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shangrila_browser::{Page, Result};
use shangrila_rules::{Bridge, Choices, Move, Position, Space, Village};

/// How a move is pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Directly: the target decides which kind of move it is.
    Direct,
    /// First the button for the kind of move, then the board.
    Kind,
    /// For a journey: a click on its bridge.
    Bridge,
}

/// What the table shows of a position, in numbers.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(crate) struct Shown {
    position: String,
    stones: usize,
    bridges: usize,
    /// Masters in the order of the seats, or of the standings once the game is over.
    scores: Vec<usize>,
}

impl Shown {
    fn of(position: &Position) -> Shown {
        let scores = if position.is_over() {
            position.standings().iter().map(|standing| standing.score.masters).collect()
        } else {
            position.seats().iter().map(|clan| position.score(clan).masters).collect()
        };
        let (stones, bridges) = (position.stones_placed(), position.bridges().len());
        Shown { position: position.to_string(), stones, bridges, scores }
    }
}

/// Waits inside the page until it shows what is expected, and says what it shows in the end.
const SHOWN: &str = "(async (expected) => {
    const number = (selector, name) => Number(document.querySelector(selector)?.dataset[name]);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const shown = () => ({
        position: document.querySelector('main.table')?.dataset.position ?? '',
        stones: number('[data-stones]', 'stones'),
        bridges: number('[data-bridges]', 'bridges'),
        scores: all('.player-score b, .standing-score')
            .filter((score) => score.checkVisibility()).map((score) => Number(score.textContent)),
    });
    const began = performance.now();
    while (JSON.stringify(shown()) !== JSON.stringify(expected) && performance.now() - began < 8000)
        await new Promise((done) => setTimeout(done, 5));
    return shown();
})";

/// A table in the page.
pub(crate) struct Table<'a> {
    pub(crate) page: &'a Page,
    pub(crate) position: Position,
    rng: Rng,
}

impl<'a> Table<'a> {
    /// Waits for the page to show a table.
    pub(crate) async fn at(page: &'a Page, seed: u64) -> Result<Table<'a>> {
        page.wait_for("main.table").await?;
        let position = position(page).await?;
        Ok(Table { page, position, rng: Rng::with_seed(seed) })
    }

    /// A random legal move; `None` if the game is over.
    pub(crate) fn random_move(&mut self) -> Option<Move> {
        let mut position = self.position;
        position.play_random(|n| self.rng.u32(..n))
    }

    /// A random way to choose a move on the page.
    pub(crate) fn random_way(&mut self) -> Way {
        let ways = [Way::Direct, Way::Kind, Way::Bridge];
        ways[self.rng.usize(..ways.len())]
    }

    /// Plays a move by clicking and waits until the page agrees with the rules.
    pub(crate) async fn play(&mut self, mv: Move, way: Way) -> Result<()> {
        self.choose(mv, way).await?;
        if matches!(mv, Move::Journey { .. }) {
            self.check_preview(mv).await?;
        }
        self.page.click("[data-confirm]").await?;
        self.played(mv).await
    }

    /// Plays random moves until the game is over or the limit is reached.
    pub(crate) async fn play_random(&mut self, turns: usize) -> Result<()> {
        for _ in 0..turns {
            let Some(mv) = self.random_move() else { break };
            let way = self.random_way();
            self.play(mv, way).await?;
        }
        Ok(())
    }

    /// Chooses a move by clicking, so that it is pending.
    pub(crate) async fn choose(&self, mv: Move, way: Way) -> Result<()> {
        for selector in clicks(&self.position, mv, way) {
            self.page.click(&selector).await.map_err(|error| format!("{mv} in {}: {error}", self.position))?;
        }
        Ok(())
    }

    /// Checks that the preview of a journey shows what the rules say.
    async fn check_preview(&self, mv: Move) -> Result<()> {
        self.page.wait_for("[data-preview] .changes").await?;
        let promised: Vec<String> = self
            .page
            .eval("[...document.querySelectorAll('[data-preview] .changes li')].map((line) => line.dataset.change)")
            .await?;
        let mut after = self.position;
        after.play(mv).map_err(|reason| format!("{mv}: {reason}"))?;
        let masters = |position: &Position, clan| position.score(clan).masters;
        let seats = self.position.seats();
        let expected: Vec<String> =
            seats.iter().map(|clan| format!("{} {}", masters(&self.position, clan), masters(&after, clan))).collect();
        assert_eq!(promised, expected, "preview of {mv} in {}", self.position);
        Ok(())
    }

    /// Records that a move was played. The app plays forced passes on its own.
    pub(crate) async fn played(&mut self, mv: Move) -> Result<()> {
        self.position.play(mv).map_err(|reason| format!("{mv}: {reason}"))?;
        while Choices::of(&self.position).must_pass() {
            self.position.play(Move::Pass).map_err(|reason| format!("a forced pass: {reason}"))?;
        }
        self.expect().await.map_err(|error| format!("after {mv}: {error}"))
    }

    /// Waits until the page shows the position.
    pub(crate) async fn expect(&self) -> Result<()> {
        let expected = Shown::of(&self.position);
        // As text, so that the fields keep the order in which the page compares them.
        let text = serde_json::to_string(&expected).map_err(|error| error.to_string())?;
        let shown: Shown = self.page.eval(&format!("{SHOWN}({text})")).await?;
        if shown == expected {
            Ok(())
        } else {
            Err(format!("the page shows {shown:?}\n       instead of {expected:?}"))
        }
    }

    /// Waits until it is a person's turn or the game is over, and replays what the others have played.
    pub(crate) async fn wait_for_turn(&mut self) -> Result<()> {
        self.page.wait_until("document.querySelector('[data-do=hint]:enabled, [data-result]')").await?;
        self.position = position(self.page).await?;
        Ok(())
    }
}

/// The position that the table shows.
pub(crate) async fn position(page: &Page) -> Result<Position> {
    let text = page.attribute("main.table", "data-position").await?.unwrap_or_default();
    text.parse().map_err(|error| format!("{text:?}: {error}"))
}

/// What is clicked, one after the other, to point at a move.
fn clicks(position: &Position, mv: Move, way: Way) -> Vec<String> {
    let kind = |number: usize| {
        let wanted = way == Way::Kind && !position.in_opening();
        wanted.then(|| format!(".kinds .kind:nth-child({number})"))
    };
    match mv {
        Move::Place { space: at } => kind(1).into_iter().chain([space(at)]).collect(),
        Move::Recruit { first, second } => {
            // If only one other master can take a student, no second click is needed.
            kind(2).into_iter().chain([space(first)]).chain(second.map(space)).collect()
        }
        Move::Journey { from, to } if way == Way::Bridge => {
            let bridge = Bridge::between(from, to).expect("students walk over bridges");
            let (one, other) = bridge.ends();
            // If both directions are possible, the page proposes the first and offers to reverse it.
            let turned = from == other && position.is_legal(Move::Journey { from: one, to: other });
            let turn = turned.then(|| "[data-do=other-way]".to_string());
            [format!("[data-bridge={bridge}]")].into_iter().chain(turn).collect()
        }
        Move::Journey { from, to } => kind(3).into_iter().chain([village(from), village(to)]).collect(),
        Move::Pass => Vec::new(),
    }
}

/// A space on the board.
pub(crate) fn space(space: Space) -> String {
    format!("[data-space=\"{space}\"]")
}

/// The badge of a village on the board.
pub(crate) fn village(village: Village) -> String {
    format!("[data-village={village}] .village-badge")
}

/// Sets up a game on the first screen and starts it.
pub(crate) async fn start_game(page: &Page, setup: &str, choices: &[SeatChoice]) -> Result<()> {
    page.click(&format!("[data-players=\"{}\"]", choices.len())).await?;
    page.click(&format!("[data-setup={setup}]")).await?;
    for (seat, choice) in choices.iter().enumerate() {
        let select = format!(".seat:nth-child({}) .player-choice", seat + 1);
        page.eval::<()>(&format!("document.querySelector({}).focus()", json!(select))).await?;
        choice.choose(page).await?;
    }
    page.click("[data-do=start]").await?;
    page.wait_for("main.table").await
}

/// Who sits on a seat.
#[derive(Clone, Copy)]
pub(crate) enum SeatChoice {
    Person,
    Goatherd,
}

impl SeatChoice {
    /// Chooses from the focused list by keyboard. Its first entry is a person; the levels follow.
    pub(crate) async fn choose(self, page: &Page) -> Result<()> {
        page.press("Home").await?;
        match self {
            SeatChoice::Person => Ok(()),
            SeatChoice::Goatherd => page.press("ArrowDown").await,
        }
    }
}

/// Goes to another screen of the app without reloading it.
pub(crate) async fn go(page: &Page, fragment: &str) -> Result<()> {
    page.eval(&format!("void (location.hash = {})", json!(fragment))).await
}
