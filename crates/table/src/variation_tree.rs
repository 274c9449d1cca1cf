//! A tree of variations, for studying a game: every position tried out, with names, comments and annotation marks.
//!
//! The first child of a position continues its line, the others are variations. [`VariationTree::record`] writes the tree as a record
//! with variations, and [`VariationTree::from_record`] reads it back.

use core::fmt;

use shangrila_rules::record::{GameRecord, Line, MAX_VARIATION_DEPTH, Mark, Turn};
use shangrila_rules::{IllegalMove, Move, Position};

use crate::record_notes;

/// The number of a node: a position of the tree. Valid only for the tree it came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The starting position.
    pub const ROOT: NodeId = NodeId(0);

    /// Where the node comes in the order of creation, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position of the tree, and the move that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariationNode {
    /// The position before; `None` at the start.
    pub parent: Option<NodeId>,
    /// The move that led here; `None` at the start.
    pub mv: Option<Move>,
    /// The position after the move.
    pub position: Position,
    /// How good the move is.
    pub mark: Option<Mark>,
    /// Comments on the move.
    pub comments: Vec<String>,
    /// Comments before the first move of the line that begins here; the first one is the line's name.
    pub line_comments: Vec<String>,
    /// What was tried from here; the first continues the line.
    pub children: Vec<NodeId>,
}

/// A tree of variations with a position under study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariationTree {
    /// Headers and start; its line is empty.
    headers: GameRecord,
    /// Removed nodes stay here, but nothing leads to them any more.
    nodes: Vec<VariationNode>,
    current: NodeId,
}

impl VariationTree {
    /// The tree of a record, with the last position of its main line under study.
    ///
    /// # Panics
    /// If the record holds an illegal move, which one that was read from text never does.
    pub fn from_record(record: GameRecord) -> VariationTree {
        let mut headers = record;
        let line = core::mem::take(&mut headers.line);
        let root = VariationNode {
            parent: None,
            mv: None,
            position: headers.start.position(),
            mark: None,
            comments: line.comments.clone(),
            line_comments: Vec::new(),
            children: Vec::new(),
        };
        let mut tree = VariationTree { headers, nodes: vec![root], current: NodeId::ROOT };
        tree.current = tree.add_line(NodeId::ROOT, &line);
        tree
    }

    /// Adds the moves of a line below a node and returns the last one's node. Moves that are there already are kept.
    fn add_line(&mut self, from: NodeId, line: &Line) -> NodeId {
        let mut at = from;
        for turn in &line.turns {
            let before = at;
            at = self.child(before, turn.mv).unwrap_or_else(|| {
                let mut position = self.node(before).position;
                position.play(turn.mv).expect("a record holds legal moves");
                self.add(before, turn.mv, position)
            });
            let node = self.node_mut(at);
            node.mark = node.mark.or(turn.mark);
            node.comments.extend(turn.comments.iter().cloned());
            for variation in &turn.variations {
                self.add_line(before, variation);
                let first = variation.turns.first().and_then(|turn| self.child(before, turn.mv));
                if let Some(first) = first {
                    self.node_mut(first).line_comments.extend(variation.comments.iter().cloned());
                }
            }
        }
        at
    }

    fn add(&mut self, parent: NodeId, mv: Move, position: Position) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(VariationNode {
            parent: Some(parent),
            mv: Some(mv),
            position,
            mark: None,
            comments: Vec::new(),
            line_comments: Vec::new(),
            children: Vec::new(),
        });
        self.node_mut(parent).children.push(id);
        id
    }

    /// The tree as a record.
    pub fn record(&self) -> GameRecord {
        let mut record = self.headers.clone();
        record.line =
            Line { comments: self.node(NodeId::ROOT).comments.clone(), turns: self.turns(NodeId::ROOT, None) };
        record
    }

    /// The turns below a node: those of the line that begins with `first`, or of the main line.
    fn turns(&self, from: NodeId, first: Option<NodeId>) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut next = first.or(self.node(from).children.first().copied());
        // A variation does not list its own alternatives: the line it belongs to does.
        let mut alternatives = first.is_none();
        while let Some(id) = next {
            let node = self.node(id);
            let (Some(mv), Some(parent)) = (node.mv, node.parent) else { break };
            let others = if alternatives { &self.node(parent).children[1..] } else { &[] };
            let variation = |&other: &NodeId| Line {
                comments: self.node(other).line_comments.clone(),
                turns: self.turns(parent, Some(other)),
            };
            let variations = others.iter().map(variation).collect();
            turns.push(Turn { mv, mark: node.mark, comments: node.comments.clone(), variations });
            alternatives = true;
            next = node.children.first().copied();
        }
        turns
    }

    /// The nodes from the start to a node, both included.
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let mut path = vec![to];
        while let Some(parent) = self.node(path[path.len() - 1]).parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// Where a node is: which child to take at each step from the start. Unlike its number, a record keeps it.
    pub fn place(&self, id: NodeId) -> Vec<usize> {
        let step =
            |step: &[NodeId]| self.node(step[0]).children.iter().position(|&child| child == step[1]).unwrap_or(0);
        self.path(id).windows(2).map(step).collect()
    }

    /// The node at a [`place`](VariationTree::place).
    pub fn at(&self, place: &[usize]) -> Option<NodeId> {
        place.iter().try_fold(NodeId::ROOT, |id, &step| self.node(id).children.get(step).copied())
    }

    /// The record of the moves that lead to a node, without anything else.
    pub fn record_to(&self, to: NodeId) -> GameRecord {
        let mut record = self.headers.clone();
        record.line.turns = self.path(to).into_iter().filter_map(|id| self.node(id).mv).map(Turn::from).collect();
        record
    }

    /// A node.
    ///
    /// # Panics
    /// If the number belongs to another tree.
    pub fn node(&self, id: NodeId) -> &VariationNode {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut VariationNode {
        &mut self.nodes[id.index()]
    }

    /// The node under study.
    pub const fn current(&self) -> NodeId {
        self.current
    }

    /// The position under study.
    pub fn position(&self) -> &Position {
        &self.node(self.current).position
    }

    /// Studies another position of the tree.
    pub fn go_to(&mut self, id: NodeId) {
        if id.index() < self.nodes.len() {
            self.current = id;
        }
    }

    /// The position before the one under study.
    pub fn previous(&self) -> Option<NodeId> {
        self.node(self.current).parent
    }

    /// The next position of the line under study.
    pub fn next(&self) -> Option<NodeId> {
        self.node(self.current).children.first().copied()
    }

    /// The last position of the line under study.
    pub fn last(&self) -> NodeId {
        let mut at = self.current;
        while let Some(&next) = self.node(at).children.first() {
            at = next;
        }
        at
    }

    /// The variation beside the move under study, a number of places further.
    pub fn sibling(&self, by: isize) -> Option<NodeId> {
        let children = &self.node(self.node(self.current).parent?).children;
        let place = children.iter().position(|&id| id == self.current)?;
        children.get(place.checked_add_signed(by)?).copied()
    }

    /// The position after a move from here, if it was tried.
    pub fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.node(parent).children.iter().copied().find(|&id| self.node(id).mv == Some(mv))
    }

    /// Plays a move from the position under study: goes to where it leads, which is a new variation unless it was tried before.
    ///
    /// # Errors
    /// If the move is illegal, or the variation would be nested too deeply for a record.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, VariationError> {
        let id = match self.child(self.current, mv) {
            Some(known) => known,
            None => {
                let mut position = *self.position();
                position.play(mv).map_err(VariationError::Illegal)?;
                let branches = !self.node(self.current).children.is_empty();
                if branches && self.depth(self.current) >= MAX_VARIATION_DEPTH {
                    return Err(VariationError::TooDeep);
                }
                self.add(self.current, mv, position)
            }
        };
        self.current = id;
        Ok(id)
    }

    /// Plays as many of these moves as are legal, without leaving the position under study, and returns the last one's node.
    pub fn add_moves(&mut self, moves: &[Move]) -> NodeId {
        let back = self.current;
        let added = moves.iter().map_while(|&mv| self.play(mv).ok()).last();
        self.current = back;
        added.unwrap_or(back)
    }

    /// How many variations lie between a node and the main line.
    pub fn depth(&self, id: NodeId) -> usize {
        let path = self.path(id);
        path.windows(2).filter(|step| self.node(step[0]).children.first() != Some(&step[1])).count()
    }

    /// The deepest nesting in the tree.
    fn greatest_depth(&self) -> usize {
        let mut greatest = 0;
        let mut open = vec![(NodeId::ROOT, 0)];
        while let Some((id, depth)) = open.pop() {
            greatest = greatest.max(depth);
            let children = self.node(id).children.iter().enumerate();
            open.extend(children.map(|(index, &child)| (child, depth + usize::from(index > 0))));
        }
        greatest
    }

    /// Whether the node is on the main line.
    pub fn is_main(&self, id: NodeId) -> bool {
        self.depth(id) == 0
    }

    /// Puts the line that leads to a node before its alternatives, everywhere from the start on: it becomes the main line.
    ///
    /// # Errors
    /// If other variations would then be nested too deeply. The tree is unchanged.
    pub fn make_main(&mut self, id: NodeId) -> Result<(), VariationError> {
        let before = self.nodes.clone();
        for step in self.path(id).windows(2) {
            let children = &mut self.node_mut(step[0]).children;
            if let Some(place) = children.iter().position(|&child| child == step[1]) {
                children[..=place].rotate_right(1);
            }
        }
        if self.greatest_depth() > MAX_VARIATION_DEPTH {
            self.nodes = before;
            return Err(VariationError::TooDeep);
        }
        Ok(())
    }

    /// Removes a node and everything after it. The start cannot be removed. Returns whether something was removed.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else { return false };
        if self.path(self.current).contains(&id) {
            self.current = parent;
        }
        self.node_mut(parent).children.retain(|&child| child != id);
        true
    }

    /// Marks the move that led to a node, or removes its mark. The start has no mark.
    pub fn set_mark(&mut self, id: NodeId, mark: Option<Mark>) {
        let node = self.node_mut(id);
        node.mark = mark.filter(|_| node.mv.is_some());
    }

    /// The comment on a node, as one text.
    pub fn comment(&self, id: NodeId) -> String {
        self.node(id).comments.join("\n")
    }

    /// Replaces the comments on a node.
    pub fn set_comment(&mut self, id: NodeId, text: &str) {
        self.node_mut(id).comments = texts(text);
    }

    /// The first node of the variation that a node belongs to; `None` on the main line.
    pub fn variation_of(&self, id: NodeId) -> Option<NodeId> {
        let path = self.path(id);
        let branch = path.windows(2).rev().find(|step| self.node(step[0]).children.first() != Some(&step[1]));
        branch.map(|step| step[1])
    }

    /// The name of the variation that begins with a node; empty if it has none.
    pub fn name(&self, first: NodeId) -> &str {
        self.node(first).line_comments.first().map_or("", String::as_str)
    }

    /// Names the variation that begins with a node.
    pub fn set_name(&mut self, first: NodeId, name: &str) {
        let comments = &mut self.node_mut(first).line_comments;
        if !comments.is_empty() {
            comments.remove(0);
        }
        if let Some(name) = texts(name).pop() {
            comments.insert(0, name);
        }
    }

    /// The title of the whole tree; empty if it has none.
    pub fn title(&self) -> &str {
        record_notes::title(&self.headers).unwrap_or("")
    }

    /// Sets the title of the whole tree.
    pub fn set_title(&mut self, title: &str) {
        record_notes::set_title(&mut self.headers, title);
    }

    /// The headers and the start of the record.
    pub const fn headers(&self) -> &GameRecord {
        &self.headers
    }

    /// The number of positions, the start included.
    pub fn len(&self) -> usize {
        let mut count = 0;
        let mut open = vec![NodeId::ROOT];
        while let Some(id) = open.pop() {
            count += 1;
            open.extend(&self.node(id).children);
        }
        count
    }

    /// Whether nothing has been tried yet.
    pub fn is_empty(&self) -> bool {
        self.node(NodeId::ROOT).children.is_empty()
    }
}

/// A text as the comments of a record: none if it says nothing.
fn texts(text: &str) -> Vec<String> {
    let text = text.trim();
    if text.is_empty() { Vec::new() } else { vec![text.to_string()] }
}

/// Why a move cannot become part of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariationError {
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    /// A record nests variations at most [`MAX_VARIATION_DEPTH`] deep.
    TooDeep,
}

impl fmt::Display for VariationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariationError::Illegal(reason) => reason.fmt(f),
            VariationError::TooDeep => write!(f, "variations are nested more than {MAX_VARIATION_DEPTH} deep"),
        }
    }
}

impl core::error::Error for VariationError {}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use shangrila_rules::record::Start;
    use shangrila_rules::{GameOptions, Seats};

    fn new_tree() -> VariationTree {
        let start = Start::FirstGame { seats: Seats::FOUR, options: GameOptions::default() };
        VariationTree::from_record(GameRecord::new(start))
    }

    fn play(tree: &mut VariationTree, moves: &str) -> NodeId {
        moves.split(' ').map(|mv| tree.play(mv.parse().unwrap()).unwrap()).last().unwrap()
    }

    /// The moves of the record, without headers.
    fn moves(tree: &VariationTree) -> String {
        let text = tree.record().to_string();
        text.split("\n\n").nth(1).unwrap_or("").trim().replace('\n', " ")
    }

    #[test]
    fn moves_tried_from_one_position_become_variations() {
        let mut tree = new_tree();
        let first = play(&mut tree, "P@a");
        play(&mut tree, "+F@f+H@f P@l");
        tree.go_to(first);
        let other = play(&mut tree, "A@e P@l");
        assert_eq!(moves(&tree), "8. P@a +F@f+H@f (8. A@e P@l) P@l");
        assert_eq!(tree.depth(other), 1);
        // The same move again leads to the same place.
        tree.go_to(first);
        assert_eq!(play(&mut tree, "A@e P@l"), other);
        assert_eq!(tree.len(), 6);
        tree.go_to(NodeId::ROOT);
        assert!(matches!(tree.play(Move::Pass), Err(VariationError::Illegal(_))));
    }

    #[test]
    fn marks_comments_and_names_are_exported_with_the_record() {
        let mut tree = new_tree();
        let first = play(&mut tree, "P@a");
        tree.set_mark(first, Some(Mark::Good));
        tree.set_comment(first, "  Quiet.\n");
        play(&mut tree, "+F@f+H@f");
        tree.go_to(first);
        let other = play(&mut tree, "A@e");
        tree.set_mark(other, Some(Mark::Dubious));
        tree.set_name(other, "The slow way");
        let deep = play(&mut tree, "P@l");
        assert_eq!(tree.variation_of(deep), Some(other));
        assert_eq!(tree.variation_of(first), None);
        tree.set_comment(NodeId::ROOT, "A first game");
        tree.set_mark(NodeId::ROOT, Some(Mark::Good));
        tree.set_title("My study");
        assert_eq!(
            moves(&tree),
            "{A first game} 8. P@a! {Quiet.} +F@f+H@f ({The slow way} 8. A@e?! P@l)",
            "the start has no mark"
        );
        let read = VariationTree::from_record(tree.record().to_string().parse().unwrap());
        assert_eq!(read.record(), tree.record());
        assert_eq!((read.title(), read.name(other)), ("My study", "The slow way"));
        tree.set_name(other, " ");
        tree.set_comment(first, "");
        tree.set_title("");
        assert_eq!(moves(&tree), "{A first game} 8. P@a! +F@f+H@f (8. A@e?! P@l)");
        assert!(!tree.record().to_string().contains("Event"));
    }

    #[test]
    fn a_variation_can_become_the_main_line_and_be_removed() {
        let mut tree = new_tree();
        let first = play(&mut tree, "P@a");
        let reply = play(&mut tree, "+F@f+H@f");
        tree.go_to(first);
        let other = play(&mut tree, "A@e");
        play(&mut tree, "P@l");
        tree.make_main(other).unwrap();
        assert!(tree.is_main(other) && !tree.is_main(reply));
        assert_eq!(moves(&tree), "8. P@a A@e (8. +F@f+H@f) P@l");
        assert!(tree.remove(other));
        assert_eq!(tree.current(), first, "the position under study was removed");
        assert_eq!(moves(&tree), "8. P@a +F@f+H@f");
        assert!(!tree.remove(NodeId::ROOT));
        assert!(tree.remove(first) && tree.is_empty());
    }

    #[test]
    fn one_can_walk_along_a_line_and_across_its_variations() {
        let mut tree = new_tree();
        let first = play(&mut tree, "P@a");
        let main = play(&mut tree, "+F@f+H@f");
        tree.go_to(first);
        let other = play(&mut tree, "A@e");
        assert_eq!((tree.sibling(-1), tree.sibling(1)), (Some(main), None));
        assert_eq!(tree.previous(), Some(first));
        tree.go_to(NodeId::ROOT);
        assert_eq!((tree.previous(), tree.next(), tree.last()), (None, Some(first), main));
        assert_eq!(tree.sibling(1), None);
        tree.go_to(other);
        assert_eq!(tree.last(), other);
        assert_eq!(tree.record_to(other).moves().len(), 2);
    }

    /// A tree grown at random: many moves from random places.
    fn any_tree(rng: &mut Rng) -> VariationTree {
        let seats = if rng.bool() { Seats::THREE } else { Seats::FOUR };
        let mut tree =
            VariationTree::from_record(GameRecord::new(Start::FirstGame { seats, options: GameOptions::default() }));
        for _ in 0..rng.usize(..200) {
            if rng.u8(..3) == 0 {
                tree.go_to(NodeId(rng.u32(..tree.nodes.len() as u32)));
            }
            let list = tree.position().legal_moves();
            if let Some(mv) = list.get(rng.usize(..list.len().clamp(1, 4))) {
                let _ = tree.play(mv);
            }
            let current = tree.current();
            match rng.u8(..12) {
                0 => tree.set_mark(current, rng.choice(Mark::ALL)),
                1 => tree.set_comment(current, "(a comment} with [brackets]"),
                2 => tree.set_name(current, "a {name}"),
                3 => _ = tree.make_main(current),
                _ => {}
            }
        }
        tree
    }

    #[test]
    fn any_tree_survives_a_record() {
        let mut rng = Rng::with_seed(7);
        for _ in 0..100 {
            let tree = any_tree(&mut rng);
            let text = tree.record().to_string();
            let record: GameRecord = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
            let read = VariationTree::from_record(record);
            assert_eq!(read.len(), tree.len());
            let place = tree.place(tree.current());
            assert_eq!(tree.at(&place), Some(tree.current()));
            assert_eq!(read.node(read.at(&place).unwrap()).position, *tree.position());
            assert_eq!(read.record().to_string(), text);
        }
    }

    #[test]
    fn nesting_stays_within_what_a_record_holds() {
        let mut tree = new_tree();
        let second_move = |tree: &mut VariationTree, index: usize| {
            let mv = tree.position().legal_moves().get(index).unwrap();
            tree.play(mv)
        };
        // Every other move branches off from the one before.
        for _ in 0..MAX_VARIATION_DEPTH {
            let here = tree.current();
            second_move(&mut tree, 0).unwrap();
            tree.go_to(here);
            second_move(&mut tree, 1).unwrap();
        }
        let here = tree.current();
        second_move(&mut tree, 0).unwrap();
        tree.go_to(here);
        assert_eq!(second_move(&mut tree, 1), Err(VariationError::TooDeep));
        assert!(tree.record().to_string().parse::<GameRecord>().is_ok());
        // The old lines would move one deeper each.
        tree.make_main(here).unwrap();
        assert!(tree.record().replay().is_ok());
    }
}
