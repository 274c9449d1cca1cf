//! Making moves by touch on a small screen, where villages open in close-up.

use shangrila_browser::{Page, Result};
use shangrila_rules::map::bridges_at;
use shangrila_rules::{Bridge, Guild, Move, Position, Space, Village};

use crate::driver::village;

/// Points at a move by bringing its villages near.
pub(crate) async fn tap_move(page: &Page, position: &Position, mv: Move) -> Result<()> {
    match mv {
        Move::Place { space } => tap_space(page, space).await,
        Move::Recruit { first, second } => {
            tap_space(page, first).await?;
            match second {
                Some(second) => {
                    if second.village() != first.village() {
                        page.tap("[data-do=whole-board]").await?;
                        page.wait_until_gone("[data-do=whole-board]").await?;
                    }
                    tap_space(page, second).await
                }
                None => Ok(()),
            }
        }
        Move::Journey { from, to } => {
            page.tap(&village(from)).await?;
            let number = trips(position, from).position(|other| other == to).expect("there is a bridge") + 1;
            page.tap(&format!(".trip:nth-child({number})")).await
        }
        Move::Pass => Ok(()),
    }
}

/// Where the bridges of a village lead, as the page lists them.
fn trips(position: &Position, from: Village) -> impl Iterator<Item = Village> {
    let standing = position.bridges() & bridges_at(from);
    Bridge::all().filter(move |&bridge| standing.contains(bridge)).map(move |bridge| {
        let (one, other) = bridge.ends();
        if one == from { other } else { one }
    })
}

/// Brings the village of a space near, unless it is, and taps the space in the list.
async fn tap_space(page: &Page, space: Space) -> Result<()> {
    if page.count(".village-list").await? == 0 {
        page.tap(&village(space.village())).await?;
    }
    let row = Guild::ALL.iter().position(|&guild| guild == space.guild()).expect("a guild has a row") + 1;
    page.tap(&format!(".village-list li:nth-child({row}) button")).await
}
