//! The coach in French.

use super::PLURALS;
use crate::coach::CoachWords;

pub(crate) const COACH: CoachWords = CoachWords {
    plurals: PLURALS,
    more_help: "Plus d’aide",
    kind_place: "Place un maître.",
    kind_recruit: "Recrute des élèves.",
    kind_journey: "Envoie des élèves en voyage.",
    kind_pass: "Tu dois passer.",
    careful: "Attention",
    play_anyway: "Jouer quand même",
    other_move: "Essayer un autre coup",
    look_at: "Regarde {villages}.",
    prevents: "Ainsi, {who.the} ne peut plus chasser {n:one # de tes maîtres|other # de tes maîtres} par le voyage de {from} à {to}.",
    brings_peace: "{village} est désormais en paix, et tu y gardes {n:one # maître|other # maîtres}.",
    prepares: "Si les autres jouent comme prévu, le voyage de {from} à {to} gagne ensuite {n:one # maître|other # maîtres}.",
    leaves_open: "Attends-toi à ce que {who.the} réponde par le voyage de {from} à {to}, qui chasse {n:one # de tes maîtres|other # de tes maîtres}.",
    gives_away: "Cela coûte {n:one # point|other # points} de chances de gagner : {chance} % au lieu de {best} %.",
};
