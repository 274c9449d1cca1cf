//! The strategy page in French.

use super::PLURALS;
use crate::strategy::StrategyWords;

pub(crate) const STRATEGY: StrategyWords = StrategyWords {
    plurals: PLURALS,
    title: "Stratégie",
    intro: "Ce que nous a appris l’ordinateur à son niveau le plus fort. Cela montre comment il joue et juge, pas comment jouent les humains. Chaque chiffre est accompagné de la commande qui l’a mesuré.",
    open: "Ouvrir cette position",
    source: "Mesuré avec",
    seats_title: "Placer en premier est un avantage",
    card_title: "Les mises en place imprimées ne sont pas équilibrées",
    setup_title: "Par où commencer",
    students_title: "Un élève vaut un demi-maître",
    rhythm_title: "Placer, recruter, voyager",
    travel_title: "Voyager depuis le village le plus fort",
    bridge_title: "Parfois, c’est le pont qui compte",
    villages_title: "Le centre est disputé",
    close_title: "Chaque village compte",
    seats: "Avec la mise en place libre, le premier à placer est devant. L’ordinateur donne aux quatre places, dans l’ordre du tour, {four} % des victoires ; à trois joueurs, {three} %.",
    card: "Sur la carte pour quatre joueurs, les places ont {four} % : la troisième est la meilleure. À trois, elles ont {three} %. Change donc de place d’une partie à l’autre.",
    setup: "En {games} parties d’un niveau fort contre lui-même, les quatre premiers maîtres ont été placés en {first} ({first_share} %) ou en {second} ({second_share} %), jamais ailleurs.",
    students: "En 120 parties de haut niveau, un élève valait {worth} maître (intervalle à 95 % : de {low} à {high}). Cela dépend du moment : quand il reste quatre à huit ponts, un élève de plus vaut {late} point de chance de gagner ; avec 19 ou plus, rien. Ce qui compte, c’est où il se trouve.",
    rhythm: "Tant qu’il reste au moins 19 ponts, {place_early} % des tours servent à placer et {journey_early} % à voyager. Avec huit ponts ou moins, c’est {place_late} % et {journey_late} % ; entre les deux, les bons joueurs recrutent dans {recruit} % de leurs tours.",
    travel: "{share} % des voyages partent du village le plus fort. Ils emmènent {students} élèves de celui qui les envoie, gagnent en moyenne {gained} maîtres, et {attacks} % d’entre eux chassent quelqu’un. Dans cette position, le voyage des jaunes de G à A en gagne quatre.",
    bridge: "Les {share} % restants partent du village le plus faible et gagnent en moyenne {gained} maître. Mais un pont s’effondre, et deux villages ne peuvent plus s’attaquer. Dans cette position, le voyage des jaunes de I à J ne gagne aucun maître, mais apporte la paix aux deux villages.",
    villages: "À la fin, presque aucune case n’est vide : chaque village a en moyenne de {least} à {most} maîtres. Ce qui diffère, c’est combien de fois ils changent de main. Dans une partie, c’est en {contested} que l’on chasse le plus de maîtres, en {quiet} le moins. Dans cette position, le voyage des rouges de A à E en chasse trois.",
    close: "Le gagnant a en moyenne {lead} maître de plus que le deuxième. Dans {villages} % des parties, deux clans sont à égalité de maîtres et les villages décident ; dans {shared} %, la victoire est partagée. Cette partie s’est terminée avec trois clans à 23 maîtres.",
};
