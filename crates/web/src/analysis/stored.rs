//! Analyses kept in local storage: rewritten after every change.

use shangrila_rules::record::RecordError;
use shangrila_table::{NodeId, VariationTree};

use crate::browser;

const PREFIX: &str = "shangrila.analysis.";
/// The first word of the line before the record.
const CHANGED: &str = "changed";

/// A stored analysis, readable or not.
pub(super) struct StoredAnalysis {
    pub(super) id: String,
    /// When it was last saved, in milliseconds since 1970.
    pub(super) changed: f64,
    pub(super) content: Result<VariationTree, Box<RecordError>>,
}

/// Saves an analysis. Fails if storage is full or disabled.
pub(super) fn write(id: &str, tree: &VariationTree) -> Result<(), ()> {
    let storage = browser::storage().ok_or(())?;
    storage.set_item(&format!("{PREFIX}{id}"), &text(tree, browser::now())).map_err(drop)
}

/// The time, where the position under study is, and the record.
fn text(tree: &VariationTree, now: f64) -> String {
    let place: Vec<String> = tree.place(tree.current()).iter().map(ToString::to_string).collect();
    format!("{CHANGED} {now:.0} {}\n{}", place.join("."), tree.record())
}

pub(super) fn read(id: &str) -> Option<StoredAnalysis> {
    let text = browser::storage()?.get_item(&format!("{PREFIX}{id}")).ok().flatten()?;
    let (changed, content) = parse(&text);
    Some(StoredAnalysis { id: id.to_string(), changed, content })
}

fn parse(text: &str) -> (f64, Result<VariationTree, Box<RecordError>>) {
    let (first, record) = match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(CHANGED) => (first, rest),
        _ => ("", text),
    };
    let mut fields = first.split(' ').skip(1);
    let changed = fields.next().and_then(|time| time.parse().ok()).unwrap_or(0.0);
    let place: Option<Vec<usize>> =
        fields.next().map(|place| place.split('.').filter_map(|step| step.parse().ok()).collect());
    let content = record.parse().map_err(Box::new).map(|record| {
        let mut tree = VariationTree::from_record(record);
        if let Some(place) = place {
            let node = tree.at(&place).unwrap_or(NodeId::ROOT);
            tree.go_to(node);
        }
        tree
    });
    (changed, content)
}

/// All stored analyses, latest first.
pub(super) fn list() -> Vec<StoredAnalysis> {
    let Some(storage) = browser::storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    let mut stored: Vec<StoredAnalysis> = keys.filter_map(|key| read(key.strip_prefix(PREFIX)?)).collect();
    stored.sort_by(|one, other| other.changed.total_cmp(&one.changed));
    stored
}

pub(super) fn remove(id: &str) {
    let _ = browser::storage().map(|storage| storage.remove_item(&format!("{PREFIX}{id}")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_under_study_is_found_again() {
        let record = "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n\n8. P@a! +F@f+H@f (A@e P@l) P@l\n";
        let mut tree = VariationTree::from_record(record.parse().unwrap());
        for node in [NodeId::ROOT, tree.at(&[0, 1, 0]).unwrap(), tree.last()] {
            tree.go_to(node);
            let (changed, read) = parse(&text(&tree, 1234.0));
            let read = read.unwrap();
            assert_eq!(changed, 1234.0);
            assert_eq!((read.position(), read.record()), (tree.position(), tree.record()));
        }
        assert!(parse("changed 5\nnonsense").1.is_err());
        assert_eq!(parse(record).1.unwrap().record(), tree.record());
    }
}
