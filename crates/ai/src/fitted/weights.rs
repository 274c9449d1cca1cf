//! The numbers that were fitted: one set for three clans and one for four, as bytes.

use core::fmt;

use super::owners::{OwnerLayout, WinLayout};
use super::promise::PromiseLayout;

/// A run of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    start: u32,
    len: u32,
}

impl Block {
    #[inline]
    pub(super) const fn at(self, index: usize) -> u32 {
        debug_assert!(index < self.len as usize);
        self.start + index as u32
    }
}

/// Hands out places for weights, one block after the other.
pub(super) struct Layout {
    len: u32,
}

impl Layout {
    pub(super) const fn block(&mut self, len: usize) -> Block {
        let block = Block { start: self.len, len: len as u32 };
        self.len += block.len;
        block
    }

    /// For each size a block that has it `times` over.
    pub(super) const fn blocks<const N: usize>(&mut self, times: usize, sizes: [usize; N]) -> [Block; N] {
        let mut blocks = [Block { start: 0, len: 0 }; N];
        let mut index = 0;
        while index < N {
            blocks[index] = self.block(times * sizes[index]);
            index += 1;
        }
        blocks
    }
}

/// Where all weights are.
pub(super) struct Places {
    pub(super) owner: OwnerLayout,
    pub(super) win: WinLayout,
    pub(super) promise: PromiseLayout,
    /// The number of weights.
    pub(super) count: usize,
}

pub(super) static PLACES: Places = {
    let mut layout = Layout { len: 0 };
    let owner = OwnerLayout::new(&mut layout);
    let win = WinLayout::new(&mut layout);
    let promise = PromiseLayout::new(&mut layout);
    Places { owner, win, promise, count: layout.len as usize }
};

/// The version of the layout; weights of another version mean something else.
const VERSION: u8 = 1;

/// What weight bytes begin with.
const MAGIC: [u8; 7] = *b"SHGRLW\n";

/// Weights are kept in steps of this size.
const STEP: f32 = 1.0 / 1024.0;

/// The weights for three and for four clans.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    sets: [Vec<f32>; 2],
}

impl Weights {
    /// How many weights there are for each number of clans.
    pub fn count() -> usize {
        PLACES.count
    }

    /// All weights zero: nothing is known.
    pub fn zero() -> Weights {
        Weights { sets: [vec![0.0; PLACES.count], vec![0.0; PLACES.count]] }
    }

    /// The weights that come with the program. While the layout is being changed they do not fit it, and nothing is known
    /// until new ones are fitted; a test says so.
    pub fn built_in() -> Weights {
        Weights::from_bytes(include_bytes!("../../weights/fitted.bin")).unwrap_or_else(|_| Weights::zero())
    }

    /// The set for this many clans.
    pub fn for_clans(&self, clans: usize) -> &[f32] {
        &self.sets[usize::from(clans == 4)]
    }

    /// The set for this many clans, to change it.
    pub fn for_clans_mut(&mut self, clans: usize) -> &mut [f32] {
        &mut self.sets[usize::from(clans == 4)]
    }

    /// Reads weights.
    ///
    /// # Errors
    /// When the bytes are no weights, those of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(WeightsError::NoWeights)?;
        let (&version, rest) = rest.split_first().ok_or(WeightsError::NoWeights)?;
        if version != VERSION {
            return Err(WeightsError::Version { found: version });
        }
        let (sum, numbers) = rest.split_first_chunk::<8>().ok_or(WeightsError::NoWeights)?;
        if numbers.len() != 4 * PLACES.count {
            return Err(WeightsError::Length { found: numbers.len() / 4 });
        }
        if u64::from_le_bytes(*sum) != checksum(numbers) {
            return Err(WeightsError::Damaged);
        }
        let read = |bytes: &[u8]| {
            let steps = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
            steps.map(|steps| f32::from(steps) * STEP).collect()
        };
        let (three, four) = numbers.split_at(2 * PLACES.count);
        Ok(Weights { sets: [read(three), read(four)] })
    }

    /// Writes weights, rounded to what [`Weights::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let steps = |weight: &f32| (weight / STEP).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        let numbers: Vec<u8> = self.sets.iter().flatten().flat_map(|weight| steps(weight).to_le_bytes()).collect();
        [&MAGIC[..], &[VERSION], &checksum(&numbers).to_le_bytes(), &numbers].concat()
    }
}

/// FNV-1a, against accidents.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Why bytes are no weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// The beginning is another one.
    NoWeights,
    /// The layout has changed since they were written.
    Version {
        /// The version they have.
        found: u8,
    },
    /// There are too many or too few.
    Length {
        /// How many there are.
        found: usize,
    },
    /// The checksum does not fit.
    Damaged,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NoWeights => write!(f, "these bytes are no weights"),
            WeightsError::Version { found } => write!(f, "weights of version {found}, but version {VERSION} is needed"),
            WeightsError::Length { found } => {
                write!(f, "{found} weights for each number of clans, but {} are needed", PLACES.count)
            }
            WeightsError::Damaged => write!(f, "the weights are damaged: their checksum does not fit"),
        }
    }
}

impl core::error::Error for WeightsError {}
