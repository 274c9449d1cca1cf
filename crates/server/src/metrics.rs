//! Numbers for monitoring, in the format of Prometheus. They say how the server is doing and nothing about anyone.

use std::net::SocketAddr;
use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::state::Server;
use crate::{ListenError, listen};

/// The media type of the format.
const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// All numbers of this process.
pub(crate) static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// The numbers that are counted where things happen. The others are read when they are asked for.
pub(crate) struct Metrics {
    registry: Registry,
    /// HTTP responses by the first digit of their status.
    pub(crate) responses: Family<[(&'static str, &'static str); 1], Counter>,
    /// Messages received over WebSockets.
    pub(crate) messages: Counter,
    /// Transactions of the writer.
    pub(crate) commits: Counter,
    /// Moves, chat lines and other units of work in those transactions.
    pub(crate) writes: Counter,
    /// Transactions that failed.
    pub(crate) failed_commits: Counter,
    /// How long a commit takes.
    pub(crate) commit_seconds: Histogram,
    /// Pages in the write-ahead log.
    pub(crate) log_pages: Gauge,
    /// Tables that panicked and were loaded again.
    pub(crate) panics: Counter,
    /// Moves of computer players that workers have chosen.
    pub(crate) thoughts_by_workers: Counter,
    /// Tables and guests deleted because they expired.
    pub(crate) expired: Counter,
    web_sockets: Gauge,
    http_connections: Gauge,
    loaded_tables: Gauge,
    up_seconds: Gauge<f64, AtomicU64>,
}

impl Metrics {
    fn new() -> Metrics {
        let metrics = Metrics {
            registry: Registry::default(),
            responses: Family::default(),
            messages: Counter::default(),
            commits: Counter::default(),
            writes: Counter::default(),
            failed_commits: Counter::default(),
            // From 0.1 ms to 3 s.
            commit_seconds: Histogram::new(exponential_buckets(0.000_1, 2.0, 16)),
            log_pages: Gauge::default(),
            panics: Counter::default(),
            thoughts_by_workers: Counter::default(),
            expired: Counter::default(),
            web_sockets: Gauge::default(),
            http_connections: Gauge::default(),
            loaded_tables: Gauge::default(),
            up_seconds: Gauge::default(),
        };
        let mut registry = Registry::with_prefix("shangrila");
        registry.register("http_responses", "HTTP responses by class of status", metrics.responses.clone());
        registry.register("messages", "messages received over WebSockets", metrics.messages.clone());
        registry.register("commits", "transactions on disk", metrics.commits.clone());
        registry.register("writes", "moves, chat lines and other writes in those transactions", metrics.writes.clone());
        registry.register("failed_commits", "transactions that failed", metrics.failed_commits.clone());
        registry.register_with_unit("commit", "how long a commit takes", Unit::Seconds, metrics.commit_seconds.clone());
        registry.register("log_pages", "pages in the write-ahead log", metrics.log_pages.clone());
        registry.register("panics", "tables that panicked and were loaded again", metrics.panics.clone());
        registry.register(
            "thoughts_by_workers",
            "moves of computer players that workers have chosen",
            metrics.thoughts_by_workers.clone(),
        );
        registry.register("expired", "tables and guests deleted because they expired", metrics.expired.clone());
        registry.register("web_sockets", "open WebSockets", metrics.web_sockets.clone());
        registry.register("http_connections", "open connections besides WebSockets", metrics.http_connections.clone());
        registry.register("loaded_tables", "tables in memory", metrics.loaded_tables.clone());
        registry.register_with_unit("up", "time since the start", Unit::Seconds, metrics.up_seconds.clone());
        Metrics { registry, ..metrics }
    }

    /// Counts a commit of so many writes.
    pub(crate) fn committed(&self, writes: usize, took: Duration) {
        self.commits.inc();
        self.writes.inc_by(writes as u64);
        self.commit_seconds.observe(took.as_secs_f64());
    }

    /// Counts a response.
    pub(crate) fn responded(&self, status: u16) {
        let class = match status / 100 {
            1 => "1xx",
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            _ => "5xx",
        };
        self.responses.get_or_create(&[("class", class)]).inc();
    }

    fn text(&self, server: &Server) -> String {
        self.web_sockets.set(server.web_sockets.count() as i64);
        self.http_connections.set(server.http_connections.count() as i64);
        self.loaded_tables.set(server.rooms.loaded_count() as i64);
        self.up_seconds.set(server.started.elapsed().as_secs_f64());
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Serves the metrics at an address of their own, which should not be reachable from outside.
///
/// # Errors
/// If the server cannot listen there.
pub async fn serve_metrics(address: SocketAddr, server: &Server) -> Result<(), ListenError> {
    let listener = listen(address).await?;
    if let Ok(address) = listener.local_addr() {
        tracing::info!(metrics = %address, "serving metrics");
    }
    let app = Router::new().route("/metrics", get(metrics_text)).with_state(server.clone());
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(())
}

async fn metrics_text(axum::extract::State(server): axum::extract::State<Server>) -> Response {
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], METRICS.text(&server)).into_response()
}
