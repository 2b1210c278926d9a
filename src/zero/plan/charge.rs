//! What an allocation takes of the device.

/// Every buffer of this crate is a multiple of this many bytes, so that a kernel may write whole blocks past a ragged end.
const BUFFER: u64 = 512;
/// What `aclrtMalloc` rounds up to, and adds once more.
const BLOCK: u64 = 32;
/// Pages, and the request above which "huge pages first" takes the large ones.
const PAGE: u64 = 4 << 10;
const HUGE_PAGE: u64 = 2 << 20;
const HUGE_ABOVE: u64 = 1 << 20;

/// Bytes of device memory that a buffer of so many bytes takes: padding, and the rest of the last page. On a device whose large
/// pages have run out it may take less.
pub fn charged(bytes: u64) -> u64 {
    let padded = bytes.max(1).next_multiple_of(BUFFER);
    let page = if padded > HUGE_ABOVE { HUGE_PAGE } else { PAGE };
    (padded.next_multiple_of(BLOCK) + BLOCK).next_multiple_of(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_takes_whole_pages_and_a_block_more_than_it_is_long() {
        let of = [1, 3584, 4064, 4096, 1 << 20, (1 << 20) + 1, (2 << 20) - 512, 2 << 20].map(charged);
        assert_eq!(of, [4096, 4096, 8192, 8192, (1 << 20) + 4096, 2 << 20, 2 << 20, 4 << 20]);
    }
}
