//! How the user is told that it is their turn when the app is closed: browsers, mails, webhooks, quiet hours.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{EmailNotices, NoticeOverview, NoticeSettings, QuietHours, TimeControl, Webhook, WebhookKind};

use super::api;
use super::error_text::Place;
use super::form::{Form, Submission, Submit};
use super::online_page::{Fetched, Loaded, OnlinePage, fetch};
use super::push;
use super::table::OnlineTable;
use crate::browser;
use crate::controls::{Segments, Switch};
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

/// That the question at a table was answered, in the browser's storage.
const ANSWERED: &str = "shangrila.notices-answered";

/// The settings, as a card of the account page.
#[component]
pub(super) fn NoticeCard() -> impl IntoView {
    let preferences = preferences();
    let overview: Fetched<NoticeOverview> = RwSignal::new(None);
    fetch(overview, api::my_notices());
    view! {
        <section class="card" data-notices="">
            <h2>{move || preferences.language.get().meeting().notices_title}</h2>
            <p class="quiet">{move || preferences.language.get().meeting().notices_help}</p>
            <Loaded answer=overview show=|overview| view! { <NoticeForm overview/> }/>
        </section>
    }
}

#[component]
fn NoticeForm(overview: NoticeOverview) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let (notices, submission) = (notices(), Submission::new());
    let known = StoredValue::new(overview.clone());
    let NoticeOverview { settings, browsers, has_email, .. } = overview;
    let pushes = RwSignal::new(false);
    if browsers > 0 {
        spawn_local(async move {
            let _ = pushes.try_set(push::is_subscribed().await);
        });
    }
    let email = RwSignal::new(settings.email);
    let hook = RwSignal::new(settings.webhook.as_ref().map(|webhook| webhook.kind));
    let url = RwSignal::new(settings.webhook.map_or_else(String::new, |webhook| webhook.url));
    let club_events = RwSignal::new(settings.club_events);
    let quiet = RwSignal::new(settings.quiet.is_some());
    let hours = settings.quiet.unwrap_or(QuietHours { from: to_utc(22 * 60), to: to_utc(8 * 60) });
    let (from, to) = (RwSignal::new(clock_time(to_local(hours.from))), RwSignal::new(clock_time(to_local(hours.to))));
    let set_push = move |on: bool| {
        pushes.set(on);
        spawn_local(async move {
            let language = preferences.language.get_untracked();
            let done = if on { push::subscribe(&known.get_value(), language).await } else { push::unsubscribe().await };
            if !done {
                let _ = pushes.try_set(!on);
                notices.show(preferences.words_now().online.no_notifications.to_string());
            }
        });
    };
    let save = move |()| {
        let url = url.get_untracked().trim().to_string();
        let webhook = hook.get_untracked().map(|kind| Webhook { kind, url });
        let hours = minutes(&from.get_untracked()).zip(minutes(&to.get_untracked())).filter(|_| quiet.get_untracked());
        let settings = NoticeSettings {
            email: email.get_untracked(),
            webhook,
            quiet: hours.map(|(from, to)| QuietHours { from: to_utc(from), to: to_utc(to) }),
            language: preferences.language.get_untracked().code().to_string(),
            club_events: club_events.get_untracked(),
        };
        submission.send(api::set_notices(settings), move |()| {
            notices.show(preferences.words_now().account.saved.to_string());
        });
    };
    let mails = [
        (EmailNotices::Never, "never", Signal::derive(move || meeting().email_never.to_string())),
        (EmailNotices::Immediate, "immediate", Signal::derive(move || meeting().email_immediate.to_string())),
        (EmailNotices::Digest, "digest", Signal::derive(move || meeting().email_digest.to_string())),
    ];
    let hooks = [
        (None, "none", Signal::derive(move || meeting().webhook_none.to_string())),
        (Some(WebhookKind::Discord), "discord", Signal::derive(|| "Discord".to_string())),
        (Some(WebhookKind::Slack), "slack", Signal::derive(|| "Slack".to_string())),
        (Some(WebhookKind::Ntfy), "ntfy", Signal::derive(|| "ntfy".to_string())),
    ];
    view! {
        <Form submission submit=Callback::new(save) fields=&[] as &'static [Place]>
            <Switch on=pushes set=Callback::new(set_push) label=Signal::derive(move || meeting().push_here) name="push"/>
            <Segments
                label=Signal::derive(move || meeting().email_title)
                attribute="data-email"
                choices=mails.map(|(value, id, label)| (value, id.to_string(), label)).to_vec()
                chosen=email
                choose=Callback::new(move |chosen| email.set(chosen))
            />
            {(!has_email).then(|| view! { <p class="quiet">{move || meeting().email_needs}</p> })}
            <Segments
                label=Signal::derive(move || meeting().webhook_title)
                attribute="data-webhook"
                choices=hooks.map(|(value, id, label)| (value, id.to_string(), label)).to_vec()
                chosen=hook
                choose=Callback::new(move |chosen| hook.set(chosen))
            />
            <label class="field" hidden=move || hook.get().is_none()>
                <span>{move || meeting().webhook_url}</span>
                <input
                    type="url"
                    name="webhook"
                    placeholder="https://"
                    prop:value=move || url.get()
                    on:input=move |event| url.set(event_target_value(&event))
                />
            </label>
            <Switch
                on=club_events
                set=Callback::new(move |on| club_events.set(on))
                label=Signal::derive(move || meeting().club_events)
                name="club-events"
            />
            <Switch
                on=quiet
                set=Callback::new(move |on| quiet.set(on))
                label=Signal::derive(move || meeting().quiet_title)
                name="quiet"
            />
            <div class="numbers" hidden=move || !quiet.get()>
                <TimeField label=Signal::derive(move || meeting().quiet_from) name="quiet-from" value=from/>
                <TimeField label=Signal::derive(move || meeting().quiet_to) name="quiet-to" value=to/>
            </div>
            <Submit label=Signal::derive(move || meeting().save) name="save-notices" submission/>
        </Form>
    }
}

#[component]
fn TimeField(#[prop(into)] label: Signal<&'static str>, name: &'static str, value: RwSignal<String>) -> impl IntoView {
    view! {
        <label class="field">
            <span>{move || label.get()}</span>
            <input type="time" name=name prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
        </label>
    }
}

/// Asks at a table over days whether the user wants to be told when it is their turn. Not earlier, and only once.
#[component]
pub(super) fn AskForNotices(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let answered =
        RwSignal::new(browser::storage().is_some_and(|storage| matches!(storage.get_item(ANSWERED), Ok(Some(_)))));
    let asks = Memo::new(move |_| {
        let over_days = table.read(|state| matches!(state.settings.clock, TimeControl::Days { .. })) == Some(true);
        over_days && table.my_seat.get().is_some() && !answered.get()
    });
    let close = move || {
        if let Some(storage) = browser::storage() {
            // A full storage only means that the question comes again.
            let _ = storage.set_item(ANSWERED, "1");
        }
        let _ = answered.try_set(true);
    };
    let (notices, busy) = (notices(), RwSignal::new(false));
    let agree = move |_| {
        busy.set(true);
        let language = preferences.language.get_untracked();
        spawn_local(async move {
            let is_subscribed = match api::my_notices().await {
                Ok(overview) => push::subscribe(&overview, language).await,
                Err(_) => false,
            };
            let _ = busy.try_set(false);
            if is_subscribed {
                close();
            } else {
                // The question stays, with the link to other ways.
                notices.show(preferences.words_now().online.no_notifications.to_string());
            }
        });
    };
    move || {
        asks.get().then(|| {
            view! {
                <div class="note" data-note="notices">
                    <p>{meeting().ask_notices} " " <a href=Route::Account.fragment()>{meeting().other_ways}</a></p>
                    <button type="button" class="button small" data-do="no-notices" on:click=move |_| close()>
                        {preferences.words().online.no}
                    </button>
                    <button type="button" class="button small main" data-do="notices" disabled=move || busy.get() on:click=agree>
                        {preferences.words().online.yes}
                    </button>
                </div>
            }
        })
    }
}

/// The page that stops mails. It asks first: mail programs open links on their own.
#[component]
pub(super) fn Unsubscribe(secret: String) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let (submission, done) = (Submission::new(), RwSignal::new(false));
    let secret = StoredValue::new(secret);
    let stop =
        move |()| submission.send(async move { api::unsubscribe(&secret.get_value()).await }, move |()| done.set(true));
    view! {
        <OnlinePage title=Signal::derive(move || meeting().unsubscribe_title) here=Route::Unsubscribe(String::new())>
            {move || if done.get() {
                view! { <p data-unsubscribed="">{move || meeting().unsubscribed}</p> }.into_any()
            } else {
                view! {
                    <Form submission submit=Callback::new(stop) fields=&[] as &'static [Place]>
                        <p>{move || meeting().unsubscribe_help}</p>
                        <div><Submit label=Signal::derive(move || meeting().unsubscribe_now) name="unsubscribe" submission/></div>
                    </Form>
                }.into_any()
            }}
        </OnlinePage>
    }
}

/// The minutes that UTC is ahead of the user's clock.
fn offset() -> i32 {
    js_sys::Date::new_0().get_timezone_offset() as i32
}

fn to_utc(minutes: u16) -> u16 {
    (i32::from(minutes) + offset()).rem_euclid(24 * 60) as u16
}

fn to_local(minutes: u16) -> u16 {
    (i32::from(minutes) - offset()).rem_euclid(24 * 60) as u16
}

/// Minutes after midnight as a time such as `22:00`, as time fields write it.
pub(super) fn clock_time(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Reads a time field. Some browsers add seconds.
pub(super) fn minutes(time: &str) -> Option<u16> {
    let (hours, minutes) = time.split_once(':')?;
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.get(..2)?.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        assert_eq!(
            (minutes("22:30"), minutes("24:00"), minutes("7"), minutes("07:05:00")),
            (Some(1350), None, None, Some(425))
        );
        for bad in ["", "20:60", "x:10", "20:1"] {
            assert_eq!(minutes(bad), None, "{bad}");
        }
        assert_eq!(clock_time(425), "07:05");
    }
}
