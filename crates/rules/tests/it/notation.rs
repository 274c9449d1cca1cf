//! Malformed text: what is refused, with which message, and without panics.

use shangrila_rules::{Move, ParsePositionErrorKind, Position, ReadPositionError, Setup};

fn error(text: &str) -> String {
    text.parse::<Position>().unwrap_err().to_string()
}

const EMPTY: &str = "7/7/7/7/7/7/7/7/7/7/7/7/7";

#[test]
fn only_exact_moves_are_accepted() {
    for text in ["R@a", "+R@a+Y@c", "+R@a", "a>b", "m>l", "pass", "H@m", "+H@l+R@m"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    let either_order: Move = "+Y@c+R@a".parse().unwrap();
    assert_eq!(either_order.to_string(), "+R@a+Y@c");
    let guild_order: Move = "+Y@a+R@a".parse().unwrap();
    assert_eq!(guild_order.to_string(), "+R@a+Y@a");
    for text in [
        "",
        " ",
        "R@",
        "@a",
        "R@n",
        "r@a",
        "X@a",
        "R@A",
        "R@ a",
        "R@a ",
        " R@a",
        "R@aa",
        "+",
        "+R@a+",
        "+R@a+Y@",
        "R@a+Y@c",
        "+R@aY@c",
        "+R@a+Y@c+A@d",
        "a>",
        ">a",
        "a>n",
        "A>B",
        "a-b",
        "a>b>c",
        "Pass",
        "PASS",
        "pass ",
        "passe",
        "R@ä",
        "ä>b",
        "\0",
        "R@a\n",
        "🏔>b",
    ] {
        let error = text.parse::<Move>().unwrap_err().to_string();
        assert!(error.contains("is not a move"), "{text:?}: {error}");
    }
    let long = "R@a".repeat(5_000_000).parse::<Move>().unwrap_err().to_string();
    assert!(long.len() < 300, "an error quotes only the beginning of a long text");
}

#[test]
fn a_malformed_position_is_refused_with_the_place_of_the_error() {
    for (text, expected) in [
        ("", "at character 1: the villages field is missing"),
        ("   ", "at character 4: the villages field is missing"),
        ("7/7", "at character 1: there must be 13 villages, not 2"),
        (&format!("{EMPTY}/7 7fffff rbvy r 0 0"), "at character 1: there must be 13 villages, not 14"),
        (&EMPTY.replacen('7', "6", 1), "at character 1: village a must have 7 spaces, not 6"),
        (&format!("7/7r{}", &EMPTY[3..]), "at character 3: village b must have 7 spaces, not 8"),
        (&format!("7//{}", &EMPTY[4..]), "at character 3: village b must have 7 spaces, not 0"),
        (
            &format!("7/3x3{}", &EMPTY[3..]),
            "at character 4: 'x' in village b is neither a tile (r b y v R B Y V) nor a run of 1 to 7 empty spaces",
        ),
        (
            &format!("7/30r3{}", &EMPTY[3..]),
            "at character 4: '0' in village b is neither a tile (r b y v R B Y V) nor a run of 1 to 7 empty spaces",
        ),
        (
            &format!("8{}", &EMPTY[1..]),
            "at character 1: '8' in village a is neither a tile (r b y v R B Y V) nor a run of 1 to 7 empty spaces",
        ),
        (EMPTY, "at character 26: the bridges field is missing"),
        (
            &format!("{EMPTY} 7ffff rbvy r 0 0"),
            "at character 27: the bridges must be six lower-case hexadecimal digits, not \"7ffff\"",
        ),
        (
            &format!("{EMPTY} 7FFFFF rbvy r 0 0"),
            "at character 27: the bridges must be six lower-case hexadecimal digits, not \"7FFFFF\"",
        ),
        (
            &format!("{EMPTY} +fffff rbvy r 0 0"),
            "at character 27: the bridges must be six lower-case hexadecimal digits, not \"+fffff\"",
        ),
        (&format!("{EMPTY} ffffff rbvy r 0 0"), "at character 27: ffffff has bits beyond the 23 bridges"),
        (&format!("{EMPTY} 7fffff rb r 0 0"), "at character 34: 2 clans are seated, but the game is for 3 or 4"),
        (&format!("{EMPTY} 7fffff rbvyr r 0 0"), "at character 34: 5 clans are seated, but the game is for 3 or 4"),
        (&format!("{EMPTY} 7fffff rbvr r 0 0"), "at character 34: red is seated twice"),
        (&format!("{EMPTY} 7fffff rbgy r 0 0"), "at character 36: 'g' is not a clan (r b y v)"),
        (&format!("{EMPTY} 7fffff rbvy x 0 0"), "at character 39: the clan to move must be r, b, y, v or -, not \"x\""),
        (
            &format!("{EMPTY} 7fffff rbvy rb 0 0"),
            "at character 39: the clan to move must be r, b, y, v or -, not \"rb\"",
        ),
        (
            &format!("{EMPTY} 7fffff rbvy r -1 0"),
            "at character 41: the ply must be a number from 0 to 65535, not \"-1\"",
        ),
        (
            &format!("{EMPTY} 7fffff rbvy r +1 0"),
            "at character 41: the ply must be a number from 0 to 65535, not \"+1\"",
        ),
        (
            &format!("{EMPTY} 7fffff rbvy r 65536 0"),
            "at character 41: the ply must be a number from 0 to 65535, not \"65536\"",
        ),
        (
            &format!("{EMPTY} 7fffff rbvy r 0 256"),
            "at character 43: the number of passes must be a number from 0 to 255, not \"256\"",
        ),
        (&format!("{EMPTY} 7fffff rbvy r 0"), "at character 42: the number of passes field is missing"),
        (
            &format!("{EMPTY} 7fffff rbvy r 0 0 stones=13"),
            "at character 45: \"stones=13\" is not an option (stones=11, stones=12, recruit=two, recruit=up-to-two)",
        ),
        (
            &format!("{EMPTY} 7fffff rbvy r 0 0 stones=12,stones=11"),
            "at character 55: option given twice: \"stones=11\"",
        ),
        (
            &format!("{EMPTY} 7fffff rbvy r 0 0 stones=12 recruit=two"),
            "at character 55: unexpected text after the last field",
        ),
        (
            &format!("7/ä6{}", &EMPTY[3..]),
            "at character 3: 'ä' in village b is neither a tile (r b y v R B Y V) nor a run of 1 to 7 empty spaces",
        ),
    ] {
        assert_eq!(error(text), expected, "{text:?}");
    }
}

#[test]
fn an_unreachable_position_is_refused_with_every_reason() {
    for (text, expected) in [
        (
            "R6/R6/7/R6/r6/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0",
            "red has 7 Rainmaker tiles on the board, but owns only 6 (R1.4)",
        ),
        ("v6/7/7/7/7/7/7/7/7/7/7/7/7 7fff2f rby r 40 0", "violet has a tile on R@a but does not play (R2.1)"),
        (
            "7/7/r6/7/7/7/7/7/7/7/7/7/7 7fff2f rby r 40 0",
            "there is a tile on R@c, but that village is out of play with three clans (R1.6)",
        ),
        (
            "7/7/7/7/7/7/7/7/7/7/7/7/7 7fff3f rby r 40 0",
            "bridge bc is standing, but is out of play with three clans (R1.6)",
        ),
        ("7/7/7/7/7/7/7/7/7/7/7/7/7 7fff2f rby v 40 0", "violet is to move but does not play (R2.1)"),
        ("rbyv3/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 27 0", "village a has 4 tiles; the set-up limit is 3 (R2.3)"),
        (
            "rrr4/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 27 0",
            "red has 3 tiles in village a; the set-up limit is 2 (R2.3)",
        ),
        ("rr5/7/7/7/7/7/7/7/7/7/7/7/7 7fff2f rby r 20 0", "red has 2 tiles in village a; the set-up limit is 1 (R2.3)"),
        (
            "r6/r6/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 27 0",
            "red has more than one Rainmaker on the board during set-up (R2.2)",
        ),
        ("R6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 27 0", "there is a student on R@a during set-up (R2.2)"),
        ("7/7/7/7/7/7/7/7/7/7/7/7/7 7ffffe rbvy r 27 0", "bridge ab is broken during set-up (R2.2)"),
        (
            "rb1v3/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 2 0",
            "there are 3 tiles on the board after 2 turns of the set-up (R2.2)",
        ),
        ("7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy - 40 5", "5 passes in a row are impossible here (R7.4)"),
        ("7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 1 2", "2 passes in a row are impossible here (R7.4)"),
        (
            "7/7/7/7/7/7/7/7/7/7/7/7/7 000000 rbvy - 90 0",
            "no bridge is standing, but with 11 stones the game ends when one is left (R6.1)",
        ),
        ("7/7/7/7/7/7/7/7/7/7/7/7/7 000001 rbvy r 90 0", "red is to move, but the game is over (R6.1)"),
        ("7/7/7/7/7/7/7/7/7/7/7/7/7 000003 rbvy r 90 4", "red is to move, but the game is over (R6.1)"),
        ("7/7/7/7/7/7/7/7/7/7/7/7/7 000003 rbvy - 90 0", "nobody is to move, but the game is not over (R7.1)"),
        (
            "v6/7/r6/7/7/7/7/7/7/7/7/7/7 7fff2f rby - 40 0",
            "violet has a tile on R@a but does not play (R2.1); there is a tile on R@c, but that village is out of play with three clans (R1.6); nobody is to move, but the game is not over (R7.1)",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
        assert!(matches!(text.parse::<Position>(), Err(ReadPositionError::Arrangement(_))));
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup.to_string(), text, "an arrangement is kept whatever it is");
    }
}

#[test]
fn unusual_but_unambiguous_positions_are_accepted() {
    let tidy: Position = "r6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse().unwrap();
    for text in [
        "  r6/7/7/7/7/7/7/7/7/7/7/7/7   7fffff rbvy r 40 0 ",
        "r33/7/7/7/7/7/7/7/7/7/7/7/1111111 7fffff rbvy r 040 00 recruit=two,stones=11",
    ] {
        assert_eq!(text.parse(), Ok(tidy), "{text}");
    }
    let other_turn: Position = "r6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy y 40 0".parse().unwrap();
    assert_eq!(other_turn.to_string(), "r6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy y 40 0", "any clan may be to move");
}

#[test]
fn huge_texts_are_refused_quickly_with_a_short_message() {
    for text in [
        "7/".repeat(5_000_000),
        "r".repeat(10_000_000),
        " ".repeat(10_000_000),
        format!("{EMPTY} {}", "f".repeat(10_000_000)),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.len() < 300, "{error}");
    }
    let endless_ply = format!("{EMPTY} 7fffff rbvy r {} 0", "9".repeat(10_000_000));
    let Err(ReadPositionError::Text(error)) = endless_ply.parse::<Position>() else { panic!("a number without end") };
    assert!(matches!(error.kind, ParsePositionErrorKind::Number { field: "ply", .. }));
}

#[test]
fn a_game_can_continue_from_the_highest_ply() {
    let mut position: Position = "r6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 65535 0".parse().unwrap();
    position.play("A@a".parse().unwrap()).unwrap();
    assert_eq!(position.ply(), 65535);
    assert_eq!(position.to_string().parse(), Ok(position));
}
