//! The rules page: a five-minute read with examples on the real board. Rules can be linked to by number.

mod anchors;
mod chapters;
mod example;
pub(crate) mod picture;
mod turn;

use leptos::prelude::*;
use shangrila_scene::Icon;

use crate::browser;
use crate::page::Page;
use crate::pictures::icon_picture;
use crate::preferences::{Preferences, preferences};
use crate::route::Route;
use crate::tutorial::Progress;
use chapters::{CHAPTERS, Texts};

/// The rules page. With a rule number, it opens at that rule.
pub(crate) fn rules_page(rule: Option<String>) -> impl IntoView {
    let preferences = preferences();
    if let Some(rule) = rule {
        // Once the page has been laid out.
        request_animation_frame(move || anchors::show(&rule));
    }
    view! {
        <Page title=Signal::derive(move || preferences.words().app.rules)>
            <p class="learn-more">
                <a class="button" href=Progress::load().route().fragment() data-do="tutorial">
                    {icon_picture(Icon::Play)} {move || preferences.words().rules.tutorial}
                </a>
                <a class="button" href=Route::Strategy.fragment() data-do="strategy">
                    {icon_picture(Icon::Hint)} {move || preferences.words().rules.strategy}
                </a>
            </p>
            {move || rules(texts(preferences))}
        </Page>
    }
}

/// The rules without the frame of a page.
pub(crate) fn rules_text() -> impl IntoView {
    let preferences = preferences();
    move || rules(texts(preferences))
}

/// The texts in the language of the user.
fn texts(preferences: Preferences) -> Texts {
    Texts { words: preferences.words(), pairs: preferences.language.get().pair_rules() }
}

/// The page in one language: contents, chapters, and a link to the first game.
fn rules(texts: Texts) -> impl IntoView {
    let words = texts.words;
    let entry = |(id, title, _): &(&'static str, chapters::Title, _)| {
        let id = *id;
        view! { <li><button type="button" on:click=move |_| go_to(id)>{title(texts)}</button></li> }
    };
    let chapter = |(id, title, body): &(&'static str, chapters::Title, chapters::Body)| {
        view! {
            <section id=*id>
                <h2 tabindex="-1">{title(texts)}</h2>
                {body(texts)}
            </section>
        }
    };
    view! {
        <div class="rules">
            <nav class="contents" aria-label=words.rules.contents>
                <ol>{CHAPTERS.iter().map(entry).collect_view()}</ol>
            </nav>
            {CHAPTERS.iter().map(chapter).collect_view()}
            <a class="button main play-first" href=Route::Home.fragment()>{icon_picture(Icon::Play)} {words.rules.play}</a>
        </div>
    }
}

/// Scrolls to a chapter. A link cannot do that, because the fragment of the URL names a screen.
fn go_to(id: &str) {
    if let Some(chapter) = document().get_element_by_id(id) {
        chapter.scroll_into_view();
        browser::focus(&format!("#{id} h2"));
    }
}
