//! What can be measured: a kernel with its types, and the bytes that follow from them.

use std::fmt;

use clap::ValueEnum;

/// An element type.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Dtype {
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

/// Type of the moments.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Moments {
    Fp32,
    Bf16,
}

/// A variant of `adam`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Adam {
    pub gradient: Dtype,
    pub copy: CopyOut,
    pub moments: Moments,
    pub amsgrad: bool,
    pub stochastic: bool,
}

/// A kernel with its types.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Case {
    Adam(Adam),
    Stats(Dtype),
    Control,
    ControlTensors,
    Accumulate(Dtype),
    /// From, to.
    Cast(Dtype, Dtype),
    Scale(Dtype),
    Fill(Dtype),
}

/// How a kernel touches one of its arrays.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Access {
    Read,
    /// Read and written.
    Update,
    Write,
}

/// One array of a kernel.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Array {
    /// Of an element.
    pub bytes: usize,
    pub access: Access,
}

impl Dtype {
    /// All.
    pub const ALL: [Self; 3] = [Self::Fp32, Self::Fp16, Self::Bf16];

    /// Of an element.
    pub fn bytes(self) -> usize {
        if self == Self::Fp32 { 4 } else { 2 }
    }
}

impl Case {
    /// One of each kind.
    pub fn all() -> Vec<Self> {
        let usual = Adam {
            gradient: Dtype::Bf16,
            copy: CopyOut::Bf16,
            moments: Moments::Fp32,
            amsgrad: false,
            stochastic: false,
        };
        let half = Adam { gradient: Dtype::Fp16, copy: CopyOut::Fp16, ..usual };
        let wide = Adam { gradient: Dtype::Fp32, copy: CopyOut::None, ..usual };
        let small = Adam { moments: Moments::Bf16, stochastic: true, ..usual };
        let adam = [usual, half, wide, small, Adam { amsgrad: true, ..usual }].map(Self::Adam);
        let of = |case: fn(Dtype) -> Self| Dtype::ALL.map(case);
        let casts = Dtype::ALL.into_iter().flat_map(|from| Dtype::ALL.map(|to| (from, to)));
        let casts = casts.filter(|(from, to)| from != to).map(|(from, to)| Self::Cast(from, to));
        (adam.into_iter().chain(of(Self::Stats)).chain([Self::Control, Self::ControlTensors]))
            .chain(of(Self::Accumulate))
            .chain(casts)
            .chain(of(Self::Scale))
            .chain(of(Self::Fill))
            .collect()
    }

    /// The kernel's name.
    pub fn kernel(self) -> &'static str {
        match self {
            Self::Adam(_) => "adam",
            Self::Stats(_) => "stats",
            Self::Control => "control",
            Self::ControlTensors => "control_tensors",
            Self::Accumulate(_) => "accumulate",
            Self::Cast(..) => "cast",
            Self::Scale(_) => "scale",
            Self::Fill(_) => "fill",
        }
    }

    /// The arrays of which a launch touches every element once. An element of `control` is what `stats` says of one shard, one of
    /// `control_tensors` is a tensor.
    pub fn arrays(self) -> Vec<Array> {
        let of = |access, bytes| Array { bytes, access };
        match self {
            Self::Adam(Adam { gradient, copy, moments, amsgrad, .. }) => {
                let moment = if moments == Moments::Fp32 { 4 } else { 2 };
                let mut arrays = vec![of(Access::Read, gradient.bytes()), of(Access::Update, 4)];
                arrays.extend(vec![of(Access::Update, moment); if amsgrad { 3 } else { 2 }]);
                if copy != CopyOut::None {
                    arrays.push(of(Access::Write, 2));
                }
                arrays
            }
            Self::Stats(dtype) => vec![of(Access::Read, dtype.bytes())],
            Self::Control => vec![of(Access::Read, 64)],
            Self::ControlTensors => vec![of(Access::Update, 4), of(Access::Update, 4), of(Access::Read, 4)],
            Self::Accumulate(dtype) => vec![of(Access::Update, 4), of(Access::Read, dtype.bytes())],
            Self::Cast(from, to) => vec![of(Access::Read, from.bytes()), of(Access::Write, to.bytes())],
            Self::Scale(dtype) => vec![of(Access::Update, dtype.bytes())],
            Self::Fill(dtype) => vec![of(Access::Write, dtype.bytes())],
        }
    }

    /// Bytes an element that a launch has to read.
    pub fn bytes_read(self) -> usize {
        self.sum(|access| access != Access::Write)
    }

    /// Bytes an element that a launch has to write.
    pub fn bytes_written(self) -> usize {
        self.sum(|access| access != Access::Read)
    }

    /// Bytes an element that a launch has to move.
    pub fn bytes_moved(self) -> usize {
        self.bytes_read() + self.bytes_written()
    }

    /// Bytes an element that the arrays take.
    pub fn bytes_held(self) -> usize {
        self.sum(|_| true)
    }

    fn sum(self, counts: impl Fn(Access) -> bool) -> usize {
        self.arrays().into_iter().filter(|array| counts(array.access)).map(|array| array.bytes).sum()
    }

    /// Whether the 910A cannot run it. To fill with bf16 is to write 16 bits, which it can.
    pub fn needs_2201(self) -> bool {
        match self {
            Self::Adam(Adam { gradient, copy, moments, stochastic, .. }) => {
                gradient == Dtype::Bf16 || copy == CopyOut::Bf16 || moments == Moments::Bf16 || stochastic
            }
            Self::Stats(dtype) | Self::Accumulate(dtype) | Self::Scale(dtype) => dtype == Dtype::Bf16,
            Self::Cast(from, to) => from == Dtype::Bf16 || to == Dtype::Bf16,
            Self::Control | Self::ControlTensors | Self::Fill(_) => false,
        }
    }

    /// Numbers of elements to measure where none are given.
    pub fn usual_sizes(self) -> &'static [usize] {
        match self {
            Self::Control => &[8, 64, 1024],
            Self::ControlTensors => &[100, 1000, 10_000],
            _ => &[1_000_000, 10_000_000, 100_000_000],
        }
    }
}

macro_rules! words {
    ($($type:ty { $($value:ident = $word:literal)* })*) => {
        $(
            /// The word of the command line.
            impl fmt::Display for $type {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(match self {
                        $(Self::$value => $word,)*
                    })
                }
            }
        )*
    };
}

words! {
    Dtype { Fp32 = "fp32" Fp16 = "fp16" Bf16 = "bf16" }
    CopyOut { None = "none" Fp16 = "fp16" Bf16 = "bf16" }
    Moments { Fp32 = "fp32" Bf16 = "bf16" }
}

/// The kernel and its types, in words without spaces between types.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kernel())?;
        match self {
            Self::Adam(Adam { gradient, copy, moments, amsgrad, stochastic }) => {
                write!(f, " {gradient}>{copy}")?;
                if *moments == Moments::Bf16 {
                    write!(f, " m=bf16")?;
                }
                write!(f, "{}{}", if *amsgrad { " max" } else { "" }, if *stochastic { " sr" } else { "" })
            }
            Self::Cast(from, to) => write!(f, " {from}>{to}"),
            Self::Stats(dtype) | Self::Accumulate(dtype) | Self::Scale(dtype) | Self::Fill(dtype) => {
                write!(f, " {dtype}")
            }
            Self::Control | Self::ControlTensors => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of the kernels' READMEs.
    #[test]
    fn bytes_are_those_of_the_kernels() {
        let bytes = |name: &str| {
            let case = Case::all().into_iter().find(|case| case.to_string() == name).unwrap();
            (case.bytes_read(), case.bytes_written(), case.bytes_held())
        };
        for (name, expected) in [
            ("adam bf16>bf16", (14, 14, 16)),
            ("adam fp32>none", (16, 12, 16)),
            ("adam bf16>bf16 m=bf16 sr", (10, 10, 12)),
            ("adam bf16>bf16 max", (18, 18, 20)),
            ("stats fp32", (4, 0, 4)),
            ("control", (64, 0, 64)),
            ("control_tensors", (12, 8, 12)),
            ("accumulate bf16", (6, 4, 6)),
            ("cast fp32>fp16", (4, 2, 6)),
            ("scale fp16", (2, 2, 2)),
            ("fill fp32", (0, 4, 4)),
        ] {
            assert_eq!(bytes(name), expected, "{name}");
        }
    }

    #[test]
    fn every_kernel_of_the_crate_is_a_case_with_a_name_of_its_own() {
        let all = Case::all();
        let mut names: Vec<_> = all.iter().map(Case::to_string).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all.len());
        for folder in std::fs::read_dir("kernels").unwrap().map(|entry| entry.unwrap().path()) {
            let name = folder.file_name().unwrap();
            let is_measured = all.iter().any(|case| case.kernel() == name);
            assert_eq!(folder.join("image.cpp").exists(), is_measured, "{name:?}");
        }
    }
}
