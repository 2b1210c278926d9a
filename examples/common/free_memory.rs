//! How much memory this machine has left.

use std::fs;

/// Bytes that Linux thinks can be had without swapping. Where it does not say, what a pointer can reach.
pub fn free_memory() -> f64 {
    let table = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = table.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kilobytes.map_or((1_u64 << 47) as f64, |kilobytes| kilobytes * 1024.0)
}
