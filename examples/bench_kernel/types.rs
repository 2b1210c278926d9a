//! Element types of a step, and the bytes that follow from them.

use std::fmt;

use clap::ValueEnum;

/// Type of the gradients.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Gradient {
    Fp32,
    Fp16,
    Bf16,
}

/// Type of the low-precision copy of the new weights.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum CopyOut {
    None,
    Fp16,
    Bf16,
}

/// Both.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Types {
    pub gradient: Gradient,
    pub copy: CopyOut,
}

impl Types {
    /// Bytes a parameter that a step has to read: the gradient, and w, m, v in fp32.
    pub fn bytes_read(self) -> usize {
        12 + if self.gradient == Gradient::Fp32 { 4 } else { 2 }
    }

    /// Bytes a parameter that a step has to write: w, m, v in fp32, and the copy.
    pub fn bytes_written(self) -> usize {
        12 + if self.copy == CopyOut::None { 0 } else { 2 }
    }

    /// Bytes a parameter that a step has to move.
    pub fn bytes_moved(self) -> usize {
        self.bytes_read() + self.bytes_written()
    }

    /// Bytes a parameter that the buffers take: w, m and v are written where they were read.
    pub fn bytes_held(self) -> usize {
        self.bytes_moved() - 12
    }

    /// Whether any of the two is bf16.
    pub fn has_bf16(self) -> bool {
        self.gradient == Gradient::Bf16 || self.copy == CopyOut::Bf16
    }
}

/// The words of the command line.
impl fmt::Display for Gradient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fp32 => "fp32",
            Self::Fp16 => "fp16",
            Self::Bf16 => "bf16",
        })
    }
}

/// The words of the command line.
impl fmt::Display for CopyOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Fp16 => "fp16",
            Self::Bf16 => "bf16",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of kernels/adam/README.md.
    #[test]
    fn bytes_are_those_of_the_kernel() {
        for (gradient, copy, read, written) in [
            (Gradient::Fp32, CopyOut::None, 16, 12),
            (Gradient::Fp32, CopyOut::Bf16, 16, 14),
            (Gradient::Fp16, CopyOut::None, 14, 12),
            (Gradient::Bf16, CopyOut::Fp16, 14, 14),
        ] {
            let types = Types { gradient, copy };
            assert_eq!((types.bytes_read(), types.bytes_written()), (read, written), "{types:?}");
            assert_eq!(types.bytes_held(), read + written - 12);
        }
    }
}
