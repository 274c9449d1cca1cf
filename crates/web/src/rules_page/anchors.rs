//! Anchors named by rule number, so that a refused move can link to the rule it breaks.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The numbers, as in docs/rules.md, of the rules that one paragraph of the page states.
pub(super) type Stated = &'static [&'static str];

pub(super) const BOARD: Stated = &["R1.1", "R1.2", "R1.3"];
pub(super) const CLANS: Stated = &["R1.4"];
pub(super) const TILES: Stated = &["R1.5"];
pub(super) const SETUP_FIRST_GAME: Stated = &["R2.4"];
pub(super) const SETUP_FREE: Stated = &["R2.2"];
pub(super) const SETUP_LIMITS: Stated = &["R2.3"];
pub(super) const TURN: Stated = &["R7.1"];
pub(super) const PLACE: Stated = &["R3.1", "R3.2", "R3.3"];
pub(super) const RECRUIT: Stated = &["R4.1", "R4.2", "R4.3", "R4.4", "R4.5"];
pub(super) const JOURNEY: Stated = &["R5.1", "R5.2", "R5.3"];
pub(super) const STRENGTH: Stated = &["R5.4"];
pub(super) const FATES: Stated = &["R5.5", "R5.6"];
pub(super) const BRIDGES: Stated = &["R5.7", "R5.8", "R5.9", "R1.7"];
pub(super) const END: Stated = &["R6.1", "R6.2"];
pub(super) const TIE_BREAK: Stated = &["R6.3", "R6.4"];
pub(super) const THREE: Stated = &["R1.6"];
pub(super) const TWELVE_STONES: Stated = &["R8.1"];
pub(super) const UP_TO_TWO: Stated = &["R8.2"];
pub(super) const PASS: Stated = &["R7.2", "R7.3"];
pub(super) const ALL_PASS: Stated = &["R7.4"];
pub(super) const SETUP_PASS: Stated = &["R2.5"];
pub(super) const FIRST_PLAYER: Stated = &["R2.1"];
pub(super) const PAIRS: Stated = &["R9.1"];
pub(super) const PAIRS_AGREE: Stated = &["R9.2"];
pub(super) const PAIRS_SUM: Stated = &["R9.3"];
pub(super) const PAIRS_WEAKER: Stated = &["R9.4"];
pub(super) const PAIRS_EQUAL: Stated = &["R9.5"];

/// Empty elements to link to. They go first inside the element that states the rules.
pub(super) fn anchors(rules: Stated) -> impl IntoView {
    rules.iter().map(|&rule| view! { <span id=rule class="anchor"></span> }).collect_view()
}

/// A paragraph that states rules.
pub(super) fn paragraph(rules: Stated, text: &'static str) -> impl IntoView {
    view! { <p>{anchors(rules)} {text}</p> }
}

/// Scrolls to the paragraph that states a rule, and marks it with the rule's number.
pub(super) fn show(rule: &str) {
    let anchor = document().get_element_by_id(rule).filter(|element| element.class_list().contains("anchor"));
    if let Some(paragraph) = anchor.and_then(|anchor| anchor.parent_element()) {
        mark(&paragraph, rule);
        paragraph.scroll_into_view();
        let _ = paragraph.unchecked_into::<HtmlElement>().focus();
    }
}

fn mark(paragraph: &Element, rule: &str) {
    let _ = paragraph.set_attribute("data-rule", rule);
    // Focusable, so that a screen reader starts reading here.
    let _ = paragraph.set_attribute("tabindex", "-1");
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Stated; 27] = [
        BOARD,
        CLANS,
        TILES,
        SETUP_FIRST_GAME,
        SETUP_FREE,
        SETUP_LIMITS,
        TURN,
        PLACE,
        RECRUIT,
        JOURNEY,
        STRENGTH,
        FATES,
        BRIDGES,
        END,
        TIE_BREAK,
        THREE,
        TWELVE_STONES,
        UP_TO_TWO,
        PASS,
        ALL_PASS,
        SETUP_PASS,
        FIRST_PLAYER,
        PAIRS,
        PAIRS_AGREE,
        PAIRS_SUM,
        PAIRS_WEAKER,
        PAIRS_EQUAL,
    ];

    /// R7.5 shows that games are finite; it tells players nothing to do.
    #[test]
    fn every_rule_has_one_anchor_except_the_bound_on_the_length_of_games() {
        let document = include_str!("../../../../docs/rules.md");
        let bold = document.split("**").skip(1).step_by(2);
        let mut rules: Vec<&str> = bold.filter(|text| text.starts_with('R') && text.contains('.')).collect();
        rules.retain(|&rule| rule != "R7.5");
        let mut anchored: Vec<&str> = ALL.concat();
        rules.sort_unstable();
        anchored.sort_unstable();
        assert_eq!(anchored, rules);
        assert!(rules.len() > 30, "{rules:?}");
    }
}
