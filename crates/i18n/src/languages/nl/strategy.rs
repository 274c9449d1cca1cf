//! The strategy page in Dutch.

use super::PLURALS;
use crate::strategy::StrategyWords;

pub(crate) const STRATEGY: StrategyWords = StrategyWords {
    plurals: PLURALS,
    title: "Strategie",
    intro: "Wat de sterkste computerspeler ons heeft geleerd. Het laat zien hoe hij speelt en oordeelt, niet hoe mensen dat doen. Bij elk cijfer staat de opdracht waarmee het is gemeten.",
    open: "Deze stelling openen",
    source: "Gemeten met",
    seats_title: "Wie als eerste vestigt, heeft voordeel",
    card_title: "De gedrukte opstellingen zijn niet gelijkwaardig",
    setup_title: "Waar te beginnen",
    students_title: "Een gezel is een halve wijsgeer waard",
    rhythm_title: "Vestigen, aannemen, reizen",
    travel_title: "Reizen uit het sterkere dorp",
    bridge_title: "Soms gaat het om de brug",
    villages_title: "Om het midden wordt gestreden",
    close_title: "Elk dorp telt",
    seats: "Bij een vrije opzet staat voor wie als eerste vestigt. De computer geeft de vier plaatsen in speelvolgorde {four}% van de zeges; met drie spelers is het {three}%.",
    card: "Op de kaart voor vier spelers hebben de plaatsen {four}%: de derde is de beste. Met drie spelers hebben ze {three}%. Wissel dus van plaats tussen de partijen.",
    setup: "In {games} partijen van een sterk niveau tegen zichzelf kwamen de eerste vier wijsgeren in {first} ({first_share}%) of {second} ({second_share}%), nergens anders.",
    students: "In 120 sterke partijen was een gezel {worth} wijsgeren waard (95%-interval: {low} tot {high}). Het hangt van het moment af: als er nog vier tot acht bruggen zijn, is een gezel erbij {late} procentpunt winstkans waard; bij 19 of meer niets. Het gaat erom waar hij ligt.",
    rhythm: "Zolang er minstens 19 bruggen zijn, wordt in {place_early}% van de beurten gevestigd en in {journey_early}% gereisd. Bij acht of minder is dat {place_late}% en {journey_late}%; daartussen nemen sterke spelers in {recruit}% van hun beurten gezellen aan.",
    travel: "{share}% van de reizen vertrekt uit het sterkere dorp. Er gaan {students} eigen gezellen mee, ze winnen gemiddeld {gained} wijsgeren, en {attacks}% verdrijft iemand. In deze stelling wint de reis van geel van G naar A er vier.",
    bridge: "De andere {share}% vertrekt uit het zwakkere dorp en wint gemiddeld {gained} wijsgeren. Wel verdwijnt er een brug, en twee dorpen kunnen elkaar niet meer aanvallen. In deze stelling wint de reis van geel van I naar J geen wijsgeer, maar brengt ze beide dorpen vrede.",
    villages: "Aan het eind is bijna geen veld leeg: elk dorp heeft gemiddeld {least} tot {most} wijsgeren. Wat verschilt, is hoe vaak ze wisselen. In een partij worden de meeste wijsgeren verdreven in {contested}, de minste in {quiet}. In deze stelling verdrijft de reis van rood van A naar E er drie.",
    close: "De winnaar heeft gemiddeld {lead} wijsgeren meer dan de tweede. In {villages}% van de partijen hebben twee volken evenveel wijsgeren en beslissen de dorpen; in {shared}% wordt de zege gedeeld. Deze partij eindigde met drie volken op 23 wijsgeren.",
};
