//! The strategy page in German.

use super::PLURALS;
use crate::strategy::StrategyWords;

pub(crate) const STRATEGY: StrategyWords = StrategyWords {
    plurals: PLURALS,
    title: "Strategie",
    intro: "Was uns der stärkste Computerspieler gelehrt hat. Es zeigt, wie er spielt und urteilt, nicht, wie Menschen es tun. Zu jeder Zahl steht der Befehl, mit dem sie gemessen wurde.",
    open: "Diese Stellung öffnen",
    source: "Gemessen mit",
    seats_title: "Wer zuerst setzt, ist im Vorteil",
    card_title: "Die gedruckten Startaufstellungen sind nicht ausgeglichen",
    setup_title: "Wo man beginnt",
    students_title: "Ein Schüler ist einen halben Meister wert",
    rhythm_title: "Setzen, rekrutieren, wandern",
    travel_title: "Wandern aus dem stärkeren Dorf",
    bridge_title: "Manchmal geht es um die Brücke",
    villages_title: "Die Mitte ist umkämpft",
    close_title: "Jedes Dorf zählt",
    seats: "Bei freier Startaufstellung liegt vorn, wer zuerst setzt. Der Computer gibt den vier Plätzen in Zugreihenfolge {four}\u{a0}% der Siege, bei drei Spielern {three}\u{a0}%.",
    card: "Auf der Karte für vier Spieler haben die Plätze {four}\u{a0}%: Der dritte ist der beste. Zu dritt haben sie {three}\u{a0}%. Tauscht also zwischen den Partien die Plätze.",
    setup: "In {games} Partien einer starken Stufe gegen sich selbst kamen die ersten vier Meister nach {first} ({first_share}\u{a0}%) oder {second} ({second_share}\u{a0}%), nirgendwo sonst.",
    students: "In 120 starken Partien war ein Schüler {worth} Meister wert (95-%-Intervall: {low} bis {high}). Es hängt vom Zeitpunkt ab: Stehen noch vier bis acht Brücken, bringt ein weiterer Schüler {late} Prozentpunkte Siegchance, bei 19 und mehr nichts. Es kommt darauf an, wo er liegt.",
    rhythm: "Solange mindestens 19 Brücken stehen, wird in {place_early}\u{a0}% der Züge gesetzt und in {journey_early}\u{a0}% gewandert. Bei acht oder weniger sind es {place_late}\u{a0}% und {journey_late}\u{a0}%; dazwischen rekrutieren starke Spieler in {recruit}\u{a0}% ihrer Züge.",
    travel: "{share}\u{a0}% aller Wanderungen beginnen im stärkeren Dorf. Dabei sind {students} eigene Schüler unterwegs, sie gewinnen im Schnitt {gained} Meister, und {attacks}\u{a0}% vertreiben jemanden. In dieser Stellung gewinnt die gelbe Wanderung von G nach A vier.",
    bridge: "Die übrigen {share}\u{a0}% beginnen im schwächeren Dorf und gewinnen im Schnitt {gained} Meister. Dafür verschwindet eine Brücke, und zwei Dörfer können einander nicht mehr angreifen. In dieser Stellung gewinnt die gelbe Wanderung von I nach J keinen Meister, bringt aber beiden Dörfern Frieden.",
    villages: "Am Ende ist kaum ein Feld leer: Jedes Dorf hat im Schnitt {least} bis {most} Meister. Verschieden ist, wie oft sie wechseln. In einer Partie werden die meisten Meister in {contested} vertrieben, die wenigsten in {quiet}. In dieser Stellung vertreibt die rote Wanderung von A nach E drei.",
    close: "Im Schnitt gewinnt man mit {lead} Meistern Vorsprung. In {villages}\u{a0}% der Partien haben zwei Völker gleich viele Meister, und die Dörfer entscheiden; in {shared}\u{a0}% wird der Sieg geteilt. Diese Partie endete mit je 23 Meistern für drei Völker.",
};
