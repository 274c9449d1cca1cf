//! The fitted weights, one set for three clans and one for four, and their file format.

use core::fmt;

use super::ownership::OwnershipLayout;
use super::policy::PolicyLayout;
use super::value::ValueLayout;

/// A contiguous range of weights.
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

/// Hands out consecutive blocks of weights.
pub(super) struct LayoutBuilder {
    len: u32,
}

impl LayoutBuilder {
    pub(super) const fn block(&mut self, len: usize) -> Block {
        let block = Block { start: self.len, len: len as u32 };
        self.len += block.len;
        block
    }

    /// Returns a block of `times * size` weights for each size.
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

/// Which weight belongs to which term of the three models.
pub(super) struct Layout {
    pub(super) ownership: OwnershipLayout,
    pub(super) value: ValueLayout,
    pub(super) policy: PolicyLayout,
    /// The total number of weights.
    pub(super) count: usize,
}

pub(super) static LAYOUT: Layout = {
    let mut builder = LayoutBuilder { len: 0 };
    let ownership = OwnershipLayout::new(&mut builder);
    let value = ValueLayout::new(&mut builder);
    let policy = PolicyLayout::new(&mut builder);
    Layout { ownership, value, policy, count: builder.len as usize }
};

/// The version of the layout. Weights of another version have a different meaning and are rejected.
const VERSION: u8 = 1;

/// The first bytes of a weights file.
const MAGIC: [u8; 7] = *b"SHGRLW\n";

/// Weights are stored as multiples of this.
const STEP: f32 = 1.0 / 1024.0;

/// The weights for three and for four clans.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    sets: [Vec<f32>; 2],
}

impl Weights {
    /// Returns the number of weights per number of clans.
    pub fn count() -> usize {
        LAYOUT.count
    }

    /// Returns weights that are all zero, the start of a fit from nothing.
    pub fn zero() -> Weights {
        Weights { sets: [vec![0.0; LAYOUT.count], vec![0.0; LAYOUT.count]] }
    }

    /// Returns the weights compiled into the program, or zeros if they do not match the layout.
    ///
    /// They do not match while someone is changing the layout and has not fitted new weights yet; a test fails until then.
    pub fn built_in() -> Weights {
        Weights::from_bytes(include_bytes!("../../weights/fitted.bin")).unwrap_or_else(|_| Weights::zero())
    }

    /// Returns the weights for this number of clans.
    pub fn for_clans(&self, clans: usize) -> &[f32] {
        &self.sets[usize::from(clans == 4)]
    }

    /// Returns the weights for this number of clans, mutably.
    pub fn for_clans_mut(&mut self, clans: usize) -> &mut [f32] {
        &mut self.sets[usize::from(clans == 4)]
    }

    /// Parses the contents of a weights file.
    ///
    /// # Errors
    /// If the bytes are not a weights file, have another version or length, or fail the checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(WeightsError::NotWeights)?;
        let (&version, rest) = rest.split_first().ok_or(WeightsError::NotWeights)?;
        if version != VERSION {
            return Err(WeightsError::Version { found: version });
        }
        let (sum, numbers) = rest.split_first_chunk::<8>().ok_or(WeightsError::NotWeights)?;
        if numbers.len() != 4 * LAYOUT.count {
            return Err(WeightsError::Length { found: numbers.len() / 4 });
        }
        if u64::from_le_bytes(*sum) != checksum(numbers) {
            return Err(WeightsError::Damaged);
        }
        let read = |bytes: &[u8]| {
            let steps = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
            steps.map(|steps| f32::from(steps) * STEP).collect()
        };
        let (three, four) = numbers.split_at(2 * LAYOUT.count);
        Ok(Weights { sets: [read(three), read(four)] })
    }

    /// Returns the contents of a weights file; weights are rounded to multiples of 1/1024.
    pub fn to_bytes(&self) -> Vec<u8> {
        let steps = |weight: &f32| (weight / STEP).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        let numbers: Vec<u8> = self.sets.iter().flatten().flat_map(|weight| steps(weight).to_le_bytes()).collect();
        [&MAGIC[..], &[VERSION], &checksum(&numbers).to_le_bytes(), &numbers].concat()
    }
}

/// FNV-1a, to detect accidental damage.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Why bytes were rejected as weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// The bytes do not start like a weights file.
    NotWeights,
    /// The weights have another layout version.
    Version {
        /// The version in the file.
        found: u8,
    },
    /// There are too many weights or too few.
    Length {
        /// The number of weights per number of clans in the file.
        found: usize,
    },
    /// The checksum does not match.
    Damaged,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => write!(f, "not a weights file"),
            WeightsError::Version { found } => {
                write!(f, "the weights have version {found}; this program needs version {VERSION}")
            }
            WeightsError::Length { found } => {
                write!(f, "the file has {found} weights per number of clans; this program needs {}", LAYOUT.count)
            }
            WeightsError::Damaged => write!(f, "the weights are damaged: the checksum does not match"),
        }
    }
}

impl core::error::Error for WeightsError {}
