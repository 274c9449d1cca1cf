//! The network's weights and the file they come in.
//!
//! The file is a header of 56 bytes and then the weights, tensor after tensor in the order of [`Weights::read`], all
//! little-endian:
//!
//! | bytes | |
//! |---|---|
//! | 7 | `SHGRLN\n` |
//! | 1 | version of the layout and of the features |
//! | 4 | channels |
//! | 4 | mixing blocks |
//! | 8 | bytes that follow the header |
//! | 32 | SHA-256 of those bytes |
//!
//! The trunk is made of integers, so that every processor computes the same. A weight of the first layer is a multiple of
//! 1/64 in 16 bits, one of a block a multiple of 2^-shift in 8 bits. The heads, which take little time, are `f32`.

use core::fmt;

use sha2::{Digest, Sha256};
use shangrila_kernels::PackedMatrix;

use super::canaries::CANARY_POSITIONS;
use super::features::{SEATS, SLOPES, global, guild, space, village};

/// The version of the layout and of the features; weights of another version mean something else.
const VERSION: u8 = 3;

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

/// The largest weight of the first layer. No space has more than 70 features set, so their sum fits into 16 bits.
const MAX_FIRST_LAYER: u16 = 460;

/// The finest step of an eight-bit weight is 2^-12.
const MAX_SHIFT: u8 = 12;

/// The numbers of channels that inference is compiled for. The app in the browser has one network, and no code for others.
pub(super) const CHANNELS: &[usize] = if cfg!(target_family = "wasm") { &[64] } else { &[16, 32, 48, 64] };

/// A mixing block.
pub(super) struct Block {
    /// The weights below are multiples of 2^-shift.
    pub(super) shift: u8,
    pub(super) own: PackedMatrix,
    pub(super) strong: PackedMatrix,
    pub(super) weak: PackedMatrix,
    pub(super) village: PackedMatrix,
    pub(super) guild: PackedMatrix,
    pub(super) global: PackedMatrix,
    /// In the steps of the products.
    pub(super) bias: Vec<i32>,
}

/// All weights, each matrix with one row for each input.
pub(super) struct Weights {
    pub(super) channels: usize,
    /// For each channel of the file and of the heads, its place in the trunk.
    pub(super) places: Vec<u8>,
    pub(super) space: Vec<i16>,
    pub(super) guild: Vec<i16>,
    pub(super) village: Vec<i16>,
    pub(super) global: Vec<f32>,
    pub(super) bias: Vec<f32>,
    pub(super) blocks: Vec<Block>,
    pub(super) output_shift: u8,
    pub(super) outputs: PackedMatrix,
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
    /// The win chances that the training computed for [`CANARY_POSITIONS`], seats counted from the one to move.
    pub(super) canaries: Vec<f32>,
}

impl Weights {
    /// Reads a weight file.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Weights, NetworkError> {
        let (header, body) = bytes.split_at_checked(HEADER).ok_or(NetworkError::NotANetwork)?;
        let rest = header.strip_prefix(&MAGIC).ok_or(NetworkError::NotANetwork)?;
        let (&version, rest) = rest.split_first().ok_or(NetworkError::NotANetwork)?;
        if version != VERSION {
            return Err(NetworkError::Version { found: version });
        }
        let (channels, rest) = rest.split_first_chunk().ok_or(NetworkError::NotANetwork)?;
        let (blocks, rest) = rest.split_first_chunk().ok_or(NetworkError::NotANetwork)?;
        let (length, hash) = rest.split_first_chunk().ok_or(NetworkError::NotANetwork)?;
        let (channels, blocks) = (u32::from_le_bytes(*channels) as usize, u32::from_le_bytes(*blocks) as usize);
        if !CHANNELS.contains(&channels) || blocks > MAX_BLOCKS {
            return Err(NetworkError::Shape { channels, blocks });
        }
        if u64::from_le_bytes(*length) != body.len() as u64 {
            return Err(NetworkError::Length { found: body.len() });
        }
        if Sha256::digest(body)[..] != *hash {
            return Err(NetworkError::Damaged);
        }
        let mut tensors = Tensors { rest: body };
        let weights = Weights::read(channels, blocks, &mut tensors)?;
        if tensors.rest.is_empty() { Ok(weights) } else { Err(NetworkError::Length { found: body.len() }) }
    }

    fn read(channels: usize, blocks: usize, tensors: &mut Tensors<'_>) -> Result<Weights, NetworkError> {
        let win_inputs = channels + WIN_EXTRA;
        Ok(Weights {
            channels,
            places: (0..channels as u8).collect(),
            space: tensors.first_layer(space::COUNT * channels)?,
            guild: tensors.first_layer(guild::COUNT * channels)?,
            village: tensors.first_layer(village::COUNT * channels)?,
            global: tensors.floats(global::COUNT * channels)?,
            bias: tensors.floats(channels)?,
            blocks: (0..blocks)
                .map(|_| {
                    Ok(Block {
                        shift: tensors.shift()?,
                        own: tensors.matrix(channels, channels)?,
                        strong: tensors.matrix(channels, channels)?,
                        weak: tensors.matrix(channels, channels)?,
                        village: tensors.matrix(channels, channels)?,
                        guild: tensors.matrix(channels, channels)?,
                        global: tensors.matrix(channels, channels)?,
                        bias: tensors.integers(channels)?,
                    })
                })
                .collect::<Result<_, NetworkError>>()?,
            output_shift: tensors.shift()?,
            outputs: tensors.matrix(channels, SPACE_OUTPUTS)?,
            output_bias: tensors.floats(SPACE_OUTPUTS)?,
            kind: tensors.floats(channels * 3)?,
            kind_bias: tensors.floats(3)?,
            journey_from: tensors.floats(channels)?,
            journey_to: tensors.floats(channels)?,
            journey_slope: tensors.floats(SLOPES * JOURNEY_HIDDEN)?,
            journey_out: tensors.floats(JOURNEY_HIDDEN)?,
            journey_bias: tensors.floats(SLOPES)?,
            win: [
                tensors.floats(win_inputs * WIN_HIDDEN)?,
                tensors.floats(WIN_HIDDEN * WIN_HIDDEN)?,
                tensors.floats(WIN_HIDDEN * SEATS)?,
            ],
            win_bias: [tensors.floats(WIN_HIDDEN)?, tensors.floats(WIN_HIDDEN)?, tensors.floats(SEATS)?],
            win_direct: tensors.floats(win_inputs * SEATS)?,
            canaries: tensors.floats(CANARY_POSITIONS.len() * SEATS)?,
        })
    }

    /// Reorders the channels of the trunk: `order` lists their present places. The heads keep theirs.
    pub(super) fn reorder(&mut self, order: &[usize]) {
        fn columns<T: Copy>(rows: &mut [T], order: &[usize]) {
            for row in rows.chunks_exact_mut(order.len()) {
                let moved: Vec<T> = order.iter().map(|&channel| row[channel]).collect();
                row.copy_from_slice(&moved);
            }
        }
        columns(&mut self.space, order);
        columns(&mut self.guild, order);
        columns(&mut self.village, order);
        columns(&mut self.global, order);
        columns(&mut self.bias, order);
        for block in &mut self.blocks {
            let Block { own, strong, weak, village, guild, global, bias, .. } = block;
            for matrix in [own, strong, weak, village, guild, global] {
                *matrix = matrix.reordered(order, order);
            }
            columns(bias, order);
        }
        self.outputs = self.outputs.reordered(order, &core::array::from_fn::<_, SPACE_OUTPUTS, _>(|output| output));
        let before = self.places.clone();
        for (file, place) in self.places.iter_mut().enumerate() {
            let now = order.iter().position(|&channel| channel == usize::from(before[file]));
            *place = now.unwrap_or(file) as u8;
        }
    }
}

/// Hands out the bytes of a file, tensor after tensor.
struct Tensors<'a> {
    rest: &'a [u8],
}

impl Tensors<'_> {
    fn chunks<const BYTES: usize>(&mut self, count: usize) -> Result<&[[u8; BYTES]], NetworkError> {
        let length = NetworkError::Length { found: self.rest.len() };
        let (tensor, rest) = self.rest.split_at_checked(BYTES * count).ok_or(length)?;
        self.rest = rest;
        Ok(tensor.as_chunks().0)
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, NetworkError> {
        let numbers: Vec<f32> = self.chunks(count)?.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if numbers.iter().all(|number| number.is_finite()) { Ok(numbers) } else { Err(NetworkError::OutOfRange) }
    }

    fn first_layer(&mut self, count: usize) -> Result<Vec<i16>, NetworkError> {
        let numbers: Vec<i16> = self.chunks(count)?.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect();
        let is_small = |number: &i16| number.unsigned_abs() <= MAX_FIRST_LAYER;
        if numbers.iter().all(is_small) { Ok(numbers) } else { Err(NetworkError::OutOfRange) }
    }

    fn integers(&mut self, count: usize) -> Result<Vec<i32>, NetworkError> {
        let numbers: Vec<i32> = self.chunks(count)?.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect();
        // In eighths and with all products of a block it still fits into 32 bits.
        let is_small = |number: &i32| number.unsigned_abs() < 1 << 26;
        if numbers.iter().all(is_small) { Ok(numbers) } else { Err(NetworkError::OutOfRange) }
    }

    fn shift(&mut self) -> Result<u8, NetworkError> {
        match self.chunks(1)? {
            &[[shift]] if shift <= MAX_SHIFT => Ok(shift),
            _ => Err(NetworkError::OutOfRange),
        }
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> Result<PackedMatrix, NetworkError> {
        let weights: Vec<i8> = self.chunks(inputs * outputs)?.iter().map(|&bytes| i8::from_le_bytes(bytes)).collect();
        PackedMatrix::new(inputs, outputs, &weights).ok_or(NetworkError::OutOfRange)
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
    /// The length does not match the header or the size of the network.
    Length {
        /// Bytes after the header, or what is left of them where more should follow.
        found: usize,
    },
    /// The weights do not match their hash.
    Damaged,
    /// A weight is not a number or too large: the training has diverged, or its limits are not those of inference.
    OutOfRange,
    /// The network answers otherwise than in training: this program sees positions differently.
    WrongAnswer,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => write!(f, "not a network file"),
            NetworkError::Version { found } => write!(f, "network version {found}, expected {VERSION}"),
            NetworkError::Shape { channels, blocks } => {
                write!(f, "networks with {channels} channels and {blocks} blocks are not supported")
            }
            NetworkError::Length { found } => {
                write!(f, "{found} bytes of weights do not match the size of the network")
            }
            NetworkError::Damaged => write!(f, "the weights are damaged: their hash does not match"),
            NetworkError::OutOfRange => write!(f, "a weight is not a number or too large"),
            NetworkError::WrongAnswer => write!(f, "the network answers otherwise than in training"),
        }
    }
}

impl core::error::Error for NetworkError {}
