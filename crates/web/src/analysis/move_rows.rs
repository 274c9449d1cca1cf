//! The tree of variations as rows of text: the main line, interrupted by its variations, each further in.

use shangrila_rules::record::Mark;
use shangrila_rules::{Clan, Move};
use shangrila_table::{NodeId, TurnNumber, VariationTree};

/// A part of a line that fits between two variations.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    /// How many variations lie between it and the main line.
    pub(super) depth: usize,
    /// The name of the variation that begins here.
    pub(super) name: String,
    pub(super) parts: Vec<RowPart>,
}

/// A part of a row.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum RowPart {
    Move {
        id: NodeId,
        clan: Option<Clan>,
        /// The number of the turn, where it is worth saying.
        number: Option<usize>,
        mv: Move,
        mark: Option<Mark>,
    },
    Comment(String),
}

/// The whole tree, row by row.
pub(super) fn rows(tree: &VariationTree) -> Vec<Row> {
    let mut rows = Vec::new();
    let opening: Vec<RowPart> = tree.node(NodeId::ROOT).comments.iter().cloned().map(RowPart::Comment).collect();
    if !opening.is_empty() {
        rows.push(Row { depth: 0, name: String::new(), parts: opening });
    }
    if let Some(&first) = tree.node(NodeId::ROOT).children.first() {
        push_line(tree, first, 0, &mut rows);
    }
    rows
}

/// Appends the line that begins with a node.
fn push_line(tree: &VariationTree, first: NodeId, depth: usize, rows: &mut Vec<Row>) {
    let name = if depth > 0 { tree.name(first).to_string() } else { String::new() };
    let mut row = Row { depth, name, parts: Vec::new() };
    // A line's later comments before its first move are rare, but must not get lost on the screen.
    row.parts.extend(tree.node(first).line_comments.iter().skip(1).cloned().map(RowPart::Comment));
    let mut next = Some(first);
    while let Some(id) = next {
        let node = tree.node(id);
        let (Some(mv), Some(parent)) = (node.mv, node.parent) else { break };
        let before = &tree.node(parent).position;
        let begins_round = usize::from(before.ply()).is_multiple_of(before.seats().count());
        let begins_row = !row.parts.iter().any(|part| matches!(part, RowPart::Move { .. }));
        let number = (begins_round || begins_row).then(|| TurnNumber::of(before).number());
        row.parts.push(RowPart::Move { id, clan: before.to_move(), number, mv, mark: node.mark });
        row.parts.extend(node.comments.iter().cloned().map(RowPart::Comment));
        // The variation's own alternatives belong to the line it branches off from.
        let others = if id == first && depth > 0 { &[] } else { &tree.node(parent).children[1..] };
        if !others.is_empty() {
            rows.push(core::mem::replace(&mut row, Row { depth, name: String::new(), parts: Vec::new() }));
            others.iter().for_each(|&other| push_line(tree, other, depth + 1, rows));
        }
        next = node.children.first().copied();
    }
    if !row.parts.is_empty() {
        rows.push(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_follow_the_move_they_replace_and_lie_further_in() {
        let record = concat!(
            "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n\n",
            "{Intro} 8. P@a! +F@f+H@f {Why not?} ({Slow} {indeed} A@e P@l (+Y@a+F@a)) (R@e) P@l A@i P@j\n"
        );
        let tree = VariationTree::from_record(record.parse().unwrap());
        let text = |row: &Row| {
            let parts = row.parts.iter().map(|part| match part {
                RowPart::Move { number, mv, mark, .. } => {
                    let number = number.map_or(String::new(), |number| format!("{number}. "));
                    format!("{number}{mv}{}", mark.map_or("", Mark::sign))
                }
                RowPart::Comment(text) => format!("{{{text}}}"),
            });
            format!("{}|{}|{}", row.depth, row.name, parts.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(
            rows(&tree).iter().map(text).collect::<Vec<_>>(),
            [
                "0||{Intro}",
                "0||1. P@a! +F@f+H@f {Why not?}",
                "1|Slow|{indeed} 2. A@e P@l",
                "2||3. +Y@a+F@a",
                "1||2. R@e",
                "0||3. P@l A@i 5. P@j",
            ]
        );
    }
}
