//! The network's weights and the file they come in.
//!
//! The file is a header of 56 bytes and then the weights as little-endian `f32`, tensor after tensor in the order of
//! [`Weights::new`]:
//!
//! | bytes | |
//! |---|---|
//! | 7 | `SHGRLN\n` |
//! | 1 | version of the layout and of the features |
//! | 4 | channels, little-endian |
//! | 4 | mixing blocks |
//! | 8 | number of weights |
//! | 32 | SHA-256 of the weights |

use core::fmt;

use sha2::{Digest, Sha256};

use super::features::{SEATS, SLOPES, global, guild, space, village};

/// The version of the layout and of the features; weights of another version mean something else.
const VERSION: u8 = 1;

const MAGIC: [u8; 7] = *b"SHGRLN\n";

const HEADER: usize = 56;

/// Hidden units for each guild of a journey.
pub(super) const JOURNEY_HIDDEN: usize = 8;
/// Outputs for each space: the end owner (four seats and nobody), placing, recruiting, a spare, and what the space means
/// to a journey from it and to it.
pub(super) const SPACE_OUTPUTS: usize = 8 + 2 * JOURNEY_HIDDEN;
/// Hidden units of the win head.
pub(super) const WIN_HIDDEN: usize = 32;
/// Inputs of the win head beside the pooled channels.
pub(super) const WIN_EXTRA: usize = 32;

const MAX_BLOCKS: usize = 8;

/// The numbers of channels that inference is compiled for.
pub(super) const CHANNELS: [usize; 4] = [16, 32, 48, 64];

/// A mixing block. All matrices have one row for each input.
pub(super) struct Block {
    pub(super) own: Vec<f32>,
    pub(super) strong: Vec<f32>,
    pub(super) weak: Vec<f32>,
    pub(super) village: Vec<f32>,
    pub(super) guild: Vec<f32>,
    pub(super) global: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// All weights, each matrix with one row for each input.
pub(super) struct Weights {
    pub(super) channels: usize,
    pub(super) space: Vec<f32>,
    pub(super) guild: Vec<f32>,
    pub(super) village: Vec<f32>,
    pub(super) global: Vec<f32>,
    pub(super) bias: Vec<f32>,
    pub(super) blocks: Vec<Block>,
    pub(super) outputs: Vec<f32>,
    pub(super) output_bias: Vec<f32>,
    /// Added to the policy logits of all placements, recruits and journeys.
    pub(super) kind: Vec<f32>,
    pub(super) kind_bias: Vec<f32>,
    pub(super) journey_from: Vec<f32>,
    pub(super) journey_to: Vec<f32>,
    pub(super) journey_slope: Vec<f32>,
    pub(super) journey_out: Vec<f32>,
    pub(super) journey_bias: Vec<f32>,
    pub(super) win: [Vec<f32>; 3],
    pub(super) win_bias: [Vec<f32>; 3],
    pub(super) win_direct: Vec<f32>,
}

impl Weights {
    /// Reads a weight file.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Weights, NetworkError> {
        let (header, numbers) = bytes.split_at_checked(HEADER).ok_or(NetworkError::NotANetwork)?;
        let rest = header.strip_prefix(&MAGIC).ok_or(NetworkError::NotANetwork)?;
        let (&version, rest) = rest.split_first().ok_or(NetworkError::NotANetwork)?;
        if version != VERSION {
            return Err(NetworkError::Version { found: version });
        }
        let (channels, rest) = rest.split_first_chunk().ok_or(NetworkError::NotANetwork)?;
        let (blocks, rest) = rest.split_first_chunk().ok_or(NetworkError::NotANetwork)?;
        let (count, hash) = rest.split_first_chunk().ok_or(NetworkError::NotANetwork)?;
        let (channels, blocks) = (u32::from_le_bytes(*channels) as usize, u32::from_le_bytes(*blocks) as usize);
        if !CHANNELS.contains(&channels) || blocks > MAX_BLOCKS {
            return Err(NetworkError::Shape { channels, blocks });
        }
        if u64::from_le_bytes(*count).checked_mul(4) != Some(numbers.len() as u64) {
            return Err(NetworkError::Length { found: numbers.len() / 4 });
        }
        if Sha256::digest(numbers)[..] != *hash {
            return Err(NetworkError::Damaged);
        }
        let numbers: Vec<f32> = numbers.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(NetworkError::NotFinite);
        }
        let mut tensors = Tensors { rest: &numbers, missing: false };
        let weights = Weights::new(channels, blocks, &mut tensors);
        if tensors.missing || !tensors.rest.is_empty() {
            return Err(NetworkError::Length { found: numbers.len() });
        }
        Ok(weights)
    }

    fn new(channels: usize, blocks: usize, tensors: &mut Tensors<'_>) -> Weights {
        let square = channels * channels;
        let win_inputs = channels + WIN_EXTRA;
        Weights {
            channels,
            space: tensors.take(space::COUNT * channels),
            guild: tensors.take(guild::COUNT * channels),
            village: tensors.take(village::COUNT * channels),
            global: tensors.take(global::COUNT * channels),
            bias: tensors.take(channels),
            blocks: (0..blocks)
                .map(|_| Block {
                    own: tensors.take(square),
                    strong: tensors.take(square),
                    weak: tensors.take(square),
                    village: tensors.take(square),
                    guild: tensors.take(square),
                    global: tensors.take(square),
                    bias: tensors.take(channels),
                })
                .collect(),
            outputs: tensors.take(channels * SPACE_OUTPUTS),
            output_bias: tensors.take(SPACE_OUTPUTS),
            kind: tensors.take(channels * 3),
            kind_bias: tensors.take(3),
            journey_from: tensors.take(channels),
            journey_to: tensors.take(channels),
            journey_slope: tensors.take(SLOPES * JOURNEY_HIDDEN),
            journey_out: tensors.take(JOURNEY_HIDDEN),
            journey_bias: tensors.take(SLOPES),
            win: [
                tensors.take(win_inputs * WIN_HIDDEN),
                tensors.take(WIN_HIDDEN * WIN_HIDDEN),
                tensors.take(WIN_HIDDEN * SEATS),
            ],
            win_bias: [tensors.take(WIN_HIDDEN), tensors.take(WIN_HIDDEN), tensors.take(SEATS)],
            win_direct: tensors.take(win_inputs * SEATS),
        }
    }
}

/// Hands out the numbers of a file, tensor after tensor.
struct Tensors<'a> {
    rest: &'a [f32],
    missing: bool,
}

impl Tensors<'_> {
    fn take(&mut self, len: usize) -> Vec<f32> {
        match self.rest.split_at_checked(len) {
            Some((tensor, rest)) => {
                self.rest = rest;
                tensor.to_vec()
            }
            None => {
                self.missing = true;
                Vec::new()
            }
        }
    }
}

/// Why a network cannot be loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The bytes do not begin like a weight file.
    NotANetwork,
    /// The layout or the features have changed since the file was written.
    Version {
        /// The version of the file.
        found: u8,
    },
    /// Inference is not compiled for a network of this size.
    Shape {
        /// Channels of the file.
        channels: usize,
        /// Mixing blocks of the file.
        blocks: usize,
    },
    /// The number of weights does not match the header.
    Length {
        /// Weights in the file.
        found: usize,
    },
    /// The weights do not match their hash.
    Damaged,
    /// A weight is infinite or not a number: the training has diverged.
    NotFinite,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => write!(f, "not a network file"),
            NetworkError::Version { found } => write!(f, "network version {found}, expected {VERSION}"),
            NetworkError::Shape { channels, blocks } => {
                write!(f, "networks with {channels} channels and {blocks} blocks are not supported")
            }
            NetworkError::Length { found } => write!(f, "{found} weights do not match the size in the header"),
            NetworkError::Damaged => write!(f, "the weights are damaged: their hash does not match"),
            NetworkError::NotFinite => write!(f, "a weight is not a finite number"),
        }
    }
}

impl core::error::Error for NetworkError {}
