// Reductions: in the order that each architecture adds in, saturated, and of every length.
#ifndef ASCEND_HOST_TESTS_REDUCE_TEST_H
#define ASCEND_HOST_TESTS_REDUCE_TEST_H

#include "harness.h"

namespace test {

using namespace AscendC;

struct Reduced {
    float sum;
    float most;
    float least;
};

// What the instructions make of halves, which both architectures reduce.
inline Reduced reduced(const std::vector<float> &values) {
    const auto count = static_cast<uint32_t>(values.size());
    Reduced result{};
    Memory memory((count * sizeof(half) + 31) / 32 * 32);
    for (uint32_t i = 0; i < count; ++i) memory.as<half>()[i] = half(values[i]);
    const Outcome outcome = run([&] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer, work;
        const uint32_t padded = (count + 15) / 16 * 16;
        pipe.InitBuffer(buffer, padded * sizeof(half));
        pipe.InitBuffer(work, 1024);
        LocalTensor<half> t = buffer.Get<half>(), w = work.Get<half>();
        GlobalTensor<half> global;
        global.SetGlobalBuffer(memory.as<half>(), padded);
        DataCopy(t, global, padded);
        PipeBarrier<PIPE_ALL>();
        ReduceSum(w[256], t, w, static_cast<int32_t>(count));
        PipeBarrier<PIPE_V>();
        ReduceMax(w[257], t, w, static_cast<int32_t>(count));
        PipeBarrier<PIPE_V>();
        ReduceMin(w[258], t, w, static_cast<int32_t>(count));
        PipeBarrier<PIPE_ALL>();
        result = {static_cast<float>(w.GetValue(256)), static_cast<float>(w.GetValue(257)),
                  static_cast<float>(w.GetValue(258))};
    });
    EXPECT(outcome.code == 0, "reductions of %u halves: %s", count, outcome.text);
    add_to_digest(&result, sizeof result);
    return result;
}

inline void reductions_of_every_length() {
    for (const uint32_t count : {1u, 2u, 3u, 16u, 17u, 127u, 128u, 129u, 256u, 1000u, 2048u}) {
        std::vector<float> values(count);
        float sum = 0;
        // Small integers, whose sums are exact in any order.
        for (uint32_t i = 0; i < count; ++i) sum += values[i] = static_cast<float>(static_cast<int>(i * 7 % 5) - 2);
        values[count / 2] += 9;
        values[count - 1] -= 20;
        sum -= 11;
        const Reduced found = reduced(values);
        float most = values[0], least = values[0];
        for (const float value : values) {
            most = value > most ? value : most;
            least = value < least ? value : least;
        }
        EXPECT(found.sum == sum && found.most == most && found.least == least, "%u: %g %g %g, not %g %g %g", count,
               static_cast<double>(found.sum), static_cast<double>(found.most), static_cast<double>(found.least),
               static_cast<double>(sum), static_cast<double>(most), static_cast<double>(least));
    }
}

// 2048 in halves has a neighbour 2 away: what is added to it one by one is lost, what is added up before is not.
inline void sums_are_added_in_the_order_of_the_architecture() {
    // Within a repeat a tree: 1 + 1 is formed before it meets 2048 + 0.
    std::vector<float> within(128, 0.0f);
    within[0] = 2048;
    within[2] = within[3] = 1;
    EXPECT(reduced(within).sum == 2050.0f, "neighbours first: %g", static_cast<double>(reduced(within).sum));
    // Between repeats one after the other on 2201, and a tree on 1001.
    std::vector<float> between(4 * 128, 0.0f);
    between[0] = 2048;
    between[2 * 128] = between[3 * 128] = 1;
    const float wanted = __NPU_ARCH__ == 1001 ? 2050.0f : 2048.0f;
    EXPECT(reduced(between).sum == wanted, "%g, not %g", static_cast<double>(reduced(between).sum),
           static_cast<double>(wanted));
}

inline void sums_saturate() {
    for (const uint32_t mode : {0u, 1u}) {
        saturates() = mode;
        overflow() = 0;
        const float sum = reduced(std::vector<float>(4, 60000.0f)).sum;
        EXPECT(saturating() ? sum == 65504.0f : std::isinf(sum), "%g", static_cast<double>(sum));
        EXPECT(overflow() == (saturating() ? 1u : 0u), "overflow status %u", overflow());
    }
    saturates() = 0;
}

inline void reductions() {
    reductions_of_every_length();
    sums_are_added_in_the_order_of_the_architecture();
    sums_saturate();
}

}  // namespace test

#endif
