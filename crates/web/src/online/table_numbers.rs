//! A number for each of the most recent tables, kept in this browser: moves seen, chat lines read.

use crate::browser;

/// How many tables are remembered.
const REMEMBERED: usize = 40;

/// Numbers by table, stored under one key as `table=number` pairs.
#[derive(Clone, Copy)]
pub(super) struct TableNumbers {
    key: &'static str,
}

impl TableNumbers {
    pub(super) const fn stored_under(key: &'static str) -> TableNumbers {
        TableNumbers { key }
    }

    /// The number of a table, if it is remembered.
    pub(super) fn get(self, table: &str) -> Option<u64> {
        find(&self.saved(), table)
    }

    /// Remembers the number of a table.
    pub(super) fn set(self, table: &str, number: u64) {
        if let Some(storage) = browser::storage() {
            // Without storage, or when it is full, the number is forgotten with the page.
            let _ = storage.set_item(self.key, &remember(&self.saved(), table, number));
        }
    }

    fn saved(self) -> String {
        browser::storage().and_then(|storage| storage.get_item(self.key).ok().flatten()).unwrap_or_default()
    }
}

fn find(saved: &str, table: &str) -> Option<u64> {
    saved.split(';').filter_map(|pair| pair.split_once('=')).find(|(id, _)| *id == table)?.1.parse().ok()
}

fn remember(saved: &str, table: &str, number: u64) -> String {
    let is_other = |pair: &&str| pair.split_once('=').is_some_and(|(id, _)| id != table);
    let others = saved.split(';').filter(is_other).take(REMEMBERED - 1);
    std::iter::once(format!("{table}={number}")).chain(others.map(str::to_string)).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_most_recent_tables_are_remembered() {
        let mut saved = String::new();
        for table in 0..60 {
            saved = remember(&saved, &format!("t{table}"), table);
        }
        saved = remember(&saved, "t58", 7);
        assert_eq!([find(&saved, "t58"), find(&saved, "t59"), find(&saved, "t3")], [Some(7), Some(59), None]);
        assert_eq!(saved.split(';').count(), REMEMBERED);
    }
}
