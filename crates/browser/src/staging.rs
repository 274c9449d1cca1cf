//! A server with people, a table, reports and bans on it, for the screens that show them.

use std::time::Duration;

use serde_json::{Value, json};
use shangrila_protocol::{ModerationAction, Role};
use shangrila_server::HostCommands;

use crate::{Doing, Page, Result};

/// The account of the visitor on a server that was filled.
const VISITOR: &str = "Max";
/// How long computer players may take to finish a few games, on a busy machine.
const LONG_GAMES: Duration = Duration::from_secs(60);
/// The password of every account.
const PASSWORD: &str = "seven silver bells";
/// The person whom others report, with a name as long as names get on a phone.
const REPORTED: &str = "Maximilian Oberhuber";

impl Page {
    /// Fills the server with people, a table with chat, reports, mutes and bans, and makes the visitor an administrator.
    pub async fn fill_server(&self) -> Result<()> {
        let account = |name: &str| json!({ "name": name, "password": PASSWORD });
        let reported = self.request("POST", "accounts", account(REPORTED)).await?;
        let opened = self.request("POST", "tables", json!({ "settings": { "seats": 3 } })).await?;
        let (reported, table) = (reported["id"].clone(), opened["table"].clone());
        for (id, text) in [("a", "Good luck, everyone!"), ("b", "You play like a goat, and goats play better")] {
            self.command(json!({ "do": "say", "id": id, "table": table, "text": text })).await?;
        }
        self.request("DELETE", "session", Value::Null).await?;
        self.request("POST", "accounts", account("Ada")).await?;
        self.command(json!({ "do": "join", "id": "c", "table": table })).await?;
        self.command(json!({ "do": "say", "id": "d", "table": table, "text": "Please stop" })).await?;
        let about_line =
            json!({ "person": reported, "table": table, "line": 2, "text": "An insult, and not the first one" });
        self.request("POST", "reports", about_line).await?;
        self.request("POST", "reports", json!({ "person": reported, "text": "Loses on purpose" })).await?;
        self.request("DELETE", "session", Value::Null).await?;
        self.request("POST", "accounts", account("Cleo")).await?;
        self.request("DELETE", "session", Value::Null).await?;
        self.request("POST", "accounts", account(VISITOR)).await?;
        let host = self.host().await?;
        host.grant(VISITOR, Role::Administrator, "").await.doing("granting a role")?;
        let banned = host.person("Cleo").await.doing("finding a person")?.id;
        host.close().await;
        for (action, reason) in [
            (json!({ "act": "mute", "person": reported, "hours": 24 }), "Insults in the chat"),
            (json!({ "act": "ban", "person": banned }), "Advertisements"),
            (json!({ "act": "ban_network", "network": "203.0.113.0/24", "hours": 168 }), "A flood of guests"),
            (json!({ "act": "ban_network", "network": "2001:db8:1234::/48" }), ""),
        ] {
            self.request("POST", "moderation/actions", json!({ "action": action, "reason": reason })).await?;
        }
        let id = reported.as_str().unwrap_or_default();
        self.request("PUT", &format!("me/blocks/{id}"), Value::Null).await?;
        self.reload().await?;
        // The page that was open meanwhile may have asked for the games of somebody who was signed out.
        self.take_complaints();
        Ok(())
    }

    /// Makes the visitor an account with this name, which has lost a few rated games against computer players. Returns its id.
    pub async fn lose_games(&self, name: &str) -> Result<String> {
        let account = self.request("POST", "accounts", json!({ "name": name, "password": PASSWORD })).await?;
        let settings = json!({ "seats": 3, "rated": true, "visibility": "public", "clock": { "days": { "days": 1 } } });
        for (number, clans) in ["rby", "ybr", "rvy", "vby"].into_iter().enumerate() {
            // Two different levels, as rated games need, and stronger than the one that stands in: a game that it wins is not rated.
            let mut levels = ["guide", "pilgrim"].into_iter();
            let mut player = |seat: usize| match seat == number % 3 {
                true => json!("me"),
                false => json!({ "level": levels.next() }),
            };
            let seats = clans.chars().enumerate().map(|(seat, clan)| json!({ "clan": clan, "player": player(seat) }));
            let table = json!({ "settings": settings, "seats": seats.collect::<Vec<_>>() });
            let opened = self.request("POST", "tables", table).await?;
            let id = format!("resign-{number}");
            self.command(json!({ "do": "resign", "id": id, "table": opened["table"] })).await?;
        }
        // The computer players play on to the end.
        let finished = "(async () => {
            const { tables } = await (await fetch('api/me/tables')).json();
            return tables.length === 4 && tables.every((table) => table.phase === 'finished');
        })()";
        self.wait_at_most(LONG_GAMES, finished).await?;
        Ok(account["id"].as_str().unwrap_or_default().to_string())
    }

    /// Shows the profile of someone who has played, to a friend of theirs who is signed in.
    pub async fn show_profile(&self) -> Result<()> {
        let ada = self.lose_games("Ada").await?;
        self.request("DELETE", "session", Value::Null).await?;
        let account = json!({ "name": REPORTED, "password": PASSWORD });
        let friend = self.request("POST", "accounts", account).await?["id"].clone();
        self.request("PUT", &format!("me/friends/{ada}"), Value::Null).await?;
        self.request("DELETE", "session", Value::Null).await?;
        self.request("POST", "session", json!({ "name": "Ada", "password": PASSWORD })).await?;
        let friend = friend.as_str().unwrap_or_default();
        self.request("PUT", &format!("me/friends/{friend}"), Value::Null).await?;
        self.request("DELETE", "session", Value::Null).await?;
        self.request("POST", "session", json!({ "name": REPORTED, "password": PASSWORD })).await?;
        self.eval::<()>(&format!("void (location.hash = '#/people/{ada}')")).await?;
        self.reload().await
    }

    /// Shows a club with a weekly event that is going on, as its owner sees it.
    pub async fn show_club(&self) -> Result<()> {
        let mut members = Vec::new();
        for name in ["Ben", "Cleo", REPORTED] {
            let account = json!({ "name": name, "password": PASSWORD });
            members.push(self.request("POST", "accounts", account).await?["id"].clone());
            self.request("DELETE", "session", Value::Null).await?;
        }
        self.request("POST", "accounts", json!({ "name": "Ada", "password": PASSWORD })).await?;
        let about =
            "We play every Thursday evening. Beginners are welcome: come a little earlier, and we explain the rules.";
        let club =
            self.request("POST", "clubs", json!({ "name": "The Thursday Bridge Builders", "about": about })).await?;
        let club = club["club"].as_str().unwrap_or_default().to_string();
        let now: u64 = self.eval("Math.floor(Date.now() / 1000) - 60").await?;
        // 1970 began on a Thursday.
        let event = json!({
            "weekday": (now / 86_400 + 3) % 7, "minute": now % 86_400 / 60, "time_zone": "UTC", "duration": 180, "tables": 2,
            "settings": { "seats": 3, "clock": { "live": { "base": 1200, "increment": 20 } } },
        });
        self.request("PUT", &format!("clubs/{club}/event"), event).await?;
        let seats = json!([
            { "clan": "r", "player": "me" }, { "clan": "b", "player": { "level": "goatherd" } },
            { "clan": "y", "player": { "level": "goatherd" } },
        ]);
        let table = json!({ "settings": { "seats": 3 }, "seats": seats });
        let opened = self.request("POST", &format!("clubs/{club}/tables"), table).await?;
        self.command(json!({ "do": "resign", "id": "resign", "table": opened["table"] })).await?;
        for name in ["Ben", "Cleo", REPORTED] {
            self.request("DELETE", "session", Value::Null).await?;
            self.request("POST", "session", json!({ "name": name, "password": PASSWORD })).await?;
            self.request("PUT", &format!("clubs/{club}/membership"), Value::Null).await?;
        }
        self.request("DELETE", "session", Value::Null).await?;
        self.request("POST", "session", json!({ "name": "Ada", "password": PASSWORD })).await?;
        let organiser = members[0].as_str().unwrap_or_default();
        let role = json!({ "role": "organiser" });
        self.request("PUT", &format!("clubs/{club}/members/{organiser}"), role).await?;
        let is_ready = format!(
            "(async () => {{
                const page = await (await fetch('api/clubs/{club}')).json();
                const league = await (await fetch('api/clubs/{club}/league')).json();
                return page.tables.length === 2 && league.standings.length === 1;
            }})()"
        );
        self.wait_at_most(LONG_GAMES, &is_ready).await?;
        self.eval::<()>(&format!("void (location.hash = '#/clubs/{club}')")).await?;
        self.reload().await
    }

    /// Starts a tournament of computer players, which they finish in a moment, and opens its page.
    pub async fn open_tournament(&self) -> Result<()> {
        let settings = json!({ "name": "Over the winter", "format": { "knockout": { "advance": 1 } }, "pause": 0 });
        let created = self.request("POST", "tournaments", settings).await?;
        let id = created["tournament"].as_str().unwrap_or_default();
        for action in
            [json!({ "action": "add_computers", "level": "goatherd", "count": 4 }), json!({ "action": "start" })]
        {
            self.request("POST", &format!("tournaments/{id}/actions"), action).await?;
        }
        self.eval(&format!("void (location.hash = '#/tournaments/{id}')")).await
    }

    /// Seats the visitor at a table with two friends who have talked a little.
    pub async fn sit_with_friends(&self) -> Result<()> {
        let guest = |name: &str| json!({ "name": name });
        let say = |id: &str, table: &Value, text: &str| json!({ "do": "say", "id": id, "table": table, "text": text });
        self.request("POST", "guests", guest("Ben")).await?;
        let opened = self.request("POST", "tables", json!({ "settings": { "seats": 3 } })).await?;
        let table = opened["table"].clone();
        self.command(say("a", &table, "Hello! Is this your first game?")).await?;
        for name in ["Cleo", "Ada"] {
            self.request("DELETE", "session", Value::Null).await?;
            self.request("POST", "guests", guest(name)).await?;
            self.command(json!({ "do": "join", "id": name, "table": table })).await?;
            if name == "Cleo" {
                self.command(say("b", &table, "My third. The rules: https://example.org/bridges")).await?;
                self.command(say("c", &table, ":good_luck:")).await?;
            }
        }
        self.command(say("d", &table, ":thanks:")).await?;
        self.go_to_table(table.as_str().unwrap_or_default()).await
    }

    /// Opens the page of a rated game that the visitor has given up and computer players have finished.
    pub async fn finish_game(&self) -> Result<()> {
        self.request("POST", "accounts", json!({ "name": "Ada", "password": PASSWORD })).await?;
        let clock = json!({ "live": { "base": 600, "increment": 10 } });
        let settings = json!({ "seats": 3, "rated": true, "visibility": "public", "clock": clock });
        let seats = json!([
            { "clan": "r", "player": "me" }, { "clan": "b", "player": { "level": "guide" } },
            { "clan": "y", "player": { "level": "pilgrim" } },
        ]);
        // A game that the stand-in wins is not rated. It is weaker than the others, so that happens rarely.
        for _ in 0..5 {
            let opened = self.request("POST", "tables", json!({ "settings": settings, "seats": seats })).await?;
            let table = opened["table"].clone();
            self.command(json!({ "do": "resign", "id": "a", "table": table })).await?;
            let id = table.as_str().unwrap_or_default();
            let own = format!(
                "fetch('api/me/tables').then((answer) => answer.json())
                    .then(({{ tables }}) => tables.find((own) => own.table === '{id}'))"
            );
            self.wait_at_most(LONG_GAMES, &format!("{own}.then((own) => own.phase === 'finished')")).await?;
            if self.eval(&format!("{own}.then((own) => (own.rating_changes ?? []).length > 0)")).await? {
                return self.go_to_table(id).await;
            }
        }
        Err("no game was rated".to_string())
    }

    /// Bans the visitor of a server that was filled, for a week.
    pub async fn ban_visitor(&self) -> Result<()> {
        let host = self.host().await?;
        let person = host.person(VISITOR).await.doing("finding a person")?.id;
        let ban = ModerationAction::Ban { person, hours: Some(168) };
        host.act(&ban, "Advertisements in the chat").await.doing("banning a person")?;
        host.close().await;
        // The server follows what is done on the host with a short delay.
        let banned = "(async () => {
            while (!(await (await fetch('api/me')).json()).banned) await new Promise((resolve) => setTimeout(resolve, 50));
            return true;
        })()";
        self.wait_until(banned).await
    }

    async fn host(&self) -> Result<HostCommands> {
        let server = self.server.as_ref().ok_or("this page does not own its server")?;
        HostCommands::open(&server.database()).await.doing("opening the database")
    }

    /// Sends an HTTP request as the visitor and returns the answer.
    pub(crate) async fn request(&self, method: &str, path: &str, body: Value) -> Result<Value> {
        let headers = json!({ "Content-Type": "application/json" });
        let options = match &body {
            Value::Null => json!({ "method": method }),
            body => json!({ "method": method, "headers": headers, "body": body.to_string() }),
        };
        let script = format!(
            "fetch('api/{path}', {options}).then(async (answer) => {{
                const text = await answer.text();
                if (!answer.ok) throw new Error(`{path}: ${{text}}`);
                return text ? JSON.parse(text) : null;
            }})"
        );
        self.eval(&script).await
    }

    /// Sends a command as the visitor and waits until it is carried out.
    pub(crate) async fn command(&self, message: Value) -> Result<()> {
        let script = "new Promise((resolve, reject) => {
            const socket = new WebSocket(`ws://${location.host}/api/socket`);
            socket.onmessage = (event) => {
                const answer = JSON.parse(event.data);
                if (answer.is === 'welcome') {
                    socket.send(JSON.stringify({ do: 'watch', table: MESSAGE.table }));
                    socket.send(JSON.stringify(MESSAGE));
                }
                if (answer.is === 'refused') reject(new Error(event.data));
                const isOurs = [...(answer.events ?? []), ...(answer.lines ?? [])].some((part) => part.id === MESSAGE.id);
                if (isOurs) { socket.close(); resolve(true); }
            };
        })";
        let done: bool = self.eval(&script.replace("MESSAGE", &message.to_string())).await?;
        if done { Ok(()) } else { Err("a command was not carried out".to_string()) }
    }
}
