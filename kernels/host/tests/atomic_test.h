// Copies that add to global memory: every type, blocks on several threads, and what does not add.
#ifndef ASCEND_HOST_TESTS_ATOMIC_TEST_H
#define ASCEND_HOST_TESTS_ATOMIC_TEST_H

#include <thread>

#include "harness.h"

namespace test {

using namespace AscendC;

// Adds 1.5 or 1 to 64 elements that hold 2, and stores over 64 more.
template <class T>
void adds_and_stores(const char *what) {
    Memory ones(64 * sizeof(T)), sums(128 * sizeof(T));
    const T one = static_cast<T>(1.5f), two = static_cast<T>(2.0f);
    for (uint32_t i = 0; i < 64; ++i) ones.as<T>()[i] = one;
    for (uint32_t i = 0; i < 128; ++i) sums.as<T>()[i] = two;
    allow(what, [&] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, 64 * sizeof(T));
        LocalTensor<T> t = buffer.Get<T>();
        GlobalTensor<T> from, to;
        from.SetGlobalBuffer(ones.as<T>(), 64);
        to.SetGlobalBuffer(sums.as<T>(), 128);
        DataCopy(t, from, 64);
        PipeBarrier<PIPE_ALL>();
        SetAtomicAdd<T>();
        DataCopy(to, t, 64);
        SetAtomicNone();
        DataCopy(to[64], t, 64);
    });
    const auto wanted = static_cast<float>(one) + 2.0f;
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT(static_cast<float>(sums.as<T>()[i]) == wanted, "%s: element %u", what, i);
        EXPECT(static_cast<float>(sums.as<T>()[64 + i]) == static_cast<float>(one), "%s: element %u", what, 64 + i);
    }
    add_to_digest(sums.data(), sums.total());
}

// Blocks on several threads lose nothing: small integers, whose sum has the same bits in any order.
inline void blocks_add_to_the_same_place() {
    constexpr uint32_t blocks = 8, rounds = 40, count = 1024;
    Memory sums(count * sizeof(float));
    for (uint32_t i = 0; i < count; ++i) sums.as<float>()[i] = 0.0f;
    const auto kernel = [&] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, count * sizeof(float));
        LocalTensor<float> t = buffer.Get<float>();
        GlobalTensor<float> to;
        to.SetGlobalBuffer(sums.as<float>(), count);
        Duplicate(t, static_cast<float>(GetBlockIdx() + 1), count);
        PipeBarrier<PIPE_ALL>();
        SetAtomicAdd<float>();
        for (uint32_t round = 0; round < rounds; ++round) {
            DataCopy(to, t, count);
            PipeBarrier<PIPE_MTE3>();
        }
        SetAtomicNone();
    };
    uint64_t arguments[2] = {};
    std::vector<Outcome> outcomes(blocks, Outcome{0, {}});
    std::vector<std::thread> threads;
    for (uint32_t block = 0; block < blocks; ++block) {
        threads.emplace_back([&, block] {
            const AscendHostBlock launch = block_of(block, blocks, arguments, sizeof arguments, outcomes[block]);
            outcomes[block].code = ascend_host::run_block(&launch, "adds", kernel);
        });
    }
    for (std::thread &thread : threads) thread.join();
    for (const Outcome &outcome : outcomes) EXPECT(outcome.code == 0, "%s", outcome.text);
    for (uint32_t i = 0; i < count; ++i) {
        EXPECT(sums.as<float>()[i] == rounds * blocks * (blocks + 1) / 2, "element %u: %g", i,
               static_cast<double>(sums.as<float>()[i]));
    }
    add_to_digest(sums.data(), sums.total());
}

inline void additions() {
    adds_and_stores<float>("float");
#if __NPU_ARCH__ == 2201
    adds_and_stores<half>("half");
    adds_and_stores<bfloat16_t>("bfloat16_t");
    adds_and_stores<int8_t>("int8_t");
    adds_and_stores<int16_t>("int16_t");
    adds_and_stores<int32_t>("int32_t");
#endif
    blocks_add_to_the_same_place();
}

}  // namespace test

#endif
