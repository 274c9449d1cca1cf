//! Two players with two clans each, in French.

use super::PLURALS;
use crate::pairs::{PairRulesWords, PairsWords};

pub(crate) const PAIRS: PairsWords = PairsWords {
    plurals: PLURALS,
    two: "Deux",
    help: "Chacun joue deux clans, à des places opposées.",
    what_counts: "Ce qui compte",
    sum: "Les deux clans ensemble",
    weaker: "Le clan le plus faible",
    sum_help: "Les maîtres de tes deux clans s’additionnent.",
    weaker_help: "Pour chacun, seul compte le clan qui a le moins de maîtres.",
    sum_counts: "à deux, avec deux clans chacun : la somme compte",
    weaker_counts: "à deux, avec deux clans chacun : le plus faible compte",
    won: "{name} gagne par {own:one # maître|other # maîtres} à {other}.",
    won_weaker: "{name} gagne : son clan le plus faible a {own:one # maître|other # maîtres}, celui de l’adversaire {other}.",
    won_resigned: "{name} gagne par abandon de l’adversaire.",
    shared: "La victoire est partagée.",
    tie_break: "Égalité de maîtres : {name} gagne au départage.",
    you_won: "Tu as gagné",
    you_lost: "Tu as perdu",
    no_report: "Il n’y a pas de bilan pour les parties à deux : le moteur juge chaque clan comme s’il jouait pour lui-même.",
};

pub(crate) const PAIR_RULES: PairRulesWords = PairRulesWords {
    title: "À deux joueurs",
    players: "À une table en ligne pour quatre, on peut aussi jouer à deux : chacun joue deux clans à des places opposées, la première et la troisième ou la deuxième et la quatrième. Les autres règles ne changent pas : tes deux clans sont rivaux comme tous les autres.",
    agree: "Avant la partie, vous convenez de ce qui compte :",
    sum: "Les deux clans ensemble : qui a le plus de maîtres en tout gagne. En cas d’égalité, on additionne les villages où chaque clan a des maîtres.",
    weaker: "Le clan le plus faible : pour chacun compte le clan qui a le moins de maîtres ou, à égalité, celui qui est dans le moins de villages. Le meilleur des deux gagne ; s’ils sont à égalité, les autres clans décident.",
    equal: "Si tout cela est égal, la victoire est partagée.",
};
