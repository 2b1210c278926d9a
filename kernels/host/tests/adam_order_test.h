// adam under the checked build's eye for order: each of its barriers is needed, and any order of the engines gives the
// same bits.
#ifndef ASCEND_HOST_TESTS_ADAM_ORDER_TEST_H
#define ASCEND_HOST_TESTS_ADAM_ORDER_TEST_H

#include "adam_test.h"
#include "order.h"

namespace test {

// Two barriers have no reason in some cases: one for the next tile, in the last; and that of the copies for a tiny
// shard on 1001, where the next instructions have one of their own.
inline void adam_needs_its_barriers(const AdamVariant &variant, uint64_t count, float coupled) {
    const bool is_wide = variant.gradient != Type::f32;
    const uint64_t idle = ((is_wide && !variant.has_copy) || variant.state != Type::f32 ? 1u : 0u) +
                          (__NPU_ARCH__ == 1001 && count < 16 && (is_wide || coupled != 0.0f) ? 1u : 0u);
    AdamCase c(variant, count, 3);
    fill(c, 17, 1.0);
    AdamNumbers numbers;
    numbers.coupled = coupled;
    const Barriers found = barriers_of(variant.name, [&] { return c.launch(numbers, 1, c.count); });
    EXPECT(found.all >= 8 && found.idle == idle, "%s, %llu elements: %llu of %llu barriers are not needed",
           variant.name, static_cast<unsigned long long>(count), static_cast<unsigned long long>(found.idle),
           static_cast<unsigned long long>(found.all));
}

inline void adam_order() {
    if (!ascend_host::kChecked) return;
    for (const AdamVariant &variant : adam_variants()) {
        for (const float coupled : {0.0f, 0.01f}) {
            adam_needs_its_barriers(variant, 3 * adam::Plan<float, half, float, false>::kTile + 7, coupled);
            adam_needs_its_barriers(variant, 7, coupled);
        }
        expect_the_same_in_any_order(variant.name, [&](std::vector<uint8_t> &bytes) {
            AdamCase c(variant, 20011, 3);
            fill(c, 21, 1.0);
            const Outcome outcome = c.launch(AdamNumbers{}, 3, c.count);
            for (const Slice *slice : c.slices()) append(bytes, slice->memory);
            return outcome;
        });
    }
}

}  // namespace test

#endif
