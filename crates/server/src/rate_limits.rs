//! All rate limits and quotas, with their numbers: what an operator can configure ([`LimitSettings`]), and what is fixed.
//!
//! `docs/hosting.md` lists them for operators.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use shangrila_protocol::{PersonId, Refusal};

use crate::client_address::ClientAddress;
use crate::identity::TokenHash;
use crate::peers::{News, Peers};
use crate::store::name_key;
use crate::token_bucket::{TokenBucket, TokenBuckets};

/// The limits an operator can configure: the `limits` table of the settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// WebSocket connections in total.
    pub connections: usize,
    /// WebSocket connections per address.
    pub connections_per_address: usize,
    /// HTTP connections in total, without WebSockets.
    pub http_connections: usize,
    /// HTTP connections per address, without WebSockets.
    pub http_connections_per_address: usize,
    /// Messages a connection may send in a burst.
    pub message_burst: u32,
    /// Messages a connection may send per second after the burst.
    pub messages_per_second: f64,
    /// Tables a connection may watch at the same time.
    pub watched_tables: usize,
    /// Chat lines a person may write in a burst.
    pub chat_burst: u32,
    /// Commands other than moves, such as taking a seat, that a person may give in a burst.
    pub command_burst: u32,
    /// Tables a person may open in a burst.
    pub table_burst: u32,
    /// Tables a person may have in the waiting room.
    pub waiting_tables: usize,
    /// Public tables in the waiting room that may have been opened from one address.
    pub lobby_tables_per_address: usize,
    /// Unfinished tables with computer players a person may host.
    pub computer_tables: usize,
    /// Wrong passwords that may be tried in a burst for one account from one address, or from one device of its owner.
    pub password_burst: u32,
    /// Turn notices that a person may get in a burst on each way: in browsers, by mail, by webhook.
    pub notice_burst: u32,
    /// Whether the limits per address apply. Limits per account, person and connection always do.
    pub by_address: bool,
}

impl Default for LimitSettings {
    fn default() -> LimitSettings {
        LimitSettings {
            connections: 20_000,
            connections_per_address: 200,
            http_connections: 5_000,
            http_connections_per_address: 100,
            message_burst: 40,
            messages_per_second: 10.0,
            watched_tables: 50,
            chat_burst: 6,
            command_burst: 30,
            table_burst: 10,
            waiting_tables: 20,
            lobby_tables_per_address: 30,
            computer_tables: 20,
            password_burst: 5,
            notice_burst: 60,
            by_address: true,
        }
    }
}

impl LimitSettings {
    /// Lowers the numbers of connections to what fits into so many open files, a quarter of them for HTTP.
    pub fn fit_open_files(&mut self, files: Option<usize>) {
        let Some(files) = files else { return };
        self.http_connections = self.http_connections.min((files / 4).max(1));
        self.connections = self.connections.min((files - files / 4).max(1));
    }
}

/// How many times the requests of one IPv6 network (/64) its whole site (/48) may send.
const NETWORKS_PER_SITE: u32 = 4;
/// Chat lines per second and person, after the burst.
const CHAT_RATE: f64 = 0.5;
/// Commands other than moves per second and person, after the burst.
const COMMAND_RATE: f64 = 0.5;
/// New tables per second and person, after the burst.
const TABLE_RATE: f64 = 1.0 / 10.0;
/// Wrong passwords per second for one account from one address, after the burst.
const PASSWORD_RATE: f64 = 1.0 / 15.0;
/// Wrong passwords for one account from all addresses together, not counting devices on which its owner has signed in before.
const GUESSES: (u32, f64) = (100, 1.0 / 5.0);

/// Per address: requests in a burst, then per second.
const REQUESTS: (u32, f64) = (120, 20.0);
/// Per address: new guests.
const GUESTS: (u32, f64) = (10, 1.0 / 30.0);
/// Per address: new accounts.
const ACCOUNTS: (u32, f64) = (5, 1.0 / 60.0);
/// Per address: new bots.
const BOTS: (u32, f64) = (10, 1.0 / 60.0);
/// Per address: attempts to sign in.
const SIGN_INS: (u32, f64) = (10, 1.0 / 15.0);

/// Per person: reports.
const REPORTS: (u32, f64) = (5, 1.0 / 600.0);
/// Per person: requests to be friends, and people to follow.
const FRIENDS: (u32, f64) = (20, 1.0 / 30.0);
/// Per person: invitations to tables.
const INVITATIONS: (u32, f64) = (20, 1.0 / 30.0);
/// Per person: new clubs, and requests to join one.
const CLUBS: (u32, f64) = (10, 1.0 / 60.0);
/// Per person: changes of how they are told that it is their turn, and browsers to be told in.
const NOTICE_CHANGES: (u32, f64) = (20, 1.0 / 10.0);
/// Per address: attempts to recover an account, and requests for a mail.
const RECOVERIES: (u32, f64) = (10, 1.0 / 60.0);
/// Per person: new tournaments.
const TOURNAMENTS: (u32, f64) = (5, 1.0 / 600.0);
/// Per person: what they do in tournaments, such as entering.
const TOURNAMENT_ACTIONS: (u32, f64) = (30, 0.5);
/// Per recipient: mails.
const MAILS: (u32, f64) = (3, 1.0 / 600.0);

/// Turn notices per second and person on each way, after the burst.
const NOTICE_RATE: f64 = 1.0 / 30.0;

/// The limit on the notices that one person gets on one way. It keeps people from using the server to flood an address of others.
pub(crate) fn notices(settings: &LimitSettings) -> TokenBucket {
    TokenBucket::new(settings.notice_burst, NOTICE_RATE)
}

/// The limit on the messages of one connection.
pub(crate) fn messages(settings: &LimitSettings) -> TokenBucket {
    TokenBucket::new(settings.message_burst, settings.messages_per_second)
}

/// The limit on the chat lines of one person at one table.
pub(crate) fn chat(settings: &LimitSettings) -> TokenBucket {
    TokenBucket::new(settings.chat_burst, CHAT_RATE)
}

/// The limit on what one person does at all tables together, apart from moves.
pub(crate) fn commands(settings: &LimitSettings) -> TokenBucket {
    TokenBucket::new(settings.command_burst, COMMAND_RATE)
}

/// The rate limits on HTTP requests.
pub(crate) struct RequestLimits {
    by_address: bool,
    requests: AddressBuckets,
    guests: AddressBuckets,
    accounts: AddressBuckets,
    bots: AddressBuckets,
    sign_ins: AddressBuckets,
    passwords: SharedBuckets,
    guesses: SharedBuckets,
    known_devices: SharedBuckets,
    own_passwords: SharedBuckets,
    recoveries: AddressBuckets,
    mails: SharedBuckets,
    tables: SharedBuckets,
    reports: SharedBuckets,
    friends: SharedBuckets,
    invitations: SharedBuckets,
    clubs: SharedBuckets,
    tournaments: SharedBuckets,
    tournament_actions: SharedBuckets,
    notice_changes: SharedBuckets,
}

impl RequestLimits {
    pub(crate) fn new(settings: &LimitSettings, peers: &Arc<dyn Peers>) -> RequestLimits {
        let mut numbers = 0_u8..;
        // The same numbers in every process, because the order is the same.
        let mut share = || Some((numbers.next().unwrap_or(u8::MAX), Arc::clone(peers)));
        let (guests, accounts) = (AddressBuckets::new(GUESTS, &mut share), AddressBuckets::new(ACCOUNTS, &mut share));
        let (bots, sign_ins) = (AddressBuckets::new(BOTS, &mut share), AddressBuckets::new(SIGN_INS, &mut share));
        let recoveries = AddressBuckets::new(RECOVERIES, &mut share);
        let mut buckets = |limit| SharedBuckets::new(limit, share());
        RequestLimits {
            by_address: settings.by_address,
            // Every request counts, so this one is not worth a message each.
            requests: AddressBuckets::new(REQUESTS, &mut || None),
            guests,
            accounts,
            bots,
            sign_ins,
            passwords: buckets((settings.password_burst, PASSWORD_RATE)),
            guesses: buckets(GUESSES),
            known_devices: buckets((settings.password_burst, PASSWORD_RATE)),
            recoveries,
            mails: buckets(MAILS),
            own_passwords: buckets((settings.password_burst, PASSWORD_RATE)),
            tables: buckets((settings.table_burst, TABLE_RATE)),
            reports: buckets(REPORTS),
            friends: buckets(FRIENDS),
            invitations: buckets(INVITATIONS),
            clubs: buckets(CLUBS),
            tournaments: buckets(TOURNAMENTS),
            tournament_actions: buckets(TOURNAMENT_ACTIONS),
            notice_changes: buckets(NOTICE_CHANGES),
        }
    }

    /// Counts what another process has allowed, or takes that back.
    pub(crate) fn count_elsewhere(&self, limit: u8, key: u64, given_back: bool) {
        let by_address = [&self.guests, &self.accounts, &self.bots, &self.sign_ins, &self.recoveries];
        let by_address = by_address.into_iter().flat_map(|buckets| [&buckets.addresses, &buckets.sites]);
        let others = [
            &self.passwords,
            &self.guesses,
            &self.known_devices,
            &self.own_passwords,
            &self.mails,
            &self.tables,
            &self.reports,
            &self.friends,
            &self.invitations,
            &self.clubs,
            &self.tournaments,
            &self.tournament_actions,
            &self.notice_changes,
        ];
        let is_meant = |buckets: &&SharedBuckets| buckets.shared.as_ref().is_some_and(|(number, _)| *number == limit);
        if let Some(buckets) = by_address.chain(others).find(is_meant) {
            if given_back {
                buckets.buckets.give_back(&key);
            } else {
                // Allowed there in any case.
                let _ = buckets.buckets.take(&key, Instant::now());
            }
        }
    }

    /// Allows any request.
    pub(crate) fn allow_request(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.allow_from(&self.requests, from)
    }

    /// Allows another guest.
    pub(crate) fn allow_guest(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.allow_from(&self.guests, from)
    }

    /// Allows another bot, which takes a name just as an account does.
    pub(crate) fn allow_bot(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.allow_from(&self.bots, from)
    }

    /// Allows another account.
    pub(crate) fn allow_account(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.allow_from(&self.accounts, from)
    }

    /// Allows an attempt to sign in. Nobody else's attempts count for a device on which the owner of the account has signed in before, so
    /// wrong passwords cannot lock them out.
    pub(crate) fn allow_sign_in(
        &self,
        from: &ClientAddress,
        name: &str,
        known_device: Option<TokenHash>,
    ) -> Result<(), Refusal> {
        let (name, now) = (name_key(name), Instant::now());
        if let Some(device) = known_device {
            return self.known_devices.take(&(name, device), now);
        }
        self.allow_from(&self.sign_ins, from)?;
        self.passwords.take(&(name.clone(), *from), now)?;
        self.guesses.take(&name, now)
    }

    /// Allows an attempt to sign in with a passkey. There is no name to count by, and nothing to guess.
    pub(crate) fn allow_passkey(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.allow_from(&self.sign_ins, from)
    }

    /// Forgets an attempt to sign in that succeeded.
    pub(crate) fn forget_sign_in(&self, from: &ClientAddress, name: &str, known_device: Option<TokenHash>) {
        let name = name_key(name);
        match known_device {
            Some(device) => self.known_devices.give_back(&(name, device)),
            None => {
                self.passwords.give_back(&(name.clone(), *from));
                self.guesses.give_back(&name);
            }
        }
    }

    /// Allows a password attempt by someone who is signed in.
    pub(crate) fn allow_own_password(&self, person: &PersonId) -> Result<(), Refusal> {
        self.own_passwords.take(person, Instant::now())
    }

    /// Forgets a password attempt that succeeded.
    pub(crate) fn forget_own_password(&self, person: &PersonId) {
        self.own_passwords.give_back(person);
    }

    /// Allows an attempt to recover an account, or a request for a mail.
    pub(crate) fn allow_recovery(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.allow_from(&self.recoveries, from)
    }

    /// Allows another mail to an address, whoever asks for it.
    pub(crate) fn allow_mail(&self, to: &str) -> Result<(), Refusal> {
        self.mails.take(&to.to_lowercase(), Instant::now())
    }

    /// Allows another table.
    pub(crate) fn allow_table(&self, host: &PersonId) -> Result<(), Refusal> {
        self.tables.take(host, Instant::now())
    }

    /// Allows another report.
    pub(crate) fn allow_report(&self, by: &PersonId) -> Result<(), Refusal> {
        self.reports.take(by, Instant::now())
    }

    /// Allows another request to be friends, or another person to follow.
    pub(crate) fn allow_friend(&self, by: &PersonId) -> Result<(), Refusal> {
        self.friends.take(by, Instant::now())
    }

    /// Allows another invitation to a table.
    pub(crate) fn allow_invitation(&self, by: &PersonId) -> Result<(), Refusal> {
        self.invitations.take(by, Instant::now())
    }

    /// Allows another club to found or to join.
    pub(crate) fn allow_club(&self, by: &PersonId) -> Result<(), Refusal> {
        self.clubs.take(by, Instant::now())
    }

    /// Allows another tournament.
    pub(crate) fn allow_tournament(&self, director: &PersonId) -> Result<(), Refusal> {
        self.tournaments.take(director, Instant::now())
    }

    /// Allows a person to do something in a tournament.
    pub(crate) fn allow_tournament_action(&self, by: &PersonId) -> Result<(), Refusal> {
        self.tournament_actions.take(by, Instant::now())
    }

    /// Allows another change of someone's notices.
    pub(crate) fn allow_notice_change(&self, by: &PersonId) -> Result<(), Refusal> {
        self.notice_changes.take(by, Instant::now())
    }

    fn allow_from(&self, buckets: &AddressBuckets, from: &ClientAddress) -> Result<(), Refusal> {
        if self.by_address { buckets.take(from, Instant::now()) } else { Ok(()) }
    }
}

/// One token bucket per address, and a larger one per IPv6 site: whoever has a site could otherwise use a new network for every request.
struct AddressBuckets {
    addresses: SharedBuckets,
    sites: SharedBuckets,
}

/// The number of a limit, and whom to tell.
type Sharing = Option<(u8, Arc<dyn Peers>)>;

/// One token bucket per key, counted by all processes together: each tells the others what it has allowed, and they count that too. Nobody waits for a
/// database, and no address is stored anywhere. A message that gets lost allows a little more.
struct SharedBuckets {
    buckets: TokenBuckets<u64>,
    shared: Sharing,
}

impl SharedBuckets {
    fn new((burst, per_second): (u32, f64), shared: Sharing) -> SharedBuckets {
        SharedBuckets { buckets: TokenBuckets::new(TokenBucket::new(burst, per_second)), shared }
    }

    fn take(&self, key: &impl Hash, now: Instant) -> Result<(), Refusal> {
        let key = hash(key);
        self.buckets.take(&key, now)?;
        if let Some((limit, peers)) = &self.shared {
            peers.tell(News::Counted(*limit, key));
        }
        Ok(())
    }

    fn give_back(&self, key: &impl Hash) {
        let key = hash(key);
        self.buckets.give_back(&key);
        if let Some((limit, peers)) = &self.shared {
            peers.tell(News::GivenBack(*limit, key));
        }
    }
}

/// A key as processes tell it each other.
fn hash(key: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

impl AddressBuckets {
    fn new((burst, per_second): (u32, f64), share: &mut dyn FnMut() -> Sharing) -> AddressBuckets {
        let site = (NETWORKS_PER_SITE * burst, f64::from(NETWORKS_PER_SITE) * per_second);
        AddressBuckets {
            addresses: SharedBuckets::new((burst, per_second), share()),
            sites: SharedBuckets::new(site, share()),
        }
    }

    fn take(&self, from: &ClientAddress, now: Instant) -> Result<(), Refusal> {
        from.networks().try_for_each(|network| {
            let buckets = if network.is_site() { &self.sites } else { &self.addresses };
            buckets.take(&network, now)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Mutex;

    use async_trait::async_trait;
    use shangrila_protocol::TableId;

    use super::*;
    use crate::peers::{Alone, LastNumbers};
    use crate::store::StoreError;

    fn alone() -> Arc<dyn Peers> {
        Arc::new(Alone)
    }

    /// Remembers what it was told.
    #[derive(Default)]
    struct Listener(Mutex<Vec<News>>);

    #[async_trait]
    impl Peers for Listener {
        fn can_exist(&self) -> bool {
            true
        }

        fn exist(&self) -> bool {
            true
        }

        fn tell(&self, news: News) {
            self.0.lock().unwrap().push(news);
        }

        async fn lead(&self, _: &str) -> bool {
            true
        }

        fn leave(&self, _: &str) {}

        async fn last_numbers(&self, _: &[TableId]) -> Result<Vec<LastNumbers>, StoreError> {
            Ok(Vec::new())
        }

        async fn say_goodbye(&self) {}
    }

    #[test]
    fn what_one_process_allows_the_others_count_too() {
        let (listener, settings) = (Arc::new(Listener::default()), LimitSettings::default());
        let peers: Arc<dyn Peers> = Arc::clone(&listener) as Arc<dyn Peers>;
        let (here, there) = (RequestLimits::new(&settings, &peers), RequestLimits::new(&settings, &alone()));
        let tell = || {
            for news in listener.0.lock().unwrap().drain(..) {
                match news {
                    News::Counted(limit, key) => there.count_elsewhere(limit, key, false),
                    News::GivenBack(limit, key) => there.count_elsewhere(limit, key, true),
                    other => panic!("{other:?}"),
                }
            }
        };
        let from = ClientAddress::new(IpAddr::from([10, 0, 0, 1]));
        let try_password = |limits: &RequestLimits| limits.allow_sign_in(&from, "Ada", None);
        (0..4).for_each(|_| try_password(&here).unwrap());
        here.forget_sign_in(&from, "Ada", None);
        tell();
        assert_eq!(burst(|| try_password(&there)), Some(2), "three of five are left over from the other process");
        assert_eq!(burst(|| here.allow_guest(&from)), Some(10));
        tell();
        assert_eq!(burst(|| there.allow_guest(&from)), Some(0));
    }

    /// How often something is allowed before it is refused; `None` if it still is after 1000 times.
    fn burst(mut allow: impl FnMut() -> Result<(), Refusal>) -> Option<usize> {
        (0..1000).find(|_| allow().is_err())
    }

    fn bursts(settings: &LimitSettings) -> [Option<usize>; 7] {
        let limits = RequestLimits::new(settings, &alone());
        let from = ClientAddress::new(IpAddr::from([10, 0, 0, 1]));
        let ada: PersonId = "ada".parse().unwrap();
        let mut names = (0..).map(|number: usize| format!("Ada {number}"));
        [
            burst(|| limits.allow_guest(&from)),
            burst(|| limits.allow_account(&from)),
            burst(|| limits.allow_bot(&from)),
            burst(|| limits.allow_sign_in(&from, &names.next().unwrap(), None)),
            burst(|| limits.allow_request(&from)).map(|requests| requests.min(120)),
            burst(|| limits.allow_own_password(&ada)),
            burst(|| limits.allow_table(&ada)),
        ]
    }

    #[test]
    fn each_limit_has_its_own_number() {
        assert_eq!(
            bursts(&LimitSettings::default()),
            [Some(10), Some(5), Some(10), Some(10), Some(120), Some(5), Some(10)]
        );
    }

    #[test]
    fn by_address_turns_off_the_limits_per_address_and_no_others() {
        let settings = LimitSettings { by_address: false, ..LimitSettings::default() };
        assert_eq!(bursts(&settings), [None, None, None, None, None, Some(5), Some(10)]);
    }

    #[test]
    fn password_burst_changes_the_password_limit_only() {
        let settings = LimitSettings { password_burst: 7, ..LimitSettings::default() };
        assert_eq!(bursts(&settings), [Some(10), Some(5), Some(10), Some(10), Some(120), Some(7), Some(10)]);
    }

    #[test]
    fn table_burst_changes_the_table_limit_only() {
        let settings = LimitSettings { table_burst: 3, ..LimitSettings::default() };
        assert_eq!(bursts(&settings), [Some(10), Some(5), Some(10), Some(10), Some(120), Some(5), Some(3)]);
    }

    #[test]
    fn passwords_are_counted_by_account_and_address_and_apart_for_known_devices() {
        let limits = RequestLimits::new(&LimitSettings { by_address: false, ..LimitSettings::default() }, &alone());
        let address = |number: u8| ClientAddress::new(IpAddr::from([10, 0, 0, number]));
        let try_from = |number, name: &str, device| limits.allow_sign_in(&address(number), name, device);
        assert_eq!(burst(|| try_from(1, "Ada", None)), Some(5));
        assert!(try_from(1, " ADA ", None).is_err(), "the same account");
        assert!(try_from(1, "Bea", None).is_ok() && try_from(2, "Ada", None).is_ok());
        let guesses = (3..200).map_while(|number| burst(|| try_from(number, "Ada", None))).sum::<usize>();
        assert_eq!(guesses, 100 - 6, "from all addresses together");
        assert!(try_from(250, "Ada", None).is_err());
        assert_eq!(burst(|| try_from(1, "Ada", Some([7; 32]))), Some(5), "a known device has its own");
        limits.forget_sign_in(&address(1), "Ada", Some([7; 32]));
        assert!(try_from(1, "Ada", Some([7; 32])).is_ok(), "the right password does not count");
    }

    #[test]
    fn tables_are_counted_per_person() {
        let limits = RequestLimits::new(&LimitSettings::default(), &alone());
        let [ada, bea]: [PersonId; 2] = ["ada", "bea"].map(|id| id.parse().unwrap());
        assert_eq!(burst(|| limits.allow_table(&ada)), Some(10));
        assert!(limits.allow_table(&bea).is_ok());
    }

    #[test]
    fn an_ipv6_site_has_four_times_the_requests_of_one_of_its_networks() {
        let limits = RequestLimits::new(&LimitSettings::default(), &alone());
        let mut networks = (0_u16..).map(|network| IpAddr::from([0x2001, 0xdb8, 1, network, 0, 0, 0, 1]));
        assert_eq!(burst(|| limits.allow_guest(&ClientAddress::new(networks.next().unwrap()))), Some(40));
        let other = ClientAddress::new(IpAddr::from([0x2001, 0xdb8, 2, 0, 0, 0, 0, 1]));
        assert_eq!(burst(|| limits.allow_guest(&other)), Some(10));
    }

    #[test]
    fn the_document_has_the_same_numbers() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
        let document = std::fs::read_to_string(file).unwrap();
        let then = |per_second: f64| match (1.0 / per_second).round() {
            60.0 => "one per minute".to_string(),
            seconds if seconds >= 1.0 => format!("one every {seconds} seconds"),
            _ => format!("{per_second} per second"),
        };
        for (name, (burst, per_second)) in [
            ("requests", REQUESTS),
            ("new guests", GUESTS),
            ("new accounts", ACCOUNTS),
            ("new bots", BOTS),
            ("sign-in attempts", SIGN_INS),
            ("account recoveries", RECOVERIES),
        ] {
            let row = format!("| {name} | {burst} | {} |", then(per_second));
            assert!(document.contains(&row), "{row}");
        }
        assert!(document.contains(&format!("{} in a burst, then {}", GUESSES.0, then(GUESSES.1))));
        for (name, (burst, per_second)) in [
            ("friend requests and people to follow", FRIENDS),
            ("invitations to tables", INVITATIONS),
            ("new clubs, and clubs to join", CLUBS),
        ] {
            let row = format!("| {name} | {burst} | {} |", then(per_second));
            assert!(document.contains(&row), "{row}");
        }
        for (setting, per_second) in [
            ("chat_burst", CHAT_RATE),
            ("command_burst", COMMAND_RATE),
            ("table_burst", TABLE_RATE),
            ("password_burst", PASSWORD_RATE),
        ] {
            let row = document.lines().find(|line| line.starts_with(&format!("| `limits.{setting}`"))).unwrap();
            assert!(row.ends_with(&format!("; then {} |", then(per_second))), "{row}");
        }
    }
}
