//! Properties of the board's coordinates that the drawings rely on.

use shangrila_rules::{
    Bounce, Bridge, Clan, Fate, GameOptions, Guild, PerGuild, Position, Seats, Space, Traveller, Village,
};
use shangrila_scene::{
    HEIGHT, Point, SOCKET_RADIUS, TILE_SIZE, VILLAGES_FROM_NORTH, WIDTH, bridge_centre, bridge_ends,
    bridges_from_north, leaver_offset, mesa_outline, route, space_centre, village_centre,
};

/// The corners of a polygon in path data of the form `Mx yldx dy…z`.
fn corners(data: &str) -> Vec<Point> {
    let mut here = Point::default();
    let steps = data.trim_start_matches('M').trim_end_matches('z').split('l');
    steps
        .map(|step| {
            let cut = step.find(' ').or_else(|| step.rfind('-')).expect("two numbers");
            let number = |text: &str| text.trim().parse::<f64>().expect("a number");
            here = here.plus(Point::new(number(&step[..cut]), number(&step[cut..])));
            here
        })
        .collect()
}

fn contains(polygon: &[Point], place: Point) -> bool {
    let before = polygon.last().into_iter().chain(polygon);
    polygon.iter().zip(before).fold(false, |inside, (a, b)| {
        let crosses = (a.y > place.y) != (b.y > place.y) && place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x;
        inside != crosses
    })
}

/// Whether a place is on a village's land, whose outline is lower than the paths on it by the height of a step.
fn on_land(village: Village, place: Point) -> bool {
    contains(&corners(mesa_outline(village)), Point::new(place.x, place.y + 15.0))
}

/// The path from the centre of a village to the bridge that leads to the other village.
fn half_path(village: Village, other: Village) -> Vec<Point> {
    let whole = route(village, other).expect("they are neighbours");
    whole.points()[..27].to_vec()
}

#[test]
fn every_village_and_bridge_is_on_the_board() {
    let on_board = |point: Point| (0.0..=WIDTH).contains(&point.x) && (0.0..=HEIGHT).contains(&point.y);
    for village in Village::ALL {
        assert!(on_board(village_centre(village)), "{village}");
    }
    for bridge in Bridge::all() {
        let (one, other) = bridge_ends(bridge);
        assert!(on_board(one) && on_board(other) && on_board(bridge_centre(bridge)), "{bridge}");
        assert!((one.distance(other) - 54.0).abs() < 0.01, "{bridge} has a different length");
    }
}

#[test]
fn every_village_and_bridge_is_drawn_once_from_north_to_south() {
    let mut villages = VILLAGES_FROM_NORTH.to_vec();
    assert!(villages.is_sorted_by(|a, b| village_centre(*a).y <= village_centre(*b).y));
    villages.sort();
    assert_eq!(villages, Village::ALL);
    let mut bridges: Vec<Bridge> = bridges_from_north().collect();
    assert!(bridges.is_sorted_by(|a, b| bridge_centre(*a).y <= bridge_centre(*b).y));
    bridges.sort();
    assert!(bridges.into_iter().eq(Bridge::all()));
}

#[test]
fn no_two_spaces_touch() {
    let spaces: Vec<Space> = Space::all().collect();
    for (index, &one) in spaces.iter().enumerate() {
        for &other in &spaces[..index] {
            let distance = space_centre(one).distance(space_centre(other));
            assert!(distance > TILE_SIZE.max(2.0 * SOCKET_RADIUS), "{one} {other}: {distance}");
        }
    }
}

#[test]
fn the_spaces_of_a_village_form_three_rows() {
    let centre = |guild| space_centre(Space::new(Village::E, guild));
    assert!(centre(Guild::Rainmaker).y < centre(Guild::Dragonbreeder).y);
    assert!(centre(Guild::Dragonbreeder).x < centre(Guild::Priest).x);
    assert!(centre(Guild::Priest).x < centre(Guild::YetiWhisperer).x);
    assert!(centre(Guild::Healer).y > centre(Guild::Priest).y);
    assert_eq!(centre(Guild::Priest), village_centre(Village::E));
}

#[test]
fn bridges_join_the_lands_of_their_villages_across_a_gap() {
    for bridge in Bridge::all() {
        let (one, other) = bridge.ends();
        let (one_end, other_end) = bridge_ends(bridge);
        assert!(on_land(one, one_end) && on_land(other, other_end), "{bridge}");
        for village in Village::ALL {
            assert!(!on_land(village, bridge_centre(bridge)), "the centre of {bridge} is on the land of {village}");
        }
    }
}

#[test]
fn every_path_stays_on_its_villages_land() {
    for bridge in Bridge::all() {
        let (one, other) = bridge.ends();
        for (village, path) in [(one, half_path(one, other)), (other, half_path(other, one))] {
            for point in path {
                for land in Village::ALL {
                    assert_eq!(on_land(land, point), land == village, "{bridge} at {village}, {land}, {point:?}");
                }
            }
        }
    }
}

#[test]
fn paths_keep_their_distance_from_each_other_and_from_other_villages() {
    let mut paths = Vec::new();
    for bridge in Bridge::all() {
        let (one, other) = bridge.ends();
        paths.push((one, half_path(one, other)));
        paths.push((other, half_path(other, one)));
    }
    let (mut between_paths, mut to_villages) = (f64::INFINITY, f64::INFINITY);
    for (index, (village, path)) in paths.iter().enumerate() {
        for point in path {
            for foreign in Village::ALL.into_iter().filter(|foreign| foreign != village) {
                to_villages = point.distance(village_centre(foreign)).min(to_villages);
            }
            for (other_village, other_path) in &paths[..index] {
                for other_point in other_path {
                    // Paths of one village meet on its plaza.
                    let in_plaza = |point: Point| point.distance(village_centre(*village)) < 106.0;
                    if other_village != village || !(in_plaza(*point) || in_plaza(*other_point)) {
                        between_paths = point.distance(*other_point).min(between_paths);
                    }
                }
            }
        }
    }
    assert!(between_paths > 30.0, "{between_paths}");
    assert!(to_villages > 145.0, "{to_villages}");
}

#[test]
fn routes_lead_from_plaza_to_plaza_over_their_bridge() {
    for one in Village::ALL {
        for other in Village::ALL {
            let Some(bridge) = Bridge::between(one, other) else {
                assert!(route(one, other).is_none());
                continue;
            };
            let route = route(one, other).expect("a bridge joins them");
            let points = route.points();
            assert_eq!(route.bridge(), bridge);
            assert!(points[0].distance(village_centre(one)) < 0.2);
            assert!(points[points.len() - 1].distance(village_centre(other)) < 0.2);
            assert!(points.iter().any(|point| point.distance(bridge_centre(bridge)) < 6.0), "{one}{other}");
            assert!(points.windows(2).all(|pair| pair[0].distance(pair[1]) < 20.0), "{one}{other} has a gap");
            assert!(route.path_data().starts_with('M'));

            let head = route.arrow_head();
            let towards = village_centre(other);
            let aim = (towards.y - head.at.y).atan2(towards.x - head.at.x).to_degrees();
            let off = (head.degrees - aim + 180.0).rem_euclid(360.0) - 180.0;
            assert!(
                (113.0..145.0).contains(&head.at.distance(towards)),
                "{one}{other} does not end just outside the plaza"
            );
            assert!(off.abs() < 75.0, "{one}{other} does not point at its village: {off}");
        }
    }
}

#[test]
fn the_view_box_contains_all_villages_and_bridges() {
    let (left, top, width, height) = shangrila_scene::VIEW_BOX;
    let contains = |x: f64, y: f64| x > left && x < left + width && y > top && y < top + height;
    for village in Village::ALL {
        // Houses rise above a plaza, and the badge hangs below it.
        let Point { x, y } = village_centre(village);
        assert!(contains(x - 107.0, y - 135.0) && contains(x + 107.0, y + 136.0), "{village}");
    }
    for bridge in Bridge::all() {
        // Posts rise above the deck.
        let (one, other) = bridge_ends(bridge);
        for Point { x, y } in [one, other] {
            assert!(contains(x - 12.0, y - 18.0) && contains(x + 12.0, y + 14.0), "{bridge}");
        }
    }
}

#[test]
fn leaving_tiles_overlap_neither_each_other_nor_the_arrow() {
    let position = Position::first_game(Seats::FOUR, GameOptions::default());
    let turned_away = Fate::Bounces(Bounce::OwnMasterHasStudent);
    for bridge in Bridge::all() {
        let (one, other) = bridge.ends();
        for (from, to) in [(one, other), (other, one)] {
            let mut journey = position.journey_report(from, to).expect("all bridges stand");
            journey.students = PerGuild::from_fn(|_| Some(Traveller { clan: Clan::Red, fate: turned_away }));
            let arrow = route(from, to).expect("they are neighbours").arrow_head().at;
            let places = Guild::ALL.map(|guild| village_centre(to).plus(leaver_offset(&journey, guild)));
            for (index, place) in places.iter().enumerate() {
                assert!(place.distance(arrow) > 48.0, "{from}>{to} {index}: {}", place.distance(arrow));
                for nearer in &places[..index] {
                    assert!(place.distance(*nearer) > 36.0, "{from}>{to} {index}: {}", place.distance(*nearer));
                }
            }
        }
    }
}
