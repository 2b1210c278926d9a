//! What is measured.

use std::fmt;

use clap::ValueEnum;

use crate::error::{Error, Result};

/// An operation.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Collective {
    AllReduce,
    AllGather,
    ReduceScatter,
    Broadcast,
}

/// The type of the elements.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
#[value(rename_all = "lower")]
pub enum Dtype {
    Fp32,
    Fp16,
    Bf16,
    Int32,
}

/// All that is asked for, checked.
#[derive(Clone, Debug)]
pub struct Job {
    pub collective: Collective,
    pub dtype: Dtype,
    pub ranks: u32,
    pub processes: u32,
    /// Bytes of a rank's buffer; of the greater one where the two differ.
    pub sizes: Vec<usize>,
    /// So many rounds of each size; else as many as fit into `seconds`.
    pub rounds: Option<usize>,
    pub seconds: f64,
}

impl Collective {
    /// Bytes that must be read and written at least, over all ranks, when the buffers have `bytes`.
    pub fn traffic(self, bytes: usize, ranks: usize) -> usize {
        bytes
            * match self {
                Self::AllReduce => 2 * ranks,
                Self::AllGather | Self::ReduceScatter => 1 + ranks,
                Self::Broadcast => ranks,
            }
    }

    /// The bus bandwidth over the algorithm bandwidth: what a link carries in the best algorithm, for each byte of the buffer.
    pub fn bus_factor(self, ranks: u32) -> f64 {
        let ranks = f64::from(ranks);
        match self {
            Self::AllReduce => 2.0 * (ranks - 1.0) / ranks,
            Self::AllGather | Self::ReduceScatter => (ranks - 1.0) / ranks,
            Self::Broadcast => 1.0,
        }
    }

    /// Whether a rank's smaller buffer is one of as many parts of the greater one as there are ranks.
    pub fn has_parts(self) -> bool {
        matches!(self, Self::AllGather | Self::ReduceScatter)
    }
}

impl Dtype {
    /// Bytes of an element.
    pub fn bytes(self) -> usize {
        match self {
            Self::Fp32 | Self::Int32 => 4,
            Self::Fp16 | Self::Bf16 => 2,
        }
    }
}

macro_rules! display {
    ($($name:ident)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.to_possible_value().as_ref().map_or("", |value| value.get_name()))
            }
        }
    )*};
}

display! { Collective Dtype }

impl Job {
    /// Ranks of each process.
    pub fn ranks_of_a_process(&self) -> u32 {
        self.ranks / self.processes.max(1)
    }

    /// Whether the bare loop is measured as well: it sums fp32.
    pub fn has_bare_sum(&self) -> bool {
        self.collective == Collective::AllReduce && self.dtype == Dtype::Fp32
    }

    /// Elements of the greater buffer of a rank.
    pub fn elements(&self, bytes: usize) -> usize {
        bytes / self.dtype.bytes()
    }

    /// Checks every number.
    pub fn check(&self) -> Result<()> {
        let Self { ranks, processes, .. } = *self;
        if ranks < 2 {
            return Err(Error::input(format!("--ranks {ranks}: nothing travels; give 2 or more")));
        }
        if processes == 0 || !ranks.is_multiple_of(processes) {
            return Err(Error::input(format!(
                "--processes {processes}: {ranks} ranks do not divide into as many equal shares; give a divisor of {ranks}"
            )));
        }
        if self.rounds == Some(0) {
            return Err(Error::input("--rounds 0: nothing would be measured; give 1 or more"));
        }
        if !(self.seconds > 0.0 && self.seconds <= 86_400.0) {
            let seconds = self.seconds;
            let text = format!("--seconds {seconds}: must be above 0 and at most a day; give one like --seconds 3");
            return Err(Error::input(text));
        }
        let parts = if self.collective.has_parts() { ranks as usize } else { 1 };
        let unit = self.dtype.bytes() * parts;
        match self.sizes.iter().find(|bytes| !bytes.is_multiple_of(unit)) {
            None => Ok(()),
            Some(bytes) => {
                let each = if parts > 1 { format!(" for each of {ranks} ranks") } else { String::new() };
                Err(Error::input(format!(
                    "--sizes {bytes}: not a whole number of {} elements{each}; give a multiple of {unit}",
                    self.dtype
                )))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traffic_and_bus_are_those_of_the_best_algorithm() {
        let all = [Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter, Collective::Broadcast];
        assert_eq!(all.map(|collective| collective.traffic(100, 8)), [1600, 900, 900, 800]);
        assert_eq!(all.map(|collective| collective.bus_factor(4)), [1.5, 0.75, 0.75, 1.0]);
    }
}
