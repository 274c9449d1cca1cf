//! How many tables of three and of four a number of players makes.

/// The tables of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// The number of players at each table, those of the usual size first.
    pub tables: Vec<usize>,
    /// How many players are left over.
    pub byes: usize,
}

/// Divides players among tables. As many as possible have the usual size, and nobody is left over unless it cannot be helped: five players are
/// the only such number from three up.
pub fn table_sizes(players: usize, usual: usize) -> Sizes {
    let (usual, other) = if usual == 3 { (3, 4) } else { (4, 3) };
    for byes in 0..=players {
        let seated = players - byes;
        // The fewest tables of the other size.
        let fitting = (0..=seated / other).find(|others| (seated - others * other).is_multiple_of(usual));
        if let Some(others) = fitting {
            let usuals = (seated - others * other) / usual;
            return Sizes { tables: [vec![usual; usuals], vec![other; others]].concat(), byes };
        }
    }
    Sizes { tables: Vec::new(), byes: players }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_left_over_unless_there_are_five() {
        for usual in [3, 4] {
            for players in 0..200 {
                let sizes = table_sizes(players, usual);
                assert_eq!(sizes.tables.iter().sum::<usize>() + sizes.byes, players);
                assert!(sizes.tables.iter().all(|size| (3..=4).contains(size)));
                assert_eq!(sizes.byes, if players == 5 { 1 } else { players * usize::from(players < 3) });
                // Three tables of four hold as many as four of three.
                let others = sizes.tables.iter().filter(|&&size| size != usual).count();
                assert!(others < usual, "{players} players at {sizes:?}");
            }
        }
        assert_eq!(table_sizes(10, 4).tables, [4, 3, 3]);
        assert_eq!(table_sizes(10, 3).tables, [3, 3, 4]);
    }
}
