// Vector instructions: the same bits from the code for every CPU, saturation, and lists of steps that must not be
// reordered.
#ifndef ASCEND_HOST_TESTS_VECTOR_TEST_H
#define ASCEND_HOST_TESTS_VECTOR_TEST_H

#include "harness.h"

namespace test {

using namespace AscendC;

// Runs one operation on the same operands in each version that this CPU can execute.
template <class Op>
void versions_agree(const char *what, uint32_t dst_width, uint32_t a_width) {
    constexpr uint32_t count = 4099;  // not a multiple of any vector
    std::vector<uint32_t> a(count), b(count), start(count);
    Random random(11);
    for (uint32_t i = 0; i < count; ++i) {
        a[i] = random.bits();
        b[i] = random.bits();
        start[i] = random.bits();
        if (i % 3 == 0) {  // ordinary numbers too: random patterns are rarely close to each other
            a[i] = ascend_host::bits_of_float(static_cast<float>(random.number()));
            b[i] = ascend_host::bits_of_float(static_cast<float>(random.number()));
        }
    }
    const auto result = [&](ascend_host::StripLoop loop) {
        std::vector<uint32_t> dst = start;
        const auto base = [](std::vector<uint32_t> &values) { return reinterpret_cast<uint8_t *>(values.data()); };
        ascend_host::Step step;
        step.dst = {base(dst), dst_width, ascend_host::kNoRegion};
        step.a = {base(a), a_width, ascend_host::kNoRegion};
        step.b = {base(b), a_width, ascend_host::kNoRegion};
        step.count = count;
        step.scalar = a_width == 2 ? 0x3555 : ascend_host::bits_of_float(0.3f);
        loop(step, 0, count);
        return dst;
    };
    const auto same = [&](const std::vector<uint32_t> &x, const std::vector<uint32_t> &y) {
        for (uint32_t i = 0; i < count; ++i) {
            const bool both_nan = dst_width == 4 && std::isnan(ascend_host::float_of_bits(x[i])) &&
                                  std::isnan(ascend_host::float_of_bits(y[i]));
            if (x[i] != y[i] && !both_nan && dst_width == 4) return false;
        }
        return dst_width == 4 || x == y;
    };
    const auto baseline = result(ascend_host::Compiled<Op>::baseline);
#ifdef ASCEND_HOST_X86
    if (__builtin_cpu_supports("avx2"))
        EXPECT(same(baseline, result(ascend_host::Compiled<Op>::avx2)), "%s with AVX2", what);
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        EXPECT(same(baseline, result(ascend_host::Compiled<Op>::avx512)), "%s with AVX-512", what);
    }
#endif
    EXPECT(same(baseline, result(ascend_host::Compiled<Op>::pick())), "%s as picked", what);
}

inline void versions() {
    using namespace ascend_host;
    versions_agree<BinaryOp<float, AddF>>("Add", 4, 4);
    versions_agree<BinaryOp<float, MulF>>("Mul", 4, 4);
    versions_agree<BinaryOp<float, DivF>>("Div", 4, 4);
    versions_agree<BinaryOp<float, MaxF>>("Max", 4, 4);
    versions_agree<ScalarOp<float, AddF>>("Adds", 4, 4);
    versions_agree<UnaryOp<float, SqrtF>>("Sqrt", 4, 4);
    versions_agree<UnaryOp<float, ExpF>>("Exp", 4, 4);
    versions_agree<AxpyOp<float, float, false>>("Axpy", 4, 4);
    versions_agree<AxpyOp<float, half, true>>("Axpy of half", 4, 2);
    versions_agree<SaturateOp<float>>("saturation of float", 4, 4);
    versions_agree<SaturateOp<half>>("saturation of half", 2, 2);
    versions_agree<MapOp<float, uint16_t, FloatOfHalf>>("Cast half to float", 4, 2);
    versions_agree<MapOp<uint16_t, float, HalfOfFloat<RoundMode::CAST_RINT>>>("Cast float to half", 2, 4);
    versions_agree<MapOp<uint16_t, float, HalfOfFloat<RoundMode::CAST_FLOOR>>>("Cast float to half down", 2, 4);
    versions_agree<MapOp<float, uint16_t, FloatOfBfloat16>>("Cast bfloat16 to float", 4, 2);
    versions_agree<MapOp<uint16_t, float, Bfloat16OfFloat<RoundMode::CAST_RINT>>>("Cast float to bfloat16", 2, 4);
}

// Axpy is two roundings: a fused one would give another last bit here.
inline void axpy_is_not_fused() {
    Memory memory(64);
    run([&] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, 64);
        LocalTensor<float> t = buffer.Get<float>();
        const float x = 1.0f + 0x1p-12f;
        Duplicate(t, -1.0f, 8);
        Duplicate(t[8], x, 8);
        PipeBarrier<PIPE_V>();
        Axpy(t, t[8], x, 8);
        PipeBarrier<PIPE_ALL>();
        const float product = x * x;
        EXPECT(t.GetValue(0) == product - 1.0f, "%a, not %a", static_cast<double>(t.GetValue(0)),
               static_cast<double>(product - 1.0f));
    });
}

// Results beyond the largest finite value, as the mode of the launch has them; the status tells of them in saturation
// mode only. A saturated product is a number to add to: it is not an infinity that swallows the sum.
inline void saturation() {
    for (const uint32_t mode : {0u, 1u, 0u}) {
        saturates() = mode;
        overflow() = 0;
        float large = 0, invalid = 0, narrow = 0, sum = 0;
        run([&] {
            TPipe pipe;
            TBuf<TPosition::VECCALC> buffer;
            pipe.InitBuffer(buffer, 256);
            LocalTensor<float> t = buffer.Get<float>();
            Duplicate(t, 3e38f, 8);
            Duplicate(t[32], -3e38f, 8);
            PipeBarrier<PIPE_V>();
            Muls(t[8], t, -2.0f, 8);
            PipeBarrier<PIPE_V>();
            Sqrt(t[16], t[8], 8);
            Cast(t[24].ReinterpretCast<half>(), t, RoundMode::CAST_NONE, 8);
            Axpy(t[32], t, 2.0f, 8);
            PipeBarrier<PIPE_ALL>();
            large = t.GetValue(8);
            invalid = t.GetValue(16);
            narrow = t[24].ReinterpretCast<half>().GetValue(0);
            sum = t.GetValue(32);
        });
        add_to_digest(&large, sizeof large);
        if (saturating()) {
            EXPECT(large == -3.402823466e38f && invalid == 0.0f && narrow == 65504.0f, "%g %g %g", large, invalid,
                   narrow);
            EXPECT(sum == 3.402823466e38f - 3e38f, "%g", sum);
        } else {
            EXPECT(std::isinf(large) && std::isnan(invalid) && std::isinf(narrow) && std::isinf(sum), "%g %g %g %g",
                   large, invalid, narrow, sum);
        }
        EXPECT(overflow() == (saturating() ? 1u : 0u), "overflow status %u", overflow());

        overflow() = 0;
        run([] {
            TPipe pipe;
            TBuf<TPosition::VECCALC> buffer;
            pipe.InitBuffer(buffer, 64);
            LocalTensor<float> t = buffer.Get<float>();
            Duplicate(t, 3e38f, 8);
            PipeBarrier<PIPE_V>();
            Adds(t, t, 1.0f, 8);
        });
        EXPECT(overflow() == 0, "an overflow is told where there was none");
    }
    saturates() = 0;
}

// Kernels whose steps depend on each other across elements, or on memory that a rewrite would change: the fast build
// must execute them as written. Each fills `memory` and the test compares with the expected numbers.
inline void order_is_kept() {
    constexpr uint32_t count = 1024;
    Memory memory(4 * count * sizeof(float));
    float *g = memory.as<float>();
    GlobalTensor<float> global;
    global.SetGlobalBuffer(g, 4 * count);

    // A store, then a load of the same memory shifted by 8 elements: the load sees the stored values.
    for (uint32_t i = 0; i < 4 * count; ++i) g[i] = static_cast<float>(i);
    allow("a shifted load after a store", [&] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, 2 * count * sizeof(float));
        LocalTensor<float> a = buffer.Get<float>(), b = a[count];
        DataCopy(a, global, count);
        PipeBarrier<PIPE_ALL>();
        Adds(a, a, 0.5f, count);
        PipeBarrier<PIPE_ALL>();
        DataCopy(global[8], a, count);
        PipeBarrier<PIPE_ALL>();
        DataCopy(b, global, count);
        PipeBarrier<PIPE_ALL>();
        DataCopy(global[2 * count], b, count);
    });
    for (uint32_t i = 0; i < count; ++i) {
        EXPECT(g[8 + i] == static_cast<float>(i) + 0.5f, "element %u", i);
        EXPECT(g[2 * count + i] == (i < 8 ? static_cast<float>(i) : static_cast<float>(i - 8) + 0.5f), "element %u", i);
    }

    // In place in global memory, and the old values are read again: after the result was computed, or after it was
    // stored.
    for (const bool stored : {false, true}) {
        for (uint32_t i = 0; i < 4 * count; ++i) g[i] = static_cast<float>(i);
        allow("old values read again", [&] {
            TPipe pipe;
            TQue<TPosition::VECIN, 1> in;
            TQue<TPosition::VECOUT, 1> out, second;
            pipe.InitBuffer(in, 1, count * sizeof(float));
            pipe.InitBuffer(out, 1, count * sizeof(float));
            pipe.InitBuffer(second, 1, count * sizeof(float));
            LocalTensor<float> old = in.AllocTensor<float>();
            DataCopy(old, global, count);
            in.EnQue(old);
            old = in.DeQue<float>();
            LocalTensor<float> result = out.AllocTensor<float>(), sum = second.AllocTensor<float>();
            Muls(result, old, 2.0f, count);
            out.EnQue(result);
            result = out.DeQue<float>();
            if (stored) DataCopy(global, result, count);
            Adds(sum, old, 1.0f, count);
            if (!stored) DataCopy(global, result, count);
            in.FreeTensor(old);
            second.EnQue(sum);
            sum = second.DeQue<float>();
            DataCopy(global[count], sum, count);
            out.FreeTensor(result);
            second.FreeTensor(sum);
        });
        for (uint32_t i = 0; i < count; ++i) {
            EXPECT(g[i] == 2.0f * static_cast<float>(i), "element %u", i);
            EXPECT(g[count + i] == static_cast<float>(i) + 1.0f, "element %u", i);
        }
    }

    // A short instruction on a longer copy: the elements it leaves alone are stored as they were loaded.
    for (uint32_t i = 0; i < 4 * count; ++i) g[i] = static_cast<float>(i);
    allow("a short instruction in place", [&] {
        TPipe pipe;
        TQue<TPosition::VECOUT, 1> queue;
        pipe.InitBuffer(queue, 1, count * sizeof(float));
        LocalTensor<float> t = queue.AllocTensor<float>();
        DataCopy(t, global, count);
        SetFlag<HardEvent::MTE2_V>(0);
        WaitFlag<HardEvent::MTE2_V>(0);
        Muls(t, t, 10.0f, 5);
        PipeBarrier<PIPE_V>();
        Adds(t, t, 1.0f, 3);
        queue.EnQue(t);
        t = queue.DeQue<float>();
        DataCopy(global[count], t, count);
        queue.FreeTensor(t);
    });
    for (uint32_t i = 0; i < count; ++i) {
        const float old = static_cast<float>(i);
        EXPECT(g[count + i] == (i < 3 ? old * 10.0f + 1.0f : i < 5 ? old * 10.0f : old), "element %u", i);
    }
    add_to_digest(g, 4 * count * sizeof(float));
}

inline void vectors() {
    versions();
    axpy_is_not_fused();
    saturation();
    order_is_kept();
}

}  // namespace test

#endif
