//! What a move would do.

use shangrila_i18n::Words;
use shangrila_rules::{Move, Position, Village};

use super::{journey_words, village};
use crate::effect::MoveEffect;

/// Everything a legal move would do, one sentence after the other.
pub fn effect_words(words: &Words, position: &Position, mv: Move) -> Vec<String> {
    if let Move::Journey { from, to } = mv {
        let report = position.journey_report(from, to);
        return report.map_or(Vec::new(), |report| journey_words(words, position, &report));
    }
    let Some(effect) = MoveEffect::of(position, mv) else { return Vec::new() };
    let (before, after) = effect.masters;
    let mut lines = vec![format!("{}.", words.story.your_masters(before, after))];
    lines.extend(flip_words(words, &effect));
    lines
}

/// The bridges whose stronger side changes with a placement or a recruitment.
pub fn flip_words(words: &Words, effect: &MoveEffect) -> Vec<String> {
    let story = &words.story;
    let others = |changed: Village, stronger: bool| {
        let flips = effect.flips.iter().filter(move |flip| flip.village == changed && flip.stronger == stronger);
        flips.map(|flip| village(flip.other).to_string()).collect::<Vec<_>>()
    };
    let mut lines = Vec::new();
    for change in &effect.villages {
        let name = village(change.village);
        let (stronger, tied) = (others(change.village, true), others(change.village, false));
        if !stronger.is_empty() {
            lines.push(story.becomes_stronger(name, words.list(&stronger)));
        }
        if !tied.is_empty() {
            lines.push(story.now_tied(name, words.list(&tied)));
        }
    }
    if lines.is_empty() {
        lines.push(story.no_flip.to_string());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    #[test]
    fn every_kind_of_move_has_its_effect() {
        let words = Language::English.words();
        let position: Position = "Rr5/7/7/b6/7/7/7/7/7/7/7/7/b6 400003 rbvy r 40 0".parse().unwrap();
        let effect = |mv: &str| effect_words(words, &position, mv.parse().unwrap());
        assert_eq!(effect("H@a"), ["Masters: 2 → 3.", "No bridge changes its stronger side."]);
        assert_eq!(effect("a>d")[0], "A is stronger than D: 3 tiles to 1.");
    }
}
