//! The audit log.

use leptos::prelude::*;
use shangrila_i18n::{ClubWords, Language, Words};
use shangrila_protocol::{AuditEntry, AuditLog, ModerationAction, Person, ReportOutcome, Role};

use crate::online::api;
use crate::online::online_page::{Fetched, Loaded, fetch};
use crate::online::table_list::date_and_time;
use crate::preferences::preferences;

/// The latest entries.
#[component]
pub(super) fn AuditPage() -> impl IntoView {
    let preferences = preferences();
    let answer: Fetched<AuditLog> = RwSignal::new(None);
    let before = RwSignal::new(None::<u64>);
    Effect::new(move || {
        let before = before.get();
        fetch(answer, async move { api::audit(before).await });
    });
    view! {
        <section>
            <Loaded answer show=move |log: AuditLog| {
                let Some(last) = log.entries.last().map(|entry| entry.number) else {
                    return view! { <p class="quiet">{move || preferences.words().moderation.no_entries}</p> }.into_any();
                };
                let rows = log.entries.into_iter().map(|entry| view! { <EntryRow entry/> });
                view! {
                    <ol class="audit">{rows.collect_view()}</ol>
                    {(last > 1).then(|| view! {
                        <button type="button" class="button" data-do="older" on:click=move |_| before.set(Some(last))>
                            {move || preferences.words().lobby.older}
                        </button>
                    })}
                }.into_any()
            }/>
        </section>
    }
}

#[component]
fn EntryRow(entry: AuditEntry) -> impl IntoView {
    let preferences = preferences();
    let number = entry.number;
    let entry = StoredValue::new(entry);
    let time = move || entry.with_value(|entry| date_and_time(preferences.language.get().code(), entry.at));
    let text = move || entry.with_value(|entry| entry_text(preferences.words(), entry));
    let reason = entry.with_value(|entry| entry.reason.clone());
    view! {
        <li data-entry=number>
            <small class="quiet">{time}</small>
            <span>{text}</span>
            {(!reason.is_empty()).then(|| view! { <q>{reason}</q> })}
        </li>
    }
}

fn entry_text(words: &Words, entry: &AuditEntry) -> String {
    let by = entry.by.as_ref().map_or(words.moderation.operator, |person| person.name.as_str());
    let about = entry.about.as_ref().map_or("", |person: &Person| person.name.as_str());
    let (what, whom) = what(words, &entry.action);
    [by, what, about, whom.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The texts of clubs, which are apart from the others.
fn club_words(code: &str) -> &'static ClubWords {
    code.parse().unwrap_or(Language::English).clubs()
}

/// What was done, and to what, if not to a person.
fn what(words: &Words, action: &ModerationAction) -> (&'static str, String) {
    let (code, words) = (words.code, &words.moderation);
    match action {
        ModerationAction::Grant { role, .. } => {
            let role = match role {
                Role::Moderator => words.moderator,
                Role::Administrator => words.administrator,
            };
            (words.grant, role.to_string())
        }
        ModerationAction::Revoke { .. } => (words.revoke, String::new()),
        ModerationAction::Mute { .. } => (words.mute, String::new()),
        ModerationAction::Unmute { .. } => (words.unmute, String::new()),
        ModerationAction::Ban { .. } => (words.ban, String::new()),
        ModerationAction::Unban { .. } => (words.unban, String::new()),
        ModerationAction::BanNetwork { network, .. } => (words.ban_network, network.clone()),
        ModerationAction::UnbanNetwork { network } => (words.unban_network, network.clone()),
        ModerationAction::CloseClub { club } => (club_words(code).close, club.to_string()),
        ModerationAction::CloseTable { table } => (words.close_table, table.to_string()),
        ModerationAction::CloseTournament { tournament } => (words.close_tournament, tournament.to_string()),
        ModerationAction::HideLine { table, line } => (words.hide_line, format!("{table}/{line}")),
        ModerationAction::ShowLine { table, line } => (words.show_line, format!("{table}/{line}")),
        ModerationAction::RemoveLine { table, line } => (words.remove_line, format!("{table}/{line}")),
        ModerationAction::ResetLink { .. } => (words.reset_link, String::new()),
        ModerationAction::TakeReport { report } => (words.take, report.to_string()),
        ModerationAction::ResolveReport { report, outcome: ReportOutcome::Upheld } => {
            (words.uphold, report.to_string())
        }
        ModerationAction::ResolveReport { report, outcome: ReportOutcome::Dismissed } => {
            (words.dismiss, report.to_string())
        }
    }
}
