//! Elements from random words.

use half::{bf16, f16};

use super::philox::block;

/// How elements are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// Bits, of which a share is 1.
    Mask,
    /// From the first parameter to below the second.
    Uniform,
    /// Around the first parameter, with the second as standard deviation.
    Normal,
    /// The same, but within two standard deviations.
    Truncated,
}

/// A type of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    F32,
    F16,
    Bf16,
    I32,
    I64,
    U32,
    U64,
}

/// Both parameters, as they stand in memory: little endian, filled up with zeros.
pub(super) type Parameters = [u64; 2];

impl Element {
    /// Bytes of one.
    pub(super) fn width(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::I64 | Self::U64 => 8,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F16 | Self::Bf16)
    }

    fn float(self, bits: u64) -> f32 {
        match self {
            Self::F16 => f16::from_bits(bits as u16).to_f32(),
            Self::Bf16 => bf16::from_bits(bits as u16).to_f32(),
            _ => f32::from_bits(bits as u32),
        }
    }

    fn bits_of(self, float: f32) -> u64 {
        match self {
            Self::F16 => u64::from(f16::from_f32(float).to_bits()),
            Self::Bf16 => u64::from(bf16::from_f32(float).to_bits()),
            _ => u64::from(float.to_bits()),
        }
    }

    /// A whole number, moved so that unsigned comparison keeps the order.
    fn whole(self, bits: u64) -> u64 {
        match self {
            Self::I32 => (i64::from(bits as u32 as i32) as u64) ^ (1 << 63),
            Self::U32 => bits & 0xFFFF_FFFF,
            Self::I64 => bits ^ (1 << 63),
            _ => bits,
        }
    }

    fn bits_of_whole(self, moved: u64) -> u64 {
        match self {
            Self::I32 => (moved ^ (1 << 63)) & 0xFFFF_FFFF,
            Self::I64 => moved ^ (1 << 63),
            _ => moved,
        }
    }

    /// The element at a place of the sequence.
    pub(super) fn draw(self, spread: Spread, parameters: Parameters, counter: u128, seed: u64) -> u64 {
        let words = block(counter, seed);
        match spread {
            Spread::Uniform if self.is_float() => self.uniform_float(parameters, words[0]),
            Spread::Uniform => self.uniform_whole(parameters, words),
            Spread::Normal => self.normal(parameters, normals(words)[0]),
            _ => self.normal(parameters, truncated(words, counter, seed)),
        }
    }

    fn uniform_float(self, parameters: Parameters, word: u32) -> u64 {
        let [low, high] = parameters.map(|bits| self.float(bits));
        let value = self.bits_of(low + (high - low) * unit(word));
        // Rounding to few bits may give the end, which is not in the range.
        if self.float(value) >= high && high > low { self.bits_of(low) } else { value }
    }

    fn uniform_whole(self, parameters: Parameters, words: [u32; 4]) -> u64 {
        let [low, high] = parameters.map(|bits| self.whole(bits));
        let word = u64::from(words[0]) | u64::from(words[1]) << 32;
        let range = high.saturating_sub(low);
        let offset = (u128::from(word) * u128::from(range)) >> 64;
        self.bits_of_whole(low + offset as u64)
    }

    fn normal(self, parameters: Parameters, standard: f32) -> u64 {
        let [mean, deviation] = parameters.map(|bits| self.float(bits));
        self.bits_of(mean + deviation * standard)
    }

    /// A byte of a mask: eight bits, each of which is 1 with the probability that the first parameter says.
    pub(super) fn mask(self, parameters: Parameters, counter: u128, seed: u64) -> u8 {
        let share = self.float(parameters[0]);
        let words = block(counter, seed).into_iter().chain(block(counter ^ 1 << 127, seed));
        words.enumerate().fold(0, |byte, (bit, word)| byte | u8::from(unit(word) < share) << bit)
    }
}

/// A number from 0 to below 1.
fn unit(word: u32) -> f32 {
    // As many bits as the type keeps: more would round to 1.
    (word >> 8) as f32 / (1 << 24) as f32
}

/// Four numbers of the standard normal distribution (Box and Muller).
fn normals(words: [u32; 4]) -> [f32; 4] {
    let pair = |radius: u32, angle: u32| {
        // Never 0, of which there is no logarithm.
        let radius = (-2.0 * (1.0 - unit(radius)).ln()).sqrt();
        let (sine, cosine) = (std::f32::consts::TAU * unit(angle)).sin_cos();
        (radius * cosine, radius * sine)
    };
    let [a, b, c, d] = words;
    let ((first, second), (third, fourth)) = (pair(a, b), pair(c, d));
    [first, second, third, fourth]
}

/// A number of the standard normal distribution that is within two deviations.
fn truncated(words: [u32; 4], counter: u128, seed: u64) -> f32 {
    let mut words = words;
    for attempt in 1_u128.. {
        if let Some(found) = normals(words).into_iter().find(|number| number.abs() <= 2.0) {
            return found;
        }
        words = block(counter ^ attempt << 96, seed);
    }
    0.0
}
