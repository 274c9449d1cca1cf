//! The rules page opened at a rule, and the links that lead there.

use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::Language;
use shangrila_rules::Space;
use shangrila_table::{PendingMove, Spot, wording};

use crate::driver::{Table, go, space};
use crate::games::{link, middle_game};

/// Waits until the rules page shows a rule: its paragraph alone is highlighted, has the focus and is in view.
async fn expect_rule(page: &Page, rule: &str, text: &str) -> Result<()> {
    let paragraph = format!(".rules [data-rule='{rule}']");
    page.wait_for(&paragraph).await?;
    page.wait_for_text(&paragraph, text).await?;
    let found = format!("document.querySelector({})", json!(paragraph));
    page.wait_until(&format!("document.activeElement === {found}")).await?;
    page.wait_until(&format!("{found}.getBoundingClientRect().top >= 0")).await?;
    page.wait_until(&format!("{found}.getBoundingClientRect().top < innerHeight / 2")).await?;
    let other = "document.querySelector('.rules section p:not([data-rule])')";
    let background = |element: &str| format!("getComputedStyle({element}).backgroundColor");
    page.wait_until(&format!("{} !== {}", background(&found), background(other))).await?;
    assert_eq!(page.count(".rules [data-rule]").await?, 1, "only one rule is highlighted");
    Ok(())
}

#[tokio::test]
async fn an_address_with_a_rule_number_opens_the_page_at_that_rule() {
    visit(Visit::desktop().reduced_motion().at("#/rules/R3.1"), async |page| {
        let words = &Language::English.words().rules;
        expect_rule(page, "R3.1", words.place).await?;
        go(page, "#/rules/R5.4").await?;
        expect_rule(page, "R5.4", words.strength).await?;
        page.reload().await?;
        expect_rule(page, "R5.4", words.strength).await
    })
    .await;
}

#[tokio::test]
async fn a_refused_move_links_to_the_rule_it_breaks() {
    visit(Visit::desktop().reduced_motion().at(&link(&middle_game())), async |page| {
        let table = Table::at(page, 1).await?;
        let is_refused = |&space: &Space| {
            let spots = [Spot::Space(space), Spot::Village(space.village())];
            spots.iter().all(|&spot| PendingMove::Open.step(&table.position, spot).is_none())
        };
        let reason = |at: Space| wording::why_not(&table.position, Spot::Space(at)).map(|reason| (at, reason.rule()));
        let (at, rule) = Space::all().filter(is_refused).find_map(reason).expect("a space with a reason");
        page.click(&space(at)).await?;
        let link = format!(".notice a[data-rule='{rule}']");
        page.wait_for_text(&link, &Language::English.words().refusals.rule(rule)).await?;
        assert_eq!(page.attribute(&link, "href").await?, Some(format!("#/rules/{rule}")));
        page.click(&link).await?;
        expect_rule(page, rule, "").await
    })
    .await;
}
