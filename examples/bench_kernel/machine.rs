//! What the machine has: cores and cache.

use std::fs;
use std::thread;

/// Threads that can run at once.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Bytes of the last-level cache of the first core; `None` where Linux does not say.
pub fn last_level_cache() -> Option<usize> {
    let caches = fs::read_dir("/sys/devices/system/cpu/cpu0/cache").ok()?.filter_map(|entry| {
        let file = |name: &str| fs::read_to_string(entry.as_ref().ok()?.path().join(name)).ok();
        Some((file("level")?.trim().parse::<u32>().ok()?, cache_size(file("size")?.trim())?))
    });
    caches.max().map(|(_, bytes)| bytes)
}

/// Reads a size as Linux writes it: `48K`.
fn cache_size(text: &str) -> Option<usize> {
    let digits = text.trim_end_matches(|last: char| last.is_ascii_alphabetic());
    let unit = match text.strip_prefix(digits)? {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        _ => return None,
    };
    digits.parse::<usize>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_sizes_are_read_as_linux_writes_them() {
        let sizes = ["48K", "307200K", "32M", "512", "", "K", "1G"].map(cache_size);
        assert_eq!(sizes, [Some(49_152), Some(314_572_800), Some(33_554_432), Some(512), None, None, None]);
    }

    #[test]
    fn this_machine_has_something() {
        assert!(threads() > 0);
    }
}
