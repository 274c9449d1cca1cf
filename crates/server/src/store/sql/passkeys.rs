//! Passkeys.

use async_trait::async_trait;
use shangrila_protocol::{PasskeyId, PersonId};
use sqlx::{Connection as _, FromRow, Row as _};

use super::super::{Row, Store, dialect};
use super::people::PersonRow;
use super::tables::parsed;
use crate::store::{
    ChallengePurpose, PasskeyChallenge, PasskeyEntry, PasskeyRemoval, PasskeyState, PasskeyStore, PersonEntry,
    StoreError, StoredCredential,
};

struct PasskeyRow(PasskeyEntry);

impl FromRow<'_, Row> for PasskeyRow {
    fn from_row(row: &Row) -> Result<PasskeyRow, sqlx::Error> {
        Ok(PasskeyRow(PasskeyEntry {
            id: parsed(row.try_get("passkey")?)?,
            person: parsed(row.try_get("person")?)?,
            name: row.try_get("passkey_name")?,
            credential: StoredCredential {
                id: row.try_get("credential")?,
                transports: row.try_get::<i64, _>("transports")? as u8,
                public_key: row.try_get("public_key")?,
            },
            state: PasskeyState {
                counter: row.try_get::<i64, _>("counter")? as u32,
                backup: row.try_get::<i64, _>("backup")? as u8,
            },
            created: row.try_get::<i64, _>("created")? as u64,
            used: row.try_get::<Option<i64>, _>("used")?.map(|used| used as u64),
        }))
    }
}

/// A passkey and whose it is.
struct PasskeyAndPerson(PasskeyEntry, PersonEntry);

impl FromRow<'_, Row> for PasskeyAndPerson {
    fn from_row(row: &Row) -> Result<PasskeyAndPerson, sqlx::Error> {
        let (PasskeyRow(passkey), PersonRow(person)) = (PasskeyRow::from_row(row)?, PersonRow::from_row(row)?);
        Ok(PasskeyAndPerson(passkey, person))
    }
}

#[async_trait]
impl PasskeyStore for Store {
    async fn add_passkey(&self, new: &PasskeyEntry, most: u32) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "INSERT INTO passkeys (id, person, name, credential, transports, public_key, counter, backup, created)
            SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE (SELECT count(*) FROM passkeys WHERE person = $2) < $10
            ON CONFLICT (credential) DO NOTHING",
        )
        .bind(new.id.as_str())
        .bind(new.person.as_str())
        .bind(&new.name)
        .bind(&new.credential.id)
        .bind(i64::from(new.credential.transports))
        .bind(&new.credential.public_key)
        .bind(i64::from(new.state.counter))
        .bind(i64::from(new.state.backup))
        .bind(new.created as i64)
        .bind(i64::from(most))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn passkeys_of(&self, person: &PersonId) -> Result<Vec<PasskeyEntry>, StoreError> {
        let rows: Vec<PasskeyRow> = sqlx::query_as(
            "SELECT id AS passkey, person, name AS passkey_name, credential, transports, public_key, counter, backup, created, used
            FROM passkeys WHERE person = $1 ORDER BY created, id",
        )
        .bind(person.as_str())
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|PasskeyRow(passkey)| passkey).collect())
    }

    async fn find_passkey(&self, credential: &[u8]) -> Result<Option<(PasskeyEntry, PersonEntry)>, StoreError> {
        let row = sqlx::query_as(
            "SELECT k.id AS passkey, k.person, k.name AS passkey_name, k.credential, k.transports, k.public_key, k.counter,
                k.backup, k.created, k.used, p.id, p.name, p.kind, p.password_hash, p.profile_public, p.since, p.seen
            FROM passkeys k JOIN people p ON p.id = k.person WHERE k.credential = $1 AND p.kind <> 'deleted'",
        )
        .bind(credential)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|PasskeyAndPerson(passkey, person)| (passkey, person)))
    }

    async fn use_passkey(
        &self,
        id: &PasskeyId,
        before: PasskeyState,
        after: PasskeyState,
        now: u64,
    ) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "UPDATE passkeys SET counter = $1, backup = $2, used = $3 WHERE id = $4 AND counter = $5 AND backup = $6",
        )
        .bind(i64::from(after.counter))
        .bind(i64::from(after.backup))
        .bind(now as i64)
        .bind(id.as_str())
        .bind(i64::from(before.counter))
        .bind(i64::from(before.backup))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn rename_passkey(&self, person: &PersonId, id: &PasskeyId, name: &str) -> Result<bool, StoreError> {
        let done = sqlx::query("UPDATE passkeys SET name = $1 WHERE id = $2 AND person = $3")
            .bind(name)
            .bind(id.as_str())
            .bind(person.as_str())
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn remove_passkey(&self, person: &PersonId, id: &PasskeyId) -> Result<PasskeyRemoval, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin_with(dialect::BEGIN).await?;
        // Otherwise two removals at the same time could each spare the other's passkey.
        dialect::lock_person(&mut transaction, person).await?;
        let done = sqlx::query(
            "DELETE FROM passkeys WHERE id = $1 AND person = $2 AND (
                EXISTS (SELECT 1 FROM people WHERE id = $2 AND password_hash IS NOT NULL)
                OR EXISTS (SELECT 1 FROM passkeys WHERE person = $2 AND id <> $1))",
        )
        .bind(id.as_str())
        .bind(person.as_str())
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        drop(connection);
        if done.rows_affected() > 0 {
            return Ok(PasskeyRemoval::Removed);
        }
        let is_there = self.passkeys_of(person).await?.iter().any(|passkey| passkey.id == *id);
        Ok(if is_there { PasskeyRemoval::LastWayIn } else { PasskeyRemoval::NotFound })
    }

    async fn remove_passkeys(&self, person: &PersonId) -> Result<(), StoreError> {
        sqlx::query(
            "DELETE FROM passkeys WHERE person = $1
                AND EXISTS (SELECT 1 FROM people WHERE id = $1 AND password_hash IS NOT NULL)",
        )
        .bind(person.as_str())
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn add_challenge(
        &self,
        challenge: &PasskeyChallenge,
        expires: u64,
        most: u32,
        now: u64,
    ) -> Result<bool, StoreError> {
        sqlx::query("DELETE FROM passkey_challenges WHERE purpose = $1 AND expires <= $2")
            .bind(purpose_name(challenge.purpose))
            .bind(now as i64)
            .execute(&self.pool)
            .await?;
        let done = sqlx::query(
            "INSERT INTO passkey_challenges (challenge, purpose, state, expires)
            SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM passkey_challenges WHERE purpose = $2) < $5",
        )
        .bind(&challenge.id[..])
        .bind(purpose_name(challenge.purpose))
        .bind(&challenge.state)
        .bind(expires as i64)
        .bind(i64::from(most))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn take_challenge(
        &self,
        id: &[u8; 16],
        purpose: ChallengePurpose,
        now: u64,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        // One statement, so that of two answers to the same challenge only one finds it.
        let row: Option<(Vec<u8>, i64)> = sqlx::query_as(
            "DELETE FROM passkey_challenges WHERE challenge = $1 AND purpose = $2 RETURNING state, expires",
        )
        .bind(&id[..])
        .bind(purpose_name(purpose))
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.filter(|(_, expires)| *expires > now as i64).map(|(state, _)| state))
    }
}

fn purpose_name(purpose: ChallengePurpose) -> &'static str {
    match purpose {
        ChallengePurpose::Add => "add",
        ChallengePurpose::SignIn => "sign-in",
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::TestStore;
    use super::*;
    use crate::store::{NewCredential, NewPerson, PeopleStore};

    #[tokio::test]
    async fn the_last_way_in_cannot_be_removed() {
        let store = TestStore::open().await;
        let person: PersonId = "ada".parse().unwrap();
        let credential = NewCredential::Password { hash: "hash".to_string() };
        store.add(NewPerson { id: person.clone(), name: "Ada".to_string(), credential, since: 0 }).await.unwrap();
        let add = async |number: u8| {
            let entry = PasskeyEntry {
                id: number.to_string().parse().unwrap(),
                person: person.clone(),
                name: "Key".to_string(),
                credential: StoredCredential { id: vec![number], transports: 0, public_key: Vec::new() },
                state: PasskeyState { counter: 0, backup: 0 },
                created: 0,
                used: None,
            };
            assert!(store.add_passkey(&entry, 5).await.unwrap());
            entry.id
        };
        let (first, second, third) = (add(1).await, add(2).await, add(3).await);
        assert_eq!(store.remove_passkey(&person, &first).await.unwrap(), PasskeyRemoval::Removed);
        sqlx::query("UPDATE people SET password_hash = NULL").execute(&store.pool).await.unwrap();
        store.remove_passkeys(&person).await.unwrap();
        assert_eq!(store.remove_passkey(&person, &second).await.unwrap(), PasskeyRemoval::Removed);
        assert_eq!(store.remove_passkey(&person, &third).await.unwrap(), PasskeyRemoval::LastWayIn);
        assert_eq!(store.remove_passkey(&person, &first).await.unwrap(), PasskeyRemoval::NotFound);
        assert_eq!(store.passkeys_of(&person).await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_challenge_is_taken_once_in_time_and_for_its_purpose_and_their_number_is_limited() {
        let store = TestStore::open().await;
        let add = async |number: u8, purpose: ChallengePurpose, now: u64| {
            let challenge = PasskeyChallenge { id: [number; 16], purpose, state: vec![number] };
            store.add_challenge(&challenge, now + 10, 2, now).await.unwrap()
        };
        let take = async |number: u8, purpose: ChallengePurpose, now: u64| {
            store.take_challenge(&[number; 16], purpose, now).await.unwrap()
        };
        assert!(add(1, ChallengePurpose::SignIn, 0).await && add(2, ChallengePurpose::SignIn, 5).await);
        assert!(!add(3, ChallengePurpose::SignIn, 9).await, "two are the most");
        assert!(add(4, ChallengePurpose::Add, 9).await, "for each purpose");
        assert_eq!(take(1, ChallengePurpose::Add, 9).await, None, "it was made to sign in");
        assert_eq!(take(1, ChallengePurpose::SignIn, 9).await, Some(vec![1]));
        assert_eq!(take(1, ChallengePurpose::SignIn, 9).await, None, "it was used");
        assert!(add(5, ChallengePurpose::SignIn, 9).await);
        assert!(add(6, ChallengePurpose::SignIn, 15).await, "the second one has expired");
        assert_eq!(take(2, ChallengePurpose::SignIn, 9).await, None, "and is forgotten");
        assert_eq!(take(5, ChallengePurpose::SignIn, 19).await, None, "it is too late");
    }
}
