//! Draws measured figures: what a move and a seat cost as the number of seats grows.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::report::COLUMNS;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 250.0;
/// Room for the labels of the axes.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 42.0;
const BOTTOM: f64 = 34.0;

/// A line of a diagram: which rows of the table it shows, and how.
struct Series {
    name: &'static str,
    colour: &'static str,
    database: &'static str,
    processes: &'static str,
    column: &'static str,
}

/// A diagram: its title, its unit, and its lines.
struct Diagram {
    title: &'static str,
    series: &'static [Series],
}

const fn series(
    name: &'static str,
    colour: &'static str,
    database: &'static str,
    processes: &'static str,
    column: &'static str,
) -> Series {
    Series { name, colour, database, processes, column }
}

const DIAGRAMS: [Diagram; 3] = [
    Diagram {
        title: "Processor time of a move, in µs, at 500 moves a second",
        series: &[
            series("server, SQLite", "#8a5a00", "SQLite", "1", "server_us"),
            series("server, PostgreSQL", "#1f5fa8", "PostgreSQL", "1", "server_us"),
            series("PostgreSQL itself", "#3b8a5a", "PostgreSQL", "1", "database_us"),
        ],
    },
    Diagram {
        title: "99 % of moves are answered within, in ms",
        series: &[
            series("SQLite", "#8a5a00", "SQLite", "1", "p99_ms"),
            series("PostgreSQL", "#1f5fa8", "PostgreSQL", "1", "p99_ms"),
        ],
    },
    Diagram {
        title: "Memory of a connection with its share of a table, in kB",
        series: &[
            series("SQLite", "#8a5a00", "SQLite", "1", "seat_kb"),
            series("PostgreSQL", "#1f5fa8", "PostgreSQL", "1", "seat_kb"),
        ],
    },
];

/// Draws the figures of a table beside it.
pub(crate) fn draw(table: &Path) -> Result<(), String> {
    let text = fs::read_to_string(table).map_err(|error| format!("{}: {error}", table.display()))?;
    let picture = table.with_extension("svg");
    fs::write(&picture, svg(&text)?).map_err(|error| format!("{}: {error}", picture.display()))
}

/// The drawing of a table of figures.
fn svg(table: &str) -> Result<String, String> {
    let mut lines = table.lines();
    if lines.next() != Some(&COLUMNS.join(",")) {
        return Err("the table has other columns".to_string());
    }
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let height = HEIGHT * DIAGRAMS.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
        <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fffdf8\"/>\n"
    );
    for (index, diagram) in DIAGRAMS.iter().enumerate() {
        let lines = diagram.series.iter().map(|series| Ok((series, points(&rows, series)?)));
        let lines: Vec<(&Series, Vec<(f64, f64)>)> = lines.collect::<Result<_, String>>()?;
        write!(
            svg,
            "<g transform=\"translate(0 {})\">\n{}</g>\n",
            HEIGHT * index as f64,
            draw_diagram(diagram, &lines)
        )
        .map_err(|error| error.to_string())?;
    }
    Ok(svg + "</svg>\n")
}

/// The points of a line, by the number of seats. Of several measurements with the same number, the median counts.
fn points(rows: &[Vec<&str>], series: &Series) -> Result<Vec<(f64, f64)>, String> {
    let column = |name: &str| COLUMNS.iter().position(|column| *column == name).ok_or(format!("no column {name}"));
    let (seats, value) = (column("seats")?, column(series.column)?);
    let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
    for row in rows.iter().filter(|row| row.len() == COLUMNS.len()) {
        if (row[0], row[1]) != (series.database, series.processes) {
            continue;
        }
        let number = |index: usize| row[index].parse::<f64>().map_err(|error| format!("{}: {error}", row[index]));
        let (seats, value) = (number(seats)?, number(value)?);
        match found.iter_mut().find(|(known, _)| *known == seats) {
            Some((_, values)) => values.push(value),
            None => found.push((seats, vec![value])),
        }
    }
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Ok(found.into_iter().map(|(seats, values)| (seats, median(values))).collect())
}

fn draw_diagram(diagram: &Diagram, lines: &[(&Series, Vec<(f64, f64)>)]) -> String {
    let all = || lines.iter().flat_map(|(_, points)| points);
    let (least, most) =
        all().fold((f64::MAX, 1.0_f64), |(least, most), (seats, _)| (least.min(*seats), most.max(*seats)));
    let top = nice(all().fold(0.0_f64, |top, (_, value)| top.max(*value)));
    let x = |seats: f64| LEFT + (WIDTH - LEFT - RIGHT) * (seats / least).ln() / (most / least).ln().max(1e-9);
    let y = |value: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top;
    let mut svg = format!("<text x=\"{LEFT}\" y=\"18\" font-weight=\"bold\">{}</text>\n", diagram.title);
    for step in 0..=4 {
        let value = top * f64::from(step) / 4.0;
        let (right, left, line, baseline) = (WIDTH - RIGHT, LEFT - 8.0, y(value), y(value) + 4.0);
        svg += &format!(
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{line:.1}\" y2=\"{line:.1}\" stroke=\"#ddd6c8\"/>\n\
            <text x=\"{left}\" y=\"{baseline:.1}\" text-anchor=\"end\" fill=\"#555\">{}</text>\n",
            label(value)
        );
    }
    let mut seats: Vec<f64> = all().map(|(seats, _)| *seats).collect();
    seats.sort_by(f64::total_cmp);
    seats.dedup();
    for &number in &seats {
        let anchor = if number == most { "end" } else { "middle" };
        let (x, y) = (x(number), HEIGHT - BOTTOM + 18.0);
        svg += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#555\">{}</text>\n",
            if number == most { format!("{number} seats") } else { number.to_string() }
        );
    }
    let mut legend = LEFT + 300.0;
    for (series, points) in lines.iter().filter(|(_, points)| !points.is_empty()) {
        let path: Vec<String> =
            points.iter().map(|&(seats, value)| format!("{:.1},{:.1}", x(seats), y(value))).collect();
        let colour = series.colour;
        svg += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            path.join(" ")
        );
        for point in &path {
            let (x, y) = point.split_once(',').unwrap_or_default();
            svg += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{colour}\"/>\n");
        }
        svg += &format!("<text x=\"{legend:.1}\" y=\"34\" fill=\"{colour}\" font-size=\"12\">{}</text>\n", series.name);
        legend += 18.0 + 6.6 * series.name.len() as f64;
    }
    svg
}

/// The next round number: 1, 2, 4 or 8 times a power of ten.
fn nice(value: f64) -> f64 {
    let power = 10_f64.powf(value.max(1e-9).log10().floor());
    [1.0, 2.0, 4.0, 8.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= value).unwrap_or(value)
}

/// A number without needless digits.
fn label(value: f64) -> String {
    if value == value.round() { format!("{value:.0}") } else { format!("{value:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measurement_is_a_point_of_its_line() {
        let table = format!(
            "{}\nPostgreSQL,1,100,500,1.0,2.0,90.0,100.0,12.0,900.0,1500.0\nPostgreSQL,1,10000,500,1.5,9.0,120.0,110.0,13.0,900.0,1600.0\n",
            COLUMNS.join(",")
        );
        let svg = svg(&table).unwrap();
        assert_eq!(svg.matches("<circle").count(), 2 * 4, "two sizes in four lines");
        assert!(svg.contains("10000 seats") && !svg.contains("NaN"));
        assert_eq!([3.0, 9.0, 120.0].map(nice), [4.0, 10.0, 200.0]);
    }

    #[test]
    fn another_table_is_refused() {
        assert!(svg("a,b\n1,2\n").is_err());
    }
}
