//! What is drawn on the board to be noticed, the marks of moves and the spaces that can be chosen, stands out in both themes.

use shangrila_browser::{Page, Result, Visit, visit};

use crate::games::{link, players, random_game};

/// The least contrast of graphics that carry meaning (WCAG 2.2, success criterion 1.4.11).
const LEAST: f64 = 3.0;

/// The least width in pixels of a line that is to be noticed.
const LEAST_WIDTH: f64 = 2.0;

/// Defines `contrast`, the ratio of two colours, and `colour`, a colour of the palette.
const TOOLS: &str = "
    const probe = document.body.appendChild(document.createElement('i'));
    const parts = (colour) => {
        probe.style.color = colour;
        return getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255);
    };
    const light = (colour) => {
        const [red, green, blue] = parts(colour).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [less, more] = [light(one), light(other)].sort((a, b) => a - b);
        return (more + 0.05) / (less + 0.05);
    };
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);";

/// The grounds of villages and the clans' tiles.
const GROUNDS: [&str; 5] = ["--plaza", "--cplaza", "--socket", "--csocket", "--pplaza"];
const TILES: [&str; 4] = ["--red", "--blue", "--yellow", "--violet"];

/// Measures how well the lines of every element can be told from each of these colours: the best contrast of one of its lines, and the
/// width of all of them together in pixels.
async fn lines_against(page: &Page, element: &str, lines: &str, colours: &[&str]) -> Result<Vec<(String, f64, f64)>> {
    page.eval(&format!(
        "(() => {{
            {TOOLS}
            const found = [...document.querySelectorAll('{element}')].flatMap((drawn) => {{
                const lines = [...drawn.querySelectorAll('{lines}')];
                const width = Math.max(...lines.map((line) => parseFloat(getComputedStyle(line).strokeWidth) * line.getScreenCTM().a));
                return {colours}.map((name) => [
                    `${{drawn.getAttribute('class')}} on ${{name}}`,
                    Math.max(...lines.map((line) => contrast(getComputedStyle(line).stroke, colour(name)))),
                    width,
                ]);
            }});
            probe.remove();
            return found;
        }})()",
        colours = serde_json::json!(colours)
    ))
    .await
}

#[tokio::test]
async fn marks_and_targets_stand_out_on_every_ground_at_every_size_in_both_themes() {
    let game = players(random_game(40, 2), &["person", "bot:goatherd", "bot:goatherd", "bot:goatherd"]);
    for theme in [Visit::desktop(), Visit::desktop().dark()] {
        visit(theme.reduced_motion().at(&link(&game)), async |page| {
            page.wait_for("[data-mark]").await?;
            for screen in [Visit::phone(), Visit::tablet(), Visit::desktop()] {
                page.set_screen(&screen).await?;
                page.wait_for(".space.target").await?;
                // A ring of a clan's colour lies on the tiles of all clans, also on its own, and on the bare ground.
                let everything = [&TILES[..], &GROUNDS].concat();
                let measured = [
                    lines_against(page, ".turn-ring", ".turn-edge, .turn-rim", &everything).await?,
                    lines_against(page, ".space.target", ".ring-target", &GROUNDS).await?,
                ];
                assert!(measured.iter().all(|list| !list.is_empty()), "something is marked and can be chosen");
                let faint: Vec<_> = measured
                    .iter()
                    .flatten()
                    .filter(|(_, ratio, width)| *ratio < LEAST || *width < LEAST_WIDTH)
                    .collect();
                assert!(faint.is_empty(), "{screen:?}: {faint:?}");
            }
            Ok(())
        })
        .await;
    }
}
