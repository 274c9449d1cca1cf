//! Annotating the move under study: its mark, a comment, the name of its variation, and what to do with the line.

use leptos::prelude::*;
use shangrila_i18n::AnalysisWords;
use shangrila_rules::record::Mark;
use shangrila_table::{NodeId, VariationTree};

use super::moves_panel::mark_view;
use super::study::Study;
use super::texts;
use crate::preferences::preferences;

/// What a mark says, in words.
const fn mark_words(words: &AnalysisWords, mark: Mark) -> &'static str {
    match mark {
        Mark::Brilliant => words.brilliant,
        Mark::Good => words.good,
        Mark::Interesting => words.interesting,
        Mark::Dubious => words.dubious,
        Mark::Mistake => words.mistake,
        Mark::Blunder => words.blunder,
    }
}

/// The fields and buttons for the move under study.
#[component]
pub(super) fn Annotation() -> impl IntoView {
    let study = expect_context::<Study>();
    let preferences = preferences();
    let words = move || &texts(preferences).board;
    let current = Memo::new(move |_| study.tree.with(VariationTree::current));
    let mark = Memo::new(move |_| study.tree.with(|tree| tree.node(tree.current()).mark));
    let comment = Memo::new(move |_| study.tree.with(|tree| tree.comment(tree.current())));
    let variation = Memo::new(move |_| study.tree.with(|tree| tree.variation_of(tree.current())));
    let name = Memo::new(move |_| {
        study.tree.with(|tree| variation.get().map_or(String::new(), |first| tree.name(first).to_string()))
    });
    let is_move = Memo::new(move |_| current.get() != NodeId::ROOT);
    let marks = move || {
        Mark::ALL.map(|one| {
            view! {
                <button
                    type="button"
                    class="mark-button"
                    data-mark=one.sign()
                    title=move || mark_words(words(), one)
                    aria-label=move || mark_words(words(), one)
                    aria-pressed=move || (mark.get() == Some(one)).to_string()
                    on:click=move |_| study.set_mark((mark.get_untracked() != Some(one)).then_some(one))
                >
                    {mark_view(one)}
                </button>
            }
        })
    };
    view! {
        <section class="annotation">
            <div class="mark-buttons" role="group" aria-label=move || words().marks hidden=move || !is_move.get()>{marks()}</div>
            <label class="visually-hidden" for="move-comment">{move || words().comment}</label>
            <textarea
                id="move-comment"
                rows="2"
                maxlength="2000"
                placeholder=move || words().comment
                prop:value=move || comment.get()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    study.tree.update(|tree| tree.set_comment(tree.current(), &text));
                }
            ></textarea>
            {move || variation.get().map(|first| view! {
                <label class="visually-hidden" for="variation-name">{move || words().variation_name}</label>
                <input
                    id="variation-name"
                    type="text"
                    maxlength="80"
                    placeholder=move || words().variation_name
                    prop:value=move || name.get()
                    on:change=move |event| {
                        let text = event_target_value(&event);
                        study.tree.update(|tree| tree.set_name(first, &text));
                    }
                />
            })}
            <div class="annotation-buttons">
                {move || variation.get().map(|_| view! {
                    <button type="button" class="button small" data-do="make-main" on:click=move |_| study.make_main()>
                        {move || words().make_main}
                    </button>
                })}
                {move || is_move.get().then(|| view! {
                    <button type="button" class="button small" data-do="remove" on:click=move |_| study.remove()>
                        {move || words().remove}
                    </button>
                })}
                {move || study.removed.with(Option::is_some).then(|| view! {
                    <p class="quiet">
                        {move || words().removed} " "
                        <button type="button" class="button small" data-do="restore" on:click=move |_| study.restore()>
                            {move || preferences.words().table.undo}
                        </button>
                    </p>
                })}
            </div>
        </section>
    }
}
