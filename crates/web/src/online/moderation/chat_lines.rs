//! Chat as moderators see it, with what they can do about each line.

use leptos::prelude::*;
use shangrila_protocol::{LineStatus, ModeratedLine, ModerationAction, TableId};

use super::{ActionButton, moderate};
use crate::preferences::preferences;
use crate::route::Route;

/// Chat lines with their buttons. `changed` is called after something was done.
#[component]
pub(super) fn ChatLines(
    table: TableId,
    lines: Vec<ModeratedLine>,
    /// The line that was reported.
    #[prop(optional)]
    marked: Option<u64>,
    changed: Callback<()>,
) -> impl IntoView {
    let preferences = preferences();
    let table = StoredValue::new(table);
    let line = move |line: ModeratedLine| {
        let (number, status) = (line.number, line.status);
        let moderate = moderate();
        let act = move |action: fn(TableId, u64) -> ModerationAction| {
            Callback::new(move |()| {
                moderate(action(table.get_value(), number), String::new(), Callback::new(move |_| changed.run(())));
            })
        };
        let note = move || {
            let words = &preferences.words().moderation;
            match status {
                LineStatus::Shown => "",
                LineStatus::Hidden => words.hidden,
                LineStatus::Removed => words.removed,
            }
        };
        view! {
            <li data-line=number class:marked=marked == Some(number)>
                <span>
                    <a href=Route::Person(line.by.id.to_string()).fragment()>{line.by.name}</a>
                    " "{line.text}" "<em class="quiet">{note}</em>
                </span>
                <span class="row-of-buttons">
                    {(status == LineStatus::Shown).then(|| view! {
                        <ActionButton name="hide-line" label=Signal::derive(move || preferences.words().moderation.hide_line)
                            press=act(|table, line| ModerationAction::HideLine { table, line })/>
                    })}
                    {(status == LineStatus::Hidden).then(|| view! {
                        <ActionButton name="show-line" label=Signal::derive(move || preferences.words().moderation.show_line)
                            press=act(|table, line| ModerationAction::ShowLine { table, line })/>
                    })}
                    {(status != LineStatus::Removed).then(|| view! {
                        <ActionButton name="remove-line" label=Signal::derive(move || preferences.words().moderation.remove_line)
                            press=act(|table, line| ModerationAction::RemoveLine { table, line })/>
                    })}
                </span>
            </li>
        }
    };
    view! { <ol class="moderated-chat">{lines.into_iter().map(line).collect_view()}</ol> }
}
