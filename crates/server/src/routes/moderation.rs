//! What moderators and administrators can see and do.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use shangrila_protocol::{
    ActionDone, AuditLog, BannedNetwork, BannedNetworks, CHAT_PAGE, FairPlay, FoundPeople, LONGEST_REASON,
    ModeratedChat, ModerationAction, ModerationRequest, ModerationSearch, PageQuery, Person, PersonId, Problem,
    Refusal, ReportQuery, Reports, Role, SanctionNotice, TableId, Tables,
};

use super::ApiError;
use super::input::{JsonBody, PathId, QueryParams};
use crate::clock;
use crate::identity::Account;
use crate::identity::new_link_token;
use crate::moderation::parse_network;
use crate::state::Server;
use crate::store::{AuditedAction, SanctionKind};

/// The longest time a ban or mute can have, in hours: ten years. Without an end, it lasts until it is lifted.
const LONGEST_SANCTION: u32 = 87_600;
/// The number of entries on a page of the audit log.
const AUDIT_PAGE: usize = 50;

/// An account with a role: a moderator, or an administrator, who can do the same and more.
pub(super) struct Moderator {
    person: Person,
    role: Role,
}

impl FromRequestParts<Server> for Moderator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Moderator, ApiError> {
        let Account(person) = Account::from_request_parts(parts, server).await?;
        let role = server.moderators.role_of(&person.id).await?.ok_or(Refusal::NeedsRole)?;
        Ok(Moderator { person, role })
    }
}

/// Do something about a person, an address range, a table or a chat line. Everything done here is in the audit log.
#[utoipa::path(post, path = "/moderation/actions", tag = "moderation", request_body = ModerationRequest, responses(
    (status = OK, body = ActionDone),
    (status = FORBIDDEN, body = Problem, description = "The action takes another role, or the person has as many rights"),
    (status = NOT_FOUND, body = Problem, description = "There is nothing to change"),
))]
pub(super) async fn act(
    State(server): State<Server>,
    Moderator { person, role }: Moderator,
    JsonBody(request): JsonBody<ModerationRequest>,
) -> Result<Json<ActionDone>, ApiError> {
    let ModerationRequest { action, reason } = request;
    if action.required_role().is_none_or(|required| role < required) {
        return Err(Refusal::NeedsRole.into());
    }
    let reason = reason.trim();
    if reason.chars().count() > LONGEST_REASON || reason.chars().any(char::is_control) {
        return Err(Refusal::BadText.into());
    }
    if let Some(about) = action.person()
        && server.moderators.role_of(about).await?.is_some_and(|theirs| theirs >= role)
    {
        return Err(Refusal::NeedsRole.into());
    }
    let action = checked(action)?;
    let audited = AuditedAction { by: Some(&person.id), action: &action, reason, at: clock::now() };
    let token = match &action {
        ModerationAction::ResetLink { person } => Some(issue_reset_link(&server, person).await?),
        _ => None,
    };
    let number = server.moderators.record(audited).await?.ok_or(Refusal::NotFound)?;
    // If this fails, the task that follows the log tries again.
    server.moderation.catch_up(&server.rooms).await?;
    Ok(Json(ActionDone { number, reset_token: token }))
}

async fn issue_reset_link(server: &Server, person: &PersonId) -> Result<String, ApiError> {
    let (token, hash) = new_link_token();
    if !server.moderators.add_reset_link(&hash, person, clock::now()).await? {
        return Err(Refusal::NotFound.into());
    }
    Ok(token)
}

/// Checks the values of an action, and brings address ranges into their shortest form.
fn checked(action: ModerationAction) -> Result<ModerationAction, Refusal> {
    let in_range = |hours: Option<u32>| match hours {
        Some(hours) if !(1..=LONGEST_SANCTION).contains(&hours) => {
            Err(Refusal::BadMessage { message: format!("hours: must be 1 to {LONGEST_SANCTION}") })
        }
        _ => Ok(()),
    };
    match action {
        ModerationAction::BanNetwork { network, hours } => {
            in_range(hours)?;
            Ok(ModerationAction::BanNetwork { network: parse_network(&network)?.to_string(), hours })
        }
        ModerationAction::UnbanNetwork { network } => {
            Ok(ModerationAction::UnbanNetwork { network: parse_network(&network)?.to_string() })
        }
        ModerationAction::Mute { hours, .. } | ModerationAction::Ban { hours, .. } => in_range(hours).map(|()| action),
        _ => Ok(action),
    }
}

/// Find people by a part of their name, or by their id.
#[utoipa::path(get, path = "/moderation/people", tag = "moderation", params(ModerationSearch), responses((status = OK, body = FoundPeople)))]
pub(super) async fn people(
    State(server): State<Server>,
    _: Moderator,
    QueryParams(search): QueryParams<ModerationSearch>,
) -> Result<Json<FoundPeople>, ApiError> {
    Ok(Json(FoundPeople { people: server.moderators.find_people(search.text.trim(), clock::now()).await? }))
}

/// Find tables, private ones included, by a part of a player's name, or by their id.
#[utoipa::path(get, path = "/moderation/tables", tag = "moderation", params(ModerationSearch), responses((status = OK, body = Tables)))]
pub(super) async fn tables(
    State(server): State<Server>,
    _: Moderator,
    QueryParams(search): QueryParams<ModerationSearch>,
) -> Result<Json<Tables>, ApiError> {
    Ok(Json(Tables { tables: server.tables.find_tables(search.text.trim()).await? }))
}

/// The chat of a table, with hidden lines.
#[utoipa::path(get, path = "/moderation/tables/{id}/chat", tag = "moderation", params(("id" = String, Path, description = "The id of the table"), PageQuery),
    responses((status = OK, body = ModeratedChat)))]
pub(super) async fn chat(
    State(server): State<Server>,
    _: Moderator,
    PathId(table): PathId<TableId>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Result<Json<ModeratedChat>, ApiError> {
    let lines = server.moderators.moderated_chat(&table, page.before.unwrap_or(u64::MAX), CHAT_PAGE).await?;
    Ok(Json(ModeratedChat { lines }))
}

/// The banned address ranges.
#[utoipa::path(get, path = "/moderation/networks", tag = "moderation", responses((status = OK, body = BannedNetworks)))]
pub(super) async fn networks(State(server): State<Server>, _: Moderator) -> Result<Json<BannedNetworks>, ApiError> {
    let now = clock::now();
    let sanctions = server.moderators.sanctions().await?.into_iter();
    let in_force =
        sanctions.filter(|entry| entry.kind == SanctionKind::Ban && entry.until.is_none_or(|until| now < until));
    let networks = in_force.filter(|entry| parse_network(&entry.target).is_ok()).map(|entry| BannedNetwork {
        network: entry.target,
        ban: SanctionNotice { until: entry.until, reason: entry.reason },
    });
    Ok(Json(BannedNetworks { networks: networks.collect() }))
}

/// The audit log, latest entries first.
#[utoipa::path(get, path = "/moderation/audit", tag = "moderation", params(PageQuery), responses((status = OK, body = AuditLog)))]
pub(super) async fn audit(
    State(server): State<Server>,
    _: Moderator,
    QueryParams(page): QueryParams<PageQuery>,
) -> Result<Json<AuditLog>, ApiError> {
    Ok(Json(AuditLog { entries: server.moderators.audit_before(page.before.unwrap_or(u64::MAX), AUDIT_PAGE).await? }))
}

/// The queue of reports.
#[utoipa::path(get, path = "/moderation/reports", tag = "moderation", params(ReportQuery), responses((status = OK, body = Reports)))]
pub(super) async fn reports(
    State(server): State<Server>,
    _: Moderator,
    QueryParams(query): QueryParams<ReportQuery>,
) -> Result<Json<Reports>, ApiError> {
    Ok(Json(Reports { reports: server.moderators.reports(query.state).await? }))
}

/// What helps to judge whether someone plays by themselves. Games that are not compared yet are compared in the background.
#[utoipa::path(get, path = "/moderation/people/{id}/fair-play", tag = "moderation", params(("id" = String, Path, description = "The id of the person")),
    responses((status = OK, body = FairPlay), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn fair_play(
    State(server): State<Server>,
    _: Moderator,
    PathId(person): PathId<PersonId>,
) -> Result<Json<FairPlay>, ApiError> {
    server.people.find(&person).await?.ok_or(Refusal::NotFound)?;
    Ok(Json(server.fair_play.look_at(&person).await?))
}
