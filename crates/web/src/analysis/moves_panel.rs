//! The moves of the tree, with their marks, comments and names.

use leptos::prelude::*;
use shangrila_rules::record::Mark;
use shangrila_table::{NodeId, VariationTree, wording};

use super::move_rows::{Row, RowPart, rows};
use super::study::Study;
use super::texts;
use crate::pictures::clan_class;
use crate::preferences::preferences;

/// The whole tree. A click on a move shows the position after it.
#[component]
pub(super) fn MovesPanel() -> impl IntoView {
    let study = expect_context::<Study>();
    let preferences = preferences();
    let all = Memo::new(move |_| study.tree.with(rows));
    let current = Memo::new(move |_| study.tree.with(VariationTree::current));
    let start = NodeRef::<leptos::html::Button>::new();
    Effect::new(move || {
        if current.get() == NodeId::ROOT {
            keep_in_view(start);
        }
    });
    let row = move |row: Row| {
        let Row { depth, name, parts } = row;
        view! {
            <p class="move-row" style=format!("--depth:{}", depth.min(6)) data-depth=depth>
                {(!name.is_empty()).then(|| view! { <b class="variation-name">{name}</b> })}
                {parts.into_iter().map(|part| part_view(study, current, part)).collect_view()}
            </p>
        }
    };
    view! {
        <section class="moves" aria-label=move || texts(preferences).board.moves>
            <button
                type="button"
                node_ref=start
                class="move-start"
                class:current=move || current.get() == NodeId::ROOT
                data-node="0"
                on:click=move |_| study.go_to(NodeId::ROOT)
            >
                {move || texts(preferences).board.start}
            </button>
            {move || all.with(Vec::is_empty).then(|| view! {
                <p class="quiet">{texts(preferences).board.no_moves}</p>
            })}
            {move || all.get().into_iter().map(row).collect_view()}
        </section>
    }
}

fn part_view(study: Study, current: Memo<NodeId>, part: RowPart) -> AnyView {
    let preferences = preferences();
    match part {
        RowPart::Comment(text) => view! { <span class="move-comment">{text} " "</span> }.into_any(),
        RowPart::Move { id, clan, number, mv, mark } => {
            let title = move || {
                let words = preferences.words();
                clan.map(|clan| wording::move_words(words, wording::clan(words, clan), mv))
            };
            let button = NodeRef::<leptos::html::Button>::new();
            // The list follows the position under study.
            Effect::new(move || {
                if current.get() == id {
                    keep_in_view(button);
                }
            });
            view! {
                {number.map(|number| view! { <span class="move-number">{number} "."</span> })}
                <button
                    type="button"
                    node_ref=button
                    class=format!("move {}", clan.map_or("", clan_class))
                    class:current=move || current.get() == id
                    aria-current=move || (current.get() == id).then_some("true")
                    data-node=id.index()
                    title=title
                    on:click=move |_| study.go_to(id)
                >
                    {mv.to_string()}
                    {mark.map(mark_view)}
                </button>
                " "
            }
            .into_any()
        }
    }
}

/// Scrolls the list, and nothing else, until the button can be seen. What is below the list may take or leave it some room at the same
/// moment, so it waits until everything has changed.
fn keep_in_view(button: NodeRef<leptos::html::Button>) {
    request_animation_frame(move || {
        let Some(button) = button.try_get_untracked().flatten() else { return };
        let Some(list) = button.closest(".moves").ok().flatten() else { return };
        let (top, bottom) = (button.offset_top(), button.offset_top() + button.offset_height());
        let (shown, height) = (list.scroll_top(), list.client_height());
        list.set_scroll_top(shown.min(top).max(bottom - height));
    });
}

/// The sign of a mark.
pub(super) fn mark_view(mark: Mark) -> impl IntoView {
    let class = if mark <= Mark::Interesting { "mark fine" } else { "mark poor" };
    view! { <b class=class>{mark.sign()}</b> }
}
