//! Operations that do next to nothing: what queueing one and waiting for it costs.

use std::time::Instant;

use ascend_npu::Device;

use crate::error::{Error, Result};
use crate::figures::Empty;
use crate::spread::Spread;

/// Operations queued one behind the other.
const MANY: usize = 1000;
const ROUNDS: usize = 31;

/// Fills one byte, many times in a row and then once at a time. Medians: over rounds, and over single fills.
pub fn measure(device: &Device) -> Result<Empty> {
    let stream = device.stream()?;
    let mut buffer = stream.upload_blocking(&[0_u8])?;
    let mut fill = |operations: usize| -> Result<f64> {
        let started = Instant::now();
        for _ in 0..operations {
            stream.fill_zero(&mut buffer)?;
        }
        stream.synchronize()?;
        Ok(started.elapsed().as_secs_f64() / operations as f64)
    };
    let (mut rows, mut singles) = (Vec::with_capacity(ROUNDS), Vec::with_capacity(ROUNDS * MANY));
    for _ in 0..ROUNDS {
        rows.push(fill(MANY)?);
        for _ in 0..MANY {
            singles.push(fill(1)?);
        }
    }
    let median = |times: Vec<f64>| {
        let spread = Spread::of(times).ok_or_else(|| Error::failed("nothing was measured"));
        spread.map(|spread| spread.median())
    };
    Ok(Empty { throughput: median(rows)?, latency: median(singles)? })
}
