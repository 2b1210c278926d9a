// What a kernel does to the checked build's eye for order: whether it needs its barriers, and whether its result hangs
// on when the engines work.
#ifndef ASCEND_HOST_TESTS_ORDER_H
#define ASCEND_HOST_TESTS_ORDER_H

#include "harness.h"

namespace test {

struct Barriers {
    uint64_t all = 0;
    uint64_t idle = 0;
};

// Launches once with all barriers, then without each in turn: a barrier that nobody misses is idle.
template <class Launch>
Barriers barriers_of(const char *name, Launch launch) {
    Barriers found;
    ascend_host::options().barriers = &found.all;
    const Outcome whole = launch();
    ascend_host::options().barriers = nullptr;
    EXPECT(whole.code == 0, "%s: %s", name, whole.text);
    for (uint64_t ignored = 0; ignored < found.all; ++ignored) {
        ascend_host::options().ignored_barrier = ignored;
        const Outcome outcome = launch();
        if (outcome.code == 0) ++found.idle;
        EXPECT(outcome.code == 0 || strstr(outcome.text, "PipeBarrier<PIPE_"), "%s: %s", name, outcome.text);
    }
    ascend_host::options() = ascend_host::Options{};
    return found;
}

// Whether what `results` gives, bytes and an outcome, is the same in every order.
template <class Results>
void expect_the_same_in_any_order(const char *name, Results results) {
    using ascend_host::Options;
    using ascend_host::Schedule;
    std::vector<uint8_t> first;
    std::vector<Options> orders(5);
    orders[0].schedule = Schedule::early;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        orders[seed + 1].schedule = Schedule::shuffled;
        orders[seed + 1].seed = seed;
    }
    for (const Options &order : orders) {
        ascend_host::options() = order;
        std::vector<uint8_t> bytes;
        const Outcome outcome = results(bytes);
        if (first.empty()) first = bytes;
        EXPECT(outcome.code == 0 && bytes == first, "%s in order %d, seed %llu: %s", name,
               static_cast<int>(order.schedule), static_cast<unsigned long long>(order.seed), outcome.text);
    }
    ascend_host::options() = Options{};
}

inline void append(std::vector<uint8_t> &bytes, const Memory &memory) {
    bytes.insert(bytes.end(), memory.data(), memory.data() + memory.total());
}

}  // namespace test

#endif
