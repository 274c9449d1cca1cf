//! Plural forms by CLDR category.
//!
//! A rule maps a whole number to the category whose text a sentence uses, as in the “cardinal” rules of the Unicode CLDR. A language
//! whose rule is not here yet adds a variant; `few`, `two` and `zero` are ordinary categories.

/// A plural category of the CLDR.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PluralCategory {
    /// `zero`: for example 0 in Latvian.
    Zero,
    /// `one`: 1 in most European languages, 0 and 1 in French.
    One,
    /// `two`: for example 2 in Slovenian.
    Two,
    /// `few`: for example 2 to 4 in Czech.
    Few,
    /// `many`: for example 5 and more in Polish; whole millions in Italian and French.
    Many,
    /// `other`: everything else; every plural has it.
    Other,
}

impl PluralCategory {
    /// Every category.
    pub const ALL: [PluralCategory; 6] = [
        PluralCategory::Zero,
        PluralCategory::One,
        PluralCategory::Two,
        PluralCategory::Few,
        PluralCategory::Many,
        PluralCategory::Other,
    ];

    /// The name used by the CLDR and in templates.
    pub const fn name(self) -> &'static str {
        match self {
            PluralCategory::Zero => "zero",
            PluralCategory::One => "one",
            PluralCategory::Two => "two",
            PluralCategory::Few => "few",
            PluralCategory::Many => "many",
            PluralCategory::Other => "other",
        }
    }
}

/// How a language chooses among its plural forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PluralRule {
    /// 1 is singular: English, German, Dutch.
    OneIsSingular,
    /// 1 is singular, whole millions are `many`: Italian.
    Italian,
    /// 0 and 1 are singular, whole millions are `many`: French.
    French,
}

impl PluralRule {
    /// The category of a whole number.
    pub const fn category(self, n: u64) -> PluralCategory {
        let is_millions = n != 0 && n.is_multiple_of(1_000_000);
        match (self, n) {
            (PluralRule::OneIsSingular | PluralRule::Italian, 1) | (PluralRule::French, 0 | 1) => PluralCategory::One,
            (PluralRule::Italian | PluralRule::French, _) if is_millions => PluralCategory::Many,
            _ => PluralCategory::Other,
        }
    }

    /// The categories every plural of the language must spell out. Where the category of a number has no text, `other` is used: our
    /// numbers never reach a million.
    pub const fn required(self) -> &'static [PluralCategory] {
        &[PluralCategory::One, PluralCategory::Other]
    }

    /// The categories that numbers can have in the language.
    pub const fn possible(self) -> &'static [PluralCategory] {
        match self {
            PluralRule::OneIsSingular => &[PluralCategory::One, PluralCategory::Other],
            PluralRule::Italian | PluralRule::French => {
                &[PluralCategory::One, PluralCategory::Many, PluralCategory::Other]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_category_the_cldr_gives_them() {
        use PluralCategory::{Many, One, Other};
        let numbers = [0, 1, 2, 5, 21, 1_000_000, 1_000_001, 3_000_000];
        for (rule, expected) in [
            (PluralRule::OneIsSingular, [Other, One, Other, Other, Other, Other, Other, Other]),
            (PluralRule::Italian, [Other, One, Other, Other, Other, Many, Other, Many]),
            (PluralRule::French, [One, One, Other, Other, Other, Many, Other, Many]),
        ] {
            assert_eq!(numbers.map(|n| rule.category(n)), expected, "{rule:?}");
            assert!(expected.iter().all(|category| rule.possible().contains(category)));
        }
    }
}
