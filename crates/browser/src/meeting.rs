//! Other people on the server, for the screens on which people find each other.

use serde_json::{Value, json};

use crate::{Doing, Page, Result};

/// What happens on the server before the visitor looks at a screen.
#[derive(Clone, Copy)]
pub enum Meeting {
    /// People in the lobby, tables that are waiting and games in progress. The visitor has games of their own, too.
    Lobby,
    /// Two games wait for the visitor's move.
    YourTurn,
    /// The visitor hosts a table at which two people of the same name have sat down.
    HostedRoom,
    /// The visitor sits at somebody else's table over days.
    GuestRoom,
    /// The visitor and others are to say that they are ready.
    ReadyCheck,
    /// The visitor has a link to a rated table, and no account.
    RatedInvitation,
    /// Somebody plays against computer players, whose seats are open.
    OpenSeats,
}

/// A live clock.
fn live() -> Value {
    json!({ "live": { "base": 600, "increment": 10 } })
}

impl Page {
    /// Lets people meet on the server, and goes to where the visitor sees it.
    pub async fn meet(&self, meeting: Meeting) -> Result<()> {
        match meeting {
            Meeting::Lobby => self.fill_lobby().await?,
            Meeting::YourTurn => {
                self.guest("Ben").await?;
                for days in [1, 3] {
                    self.open_table(json!({ "seats": 3, "clock": { "days": { "days": days } } }), &["guide", "sage"])
                        .await?;
                }
                self.reload().await?;
            }
            Meeting::HostedRoom => {
                self.guest("Ada").await?;
                let table = self.open_table(json!({ "clock": live() }), &[]).await?;
                for _ in 0..2 {
                    self.join_as("Ben", &table).await?;
                }
                self.go_to_table(&table).await?;
            }
            Meeting::GuestRoom => {
                let table = self
                    .table_of_another("Maximilian Oberhuber", json!({ "clock": { "days": { "days": 2 } } }))
                    .await?;
                self.guest("Ben").await?;
                self.command(json!({ "do": "join", "id": "own", "table": table })).await?;
                self.go_to_table(&table).await?;
            }
            Meeting::ReadyCheck => {
                self.guest("Ada").await?;
                let settings = json!({ "seats": 3, "clock": live(), "visibility": "public" });
                let table = self.open_table(settings, &[]).await?;
                for name in ["Ben", "Cleo"] {
                    self.join_as(name, &table).await?;
                }
                // Someone who looks at the page is ready without being asked.
                self.run_first("Object.defineProperty(document, 'hidden', { get: () => true })").await?;
                self.go_to_table(&table).await?;
            }
            Meeting::RatedInvitation => {
                let settings = json!({ "seats": 3, "rated": true, "visibility": "public", "clock": live() });
                let table = self.table_of_another("Ada", settings).await?;
                self.go_to_table(&table).await?;
            }
            Meeting::OpenSeats => {
                let own = self.cookies().await?;
                self.guest("Ada").await?;
                let wish = json!({ "seats": 4, "clock": live(), "alone": true });
                let found = self.request("POST", "play", wish).await?;
                self.set_cookies(own).await?;
                self.go_to_table(found["table"].as_str().unwrap_or_default()).await?;
            }
        }
        Ok(())
    }

    async fn fill_lobby(&self) -> Result<()> {
        for (name, settings) in [
            ("Maximilian Oberhuber", json!({ "seats": 3, "rated": true, "visibility": "public", "clock": live() })),
            ("Cleo", json!({ "visibility": "public", "clock": { "days": { "days": 3 } } })),
            ("Dan", json!({ "visibility": "public", "options": { "stones": 12, "recruit": "up_to_two" } })),
        ] {
            self.table_of_another(name, settings).await?;
        }
        let own = self.cookies().await?;
        for (name, clock) in [("Eve", live()), ("Fay", json!({ "days": { "days": 1 } }))] {
            self.set_cookies(json!([])).await?;
            self.guest(name).await?;
            self.request("POST", "play", json!({ "seats": 3, "clock": clock, "alone": true })).await?;
            self.request("GET", "lobby", Value::Null).await?;
        }
        self.set_cookies(own).await?;
        self.guest("Ben").await?;
        self.open_table(json!({ "seats": 3, "clock": { "days": { "days": 2 } } }), &["guide", "sage"]).await?;
        self.reload().await
    }

    /// Has an account open a table, in the lobby. The visitor stays who they are.
    async fn table_of_another(&self, name: &str, settings: Value) -> Result<String> {
        let own = self.cookies().await?;
        self.request("POST", "accounts", json!({ "name": name, "password": "seven silver bells" })).await?;
        let table = self.open_table(settings, &[]).await?;
        self.request("GET", "lobby", Value::Null).await?;
        self.set_cookies(own).await?;
        Ok(table)
    }

    /// Has a guest take a seat. The visitor stays who they are.
    async fn join_as(&self, name: &str, table: &str) -> Result<()> {
        let own = self.cookies().await?;
        self.set_cookies(json!([])).await?;
        self.guest(name).await?;
        self.command(json!({ "do": "join", "id": "join", "table": table })).await?;
        self.set_cookies(own).await
    }

    async fn guest(&self, name: &str) -> Result<()> {
        self.request("POST", "guests", json!({ "name": name })).await.map(drop)
    }

    /// Opens a table with the visitor on the first seat, and levels on the others or nobody.
    async fn open_table(&self, settings: Value, levels: &[&str]) -> Result<String> {
        let mut table = json!({ "settings": settings });
        if !levels.is_empty() {
            let mut seats = vec![json!({ "clan": "r", "player": "me" })];
            seats.extend(
                ["b", "y"]
                    .iter()
                    .zip(levels)
                    .map(|(clan, level)| json!({ "clan": clan, "player": { "level": level } })),
            );
            table["seats"] = json!(seats);
        }
        let opened = self.request("POST", "tables", table).await?;
        opened["table"].as_str().map(str::to_string).ok_or_else(|| format!("no table: {opened}"))
    }

    pub(crate) async fn go_to_table(&self, table: &str) -> Result<()> {
        self.eval::<()>(&format!("void (location.hash = '#/table/{table}')")).await?;
        self.reload().await
    }

    async fn cookies(&self) -> Result<Value> {
        let known = self.session.call("Network.getCookies", json!({})).await.doing("reading cookies")?;
        let cookies = known["cookies"].as_array().into_iter().flatten();
        let written =
            cookies.map(|cookie| json!({ "name": cookie["name"], "value": cookie["value"], "url": self.url() }));
        Ok(written.collect())
    }

    async fn set_cookies(&self, cookies: Value) -> Result<()> {
        self.session.call("Network.clearBrowserCookies", json!({})).await.doing("forgetting cookies")?;
        self.session.call("Network.setCookies", json!({ "cookies": cookies })).await.doing("setting cookies").map(drop)
    }
}
