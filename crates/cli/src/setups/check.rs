//! `shangrila setups check`: judges set-ups again, by searches that did not choose them.

use std::io::Write;

use shangrila_table::FairSetup;
use shangrila_table::fair_setup::FAIR_POINTS;

use super::judge::searched;
use super::read;
use crate::args::CheckSetupsArgs;
use crate::work::{in_parallel, replace};
use crate::{Failure, refused};

pub(super) fn run(out: &mut impl Write, args: &CheckSetupsArgs) -> Result<(), Failure> {
    let mut setups = Vec::new();
    for list in read(&args.files)? {
        setups.extend(list.all(3).iter().chain(list.all(4)).cloned());
    }
    if setups.is_empty() {
        return Err(refused("there are no set-ups to check"));
    }
    let judge = |number: usize| {
        let villages = setups[number].villages();
        let mut means = vec![0.0; villages.len()];
        for search in 0..args.searches {
            let chances = searched(villages, args.visits, args.seed.wrapping_add(search.into()));
            means.iter_mut().zip(chances).for_each(|(mean, chance)| *mean += chance / f32::from(args.searches));
        }
        FairSetup::new(villages.to_vec(), &means).ok()
    };
    let (mut fair, mut unfair, mut worst) = (Vec::new(), 0, 0.0_f32);
    in_parallel(setups.len(), usize::from(args.threads), judge, |_, setup| {
        let spread = setup.spread();
        let verdict = if spread <= FAIR_POINTS { "" } else { "  not fair" };
        writeln!(out, "{setup}  {spread:.1} points apart{verdict}")?;
        out.flush()?;
        if spread <= FAIR_POINTS {
            worst = worst.max(spread);
            fair.push(setup);
        } else {
            unfair += 1;
        }
        Ok(())
    })?;
    writeln!(out, "{} fair, at most {worst:.1} points apart; {unfair} not fair", fair.len())?;
    match &args.output {
        Some(path) => replace(path, &list(fair)),
        None if unfair > 0 => {
            Err(refused(format!("in {unfair} set-ups the seats are more than {FAIR_POINTS} points apart")))
        }
        None => Ok(()),
    }
}

/// The text of a list: set-ups for three clans first, each in order.
fn list(mut setups: Vec<FairSetup>) -> String {
    setups.sort_by(|one, other| one.clans().cmp(&other.clans()).then_with(|| one.cmp(other)));
    setups.dedup_by(|one, other| one.villages() == other.villages());
    setups.iter().map(|setup| format!("{setup}\n")).collect()
}
