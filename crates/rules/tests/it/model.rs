//! A second implementation of the rules, written as plainly as possible: no bit masks, no derived state.
//!
//! It shares only the names of clans, guilds, villages and moves with the library, so that agreement is meaningful.

use std::collections::BTreeMap;

use shangrila_rules::{Clan, Guild, Move, Occupant, RecruitRule, Seats, Setup, Space, Stones, Village};

/// The bridges, as written in the rules.
pub(crate) const BRIDGES: &str = "ab ad ae ag bc bf cf cj de dg dk ef eh fi gk hi hk hl ij im jm kl lm";

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) seats: Vec<Clan>,
    pub(crate) stones: Stones,
    pub(crate) recruit: RecruitRule,
    /// The tiles on each space, the master's clan once or twice.
    pub(crate) tiles: BTreeMap<Space, Vec<Clan>>,
    pub(crate) bridges: Vec<(Village, Village)>,
    pub(crate) turn: usize,
    pub(crate) ply: usize,
    pub(crate) passes: usize,
}

impl Model {
    pub(crate) fn start(seats: Seats, stones: Stones, recruit: RecruitRule) -> Model {
        let seats: Vec<Clan> = seats.iter().collect();
        let village = |letter: Option<char>| Village::from_letter(letter.unwrap()).unwrap();
        let bridges = BRIDGES.split(' ').map(|name| (village(name.chars().next()), village(name.chars().nth(1))));
        let in_play =
            |bridge: &(Village, Village)| seats.len() == 4 || (bridge.0 != Village::C && bridge.1 != Village::C);
        let bridges = bridges.filter(in_play).collect();
        Model { seats, stones, recruit, tiles: BTreeMap::new(), bridges, turn: 0, ply: 0, passes: 0 }
    }

    pub(crate) fn from_setup(setup: &Setup) -> Model {
        let tiles = |there: &Occupant| vec![there.clan; if there.student { 2 } else { 1 }];
        let seats: Vec<Clan> = setup.seats.iter().collect();
        Model {
            turn: seats.iter().position(|&clan| Some(clan) == setup.turn).unwrap_or(0),
            seats,
            stones: setup.options.stones,
            recruit: setup.options.recruit,
            tiles: setup.spaces.iter().map(|(&space, there)| (space, tiles(there))).collect(),
            bridges: setup.bridges.into_iter().map(|bridge| bridge.ends()).collect(),
            ply: setup.ply.into(),
            passes: setup.passes.into(),
        }
    }

    fn clan(&self) -> Clan {
        self.seats[self.turn]
    }

    fn at(&self, space: Space) -> &[Clan] {
        self.tiles.get(&space).map_or(&[], |tiles| tiles)
    }

    fn in_village(&self, village: Village) -> Vec<&Vec<Clan>> {
        self.tiles.iter().filter(|(space, _)| space.village() == village).map(|(_, tiles)| tiles).collect()
    }

    fn open(&self, village: Village) -> bool {
        self.bridges.iter().any(|&(one, other)| one == village || other == village)
    }

    pub(crate) fn supply(&self, clan: Clan, guild: Guild) -> usize {
        let on_board: usize = self
            .tiles
            .iter()
            .filter(|(space, tiles)| space.guild() == guild && tiles[0] == clan)
            .map(|(_, tiles)| tiles.len())
            .sum();
        6 - on_board
    }

    pub(crate) fn over(&self) -> bool {
        let last = match self.stones {
            Stones::Eleven => 1,
            Stones::Twelve => 0,
        };
        self.bridges.len() <= last || self.passes == self.seats.len()
    }

    pub(crate) fn score(&self, clan: Clan) -> (usize, usize) {
        let masters = self.tiles.values().filter(|tiles| tiles[0] == clan).count();
        let lives_in = |village: &&Village| self.in_village(**village).iter().any(|tiles| tiles[0] == clan);
        (masters, Village::ALL.iter().filter(lives_in).count())
    }

    pub(crate) fn winners(&self) -> Vec<Clan> {
        if !self.over() {
            return Vec::new();
        }
        let best = self.seats.iter().map(|&clan| self.score(clan)).max();
        self.seats.iter().copied().filter(|&clan| Some(self.score(clan)) == best).collect()
    }

    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        if self.over() {
            return Vec::new();
        }
        let mut moves = if self.ply < 7 * self.seats.len() { self.opening_moves() } else { self.actions() };
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        moves
    }

    fn opening_moves(&self) -> Vec<Move> {
        let clan = self.clan();
        let (in_all, of_one) = if self.seats.len() == 4 { (3, 2) } else { (2, 1) };
        let mut moves = Vec::new();
        for space in Space::all() {
            let neighbours = self.in_village(space.village());
            let placed = self.tiles.iter().any(|(other, tiles)| other.guild() == space.guild() && tiles[0] == clan);
            let red_village = space.village() == Village::C && self.seats.len() == 3;
            let own = neighbours.iter().filter(|tiles| tiles[0] == clan).count();
            if !placed && !red_village && self.at(space).is_empty() && neighbours.len() < in_all && own < of_one {
                moves.push(Move::Place { space });
            }
        }
        moves
    }

    fn actions(&self) -> Vec<Move> {
        let clan = self.clan();
        let mut moves = Vec::new();
        let mut can_learn = Vec::new();
        for space in Space::all() {
            if !self.open(space.village()) || self.supply(clan, space.guild()) == 0 {
                continue;
            }
            let at_home = self.in_village(space.village()).iter().any(|tiles| tiles[0] == clan);
            if self.at(space).is_empty() && at_home {
                moves.push(Move::Place { space });
            }
            if self.at(space) == [clan] {
                can_learn.push(space);
            }
        }
        let mut pairs = Vec::new();
        for (index, &one) in can_learn.iter().enumerate() {
            for &other in &can_learn[index + 1..] {
                if one.guild() != other.guild() || self.supply(clan, one.guild()) >= 2 {
                    pairs.push(Move::recruit_two(one, other));
                }
            }
        }
        if pairs.is_empty() || self.recruit == RecruitRule::UpToTwo {
            moves.extend(can_learn.iter().map(|&space| Move::recruit_one(space)));
        }
        moves.extend(pairs);
        for &(one, other) in &self.bridges {
            for (from, to) in [(one, other), (other, one)] {
                if self.in_village(from).iter().any(|tiles| tiles[..] == [clan, clan]) {
                    moves.push(Move::Journey { from, to });
                }
            }
        }
        moves
    }

    pub(crate) fn play(&mut self, mv: Move) {
        let clan = self.clan();
        let passes = self.passes;
        self.passes = 0;
        match mv {
            Move::Place { space } => {
                self.tiles.insert(space, vec![clan]);
            }
            Move::Recruit { first, second } => {
                for space in [Some(first), second].into_iter().flatten() {
                    self.tiles.get_mut(&space).unwrap().push(clan);
                }
            }
            Move::Journey { from, to } => self.journey(from, to),
            Move::Pass => self.passes = passes + 1,
        }
        self.ply += 1;
        self.turn = (self.turn + 1) % self.seats.len();
    }

    fn strength(&self, village: Village) -> (usize, usize) {
        let spaces = self.in_village(village);
        (spaces.iter().map(|tiles| tiles.len()).sum(), spaces.len())
    }

    fn journey(&mut self, from: Village, to: Village) {
        let stronger = self.strength(from) > self.strength(to);
        for guild in Guild::ALL {
            let (origin, destination) = (Space::new(from, guild), Space::new(to, guild));
            if self.at(origin).len() < 2 {
                continue;
            }
            let student = self.tiles.get_mut(&origin).unwrap().pop().unwrap();
            match (self.at(destination).to_vec().as_slice(), stronger) {
                ([], _) => drop(self.tiles.insert(destination, vec![student])),
                (_, false) => {}
                (&[master], true) if master == student => self.tiles.get_mut(&destination).unwrap().push(student),
                (&[master, _], true) if master == student => {}
                (_, true) => drop(self.tiles.insert(destination, vec![student])),
            }
        }
        self.bridges.retain(|&bridge| bridge != (from, to) && bridge != (to, from));
    }

    /// The text of the position.
    pub(crate) fn text(&self) -> String {
        let mut villages = Vec::new();
        for village in Village::ALL {
            let mut text = String::new();
            for guild in Guild::ALL {
                match *self.at(Space::new(village, guild)) {
                    [] => text.push('.'),
                    [clan] => text.push(clan.letter()),
                    [clan, ..] => text.push(clan.letter().to_ascii_uppercase()),
                }
            }
            for run in (1..=7).rev() {
                text = text.replace(&".".repeat(run), &run.to_string());
            }
            villages.push(text);
        }
        let mut bits = 0u32;
        for (index, name) in BRIDGES.split(' ').enumerate() {
            if self.bridges.iter().any(|(one, other)| format!("{one}{other}") == name) {
                bits |= 1 << index;
            }
        }
        let seats: String = self.seats.iter().map(|clan| clan.letter()).collect();
        let turn = if self.over() { '-' } else { self.clan().letter() };
        let stones = if self.stones == Stones::Twelve { vec!["stones=12"] } else { vec![] };
        let recruit = if self.recruit == RecruitRule::UpToTwo { vec!["recruit=up-to-two"] } else { vec![] };
        let options = [stones, recruit].concat().join(",");
        let text = format!("{} {bits:06x} {seats} {turn} {} {} {options}", villages.join("/"), self.ply, self.passes);
        text.trim_end().to_string()
    }
}
