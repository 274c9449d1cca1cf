//! Every drawing and coordinate as Rust source, in tables that `crates/scene` includes.

use std::fmt::Write as _;

use shangrila_rules::{Clan, Guild, Village};

use crate::geometry::{self, Geometry, HALF_PATH_POINTS};
use crate::path::Point;
use crate::{backdrop, bridges, figures, home, land, mesas, symbols, villages};

/// Draws everything and returns it as the source text of one Rust module.
///
/// The module declares a `static` for each layer and table. It expects `Point` and [`Village`] to be in scope where it is
/// included. The result is the same for every build: the landscape is random, but its seeds are fixed.
#[must_use]
pub fn tables() -> String {
    let geometry = Geometry::new();
    let mesas = mesas::mesas(&geometry);
    let mut source = String::new();

    // A page shows the symbols before everything else, so the gradients are among them.
    let symbols = symbols::symbols() + &villages::symbols() + bridges::POST + &backdrop::gradients();
    for (name, drawing) in [
        ("SYMBOLS", symbols),
        ("BACKDROP", backdrop::backdrop()),
        ("FALLS", land::falls(&mesas)),
        ("HAZE", backdrop::haze()),
        ("FOREGROUND", backdrop::foreground()),
        ("HOME", home::home()),
    ] {
        writeln!(source, "pub(crate) static {name}: &str = {drawing:?};").expect("text can be written to");
    }

    let villages = |draw: &dyn Fn(Village) -> String| Village::ALL.map(draw).to_vec();
    let spans = || geometry.spans.iter();
    for (name, drawings) in [
        ("CLIFFS", villages(&|village| land::cliff(&mesas[village as usize]))),
        ("MESAS", villages(&|village| land::mesa(&mesas[village as usize]))),
        ("FLORA", land::flora(&geometry, &mesas)),
        ("SHROUDS", villages(&land::shroud)),
        ("GROUNDS", villages(&|village| villages::ground(&geometry, village))),
        ("FRONTS", villages(&|village| villages::front(&geometry, village))),
        ("GHOSTS", Guild::ALL.map(villages::ghost).to_vec()),
        ("STANDING", spans().map(bridges::standing).collect()),
        ("FALLEN", spans().map(bridges::fallen).collect()),
    ] {
        let count = drawings.len();
        writeln!(source, "pub(crate) static {name}: [&str; {count}] = {drawings:#?};").expect("text can be written to");
    }

    let places = |points: &[Point]| points.iter().map(|point| format!("{point:?},")).collect::<String>();
    let centres = places(&Village::ALL.map(geometry::village_centre));
    let spaces = places(&Guild::ALL.map(villages::space_offset));
    let ends: String = spans().map(|span| format!("[{}],", places(&span.ends))).collect();
    let half_paths: String = spans()
        .map(|span| {
            format!("[{}],", span.half_paths.each_ref().map(|points| format!("[{}],", tenths(points))).concat())
        })
        .collect();
    let glyphs: String = Clan::ALL
        .map(figures::silhouette)
        .map(|silhouette| format!("({:?}, {:?}),", silhouette.middle, silhouette.glyph_size))
        .concat();
    let order = geometry::villages_from_north().into_iter().map(|village| format!("Village::{village:?},"));
    let order: String = order.collect();
    let bridges = geometry.spans.len();
    let middle = |span: &geometry::Span| span.ends[0].y + span.ends[1].y;
    let mut from_north: Vec<usize> = (0..bridges).collect();
    from_north.sort_by(|&a, &b| middle(&geometry.spans[a]).total_cmp(&middle(&geometry.spans[b])));
    write!(
        source,
        "pub(crate) static VILLAGE_CENTRES: [Point; {}] = [{centres}];
        pub(crate) static SPACE_OFFSETS: [Point; {}] = [{spaces}];
        pub(crate) static BRIDGE_ENDS: [[Point; 2]; {bridges}] = [{ends}];
        pub(crate) static HALF_PATHS: [[[(i16, i16); {HALF_PATH_POINTS}]; 2]; {bridges}] = [{half_paths}];
        pub(crate) static BRIDGES_FROM_NORTH: [usize; {bridges}] = {from_north:?};
        pub(crate) static TILE_GLYPHS: [(f64, f64); {}] = [{glyphs}];
        pub(crate) static VILLAGES_FROM_NORTH: [Village; {}] = [{order}];\n",
        Village::COUNT,
        Guild::COUNT,
        Clan::COUNT,
        Village::COUNT
    )
    .expect("text can be written to");
    source
}

/// Points in tenths of a unit, so that each coordinate fits into two bytes.
fn tenths(points: &[Point]) -> String {
    points.iter().map(|point| format!("({:.0}, {:.0}),", point.x * 10.0, point.y * 10.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_build_draws_the_same() {
        assert_eq!(tables(), tables());
    }

    #[test]
    fn every_table_is_written_once() {
        let source = tables();
        let names: Vec<&str> = source
            .split("pub(crate) static ")
            .skip(1)
            .filter_map(|declaration| declaration.split(':').next())
            .collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len(), "{names:?}");
        assert_eq!(names.len(), 22, "{names:?}");
    }
}
