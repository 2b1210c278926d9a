// The kernels that work place by place under the checked build's eye for order.
#ifndef ASCEND_HOST_TESTS_MAP_ORDER_TEST_H
#define ASCEND_HOST_TESTS_MAP_ORDER_TEST_H

#include "map_test.h"
#include "order.h"

namespace test {

// Some tiles and a ragged end; and on 1001 a shard shorter than a unit, which has copies of its own.
template <class Launch>
void map_order(const char *name, Launch launch_on) {
    for (const uint64_t count : {uint64_t{70003}, uint64_t{7}}) {
        Slice target(count, 3, 4), source(count, 1, 4);
        const Barriers found = barriers_of(name, [&] { return launch_on(target, source, count); });
        // The barrier at the end of a tile is for the next; that of a tiny shard's copies, where the next instructions
        // have their own.
        const uint64_t idle = __NPU_ARCH__ == 1001 && count < 16 ? 2 : 1;
        EXPECT(found.idle <= idle, "%s, %llu elements: %llu of %llu barriers are not needed", name,
               static_cast<unsigned long long>(count), static_cast<unsigned long long>(found.idle),
               static_cast<unsigned long long>(found.all));
        expect_the_same_in_any_order(name, [&](std::vector<uint8_t> &bytes) {
            Slice to(count, 3, 4), from(count, 1, 4);
            Random random(count);
            for (uint64_t i = 0; i < count; ++i) {
                to.at<uint32_t>()[i] = random.bits() & 0x3fff3fffu;
                from.at<uint32_t>()[i] = random.bits() & 0x3fff3fffu;
            }
            const Outcome outcome = launch_on(to, from, count);
            append(bytes, to.memory);
            return outcome;
        });
    }
}

inline void map_orders() {
    if (!ascend_host::kChecked) return;
    for (const Conversion &c : accumulations()) {
        map_order(c.name, [&](const Slice &target, const Slice &source, uint64_t count) {
            return launch(c.entry, 1, Arguments(target.at<void>(), source.at<void>(), count, 0.1f));
        });
    }
    for (const Conversion &c : conversions()) {
        map_order(c.name, [&](const Slice &target, const Slice &source, uint64_t count) {
            return launch(c.entry, 1, Arguments(target.at<void>(), source.at<void>(), count));
        });
    }
    for (const Conversion &c : scalings()) {
        map_order(c.name, [&](const Slice &target, const Slice &, uint64_t count) {
            return launch(c.entry, 1, Arguments(target.at<void>(), count, 0.3f));
        });
    }
    map_order("fill_words", [&](const Slice &target, const Slice &, uint64_t count) {
        return launch(ENTRY(fill_words), 1, Arguments(target.at<void>(), count, 7u));
    });
}

}  // namespace test

#endif
