//! What the page of a game tells besides its moves: when each was played, what the clocks said, and who stood in for whom.

use shangrila_protocol::{
    Event, EventEnvelope, GameHistory, OutOfSequence, PersonId, PlayedMove, Refusal, StandInSpan, TableId, TableState,
};

use super::{Rooms, TableLogic, failed};
use crate::store::Committed;

impl Rooms {
    /// Returns the history of a game, if the viewer may see it and it has begun.
    pub(crate) async fn history(&self, table: &TableId, viewer: Option<&PersonId>) -> Result<GameHistory, Refusal> {
        let events = self.store().events(table, 0).await.map_err(failed)?;
        let logic = TableLogic::replay(table, &events).map_err(|error| {
            tracing::error!(%table, error, "a table cannot be replayed");
            Refusal::Failed
        })?;
        if !logic.is_some_and(|logic| logic.may_view(viewer)) {
            return Err(Refusal::NotFound);
        }
        history(table, &events).ok().flatten().ok_or(Refusal::NotFound)
    }
}

/// Adds up the events of a table; `None` if the game has not begun.
fn history(table: &TableId, events: &[Committed<EventEnvelope>]) -> Result<Option<GameHistory>, OutOfSequence> {
    let Some((first, rest)) = events.split_first() else { return Ok(None) };
    let mut state = TableState::open(table.clone(), first)?;
    let mut history = None::<GameHistory>;
    for envelope in rest {
        state.apply(envelope)?;
        match (&envelope.event, &mut history) {
            (Event::Started { .. }, _) => {
                history = Some(GameHistory { started: envelope.at, ..GameHistory::default() });
            }
            (Event::Moved { seat, .. }, Some(history)) => {
                let player = state.settings.player_seat(*seat);
                let left = state.clock.as_ref().and_then(|clock| clock.left.get(player.index()).copied());
                history.moves.push(PlayedMove { at: envelope.at, left });
            }
            (Event::TakenBack { ply, .. }, Some(history)) => history.moves.truncate(*ply as usize),
            (Event::StoodIn { seat, reason, level }, Some(history)) => {
                let (seat, reason, level) = (state.settings.player_seat(*seat), *reason, *level);
                end_spans(history, &state, Some(seat.index()));
                history.stand_ins.push(StandInSpan {
                    seat,
                    reason,
                    level,
                    from: state.moves.len() as u32,
                    until: None,
                });
            }
            (Event::Finished { .. } | Event::Ended | Event::ClosedByModerator { .. }, Some(history)) => {
                history.finished = Some(envelope.at);
            }
            _ => {}
        }
        history.iter_mut().for_each(|history| end_spans(history, &state, None));
    }
    Ok(history)
}

/// Notes the end of those spans after which nobody stands in any more, and of that of a seat which gets another stand-in.
fn end_spans(history: &mut GameHistory, state: &TableState, replaced: Option<usize>) {
    for span in history.stand_ins.iter_mut().filter(|span| span.until.is_none()) {
        let seat = span.seat.index();
        if replaced == Some(seat) || state.seats[seat].stand_in.is_none() {
            span.until = Some(state.moves.len() as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use shangrila_protocol::{
        LevelId, Pairs, Person, PersonKind, PersonOrLevel, SeatedPlayer, StandInReason, TableSettings, TimeControl,
    };
    use shangrila_rules::Seat;

    use super::*;

    fn person(id: &str) -> PersonOrLevel {
        PersonOrLevel::Person(Person { id: id.parse().unwrap(), name: id.to_string(), kind: PersonKind::Guest })
    }

    /// Events of a table with the times at which they happened.
    fn log(told: impl IntoIterator<Item = (u64, Event)>) -> Vec<Committed<EventEnvelope>> {
        let envelope = |(number, (at, event))| EventEnvelope { number, at, id: None, by: None, event };
        (1..).zip(told).map(envelope).map(Committed::assume).collect()
    }

    /// R9.1
    #[test]
    fn a_player_with_two_clans_has_one_stand_in_for_both() {
        let seats: Vec<SeatedPlayer> = [('r', "ada"), ('b', "ben"), ('v', "ada"), ('y', "ben")]
            .map(|(clan, id)| SeatedPlayer::new(clan, Some(person(id))))
            .into();
        let settings = TableSettings { pairs: Some(Pairs::Sum), ..TableSettings::default() };
        // It is the third clan that was to move.
        let stood_in = Event::StoodIn { seat: Seat::Third, reason: StandInReason::Voted, level: LevelId::Abbot };
        let events = log([
            (0, Event::Opened { settings, host: "ada".parse().unwrap(), seats: seats.clone() }),
            (1_000, Event::Started { seats, next: Seat::First, rules: 1 }),
            (2_000, stood_in),
            (3_000, Event::Returned { seat: Seat::First }),
        ]);
        let told = history(&"t".parse().unwrap(), &events).unwrap().unwrap();
        let spans: Vec<_> = told.stand_ins.iter().map(|span| (span.seat, span.until)).collect();
        assert_eq!(spans, [(Seat::First, Some(0))]);
    }

    #[test]
    fn clocks_takebacks_and_stand_ins_are_told() {
        let seats: Vec<SeatedPlayer> = [('r', "ada"), ('b', "ben"), ('y', "cleo")]
            .map(|(clan, id)| SeatedPlayer::new(clan, Some(person(id))))
            .into();
        let settings =
            TableSettings { seats: 3, clock: TimeControl::Live { base: 60, increment: 5 }, ..TableSettings::default() };
        let moved = |seat: Seat, ply, next| Event::Moved {
            seat,
            ply,
            mv: "P@a".to_string(),
            next: Some(next),
            conditional: false,
        };
        let stood_in = |seat, reason| Event::StoodIn { seat, reason, level: LevelId::Abbot };
        let told = [
            (0, Event::Opened { settings, host: "ada".parse().unwrap(), seats: seats.clone() }),
            (1_000, Event::Started { seats, next: Seat::First, rules: 1 }),
            (11_000, moved(Seat::First, 0, Seat::Second)),
            (12_000, moved(Seat::Second, 1, Seat::Third)),
            (13_000, Event::TakenBack { ply: 1, next: Seat::Second }),
            (14_000, stood_in(Seat::Second, StandInReason::Skipped)),
            (15_000, moved(Seat::Second, 1, Seat::Third)),
            (16_000, stood_in(Seat::Third, StandInReason::Left)),
            (17_000, moved(Seat::Third, 2, Seat::First)),
            (18_000, stood_in(Seat::Third, StandInReason::Resigned)),
            (19_000, Event::Finished { winners: vec![Seat::First], masters: vec![3, 2, 1], rated: false }),
        ];
        let events = log(told);
        let table: TableId = "t".parse().unwrap();
        assert_eq!(history(&table, &events[..1]).unwrap(), None);
        let told = history(&table, &events).unwrap().unwrap();
        assert_eq!((told.started, told.finished), (1_000, Some(19_000)));
        let moves: Vec<_> = told.moves.iter().map(|played| (played.at, played.left)).collect();
        assert_eq!(moves[0], (11_000, Some(55_000)), "ten seconds used, five added");
        assert_eq!((moves.len(), moves[1].0), (3, 15_000), "the move that was taken back is gone");
        let spans: Vec<_> = told.stand_ins.iter().map(|span| (span.seat, span.reason, span.from, span.until)).collect();
        assert_eq!(
            spans,
            [
                (Seat::Second, StandInReason::Skipped, 1, Some(2)),
                (Seat::Third, StandInReason::Left, 2, Some(3)),
                (Seat::Third, StandInReason::Resigned, 3, None),
            ]
        );
    }
}
