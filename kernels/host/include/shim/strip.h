// One instruction over a strip of elements, compiled for several CPUs.
//
// A `Step` is an elementwise instruction or a contiguous copy: element i of the result depends on element i of the
// operands and on nothing else. That is what lets run_list.h execute it piece by piece. `Compiled<Op>::pick()` gives
// the loop of an operation in the version for this CPU. All versions are compiled from the same always-inlined body
// under other target attributes, without contraction, so they differ in speed and not in bits.
#ifndef ASCEND_HOST_SHIM_STRIP_H
#define ASCEND_HOST_SHIM_STRIP_H

#include <cstdint>

#include "float16.h"
#include "platform.h"

// Operands of one instruction are the same or disjoint (tensor.h checks it), so iterations of these loops are
// independent.
#if defined(__clang__)
#define ASCEND_HOST_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define ASCEND_HOST_INDEPENDENT _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#endif

#if defined(__x86_64__)
#define ASCEND_HOST_X86 1
#if defined(__clang__)
#define ASCEND_HOST_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#else
#define ASCEND_HOST_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")))
#endif
#define ASCEND_HOST_AVX2 __attribute__((target("avx2")))
#endif

namespace ascend_host {

struct Step;
using StripLoop = void (*)(const Step &step, uint32_t begin, uint32_t end);

constexpr uint8_t kNoRegion = 0xff;

struct Operand {
    uint8_t *base = nullptr;     // first byte, in the unified buffer or in global memory
    uint32_t width = 0;          // bytes of an element; 0 when the instruction has no such operand
    uint8_t region = kNoRegion;  // for the run list
};

enum class StepKind : uint8_t {
    plain,
    copy,           // dst = a, nothing else
    accumulate,     // the result is an operand too
    add_to_memory,  // so is it here, in global memory, and other blocks may add to it at any time
};

constexpr bool adds_to_result(StepKind kind) { return kind == StepKind::accumulate || kind == StepKind::add_to_memory; }

struct Step {
    StripLoop loop = nullptr;
    Operand dst;
    Operand a;
    Operand b;
    uint32_t count = 0;        // elements
    uint32_t scalar = 0;       // bits of the scalar operand, whatever its type
    bool is_copy = false;      // dst = a, nothing else
    bool accumulates = false;  // the result is an operand too
};

// Elements that run_list.h executes at a time: some ten operands of 1.5 KiB and the next strip's, in 32 or 48 KiB of
// cache.
constexpr uint32_t kStrip = 384;

template <class Op>
struct Compiled {
    // Nearly all strips have this length, and a loop that is compiled for it has no rest to look after.
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        if (end - begin == kStrip) {
            Op::run(step, begin, begin + kStrip);
        } else {
            Op::run(step, begin, end);
        }
    }

    static void baseline(const Step &step, uint32_t begin, uint32_t end) { Op::run(step, begin, end); }
#ifdef ASCEND_HOST_X86
    ASCEND_HOST_AVX2 static void avx2(const Step &step, uint32_t begin, uint32_t end) { run(step, begin, end); }
    ASCEND_HOST_AVX512 static void avx512(const Step &step, uint32_t begin, uint32_t end) { run(step, begin, end); }

    static StripLoop pick() {
        static const StripLoop loop = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                                              __builtin_cpu_supports("avx512vl")
                                          ? avx512
                                      : __builtin_cpu_supports("avx2") ? avx2
                                                                       : baseline;
        return loop;
    }
#else
    static StripLoop pick() { return baseline; }
#endif
};

// How a value of an element type is stored and computed with. Halves are computed in float and rounded after each
// instruction, which gives the correctly rounded half for + - * / and sqrt because float has more than twice its
// digits.
template <class T>
struct Lane;

template <>
struct Lane<float> {
    using Stored = float;
    using Value = float;
    ASCEND_HOST_INLINE static float load(float stored) { return stored; }
    ASCEND_HOST_INLINE static float store(float value) { return value; }
};

template <>
struct Lane<half> {
    using Stored = uint16_t;
    using Value = float;
    ASCEND_HOST_INLINE static float load(uint16_t stored) { return float_of_half(stored); }
    ASCEND_HOST_INLINE static uint16_t store(float value) { return half_of_float(value); }
};

template <class T>
ASCEND_HOST_INLINE typename Lane<T>::Value scalar_of(const Step &step) {
    if constexpr (sizeof(typename Lane<T>::Stored) == 4) {
        return float_of_bits(step.scalar);
    } else {
        return Lane<T>::load(static_cast<uint16_t>(step.scalar));
    }
}

template <class S>
ASCEND_HOST_INLINE S *at(const Operand &operand, uint32_t element) {
    return reinterpret_cast<S *>(operand.base) + element;
}

// dst = F(a, b)
template <class T, class F>
struct BinaryOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        using S = typename Lane<T>::Stored;
        S *dst = at<S>(step.dst, begin);
        const S *a = at<S>(step.a, begin);
        const S *b = at<S>(step.b, begin);
        const uint32_t count = end - begin;
        ASCEND_HOST_INDEPENDENT
        for (uint32_t i = 0; i < count; ++i)
            dst[i] = Lane<T>::store(F::apply(Lane<T>::load(a[i]), Lane<T>::load(b[i])));
    }
};

// dst = F(a, scalar)
template <class T, class F>
struct ScalarOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        using S = typename Lane<T>::Stored;
        S *dst = at<S>(step.dst, begin);
        const S *a = at<S>(step.a, begin);
        const auto scalar = scalar_of<T>(step);
        const uint32_t count = end - begin;
        ASCEND_HOST_INDEPENDENT
        for (uint32_t i = 0; i < count; ++i) dst[i] = Lane<T>::store(F::apply(Lane<T>::load(a[i]), scalar));
    }
};

// dst = F(a)
template <class T, class F>
struct UnaryOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        using S = typename Lane<T>::Stored;
        S *dst = at<S>(step.dst, begin);
        const S *a = at<S>(step.a, begin);
        const uint32_t count = end - begin;
        ASCEND_HOST_INDEPENDENT
        for (uint32_t i = 0; i < count; ++i) dst[i] = Lane<T>::store(F::apply(Lane<T>::load(a[i])));
    }
};

// dst = F(a) between stored representations: casts, bit operations, copies.
template <class To, class From, class F>
struct MapOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        To *dst = at<To>(step.dst, begin);
        const From *a = at<From>(step.a, begin);
        const uint32_t count = end - begin;
        ASCEND_HOST_INDEPENDENT
        for (uint32_t i = 0; i < count; ++i) dst[i] = F::apply(a[i]);
    }
};

// An unsigned type of so many bytes.
template <uint32_t bytes>
struct BitsOf;
template <>
struct BitsOf<1> {
    using Type = uint8_t;
};
template <>
struct BitsOf<2> {
    using Type = uint16_t;
};
template <>
struct BitsOf<4> {
    using Type = uint32_t;
};
template <>
struct BitsOf<8> {
    using Type = uint64_t;
};

template <class S>
struct CopyOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        __builtin_memcpy(at<S>(step.dst, begin), at<S>(step.a, begin), (end - begin) * sizeof(S));
    }
};

template <class S>
struct FillOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        S *dst = at<S>(step.dst, begin);
        const S value = static_cast<S>(step.scalar);
        const uint32_t count = end - begin;
        ASCEND_HOST_INDEPENDENT
        for (uint32_t i = 0; i < count; ++i) dst[i] = value;
    }
};

}  // namespace ascend_host

#endif
