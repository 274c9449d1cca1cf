//! Colours that must not be mistaken for each other, in both themes.

use std::collections::HashMap;

const PALETTE: &str = include_str!("../style/palette.css");

/// The clans' colours.
const CLANS: [&str; 4] = ["red", "blue", "yellow", "violet"];

/// The colours of a theme by name: red, green and blue from 0 to 1, linear in light.
struct Theme {
    name: &'static str,
    colours: HashMap<&'static str, [f64; 3]>,
}

impl Theme {
    fn colour(&self, name: &str) -> [f64; 3] {
        *self.colours.get(name).unwrap_or_else(|| panic!("--{name} is not a colour of the {} theme", self.name))
    }

    /// The contrast of two colours as WCAG 2 defines it, from 1 to 21.
    fn contrast(&self, one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(self.colour(one)), luminance(self.colour(other)));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// How different two colours look: their distance in CIELAB. Colours side by side are told apart from about 2, colours that
    /// belong together from about 10.
    fn difference(&self, one: &str, other: &str) -> f64 {
        let (one, other) = (lab(self.colour(one)), lab(self.colour(other)));
        one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
    }
}

/// The light and the dark theme, which changes some colours of the light one.
fn themes() -> [Theme; 2] {
    let (light, dark) = PALETTE.split_once("\n.dark {").expect("a dark theme");
    let light: HashMap<_, _> = colours(light).collect();
    let dark = colours(dark.split_once("\n}").expect("an end").0);
    let dark = light.clone().into_iter().chain(dark).collect();
    [Theme { name: "light", colours: light }, Theme { name: "dark", colours: dark }]
}

/// The declarations of the form `--name: #rrggbb;`.
fn colours(css: &'static str) -> impl Iterator<Item = (&'static str, [f64; 3])> {
    css.lines().filter_map(|line| {
        let (name, value) = line.trim().strip_prefix("--")?.split_once(": #")?;
        let digits = value.strip_suffix(';')?;
        let channel = |index: usize| {
            let value = u8::from_str_radix(digits.get(2 * index..2 * index + 2)?, 16).ok()?;
            let value = f64::from(value) / 255.0;
            Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
        };
        Some((name, [channel(0)?, channel(1)?, channel(2)?]))
    })
}

fn luminance([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let curve = |value: f64| if value > 0.008856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 };
    let x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
    let y = curve(luminance([red, green, blue]));
    let z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn nothing_in_the_red_village_looks_like_a_red_tile() {
    for theme in themes() {
        let own: Vec<&&str> = theme
            .colours
            .keys()
            .filter(|name| {
                ["cwall", "cband", "croof", "cplaza", "csocket", "cgrass"].iter().any(|own| name.starts_with(own))
            })
            .collect();
        assert!(own.len() >= 9, "{own:?}");
        for (village, tile) in own.iter().flat_map(|own| ["red", "red2"].map(|tile| (own, tile))) {
            let difference = theme.difference(village, tile);
            assert!(
                difference > 20.0,
                "--{village} and --{tile} differ by {difference:.0} in the {} theme",
                theme.name
            );
        }
    }
}

#[test]
fn what_can_be_chosen_stands_out_from_the_ground_and_from_every_clan() {
    for theme in themes() {
        for ground in ["plaza", "socket", "cplaza", "csocket"] {
            let contrast = theme.contrast("target", ground);
            assert!(contrast > 3.0, "{contrast:.1} to --{ground} in the {} theme", theme.name);
        }
        for clan in CLANS {
            let difference = theme.difference("target", clan);
            assert!(difference > 40.0, "{difference:.0} from --{clan} in the {} theme", theme.name);
        }
    }
}

#[test]
fn the_mark_of_a_student_stands_out_from_every_clan() {
    for theme in themes() {
        assert!(theme.contrast("rim", "edge") > 7.0, "the figure on its disc, in the {} theme", theme.name);
        for clan in CLANS {
            let contrast = theme.contrast("rim", clan).max(theme.contrast("edge", clan));
            assert!(contrast > 3.0, "{contrast:.1} on --{clan} in the {} theme", theme.name);
        }
    }
}
