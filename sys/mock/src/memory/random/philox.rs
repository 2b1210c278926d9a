//! Philox 4x32-10: a block of four random words for each counter and key.

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const STEPS: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// The four words of a counter under a key.
pub(super) fn block(counter: u128, key: u64) -> [u32; 4] {
    let mut words = [counter as u32, (counter >> 32) as u32, (counter >> 64) as u32, (counter >> 96) as u32];
    let mut key = [key as u32, (key >> 32) as u32];
    for _ in 0..10 {
        let [a, b, c, d] = words;
        let (first, second) = (product(MULTIPLIERS[0], a), product(MULTIPLIERS[1], c));
        words = [second.0 ^ b ^ key[0], second.1, first.0 ^ d ^ key[1], first.1];
        key = [key[0].wrapping_add(STEPS[0]), key[1].wrapping_add(STEPS[1])];
    }
    words
}

/// The high and the low half of a product.
fn product(left: u32, right: u32) -> (u32, u32) {
    let product = u64::from(left) * u64::from(right);
    ((product >> 32) as u32, product as u32)
}

#[cfg(test)]
mod tests {
    use super::block;

    #[test]
    fn the_known_answers_are_given() {
        assert_eq!(block(0, 0), [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
        assert_eq!(block(u128::MAX, u64::MAX), [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]);
        let counter = 0x0370_7344_1319_8A2E_85A3_08D3_243F_6A88;
        assert_eq!(block(counter, 0x299F_31D0_A409_3822), [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1]);
    }
}
