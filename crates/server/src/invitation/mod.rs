//! Links to tables, `/t/…`: the app's page with a preview for chats and social media, which read the page but run no scripts. Everything
//! that people have chosen, such as their names, is escaped.

use std::fmt::Write;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use shangrila_i18n::{Language, MeetingWords, PairsWords, Words};
use shangrila_protocol::{Pairs, Phase, TableId, TimeControl};

use crate::assets;
use crate::bundle::Bundle;
use crate::client_address::ClientAddress;
use crate::routes::ApiError;
use crate::state::Server;
use crate::store::Invitation;

/// The map, for the previews of all links: a board in play, in the proportions that chats show.
const MAP: &[u8] = include_bytes!("map.png");
/// The width and height of [`MAP`].
const MAP_SIZE: (u32, u32) = (1200, 630);

/// The route of the links, and of their picture.
pub(crate) fn routes(bundle: Bundle, server: &Server) -> Router {
    let page = move |server: State<Server>, from: ClientAddress, id: Path<String>, headers: HeaderMap| {
        page(bundle.clone(), server, from, id, headers)
    };
    Router::new().route("/t/{id}", get(page)).route("/t/map.png", get(map)).with_state(server.clone())
}

async fn map() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    (headers, MAP).into_response()
}

async fn page(
    bundle: Bundle,
    State(server): State<Server>,
    from: ClientAddress,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    server.limits.allow_request(&from)?;
    let Ok(Some(content)) = bundle.read("index.html").await else { return Ok(assets::not_found()) };
    let page = String::from_utf8_lossy(&content);
    // A link with a mistake in it shows the app's own message.
    let invitation = match id.parse::<TableId>() {
        Ok(table) => server.invitations.invitation(&table).await?,
        Err(_) => None,
    };
    let language = language_of(&headers);
    let preview = Preview {
        invitation: invitation.as_ref(),
        site: site(&server, &headers),
        id: &id,
        words: language.words(),
        meeting: language.meeting(),
        pairs: language.pairs(),
    };
    let mut response = with_preview(&page, &preview.tags()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
    Ok(response)
}

/// The first language of the request that the app speaks.
fn language_of(headers: &HeaderMap) -> Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    wanted.split([',', ';']).find_map(|locale| Language::from_locale(locale.trim())).unwrap_or(Language::English)
}

/// Where people find the app: as the settings say, or as this request has found it.
fn site(server: &Server, headers: &HeaderMap) -> String {
    if let Some(site) = &server.config.site {
        return site.trim_end_matches('/').to_string();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let scheme = if server.config.secure_cookies { "https" } else { "http" };
    format!("{scheme}://{host}")
}

/// The page one folder further down, with more in its head.
fn with_preview(page: &str, tags: &str) -> String {
    let (head, body) = page.split_at(page.find("</head>").unwrap_or(page.len()));
    let head = head.replace("href=\"", "href=\"../").replace("src=\"", "src=\"../");
    format!("{head}{tags}{body}")
}

/// What a preview says.
struct Preview<'a> {
    /// `None` if there is no such table.
    invitation: Option<&'a Invitation>,
    site: String,
    id: &'a str,
    words: &'static Words,
    meeting: &'static MeetingWords,
    pairs: &'static PairsWords,
}

impl Preview<'_> {
    fn tags(&self) -> String {
        let (width, height) = (MAP_SIZE.0.to_string(), MAP_SIZE.1.to_string());
        let (title, description) = (self.title(), self.description());
        let (url, image) = (format!("{}/t/{}", self.site, self.id), format!("{}/t/map.png", self.site));
        let tags = [
            ("property", "og:type", "website"),
            ("property", "og:site_name", self.words.screen.title),
            ("property", "og:title", &title),
            ("property", "og:description", &description),
            ("property", "og:url", &url),
            ("property", "og:image", &image),
            ("property", "og:image:type", "image/png"),
            ("property", "og:image:width", &width),
            ("property", "og:image:height", &height),
            ("name", "twitter:card", "summary_large_image"),
            // Tables are for those who have the link.
            ("name", "robots", "noindex"),
        ];
        tags.iter().fold(String::new(), |mut text, (kind, name, content)| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "<meta {kind}=\"{name}\" content=\"{}\">", escaped(content));
            text
        })
    }

    fn title(&self) -> String {
        match self.invitation {
            Some(Invitation { phase: Phase::Waiting, host, .. }) if !host.is_empty() => self.meeting.invites_you(host),
            Some(Invitation { phase: Phase::Waiting, .. }) => self.meeting.invited.to_string(),
            _ => self.meeting.game_link.to_string(),
        }
    }

    fn description(&self) -> String {
        let Some(invitation) = self.invitation else { return self.words.home.tagline.to_string() };
        let (settings, lobby) = (&invitation.settings, &self.words.lobby);
        let clock = match settings.clock {
            TimeControl::None => lobby.no_clock.to_string(),
            TimeControl::Live { base, increment } => {
                let minutes =
                    if base % 60 == 0 { (base / 60).to_string() } else { format!("{:.1}", f64::from(base) / 60.0) };
                self.meeting.live_clock(minutes, increment)
            }
            TimeControl::Days { days } => lobby.per_turn(lobby.days(days)),
        };
        let mut parts = vec![self.words.screen.title.to_string()];
        if invitation.phase == Phase::Waiting {
            // Two players have two seats each.
            let clans = usize::from(settings.seats) / settings.players();
            parts.push(self.meeting.seats_free(invitation.free_seats / clans, settings.players()));
        }
        parts.extend(settings.pairs.map(|pairs| match pairs {
            Pairs::Sum => self.pairs.sum_counts.to_string(),
            Pairs::Weaker => self.pairs.weaker_counts.to_string(),
        }));
        parts.push(clock);
        parts.extend(settings.longest_game().map(|minutes| self.meeting.up_to_minutes(minutes)));
        if settings.rated {
            parts.push(lobby.rated.to_string());
        }
        parts.join(" · ")
    }
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut safe, letter| {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
        safe
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_attribute() {
        assert_eq!(escaped("<b>\"A\" & 'B'</b>"), "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;");
    }

    #[test]
    fn files_are_found_one_folder_up_and_the_body_stays() {
        let page = "<head><link href=\"a.css\"><script src=\"b.js\"></script></head><body><a href=\"#/\"></a></body>";
        let expected = "<head><link href=\"../a.css\"><script src=\"../b.js\"></script><!-- x --></head><body><a href=\"#/\"></a></body>";
        assert_eq!(with_preview(page, "<!-- x -->"), expected);
    }

    #[test]
    fn the_first_language_that_the_app_speaks_is_used() {
        for (header, language) in [
            ("de-CH,de;q=0.9,en;q=0.8", Language::German),
            ("ja, FR;q=0.5", Language::French),
            ("*", Language::English),
            ("", Language::English),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(header))]);
            assert_eq!(language_of(&headers), language, "{header}");
        }
    }
}
