//! Games in this browser in French: the fair start and the results.

use super::PLURALS;
use crate::catalogue::*;

pub(crate) const FAIR_START: FairStartWords = FairStartWords {
    plurals: PLURALS,
    today: "Mise en place du jour",
    random: "Mise en place au hasard",
    another: "En voir une autre",
    today_help: "La même pour tout le monde aujourd’hui (UTC).",
    chances: "Chances de victoire",
    judged: "Estimées par une longue recherche, entre joueurs de même force.",
    standard_rules: "Ces chances valent pour les règles standard.",
    none: "Pas encore de mise en place équitable pour ce nombre de joueurs.",
    compare: "Par comparaison, la mise en place de la première partie : {chances}.",
};

pub(crate) const RECORD: RecordWords = RecordWords {
    plurals: PLURALS,
    none: "Aucune partie terminée pour l’instant.",
    what_counts: "Chaque partie que tu termines ou abandonnes dans ce navigateur, sans autre humain, contre l’ordinateur, compte ici. Les parties à plusieurs sur un même appareil, les parties en ligne et celles ouvertes par un lien ne comptent pas.",
    games: "Parties",
    won: "Gagnées",
    streak: "Victoires de suite",
    longest_streak: "Plus longue série",
    by_level: "Par niveau",
    by_players: "Par nombre de joueurs",
    level: "Niveau",
    players: "Joueurs",
    mixed: "Niveaux mélangés",
    best: "Meilleure partie",
    latest: "Dernières parties",
    open: "Ouvrir la partie",
    gone: "Cette partie n’est plus enregistrée.",
    resigned: "abandon",
    delete: "Supprimer le bilan",
    delete_sure: "Supprimer tous les résultats pour de bon ? Les parties enregistrées restent.",
    against: "Contre {level}",
    best_line: "{masters:one # maître|other # maîtres}, {lead} de plus que tous les autres",
    unreadable: "{n:one # résultat illisible est omis|other # résultats illisibles sont omis}.",
};
