//! The strategy page in English.

use super::PLURALS;
use crate::strategy::StrategyWords;

pub(crate) const STRATEGY: StrategyWords = StrategyWords {
    plurals: PLURALS,
    title: "Strategy",
    intro: "What the strongest computer player has taught us. It shows how that player plays and judges, not how people do. Every figure comes with the command that measured it.",
    open: "Open this position",
    source: "Measured with",
    seats_title: "Placing first helps",
    card_title: "The printed set-ups aren’t even",
    setup_title: "Where to begin",
    students_title: "A student is worth half a master",
    rhythm_title: "Place, recruit, travel",
    travel_title: "Travel from the stronger village",
    bridge_title: "Some journeys are about the bridge",
    villages_title: "The middle is contested",
    close_title: "Every village counts",
    seats: "With a free set-up, whoever places first is ahead. The computer gives the four seats, in turn order, {four}% of the victories; with three players it is {three}%.",
    card: "On the card for four players the seats have {four}%: the third is the one to have. With three players they have {three}%. So change seats between games.",
    setup: "In {games} games of a strong level against itself, the first four masters were placed in {first} ({first_share}%) or {second} ({second_share}%), nowhere else.",
    students: "In 120 strong games a student was worth {worth} masters (95% interval: {low} to {high}). It depends on the stage of the game: with four to eight bridges left, one more student is worth {late} points of the chance of winning; with 19 or more, nothing. What counts is where it stands.",
    rhythm: "While 19 or more bridges stand, {place_early}% of all turns are placements and {journey_early}% journeys. With eight or fewer it is {place_late}% and {journey_late}%; in between, strong players recruit in {recruit}% of their turns.",
    travel: "{share}% of all journeys leave the stronger village. They take along {students} of the player’s own students, win {gained} masters on average, and {attacks}% of them drive somebody out. In this position, yellow’s journey from G to A wins four.",
    bridge: "The other {share}% leave the weaker village and win {gained} masters on average. But they break a bridge, and two villages can no longer attack each other. In this position, yellow’s journey from I to J wins no master, but brings peace to both villages.",
    villages: "At the end, hardly any space is empty: every village has {least} to {most} masters on average. What differs is how often they change hands. The most masters are driven out in {contested}, the fewest in {quiet}. In this position, red’s journey from A to E drives out three.",
    close: "The winner is {lead} masters ahead of the second on average. In {villages}% of games two clans are tied on masters and villages decide; in {shared}% the victory is shared. This game ended with three clans on 23 masters each.",
};
